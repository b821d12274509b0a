"""The table's state: frozen structs, nouns only. evolve.py changes it."""

import msgspec

from spanish21.display.brief import brief
from spanish21.game.hands import total
from spanish21.game.rules import Rules
from spanish21.game.states import HandState, Irregularity, Phase, ShufflerState, SlipKind
from spanish21.game.words import SecondBatch, Shuffling

OPENING_INVENTORY = 1_000_000_00
"""The chips with which a table opens unless another amount is named."""

DEALER = "dealer"
FLOORPERSON = "floorperson"
HOUSE = (DEALER, FLOORPERSON)


class Person(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A person at the table and the chips in front of them."""

    name: str
    chips: int
    seat: int
    barred: bool
    consents: tuple[str, ...]


class Side(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A side wager of one person on one box."""

    kind: str
    amount: int
    settled: bool
    stop: int
    validated: bool
    coupon: int
    lit: bool


class Stake(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One person's money on a box: the original wager and the wagers added to it."""

    person: str
    wager: int
    coupon: int
    sides: tuple[Side, ...]
    insurance: int
    answered: bool


class Hand(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A hand of a box. `wagers`, `doubles` and `coupons` run parallel to the box's stakes; the first two fall
    to 0 when they are settled."""

    cards: tuple[int, ...]
    hard: int
    aces: int
    state: HandState
    wagers: tuple[int, ...]
    doubles: tuple[int, ...]
    last_doubles: tuple[int, ...]
    coupons: tuple[int, ...]
    times_doubled: int
    split: bool
    split_aces: bool
    no_more_cards: bool


class Box(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A betting position with a wager in this round; its first stake calls the decisions."""

    number: int
    stakes: tuple[Stake, ...]
    hands: tuple[Hand, ...]
    announced: bool
    skipped: int
    first_two: tuple[int, ...]


class Settlement(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The settlement of one wager of the round, or a payment on top of it; `stands`: it is a
    validated progressive payout, or was paid for one, and stays when the round becomes void."""

    box: int
    hand: int
    person: str
    kind: str
    collected: int
    paid: int
    stands: bool


class CashOffer(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A cash wager that waits to be confirmed and changed into chips."""

    person: str
    box: int
    kind: str
    amount: int
    confirmed_by: tuple[str, ...]


class Slip(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Chips of the inventory that are counted or on the move, not yet confirmed; while it is there, the
    table waits. `needed`: the missing part of a payment, so that only a fill of that much will do."""

    kind: SlipKind
    amount: int
    difference: int
    needed: int


class Meter(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A progressive meter and the part of a unit that it carries."""

    name: str
    amount: int
    remainder: int


class Batch(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Decks in the shuffling device, in the order into which it has shuffled them (a real shoe's in none).

    `shuffled` falls when the device jams; `opened`, `torn` and `set_aside` are kept as the table's own are.
    """

    cards: tuple[int, ...]
    shuffled: bool
    opened: int
    torn: tuple[int, ...]
    set_aside: tuple[int, ...]

    __repr__ = brief


class FaceDown(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card that went into the discard rack face down; `shown`: who was shown it, and in which round."""

    card: int
    shown: tuple[tuple[str, int], ...]


class Opening(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How far the opening of the table has got."""

    equipment_checked: bool
    reader_inspected: bool
    decks_received: bool
    inspected: bool
    defective: int
    verified: bool
    tens_removed: bool
    tens_verified: bool
    spread_face_up: bool
    after_idle: bool


class Cutting(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Who is offered the cut (`offered`: whose turn it is in the order), and who made it."""

    order: tuple[str, ...]
    offered: int | None
    cut_by: str | None
    just_beginning: bool
    rotation: int
    ordered_by_floorperson: bool


class Trouble(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The open irregularities; `missed`: the card asked for has not been dealt; `resume`: the phase
    that a shuffle in mid-round goes back to."""

    face_up_found: int
    tens_found: int
    ten_to_remove: int | None
    loose_card: int | None
    loose_exposed: bool
    reader_broken: bool
    shuffler: ShufflerState
    missed: bool
    late: tuple[int, ...]
    resume: Phase | None
    void: Irregularity | None


class Table(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A table at one moment: the whole state of the game, never changed; events make the next one of it.

    phase … rack      the round: which step of the procedure it is in (see `Phase`), boxes with stakes and
                      hands, the turn, irregularities that are open, the dealer's cards, those at the table
                      with the chips in front of them, the inventory, who is asked, what is settled, the
                      discard rack in packets
    rules … device    what it plays by; the shoe, of which `dealt` cards are out, the cards of a real shoe not
                      yet read, the 10s taken out, the batch in the shuffling device
    drop_box … meters the house's other chips, those on a slip and cash to be changed
    opening …         how far the opening and the cut have come, the clock

    Cards are ints (`game.cards`), money is in the smallest unit. Not everything in it may be shown: `view`
    says what one person may see.
    """

    # `replace` looks for a field from the first on: those that change most often come first.
    phase: Phase
    boxes: tuple[Box, ...]
    turn_box: int
    turn_hand: int
    dealt: int
    trouble: Trouble
    dealer: tuple[int, ...]
    hole_down: bool
    dealer_has_blackjack: bool
    people: tuple[Person, ...]
    inventory: int
    step: int
    reader_answered: bool
    has_side_wagers: bool
    asked: tuple[str, ...]
    settled: tuple[Settlement, ...]
    hot_spot: int
    """The betting position drawn as the hot spot; 0 before the draw."""
    community_stops: tuple[tuple[int, int], ...]
    """Amounts of wagers for which the community wheel has turned, and where it stopped."""
    round_number: int
    rounds_since_shuffle: int
    rack: tuple[tuple[int, ...], ...]
    face_down: tuple[FaceDown, ...]
    """The cards of the rack that went there face down: all others have been seen."""
    # What the table plays by, and with
    rules: Rules
    shoe: tuple[int, ...]
    cover: int | None
    cover_seen: bool
    cover_seen_by: str | None
    reshuffle_ordered: bool
    burns_due: int
    burn_card: int
    is_real_shoe: bool
    pool: tuple[int, ...]
    torn: tuple[int, ...]
    set_aside: tuple[int, ...]
    device: tuple[Batch, ...]
    # The house's chips outside the inventory
    drop_box: int
    inventory_counted: bool
    slip: Slip | None
    offers: tuple[CashOffer, ...]
    meters: tuple[Meter, ...]
    # Before the round
    opening: Opening
    cutting: Cutting
    minutes: int
    decks_opened: int

    def __repr__(self) -> str:
        from spanish21.game.pictures.summary import summary  # which looks at tables

        return summary(self)

    def _repr_svg_(self) -> str:
        from spanish21.game.pictures.table_picture import table_svg  # which looks at tables

        return table_svg(self)

    _repr_html_ = _repr_svg_


def person_of(table: Table, name: str) -> Person | None:
    """The person of that name at the table."""
    for person in table.people:
        if person.name == name:
            return person
    return None


def box_index(table: Table, number: int) -> int:
    """Where the box of that number, which has a wager, stands in `table.boxes`."""
    boxes, turn = table.boxes, table.turn_box
    if turn >= 0 and boxes[turn].number == number:
        return turn  # as nearly always in play
    for index, box in enumerate(boxes):
        if box.number == number:
            return index
    raise LookupError(f"box {number} has no wager")


def box_of(table: Table, number: int) -> Box | None:
    """The box of that number, if there is a wager on it."""
    for box in table.boxes:
        if box.number == number:
            return box
    return None


def stake_index(box: Box, person: str) -> int:
    """Where the stake of a person, who has a wager on the box, stands on it."""
    for index, stake in enumerate(box.stakes):
        if stake.person == person:
            return index
    raise LookupError(f"{person} has no wager on box {box.number}")


def stake_of(box: Box | None, person: str) -> Stake | None:
    """A person's money on a box, if there is any."""
    if box is not None:
        for stake in box.stakes:
            if stake.person == person:
                return stake
    return None


def is_in_round(table: Table, person: str) -> bool:
    """Whether a person has a wager on any box."""
    return any(stake.person == person for box in table.boxes for stake in box.stakes)


def hand_total(hand: Hand) -> int:
    """The point count of a hand."""
    return total(hand.hard, hand.aces)


def cards_left(table: Table) -> int:
    """How many cards the shoe still holds."""
    return (len(table.pool) if table.is_real_shoe else len(table.shoe)) - table.dealt


def cover_card_is_next(table: Table) -> bool:
    """Whether the cover card is before the next card of a known shoe.

    Not only when exactly the cards above it are dealt: were it ever passed over, it would never come up.
    """
    if table.cover is None or table.cover > table.dealt:
        return False
    return not table.cover_seen and not table.is_real_shoe


def cover_moved(table: Table, cards: int) -> int | None:
    """Where the cover card is when that many cards come (or go) at the top of the shoe, before it."""
    if table.cover is None or table.cover < table.dealt:
        return table.cover
    return table.cover + cards


def device_shuffles(table: Table) -> bool:
    """Whether the cards are shuffled by a device that works."""
    return table.rules.shuffling == Shuffling.DEVICE and table.trouble.shuffler == ShufflerState.WORKING


def keeps_batch(table: Table) -> bool:
    """Whether a shuffling device is in use that shuffles one batch while another is dealt."""
    return device_shuffles(table) and table.rules.second_batch != SecondBatch.NONE


def layout_is_clear(boxes: tuple[Box, ...]) -> bool:
    """Whether every wager of the round is settled."""
    for box in boxes:
        for hand in box.hands:
            if any(hand.wagers):
                return False
        for stake in box.stakes:
            if stake.insurance or not all(side.settled for side in stake.sides):
                return False
    return True


def money_on_layout(table: Table) -> int:
    """All chips on the layout."""
    return sum([money_on_box(box) for box in table.boxes])


def money_on_box(box: Box) -> int:
    """The chips on one box."""
    amount = sum([sum(hand.wagers) + sum(hand.doubles) for hand in box.hands])
    for stake in box.stakes:
        amount += stake.insurance + sum([side.amount for side in stake.sides if not side.settled])
        if not box.hands:
            amount += stake.wager
    return amount
