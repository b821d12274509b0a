"""The names of what the kernels count: wagers, results of a box, places of the arrays they share."""

from spanish21.game.hands import KINDS
from spanish21.game.side_wagers.registry import MOST_WAGERS, current_dict, kinds

MAIN, INSURANCE, FIRST_SIDE = range(3)
MOST_SIDES = MOST_WAGERS
SUPER_BONUS, ENVY = FIRST_SIDE + MOST_SIDES, FIRST_SIDE + MOST_SIDES + 1
MONEY_COLUMNS = ENVY + 1
"""Columns of what money is won and lost on; side wagers have theirs in the order of the registry."""

WAGERS = current_dict(
    lambda: {
        "main": MAIN,
        "insurance": INSURANCE,
        **{kind: FIRST_SIDE + place for place, kind in enumerate(kinds())},
        "super_bonus": SUPER_BONUS,
        "envy": ENVY,
    }
)
"""What money is won and lost on, and its column in the kernels."""

LOST, TIED, WON, BUSTED, SURRENDERED, RESCUED, DEALER_BLACKJACK, SPLIT = range(8)
RESULTS = (
    "lost",
    "tied",
    "won",
    "busted",
    "surrendered",
    "rescued",
    "dealer_blackjack",
    "split",
    "blackjack",
    "678_mixed",
    "678_suited",
    "678_top",
    "777_mixed",
    "777_suited",
    "777_top",
    "five_card_21",
    "six_card_21",
    "seven_card_21",
)
"""How a box can end; the ways to win at better odds follow in the order of the kinds of 21."""
BEFORE_KINDS = SPLIT
assert len(RESULTS) == BEFORE_KINDS + KINDS
DOUBLES = 4
"""Times a hand may have been doubled, none included: results are counted separately by them."""
OUTCOMES = len(RESULTS) * DOUBLES

DEALER_FINALS = (17, 18, 19, 20, 21, 22)
"""The totals that a dealer's hand ends with; 22 is every bust."""
BLACKJACK_END = len(DEALER_FINALS)
DEALER_ENDS = BLACKJACK_END + 1
"""How a dealer's hand can end: one of `DEALER_FINALS`, or with a Blackjack."""

MOST_STOPS = 512
"""Stops of all wheels together that the kernels have room for."""
MOST_WHEELS = 2 * MOST_SIDES
"""A prize wheel and a community wheel for each side wager."""
MOST_CODES = 64
"""Codes of `tabulated.codes_of` that the kernels have room for."""
EVERY_WINNER, A_POSITION, A_BETTOR = 1, 2, 3
"""Who turns the prize wheel of a side wager that has one: each winner, or a drawn position or bettor."""

MOST_METERS = 12
"""Meters of all side wagers together that the kernels have room for."""

MOST_BOXES = 7
MOST_HANDS = 128
"""More hands than one box can split to: a shoe of 416 cards has 104 cards that count 10."""

MOST_BUCKETS = 256
"""More true counts than a count tells apart, since one is from -100 to 100."""

BINS = 1024
"""Places of the distribution of results; the outermost gather everything beyond."""
SHOES_OF_CLUSTER = 128
"""Shoes whose sum is one observation of the standard error, since rounds of one shoe are correlated."""
CLUSTERS_OF_TASK = 64
FRESH_SHOES_OF_CLUSTER = 4096
"""The same where every round has a fresh shoe."""
