"""The steps of the procedure in a few words, and what is seen on the table before each of them."""

from collections.abc import Callable

from spanish21.game.side_wagers.record import SideWager

FIRST_CARDS, PLAYERS_CARD, DEALERS_CARD, NO_CARD = "DealFirst", "DealPlayer", "DealDealer", "DealNone"
CLOSE = "CloseWagers"

NAMES: dict[str, str] = {
    "CheckEquipment": "The floorperson goes through the equipment checklist.",
    "InspectReader": "The floorperson inspects the card reader device.",
    "CountInventory": "Count the chips in the inventory.",
    "ConfirmSlip": "The slip for the chips is checked and confirmed.",
    "Fill": "The floorperson brings a fill.",
    "ReceiveDecks": "The floorperson brings the decks.",
    "InspectDecks": "Inspect the cards for defects.",
    "ReplaceDeck": "The floorperson replaces the defective deck.",
    "VerifyInspection": "The floorperson verifies your inspection.",
    "RemoveTens": "Take the 10s out of the decks.",
    "VerifyTens": "The floorperson verifies that the 10s are out.",
    "SpreadCards": "Spread the cards for the first player to see.",
    "WashCards": "Turn the cards face down, wash and stack them.",
    "Shuffle": "Shuffle the cards.",
    "TakeBatch": "Take the waiting batch out of the device.",
    "OfferCut": "Offer the cut to a player.",
    "Cut": "Cut the stack yourself.",
    "PlaceCoverCard": "Put the cover card in.",
    "LoadShoe": "Put the stack into the shoe.",
    "BurnCard": "Burn a card.",
    "ChangeDecks": "The floorperson takes the decks out of play.",
    CLOSE: "Close the wagers and begin the round.",
    "ConfirmCash": "Have the cash wager confirmed and changed into chips.",
    FIRST_CARDS: "Deal the first cards.",
    "SettleMatch": "Settle the wagers on a match with the up card.",
    "CloseInsurance": "Close insurance.",
    "InsertHoleCard": "Slide the hole card into the card reader.",
    "Announce": "Announce the player's Blackjack or total.",
    PLAYERS_CARD: "Deal a card to the player's hand.",
    "TurnHoleCard": "Turn over the hole card.",
    "AnnounceDealersCard": "Announce that the next card is the dealer's.",
    DEALERS_CARD: "Draw a card to your own hand.",
    NO_CARD: "Draw no more cards to your own hand.",
    "DrawHotSpot": "Draw the hot spot of WAGER.",
    "Spin": "Have the wheel spun for the winner.",
    "SpinCommunity": "Spin the community wheel.",
    "CheckLight": "Check the winner's light on the progressive system.",
    "ValidatePayout": "The floorperson validates the progressive payout.",
    "Settle": "Settle the wagers: collect and pay.",
    "CollectCards": "Pick up the cards.",
    "RemoveTen": "The floorperson takes the 10 out of the game.",
    "RepairReader": "Have the card reader repaired or replaced.",
    "PutShufflerAside": "The shuffling device is put aside.",
}
"""A step in a few words, in the order of the procedure: neighbours are the likeliest mistakes.

WAGER is the side wager with the hot spot, LINE the winning line."""

ORDER = tuple(NAMES)
WITHOUT_OFFER: dict[str, Callable[[SideWager], bool]] = {
    "SettleMatch": lambda record: record.moment == "first_cards",
    "DrawHotSpot": lambda record: record.has_community,
    "Spin": lambda record: bool(record.wheel),
    "SpinCommunity": lambda record: record.has_community,
    "CheckLight": lambda record: bool(record.shared_lines),
    "ValidatePayout": lambda record: record.is_progressive,
}
"""Steps that only some side wagers have, and which."""
SELDOM = frozenset(
    ("ReplaceDeck", "TakeBatch", "ConfirmCash", "Fill", "ChangeDecks", "PutShufflerAside", "RemoveTen")
    + ("RepairReader",)
)
OPENING = ORDER[: ORDER.index("WashCards") + 1]
CARDS = ORDER[ORDER.index("Shuffle") : ORDER.index("ChangeDecks")]
SIDES = ("SettleMatch", "DrawHotSpot", "Spin", "SpinCommunity", "CheckLight", "ValidatePayout")
SITUATIONS = {
    "Shuffle": "The cards are stacked.",
    "OfferCut": "The cards are shuffled and stacked.",
    "Cut": "Every player has declined the cut.",
    "PlaceCoverCard": "The stack is cut.",
    "LoadShoe": "The cover card is in.",
    "BurnCard": "The shoe is ready.",
    CLOSE: "The wagers are on the layout.",
    FIRST_CARDS: "The wagers are closed.",
    "SettleMatch": "The first cards are out.",
    "CloseInsurance": "Every player has answered about insurance.",
    PLAYERS_CARD: "A player's hand waits for a card.",
    "TurnHoleCard": "The players are done.",
    "AnnounceDealersCard": "The players are done.",
    "Settle": "The hands are complete.",
    "CollectCards": "Every wager is settled.",
    "SpinCommunity": "The other players with WAGER win, too.",
    "DrawHotSpot": "Your first two cards are LINE.",
    "RepairReader": "The card reader is broken.",
    "RemoveTen": "You have drawn a 10.",
    "CheckEquipment": "The table is about to open.",
    "InspectReader": "The equipment is complete.",
    "CountInventory": "The table is not yet open.",
    "ConfirmSlip": "A count of the inventory is written up.",
    "ReceiveDecks": "The table is ready for its cards.",
    "InspectDecks": "The decks have arrived.",
    "VerifyInspection": "You have inspected the cards.",
    "RemoveTens": "The inspection is verified.",
    "VerifyTens": "The 10s are out of the decks.",
    "SpreadCards": "The decks are complete and clean.",
    "WashCards": "The first player has seen the cards.",
}
