"""Refusals that several clauses share, each let pass only in the case that its own clause has in mind."""

from typing import Any

from breaking.breaks import passes
from breaking.register import broken
from scenes import MARYLAND_BOOKS
from spanish21.game.table import hand_total

MARYLANDS = MARYLAND_BOOKS[:2]


def own(test: Any) -> Any:
    """Whether a hand of whoever asks is of that kind."""

    def when(table: Any, command: Any) -> bool:
        return any(
            test(hand) for box in table.boxes if box.stakes[0].person == command.by for hand in box.hands
        )

    return when


def _is_progressive(table: Any, command: Any) -> bool:
    return getattr(command, "kind", "") in ("spin", "xtreme", "monster")


for clause, name, test in (
    ("9.B(1)", "doubled", lambda hand: hand.times_doubled > 0),
    ("9.B(2)", "split", lambda hand: hand.split),
    ("9.B(3)", "stood", lambda hand: hand.state == "stood"),
    ("9.B(4)", "drawn", lambda hand: len(hand.cards) > 2),
):
    broken(
        f"who has {name} may still surrender",
        passes("no_surrender", own(test)),
        clause,
        part="refuses no_surrender",
    )


def _is_blackjack(hand: Any) -> bool:
    return bool(hand.state == "blackjack")


def _is_other_21(hand: Any) -> bool:
    return bool(hand_total(hand) == 21 and hand.state != "blackjack")


def _is_21_or_more(hand: Any) -> bool:
    return bool(hand_total(hand) >= 21)


broken("a Blackjack may draw", passes("no_draw", own(_is_blackjack)), "7.J(1)", part="refuses no_draw")
broken("a 21 may draw", passes("no_draw", own(_is_other_21)), "7.J(2)", part="refuses no_draw")
for name, test in (("a Blackjack", _is_blackjack), ("a 21", _is_other_21)):
    broken(
        f"{name} may draw",
        passes("no_draw", own(test)),
        books=(),
        massachusetts="12(a)(1)",
        part="refuses no_draw",
    )
broken(
    "a doubled hand may draw",
    passes("no_draw", own(lambda hand: hand.times_doubled > 0)),
    "7.K",
    "10.C",
    massachusetts="12(a)(2)",
    part="refuses no_draw",
)
for reason in ("no_draw", "no_double"):
    broken(
        f"on 21 {reason} is not refused",
        passes(reason, own(_is_21_or_more)),
        books=(),
        uk_casino="G11",
        part=f"refuses {reason}",
    )
broken(
    "a Blackjack may be doubled",
    passes("no_double", own(_is_blackjack)),
    "10.A",
    massachusetts="9(a)",
    uk_casino="G17",
    part="refuses no_double",
)
broken(
    "a fourth double is accepted",
    passes("no_double", own(lambda hand: hand.times_doubled >= 3)),
    books=(),
    players_edge="10.K",
    part="refuses no_double",
)
broken(
    "a progressive wager after the deal has begun is accepted",
    passes("wagers_are_closed", _is_progressive),
    books=(),
    maryland="2.B(7)(b)",
    players_edge="2.C(4)",
    part="refuses wagers_are_closed",
)
broken(
    "a rescue after going over 21 is accepted",
    passes("no_rescue", own(lambda hand: hand_total(hand) > 21)),
    "10.H",
    massachusetts="9(d)",
    part="refuses no_rescue",
)
broken(
    "a wager on the table may be taken back",
    passes("wager_is_locked", lambda table, command: type(command).__name__ == "WithdrawWager"),
    "6.E",
    massachusetts=("5(d)", "5(h)"),
    uk_casino="G2",
    part="refuses wager_is_locked",
)
broken(
    "insurance that was confirmed may be changed",
    passes(
        "wager_is_locked", lambda table, command: type(command).__name__ in ("Insure", "DeclineInsurance")
    ),
    books=(),
    massachusetts="5(i)",
    part="refuses wager_is_locked",
)
