"""The commands, and who sends them: `by` is a person's name, "dealer" or "floorperson"."""

import msgspec

from spanish21.display.brief import brief


class Command(msgspec.Struct, frozen=True, gc=False, tag=True, kw_only=True, forbid_unknown_fields=True):
    """A person's request."""

    by: str

    __repr__ = brief


# -- people and chips ------------------------------------------------------------------------------


class Join(Command, frozen=True):
    """Come to the table with chips; `seat` 0 stands behind it."""

    chips: int
    seat: int = 0


class Leave(Command, frozen=True):
    """Leave with all chips."""


class BuyChips(Command, frozen=True):
    """Buy chips for cash."""

    amount: int


# -- opening and cards -----------------------------------------------------------------------------


class CheckEquipment(Command, frozen=True):
    """The floorperson goes through the opening checklist."""

    items: tuple[str, ...]


class InspectReader(Command, frozen=True):
    """The floorperson inspects the card reader device at the beginning of the gaming day."""


class BeginGamingDay(Command, frozen=True):
    """A new gaming day begins."""


class TellTime(Command, frozen=True):
    """Minutes have passed."""

    minutes: int


class ReceiveDecks(Command, frozen=True):
    """Decks arrive at the table, with or without their 10s."""

    cards: tuple[int, ...]
    preinspected: bool = False
    preshuffled: bool = False


class InspectDecks(Command, frozen=True):
    """The dealer inspects the cards; `defective` is the number of a deck that has a defect, 0 if none has."""

    defective: int = 0


class ReplaceDeck(Command, frozen=True):
    """The floorperson brings another deck for the defective one."""

    deck: int


class VerifyInspection(Command, frozen=True):
    """The floorperson verifies the dealer's inspection."""


class RemoveTens(Command, frozen=True):
    """The dealer takes the 10s out; `missed` are those left in by mistake."""

    missed: tuple[int, ...] = ()


class VerifyTens(Command, frozen=True):
    """The floorperson verifies that the 10s are out."""


class SpreadCards(Command, frozen=True):
    """The dealer spreads the cards for the first player to see."""


class RequestFaceUp(Command, frozen=True):
    """A player asks to see the spread face up."""


class WashCards(Command, frozen=True):
    """The dealer turns the cards down, washes and stacks them; `exposed`: one was turned over."""

    exposed: bool = False


class ReportIdle(Command, frozen=True):
    """The table is idle: the cards are taken from shoe and rack and spread."""


class ChangeDecks(Command, frozen=True):
    """The floorperson takes the decks out of play."""


# -- shuffling and cutting -------------------------------------------------------------------------


class Shuffle(Command, frozen=True):
    """The dealer or the device shuffles; chance enters as the order of the cards (none for a real shoe)."""

    cards: tuple[int, ...] = ()


class TakeBatch(Command, frozen=True):
    """The dealer takes the waiting batch out of the shuffling device."""


class OfferCut(Command, frozen=True):
    """The dealer offers the stack to be cut."""


class Cut(Command, frozen=True):
    """The cutting card goes in with `at` cards above it."""

    at: int


class RefuseCut(Command, frozen=True):
    """The person offered the cut declines."""


class OrderRecut(Command, frozen=True):
    """The floorperson has the cards cut again."""


class PlaceCoverCard(Command, frozen=True):
    """The dealer puts the cover card in, with `behind` cards behind it."""

    behind: int


class LoadShoe(Command, frozen=True):
    """The dealer puts the stack into the dealing shoe."""


class BurnCard(Command, frozen=True):
    """The dealer puts the first card into the discard rack, unseen."""


class AskBurnCard(Command, frozen=True):
    """A player asks to see the burn card."""


class RelieveDealer(Command, frozen=True):
    """A new dealer comes to the table."""


class OrderReshuffle(Command, frozen=True):
    """The floorperson has the cards shuffled after this round."""


# -- the inventory ---------------------------------------------------------------------------------


class CountInventory(Command, frozen=True):
    """The dealer counts the chips in the inventory: the opening count, or the closing count."""

    amount: int


class Fill(Command, frozen=True):
    """The floorperson brings chips to the inventory."""

    amount: int


class Credit(Command, frozen=True):
    """The floorperson takes chips from the inventory to the cage."""

    amount: int


class ConfirmSlip(Command, frozen=True):
    """The other of the two confirms a count, a fill or a credit: floorperson a count, dealer the rest."""


# -- wagers ----------------------------------------------------------------------------------------


class PlaceWager(Command, frozen=True):
    """Chips, cash or a coupon on a box; `kind` main or the name of a side wager."""

    box: int
    amount: int
    kind: str = "main"
    instrument: str = "chips"


class ConfirmCash(Command, frozen=True):
    """Dealer (and floorperson where the book says so) confirm a cash wager; it becomes chips."""

    person: str
    box: int


class WithdrawWager(Command, frozen=True):
    """Take a wager back, or try to."""

    box: int
    kind: str = "main"


class Consent(Command, frozen=True):
    """Let another person wager on the sender's box."""

    person: str


class PermitWagering(Command, frozen=True):
    """The floorperson lets a person who sat out wager again."""

    person: str


class CloseWagers(Command, frozen=True):
    """The dealer begins the round: no more wagers."""


class HandleCards(Command, frozen=True):
    """A player reaches for the cards."""


# -- the round -------------------------------------------------------------------------------------


class Deal(Command, frozen=True):
    """The dealer deals the due cards: all of them, `count` cards, or the cards read from a real shoe."""

    cards: tuple[int, ...] = ()
    count: int = 0


class SettleMatch(Command, frozen=True):
    """The dealer settles the wagers on a match with the up card."""


class Insure(Command, frozen=True):
    """Place an insurance wager."""

    box: int
    amount: int


class DeclineInsurance(Command, frozen=True):
    """Say no to insurance."""

    box: int


class CloseInsurance(Command, frozen=True):
    """The dealer ends the offer of insurance."""


class InsertHoleCard(Command, frozen=True):
    """The dealer puts the hole card into the reader; with a real shoe `answer` is its answer."""

    answer: bool | None = None


class Announce(Command, frozen=True):
    """The dealer announces the player's Blackjack or point total, and pays where the book says so."""


class Stand(Command, frozen=True):
    """Take no more cards; after a double, let it stand."""


class Draw(Command, frozen=True):
    """Ask for a card."""


class Double(Command, frozen=True):
    """Double down, or double again where that is offered."""

    amount: int


class Split(Command, frozen=True):
    """Split a pair into two hands."""


class Surrender(Command, frozen=True):
    """Give up half the wager."""


class Rescue(Command, frozen=True):
    """Take the double back and forfeit the wager."""


class FollowDouble(Command, frozen=True):
    """Another person on the box doubles too, or not (amount 0)."""

    amount: int


class FollowSplit(Command, frozen=True):
    """Another person on the box covers both hands, or names the one that the wager goes to."""

    covers: bool
    hand: int = 0


class TurnHoleCard(Command, frozen=True):
    """The dealer turns the hole card; with a real shoe `card` is that card."""

    card: int = 0


class AnnounceDealersCard(Command, frozen=True):
    """The dealer says that the next card is the dealer's own."""


class DrawHotSpot(Command, frozen=True):
    """A betting position is drawn for the prize wheel; chance enters as its number."""

    box: int


class Spin(Command, frozen=True):
    """The wheel turns for a winning wager; chance enters as its stop."""

    box: int
    person: str
    kind: str
    stop: int


class SpinCommunity(Command, frozen=True):
    """The community wheel turns for all wagers of an amount; chance enters as its stop."""

    wager: int
    stop: int


class CheckLight(Command, frozen=True):
    """The dealer sees that the light of the progressive system is on for a winning wager."""

    box: int
    person: str
    kind: str


class ValidatePayout(Command, frozen=True):
    """The floorperson validates a progressive payout."""

    box: int
    person: str
    kind: str


class Settle(Command, frozen=True):
    """The dealer settles every wager that can be settled now, in the book's order."""


class CollectCards(Command, frozen=True):
    """The dealer picks the cards up into the discard rack."""


# -- irregularities --------------------------------------------------------------------------------


class FindFaceUp(Command, frozen=True):
    """The next card is face up in the shoe."""

    card: int = 0


class RemoveTen(Command, frozen=True):
    """The floorperson takes a 10 that was found out of the game."""


class DrawInError(Command, frozen=True):
    """The dealer draws a card that no player asked for."""

    exposed: bool
    card: int = 0


class RefuseCard(Command, frozen=True):
    """A player refuses the exposed card."""


class OverdrawDealer(Command, frozen=True):
    """The dealer draws to a hand that must stand."""

    card: int = 0


class SkipDealer(Command, frozen=True):
    """The dealer misses the card that was due to the dealer."""


class SkipBox(Command, frozen=True):
    """The dealer misses the box whose first or second card was due."""


class MissRequest(Command, frozen=True):
    """The dealer fails to deal a card that a player asked for."""


class AnswerLateCard(Command, frozen=True):
    """The player passed over takes the card later, or has the hand called dead."""

    takes: bool


class ReportInsertion(Command, frozen=True):
    """The hole card went into the reader under another up card; `shows_value`: players could see it."""

    shows_value: bool


class ReportReaderFailure(Command, frozen=True):
    """The card reader device malfunctions."""


class RepairReader(Command, frozen=True):
    """The card reader device is repaired or replaced."""


class ReportShufflerJam(Command, frozen=True):
    """The shuffling device jams, stops or does not finish."""


class ReportShufflerFailure(Command, frozen=True):
    """The shuffling device or automated shoe cannot be used."""


class PutShufflerAside(Command, frozen=True):
    """The broken device is covered, signed or removed."""


class ReportCoverCard(Command, frozen=True):
    """With a real shoe: the cover card has appeared."""


class ReportShoeEmpty(Command, frozen=True):
    """With a real shoe: no cards are left to complete the round."""


COMMANDS: dict[str, type[Command]] = {kind.__name__: kind for kind in Command.__subclasses__()}
