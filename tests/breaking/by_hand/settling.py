"""Settling: who wins, what is paid, taken and given back; surrender, insurance, bonuses."""

from typing import Any

from msgspec.structs import replace

from breaking.breaks import TELLS, after, changes, drops, instead, plays
from breaking.register import REPLACED, broken
from scenes import MARYLAND_BOOKS
from spanish21.game import pays
from spanish21.game.round import places
from spanish21.game.table import hand_total

MARYLANDS = MARYLAND_BOOKS[:2]
BONUSES = ("pays_678", "pays_777", "pays_five", "pays_six", "pays_seven")


def hand_of(table: Any, event: Any) -> Any:
    box = next(box for box in table.boxes if box.number == event.box)
    return box.hands[event.hand]


def why(*names: str) -> Any:
    return lambda table, event: event.why in names


def spared(when: Any) -> Any:
    """What should be taken goes back."""
    return changes(
        "WagerSettled",
        lambda table, event: replace(event, collected=0, returned=event.returned + event.collected),
        when,
    )


def taken(when: Any) -> Any:
    """What should go back is taken."""
    return changes(
        "WagerSettled",
        lambda table, event: replace(event, collected=event.returned + event.collected, returned=0, paid=0),
        when,
    )


def unpaid(when: Any) -> Any:
    """What should be paid is not."""
    return changes("WagerSettled", lambda table, event: replace(event, paid=0), when)


def judged(result: int, when: Any) -> Any:
    """A hand against the dealer's gets another result: `when(total, count, dealer_total)`."""

    def around(
        outcome: Any, total: int, count: int, blackjack: bool, split: bool, dealer: int, *more: Any
    ) -> int:
        found: int = outcome(total, count, blackjack, split, dealer, *more)
        return result if when(total, count, dealer) else found

    return instead("game.pays.outcome", around)


def is_main_win(table: Any, event: Any) -> bool:
    return bool(event.kind == "main" and event.result == "won")


# -- who wins --------------------------------------------------------------------------------------

broken(
    "winning hands are not paid",
    unpaid(is_main_win),
    "12.A",
    "7.O",
    books=MARYLANDS,
    players_edge=("12.A", "7.P"),
    massachusetts=("5(a)", "5(e)"),
    uk_casino="G25",
)
broken(
    "losing wagers go back",
    spared(lambda table, event: event.kind == "main" and event.result == "lost"),
    books=(),
    massachusetts="5(e)",
)
broken(
    "a dealer over 21 beats the player",
    judged(pays.LOST, lambda total, count, dealer: dealer > 21 >= total),
    "7.O(1)",
    books=MARYLANDS,
    players_edge="7.P(1)",
    massachusetts="5(a)(1)",
)
broken(
    "a higher total only ties",
    judged(pays.TIED, lambda total, count, dealer: dealer < total <= 21),
    "7.O(2)",
    books=MARYLANDS,
    players_edge="7.P(2)",
    massachusetts="5(a)(2)",
    uk_casino="G14",
)
broken(
    "a hand over 21 gets its wager back",
    spared(why("bust")),
    "7.O(2)",
    books=MARYLANDS,
    players_edge="7.P(1)",
    massachusetts="5(a)(1)",
    uk_casino="G8",
)
broken(
    "a lower total gets its wager back",
    spared(why("dealer_higher")),
    "7.O(2)",
    books=MARYLANDS,
    players_edge="7.P(2)",
    massachusetts="5(a)(2)",
    uk_casino="G15",
)


def _blackjack_against(is_blackjack: bool) -> Any:
    def when(table: Any, event: Any) -> bool:
        against = table.dealer_has_blackjack if is_blackjack else places.dealer_total(table.dealer) == 21
        return bool(event.why == "pays_blackjack" and against)

    return when


broken(
    "a Blackjack only ties with the dealer's",
    unpaid(_blackjack_against(True)),
    "7.O(3)",
    books=MARYLANDS,
    players_edge="7.P(3)",
    massachusetts="5(a)(3)",
    uk_casino="G9",
)
broken(
    "a Blackjack only ties with a dealer's 21",
    unpaid(lambda table, event: _blackjack_against(False)(table, event) and len(table.dealer) > 2),
    "7.O(3)",
    books=MARYLANDS,
    massachusetts="5(a)(3)",
)
broken(
    "21 against 21 ties",
    judged(pays.TIED, lambda total, count, dealer: total == dealer == 21 and count > 2),
    "7.O(4)",
    books=MARYLANDS,
    players_edge="7.P(4)",
    massachusetts="5(a)(4)",
    uk_casino="G16",
)
tie_taken = taken(why("tie"))
broken(
    "a tie takes the wager",
    tie_taken,
    "7.P",
    books=MARYLANDS,
    players_edge="7.Q",
    massachusetts="5(b)",
    uk_casino="G16",
)


def _is_21(table: Any, event: Any) -> bool:
    return bool(event.why == "dealer_blackjack" and hand_total(hand_of(table, event)) == 21)


broken(
    "a 21 gets its wager back from a dealer's Blackjack",
    spared(_is_21),
    "7.Q",
    books=MARYLANDS,
    players_edge="7.R",
    massachusetts="5(b)",
    uk_casino=("G16", "G27"),
)
broken("a dealer's Blackjack takes nothing", spared(why("dealer_blackjack")), "7.G(3)", massachusetts="7(i)")
broken(
    "what is lost does not come into the inventory",
    after(
        "WagerSettled",
        lambda before, event, table: replace(table, inventory=table.inventory - event.collected),
    ),
    "7.S",
    books=MARYLANDS,
    players_edge="7.T",
)


def _somebody_has_more(table: Any, event: Any) -> bool:
    if event.kind != "main" or event.result != "won" or len(table.boxes) < 2:
        return False
    own = hand_total(hand_of(table, event))
    totals = [hand_total(hand) for box in table.boxes if box.number != event.box for hand in box.hands]
    return any(own < total <= 21 for total in totals)


broken(
    "a hand wins only if no other player has more",
    taken(_somebody_has_more),
    books=(),
    uk_casino="G1",
)
broken(
    "wagers stay for the next round",
    after(
        "CardsCollected",
        lambda before, event, table: replace(
            table, boxes=tuple(replace(box, hands=()) for box in before.boxes)
        ),
    ),
    books=(),
    uk_casino="G4",
)

# -- Blackjack, doubles, splits, rescue ------------------------------------------------------------

broken(
    "a Blackjack is not paid",
    unpaid(why("pays_blackjack")),
    "7.H(1)(a)",
    players_edge=("7.H(1)(a)", "7.H(1)(b)(i)"),
    uk_casino="G9",
)
all_taken = taken(why("dealer_blackjack"))
broken(
    "a dealer's Blackjack takes doubles and splits too",
    all_taken,
    "10.E",
    "11.E",
    massachusetts=("9(c)", "10(d)"),
)
broken(
    "a double that wins is not paid",
    unpaid(lambda table, event: is_main_win(table, event) and hand_of(table, event).times_doubled),
    "10.F",
)
broken(
    "a rescue gives the wager back too", spared(why("may_rescue")), "10.H", massachusetts=("9(d)", "1.Rescue")
)
broken(
    "a rescue keeps the double",
    changes("DoubleRescued", lambda table, event: replace(event, returned=0)),
    "10.H",
    massachusetts=("9(d)", "1.Rescue"),
)

# -- surrender -------------------------------------------------------------------------------------

surrendered = why("may_surrender")


def _is_high(table: Any) -> bool:
    rank = table.dealer[0] >> 2
    return bool(rank == 1 or rank >= 10)


broken("a surrender loses the whole wager", taken(surrendered), "9.C", massachusetts="8(a)")
broken("a surrender costs nothing", spared(surrendered), "9.C", massachusetts="8(a)")
broken(
    "a surrender against 2 to 9 loses all",
    taken(lambda table, event: surrendered(table, event) and not _is_high(table)),
    "9.C(1)",
    massachusetts="8(a)(1)",
)
broken(
    "a surrender against an ace or court card loses all",
    taken(lambda table, event: surrendered(table, event) and _is_high(table)),
    "9.C(2)(b)",
    massachusetts="8(a)(2)",
)


def _given_up(table: Any, event: Any) -> bool:
    return bool(hand_of(table, event).state == "surrendered")


broken(
    "a surrendered wager is spared by a dealer's Blackjack",
    spared(lambda table, event: event.why == "dealer_blackjack" and _given_up(table, event)),
    "9.C(2)(a)",
    massachusetts="8(a)(2)",
)
broken(
    "insurance that is lost goes back with a surrender",
    spared(lambda table, event: event.why == "insurance_lost" and _given_up(table, event)),
    "9.D",
    massachusetts="8(b)",
)
broken(
    "insurance that wins is not paid after a surrender",
    unpaid(lambda table, event: event.kind == "insurance" and _given_up(table, event)),
    "9.D",
    massachusetts="8(b)",
)

# -- insurance -------------------------------------------------------------------------------------

broken(
    "insurance is not paid",
    unpaid(lambda table, event: event.kind == "insurance"),
    "8.E",
    massachusetts="11(c)",
)
broken(
    "lost insurance goes back", spared(why("insurance_lost")), "8.F", massachusetts="11(d)", uk_casino="G22"
)
broken(
    "lost insurance stays until the end",
    instead("game.chapters.play.dealers_hand.collect_losing_insurance", lambda collect, act: None),
    "8.F",
    massachusetts="11(d)",
)

# -- better odds and fixed payouts -----------------------------------------------------------------

broken(
    "the better hands pay even money",
    changes(
        "WagerSettled",
        lambda table, event: replace(event, paid=event.returned),
        lambda table, event: event.why.startswith(BONUSES),
    ),
    "12.B",
    books=MARYLANDS,
    uk_casino="G25",
)
no_bonus = drops("BonusPaid", lambda table, event: event.kind == "super_bonus")
broken("the super bonus is not paid", no_bonus, "12.C", massachusetts="5(g)", uk_casino=("G25", "G28"))
no_envy = drops("BonusPaid", lambda table, event: event.why == "envy_pays")
broken("the others get nothing", no_envy, "12.C(3)", massachusetts="5(g)", uk_casino="G28")
broken(
    "the others with a 7 get nothing",
    drops("BonusPaid", lambda table, event: event.why == "envy_with_seven"),
    books=(),
    players_edge="12.C(4)",
)


def _without_doubles(function: Any, table: Any, hand: Any, *more: Any) -> Any:
    return function(table, replace(hand, times_doubled=0, split=False), *more)


def _earned_by_all() -> None:
    instead("game.chapters.payment.bonuses.wins_fixed_payouts", _without_doubles)()
    instead("game.pays.paid_kind", lambda paid_kind, kind, *more: kind)()


broken("a doubled or split hand earns it as well", _earned_by_all, books=(), players_edge="12.C(5)")

# -- what a clause sets only in part ---------------------------------------------------------------

for clauses, word in ((("7.H(1)(a)",), "at_end"), (("7.H(1)(b)", "7.H(1)(b)(i)"), "at_once")):
    broken(
        f"blackjack_paid is played as {word}",
        plays(blackjack_paid=word),
        *clauses,
        books=MARYLANDS,
        part="sets blackjack_paid",
    )
for word in ("at_end", "at_once"):
    broken(
        f"the up card does not matter to a Blackjack: blackjack_paid is {word}",
        plays(blackjack_paid=word),
        "7.H(1)",
        books=MARYLANDS,
        part="step BlackjackAnnounced",
    )
# With one double on a hand, both readings of what a rescue forfeits are the same.
REPLACED["maryland 10.H", "sets rescue_forfeits"] = []
REPLACED["maryland-v1 10.H", "sets rescue_forfeits"] = []
broken(
    "super_bonus_from is played as 2500",
    plays(super_bonus_from=25_00),
    books=(),
    uk_casino="G28",
    part="sets super_bonus_from",
)
broken(
    "nobody is told that the cards of a Blackjack stay",
    changes("BlackjackAnnounced", lambda table, event: replace(event, turned_sideways=False)),
    books=(),
    players_edge=("7.H(1)(a)(i)", "7.H(1)(b)(ii)"),
    part="step BlackjackAnnounced",
    does=TELLS,
)
