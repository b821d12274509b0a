"""Whether a public record holds what was promised: commitments, the order of the cards, wheels, the log."""

import hashlib
from collections import Counter
from itertools import pairwise
from typing import Union

import msgspec

from spanish21.errors import BadInput
from spanish21.game import events as ev
from spanish21.game.cards import CARD_TEXT, SPANISH_DECK, TEN, cards
from spanish21.game.rules import Rules
from spanish21.server.drawn_wheels import Wheels
from spanish21.server.fairness import shoe_commitment
from spanish21.server.record import PublicEvent, PublicRecord, PublicShoe
from spanish21.server.shoe_numbers import Shoes, after, cards_of, unopened


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it should be, and where."""

    where: str
    what: str


_EVENT: msgspec.json.Decoder[ev.Event] = msgspec.json.Decoder(Union[tuple(ev.EVENTS.values())])  # noqa: UP007


def verified(record: PublicRecord) -> tuple[Finding, ...]:
    """All that is wrong with a record; nothing if every promise in it was kept."""
    return tuple(_Reading(record).findings())


class _Reading:
    """A record read event by event."""

    def __init__(self, record: PublicRecord) -> None:
        self.record = record
        self.found: list[Finding] = []
        self.shoes: Shoes = record.before
        self.published = {shoe.number: shoe for shoe in record.shoes}
        self.orders: dict[int, list[int]] = {}
        """The cards of each open shoe, cut as the stack was."""
        self.dealt = 0
        self.is_loose = False
        self.was_over: set[int] = set()
        self.full: Counter[int] = Counter()

    def find(self, where: str, what: str) -> None:
        self.found.append(Finding(where, what))

    def findings(self) -> list[Finding]:
        rules = self._rules()
        if rules is None:
            return self.found
        self.full = Counter(SPANISH_DECK * rules.decks)
        wheels = Wheels(self.record.table, self.record.draws, rules)
        for shoe in self.record.shoes:
            self._read_shoe(shoe)
        self._read_numbers()
        for event in self._events():
            self._read(event)
            for what in wheels.wrong_with(event):
                self.find(f"round {wheels.round_number}", what)
        self._read_end()
        return self.found

    # -- the log -------------------------------------------------------------------------------------

    def _rules(self) -> Rules | None:
        event = self._event_of(self.record.set_up)
        if isinstance(event, ev.TableSetUp) and self.record.set_up.seq == 1:
            return event.rules
        self.find("event 1", "is not the event that set the table up, with its rules")
        return None

    def _events(self) -> list[ev.Event]:
        """The events that can be read, in order."""
        read = []
        seq = None
        for public in self.record.events:
            if seq is not None and public.seq != seq + 1:
                self.find(f"event {seq + 1}", f"is missing: event {public.seq} follows on {seq}")
            seq = public.seq
            event = self._event_of(public)
            if event is not None:
                read.append(event)
        return read

    def _event_of(self, public: PublicEvent) -> ev.Event | None:
        if not public.body:
            return None
        where = f"event {public.seq}"
        try:
            if public.salt and _leaf(public) != public.leaf:
                self.find(where, "does not have the hash in the log")
            return _EVENT.decode(public.body)
        except (ValueError, msgspec.DecodeError):
            self.find(where, "cannot be read")
            return None

    # -- shoes ---------------------------------------------------------------------------------------

    def _read_shoe(self, shoe: PublicShoe) -> None:
        if not shoe.is_open:
            return
        where = f"shoe {shoe.number}"
        try:
            order = cards(shoe.cards)
        except BadInput:
            self.find(where, "has a card that cannot be read")
            return
        if shoe_commitment(shoe.salt, order).hex() != shoe.commitment:
            self.find(where, "is not in the order that was committed to before the cut")
        self.orders[shoe.number] = list(order)

    def _read_numbers(self) -> None:
        numbers = [shoe.number for shoe in self.record.shoes]
        for before, number in pairwise(numbers):
            if number != before + 1:
                self.find(f"shoe {before + 1}", f"is missing: shoe {number} follows on {before}")
        for commitment, count in Counter(shoe.commitment for shoe in self.record.shoes).items():
            if count > 1:
                self.find("shoes", f"{count} of them have the commitment {commitment}")

    def _read_end(self) -> None:
        over = self.was_over | (set(unopened(self.shoes)) if self.record.is_closed else set())
        for number in sorted(over & self.published.keys()):
            if not self.published[number].is_open:
                self.find(f"shoe {number}", "is over and has not been opened")
        for number in self.published:
            if number > self.shoes.last:
                self.find(f"shoe {number}", "has no shuffle in the log")

    def _read(self, event: ev.Event) -> None:
        change = after(self.shoes, event)
        self._read_draw(event)
        if change.began:
            self._read_beginning(change.began, event)
        if change.shoes.in_play != self.shoes.in_play:
            self.dealt, self.is_loose = 0, False
        self.was_over.update(change.over)
        self.shoes = change.shoes
        order = self.orders.get(self.shoes.in_play)
        if order is None:
            return
        if isinstance(event, ev.StackCut):
            order[:] = order[event.at :] + order[: event.at]
        elif isinstance(event, ev.RecutOrdered):
            self.dealt = 0
        elif isinstance(event, ev.TenTakenOut) and self.dealt:
            self.dealt -= 1
            del order[self.dealt]

    def _read_beginning(self, number: int, event: ev.Event) -> None:
        where = f"shoe {number}"
        if number not in self.published:
            self.find(where, "has no commitment")
        order = self.orders.get(number)
        if order is not None and tuple(order) != cards_of(event):
            self.find(where, "was opened in another order than the log has")
        if order is not None:
            self._read_composition(where, order, event)

    def _read_composition(self, where: str, order: list[int], event: ev.Event) -> None:
        """All decks without their 10s (one that was overlooked is found when it is dealt); in mid-round,
        cards of the shoe before."""
        if isinstance(event, ev.ShoeShuffled) and event.mid_round:
            whole = Counter(self.orders.get(self.shoes.in_play, order))
            if not Counter(order) <= whole:
                self.find(where, "has cards that were not in the shoe before it")
            return
        if Counter(card for card in order if card >> 2 != TEN) != self.full:
            self.find(where, "is not made of the decks that the rules say")

    def _read_draw(self, event: ev.Event) -> None:
        """A card that came out must be the next of its shoe."""
        if not isinstance(event, _DRAWING):
            return
        if self.is_loose and isinstance(event, ev.CardDealt | ev.CardDiscarded):
            self.is_loose = False
            return
        self.is_loose = isinstance(event, ev.CardDrawnInError)
        order = self.orders.get(self.shoes.in_play)
        at, self.dealt = self.dealt, self.dealt + 1
        if order is None:
            return
        where = f"shoe {self.shoes.in_play}, card {at + 1}"
        if at >= len(order):
            self.find(where, f"{CARD_TEXT[event.card]} came out of an empty shoe")
        elif event.card != order[at]:
            self.find(where, f"{CARD_TEXT[event.card]} came out where {CARD_TEXT[order[at]]} lay")


_DRAWING = (
    ev.CardBurned,
    ev.CardDealt,
    ev.FaceUpFound,
    ev.TenFound,
    ev.CardDrawnInError,
    ev.CardDiscarded,
)


def _leaf(event: PublicEvent) -> str:
    return hashlib.sha256(bytes.fromhex(event.salt) + event.body.encode()).hexdigest()
