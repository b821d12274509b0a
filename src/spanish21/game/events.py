"""The events: past participles, each complete in itself."""

import msgspec

from spanish21.display.brief import brief
from spanish21.game.rules import Rules
from spanish21.game.states import Irregularity, SlipKind, WagerResult

LOG_VERSION = 3
"""The form in which events are written now; docs/log.md says when it rises and what that requires."""


class Event(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """An event at the table. No field has a default: the log alone is known."""

    __repr__ = brief


# -- the log itself --------------------------------------------------------------------------------


class LogContinued(Event, frozen=True):
    """The events from here on were written in the form of this version."""

    version: int


# -- the players' part in random draws; the table stays as it is --------------------------------------


class SeedPromised(Event, frozen=True):
    """A person has committed to their next seed. `promise` is its SHA-256; it replaces an earlier one."""

    person: str
    promise: str


class SeedsListed(Event, frozen=True):
    """Before a shuffle (`purpose` is "shoe"), or before wheels and the hot spot ("wheels"), the house
    publishes its commitment, and the list of promises is closed. `number` is that of the shoe, or of the
    draw; `absent` are people who made a promise and are missing."""

    purpose: str
    number: int
    commitment: str
    people: tuple[str, ...]
    promises: tuple[str, ...]
    absent: tuple[str, ...]


class SeedsOpened(Event, frozen=True):
    """The listed seeds, each with its owner's words. If anyone's seed is `missing`, what the house had
    committed to is thrown away and opened."""

    purpose: str
    number: int
    people: tuple[str, ...]
    seeds: tuple[str, ...]
    words: tuple[str, ...]
    missing: tuple[str, ...]


# -- people and chips ------------------------------------------------------------------------------


class TableSetUp(Event, frozen=True):
    """The first event of a log: the version of its form, the rules with the approvals that they lack, the
    chips in the inventory, whether the shoe is real, whether the table is for money, and its number in the
    house."""

    version: int
    rules: Rules
    inventory: int
    is_real_shoe: bool
    for_money: bool
    number: int


class InventorySlipWritten(Event, frozen=True):
    """A count, a fill or a credit of the inventory is written down; it takes effect when it is confirmed.
    `difference`: the counted chips less the recorded ones."""

    kind: SlipKind
    amount: int
    difference: int


class InventoryCounted(Event, frozen=True):
    """The opening or closing count; the record is set to the count."""

    kind: SlipKind
    amount: int
    difference: int


class FillAsked(Event, frozen=True):
    """The inventory is this much short of a payment or change: the table waits for a fill."""

    amount: int


class InventoryFilled(Event, frozen=True):
    """Chips were brought to the inventory."""

    amount: int


class InventoryCredited(Event, frozen=True):
    """Chips were taken from the inventory to the cage."""

    amount: int


class PersonJoined(Event, frozen=True):
    person: str
    chips: int
    seat: int
    barred: bool


class PersonLeft(Event, frozen=True):
    person: str
    chips: int


class ChipsBought(Event, frozen=True):
    """Cash went into the drop box, and chips for it came from the inventory."""

    person: str
    amount: int


# -- opening and cards -----------------------------------------------------------------------------


class EquipmentChecked(Event, frozen=True):
    items: tuple[str, ...]


class ReaderInspected(Event, frozen=True):
    pass


class GamingDayBegun(Event, frozen=True):
    pass


class TimeTold(Event, frozen=True):
    minutes: int


class DecksReceived(Event, frozen=True):
    cards: tuple[int, ...]
    preinspected: bool
    preshuffled: bool


class DecksInspected(Event, frozen=True):
    """`defective` is the number of the deck that has a defect, 0 if none has."""

    defective: int


class DeckReplaced(Event, frozen=True):
    """Another deck of the same cards came for the defective one."""

    deck: int


class InspectionVerified(Event, frozen=True):
    pass


class TensRemoved(Event, frozen=True):
    cards: tuple[int, ...]
    torn: bool


class TensVerified(Event, frozen=True):
    pass


class CardsSpread(Event, frozen=True):
    face_up: bool


class CardsWashed(Event, frozen=True):
    exposed: bool


class TableIdle(Event, frozen=True):
    face_up: bool


class DecksRemoved(Event, frozen=True):
    """The decks leave the table; new ones must be received."""


# -- shuffling and cutting -------------------------------------------------------------------------


class ShoeShuffled(Event, frozen=True):
    """The cards were shuffled and stacked, by hand or by a device; `mid_round`: only the discards."""

    cards: tuple[int, ...]
    method: str
    mid_round: bool


class BatchPlaced(Event, frozen=True):
    """The stack went into the device, which shuffles it into this order, apart from its other batch."""

    cards: tuple[int, ...]


class BatchShuffled(Event, frozen=True):
    """After a jam, the batch in the device was shuffled again."""

    cards: tuple[int, ...]


class BatchTaken(Event, frozen=True):
    """The batch that waited in the device came out and is the next to be dealt."""


class BatchWithdrawn(Event, frozen=True):
    """The batch in a device that is put aside leaves the table with its decks."""


class CutOffered(Event, frozen=True):
    order: tuple[str, ...]


class CutRefused(Event, frozen=True):
    person: str


class StackCut(Event, frozen=True):
    person: str
    at: int


class RecutOrdered(Event, frozen=True):
    pass


class CoverCardPlaced(Event, frozen=True):
    behind: int


class ShoeLoaded(Event, frozen=True):
    pass


class CardBurned(Event, frozen=True):
    """`card` stays unseen at the table."""

    card: int


class BurnCardDisclosed(Event, frozen=True):
    person: str
    card: int


class DealerRelieved(Event, frozen=True):
    pass


class ReshuffleOrdered(Event, frozen=True):
    pass


class CoverCardReached(Event, frozen=True):
    """The cover card came out; `box` 0: before the dealer's card or the first card of a round."""

    box: int


# -- wagers ----------------------------------------------------------------------------------------


class WagerPlaced(Event, frozen=True):
    person: str
    box: int
    kind: str
    amount: int
    coupon: int


class CashOffered(Event, frozen=True):
    person: str
    box: int
    kind: str
    amount: int


class CashConfirmed(Event, frozen=True):
    """One of the required people has confirmed; `converted` is the amount now in chips, 0 while another
    must."""

    person: str
    box: int
    by: str
    converted: int


class WagerWithdrawn(Event, frozen=True):
    person: str
    box: int
    kind: str
    amount: int


class ConsentGiven(Event, frozen=True):
    by: str
    person: str


class WageringPermitted(Event, frozen=True):
    person: str


class WagersClosed(Event, frozen=True):
    """The round begins; `callers` says for each box who calls its decisions."""

    number: int
    callers: tuple[tuple[int, str], ...]


class MeterMoved(Event, frozen=True):
    """A meter took its part of a wager, paid out, or was reset."""

    meter: str
    amount: int
    remainder: int


# -- the round -------------------------------------------------------------------------------------


class CardDealt(Event, frozen=True):
    """A card to a hand of a box, or to the dealer (`box` 0); `announced` is the total called out, or 0."""

    card: int
    box: int
    hand: int
    face_down: bool
    announced: int


class InsurancePlaced(Event, frozen=True):
    person: str
    box: int
    amount: int


class InsuranceDeclined(Event, frozen=True):
    person: str
    box: int


class InsuranceClosed(Event, frozen=True):
    pass


class ReaderAnswered(Event, frozen=True):
    blackjack: bool


class BlackjackAnnounced(Event, frozen=True):
    box: int
    paid_now: bool
    turned_sideways: bool


class PointsAnnounced(Event, frozen=True):
    box: int
    hand: int
    total: int


class HandStood(Event, frozen=True):
    box: int
    hand: int
    person: str


class CardAsked(Event, frozen=True):
    box: int
    hand: int
    person: str


class DoubleMade(Event, frozen=True):
    """`asked` are the other people on the hand, who may double too."""

    box: int
    hand: int
    person: str
    amount: int
    asked: tuple[str, ...]


class DoubleFollowed(Event, frozen=True):
    box: int
    hand: int
    person: str
    amount: int


class DoubleKept(Event, frozen=True):
    """A person stands on a doubled hand; `asked` are the others who doubled and may still rescue. The hand
    stands with the last answer."""

    box: int
    hand: int
    person: str
    asked: tuple[str, ...]


class PairSplit(Event, frozen=True):
    """`asked` are the other people on the hand, who cover both hands or name one."""

    box: int
    hand: int
    person: str
    amount: int
    asked: tuple[str, ...]


class SplitFollowed(Event, frozen=True):
    """`amount` more on the second hand; or the wager goes to the first or second alone (`goes_to`)."""

    box: int
    hand: int
    person: str
    amount: int
    goes_to: int


class HandSurrendered(Event, frozen=True):
    box: int
    hand: int
    person: str


class DoubleRescued(Event, frozen=True):
    """The last double goes back, or all of them where a rescue forfeits the first wager alone."""

    box: int
    hand: int
    person: str
    returned: int


class HoleCardTurned(Event, frozen=True):
    card: int
    announced: int


class DealersCardAnnounced(Event, frozen=True):
    pass


class DealerDone(Event, frozen=True):
    """The dealer's hand is complete, or need not be; `announced` is its total, or 0."""

    announced: int


class HotSpotDrawn(Event, frozen=True):
    """The betting position at which the prize wheel turns, if the wager is placed there."""

    box: int


class WheelSpun(Event, frozen=True):
    """A wheel turned for a wager; which wheel goes by the wager's amount."""

    box: int
    person: str
    kind: str
    wager: int
    stop: int


class CommunityWheelSpun(Event, frozen=True):
    """Where the community wheel stopped for everyone with a wager of this amount."""

    wager: int
    stop: int


class LightChecked(Event, frozen=True):
    """The light of the progressive system is on for this winner."""

    box: int
    person: str
    kind: str


class PayoutValidated(Event, frozen=True):
    box: int
    person: str
    kind: str


class WagerSettled(Event, frozen=True):
    """One wager decided: `collected` goes into the inventory, `returned` back to the person, and `paid`
    comes from the inventory (`meter` names the progressive it was charged to). `why` is the setting or
    term that decided it, for the citation of its clause."""

    box: int
    hand: int
    person: str
    kind: str
    result: WagerResult
    collected: int
    returned: int
    paid: int
    why: str
    meter: str


class BonusPaid(Event, frozen=True):
    """Money that answers no wager: a super bonus, an envy payout, a community pay."""

    box: int
    person: str
    kind: str
    paid: int
    why: str


class HandRemoved(Event, frozen=True):
    """The cards of a decided hand go into the discard rack before the round ends."""

    box: int
    hand: int


class CardsCollected(Event, frozen=True):
    """The cards of the round in the order in which they were picked up, hand by hand, the dealer's last.

    It ends every round, a void one too. `digest` is that of the table just before it (digest.py); none in a
    log of before there were digests."""

    hands: tuple[tuple[int, ...], ...]
    barred: tuple[str, ...]
    digest: int | None


# -- irregularities --------------------------------------------------------------------------------


class FaceUpFound(Event, frozen=True):
    card: int


class TenFound(Event, frozen=True):
    card: int


class TenTakenOut(Event, frozen=True):
    card: int
    torn: bool


class SettlementUndone(Event, frozen=True):
    """A settlement of a void round, reversed: a loss goes back from the inventory (`returned`), or a payment
    goes back into it (`taken`); `why` names the irregularity."""

    box: int
    hand: int
    person: str
    kind: str
    returned: int
    taken: int
    why: Irregularity


class HandsCalledDead(Event, frozen=True):
    """Every hand is dead and the cards are collected; the round itself is not void."""

    why: Irregularity


class RoundVoided(Event, frozen=True):
    """Every undecided wager has gone back; `why` names the irregularity."""

    why: Irregularity
    reshuffle: bool


class CardDrawnInError(Event, frozen=True):
    card: int
    exposed: bool


class CardRefused(Event, frozen=True):
    box: int
    hand: int
    person: str


class CardDiscarded(Event, frozen=True):
    """A card that no hand may use goes into the discard rack."""

    card: int
    why: Irregularity


class DealerSkipped(Event, frozen=True):
    pass


class BoxSkipped(Event, frozen=True):
    box: int


class RequestMissed(Event, frozen=True):
    box: int
    hand: int


class LateCardAnswered(Event, frozen=True):
    box: int
    hand: int
    takes: bool


class HandDead(Event, frozen=True):
    """A hand is called dead; its wagers go back."""

    box: int
    hand: int
    why: Irregularity


class InsertionReported(Event, frozen=True):
    shows_value: bool


class ReaderFailed(Event, frozen=True):
    halted: bool


class ReaderRepaired(Event, frozen=True):
    pass


class ShufflerJammed(Event, frozen=True):
    pass


class ShufflerFailed(Event, frozen=True):
    pass


class ShufflerPutAside(Event, frozen=True):
    removed: bool


class ShoeEmptied(Event, frozen=True):
    """The shoe cannot complete the round; the discards are shuffled, cut and used."""


BESIDE_THE_GAME: frozenset[type[Event]] = frozenset((LogContinued, SeedPromised, SeedsListed, SeedsOpened))
"""An event that changes nothing at the table and comes from no command of the game."""

EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in Event.__subclasses__()}
