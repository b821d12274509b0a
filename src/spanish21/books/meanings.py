"""The meaning of an operator's choices, in a few words."""

from spanish21.game.settings import Setting
from spanish21.game.side_wagers.registry import current_dict, side_wagers

_OWN = {
    "adjacent_boxes": "Boxes that one person may play, side by side",
    "boxes": "Boxes on the layout",
    "boxes_apart": "Whether one person's boxes may be apart",
    "burn_disclosed": "Whether the burned card is shown to anyone who asks",
    "burns_first_card": "Whether the first card of a shoe is burned",
    "card_reader": "Whether a reader tells the dealer of a Blackjack before anyone plays",
    "cash_wagers": "Whether cash may be wagered",
    "coupons": "Whether coupons may be wagered",
    "cover_from_back": "How far from the back of the stack the cover card goes, as a part of it",
    "cut_cards": "Cut cards in the stack",
    "cut_after_device": "Whether cards from a shuffling device are cut",
    "cut_from_ends": "Cards that a cut must leave at either end",
    "decks": "Decks in the shoe, without their tens",
    "device_loads_shoe": "Whether the shuffling device also loads the shoe",
    "hand_maximum": "The most on one hand, with all of its doubles",
    "hole_card": "Whether the dealer takes a second card before the players are done",
    "idle_spread": "How cards are spread out on a table without players",
    "may_split_aces_again": "Whether aces may be split again",
    "mid_shoe_entry": "Whether a player may begin to wager in the middle of a shoe",
    "most_doubles": "How often a hand may be doubled",
    "most_hands": "Hands that a box may be split into",
    "most_shared_boxes": "Boxes of a table that may be shared",
    "most_shared_tables": "Tables with shared boxes",
    "payout_limit": "The payout limit of a hand",
    "payouts_posted": "Where players read the payouts and the payout limit",
    "people_on_box": "People who may wager on one box",
    "rack_height": "How the height of the discard rack shows that all cards are there",
    "recut_by": "Who cuts again after a bad cut",
    "second_batch": "Whether a shuffling device keeps a second batch of cards, and how safely",
    "settlement_order": "The order in which wagers are settled",
    "shoe_side": "On which side of the dealer the shoe stands",
    "shuffled_by": "Who shuffles the cards",
    "shuffling": "How the cards are shuffled",
    "smallest_chip": "The smallest chip; wagers are multiples of it",
    "table_maximum": "The most on a box",
    "table_minimum": "The least on a box",
}

_MEANINGS = current_dict(
    lambda: {
        **_OWN,
        **{
            f"{record.kind}_{part}": meaning
            for record in side_wagers()
            for part, meaning in record.meanings.items()
        },
    }
)


def meaning_of(name: str, setting: Setting | None) -> str:
    """The meaning of a choice; without words, its name.

    >>> meaning_of("boxes", None), meaning_of("may_rescue", None)
    ('Boxes on the layout', 'May rescue')
    >>> meaning_of("payout_limit", Setting(3, zero="no limit"))
    'The payout limit of a hand (0: no limit)'
    """
    zero = f" (0: {setting.zero})" if setting is not None and setting.zero else ""
    return _MEANINGS.get(name, name.replace("_", " ").capitalize()) + zero
