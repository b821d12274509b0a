"""`spanish21 strategy`: the best chart for a table as text, JSON, CSV, HTML or SVG, and its cost."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spanish21.cli.analysis_options import AnalysisOptions, money_options, table_options
from spanish21.cli.choosing import examples
from spanish21.cli.printing import json_line, screen_width
from spanish21.errors import BadInput

if TYPE_CHECKING:
    from spanish21.analysis.hands.rule_terms import FixedMoney
    from spanish21.strategy import Chart

FORMATS = ("text", "json", "csv", "html", "svg")
_SCREENS = ("hard", "soft", "pairs", "doubled")


class PricedChart:
    """A chart and its price, or the price of the best play without some options."""

    def __init__(
        self,
        asked: AnalysisOptions,
        money: "FixedMoney | None",
        chart_file: str | None,
        never: tuple[str, ...],
    ) -> None:
        from spanish21.analysis.charts.best_charts import best_chart, choices_of_chart
        from spanish21.analysis.report.pricing import rules_without
        from spanish21.analysis.worth.table_edge import edge

        self.asked, self.never = asked, never
        self.best: float = edge(asked.rules, asked.shoe, money).expected_value
        self.chart: Chart | None = None
        rules = rules_without(asked.rules, never)
        if chart_file:
            self.chart = _chart_in(chart_file)
            played = edge(rules, asked.shoe, money, choices_of_chart(self.chart, rules))
            self.value: float = played.expected_value
        elif never:
            self.value = edge(rules, asked.shoe, money).expected_value
        else:
            found = best_chart(asked.rules, asked.shoe, money)
            self.chart, self.value = found.chart, found.edge.expected_value

    @property
    def cost(self) -> float:
        """What is lost against the best play."""
        return self.best - self.value

    def document(self) -> dict[str, Any]:
        """Chart and price, ready for JSON."""
        from spanish21.analysis.worth.table_edge import SPLIT_POLICY
        from spanish21.strategy import chart_json

        document = {"book": self.asked.book, **self.asked.described(), "split_policy": SPLIT_POLICY}
        document["optimal_value"] = self.best
        if self.never:
            document["never"] = list(self.never)
        document["expected_value"] = self.value
        if self.chart:
            document["chart"] = json.loads(chart_json(self.chart))
        return document | {"cost": self.cost}

    def lines(self, screen: str | None) -> Iterator[str]:
        """Price and chart for a person."""
        from spanish21.analysis.worth.table_edge import SPLIT_POLICY
        from spanish21.cli.chart_text import chart_lines
        from spanish21.strategy.screens import chart_tables

        yield f"{self.asked.heading()} (splits: {SPLIT_POLICY})"
        yield f"house edge of this strategy  {-self.value:.4%}"
        yield f"house edge of the best play  {-self.best:.4%}"
        yield f"cost of the simplification   {self.cost * 10_000:.3f} basis points"
        if self.chart:
            tables = chart_tables(self.chart, self.asked.rules)
            for name in (screen,) if screen else _SCREENS:
                if shown := [table for table in tables if table.screen == name]:
                    yield ""
                    yield from chart_lines(shown, screen_width())


def _chart_in(path: str) -> "Chart":
    from spanish21.strategy import chart_of

    try:
        text = Path(path).read_text("utf-8")
    except (OSError, ValueError) as error:
        raise BadInput(f"{path}: the chart cannot be read: {error}") from None
    try:
        return chart_of(text)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


@click.command(
    epilog=examples(
        "spanish21 strategy maryland",
        "spanish21 strategy players-edge --table doubled",
        "spanish21 strategy maryland --format svg > chart.svg",
        "spanish21 strategy maryland --chart chart.csv",
    )
)
@table_options
@money_options
@click.option("--chart", type=click.Path(dir_okay=False), help="Price this chart (CSV or JSON).")
@click.option(
    "--never",
    multiple=True,
    metavar="OPTION",
    help="Price the best play, or the chart, without this option.",
)
@click.option("--table", "screen", type=click.Choice(_SCREENS), help="Only this part of the chart.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="How to print the chart.  [text]")
@click.option("--csv", "as_csv", is_flag=True, help="The same as --format csv.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
def strategy(
    asked: AnalysisOptions,
    money: "FixedMoney | None",
    chart: str | None,
    never: tuple[str, ...],
    screen: str | None,
    form: str | None,
    as_csv: bool,
    as_json: bool,
) -> None:
    """The best chart for a table, or the exact price of a given chart.

    Columns are the dealer's up card. Tables that cannot occur under the rules are left out of all formats but
    CSV and JSON, which `--chart` reads back.
    """
    from spanish21.cli.commands.price_commands import tell_of_compiling
    from spanish21.cli.progress_line import progress

    form = form or ("json" if as_json else "csv" if as_csv else "text")
    tell_of_compiling()
    with progress() as told:
        told("finding the best chart …" if not chart else "pricing the chart …")
        found = PricedChart(asked, money, chart, never)
    if form == "json":
        json_line(found.document())
    elif form == "text" or found.chart is None:
        if form not in ("text", "csv"):
            raise BadInput(f"--format {form}: --never without --chart gives a price, and no chart to draw")
        for line in found.lines(screen):
            click.echo(line)
    else:
        click.echo(_drawn(found, form, screen), nl=False)


def _drawn(found: PricedChart, form: str, screen: str | None) -> str:
    from spanish21.strategy import chart_csv
    from spanish21.strategy.screens import chart_tables

    assert found.chart is not None
    if form == "csv":
        return chart_csv(found.chart)
    from spanish21.strategy.chart_picture import chart_page, chart_svg

    tables = chart_tables(found.chart, found.asked.rules)
    tables = [table for table in tables if screen is None or table.screen == screen]
    draw = chart_svg if form == "svg" else chart_page
    return draw(found.asked.heading(), tables)
