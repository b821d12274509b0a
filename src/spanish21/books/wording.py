"""Why a wager got what it got, in words."""

from spanish21.game.cards import SUIT_NAMES
from spanish21.game.rules import MATCH_LINES, PAY_NAMES, Rules

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
_LINE_WORDS = {
    "two_suited": "two suited matches",
    "suited_and_unsuited": "a suited and an unsuited match",
    "suited": "a suited match",
    "two_unsuited": "two unsuited matches",
    "unsuited": "an unsuited match",
    "four_suited": "four of a kind in one suit",
    "four_same_color": "four of a kind in one colour",
    "four": "four of a kind",
    "three_same_color": "three of a kind in one colour",
    "three": "three of a kind",
    "suited_pair": "a suited pair",
}
WHY_WORDS = {
    "may_surrender": "surrendered: half the wager is lost",
    "may_rescue": "rescued: the double came back, the wager is lost",
    "dealer_blackjack": "the dealer has a Blackjack",
    "bust": "over 21",
    "dealer_higher": "the dealer's total is higher",
    "tie": "a tie with the dealer: nobody wins",
    "insurance_lost": "the dealer has no Blackjack",
    "match_lost": "no match with the up card",
    "match_down_lost": "no match with the hole card",
    "monster_lost": "no winning line of Monster Match",
    "spin_lost": "no Blackjack, no spin",
    "xtreme_lost": "the dealer does not have a 6 and a ten-value card",
    "super_bonus_small": "three suited 7s against a 7",
    "super_bonus_large": "three suited 7s against a 7",
    "envy_pays": "somebody else's three suited 7s won against a 7",
    "envy_with_seven": "somebody else's three suited 7s won against a 7, and these first two cards hold a 7",
    "second_ten": "a second 10 came out of the shoe: the round is void",
    "second_face_up_card": "a second card lay face up in the shoe: the round is void",
    "hole_card_seen": "the hole card was seen: all hands are dead",
    "no_cards_dealt": "no cards were dealt to the box: the hand is dead",
    "one_card_dealt": "only one card was dealt, and the second was declined: the hand is dead",
    "card_not_dealt": "the card asked for was not dealt and was later declined: the hand is dead",
}
"""Why a wager was settled as it was, where it is no pay."""


def why_text(rules: Rules, why: str) -> str:
    """Why a wager got what it got, in words."""
    if why in _PAY_WORDS:
        over, under = rules.pays_by_kind[PAY_NAMES.index(why)]
        return f"{_PAY_WORDS[why].replace('TOP', SUIT_NAMES[rules.top_suit])} pays {over} to {under}"
    if why in ("pays_insurance", "pays_insurance_suited"):
        over, under = getattr(rules, why)
        suited = "suited Blackjack" if why.endswith("suited") else "Blackjack"
        return f"insurance against a {suited} pays {over} to {under}"
    head, _, line = why.partition(".")
    if head in ("match_pays", "match_down_pays"):
        return f"{_LINE_WORDS[line]} pays {getattr(rules, head)[MATCH_LINES.index(line)]} to 1"
    if head == "monster_pays":
        return f"{_LINE_WORDS[line]}"
    symbol = line.rpartition(".")[2].replace("+", " and ")
    if head in ("spin_wheel", "xtreme_wheel"):
        return f"the wheel shows {symbol}"
    if head == "spin_community":
        return f"somebody else's wheel shows a pair, paid as {symbol}"
    if head == "xtreme_community":
        return f"the community wheel shows {symbol}"
    return WHY_WORDS.get(why, why.replace("_", " "))
