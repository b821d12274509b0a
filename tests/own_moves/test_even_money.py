"""A decision defined outside the package is offered, refused, carried out, logged and replayed like any."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from explore import Walk, some_rules
from own_moves import even_money
from own_moves.even_money import EvenMoneyTaken, TakeEvenMoney
from scenes import BOOKS, Scene
from spanish21.errors import BadInput, Refused
from spanish21.game.decide import decide, is_legal, legal, why_not
from spanish21.game.evolve import replay
from spanish21.game.log.log_text import read_log, written_log
from spanish21.game.log.wire import command_of, json_of
from spanish21.game.moves.choices import OneOf
from spanish21.game.procedure import register_chapter, step_of, unregister_chapter
from spanish21.game.seen import seen
from spanish21.game.waiting import waits_for

ACE_AGAINST_BLACKJACK = "Ac Ah Kd 9s"
PROJECT = Path(__file__).parents[2]
TAKE = TakeEvenMoney(by="ann", box=1)


@pytest.fixture
def with_even_money() -> Iterator[None]:
    register_chapter(even_money)
    yield
    unregister_chapter(even_money)


def ann_with_blackjack() -> Scene:
    return Scene("maryland").bet("ann", 10_00).deal(ACE_AGAINST_BLACKJACK)


@pytest.mark.usefixtures("with_even_money")
def test_it_is_offered_with_a_blackjack_against_an_ace() -> None:
    table = ann_with_blackjack().table
    offered = {may.command: may.fields for may in legal(table, "ann")}
    assert offered["TakeEvenMoney"] == {"box": OneOf((1,))}
    assert {"Insure", "DeclineInsurance"} <= offered.keys()
    assert why_not(table, "ann", TakeEvenMoney) is None
    assert waits_for(table) == ("ann",)


@pytest.mark.usefixtures("with_even_money")
def test_it_is_refused_with_a_reason_where_it_is_not_offered() -> None:
    without = Scene("maryland").bet("ann", 10_00).deal("9c Ah Kd 9s").table
    for table, command, reason in (
        (without, TAKE, "insurance_not_offered"),
        (without, TakeEvenMoney(by="ann", box=2), "no_wager"),
        (without, TakeEvenMoney(by="zoe", box=1), "not_at_the_table"),
        (Scene("maryland").bet("ann", 10_00).table, TAKE, "not_now"),
    ):
        with pytest.raises(Refused) as refused:
            decide(table, command)
        assert refused.value.reason == reason


@pytest.mark.usefixtures("with_even_money")
def test_it_pays_1_to_1_and_the_round_ends_without_the_hand() -> None:
    scene = ann_with_blackjack()
    chips = scene.table.people[0].chips
    scene.do(TAKE)
    assert scene.table.people[0].chips == chips + 2 * 10_00
    assert scene.table.boxes[0].stakes[0].answered
    scene.house()
    assert scene.table.phase == "wagers"
    assert scene.table.people[0].chips == chips + 2 * 10_00


@pytest.mark.usefixtures("with_even_money")
def test_a_log_with_it_is_written_read_and_replayed() -> None:
    scene = ann_with_blackjack()
    scene.do(TAKE)
    scene.house()
    lines = list(written_log(scene.events))
    assert any(b'"EvenMoneyTaken"' in line for line in lines)
    assert list(read_log(lines)) == scene.events
    again = replay(read_log(lines))
    assert (again.people, again.inventory, again.rack) == (
        scene.table.people,
        scene.table.inventory,
        scene.table.rack,
    )
    assert command_of(json_of(TAKE)) == TAKE
    assert step_of(TakeEvenMoney) is EvenMoneyTaken


@pytest.mark.usefixtures("with_even_money")
def test_what_others_see_of_it_is_what_its_chapter_says() -> None:
    assert seen(EvenMoneyTaken("ann", 1), "bob") == {"type": "EvenMoneyTaken", "person": "ann", "box": 1}


@pytest.mark.usefixtures("with_even_money")
@pytest.mark.parametrize("book", BOOKS)
def test_decide_accepts_it_exactly_where_legal_lists_it(book: str) -> None:
    chance = random.Random(f"even money {book}")
    walk = Walk(some_rules(book, chance), chance)
    for _ in range(400):
        walk.step(0.1)
        for who in [*(person.name for person in walk.table.people), "dealer", "a stranger"]:
            for box in range(1, walk.table.rules.boxes + 1):
                command = TakeEvenMoney(by=who, box=box)
                try:
                    events = decide(walk.table, command)
                except Refused:
                    assert not is_legal(walk.table, command)
                    continue
                assert is_legal(walk.table, command)
                assert {type(event) for event in events} <= set(even_money.MOVES[0].emits)


def test_without_its_chapter_nothing_knows_it() -> None:
    table = ann_with_blackjack().table
    assert "TakeEvenMoney" not in {may.command for may in legal(table, "ann")}
    with pytest.raises(BadInput, match="is not a command"):
        decide(table, TAKE)
    with pytest.raises(BadInput):
        command_of(json_of(TAKE))


@pytest.mark.usefixtures("with_even_money")
def test_a_chapter_cannot_take_the_names_of_another() -> None:
    with pytest.raises(BadInput, match="there is a TakeEvenMoney already"):
        register_chapter(even_money)


def test_a_chapter_says_who_sees_each_of_its_events() -> None:
    class Unseen:
        MOVES, EVOLVES, SEES = even_money.MOVES, even_money.EVOLVES, {}

    with pytest.raises(BadInput, match="SEES does not say who sees EvenMoneyTaken"):
        register_chapter(Unseen())


def test_the_page_that_builds_it_quotes_its_chapter() -> None:
    page = (PROJECT / "docs" / "new-decision.md").read_text("utf-8")
    chapter = Path(even_money.__file__).read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 5
    for block in blocks:
        assert block in chapter


def test_the_page_lists_the_folders_of_all_modules_that_name_a_decision() -> None:
    """Where a decision of the package is named, the page sends whoever adds one."""
    page = (PROJECT / "docs" / "new-decision.md").read_text("utf-8")
    source = PROJECT / "src" / "spanish21"
    naming = [
        path
        for path in source.rglob("*.py")
        if re.search(r"\b(Rescue|DeclineInsurance)\b", path.read_text("utf-8"))
    ]
    places = {path.relative_to(source).as_posix() for path in naming}
    unlisted = {
        place
        for place in places
        if place not in page and not any(f"`{folder}/`" in page for folder in _folders_of(place))
    }
    assert unlisted == set()


def _folders_of(place: str) -> list[str]:
    parts = place.split("/")[:-1]
    return ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
