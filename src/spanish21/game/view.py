"""What one person may see, by allow-list: every field that is shown is named, and no unseen card is read."""

import msgspec

from spanish21.display.brief import brief
from spanish21.game.cards import CARD_TEXT
from spanish21.game.hands import is_ace, is_soft, total, value
from spanish21.game.round.phases import caller_of, what_stops
from spanish21.game.states import HandState, Phase
from spanish21.game.table import HOUSE, Box, Hand, Person, Stake, Table, cards_left, hand_total
from spanish21.game.words import Shuffling


class HandView(msgspec.Struct, frozen=True):
    """A hand; `wagers` and `doubles` run parallel to the stakes of its box, `sideways` is its orientation,
    and `across` how many of its last cards are sideways because a double brought them."""

    cards: tuple[str, ...]
    total: int
    soft: bool
    state: HandState
    wagers: tuple[int, ...]
    doubles: tuple[int, ...]
    sideways: bool
    across: int


class StakeView(msgspec.Struct, frozen=True):
    """One person's money on a box; `sides` are the side wagers not yet settled, by kind."""

    person: str
    wager: int
    coupon: int
    sides: dict[str, int]
    insurance: int


class SettledView(msgspec.Struct, frozen=True):
    """What a wager of the round came to for its person: paid less collected; `hand` is for "main" alone."""

    person: str
    kind: str
    hand: int
    net: int


class BoxView(msgspec.Struct, frozen=True):
    """A box with a wager: who calls its decisions, the stakes on it, its hands, and what has been settled."""

    number: int
    caller: str
    stakes: tuple[StakeView, ...]
    hands: tuple[HandView, ...]
    settled: tuple[SettledView, ...]


class PersonView(msgspec.Struct, frozen=True):
    """A person at the table; `chips` is None for those who may not know."""

    name: str
    seat: int
    chips: int | None
    barred: bool


class View(msgspec.Struct, frozen=True):
    """The table as one person sees it; cards are words such as "7s", "??" is face down.

    you, book, approvals_missing        who looks, and at what
    phase, round_number, halted         where the procedure is; halted while something must be put right first
    people, boxes, dealer, meters       the layout; chips are None where they are not shown
    turn_box, turn_hand, asked          the number of the box (0: none) and the hand in turn; who is asked
    cards_left, discards, cover_card_seen, exposed_card, spread, cut_offered_to      the shoe and its cards
    shuffler, cards_in_device, torn_tens, tens_set_aside, hot_spot, community_stops  devices and wheels
    inventory, drop_box, slip, slip_amount                                           the house's chips
    """

    you: str
    book: str
    approvals_missing: tuple[str, ...]
    phase: Phase
    round_number: int
    people: tuple[PersonView, ...]
    boxes: tuple[BoxView, ...]
    dealer: tuple[str, ...]
    dealer_total: int
    turn_box: int
    turn_hand: int
    asked: tuple[str, ...]
    meters: dict[str, int]
    hot_spot: int
    community_stops: tuple[tuple[int, int], ...]
    cards_left: int
    discards: int
    cover_card_seen: bool
    exposed_card: str
    spread: tuple[tuple[str, ...], ...]
    halted: bool
    shuffler: str
    cards_in_device: int
    torn_tens: tuple[str, ...]
    tens_set_aside: tuple[str, ...]
    cut_offered_to: str
    inventory: int | None
    drop_box: int | None
    slip: str
    slip_amount: int | None

    __repr__ = brief


def view(table: Table, who: str) -> View:
    """What `who` (a person, the dealer or the floorperson) may see; a stranger sees what is face up.

    The hole card, a card drawn in error face down, the burn card and the order of the shoe are in no one's
    view. Chips are seen by their owner and by the house; inventory, drop box and the 10s taken out of the
    decks by the house.
    """
    trouble = table.trouble
    faces = open_cards(table)
    return View(
        you=who,
        book=table.rules.book,
        approvals_missing=table.rules.approvals_missing,
        phase=table.phase,
        round_number=table.round_number,
        people=people_view(table, who),
        boxes=tuple(box_view(table, box) for box in table.boxes),
        dealer=tuple(CARD_TEXT[card] for card in faces) + (("??",) if table.hole_down else ()),
        dealer_total=cards_total(faces),
        turn_box=table.boxes[table.turn_box].number if table.turn_box >= 0 else 0,
        turn_hand=table.turn_hand,
        asked=table.asked,
        meters={meter.name: meter.amount for meter in table.meters},
        hot_spot=table.hot_spot,
        community_stops=table.community_stops,
        cards_left=cards_left(table),
        discards=sum(len(cards) for cards in table.rack),
        cover_card_seen=table.cover_seen,
        exposed_card=CARD_TEXT[trouble.loose_card] if trouble.loose_card and trouble.loose_exposed else "",
        spread=spread(table),
        halted=bool(what_stops(table)),
        shuffler=trouble.shuffler if table.rules.shuffling != Shuffling.HAND else "",
        cards_in_device=sum(len(batch.cards) for batch in table.device),
        torn_tens=tuple(CARD_TEXT[card] for card in table.torn) if who in HOUSE else (),
        tens_set_aside=tuple(CARD_TEXT[card] for card in table.set_aside) if who in HOUSE else (),
        cut_offered_to=cut_offered_to(table),
        inventory=table.inventory if who in HOUSE else None,
        drop_box=table.drop_box if who in HOUSE else None,
        slip=table.slip.kind if table.slip is not None else "",
        slip_amount=table.slip.amount if table.slip is not None and who in HOUSE else None,
    )


def cut_offered_to(table: Table) -> str:
    """Who is offered the cut now."""
    cutting = table.cutting
    at = cutting.offered
    if table.phase != Phase.CUT or at is None or at >= len(cutting.order):
        return ""
    return cutting.order[at]


def spread(table: Table) -> tuple[tuple[str, ...], ...]:
    """The cards while they lie face up for inspection: deck by deck, suit by suit, in sequence."""
    if table.phase != Phase.SPREAD or not table.opening.spread_face_up:
        return ()
    by_suit = sorted(table.pool, key=lambda card: (card & 3, card >> 2))
    decks = table.rules.decks
    columns: list[list[str]] = [[] for _ in range(decks)]
    seen: dict[int, int] = {}
    for card in by_suit:
        copy = seen[card] = seen.get(card, -1) + 1
        columns[copy % decks].append(CARD_TEXT[card])
    return tuple(tuple(column) for column in columns)


def people_view(table: Table, who: str) -> tuple[PersonView, ...]:
    """The people at a table as one person sees them."""
    return tuple([person_view(person, who) for person in table.people])


def person_view(person: Person, who: str) -> PersonView:
    """A person at the table; chips are seen by their owner and by the house."""
    sees_chips = who == person.name or who in HOUSE
    return PersonView(person.name, person.seat, person.chips if sees_chips else None, person.barred)


def open_cards(table: Table) -> tuple[int, ...]:
    """The dealer's cards that are face up."""
    return table.dealer[:1] if table.hole_down else table.dealer


def box_view(table: Table, box: Box) -> BoxView:
    """A box as everyone sees it."""
    caller = caller_of(box, box.hands[0]) if box.hands else box.stakes[0].person
    settled = [
        SettledView(one.person, one.kind, one.hand, one.paid - one.collected)
        for one in table.settled
        if one.box == box.number
    ]
    stakes, hands = [_stake_view(stake) for stake in box.stakes], [_hand_view(hand) for hand in box.hands]
    return BoxView(box.number, caller, tuple(stakes), tuple(hands), tuple(settled))


def _stake_view(stake: Stake) -> StakeView:
    sides = {side.kind: side.amount for side in stake.sides if not side.settled}
    return StakeView(stake.person, stake.wager, stake.coupon, sides, stake.insurance)


def _hand_view(hand: Hand) -> HandView:
    soft = is_soft(hand.hard, hand.aces)
    return HandView(
        tuple([CARD_TEXT[card] for card in hand.cards]),
        hand_total(hand),
        soft,
        hand.state,
        hand.wagers,
        hand.doubles,
        hand.times_doubled > 0 or hand.state == HandState.BLACKJACK,
        hand.times_doubled - (hand.state == HandState.DOUBLING),
    )


def cards_total(cards: tuple[int, ...]) -> int:
    """What cards come to."""
    return total(sum(map(value, cards)), sum(map(is_ace, cards)))


def as_json(table: Table, who: str) -> bytes:
    """The view as it goes over the wire."""
    return msgspec.json.encode(view(table, who))
