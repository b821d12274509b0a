"""`spanish21 evaluate`, how good a policy is, and `mcp`, a server for models."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from spanish21.cli.choosing import BOOK, RulesAsked, examples, gathered, rules_options, text_of_file
from spanish21.cli.printing import fitting, json_line
from spanish21.errors import BadInput

if TYPE_CHECKING:
    from spanish21.environments.measuring.evaluation import Evaluation
    from spanish21.environments.measuring.policies import Choices, Policy
    from spanish21.game.rules import Rules

CHARTS = (".csv", ".json")
LOGS = (".jsonl", ".log")


class Outputs(NamedTuple):
    """The text next to the figures."""

    board: str | None
    states: str | None
    picture: str | None
    as_json: bool


class Measure(NamedTuple):
    """How a policy is measured."""

    rounds: int
    seed: int
    each_clause: bool
    person: str


@click.command(
    epilog=examples(
        "spanish21 evaluate chart.csv --book players-edge",
        "spanish21 evaluate my_policies:cautious --book maryland --book uk-casino",
        "spanish21 evaluate chart.csv --book maryland --what-if dealer_hits_soft_17=yes --json",
        "spanish21 evaluate chart.csv --book maryland --each-clause --rounds 2000",
        "spanish21 evaluate visit.jsonl --person you --states states.csv",
    )
)
@click.argument("policy", metavar="POLICY")
@click.option("--book", "books", type=BOOK, multiple=True, help="A book to measure under; may be repeated.")
@rules_options
@gathered(rules=RulesAsked)
@click.option(
    "--rounds", type=click.IntRange(1, 10**9), default=200_000, show_default=True, help="Rounds to play."
)
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=21, show_default=True, help="The seed of the cards."
)
@click.option(
    "--each-clause", is_flag=True, help="Measure under the rules with one clause changed, each alone."
)
@click.option("--person", default="", help="Whose decisions in a log; not needed where one person decides.")
@gathered(measure=Measure)
@click.option("--board", metavar="FILE", help="Write the figures to a leaderboard file.")
@click.option("--states", metavar="FILE", help="Write the cost of every kind of hand as CSV.")
@click.option(
    "--picture", metavar="FILE", help="Write where the first book costs something as an SVG picture."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@gathered(outputs=Outputs)
def evaluate(
    policy: str, books: tuple[str, ...], rules: RulesAsked, measure: Measure, outputs: Outputs
) -> None:
    """Measure a policy: its edge, its regret by kind of hand, the hands that cost most.

    POLICY is a chart's file, a recorded log (.jsonl), or a function as module:function. A function is given
    many observations and masks as arrays, and returns an action for each (docs/environments.md). The edge is
    exact where the policy is a function of the hand and the up card, and measured otherwise.
    """
    from spanish21.environments.measuring.evaluation import board_of, picture_of, states_csv

    if policy.lower().endswith(LOGS):
        found, missing = [_recorded(policy, books, rules, measure)], list[str]()
    else:
        found, missing = _measured(policy, books, rules, measure)
    for path, write in ((outputs.board, board_of), (outputs.states, states_csv)):
        if path:
            _write(path, write(found))
    if outputs.picture:
        _write(outputs.picture, picture_of(found[0]))
    if outputs.as_json:
        import msgspec

        json_line(msgspec.to_builtins(found))
        return
    lines = _sweep_lines(found) if measure.each_clause else [line for one in found for line in _lines(one)]
    click.echo("\n".join([*lines, *(f"not measured: {why}" for why in missing)]))


def _measured(
    policy: str, books: tuple[str, ...], asked: RulesAsked, measure: Measure
) -> "tuple[list[Evaluation], list[str]]":
    from spanish21.environments.measuring.evaluation import evaluate as evaluated
    from spanish21.environments.measuring.held_out import evaluate_each

    decides, name, choices_under = _policy(policy)
    found, missing = list[Any](), list[str]()
    for book in books or (None,):
        rules, changes = asked.of(book).rules, tuple(asked.words())
        options: dict[str, Any] = {"rounds": measure.rounds, "seed": measure.seed}
        if measure.each_clause:
            more, unknown = evaluate_each(decides, rules, name, choices_under=choices_under, **options)
            found += more
            missing += unknown
        else:
            choices = choices_under(rules)
            played = decides(rules)
            found.append(evaluated(played, rules, name, choices=choices, changes=changes, **options))
    return found, missing


def _policy(policy: str) -> "tuple[Callable[[Rules], Policy], str, Callable[[Rules], Choices | None]]":
    """What decides under some rules, its name, and its choices where they are known."""
    from spanish21.analysis.charts.best_charts import choices_of_chart
    from spanish21.environments.measuring import policies
    from spanish21.strategy import chart_of

    if policy.lower().endswith(CHARTS):
        chart = chart_of(text_of_file(policy))
        return (
            lambda rules: policies.policy_of_chart(chart, rules),
            chart.name,
            lambda rules: choices_of_chart(chart, rules),
        )
    if ":" not in policy:
        known = "name a chart's file (.csv, .json), a log (.jsonl) or a function as module:function"
        raise BadInput(f"{policy} is not a policy; {known}")
    decides = policies.policy_named(policy)
    return lambda _: decides, policy, lambda _: None


def _recorded(path: str, books: tuple[str, ...], asked: RulesAsked, measure: Measure) -> "Evaluation":
    from spanish21.environments.measuring.log_evaluation import evaluate_log, read_visits

    if books or asked.words() or measure.each_clause:
        raise BadInput(
            "a log is measured under the rules that it was played under; leave out --book and the like"
        )
    try:
        events = read_visits(text_of_file(path))
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    return evaluate_log(events, Path(path).name, measure.person)


def _sweep_lines(found: "list[Evaluation]") -> list[str]:
    """A line for each clause that was changed, those that cost most first."""
    first, *others = found
    others.sort(key=lambda one: -one.gap)
    rows = [("changed clause", "house edge", "best play", "lost, basis points")]
    for one in (first, *others):
        change = " ".join(one.changes) or f"{one.book} as it is"
        edges = (f"{-one.expected_value:.4%}", f"{-one.optimal:.4%}", f"{one.gap * 10_000:.2f}")
        rows.append((change, *edges))
    return [f"{first.policy}:", *fitting(rows, right=(1, 2, 3), headed=True)]


def _lines(one: "Evaluation") -> list[str]:
    changes = f", {' '.join(one.changes)}" if one.changes else ""
    error = "exact" if one.is_exact else f"± {one.error:.4%}"
    lines = [
        f"{one.policy}: {one.book}{changes}",
        f"house edge               {-one.expected_value:.4%} ({error})",
        f"house edge, best play    {-one.optimal:.4%}",
        f"lost against best play   {one.gap * 10_000:.2f} basis points",
        f"regret as measured       {one.regret * 10_000:.2f} basis points in {one.rounds:,} rounds",
    ]
    if one.illegal:
        lines.append(f"masked actions           {one.illegal:,}")
    if one.costly:
        cells = [(costly.hand, costly.up, f"{costly.cost * 10_000:.2f}") for costly in one.costly]
        rows = [("hand", "against", "basis points"), *cells]
        lines += ["", "the most expensive decisions", *fitting(rows, right=(2,), headed=True)]
    return [*lines, ""]


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, "utf-8")
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None


@click.command(epilog=examples("spanish21 mcp"))
def mcp() -> None:
    """Serve the books, a practice table and the analyser to a model.

    It speaks the Model Context Protocol on the standard input and output, until the input ends.
    """
    from spanish21.environments.mcp.mcp_server import mcp_server

    mcp_server().run("stdio")
