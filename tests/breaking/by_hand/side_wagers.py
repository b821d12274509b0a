"""Side wagers: matches, Monster Match, wheels, meters, the community."""

from typing import Any

from msgspec.structs import replace

from breaking import hooks
from breaking.breaks import changes, drops, instead
from breaking.by_hand.settling import spared, unpaid, why
from breaking.register import broken
from scenes import MARYLAND_BOOKS
from spanish21.game.round import phases
from spanish21.game.round.wheels import wheel_table
from spanish21.game.side_wagers.terms import MeterRules

MARYLANDS = MARYLAND_BOOKS[:2]
MARYLAND = MARYLAND_BOOKS[:1]
KINDS = {"spin": "12.D", "xtreme": "12.E"}


def is_won(*kinds: str) -> Any:
    return lambda table, event: event.kind in kinds and event.result == "won"


# -- matches ---------------------------------------------------------------------------------------

broken(
    "match wagers wait until the end of the round",
    instead("game.round.phases.after_deal", lambda after_deal, table: _unmatched(after_deal(table))),
    "7.F",
    massachusetts="6(d)",
)


def _unmatched(table: Any) -> Any:
    return phases.start_of_play(table) if table.phase == "match" else table


broken(
    "match wagers are settled from the dealer's left",
    instead(
        "game.chapters.payment.matches._settlements",
        lambda settlements, *given: iter(list(settlements(*given))[::-1]),
    ),
    "7.F(1)",
)
broken(
    "a lost match wager goes back", spared(why("match_lost")), "7.F(1)", massachusetts="6(d)", uk_casino="M2"
)
broken("a match is not paid", unpaid(is_won("match")), "7.F(1)(a)", massachusetts="6(a)", uk_casino="M1")
broken(
    "court cards match each other",
    instead(
        "game.side_wagers.match.match_line",
        lambda line, *cards: line(*(11 << 2 | card & 3 if card >> 2 > 10 else card for card in cards)),
    ),
    "7.F(1)(b)",
)
ONE_OF_TWO = {0: 2, 1: 2, 3: 4}
one_match = instead(
    "game.side_wagers.match.match_line", lambda line, *cards: ONE_OF_TWO.get(line(*cards), line(*cards))
)
broken(
    "the second matching card is not paid",
    one_match,
    "7.F(1)(c)",
    massachusetts=("6(a)", "6(e)"),
    uk_casino="M3",
)
broken(
    "match wagers are not paid",
    unpaid(is_won("match")),
    "12.A(4)",
    books=MARYLANDS,
    players_edge=("12.A(5)(a)", "12.A(5)(b)", "12.A(5)(c)"),
    massachusetts="6(e)",
)
for decks, clause in ((6, "12.A(4)(a)"), (8, "12.A(4)(b)")):
    broken(
        f"match wagers are not paid with {decks} decks",
        unpaid(
            lambda table, event, decks=decks: is_won("match")(table, event) and table.rules.decks == decks
        ),
        clause,
        books=MARYLANDS,
    )


def _match_was_won(table: Any, event: Any) -> bool:
    return bool(event.kind == "main" and _has_side(table, event, "match"))


def _has_side(table: Any, event: Any, kind: str) -> bool:
    box = next(box for box in table.boxes if box.number == event.box)
    return any(side.kind == kind for stake in box.stakes for side in stake.sides)


broken("who won the match is not paid for the hand", unpaid(_match_was_won), books=(), massachusetts="6(f)")
broken("who lost the match loses nothing on the hand", spared(_match_was_won), books=(), massachusetts="6(f)")
broken("a lost match-down wager goes back", spared(why("match_down_lost")), books=(), players_edge="7.O")
broken(
    "optional wagers are settled from the dealer's left",
    instead(
        "game.chapters.payment.progressives.next_side",
        lambda next_side, table: next_side(replace(table, boxes=table.boxes[::-1])),
    ),
    books=(),
    players_edge="7.O",
)

# -- progressive wagers ----------------------------------------------------------------------------

for kind in ("spin", "xtreme", "monster"):
    clauses = {"spin": ("6.G(2)",), "xtreme": ("6.G(3)",), "monster": ()}[kind]
    more = {"players_edge": "6.G(3)"} if kind == "monster" else {}
    broken(
        f"a lost {kind} wager goes back",
        spared(why(f"{kind}_lost")),
        *clauses,
        books=MARYLAND if clauses else (),
        **more,
    )  # type: ignore[arg-type]

monster_unpaid = unpaid(is_won("monster"))
broken(
    "Monster Match is not paid", monster_unpaid, books=(), players_edge=("7.O(1)", "7.O(1)(a)", "7.O(1)(d)")
)


spin_unpaid = unpaid(is_won("spin"))
broken("Bonus Spin is not paid", spin_unpaid, *(f"12.D({table})" for table in range(1, 5)), books=MARYLAND)
broken(
    "no line is paid", monster_unpaid, books=(), players_edge=tuple(f"12.D({table})" for table in range(1, 6))
)


def another_stop(kind: str) -> Any:
    def change(table: Any, event: Any) -> Any:
        stops = len(wheel_table(table.rules, kind, event.wager).wheel)
        return replace(event, stop=(event.stop + 1) % stops)

    return changes("WheelSpun", change, lambda table, event: event.kind == kind)


def moves(kind: str, when: Any) -> Any:
    return lambda table, event: event.meter.startswith(kind) and when(table, event)


def _amount(table: Any, name: str) -> int:
    return int(next(meter.amount for meter in table.meters if meter.name == name))


def _falls(table: Any, event: Any) -> bool:
    return bool(event.amount < _amount(table, event.meter))


def _rises(table: Any, event: Any) -> bool:
    return not _falls(table, event)


def _undescribed(meter: Any, case: Any, kind: str, name: str, *rest: Any) -> Any:
    if case.submission.meters.get(name) is None:
        return MeterRules(initial=5_000_00, reset=5_000_00, rate=(1, 100))
    return meter(case, kind, name, *rest)


def _from_nothing(reset_least: Any, *given: Any) -> Any:
    _least, table = reset_least(*given)
    return 0, table


def _more(field: str) -> Any:
    def play(rules: Any, case: Any) -> Any:
        meters = {
            name: replace(meter, **{field: getattr(meter, field) + 1_00})
            for name, meter in rules.meters.items()
        }
        return replace(rules, meters=meters)

    return play


broken("the player is paid for another stop", another_stop("spin"), "12.D", "12.D(5)", books=MARYLAND)
broken(
    "the hot spot is paid for another stop",
    another_stop("xtreme"),
    "12.E",
    "12.E(1)",
    "12.E(2)",
    books=MARYLAND,
)
for kind, clause, book in (
    ("spin", "12.D(6)", "maryland"),
    ("xtreme", "12.E(3)", "maryland"),
    ("monster", "12.D(6)", "players-edge"),
):
    paid = "12.E(4)" if kind == "xtreme" else "12.D(7)"
    books = (book,)
    broken(
        "a meter need not be described",
        instead("books.submissions.submission_sides._meter", _undescribed),
        clause,
        books=books,
    )
    broken("the meter takes nothing", drops("MeterMoved", moves(kind, _rises)), f"{clause}(a)", books=books)
    broken(
        "a meter may begin with anything",
        instead("books.submissions.submission_sides._reset_least", _from_nothing),
        f"{clause}(b)",
        books=books,
    )
    broken(
        "a meter begins with a dollar more",
        lambda: hooks.played_rules.append(_more("initial")),
        f"{clause}(b)",
        books=books,
    )
    broken(
        "a meter falls back to a dollar more",
        lambda: hooks.played_rules.append(_more("reset")),
        f"{clause}(b)",
        books=books,
    )
    broken(
        "the meter takes twice its part",
        instead(
            "game.round.meters.meter_step",
            lambda step, remainder, wager, rate: step(remainder, 2 * wager, rate),
        ),
        f"{clause}(a)",
        books=books,
    )
    broken(
        "any part of the wager may be submitted",
        instead("books.submissions.submission_sides._is_rate", lambda is_rate, rate: True),
        f"{clause}(a)",
        books=books,
    )
    broken("the meter keeps what it has paid", drops("MeterMoved", moves(kind, _falls)), paid, books=books)
    broken(
        "who wins the meter gets a dollar less",
        changes(
            "WagerSettled",
            lambda table, event: replace(event, paid=event.paid - 1_00),
            lambda table, event: bool(event.meter),
        ),
        paid,
        books=books,
    )
    if kind == "monster":
        broken(
            "the meter keeps what it has paid",
            drops("MeterMoved", moves(kind, _falls)),
            "7.O(1)(d)",
            books=books,
        )

no_community = drops("BonusPaid", lambda table, event: event.kind == "community")
broken(
    "the community gets nothing",
    no_community,
    "12.D(8)",
    "12.D(8)(a)",
    "12.D(8)(b)",
    "12.D(9)",
    "12.D(9)(a)",
    "12.D(9)(b)",
    "12.D(10)",
    "12.D(10)(a)",
    "12.D(10)(b)",
    books=MARYLAND,
)
broken(
    "the community gets a dollar more",
    changes(
        "BonusPaid",
        lambda table, event: replace(event, paid=event.paid + 1_00),
        lambda table, event: event.kind == "community",
    ),
    "12.D(8)(a)",
    "12.D(8)(b)",
    books=MARYLAND,
)


def _of_community(table: Any, event: Any) -> bool:
    return bool(event.why.startswith("xtreme_community"))


broken(
    "the others are not paid",
    unpaid(_of_community),
    "12.E(5)",
    "12.E(5)(a)",
    "12.E(5)(b)",
    "12.E(6)",
    "12.E(6)(a)",
    books=MARYLAND,
)


def _next_community(table: Any, event: Any) -> Any:
    stops = len(wheel_table(table.rules, "xtreme", event.wager).community)
    return replace(event, stop=(event.stop + 1) % stops)


broken(
    "the others are paid for another stop",
    changes("CommunityWheelSpun", _next_community),
    "12.E(6)(a)",
    books=MARYLAND,
)


def _any_odds(bettered: Any, case: Any, record: Any, lines: Any) -> Any:
    chosen = case.submission.choose
    named = {line: f"{record.kind}_{line}" for line in record.may_better}
    return {**lines, **{line: chosen[name] for line, name in named.items() if name in chosen}}


for line in ("suited", "unsuited"):
    broken(
        "odds below the book's are accepted",
        instead("books.submissions.submission_sides._bettered", _any_odds),
        books=(),
        massachusetts="6(e)",
        part=f"allows match_{line}",
    )
