"""Every move is declared once, and `decide`, `legal` and `why_not` all say what the declaration says."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from explore import NAMES, Walk, a_command, a_near_command, everybody, some_rules
from scenes import BOOKS, Scene
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game.cards import FULL_DECK, SPANISH_DECK
from spanish21.game.decide import carry_out, legal, why_not
from spanish21.game.moves.bounds import Bounds, from_one_to_another
from spanish21.game.moves.choices import OneOf, one_by_one
from spanish21.game.moves.move import ANY_PHASE, ROLES, Among, Bound, Field, Move, Offer, Why, mays_of
from spanish21.game.procedure import CHAPTERS, MOVES
from spanish21.game.reasons import REASONS, Reason
from spanish21.game.table import DEALER, FLOORPERSON, Table

WALKS = [(book, seed) for book in BOOKS for seed in range(4)]
STEPS = 120


def a_walk(book: str, seed: int) -> Walk:
    """A walk over a table of a book, its cards from a real shoe now and then."""
    chance = random.Random(f"moves {book} {seed}")
    return Walk(some_rules(book, chance), chance, real=seed == 3)


def whoever(table: Table) -> tuple[str, ...]:
    """Everybody at the table, somebody who could come to it, and somebody without a name."""
    newcomer = next(name for name in NAMES if all(person.name != name for person in table.people))
    return (*everybody(table), newcomer, "")


def given(command: cmd.Command) -> dict[str, object]:
    """The fields of a command beside whose it is."""
    return {name: value for name, value in msgspec.structs.asdict(command).items() if name != "by"}


def refusal(table: Table, command: cmd.Command) -> Why | None:
    """Why `decide` refuses a command, or None if it does not."""
    try:
        carry_out(table, command)
    except Refused as refused:
        return Why(refused.reason, refused.bounds)
    return None


# -- the declarations ------------------------------------------------------------------------------


def test_every_command_is_declared_exactly_once() -> None:
    moves = [move.command for chapter in CHAPTERS for move in getattr(chapter, "MOVES", ())]
    decided = [kind for chapter in CHAPTERS for kind in getattr(chapter, "DECIDES", ())]
    assert Counter(moves + decided) == Counter(cmd.COMMANDS.values())


@pytest.mark.parametrize("kind", MOVES, ids=lambda kind: kind.__name__)
def test_a_move_declares_every_field_of_its_command_and_nothing_else(kind: type[cmd.Command]) -> None:
    declared = [field.name for field in MOVES[kind].fields]
    assert len({*declared}) == len(declared)
    assert {*declared, "by"} == {field.name for field in msgspec.structs.fields(kind)}


@pytest.mark.parametrize("kind", MOVES, ids=lambda kind: kind.__name__)
def test_a_move_is_for_somebody_and_only_what_nobody_may_ever_do_has_no_phase(
    kind: type[cmd.Command],
) -> None:
    move = MOVES[kind]
    assert move.roles
    assert {*move.roles} <= {*ROLES}
    assert move.phases <= ANY_PHASE
    assert bool(move.phases) == (kind is not cmd.HandleCards)


# -- what is said at a table -----------------------------------------------------------------------


@pytest.mark.parametrize(("book", "seed"), WALKS)
def test_there_is_no_reason_why_not_exactly_where_a_command_is_legal(book: str, seed: int) -> None:
    walk = a_walk(book, seed)
    for _ in range(STEPS):
        walk.step(0.15)
        for who in whoever(walk.table):
            listed = {may.command for may in legal(walk.table, who)}
            for kind in MOVES:
                why = why_not(walk.table, who, kind)
                assert (why is None) == (kind.__name__ in listed), (kind, who, why)
                assert why is None or why.reason in REASONS


@pytest.mark.parametrize(("book", "seed"), WALKS)
def test_there_is_no_reason_against_any_part_of_a_command_that_is_legal(book: str, seed: int) -> None:
    walk = a_walk(book, seed + 10)
    for _ in range(STEPS):
        walk.step(0.15)
        who = walk.chance.choice(whoever(walk.table))
        for may in legal(walk.table, who):
            kind = cmd.COMMANDS[may.command]
            if kind in MOVES:
                fields = given(a_command(may, who, walk.chance))
                some = {name: value for name, value in fields.items() if walk.chance.random() < 0.5}
                assert why_not(walk.table, who, kind, **fields) is None, (kind, fields)
                assert why_not(walk.table, who, kind, **some) is None, (kind, some)


@pytest.mark.parametrize(("book", "seed"), WALKS)
def test_the_reason_why_not_is_the_one_for_which_decide_refuses(book: str, seed: int) -> None:
    walk = a_walk(book, seed + 20)
    reasons = set()
    for _ in range(STEPS):
        walk.step(0.15)
        for who in whoever(walk.table):
            for command in (a_near_command(walk.table, who, walk.chance) for _ in range(6)):
                if type(command) in MOVES:
                    why = why_not(walk.table, who, type(command), **given(command))
                    assert why == refusal(walk.table, command), command
                    reasons.add(why.reason if why is not None else "")
    assert len(reasons) > 8
    assert "" in reasons


@pytest.mark.parametrize(("book", "seed"), WALKS)
def test_a_reason_against_a_part_of_a_command_is_one_against_the_whole(book: str, seed: int) -> None:
    walk = a_walk(book, seed + 30)
    for _ in range(STEPS):
        walk.step(0.15)
        for who in whoever(walk.table):
            command = a_near_command(walk.table, who, walk.chance)
            fields = given(command)
            some = {name: value for name, value in fields.items() if walk.chance.random() < 0.5}
            if type(command) in MOVES and why_not(walk.table, who, type(command), **some) is not None:
                assert refusal(walk.table, command) is not None, (command, some)


@pytest.mark.parametrize(("book", "seed"), WALKS)
def test_values_offered_as_a_group_lead_on_to_what_each_of_them_leads_on_to(book: str, seed: int) -> None:
    walk = a_walk(book, seed + 40)
    for _ in range(STEPS):
        walk.step(0.15)
        for who in whoever(walk.table):
            for kind, move in MOVES.items():
                if why_not(walk.table, who, kind) is None:
                    leading = [field.name for field in move.fields if field.leads_on]
                    offered = mays_of(move, walk.table, who)
                    apart = [one for may in offered for one in one_by_one(may, *leading)]
                    alone = mays_of(without_groups(move), walk.table, who)
                    assert sorted(apart, key=repr) == sorted(alone, key=repr)


def without_groups(move: Move) -> Move:
    """The same move, every value of a field offered alone."""
    return replace(
        move, fields=tuple(field._replace(offer=_alone(field), why_not=None) for field in move.fields)
    )


def _alone(field: Field) -> Callable[..., Offer]:
    def offer(table: Table, who: str, *values: Any) -> Offer:
        offered = field.offered(table, who, values)
        if isinstance(offered, Among):
            return replace(offered, grouped=None)
        return replace(offered, groups=None) if isinstance(offered, Bound) else offered

    return offer


# -- reasons that a form would show ----------------------------------------------------------------


def test_a_checklist_says_what_it_lacks() -> None:
    table = Scene("maryland", {}, opened=False).table
    assert why_not(table, FLOORPERSON, cmd.CheckEquipment) is None
    assert why_not(table, DEALER, cmd.CheckEquipment) == Why("not_your_office")
    first, *others = table.rules.equipment
    lacking = why_not(table, FLOORPERSON, cmd.CheckEquipment, items=tuple(others))
    assert lacking == Why("checklist_incomplete", Bounds("missing", names=(first,)))


def test_decks_have_their_10s_only_if_they_are_yet_to_be_inspected() -> None:
    scene = Scene("players-edge", {}, opened=False)
    scene.do(cmd.CheckEquipment(by=FLOORPERSON, items=scene.rules.equipment))
    table, decks = scene.table, scene.rules.decks
    for cards, inspected in (
        (SPANISH_DECK, [OneOf((False,)), OneOf((True,))]),
        (FULL_DECK, [OneOf((False,))]),
    ):
        offered = [may.fields for may in legal(table, FLOORPERSON) if may.command == "ReceiveDecks"]
        assert inspected == [one["preinspected"] for one in offered if one["cards"].holds(cards * decks)]
        assert why_not(table, FLOORPERSON, cmd.ReceiveDecks, cards=cards * decks) is None
    wrong = why_not(table, FLOORPERSON, cmd.ReceiveDecks, cards=FULL_DECK * decks, preinspected=True)
    assert wrong is not None
    assert wrong.reason == "wrong_decks"
    assert why_not(table, FLOORPERSON, cmd.ReceiveDecks, cards=FULL_DECK) == wrong


def test_a_cut_and_a_cover_card_name_their_bounds() -> None:
    scene = Scene("maryland", {"ann": 100_00}, opened=False).until("cut")
    assert why_not(scene.table, "ann", cmd.Cut) == Why("cut_not_offered")
    scene.house(1)
    assert why_not(scene.table, "ann", cmd.Cut) is None
    assert why_not(scene.table, "ann", cmd.Cut, at=0) == Why(
        "cut_too_near_the_end", from_one_to_another(10, 278)
    )
    assert why_not(scene.table, DEALER, cmd.Cut) == Why("cut_not_offered")
    assert why_not(scene.table, FLOORPERSON, cmd.Cut) == Why("not_your_office")
    scene.do(cmd.Cut(by="ann", at=144))
    near = why_not(scene.table, DEALER, cmd.PlaceCoverCard, behind=1)
    assert near == Why("cover_card_too_near_the_back", from_one_to_another(72, 287, "cards_behind"))


def test_what_a_slip_needs_is_said_while_the_table_waits_for_it() -> None:
    scene = Scene("maryland", {"ann": 100_00}, inventory=20_00)
    table = scene.table
    assert why_not(table, FLOORPERSON, cmd.Credit, amount=20_01) == Why(
        "slip_amount", from_one_to_another(1, 2000)
    )
    assert why_not(table, DEALER, cmd.ConfirmSlip) == Why("not_now")
    scene.do(cmd.Credit(by=FLOORPERSON, amount=20_00))
    assert why_not(scene.table, FLOORPERSON, cmd.ConfirmSlip) == Why("not_your_office")
    assert why_not(scene.table, DEALER, cmd.ConfirmSlip) is None
    assert why_not(scene.table, FLOORPERSON, cmd.ReportIdle) == Why("slip_not_confirmed")


def test_a_greyed_button_for_wagers_tells_of_the_own_box() -> None:
    scene = Scene("maryland", {"ann": 100_00, "bob": 100_00}, adjacent_boxes=1)
    scene.do(cmd.PlaceWager(by="bob", box=2, amount=10_00, instrument="cash"))
    assert [why_not(scene.table, "bob", cmd.PlaceWager, box=box) for box in (1, 2)] == [
        Why(Reason.BOX_IS_TAKEN),
        Why(Reason.ANSWER_FIRST),
    ]
    assert why_not(scene.table, "bob", cmd.PlaceWager) == Why(Reason.ANSWER_FIRST)
