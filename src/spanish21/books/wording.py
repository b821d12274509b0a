"""Why a wager was settled as it was, in words."""

from spanish21.game.cards import SUIT_NAMES
from spanish21.game.money import money_text
from spanish21.game.rules import PAY_NAMES, Rules
from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.registry import current_dict, is_side_wager, side_wager, side_wagers
from spanish21.game.words import RescueForfeits

_LAST_DOUBLE = RescueForfeits.BEFORE_LAST_DOUBLE
_PAY_WORDS = {
    "pays_win": "a winning hand",
    "pays_blackjack": "a Blackjack",
    "pays_678_mixed": "6-7-8 of mixed suits",
    "pays_678_suited": "6-7-8 of one suit",
    "pays_678_top": "6-7-8 of TOP",
    "pays_777_mixed": "7-7-7 of mixed suits",
    "pays_777_suited": "7-7-7 of one suit",
    "pays_777_top": "7-7-7 of TOP",
    "pays_five_card_21": "a 21 of five cards",
    "pays_six_card_21": "a 21 of six cards",
    "pays_seven_card_21": "a 21 of seven or more cards",
}
_WHY_WORDS = {
    "may_surrender": "a surrender costs half the wager",
    "may_rescue": "a rescue returns the double and forfeits the wager",
    "dealer_blackjack": "the dealer has a Blackjack",
    "bust": "over 21",
    "dealer_higher": "the dealer's total is higher",
    "tie": "a tie with the dealer is a push",
    "insurance_lost": "the dealer does not have a Blackjack",
    "super_bonus_small": "three suited 7s against a 7",
    "super_bonus_large": "three suited 7s against a 7",
    "envy_pays": "another player won with three suited 7s against a 7",
    "envy_with_seven": "another player won with three suited 7s against a 7, and a 7 here raises the payout",
    "second_ten": "a second 10 came out of the shoe, so the round is void",
    "second_face_up_card": "a second card was face up in the shoe, so the round is void",
    "hole_card_seen": "the hole card was seen, so all hands are dead",
    "no_cards_dealt": "no cards were dealt to the box, so the hand is dead",
    "one_card_dealt": "only one card was dealt and the second was declined, so the hand is dead",
    "card_not_dealt": "the card asked for was not dealt and was later declined, so the hand is dead",
}

_OWN_BOX = "the community wheel pays other people, not the winner's own boxes"

WHY_WORDS = current_dict(
    lambda: {
        **_WHY_WORDS,
        **{f"{record.kind}_lost": record.lost_words for record in side_wagers()},
        **{f"{record.kind}_own_boxes": _OWN_BOX for record in side_wagers() if record.has_community},
    }
)
"""Why a wager was settled as it was, apart from pays."""


def why_text(rules: Rules, why: str) -> str:
    """Why a wager was settled as it was, in words."""
    if why in _PAY_WORDS:
        over, under = rules.pays_by_kind[PAY_NAMES.index(why)]
        return f"{_PAY_WORDS[why].replace('TOP', SUIT_NAMES[rules.top_suit])} pays {over} to {under}"
    if why in ("pays_insurance", "pays_insurance_suited"):
        over, under = getattr(rules, why)
        suited = "suited Blackjack" if why.endswith("suited") else "Blackjack"
        return f"insurance against a {suited} pays {over} to {under}"
    if why == "may_rescue" and rules.most_doubles > 1 and rules.rescue_forfeits == _LAST_DOUBLE:
        return "a rescue returns the last double and forfeits the rest"
    head, _, line = why.partition(".")
    kind, _, what = head.rpartition("_")
    if line and is_side_wager(kind):
        return _SIDE_WORDS[what](rules, side_wager(kind), line)
    return WHY_WORDS.get(why, why.replace("_", " "))


def meter_text(name: str) -> str:
    """A progressive meter in words.

    >>> meter_text("spin"), meter_text("xtreme_secondary")
    ('Bonus Spin meter', 'second Xtreme 16 meter')
    """
    for record in side_wagers():
        if name in record.meters:
            return f"{'second ' if record.meters.index(name) else ''}{record.title} meter"
    return f"meter {name.replace('_', ' ')}"


def _line_words(rules: Rules, record: SideWager, line: str) -> str:
    place = record.lines.index(line)
    words = record.line_words[place]
    if record.pays_by != "odds":
        return words
    pays = "pay" if words.startswith("two ") else "pays"
    return f"{words} {pays} {rules.sides[record.kind].pays[place]} to 1"


def _wheel_words(rules: Rules, record: SideWager, line: str) -> str:
    return f"the wheel shows {_shown(rules, line)}"


def _community_words(rules: Rules, record: SideWager, line: str) -> str:
    if record.has_pairs:
        return f"another player's wheel shows a pair, paid as {_shown(rules, line)}"
    return f"the community wheel shows {_shown(rules, line)}"


def _shown(rules: Rules, line: str) -> str:
    return symbol_text(rules, line.rpartition(".")[2])


def symbol_text(rules: Rules, symbol: str) -> str:
    """A wheel's stop in words: amounts are in whole units of the currency.

    >>> from spanish21.books.submissions.submission import rules_of
    >>> symbol_text(rules_of("maryland"), "1000"), symbol_text(rules_of("maryland"), "250+100")
    ('$1,000', '$250 and $100')
    """
    parts = [
        money_text(100 * int(part), rules.currency) if part.isdecimal() else f"the {part.replace('_', ' ')}"
        for part in symbol.split("+")
    ]
    return " and ".join(parts)


_SIDE_WORDS = {"pays": _line_words, "wheel": _wheel_words, "community": _community_words}
"""The name of a side wager's line, by the part of the reason after its kind."""
