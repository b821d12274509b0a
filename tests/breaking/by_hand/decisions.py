"""Decisions: wagers placed, draws, doubles, splits, several people on a box."""

from typing import Any

from msgspec.structs import replace

from breaking.breaks import after, changes, drops, forbids, instead
from breaking.register import broken
from scenes import MARYLAND_BOOKS
from spanish21.game.round import phases

MARYLANDS = MARYLAND_BOOKS[:2]

# -- wagers ----------------------------------------------------------------------------------------

broken(
    "only half of what is wagered lies on the layout",
    changes("WagerPlaced", lambda table, event: replace(event, amount=event.amount // 2)),
    "6.A",
    massachusetts=("5(a)", "5(c)"),
    uk_casino="G2",
)
broken(
    "a double after the first card is refused as too late",
    forbids("Double", reason="wagers_are_closed"),
    "6.D",
    massachusetts="5(d)",
)
broken(
    "a main wager on the last box brings nobody into the round",
    after("WagersClosed", lambda before, event, table: replace(table, boxes=table.boxes[:-1])),
    "6.F",
    massachusetts="5(a)",
    uk_casino="G2",
)
no_match = drops("WagerPlaced", lambda table, event: event.kind == "match")
broken("a match wager does not lie on the layout", no_match, "6.G(1)", books=MARYLANDS, massachusetts="6(b)")
broken(
    "a coupon counts nothing",
    changes("WagerPlaced", lambda table, event: replace(event, coupon=0)),
    books=(),
    massachusetts=("5(c)", "6(c)"),
)

# -- drawing and doubling --------------------------------------------------------------------------

no_draws = forbids("Draw", reason="no_draw")
broken(
    "nobody may draw",
    no_draws,
    "7.H(2)",
    "7.H(2)(e)",
    books=MARYLANDS,
    players_edge=("7.H(2)", "7.H(2)(f)", "7.I", "7.J"),
    massachusetts=("12(a)", "7(f)"),
    uk_casino="G10",
)


def _without_its_card(before: Any, event: Any, table: Any) -> Any:
    boxes = tuple(
        replace(
            box,
            hands=tuple(
                replace(hand, state="doubled") if hand.state == "doubling" else hand for hand in box.hands
            ),
        )
        for box in table.boxes
    )
    return replace(table, boxes=boxes)


no_card = after("DoubleMade", _without_its_card)
broken("a double brings no card", no_card, "10.C", players_edge=("10.C", "10.J", "7.K"))
broken(
    "a split hand may not draw",
    forbids("Draw", lambda table, command: _turn(table).split, "no_draw"),
    "11.C",
)


def _turn(table: Any) -> Any:
    return table.boxes[table.turn_box].hands[table.turn_hand]


# -- splitting -------------------------------------------------------------------------------------


def _right_first(before: Any, event: Any, table: Any) -> Any:
    return replace(table, turn_hand=table.turn_hand + 1)


broken(
    "the hand at the dealer's right is played first",
    after("PairSplit", _right_first),
    "11.B",
    massachusetts="10(b)",
)
broken(
    "a split brings no card to the second hand",
    instead("game.round.phases.next_turn", lambda function, *given: _second_stands(function(*given))),
    books=(),
    uk_casino="G18",
)


def _second_stands(table: Any) -> Any:
    if table.phase != "play" or _turn(table).state != "waiting" or table.turn_hand == 0:
        return table
    box = table.boxes[table.turn_box]
    hands = tuple(
        replace(hand, state="stood") if at == table.turn_hand else hand for at, hand in enumerate(box.hands)
    )
    boxes = tuple(
        replace(box, hands=hands) if at == table.turn_box else one for at, one in enumerate(table.boxes)
    )
    return phases.next_turn(table, boxes)


# -- several people on a box -----------------------------------------------------------------------

broken(
    "somebody else decides for a shared box",
    instead(
        "game.chapters.betting.closing._caller",
        lambda caller, table, box: next(s.person for s in box.stakes[::-1]),
    ),
    books=(),
    massachusetts="13(b)",
)
broken(
    "the largest wager does not decide for a shared box",
    instead(
        "game.chapters.betting.closing._caller",
        lambda caller, table, box: min(box.stakes, key=lambda stake: stake.wager).person,
    ),
    books=(),
    massachusetts="13(b)",
)
broken(
    "the decider's chips do not lie nearest the dealer",
    after(
        "WagersClosed",
        lambda before, event, table: replace(
            table, boxes=tuple(replace(box, stakes=box.stakes[::-1]) for box in table.boxes)
        ),
    ),
    books=(),
    massachusetts="13(c)",
)
