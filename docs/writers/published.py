"""Figures that others have published, and ours: the page on them, and the comparison in their test.

The figures are in tests/figures/published.toml, with their sources, as they were printed.
"""

import tomllib
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from spanish21.analysis.charts.best_charts import best_chart, choices_of_chart
from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.hands.shoe_counts import full_shoe, shoe_without
from spanish21.analysis.law.distribution import round_law
from spanish21.analysis.report.edge_summary import hand_rows
from spanish21.analysis.sides.side_laws import odds_law
from spanish21.analysis.worth.table_edge import edge
from spanish21.books.setting_text import decks_text
from spanish21.books.submissions.submission import rules_of
from spanish21.game.money import amount_text
from spanish21.game.rules import Rules, what_if
from spanish21.game.side_wagers.match import MATCH
from writers.pontoon_edges import pontoon_section

_FILE = Path(__file__).parents[2] / "tests/figures/published.toml"
FIGURES: dict[str, list[dict[str, Any]]] = tomllib.loads(_FILE.read_text("utf-8"), parse_float=Decimal)
_MORE_DIGITS = 2
_COURT = "J"


class Row(NamedTuple):
    """One figure: its name, its printed value, ours, and the allowed difference."""

    what: str
    printed: Decimal
    ours: float
    off: float

    @property
    def digits(self) -> int:
        """How many decimals are shown of ours: some more than were printed."""
        exponent = self.printed.as_tuple().exponent
        assert isinstance(exponent, int)
        return _MORE_DIGITS - exponent


def game(figure: dict[str, Any]) -> Rules:
    """The published game: bonuses are paid on split hands, too."""
    return what_if(rules_of("maryland"), bonus_on_split=True, decks=figure["decks"])


def _edges(figure: dict[str, Any]) -> Iterator[Row]:
    found = edge(what_if(game(figure), **figure.get("settings", {})))
    yield Row("house edge, %", figure["printed"], -100 * found.expected_value, float(figure["off"]))


def _costs(figure: dict[str, Any]) -> Iterator[Row]:
    given = what_if(game(figure), **figure.get("given", {}))
    with_it = edge(what_if(given, **figure["settings"])).expected_value
    cost = 100 * (edge(given).expected_value - with_it)
    yield Row("cost of the rule, %", figure["printed"], cost, float(figure["off"]))


def _matches(figure: dict[str, Any]) -> Iterator[Row]:
    law = odds_law(MATCH, full_shoe(figure["decks"]), tuple(figure["pays"]))
    mean = sum(result * chance for result, chance in law.items())
    yield Row("match: house edge, %", figure["house_edge"], -100 * float(mean), 0.005)
    if "hit_rate" in figure:
        won = sum(chance for result, chance in law.items() if result > 0)
        yield Row("match: hit rate, %", figure["hit_rate"], 100 * float(won), 0.0005)
        spread = sum(result**2 * chance for result, chance in law.items()) - mean**2
        deviation = float(spread) ** 0.5
        yield Row("match: standard deviation", figure["standard_deviation"], deviation, 0.0005)


def _super_bonuses(figure: dict[str, Any]) -> Iterator[Row]:
    rules = what_if(game(figure), odd_money="exact", smallest_chip=1)
    law = round_law(edge(rules, money=FixedMoney(figure["wager"])))
    gross = 100 * law.super_bonus * rules.super_bonus_small / figure["wager"]
    yield Row("super bonus, %", figure["printed"], gross, float(figure["off"]))


def _hands(figure: dict[str, Any]) -> Iterator[Row]:
    cards, up, option = figure["cards"], figure["up"], figure["option"]
    rows = hand_rows(edge(what_if(game(figure), **figure["settings"])))
    (found,) = (row for row in rows if "-".join(row["cards"]) == cards and row["up"] == up)
    assert found["best"] == option
    yield Row(
        f"{cards} against {up}: {option}, in wagers", figure["printed"], found[option], float(figure["off"])
    )


def _removals(figure: dict[str, Any]) -> Iterator[Row]:
    """The effect of one card less in a single deck, by the best chart of the whole shoe."""
    rules, decks = game(figure), figure["decks"]
    best = best_chart(rules)
    choices = choices_of_chart(best.chart, rules)
    of_one_deck = (48 * decks - 1) / 47
    for rank, printed in figure["printed"].items():
        values = [
            edge(rules, shoe_without(decks, rank + suit), None, choices).expected_value for suit in "cdhs"
        ]
        change = 100 * (sum(values) / len(values) - best.edge.expected_value) * of_one_deck
        named = "a court card" if rank == _COURT else rank
        yield Row(f"effect of removing {named}, %", printed, change, float(figure["off"]))


KINDS: dict[str, Callable[[dict[str, Any]], Iterator[Row]]] = {
    "edge": _edges,
    "cost": _costs,
    "match": _matches,
    "super_bonus": _super_bonuses,
    "hand": _hands,
    "removal": _removals,
}
"""How each kind of figure is found."""


_INTRODUCTION = """\
# Ours against published

Written by `docs/generate.py` from `tests/figures/published.toml`, which a test compares with the same values.

Others have published figures of Spanish 21. Each is given here as it was printed, with our exact value for
the same rules and the difference. A difference of up to half of the last printed decimal is rounding; where
one is larger, we do not know why. The rules are those of the Maryland book with bonuses
on split hands, and what the table names.

An effect of removal is the gain of the player's expected value when one card leaves a single deck: the gain
for one card of the shoe, times the other cards of the shoe, over 47. The best chart of the full shoe is
played throughout, and the suits are averaged.

| figure | rules | printed | ours | difference | source |
|---|---|---|---|---|---|"""


def published_page() -> str:
    """Every figure with its source, rules, printed value, ours and the difference."""
    lines = [_INTRODUCTION]
    for kind, find in KINDS.items():
        for figure in FIGURES[kind]:
            rules, source = _rules_text(kind, figure), figure["source"].replace("|", "\\|")
            for row in find(figure):
                apart = row.ours - float(row.printed)
                values = f"{row.printed} | {row.ours:.{row.digits}f} | {apart:+.{row.digits}f}"
                lines.append(f"| {row.what} | {rules} | {values} | {source} |")
    return "\n".join(lines) + "\n" + pontoon_section()


def _rules_text(kind: str, figure: dict[str, Any]) -> str:
    """The decks, the changed rules, and a wager's pays."""
    parts = [decks_text(figure["decks"])]
    settings = {"dealer_hits_soft_17": False, **figure.get("given", {}), **figure.get("settings", {})}
    if kind != "match":
        parts.append(f"dealer {'hits' if settings.pop('dealer_hits_soft_17') else 'stands on'} soft 17")
        parts += [f"{name.replace('_', ' ')} {_value_text(value)}" for name, value in settings.items()]
    if "pays" in figure:
        parts.append(f"pays {'-'.join(map(str, figure['pays']))}")
    if "wager" in figure:
        parts.append(f"a wager of ${amount_text(figure['wager'])}")
    return ", ".join(parts)


def _value_text(value: Any) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
