"""`play_round` in one go makes the same events and the same table as every command for itself."""

import random
from collections.abc import Callable

import pytest

from explore import a_command, some_rules
from scenes import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import open_table, play_round, with_chance
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out, legal
from spanish21.game.due import due
from spanish21.game.events import Event
from spanish21.game.evolve import evolve
from spanish21.game.fast_paths.first_cards import begin_plain_round
from spanish21.game.moves.act import Act
from spanish21.game.rules import Rules
from spanish21.game.table import DEALER, Table

Step = tuple[Table, list[Event]]
DECISIONS = frozenset(
    kind.__name__
    for kind in (
        cmd.Stand,
        cmd.Draw,
        cmd.Double,
        cmd.Split,
        cmd.Surrender,
        cmd.Rescue,
        cmd.Insure,
        cmd.DeclineInsurance,
        cmd.FollowDouble,
        cmd.FollowSplit,
    )
)
NAMES = ("ann", "bob", "cid", "dee", "eve", "fay", "gus")


def decisions_by(chance: random.Random) -> Callable[[Table], cmd.Command]:
    """Whoever has something to decide decides anything that is legal."""

    def choose(table: Table) -> cmd.Command:
        for person in table.people:
            offered = [may for may in legal(table, person.name) if may.command in DECISIONS]
            if offered:
                return a_command(chance.choice(offered), person.name, chance)
        raise AssertionError(f"nobody can go on in {table.phase}")

    return choose


def in_steps(
    table: Table,
    wagers: list[cmd.PlaceWager],
    choose: Callable[[Table], cmd.Command],
    chance: random.Random,
) -> Step:
    """The same round with one command after another, one card after another."""
    log: list[Event] = []
    waiting: list[cmd.Command] = [*wagers, cmd.CloseWagers(by=DEALER)]
    while True:
        command = waiting.pop(0) if waiting else due(table)
        if command is None:
            if table.phase == "cut":
                command = cmd.RefuseCut(by=table.cutting.order[table.cutting.offered])
            elif table.boxes:
                command = choose(table)
            else:
                return table, log
        if table.phase == "deal" and isinstance(command, cmd.Deal):
            command = cmd.Deal(by=DEALER, count=1)
        act = carry_out(table, with_chance(table, command, chance))
        table, log = act.table, log + act.events


def some_wagers(table: Table, chance: random.Random) -> list[cmd.PlaceWager]:
    """Mostly one wager each on one's own box; at times side wagers, other orders, two boxes, nonsense."""
    rules = table.rules
    wagers = []
    for person in table.people:
        if chance.random() < 0.15:
            continue
        steps = chance.choice((0, 0, 1, 7, 40))
        amount = rules.table_minimum + steps * rules.smallest_chip
        if chance.random() < 0.05:
            amount = chance.choice((0, -rules.table_minimum, 1, rules.table_maximum, rules.table_maximum * 2))
        wagers.append(cmd.PlaceWager(by=person.name, box=person.seat, amount=amount))
        if chance.random() < 0.1:
            wagers.append(cmd.PlaceWager(by=person.name, box=person.seat, amount=rules.table_minimum))
        if chance.random() < 0.1 and rules.sides["match"].offered:
            wagers.append(
                cmd.PlaceWager(
                    by=person.name, box=person.seat, amount=rules.sides["match"].minimum, kind="match"
                )
            )
    if chance.random() < 0.1:
        chance.shuffle(wagers)
    return wagers


def played(play: Callable[[], Step]) -> Step | str:
    try:
        return play()
    except Refused as refused:
        return refused.reason


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(4))
def test_a_round_in_one_go_is_the_round_in_steps(book: str, seed: int) -> None:
    chance = random.Random(f"{book} {seed}")
    rules = rules_of(book) if seed == 0 else some_rules(book, chance)
    rounds = refusals = 0
    table = a_table(rules, chance)
    for _ in range(60):
        wagers, seed_of_round = some_wagers(table, chance), chance.random()
        once = played(lambda: _in_one_go(table, wagers, seed_of_round))  # noqa: B023
        step = played(lambda: _in_steps(table, wagers, seed_of_round))  # noqa: B023
        assert once == step
        if isinstance(once, str):
            refusals += 1
            continue
        replayed = table
        for event in once[1]:
            replayed = evolve(replayed, event)
        assert replayed == once[0]
        table = once[0]
        rounds += 1
    assert rounds > (15 if seed == 0 else 0)
    assert refusals or seed  # the books' own tables have refused something, too


def test_only_plain_wagers_are_taken_in_one_go() -> None:
    table = open_table(rules_of("maryland"), {"ann": 100_00, "bob": 100_00}, random.Random(1))[0]
    ann, bob = cmd.PlaceWager(by="ann", box=1, amount=5_00), cmd.PlaceWager(by="bob", box=2, amount=10_00)
    for others in ([], [ann, ann], [bob, ann], [ann, cmd.PlaceWager(by="bob", box=3, amount=5_00)]):
        act = Act(table)
        assert not begin_plain_round(act, others)
        assert act.table is table
        assert act.events == []
    for wagers in ([ann], [bob], [ann, bob]):
        assert begin_plain_round(Act(table), wagers)


def a_table(rules: Rules, chance: random.Random) -> Table:
    people = {name: chance.choice((10**6, 10**9)) for name in NAMES[: chance.randint(1, rules.boxes)]}
    return open_table(rules, people, chance, chance.choice((0, 10**8)))[0]


def _in_one_go(table: Table, wagers: list[cmd.PlaceWager], seed: float) -> Step:
    return play_round(table, wagers, decisions_by(random.Random(seed)), random.Random(seed))


def _in_steps(table: Table, wagers: list[cmd.PlaceWager], seed: float) -> Step:
    return in_steps(table, wagers, decisions_by(random.Random(seed)), random.Random(seed))
