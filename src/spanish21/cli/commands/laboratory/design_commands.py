"""Many tables together: `grid` prices every combination, `design` finds those that meet a target."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from spanish21.cli.choosing import ChosenRules, book_argument, examples, rules_options
from spanish21.cli.printing import fitting, json_line, line_of
from spanish21.cli.progress_line import progress, tell_or_print
from spanish21.errors import BadInput, one_line
from spanish21.game.pictures.count_text import count_text

if TYPE_CHECKING:
    from spanish21.analysis.design.grid import Grid

MOST_LINES = 40
"""Rows that the terminal shows; a file has them all."""


def _varied(texts: tuple[str, ...], option: str) -> dict[str, list[Any]]:
    """What each --vary says; a setting that is named twice is refused."""
    from spanish21.analysis.design.variations import parsed_variation

    found: dict[str, list[Any]] = {}
    for text in texts:
        name, values = parsed_variation(text, option=option)
        if name in found:
            raise BadInput(one_line(f"{option} {name} is given twice; write all of its values in one"))
        found[name] = values
    return found


def _numbers(texts: tuple[str, ...], option: str) -> dict[str, list[int]]:
    """What each --line, --weight or --meter says; a name that is given twice has all the numbers."""
    from spanish21.analysis.design.variations import parsed_numbers

    found: dict[str, list[int]] = {}
    for text in texts:
        name, numbers = parsed_numbers(text, option)
        found.setdefault(name, []).extend(numbers)
    return found


def _in_how_many(command: Any) -> Any:
    """The options of what takes long."""
    for option in (
        click.option("--processes", type=click.IntRange(1, 1024), help="Processes that price.  [all cores]"),
        click.option(
            "--most",
            type=click.IntRange(1, 10_000_000),
            default=100_000,
            help="Refuse more rulesets than this.  [100000]",
        ),
    ):
        command = option(command)
    return command


@click.command(
    epilog=examples(
        "spanish21 grid maryland --vary decks=5,6,8 --vary dealer_hits_soft_17=yes,no",
        "spanish21 grid maryland --vary decks=2..8 --vary most_doubles=0..3 -o grid.csv",
    )
)
@book_argument
@rules_options
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="NAME=VALUES",
    help="A setting, or a ruling, and its values: decks=5,6,8 or most_doubles=0..3; may be repeated.",
)
@click.option("--law", is_flag=True, help="Also deviation, average wager and hit frequency; slower.")
@_in_how_many
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False),
    help="Write a .csv, .parquet, .html or .json file; an interrupted run continues from FILE.journal.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def grid(
    vary: tuple[str, ...],
    law: bool,
    most: int,
    processes: int | None,
    output: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Price every combination of settings' values, exactly.

    The house edge of each, and the player's gain against BOOK's table, in basis points. A row
    says whether each of its values is inside the book.
    """
    from spanish21.analysis.design.grid import grid as grid_of
    from spanish21.cli.commands.price_commands import tell_of_compiling

    chosen = ChosenRules(**options)
    journal = None
    if output:
        from spanish21.analysis.design.grid_files import check_form, write_grid

        check_form(output)
        journal = f"{output}.journal"
    varied = _varied(vary, "--vary")
    tell_of_compiling()
    with progress() as told:
        found = grid_of(
            chosen.rules, varied, law=law, most=most, processes=processes, journal=journal, tell=told
        )
    if output and journal:
        write_grid(found, output)
        Path(journal).unlink(missing_ok=True)
    if as_json:
        json_line(found.summary())
        return
    _tell_left_out(found)
    if output:
        click.echo(f"{output}: {count_text(len(found.rows), 'ruleset')}")
        return
    for line in _grid_lines(found, found.ranked()):
        click.echo(line)


def _tell_left_out(found: "Grid") -> None:
    for why, count in found.left_out.items():
        tell_or_print(f"{count_text(count, 'combination')} left out: {why}")


def _grid_lines(found: "Grid", ranked: list[dict[str, Any]]) -> list[str]:
    """The rulesets from the lowest house edge on, as many as a screen has room for."""
    from spanish21.analysis.design.grid import figure_text

    figures = [name for name in found.figures if name != "key"]
    names = [*found.names, *figures]
    heads = [name.replace("_", " ") for name in names]
    rows = [[figure_text(name, row[name]) for name in names] for row in ranked[:MOST_LINES]]
    lines = fitting([heads, *rows], right=range(len(found.names), len(names)), headed=True)
    more = len(ranked) - len(rows)
    return lines + (
        [line_of(f"… {count_text(more, 'ruleset')} more; -o FILE writes all")] if more > 0 else []
    )


@click.command(
    epilog=examples(
        "spanish21 design maryland --vary decks=6,8 --vary pays_five_card_21=3:2,2:1 --edge 0.3%..0.4%",
        "spanish21 design maryland --wager match --line two_suited=12 --line suited=5..12 --edge 2%..3%",
        "spanish21 design maryland --wager spin --meter reset=500,1000 --meter rate=5..20 --long-run 5%",
    )
)
@book_argument
@rules_options
@click.option("--vary", multiple=True, metavar="NAME=VALUES", help="A setting of the book, as for grid.")
@click.option("--wager", metavar="WAGER", help="Design a side wager, such as match, instead of the rules.")
@click.option("--line", multiple=True, metavar="NAME=NUMBERS", help="Payouts to try for a paytable line.")
@click.option("--weight", multiple=True, metavar="SYMBOL=NUMBERS", help="The weight of a stop of its wheel.")
@click.option(
    "--meter", multiple=True, metavar="PART=NUMBERS", help="Its meter: initial, reset, or rate in per cent."
)
@click.option("--any-order", is_flag=True, help="A worse line may pay more than a better one.")
@click.option("--edge", metavar="RANGE", help="The house edge: 3% or 2%..3%.")
@click.option("--long-run", metavar="RANGE", help="The edge over all heights of the meter.")
@click.option("--hit", metavar="RANGE", help="The hit frequency: how often something is won.")
@click.option("--deviation", metavar="RANGE", help="The standard deviation, in wagers.")
@click.option("--top", metavar="RANGE", help="The most that a side wager wins, in wagers.")
@_in_how_many
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def design(
    vary: tuple[str, ...],
    wager: str | None,
    line: tuple[str, ...],
    weight: tuple[str, ...],
    meter: tuple[str, ...],
    any_order: bool,
    edge: str | None,
    long_run: str | None,
    hit: str | None,
    deviation: str | None,
    top: str | None,
    most: int,
    processes: int | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Find the rules, or a side wager's paytable, that meet a target: every solution, ranked, exact.

    A target is a range such as 2%..3%; 3% alone means 2.5% to 3.5%, 3.0% means 2.95% to 3.05%. The solution
    nearest to the middle of the targets comes first.
    """
    chosen = ChosenRules(**options)
    given = {
        "house_edge": edge,
        "long_run_house_edge": long_run,
        "hit_frequency": hit,
        "standard_deviation": deviation,
        "top_prize": top,
    }
    targets = {name: text for name, text in given.items() if text is not None}
    if wager is None and (line or weight or meter):
        raise BadInput("--line, --weight and --meter need --wager: say which side wager they are of")
    if wager is not None and vary:
        raise BadInput("--vary is for the rules; with --wager use --line, --weight and --meter")
    if wager is not None:
        from spanish21.analysis.design.wager_design import design_wager

        found_wager = design_wager(
            chosen.rules,
            wager,
            targets,
            lines=_numbers(line, "--line"),
            weights=_numbers(weight, "--weight"),
            meter=_numbers(meter, "--meter"),
            ordered=not any_order,
        )
        if as_json:
            json_line(found_wager.summary())
            return
        click.echo(f"{chosen.book}, {found_wager.kind}: {found_wager.said}")
        shown = found_wager.solutions[:MOST_LINES]
        rows = [_wager_cells("now", found_wager.now)]
        rows += [_wager_cells(str(place), one) for place, one in enumerate(shown, start=1)]
        heads = ["", "house edge", "long run", "hit", "deviation", "top", "choice"]
        for text in fitting([heads, *rows], right=(1, 2, 3, 4, 5), headed=True):
            click.echo(text)
        if len(found_wager.solutions) > len(shown):
            click.echo(f"… {len(found_wager.solutions) - len(shown):,} more; --json prints all")
        return
    from spanish21.analysis.design.rules_design import design_rules
    from spanish21.cli.commands.price_commands import tell_of_compiling

    varied = _varied(vary, "--vary")
    tell_of_compiling()
    with progress() as told:
        found = design_rules(chosen.rules, varied, targets, most=most, processes=processes, tell=told)
    if as_json:
        json_line(found.summary())
        return
    click.echo(f"{chosen.book}: {found.said}")
    _tell_left_out(found.grid)
    if found.solutions:
        for text in _grid_lines(found.grid, found.solutions):
            click.echo(text)


def _wager_cells(name: str, one: Any) -> list[str]:
    """A solution as the cells of a row."""
    long_run = "–" if one.long_run_house_edge is None else f"{float(one.long_run_house_edge):.4%}"
    chosen = ", ".join(f"{name} {number}" for name, number in one.chosen.items())
    return [
        name,
        f"{float(one.house_edge):.4%}",
        long_run,
        f"{float(one.hit_frequency):.4%}",
        f"{one.standard_deviation:.4f}",
        f"{float(one.top_prize):,g}",
        chosen.replace("_", " "),
    ]
