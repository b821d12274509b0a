"""`spanish21 simulate`: play many rounds and measure what the house keeps."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from spanish21.cli.choosing import AMOUNT, RulesAsked, book_argument, examples, gathered, rules_options
from spanish21.errors import BadInput

if TYPE_CHECKING:
    from spanish21.game.rules import Rules
    from spanish21.strategy import Chart

INTERRUPTED = 130
MOST_OF_SESSION = 100_000


class PrintOptions(NamedTuple):
    """How the result is printed."""

    session_rounds: int
    bankroll: int
    as_json: bool
    quiet: bool


@click.command(
    epilog=examples(
        "spanish21 simulate maryland --rounds 10000000",
        "spanish21 simulate maryland --what-if dealer_hits_soft_17=yes --rounds 10000000",
        "spanish21 simulate uk-casino --strategy optimal --penetration 0 --until-error 0.0001 --threads 2",
    )
)
@book_argument
@rules_options
@click.option(
    "--strategy",
    default="chart",
    metavar="optimal|chart|FILE",
    help="The best strategy by composition, the best chart by totals, or a chart from a file.  [chart]",
)
@click.option("--boxes", type=int, default=1, help="Boxes played, 1 to 7.  [1]")
@click.option("--rounds", type=int, help="Rounds to play.  [1000000]")
@click.option("--until-error", type=float, help="Play until the standard error is as small as this.")
@click.option(
    "--penetration",
    type=float,
    default=0.75,
    help="The part of the shoe before the cover card; 0 means a fresh shoe for every round.  [0.75]",
)
@click.option(
    "--wager",
    type=AMOUNT,
    default=0,
    help="The wager on each box, in dollars or pounds.  [the table's minimum]",
)
@click.option(
    "--side", "sides", multiple=True, metavar="NAME=STAKE", help="A side wager on every box, such as match=5."
)
@click.option("--insure", "insures", is_flag=True, help="Insure against every ace.")
@click.option(
    "--count", "count_file", metavar="FILE", help="A count: tags, ramp, indices, start (TOML or JSON)."
)
@click.option("--tables", type=int, default=1, help="Tables that share the progressive.  [1]")
@click.option("--seed", type=int, default=1, help="The same seed gives the same totals everywhere.  [1]")
@click.option("--threads", type=int, default=1, help="Threads on this machine.  [1]")
@click.option(
    "--cluster", metavar="ADDRESS", help="A Dask scheduler, or local for processes on this machine."
)
@click.option(
    "--checkpoint", type=click.Path(dir_okay=False, path_type=Path), help="Keep a checkpoint in this file."
)
@click.option("--resume", is_flag=True, help="Continue from the checkpoint, if there is one.")
@click.option(
    "--rounds-out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write every round, its cards and decisions: JSON Lines, or Parquet for a name in .parquet.",
)
@click.option("--session", "session_rounds", type=int, default=1000, help="Rounds in a session.  [1000]")
@click.option("--bankroll", type=AMOUNT, default=0, help="A bankroll, to compute its risk of ruin.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
@gathered(rules_asked=RulesAsked, told=PrintOptions)
def simulate(
    book: str,
    rules_asked: RulesAsked,
    told: PrintOptions,
    strategy: str,
    sides: tuple[str, ...],
    count_file: str | None,
    **options: Any,
) -> None:
    """Play many rounds of BOOK and measure the house's share.

    Ctrl-C prints the estimate so far and leaves a checkpoint to continue from.
    """
    asked = rules_asked.of(book)
    rules = asked.rules
    stakes = dict(_stake_of(word) for word in sides)
    if not 1 <= told.session_rounds <= MOST_OF_SESSION:
        raise BadInput(f"session is {told.session_rounds}; it must be from 1 to {MOST_OF_SESSION:,} rounds")

    from spanish21.simulation.results.run_progress import Progress
    from spanish21.simulation.run.whole_run import DEFAULT_ROUNDS, check_run
    from spanish21.simulation.run.whole_run import simulate as run
    from spanish21.strategy.counts import count_of

    if options["rounds"] is None and options["until_error"] is None:
        options["rounds"] = DEFAULT_ROUNDS
    shown = Progress(options["rounds"], options["until_error"])
    default_file = Path(f"spanish21-{book}-{options['seed']}.checkpoint")
    options |= {
        "sides": stakes,
        "count": count_of(Path(count_file)) if count_file else None,
        "show": None if told.quiet or not sys.stderr.isatty() else shown.show,
        "interrupted_checkpoint": default_file if options["rounds_out"] is None else None,
    }
    check_run(rules, **options)
    if not told.quiet:
        from spanish21.compiled.ahead import tell_of_compiling

        tell_of_compiling(lambda message: click.echo(message, err=True))
    result = run(rules, strategy_asked(strategy, rules), **options)
    if not told.quiet and sys.stderr.isatty():
        shown.show(result, is_last=True)
    if told.as_json:
        from spanish21.cli.printing import json_line

        found = result.report(told.session_rounds, told.bankroll)
        json_line({**found, "submission": None, **asked.described()})
    else:
        if asked.what_if:
            click.echo(f"outside the book: {', '.join(rules_asked.what_if)}")
        click.echo(result.text(told.session_rounds, told.bankroll))
    if not result.is_complete:
        kept = options["checkpoint"] or default_file
        if options["rounds_out"] is None:
            click.echo(f"spanish21: interrupted; continue with --checkpoint {kept} --resume", err=True)
        sys.exit(INTERRUPTED)


def strategy_asked(name: str, rules: "Rules") -> Any:
    """The strategy that an option names: a built-in one, or a chart from a file."""
    from spanish21.cli.choosing import text_of_file
    from spanish21.compiled.ahead import compiled_beside
    from spanish21.simulation.run.named_strategies import NAMES, strategy_named
    from spanish21.strategy import chart_of

    if name not in NAMES:
        return chart_of(text_of_file(name))
    with compiled_beside("simulation"):
        return cached_chart(rules) if name == "chart" else strategy_named(name, rules)


def cached_chart(rules: "Rules") -> "Chart":
    """The best chart for the rules, from the cache if it has been found before."""
    import msgspec

    from spanish21.compiled.cache import cached_result
    from spanish21.simulation.run.named_strategies import strategy_named
    from spanish21.strategy import Chart

    def find() -> bytes:
        return msgspec.json.encode(strategy_named("chart", rules))

    return msgspec.json.decode(cached_result("chart", msgspec.json.encode(rules), find), type=Chart)


def _stake_of(word: str) -> tuple[str, int]:
    name, equals, stake = word.partition("=")
    if not equals or not name.strip():
        raise BadInput(f"--side {word!r}: a side wager is written NAME=STAKE, such as match=5")
    try:
        return name.strip().replace("-", "_"), AMOUNT.convert(stake.strip(), None, None)
    except BadInput as error:
        raise BadInput(f"--side {name.strip()}: {error}") from None
