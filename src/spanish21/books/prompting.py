"""`prompt(table)`: the due step, in words for the person who takes it, with the clauses that require it.

For a dealer at a table and for a dealers' school: what the engine leaves to hands and eyes (which hand
draws a card, which cards are torn, how cards are spread) is written here and nowhere else.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec

from spanish21.books.citing import citations
from spanish21.books.rulebook import load_book
from spanish21.game import commands as cmd
from spanish21.game.due import due
from spanish21.game.money import amount_text
from spanish21.game.pictures.count_text import count_text
from spanish21.game.round.places import place_due
from spanish21.game.round.stack import cover_bounds, cut_bounds, cut_order
from spanish21.game.round.wheels import kind_with_hot_spot
from spanish21.game.rules import Rules, sides_offered
from spanish21.game.side_wagers.registry import is_settled_first, side_wager
from spanish21.game.states import Phase, ShufflerState
from spanish21.game.table import Table, keeps_batch
from spanish21.game.words import DealingHands, OneHandCards, ShoeSide, ShufflerFailure, Shuffling

PromptText = tuple[str, tuple[str, ...]]
"""Words, and the names under which the book lists their clauses."""


class Prompt(msgspec.Struct, frozen=True):
    """The next step of the house: the command, who carries it out, how, and why."""

    command: cmd.Command
    to: str
    says: str
    clauses: tuple[str, ...]


_NO_NAMES: Mapping[str, str] = MappingProxyType({})


def prompt(table: Table, names_shown: Mapping[str, str] = _NO_NAMES) -> Prompt | None:
    """The house's next step, or None while the table waits for its people; `names_shown` replace people's
    names at the table in its words."""
    command = due(table)
    if command is None:
        return None
    says, names = _told(table, command, names_shown)
    book = load_book(table.rules.book)
    clauses = dict.fromkeys(clause for name in names for clause in citations(book, table.rules, name))
    return Prompt(command, command.by, says, tuple(clauses))


def _told(table: Table, command: cmd.Command, names: Mapping[str, str]) -> PromptText:
    kind = type(command)
    if kind is cmd.OfferCut:
        return _offer_cut(table, names)
    if isinstance(command, _OF_PERSON):
        command = msgspec.structs.replace(command, person=names.get(command.person, command.person))
    if kind in _BY_TABLE:
        return _BY_TABLE[kind](table, command)
    return _PLAIN.get(kind, ("Do what the next step requires.", ()))


# -- a card from the shoe --------------------------------------------------------------------------


def _deal(table: Table, command: cmd.Command) -> PromptText:
    place = place_due(table)
    if place is None:
        return "Draw no more cards.", ("DealerDone",)
    box, hand, face_down = place
    whom = f"box {box}" + (f", hand {hand + 1}" if hand else "") if box else "yourself"
    says, names = _by_hand(table.rules, box, table.phase == Phase.PLAY, face_down)
    way = "face down" if face_down else "face up"
    return f"Deal a card {way} to {whom}{says}.", (*names, "CardDealt")


def _by_hand(rules: Rules, box: int, is_further: bool, face_down: bool) -> PromptText:
    """Which hand draws a card and which one places it, if the book says so."""
    if rules.dealing_hands == DealingHands.EITHER:
        return "", ()
    left, right = ("left", "right") if is_shoe_at_left(rules) else ("right", "left")
    turn = "" if face_down or rules.dealing_hands != DealingHands.LEFT_DRAWS else ", turn it up"
    says = f": draw it with your {left} hand{turn} and place it with your {right}"
    if box and may_deal_with_one_hand(rules, box, is_further):
        return f"{says}; your {left} hand may place it too", ("dealing_hands", "one_hand_cards")
    return says, ("dealing_hands",)


def is_shoe_at_left(rules: Rules) -> bool:
    """Whether the shoe is at the dealer's left, so that the left hand is nearer to it."""
    return rules.shoe_side == ShoeSide.LEFT


def may_deal_with_one_hand(rules: Rules, box: int, is_further: bool) -> bool:
    """Whether the hand that draws may also place a card for this box, one of the two next to the shoe."""
    near = (1, 2) if is_shoe_at_left(rules) else (rules.boxes, rules.boxes - 1)
    if box not in near:
        return False
    return rules.one_hand_cards == OneHandCards.ALL or (
        rules.one_hand_cards == OneHandCards.FURTHER and is_further
    )


# -- steps that depend on the table ----------------------------------------------------------------


def _check_equipment(table: Table, command: cmd.Command) -> PromptText:
    items = ", ".join(item.replace("_", " ") for item in table.rules.equipment)
    return f"Check the equipment: {items}.", ("EquipmentChecked",)


def _receive_decks(table: Table, command: cmd.Command) -> PromptText:
    return f"Bring {count_text(table.rules.decks, 'deck')} to the table.", ("DecksReceived",)


def _replace_deck(table: Table, command: cmd.Command) -> PromptText:
    return f"Replace deck {table.opening.defective}, which has a defect.", ("DeckReplaced",)


def _remove_tens(table: Table, command: cmd.Command) -> PromptText:
    if not table.rules.tens_torn:
        return "Take every 10 out of the decks.", ("TensRemoved",)
    torn = "Take every 10 out of the decks, tear it in half and put it into the decks' container."
    return torn, ("TensRemoved", "tens_torn")


def _remove_ten(table: Table, command: cmd.Command) -> PromptText:
    if not table.rules.tens_torn:
        return "Take the 10 out of the game.", ("TenTakenOut",)
    return "Tear the 10 in half and put it into the decks' container.", ("TenTakenOut",)


def _wash_cards(table: Table, command: cmd.Command) -> PromptText:
    if table.opening.after_idle and keeps_batch(table):
        return "Turn the cards face down and stack them.", ("CardsWashed",)
    return "Turn the cards face down, wash them and stack them.", ("CardsWashed",)


def _shuffle(table: Table, command: cmd.Command) -> PromptText:
    if table.phase == Phase.BATCH:
        return "Have the batch that jammed in the device shuffled again.", ("BatchShuffled",)
    if keeps_batch(table) and not table.trouble.resume:
        return "Put the stack into the shuffling device.", ("BatchPlaced",)
    if table.rules.shuffling != Shuffling.HAND and table.trouble.shuffler == ShufflerState.WORKING:
        return "Have the device shuffle the cards into one stack.", ("ShoeShuffled",)
    return "Shuffle the cards by hand, and stack them.", ("ShoeShuffled",)


def _offer_cut(table: Table, names: Mapping[str, str]) -> PromptText:
    order = cut_order(table)
    whom = f"to {names.get(order[0], order[0])} " if order else ""
    return f"Offer the stack {whom}to be cut, backs away from you.", ("CutOffered",)


def _cut(table: Table, command: cmd.Command) -> PromptText:
    least = cut_bounds(table)[0]
    return f"Cut the stack yourself, at least {count_text(least, 'card')} from either end.", ("StackCut",)


def _place_cover_card(table: Table, command: cmd.Command) -> PromptText:
    least = cover_bounds(table)[0]
    return f"Put the cover card in, with at least {count_text(least, 'card')} behind it.", (
        "CoverCardPlaced",
    )


def _confirm_cash(table: Table, command: cmd.Command) -> PromptText:
    assert isinstance(command, cmd.ConfirmCash)
    return f"Confirm the cash wager of {command.person}, and change it into chips.", ("CashConfirmed",)


def _spin(table: Table, command: cmd.Command) -> PromptText:
    assert isinstance(command, cmd.Spin)
    return f"Have the wheel spun for {command.person}, box {command.box}.", ("WheelSpun",)


def _spin_community(table: Table, command: cmd.Command) -> PromptText:
    assert isinstance(command, cmd.SpinCommunity)
    amount = amount_text(command.wager)
    says = f"Spin the community wheel of {_title_with_hot_spot(table)} for the wagers of {amount}."
    return says, ("CommunityWheelSpun",)


def _draw_hot_spot(table: Table, command: cmd.Command) -> PromptText:
    return f"Draw a betting position as the hot spot of {_title_with_hot_spot(table)}.", ("HotSpotDrawn",)


def _title_with_hot_spot(table: Table) -> str:
    return side_wager(kind_with_hot_spot(table.rules)).title


def _settle_first(table: Table, command: cmd.Command) -> PromptText:
    kinds = [kind for kind in sides_offered(table.rules) if is_settled_first(kind)]
    said = " and ".join(side_wager(kind).settled_words or side_wager(kind).title for kind in kinds)
    return f"Settle {said}.", tuple(f"{kind}_offered" for kind in kinds)


def _check_light(table: Table, command: cmd.Command) -> PromptText:
    assert isinstance(command, cmd.CheckLight)
    where = f"{command.person}, box {command.box}"
    says = f"Check that the hand of {where} wins and that its light on the progressive system is on."
    return says, ("LightChecked",)


def _validate_payout(table: Table, command: cmd.Command) -> PromptText:
    assert isinstance(command, cmd.ValidatePayout)
    where = f"{command.person}, box {command.box}"
    return f"Validate the progressive payout of {where}.", ("PayoutValidated",)


def _put_shuffler_aside(table: Table, command: cmd.Command) -> PromptText:
    names = ("ShufflerPutAside", "shuffler_failure")
    if table.rules.shuffler_failure == ShufflerFailure.COVERED:
        return "Cover the shuffling device, or put an out-of-order sign on it.", names
    return "Remove the shuffling device from the table.", names


_OF_PERSON = cmd.ConfirmCash | cmd.Spin | cmd.CheckLight | cmd.ValidatePayout
"""Steps whose words name a person."""
_BY_TABLE: dict[type[cmd.Command], Callable[[Table, cmd.Command], PromptText]] = {
    cmd.Deal: _deal,
    cmd.CheckEquipment: _check_equipment,
    cmd.ReceiveDecks: _receive_decks,
    cmd.ReplaceDeck: _replace_deck,
    cmd.RemoveTens: _remove_tens,
    cmd.RemoveTen: _remove_ten,
    cmd.WashCards: _wash_cards,
    cmd.Shuffle: _shuffle,
    cmd.Cut: _cut,
    cmd.PlaceCoverCard: _place_cover_card,
    cmd.ConfirmCash: _confirm_cash,
    cmd.SettleMatch: _settle_first,
    cmd.DrawHotSpot: _draw_hot_spot,
    cmd.Spin: _spin,
    cmd.SpinCommunity: _spin_community,
    cmd.CheckLight: _check_light,
    cmd.ValidatePayout: _validate_payout,
    cmd.PutShufflerAside: _put_shuffler_aside,
}

_PLAIN: dict[type[cmd.Command], PromptText] = {
    cmd.InspectReader: (
        "Inspect the card reader device: untouched, and in working order.",
        ("ReaderInspected",),
    ),
    cmd.CountInventory: ("Count the chips in the inventory and write the count down.", ("InventoryCounted",)),
    cmd.Fill: ("Bring chips to the inventory, with a fill slip.", ("InventoryFilled",)),
    cmd.ConfirmSlip: ("Check the chips against the slip and confirm it.", ("InventorySlipWritten",)),
    cmd.InspectDecks: ("Inspect the cards for defects.", ("DecksInspected",)),
    cmd.VerifyInspection: ("Verify the dealer's inspection of the cards.", ("InspectionVerified",)),
    cmd.VerifyTens: ("Verify that no 10 is left in the decks.", ("TensVerified",)),
    cmd.SpreadCards: (
        "Spread the cards face up, deck by deck, suit by suit and in sequence, for the first player to see.",
        ("CardsSpread",),
    ),
    cmd.ChangeDecks: ("Take the decks out of play; they have been open too long.", ("DecksRemoved",)),
    cmd.TakeBatch: ("Take the waiting batch out of the shuffling device.", ("BatchTaken",)),
    cmd.LoadShoe: ("Put the stack into the shoe.", ("ShoeLoaded",)),
    cmd.BurnCard: ("Draw a card, unseen, and put it into the discard rack.", ("CardBurned",)),
    cmd.CloseInsurance: ("Close insurance.", ("InsuranceClosed",)),
    cmd.InsertHoleCard: (
        "Slide the hole card face down into the card reader device; no one may see it, not even you.",
        ("ReaderAnswered",),
    ),
    cmd.Announce: (
        "Announce the player's Blackjack or total.",
        ("BlackjackAnnounced", "PointsAnnounced"),
    ),
    cmd.TurnHoleCard: ("Turn your hole card up.", ("HoleCardTurned",)),
    cmd.AnnounceDealersCard: (
        "Announce aloud that the next card is the dealer's.",
        ("DealersCardAnnounced",),
    ),
    cmd.Settle: ("Collect the losing wagers and pay the winning ones.", ("WagerSettled",)),
    cmd.CollectCards: (
        "Pick the cards up from your right to your left, each hand together and your own last, and put them "
        "into the discard rack.",
        ("CardsCollected",),
    ),
    cmd.RepairReader: ("Have the card reader device repaired or replaced.", ("ReaderRepaired",)),
}
