"""The commands for counting cards: removal, count, indices."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from spanish21.cli.analysis_options import AnalysisOptions, table_options
from spanish21.cli.choosing import AMOUNT, examples, gathered, only_form, text_of_file
from spanish21.cli.commands.counting.count_lines import (
    best_lines,
    grid_lines,
    index_lines,
    ramp_lines,
    removal_lines,
    worth_lines,
)
from spanish21.cli.commands.price_commands import tell_of_compiling
from spanish21.cli.printing import json_line
from spanish21.cli.progress_line import progress
from spanish21.errors import BadInput

if TYPE_CHECKING:
    from spanish21.analysis.counts.removed_shoes import Play
    from spanish21.strategy.counts import Count

PLAY = click.option(
    "--strategy",
    "play",
    default="chart",
    metavar="chart|optimal|FILE",
    help="The play: the best chart by totals, the best by composition, or a chart from a file.  [chart]",
)
PENETRATION = click.option(
    "--penetration", type=float, default=0.75, help="The part of the shoe before the cover card.  [0.75]"
)
ORDER = click.option(
    "--order",
    type=click.IntRange(1, 2),
    default=2,
    help="How far values follow the cards left: to the first order, soon, or to the second.  [2]",
)
JSON = click.option("--json", "as_json", is_flag=True, callback=only_form, help="Print one JSON object.")
SVG = click.option("--svg", "as_svg", is_flag=True, callback=only_form, help="Print a picture.")


@click.command(
    epilog=examples(
        "spanish21 removal maryland",
        "spanish21 removal massachusetts --strategy optimal --json",
    )
)
@table_options
@PLAY
@click.option("--second", is_flag=True, help="Also the joint effects of two cards.")
@JSON
@SVG
def removal(asked: AnalysisOptions, play: str, second: bool, as_json: bool, as_svg: bool) -> None:
    """The exact effect of each card's removal on the main wager, insurance and every side wager.

    The play stays that of the whole shoe. Effects are for one card of a single deck, in percent of the wager.
    """
    from spanish21.analysis.counts.effects import removal as removal_of

    tell_of_compiling()
    with progress() as told:
        told("pricing the shoe without each card …")
        found = removal_of(asked.rules, _play(play), asked.shoe, second)
    if as_json:
        json_line(found.summary() | asked.described())
    elif as_svg:
        click.echo(found.svg())
    else:
        for line in removal_lines(asked, found):
            click.echo(line)


class Wagering(NamedTuple):
    """What is wagered by a count."""

    bankroll: int
    spread: int
    kelly: float
    enter_at: int | None
    shoes: str
    depths: str
    order: int


@click.command(
    epilog=examples(
        "spanish21 count maryland",
        "spanish21 count maryland count.toml --bankroll 10000 --spread 12 --order 1",
        "spanish21 count massachusetts count.toml --bankroll 10000 --depths 0.6,0.8 --order 1",
    )
)
@table_options
@click.argument("file", required=False)
@PLAY
@PENETRATION
@click.option("--level", type=click.IntRange(1, 5), help="Without a FILE: only tags up to this.")
@click.option("--bankroll", type=AMOUNT, default=0, help="A bankroll, for the best wager at each true count.")
@click.option("--spread", type=int, default=12, help="The highest wager over the lowest.  [12]")
@click.option("--kelly", type=float, default=0.5, help="The part of the fastest growing wager.  [0.5]")
@click.option("--enter-at", type=int, help="Watch, and play only from this true count on.")
@click.option("--shoes", default="", metavar="DECKS", help="With --bankroll: a grid of numbers of decks.")
@click.option("--depths", default="", metavar="PARTS", help="With --bankroll: a grid of penetrations.")
@ORDER
@JSON
@SVG
@gathered(wagering=Wagering)
def count(
    asked: AnalysisOptions,
    file: str | None,
    play: str,
    penetration: float,
    level: int | None,
    wagering: Wagering,
    as_json: bool,
    as_svg: bool,
) -> None:
    """The best tags for BOOK, or the worth of the count in FILE there and the wagers to make by it."""
    from spanish21.analysis.counts.best_tags import LEVELS, best_counts

    _whole_shoe(asked)
    if file is None:
        tell_of_compiling()
        with progress() as told:
            told("pricing the shoe without each card …")
            best = best_counts(asked.rules, (level,) if level else LEVELS, _play(play))
        if as_json:
            json_line({"book": asked.book, **asked.described(), "counts": [_best_row(one) for one in best]})
        elif as_svg:
            click.echo(best.removal.svg())
        else:
            for line in best_lines(asked, best):
                click.echo(line)
        return
    if level is not None:
        raise BadInput("--level is for the best tags; a FILE has its own")
    _judged(asked, _count_of(file), _play(play), penetration, wagering, as_json, as_svg)


def _best_row(one: Any) -> dict[str, Any]:
    return {
        "level": one.level,
        "balanced": one.is_balanced,
        "tags": one.tags,
        "start_per_deck": one.count.start_per_deck,
        "correlations": one.correlations,
        "side_counts": one.side_counts,
        "suit_tags": one.suit_tags,
        "suit_correlation": one.suit_correlation,
        "earns": one.earns,
    }


def _judged(
    asked: AnalysisOptions,
    counted: "Count",
    play: "Play",
    penetration: float,
    wagering: Wagering,
    as_json: bool,
    as_svg: bool,
) -> None:
    """Print the worth of a count, and the best ramp or a grid of them."""
    from spanish21.analysis.counts.judging import judge
    from spanish21.analysis.counts.wager_ramps import check_ramp, ramp, ramp_grid

    risk = (wagering.bankroll, wagering.spread, wagering.kelly)
    is_grid = bool(wagering.shoes or wagering.depths)
    if not wagering.bankroll and (is_grid or wagering.enter_at is not None):
        raise BadInput("--shoes, --depths and --enter-at need a --bankroll")
    decks = [int(one) for one in _numbers("--shoes", wagering.shoes, int)]
    depths = _numbers("--depths", wagering.depths, float) or [penetration]
    if wagering.bankroll:
        check_ramp(asked.rules, *risk, enter_at=wagering.enter_at)
    tell_of_compiling()
    with progress() as told:
        told("pricing every shoe without each two cards …")
        if is_grid:
            bankroll, spread, kelly = risk
            enter, second = wagering.enter_at, wagering.order > 1
            grid = ramp_grid(
                asked.rules, counted, bankroll, decks, depths, spread, kelly, enter, play, second
            )
            document, lines = {"book": asked.book, "grid": grid.to_records()}, grid_lines(grid)
            picture = grid.svg()
        else:
            worth = judge(asked.rules, counted, penetration, play, wagering.order > 1)
            document, lines, picture = worth.summary(), worth_lines(worth), worth.svg()
            if wagering.bankroll:
                best = ramp(worth, *risk, enter_at=wagering.enter_at)
                document, lines, picture = document | best.summary(), ramp_lines(best), best.svg()
    if as_json:
        json_line(document | asked.described())
    elif as_svg:
        click.echo(picture)
    else:
        for line in (asked.heading(), *lines):
            click.echo(line)


@click.command(
    epilog=examples(
        "spanish21 indices maryland count.toml --first 20 --order 1",
    )
)
@table_options
@click.argument("file")
@click.option("--chart", "chart_file", metavar="FILE", help="The chart to depart from.  [the best]")
@PENETRATION
@ORDER
@click.option("--first", type=click.IntRange(1), help="Only the N most valuable ones.")
@click.option(
    "--toml",
    "as_toml",
    is_flag=True,
    callback=only_form,
    help="Print the count with them, for simulate --count.",
)
@JSON
@SVG
def indices(
    asked: AnalysisOptions,
    file: str,
    chart_file: str | None,
    penetration: float,
    order: int,
    first: int | None,
    as_toml: bool,
    as_json: bool,
    as_svg: bool,
) -> None:
    """The true counts at which decisions change for the count in FILE, by the gain of each per round."""
    from spanish21.analysis.counts.index_search import indices as indices_of
    from spanish21.strategy import chart_of
    from spanish21.strategy.counts import count_text

    _whole_shoe(asked)
    counted = _count_of(file)
    chart = chart_of(text_of_file(chart_file)) if chart_file is not None else None
    tell_of_compiling()
    with progress() as told:
        told("pricing every decision from the shoe without each two cards …")
        found = indices_of(asked.rules, counted, penetration, chart, order > 1)
    found = found.first(first or len(found.found))
    if as_toml:
        click.echo(count_text(found.with_indices))
    elif as_json:
        json_line(found.summary() | asked.described())
    elif as_svg:
        click.echo(found.svg())
    else:
        for line in index_lines(asked, found):
            click.echo(line)


def _whole_shoe(asked: AnalysisOptions) -> None:
    if asked.without:
        raise BadInput("--without: a count begins with the whole shoe")


def _count_of(file: str) -> "Count":
    from spanish21.strategy.counts import count_of

    return count_of(Path(file), is_played=False)


def _play(name: str) -> "Play":
    """The play that an option names: by a built-in name, or a chart from a file."""
    from spanish21.analysis.counts.removed_shoes import PLAYS
    from spanish21.strategy import chart_of

    return name if name in PLAYS else chart_of(text_of_file(name))


def _numbers(option: str, text: str, kind: Any) -> list[Any]:
    """The numbers of an option, with commas between them."""
    try:
        return [kind(word) for word in text.split(",")] if text else []
    except ValueError:
        such = "6,8" if kind is int else "0.5,0.75"
        raise BadInput(f"{option} {text!r}: write numbers with commas between them, such as {such}") from None
