"""Irregularities: what goes wrong at a table, and when it can."""

from collections.abc import Callable
from typing import NamedTuple

from spanish21.game import commands as cmd
from spanish21.game.decide import is_legal
from spanish21.game.round.places import place_due
from spanish21.game.rules import Rules
from spanish21.game.states import HandState, Phase
from spanish21.game.table import DEALER, FLOORPERSON, Table
from spanish21.school.questions import knows


class Mishap(NamedTuple):
    """Something that can go wrong: by which command it comes to the table, or None while it cannot; the names
    under which the book speaks of it; `deals_singly`: it comes between two of the first cards."""

    name: str
    command: Callable[[Table], cmd.Command | None]
    names: tuple[str, ...]
    deals_singly: bool = False


def _if_legal(command: cmd.Command) -> Callable[[Table], cmd.Command | None]:
    return lambda table: command if is_legal(table, command) else None


def _when(command: cmd.Command, so: Callable[[Table], bool]) -> Callable[[Table], cmd.Command | None]:
    return lambda table: command if so(table) and is_legal(table, command) else None


def _is_second_pass(table: Table) -> bool:
    """At a box with one card, in the second round of the deal."""
    count = len(table.boxes)
    if not (table.phase == Phase.DEAL and count < table.step <= 2 * count):
        return False
    return len(table.boxes[table.step - count - 1].hands[0].cards) == 1


def _is_first_pass(table: Table) -> bool:
    """Past the first box, so that others have their cards."""
    return table.phase == Phase.DEAL and table.step == min(1, len(table.boxes) - 1)


def _is_skipped_box(table: Table) -> bool:
    """At the box that was passed over in the first round of the deal."""
    count = len(table.boxes)
    if not (table.phase == Phase.DEAL and count < table.step <= 2 * count):
        return False
    return not table.boxes[table.step - count - 1].hands[0].cards


def _in_play(table: Table) -> bool:
    return table.phase == Phase.PLAY and not table.asked


def _card_comes(table: Table) -> bool:
    return place_due(table) is not None and table.phase in (Phase.PLAY, Phase.DEALER)


def _ten_comes(table: Table) -> cmd.Command | None:
    """A 10 is found where a card is due; the instructor puts it there."""
    has_ten = bool(table.torn or table.set_aside)
    return cmd.Deal(by=DEALER) if has_ten and _card_comes(table) and not table.trouble.loose_card else None


def _seen_in_error(table: Table) -> bool:
    """A hand is open, so that its player can refuse the card."""
    return _in_play(table) and table.boxes[table.turn_box].hands[table.turn_hand].state == HandState.OPEN


def _refusable(table: Table) -> cmd.Command | None:
    """The player whose turn it is refuses the card that was seen."""
    if not (table.trouble.loose_exposed and _seen_in_error(table)):
        return None
    box = table.boxes[table.turn_box]
    command = cmd.RefuseCard(by=box.stakes[0].person)
    return command if is_legal(table, command) else None


def _overdrawn(table: Table) -> bool:
    return table.phase == Phase.SETTLE


def _between_rounds(table: Table) -> bool:
    return table.phase == Phase.WAGERS and not table.boxes


TROUBLES: tuple[Mishap, ...] = (
    Mishap("face_up", _when(cmd.FindFaceUp(by=DEALER), _card_comes), ("FaceUpFound",)),
    Mishap("face_up_again", _when(cmd.FindFaceUp(by=DEALER), _card_comes), ("second_face_up_card",)),
    Mishap("ten", _ten_comes, ("TenFound",)),
    Mishap("ten_again", _ten_comes, ("second_ten",)),
    Mishap("shoe_empty", lambda table: cmd.Deal(by=DEALER) if _card_comes(table) else None, ("ShoeEmptied",)),
    Mishap("unseen_card", _when(cmd.DrawInError(by=DEALER, exposed=False), _in_play), ("CardDrawnInError",)),
    Mishap(
        "seen_card", _when(cmd.DrawInError(by=DEALER, exposed=True), _seen_in_error), ("CardDrawnInError",)
    ),
    Mishap("refused_card", _refusable, ("CardRefused",)),
    Mishap("overdrawn", _when(cmd.OverdrawDealer(by=DEALER), _overdrawn), ("dealer_stands",)),
    Mishap(
        "dealer_skipped",
        _when(cmd.SkipDealer(by=DEALER), lambda table: table.phase == Phase.DEAL),
        ("DealerSkipped",),
        True,
    ),
    Mishap("box_skipped", _when(cmd.SkipBox(by=DEALER), _is_second_pass), ("BoxSkipped",), True),
    Mishap("box_missed", _when(cmd.SkipBox(by=DEALER), _is_first_pass), ("no_cards_dealt",), True),
    Mishap("box_forgotten", _when(cmd.SkipBox(by=DEALER), _is_skipped_box), ("no_cards_dealt",), True),
    Mishap("request_missed", _if_legal(cmd.MissRequest(by=DEALER)), ("RequestMissed",)),
    Mishap(
        "insertion_seen",
        _when(cmd.ReportInsertion(by=FLOORPERSON, shows_value=True), _in_play),
        ("hole_card_seen",),
    ),
    Mishap(
        "insertion",
        _when(cmd.ReportInsertion(by=FLOORPERSON, shows_value=False), _in_play),
        ("InsertionReported",),
    ),
    Mishap(
        "reader_failed",
        _when(cmd.ReportReaderFailure(by=DEALER), lambda table: table.phase == Phase.READER),
        ("ReaderFailed",),
    ),
    Mishap(
        "shuffler_jam",
        _when(
            cmd.ReportShufflerJam(by=DEALER),
            lambda table: table.phase in (Phase.STACK, Phase.CUT, Phase.BATCH),
        ),
        ("ShufflerJammed",),
    ),
    Mishap(
        "shuffler_failed",
        _when(
            cmd.ReportShufflerFailure(by=DEALER),
            lambda table: table.phase in (Phase.STACK, Phase.CUT, Phase.BATCH),
        ),
        ("ShufflerFailed",),
    ),
)
"""In an order in which one leads to another: a second card face up needs a first, a refusal a card seen."""

BEFORE = {
    "face_up_again": "face_up",
    "ten_again": "ten",
    "refused_card": "seen_card",
    "box_forgotten": "box_missed",
}
"""What must have gone wrong before, in the same round."""

SET_BY_INSTRUCTOR = frozenset(("ten", "ten_again", "shoe_empty"))
"""What is in the shoe, or not in it, before the card is dealt that finds it."""

BY_NAME = {trouble.name: trouble for trouble in TROUBLES}


def troubles_of(rules: Rules) -> tuple[str, ...]:
    """The irregularities of which the book speaks and which can come about at this table."""
    reader = ("insertion_seen", "insertion", "reader_failed")
    shuffler = ("shuffler_jam", "shuffler_failed")
    return tuple(
        trouble.name
        for trouble in TROUBLES
        if trouble.name != "box_missed"
        and knows(rules, *trouble.names)
        and not (trouble.name in reader and not rules.card_reader)
        and not (trouble.name in shuffler and not rules.shuffling)
    )
