"""A visit so far: rounds, hands, money and decisions, folded from the table's events."""

import msgspec

from spanish21.cli.seat.seat_lines import Result, got
from spanish21.cli.seat.seat_picture import HandPlace
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.states import HandState
from spanish21.game.table import Table, person_of
from spanish21.game.view import HandView, View, view


class Decision(msgspec.Struct, frozen=True):
    """A decision on a hand or on insurance, and the table at which it was made."""

    table: Table
    command: cmd.Command


class PlayedRound(msgspec.Struct):
    """A round: the hands as they last lay open, the dealer's cards, and what every wager got."""

    number: int
    start: Table
    wagered: int = 0
    hands: dict[HandPlace, HandView] = {}
    seen: View | None = None
    results: list[tuple[Table, Result]] = []
    decisions: list[Decision] = []
    before: int = 0
    net: int = 0
    is_over: bool = False


Usual = dict[int, dict[str, int]]
"""By box, what is on it: the wager (`main`) and the side wagers."""


class Visit:
    """One person's visit to a table."""

    def __init__(self, me: str) -> None:
        self.me = me
        self.rounds: list[PlayedRound] = []
        self.usual: Usual = {}

    @property
    def current(self) -> PlayedRound | None:
        """The round that is going on."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].is_over else None

    @property
    def over(self) -> list[PlayedRound]:
        """The rounds played to the end, with a wager of the player's own."""
        return [one for one in self.rounds if one.is_over and one.wagered]

    def happened(self, before: Table, event: ev.Event, after: Table) -> None:
        """Take note of an event."""
        if isinstance(event, ev.WagersClosed):
            self._begin(before, event.number)
        played = self.current
        if played is None:
            return
        if isinstance(event, ev.CardsCollected):
            played.is_over = True
            played.net = chips(after, self.me) - played.before
            return
        if isinstance(event, ev.ChipsBought) and event.person == self.me:
            played.before += event.amount
        if isinstance(event, Result):
            played.results.append((before, event))
        command = _command_of(event, self.me)
        if command is not None:
            played.decisions.append(Decision(before, command))
        self._look(played, after)

    def _begin(self, table: Table, number: int) -> None:
        on_boxes = wagers_of(table, self.me)
        lies = sum(sum(wagers.values()) for wagers in on_boxes.values())
        main = sum(wagers["main"] for wagers in on_boxes.values())
        self.rounds.append(PlayedRound(number, table, main, before=chips(table, self.me) + lies))
        if on_boxes:
            self.usual = on_boxes

    def _look(self, played: PlayedRound, table: Table) -> None:
        seen = played.seen = view(table, self.me)
        for box in seen.boxes:
            for at, hand in enumerate(box.hands):
                if hand.state != HandState.REMOVED:
                    played.hands[box.number, at] = hand

    # -- totals ------------------------------------------------------------------------------------

    def decisions(self) -> list[Decision]:
        """Every decision of the visit."""
        return [one for played in self.rounds for one in played.decisions]

    def hands(self) -> int:
        """How many of the player's own hands were played, split hands counted separately."""
        return sum(
            sum(1 for _, event in played.results if self._is_mine(event) and event.kind == "main")
            for played in self.over
        )

    def net(self) -> int:
        """What the finished rounds have won or lost."""
        return sum(played.net for played in self.over)

    def net_on_sides(self) -> int:
        """What side wagers and bonus payouts have won or lost."""
        own = ("main", "insurance", "super_bonus")
        return sum(
            got(event)
            for played in self.over
            for _, event in played.results
            if self._is_mine(event) and event.kind not in own
        )

    def wagered(self) -> int:
        """The original wagers of the finished rounds."""
        return sum(played.wagered for played in self.over)

    def _is_mine(self, event: Result) -> bool:
        return event.person == self.me


def chips(table: Table, who: str) -> int:
    """The chips in front of a person."""
    person = person_of(table, who)
    return person.chips if person is not None else 0


def wagers_of(table: Table, who: str) -> Usual:
    """What a person has on the boxes before the first card, in chips."""
    return {
        box.number: {"main": stake.wager, **{side.kind: side.amount for side in stake.sides}}
        for box in table.boxes
        for stake in box.stakes
        if stake.person == who
    }


def _command_of(event: ev.Event, me: str) -> cmd.Command | None:
    """The decision behind an event, if it was the player's own."""
    if getattr(event, "person", None) != me:
        return None
    match event:
        case ev.HandStood() | ev.DoubleKept():
            return cmd.Stand(by=me)
        case ev.CardAsked():
            return cmd.Draw(by=me)
        case ev.DoubleMade(amount=amount):
            return cmd.Double(by=me, amount=amount)
        case ev.PairSplit():
            return cmd.Split(by=me)
        case ev.HandSurrendered():
            return cmd.Surrender(by=me)
        case ev.DoubleRescued():
            return cmd.Rescue(by=me)
        case ev.InsurancePlaced(box=box, amount=amount):
            return cmd.Insure(by=me, box=box, amount=amount)
        case ev.InsuranceDeclined(box=box):
            return cmd.DeclineInsurance(by=me, box=box)
    return None
