"""Which clauses stand behind a payment, a refusal or a step: names of the game led back to a book's clauses."""

import re
from collections.abc import Iterator

from spanish21.errors import Refused
from spanish21.game.reasons import REASONS
from spanish21.game.rulebook import Rulebook, load_book
from spanish21.game.rules import FIXED, MATCH_LINES, MONSTER_LINES, Rules, Stop

_IN_AMOUNTS = frozenset(
    (
        "below_minimum",
        "above_maximum",
        "not_in_chips",
        "not_enough_chips",
        "side_wager_amount",
        "coupon_amount",
        "insurance_too_high",
        "double_amount",
    )
)
"""Reasons whose detail speaks of amounts."""


def refusal_text(rules: Rules, refused: Refused) -> str:
    """A refusal in words, with its clauses."""
    says = REASONS.get(refused.reason, refused.reason.replace("_", " "))
    detail = refused.detail
    if refused.reason in _IN_AMOUNTS:
        detail = re.sub(r"\d+", lambda found: f"{int(found[0]) // 100}.{int(found[0]) % 100:02}", detail)
    clauses = citations(load_book(rules.book), rules, refused.reason)
    where = f" [{rules.book} {', '.join(clauses[:4])}]" if clauses else ""
    return f"{says}{f' ({detail})' if detail else ''}{where}"


def citations(book: Rulebook, rules: Rules, why: str) -> tuple[str, ...]:
    """The ids of the clauses behind a name: why a wager was settled, a reason, an event, a setting."""
    found: dict[str, None] = {}
    for name in _sources(book, rules, why):
        found.update(dict.fromkeys(book.cite(name)))
    return tuple(found)


def _sources(book: Rulebook, rules: Rules, why: str) -> Iterator[str]:
    """The names under which the book holds the clauses of `why`."""
    head, _, line = why.partition(".")
    if head in ("match_pays", "match_down_pays"):
        yield from _match_sources(
            book, rules.match_pays if head == "match_pays" else rules.match_down_pays, line
        )
    elif head == "monster_pays":
        for table in _tables(book, "monster"):
            if _is_monster_table(book, table, rules):
                yield f"paytables.monster.{table}.{line}"
    elif head in ("spin_wheel", "xtreme_wheel", "xtreme_community"):
        yield from _wheel_sources(book, rules, head, line)
    else:
        yield why


def _tables(book: Rulebook, kind: str) -> tuple[str, ...]:
    """The paytables of a side wager in a book, by name."""
    head = f"paytables.{kind}."
    return tuple(dict.fromkeys(name.split(".")[2] for name in book.fixed if name.startswith(head)))


def _match_sources(book: Rulebook, pays: tuple[int, ...], line: str) -> Iterator[str]:
    for table in _tables(book, "match"):
        head = f"paytables.match.{table}"
        suited, unsuited = book.fixed.get(f"{head}.suited", 0), book.fixed.get(f"{head}.unsuited", 0)
        added = (2 * suited, suited + unsuited, suited, 2 * unsuited, unsuited)
        here = [book.fixed.get(f"{head}.{one}", sum_) for one, sum_ in zip(MATCH_LINES, added, strict=True)]
        if tuple(here) == tuple(pays):
            if f"{head}.{line}" in book.fixed:
                yield f"{head}.{line}"
            else:  # a book that pays for each matching card
                if line.removeprefix("two_") != "unsuited":
                    yield f"{head}.suited"
                if "unsuited" in line:
                    yield f"{head}.unsuited"


def _is_monster_table(book: Rulebook, table: str, rules: Rules) -> bool:
    here = [book.fixed.get(f"paytables.monster.{table}.{line}", 0) for line in MONSTER_LINES]
    return here == [*rules.monster_shares, *rules.monster_pays[2:]]


def _wheel_sources(book: Rulebook, rules: Rules, wheel: str, symbol: str) -> Iterator[str]:
    kind = wheel.removesuffix("_wheel")
    stops: tuple[Stop, ...] = getattr(rules, wheel)
    for table in _tables(book, kind):
        if all(_is_stop_of(book, kind, table, stop) for stop in stops):
            yield f"paytables.{kind}.{table}.{symbol}"
            yield f"paytables.{kind}_community.{table}.{symbol}"


def _is_stop_of(book: Rulebook, kind: str, table: str, stop: Stop) -> bool:
    """Whether a paytable has this stop with these pays."""
    pays = book.fixed.get(f"paytables.{kind}.{table}.{stop.symbol}")
    if pays is None:
        return bool(book.fixed.get(f"paytables.{kind}_community.{table}.{stop.symbol}") == stop.community)
    if isinstance(pays, int):
        return bool(pays == stop.pays)
    return bool((pays == "prize") == (stop.source == FIXED))
