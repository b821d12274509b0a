"""The match wager as a record: the player's first two cards against the up card, by rank and suit.

It says which line the cards make, not when it is paid: chapters/payment/matches.py settles it.
"""

from math import comb

from spanish21.game.settings import YES_OR_NO, Setting
from spanish21.game.side_wagers.record import SideWager

TWO_SUITED, SUITED_AND_UNSUITED, ONE_SUITED, TWO_UNSUITED, ONE_UNSUITED, NO_MATCH = range(6)

LINES = ("two_suited", "suited_and_unsuited", "suited", "two_unsuited", "unsuited")
LINE_WORDS = (
    "two suited matches",
    "a suited and an unsuited match",
    "a suited match",
    "two unsuited matches",
    "an unsuited match",
)


def match_line(first: int, second: int, dealers: int) -> int:
    """How two cards match the dealer's card: by rank, so that a jack matches a jack alone."""
    rank = dealers >> 2
    suited = (1 if first == dealers else 0) + (1 if second == dealers else 0)
    ranks = (1 if first >> 2 == rank else 0) + (1 if second >> 2 == rank else 0)
    unsuited = ranks - suited
    if suited == 2:
        return TWO_SUITED
    if suited == 1:
        return SUITED_AND_UNSUITED if unsuited == 1 else ONE_SUITED
    if unsuited == 2:
        return TWO_UNSUITED
    return ONE_UNSUITED if unsuited == 1 else NO_MATCH


def line(low: int, high: int, up: int, hole: int) -> int:
    return match_line(low, high, up)


def edge_in_hundredths(pays: list[int], decks: int) -> int:
    """The house edge of a match wager off the top of the shoe, in hundredths of a percent, rounded.

    >>> edge_in_hundredths([18, 13, 9, 8, 4], 6)
    306
    """
    suited, unsuited, others = decks - 1, 3 * decks, 44 * decks
    ways = (
        comb(suited, 2),
        suited * unsuited,
        suited * others,
        comb(unsuited, 2),
        unsuited * others,
    )
    won = sum(pay * way for pay, way in zip(pays, ways, strict=True))
    hands = comb(48 * decks - 1, 2)
    return (2 * 10_000 * (comb(others, 2) - won) + hands) // (2 * hands)


MATCH = SideWager(
    kind="match",
    title="Match the Dealer",
    short="Match",
    word="match",
    spoken="the match wager",
    key="m",
    sees=("player", "up"),
    line=line,
    lines=LINES,
    line_words=LINE_WORDS,
    lost_words="no match with the up card",
    settled_words="the wagers on a match with your up card",
    pays_by="odds",
    moment="first_cards",
    takes_coupons=True,
    parts={
        "two_suited": ("suited", "suited"),
        "suited_and_unsuited": ("suited", "unsuited"),
        "two_unsuited": ("unsuited", "unsuited"),
    },
    may_better=("suited", "unsuited"),
    goes_by_decks=True,
    house_edge=edge_in_hundredths,
    own_options={"within_wager": Setting(YES_OR_NO), "losers_first": Setting(YES_OR_NO)},
    meanings={
        "maximum": "The most on a match wager",
        "minimum": "The least on a match wager",
        "paytable": "The paytable of the match wagers; without a choice, the one that goes with the decks",
        "suited": "The odds to 1 of a suited match, where the book permits higher ones",
        "unsuited": "The odds to 1 of an unsuited match, where the book permits higher ones",
    },
)
