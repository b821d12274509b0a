"""The deal: order, up and down, match wagers, insurance, the reader, the dealer's hand."""

from typing import Any

from msgspec.structs import replace

from breaking.breaks import TELLS, after, changes, forbids, instead, plays
from breaking.register import broken
from scenes import MARYLAND_BOOKS
from spanish21.game import hands
from spanish21.game.round import phases

MARYLANDS = MARYLAND_BOOKS[:2]
GOES_ON_AT_ONCE = "insurance is not offered"


def lies(face_down: bool, when: Any) -> Any:
    """Cards lie the other way up; the dealer's other cards are counted as before."""

    def apply() -> None:
        changes("CardDealt", lambda table, event: replace(event, face_down=face_down), when)()
        after("CardDealt", _counted)()

    def _counted(before: Any, event: Any, table: Any) -> Any:
        open_card = table.phase == "dealer" or len(table.dealer) == 1
        return replace(table, hole_down=False) if open_card and event.box == 0 else table

    return apply


def _is_first(table: Any, event: Any) -> bool:
    return table.phase == "deal" and event.box > 0 and table.step < len(table.boxes)


def _is_second(table: Any, event: Any) -> bool:
    return table.phase == "deal" and event.box > 0 and table.step > len(table.boxes)


def _mirrored(table: Any, event: Any) -> Any:
    numbers = [box.number for box in table.boxes]
    return replace(event, box=numbers[-1 - numbers.index(event.box)])


def _dealer_first(first_place: Any, table: Any) -> Any:
    count = len(table.boxes)
    if table.step > count:
        return first_place(table)
    return (0, 0, False) if table.step == 0 else (table.boxes[table.step - 1].number, 0, False)


def _dealer_after_second_cards(first_place: Any, table: Any) -> Any:
    count = len(table.boxes)
    if not count <= table.step <= 2 * count:
        return first_place(table)
    return (0, 0, False) if table.step == 2 * count else (table.boxes[table.step - count].number, 0, False)


# -- the first cards -------------------------------------------------------------------------------

broken(
    "the deal goes counter-clockwise",
    changes("CardDealt", _mirrored, lambda table, event: table.phase == "deal" and event.box > 0),
    "7.E",
    massachusetts="7(d)",
)
broken("first cards lie face down", lies(True, _is_first), "7.E(1)", massachusetts="7(d)(1)", uk_casino="G6")
broken(
    "the dealer's first card lies face down",
    lies(True, lambda table, event: table.phase == "deal" and event.box == 0 and not table.dealer),
    "7.E(2)",
    massachusetts="7(d)(2)",
    uk_casino="G6",
)
broken(
    "second cards lie face down", lies(True, _is_second), "7.E(3)", massachusetts="7(d)(3)", uk_casino="G6"
)
broken(
    "the dealer's card comes first",
    instead("game.round.places._first_place", _dealer_first),
    "7.E(1)",
    "7.E(2)",
    massachusetts=("7(d)(1)", "7(d)(2)"),
    uk_casino="G6",
)
broken(
    "the second cards come before the dealer's first",
    instead("game.round.places._first_place", _dealer_after_second_cards),
    "7.E(2)",
    "7.E(3)",
    massachusetts=("7(d)(2)", "7(d)(3)"),
    uk_casino="G6",
)

# -- insurance and the reader ----------------------------------------------------------------------


def _without(phase: str, then: str) -> Any:
    def around(function: Any, table: Any) -> Any:
        found = function(table)
        if found.phase != phase:
            return found
        return getattr(phases, then)(replace(found, phase=table.phase))

    return around


no_insurance = instead("game.round.phases._after_all_matches", _without("insurance", "after_insurance"))
broken(
    GOES_ON_AT_ONCE,
    no_insurance,
    "7.G",
    "7.G(1)",
    "8.D",
    massachusetts="11(b)",
    uk_casino="G23",
)
no_reader = instead("game.round.phases.after_insurance", _without("reader", "start_of_play"))
broken("the reader is not used", no_reader, "7.G", "7.G(2)", massachusetts="7(i)")
broken(
    "the reader shows the hole card to everybody",
    after("ReaderAnswered", lambda before, event, table: replace(table, hole_down=False)),
    "7.G(2)(a)",
)


def _play_goes_on(before: Any, event: Any, table: Any) -> Any:
    return phases.start_of_play(table) if event.blackjack else table


broken(
    "the round goes on after the reader has found a Blackjack",
    after("ReaderAnswered", _play_goes_on),
    "7.G(3)",
    massachusetts="7(i)",
)

# -- cards asked for -------------------------------------------------------------------------------

in_play = lies(True, lambda table, event: table.phase == "play")
broken("cards asked for lie face down", in_play, "7.I", massachusetts="7(f)")
broken(
    "a card on a double lies face down",
    lies(True, lambda table, event: table.phase == "play" and _hand(table, event).times_doubled > 0),
    "10.D",
)
for part in ("", "step PointsAnnounced"):
    broken(
        "the new total is not called",
        changes(
            "CardDealt", lambda table, event: replace(event, announced=0), lambda table, event: event.box > 0
        ),
        books=(),
        massachusetts="7(f)",
        part=part,
        does=TELLS,
    )


def _hand(table: Any, event: Any) -> Any:
    box = next(box for box in table.boxes if box.number == event.box)
    return box.hands[event.hand]


# -- the dealer's hand -----------------------------------------------------------------------------

early = instead(
    "game.round.phases.start_of_play", lambda start, table: replace(start(table), hole_down=False)
)
broken(
    "the hole card is turned before the players decide",
    early,
    "7.H(1)(b)(iii)",
    "7.L",
    "7.L(1)",
    books=MARYLANDS,
    players_edge=("7.H(1)(b)(iv)", "7.L", "7.L(1)"),
    massachusetts="7(i)",
)
broken(
    "cards that the dealer draws lie face down",
    lies(True, lambda table, event: event.box == 0 and table.phase == "dealer"),
    "7.L(2)",
    massachusetts="7(g)",
)
broken(
    "the dealer does not call the new total",
    changes(
        "CardDealt", lambda table, event: replace(event, announced=0), lambda table, event: event.box == 0
    ),
    "7.L(3)",
    does=TELLS,
)
broken(
    "the dealer does not call the final total",
    changes("DealerDone", lambda table, event: replace(event, announced=0)),
    books=(),
    massachusetts="7(g)",
    does=TELLS,
)
stands_on_16 = instead(
    "game.hands.dealer_draws",
    lambda draws, hard, aces, soft_17: draws(hard, aces, soft_17) and hands.total(hard, aces) != 16,
)
draws_on_17 = instead(
    "game.hands.dealer_draws",
    lambda draws, hard, aces, soft_17: draws(hard, aces, soft_17) or hands.total(hard, aces) == 17 == hard,
)
broken("the dealer stands on 16", stands_on_16, "7.M", massachusetts="12(b)", uk_casino="G12")
broken("the dealer draws to a hard 17", draws_on_17, "7.M", massachusetts="12(b)", uk_casino="G12")
draws_anyway = instead("game.round.phases.total_matters", lambda matters, table: True)
broken("the dealer draws when nothing depends on it", draws_anyway, "7.N", massachusetts="12(c)")

# -- other players ---------------------------------------------------------------------------------


def _a_blackjack_waits(table: Any, command: Any) -> bool:
    return any(hand.state in ("blackjack", "removed") for box in table.boxes for hand in box.hands)


broken(
    "nobody draws while a Blackjack waits",
    forbids("Draw", _a_blackjack_waits),
    "7.H(1)(b)(ii)",
    books=MARYLANDS,
    players_edge="7.H(1)(b)(iii)",
)
broken(
    "wagers are settled in the opposite order",
    instead(
        "game.chapters.payment.settling.main_settlements",
        lambda settlements, table, dealer: settlements(table, dealer)[::-1],
    ),
    "7.R",
    books=MARYLANDS,
    players_edge="7.S",
    massachusetts="5(e)",
)

# -- totals called in Massachusetts ----------------------------------------------------------------

broken(
    "a player's total is not called",
    changes("PointsAnnounced", lambda table, event: replace(event, total=0)),
    books=(),
    massachusetts="7(e)",
    part="step PointsAnnounced",
    does=TELLS,
)
broken(
    "the total of a split hand is not called",
    changes(
        "CardDealt",
        lambda table, event: replace(event, announced=0),
        lambda table, event: event.box > 0 and _hand(table, event).split,
    ),
    books=(),
    massachusetts="10(c)",
    part="step PointsAnnounced",
    does=TELLS,
)
broken(
    "the dealer's second card comes without a word",
    plays(dealers_card_announced=False),
    books=(),
    massachusetts="7(g)",
    part="step DealersCardAnnounced",
)
