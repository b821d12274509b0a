"""Checks whether a public record keeps its promises: commitments, the order of the cards, wheels, the log."""

from collections import Counter
from itertools import pairwise

import msgspec

from spanish21.errors import BadInput
from spanish21.game import events as ev
from spanish21.game.cards import CARD_TEXT, SPANISH_DECK, TEN, cards
from spanish21.server.fairness.drawn_wheels import Wheels
from spanish21.server.fairness.public_record import PublicEvent, PublicRecord, PublicShoe
from spanish21.server.log.chain import event_in, first_chain, leaf_of, next_chain
from spanish21.server.log.commitments import shoe_commitment
from spanish21.server.log.mixing import SHOE, mixed_order
from spanish21.server.log.seeds import Seeds, key_of, wrong_with
from spanish21.server.log.seeds import after as seeds_after
from spanish21.server.log.shoe_numbers import Shoes, cards_of
from spanish21.server.log.shoe_numbers import after as shoes_after

MOST_BATCHES = 2
"""The batches in a shuffling device while it changes one for another."""


class Mismatch(msgspec.Struct, frozen=True):
    """An error and its place."""

    where: str
    what: str


def verified(record: PublicRecord) -> tuple[Mismatch, ...]:
    """All errors of a record; none if every promise in it was kept."""
    return tuple(_Reading(record).findings())


def discarded(record: PublicRecord) -> tuple[ev.SeedsOpened, ...]:
    """Draws that the house threw away because a seed was missing; none of them is a breach."""
    found = (event_in(one.body) for one in record.events if '"type":"SeedsOpened"' in one.body)
    return tuple(one for one in found if isinstance(one, ev.SeedsOpened) and one.missing)


class _Reading:
    """A record read event by event. Every event names the shoe that it belongs to; those that bring a new
    order name the new shoe."""

    def __init__(self, record: PublicRecord) -> None:
        self.record = record
        self.found: list[Mismatch] = []
        self.full = Counter(SPANISH_DECK * record.rules.decks)
        self.published = {shoe.number: shoe for shoe in record.shoes}
        self.orders: dict[int, list[int]] = {}
        """The cards of each open shoe, cut as the stack was."""
        self.dealt: Counter[int] = Counter()
        self.is_loose = False
        self.used: set[int] = set()
        """The shoes that have been in play."""
        self.in_play = 0
        self.seeds, self.shoes = Seeds(), Shoes()
        self.drawn: dict[int, str] = {}
        """The shoes whose order the house committed to before seeds were opened, with that commitment."""
        self.ran_out: set[int] = set()
        """The shoes that ran out in the round under way, whose hole card may be unseen."""

    def find(self, where: str, what: str) -> None:
        self.found.append(Mismatch(where, what))

    def findings(self) -> list[Mismatch]:
        for shoe in self.record.shoes:
            self._read_shoe(shoe)
        self._read_chain()
        wheels = Wheels(self.record)
        for public in self.record.events:
            event = self._event_of(public)
            if event is None:
                continue
            self._read_seeds(public, event)
            self._read(public, event)
            for what in wheels.wrong_with(event):
                self.find(f"round {wheels.round_number}", what)
        if self.record.is_whole:
            self._read_numbers()
            self._read_closed()
        return self.found

    # -- the log -------------------------------------------------------------------------------------

    def _read_chain(self) -> None:
        """No event was changed, left out or put in."""
        if self.record.is_whole and self.record.chain_before != first_chain(self.record.table).hex():
            self.find("event 1", "is not chained to the beginning of this table's log")
        before, seq = self.record.chain_before, None
        for event in self.record.events:
            if (self.record.is_whole and seq is None and event.seq != 1) or (seq and event.seq != seq + 1):
                missing = (seq or 0) + 1
                self.find(f"event {missing}", f"is missing: the next one is event {event.seq}")
            elif _chain(before, event) != event.chain:
                self.find(f"event {event.seq}", "is not chained to the one before it")
            before, seq = event.chain, event.seq

    def _event_of(self, public: PublicEvent) -> ev.Event | None:
        if not public.body and not public.salt:
            return None
        where = f"event {public.seq}"
        try:
            if leaf_of(bytes.fromhex(public.salt), public.body.encode()).hex() != public.leaf:
                self.find(where, "does not have the hash in the log")
            return event_in(public.body)
        except (BadInput, ValueError):
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
        for before, number in pairwise((0, *numbers)):
            if number != before + 1:
                self.find(f"shoe {before + 1}", f"is missing: the next one is shoe {number}")
        for commitment, count in Counter(shoe.commitment for shoe in self.record.shoes).items():
            if count > 1:
                self.find("shoes", f"{count} of them have the commitment {commitment}")

    def _read_closed(self) -> None:
        """Sealed shoes: the one in play, one that ran out in the current round, and those in a device."""
        closed = [shoe.number for shoe in self.record.shoes if not shoe.is_open]
        may_wait = [number for number in closed if number not in self.used and number != self.shoes.drawn]
        keeps_batches = self.record.rules.keeps_batches
        for number in closed:
            is_in_play = number == self.in_play and (keeps_batches or not may_wait)
            is_waiting = number in may_wait[-MOST_BATCHES if keeps_batches else -1 :]
            may_wait_too = number in self.ran_out or number == self.shoes.drawn
            if self.record.is_closed or not (is_in_play or is_waiting or may_wait_too):
                self.find(f"shoe {number}", "is over and has not been opened")

    def _read_seeds(self, public: PublicEvent, event: ev.Event) -> None:
        """The players' part: the list, the openings, and the resulting order of cards."""
        for what in wrong_with(self.seeds, event, self.record.is_whole):
            self.find(f"event {public.seq}", what)
        number = public.shoe
        if isinstance(event, ev.SeedsListed) and event.purpose == SHOE:
            self.drawn[number] = event.commitment
            shoe = self.published.get(number)
            if shoe is None or (shoe.commitment, shoe.first_seq) != (event.commitment, public.seq):
                self.find(f"shoe {number}", "does not have the commitment that was published with its seeds")
        opened = self.seeds.shoe
        if opened is not None and opened.number == number and cards_of(event) and number in self.orders:
            key = key_of(opened, self.record.table)
            self.orders[number] = list(mixed_order(self.orders[number], key))
        self.seeds = seeds_after(self.seeds, event)
        self.shoes = shoes_after(self.shoes, event).shoes

    def _read(self, public: PublicEvent, event: ev.Event) -> None:
        number = public.shoe
        if isinstance(event, ev.SeedPromised | ev.SeedsListed | ev.SeedsOpened):
            return
        if cards_of(event):
            self._read_beginning(number, public.seq, event)
            return
        if isinstance(event, ev.ShoeEmptied):
            self.ran_out.add(number)
        elif isinstance(event, ev.WagersClosed | ev.CardsCollected):
            self.ran_out.clear()
        if number in self.published and public.seq > self.published[number].first_seq:
            self.used.add(number)  # before its shuffle, events name the shoe to come
            self.in_play = number
        elif isinstance(event, ev.TableIdle | ev.CardsSpread | ev.DecksRemoved):
            self.in_play = 0
        self._read_draw(number, event)
        order = self.orders.get(number)
        if order is None:
            return
        if isinstance(event, ev.StackCut):
            order[:] = order[event.at :] + order[: event.at]
        elif isinstance(event, ev.RecutOrdered):
            self.dealt[number] = 0
        elif isinstance(event, ev.TenTakenOut) and self.dealt[number]:
            self.dealt[number] -= 1
            del order[self.dealt[number]]

    def _read_beginning(self, number: int, seq: int, event: ev.Event) -> None:
        where = f"shoe {number}"
        shoe = self.published.get(number)
        if shoe is None:
            if self.record.is_whole:
                self.find(where, "has no commitment")
            return
        if shoe.first_seq != seq and number not in self.drawn:
            self.find(where, f"was shuffled at event {seq} and not at {shoe.first_seq}")
        order = self.orders.get(number)
        if order is None:
            return
        if tuple(order) != cards_of(event):
            self.find(where, "was opened in another order than the log has")
        is_part = isinstance(event, ev.ShoeShuffled) and event.mid_round
        # A 10 that was overlooked is found when it is dealt; in mid-round the discards alone are shuffled.
        kept = Counter(card for card in order if card >> 2 != TEN)
        if not (kept <= self.full if is_part else kept == self.full):
            self.find(where, "is not made of the decks that the rules say")

    def _read_draw(self, number: int, event: ev.Event) -> None:
        """A card that came out must be the next of its shoe."""
        if not isinstance(event, _DRAWING):
            return
        if self.is_loose and isinstance(event, ev.CardDealt | ev.CardDiscarded):
            self.is_loose = False
            return
        self.is_loose = isinstance(event, ev.CardDrawnInError)
        order = self.orders.get(number)
        at = self.dealt[number]
        self.dealt[number] += 1
        if order is None:
            return
        where = f"shoe {number}, card {at + 1}"
        if at >= len(order):
            self.find(where, f"{_text(event.card)} came out of an empty shoe")
        elif event.card != order[at]:
            self.find(where, f"{_text(event.card)} came out where {_text(order[at])} lay")


_DRAWING = (
    ev.CardBurned,
    ev.CardDealt,
    ev.FaceUpFound,
    ev.TenFound,
    ev.CardDrawnInError,
    ev.CardDiscarded,
)


def _text(card: int) -> str:
    """A card as text, or a number that is not a card."""
    return CARD_TEXT[card] if 0 <= card < len(CARD_TEXT) else str(card)


def _chain(before: str, event: PublicEvent) -> str:
    try:
        chain, leaf, note = (bytes.fromhex(text) for text in (before, event.leaf, event.note))
        return next_chain(chain, event.seq, event.at, event.shoe, leaf, note).hex()
    except (ValueError, OverflowError):
        return ""
