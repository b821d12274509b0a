"""A round under another book: the same wagers, hands and decisions, and their results there."""

from typing import NoReturn

import msgspec
from msgspec.structs import replace

from spanish21.books.citing import refusal_text
from spanish21.errors import BadInput, Refused
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out
from spanish21.game.due import due
from spanish21.game.events import CardDealt, CardsCollected, Event
from spanish21.game.moves.act import Act
from spanish21.game.round.places import place_due
from spanish21.game.rules import Rules, is_offered
from spanish21.game.states import HandState, Phase
from spanish21.game.table import DEALER, Table
from spanish21.game.waiting import people_awaited
from spanish21.notation.opening_tables import Start, table_of
from spanish21.notation.phrases import line_of_command
from spanish21.notation.writing import Round, steps

_DECISIONS = (cmd.Stand, cmd.Draw, cmd.Double, cmd.Split, cmd.Surrender, cmd.Rescue)
_FOLLOWS = (cmd.FollowDouble, cmd.FollowSplit)
_CHANCES = (cmd.DrawHotSpot, cmd.Spin, cmd.SpinCommunity)
_KNOWN = (
    *_DECISIONS,
    *_FOLLOWS,
    *_CHANCES,
    cmd.PlaceWager,
    cmd.ConfirmCash,
    cmd.Fill,
    cmd.ConfirmSlip,
    cmd.Consent,
    cmd.CloseWagers,
    cmd.Deal,
    cmd.SettleMatch,
    cmd.Insure,
    cmd.DeclineInsurance,
    cmd.CloseInsurance,
    cmd.InsertHoleCard,
    cmd.TurnHoleCard,
    cmd.Announce,
    cmd.AnnounceDealersCard,
    cmd.CheckLight,
    cmd.ValidatePayout,
    cmd.Settle,
    cmd.CollectCards,
)


class Decided(msgspec.Struct, frozen=True):
    """A decision and the hand on which it was taken."""

    cards: tuple[int, ...]
    doubles: int
    command: cmd.Command


def under(played: Round, rules: Rules) -> tuple[Round, tuple[str, ...]]:
    """The round under other rules, and the parts they leave out; `BadInput` where they refuse a decision."""
    other = [command for command in played.commands if not isinstance(command, _KNOWN)]
    if other or played.start.is_real_shoe or not played.is_over:
        what = "in which nothing goes wrong" if other else "that is over, from a shoe that is known"
        raise BadInput(f"only a round {what} can be settled under another book")
    again = _Again(played, rules)
    again.wager()
    again.play()
    dealt = tuple(event.card for event in again.events if isinstance(event, CardDealt))
    start = table_of(rules, Start(people=again.start.people, cards=dealt))
    return Round(start, tuple(again.commands), tuple(again.events), again.table), tuple(again.notes)


class _Again:
    """A round being played again."""

    def __init__(self, played: Round, rules: Rules) -> None:
        self.rules = rules
        self.played = played
        self.cards: dict[int, list[int]] = {}
        for event in played.events:
            if isinstance(event, CardDealt):
                self.cards.setdefault(event.box, []).append(event.card)
        self.decisions: dict[int, list[Decided]] = {}
        self.beside: list[cmd.Command] = []
        for step in steps(played.start, played.commands):
            if isinstance(step.command, _DECISIONS):
                box = step.before.boxes[step.before.turn_box]
                hand = box.hands[step.before.turn_hand]
                decided = Decided(hand.cards, hand.times_doubled, step.command)
                self.decisions.setdefault(box.number, []).append(decided)
            elif isinstance(step.command, (*_FOLLOWS, *_CHANCES, cmd.Insure)):
                self.beside.append(step.command)
        seats = [replace(one, seat=one.seat if one.seat <= rules.boxes else 0) for one in played.start.people]
        self.start = table_of(rules, Start(people=tuple(seats)))
        self.table: Table = self.start
        self.commands: list[cmd.Command] = []
        self.events: list[Event] = []
        self.notes: list[str] = []

    def do(self, command: cmd.Command) -> Act:
        try:
            act = carry_out(self.table, command)
        except Refused as refused:
            self.fail(refusal_text(self.rules, refused, command))
        self.table = act.table
        self.commands.append(command)
        self.events += act.events
        return act

    def fail(self, problem: str) -> NoReturn:
        raise BadInput(f"under {self.rules.book}: {problem}")

    def wager(self) -> None:
        for command in self.played.commands:
            if isinstance(command, cmd.PlaceWager):
                kind = command.kind
                if kind != "main" and not is_offered(self.rules, kind):
                    self.notes.append(f"{self.rules.book} does not offer {kind}: left out for {command.by}")
                    continue
                self.do(command)
                while (confirm := due(self.table)) is not None:
                    self.do(confirm)
            elif isinstance(command, cmd.Consent) and self.rules.people_on_box > 1:
                self.do(command)
        self.do(cmd.CloseWagers(by=DEALER))

    def play(self) -> None:
        while not any(isinstance(event, CardsCollected) for event in self.events[-2:]):
            command = due(self.table)
            if isinstance(command, cmd.Deal):
                self.deal()
            elif isinstance(command, _CHANCES):
                self.chance(command)
            elif command is not None:
                self.do(command)
            elif self.table.phase == Phase.INSURANCE:
                self.insure()
            elif self.table.asked and not self.keeps_double():
                self.follow(self.table.asked[0])
            else:
                self.decide()
        for left in self.decisions.values():
            self.pass_over(left)

    def pass_over(self, decided: list[Decided]) -> None:
        """Leave out decisions that are not due; only standing makes no difference."""
        for one in decided:
            if not isinstance(one.command, cmd.Stand):
                self.fail(f"no player is asked for the decision: {line_of_command(one.command)}")

    def chance(self, wanted: cmd.Command) -> None:
        """The hot spot is drawn, or a wheel turns, as in the original round."""
        for index, command in enumerate(self.beside):
            if type(command) is type(wanted) and _is_same_chance(command, wanted):
                self.do(self.beside.pop(index))
                return
        if isinstance(wanted, cmd.DrawHotSpot):
            self.fail("a hot spot is drawn, and the round does not say where")
        self.fail("a wheel turns, and the round does not say where it stops")

    def deal(self) -> None:
        """Deal the card that this box, or the dealer, was dealt in the original round."""
        place = place_due(self.table)
        assert place is not None
        left = self.cards.get(place[0], [])
        if not left:
            whose = f"box {place[0]}" if place[0] else "the dealer"
            self.fail(f"{whose} is dealt a card that is not in the round")
        card = left.pop(0)
        shoe, at = list(self.table.shoe), self.table.dealt
        if card not in shoe[at:]:
            self.fail(f"its {self.rules.decks} decks do not hold the cards of this round")
        where = shoe.index(card, at)
        shoe[at], shoe[where] = shoe[where], shoe[at]
        self.table = replace(self.table, shoe=tuple(shoe))
        self.do(cmd.Deal(by=DEALER, count=1))

    def insure(self) -> None:
        for box in self.table.boxes:
            for stake in box.stakes:
                if not stake.answered:
                    self.do(self.insured(stake.person, box.number))

    def insured(self, who: str, box: int) -> cmd.Command:
        for command in self.beside:
            if isinstance(command, cmd.Insure) and (command.by, command.box) == (who, box):
                return command
        return cmd.DeclineInsurance(by=who, box=box)

    def keeps_double(self) -> bool:
        """Whether a person is asked about a double that has had its card: to stand or to rescue it."""
        hand = self.table.boxes[self.table.turn_box].hands[self.table.turn_hand]
        return hand.state == HandState.DOUBLED

    def follow(self, who: str) -> None:
        hand = self.table.boxes[self.table.turn_box].hands[self.table.turn_hand]
        doubles = hand.state == HandState.DOUBLING
        for index, command in enumerate(self.beside):
            if command.by == who and isinstance(command, cmd.FollowDouble if doubles else cmd.FollowSplit):
                self.do(self.beside.pop(index))
                return
        self.do(cmd.FollowDouble(by=who, amount=0) if doubles else cmd.FollowSplit(by=who, covers=False))

    def decide(self) -> None:
        """The decision that was made on this hand; a hand with a new decision stands."""
        box = self.table.boxes[self.table.turn_box]
        hand = box.hands[self.table.turn_hand]
        decided = self.decisions.get(box.number, [])
        now = (hand.cards, hand.times_doubled)
        here = [at for at, one in enumerate(decided) if (one.cards, one.doubles) == now]
        if not here:
            self.do(cmd.Stand(by=people_awaited(self.table)[0]))
            return
        self.pass_over(decided[: here[0]])
        command = decided[here[0]].command
        del decided[: here[0] + 1]
        self.do(command)


def _is_same_chance(told: cmd.Command, wanted: cmd.Command) -> bool:
    """Whether a wheel that turned in the original round is the one that turns now, at any stop."""
    if isinstance(told, cmd.DrawHotSpot):
        return True
    return replace(told, stop=-1) == wanted
