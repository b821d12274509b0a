"""The commands of the analyser: edge, prices, sidebets."""

import json
from typing import TYPE_CHECKING, Any

import click

from spanish21.cli.analysis_options import AnalysisOptions, money_options, table_options
from spanish21.cli.printing import columns, fitting, json_line, line_of
from spanish21.cli.progress_line import progress, tell, tell_or_print
from spanish21.errors import BadInput

if TYPE_CHECKING:
    from spanish21.analysis.hands.rule_terms import FixedMoney


def tell_of_compiling() -> None:
    """Announce, on a pipe too, that kernels are being compiled: it takes some seconds, once."""
    from spanish21.compiled.ahead import tell_of_compiling as told

    told(tell_or_print)


def summary_of(asked: AnalysisOptions, money: "FixedMoney | None", hands: bool) -> dict[str, Any]:
    """The figures of a table; cached ones need no compiler."""
    import msgspec

    from spanish21.compiled.cache import cached_result

    def find() -> bytes:
        tell_of_compiling()
        tell("analysing …")
        from spanish21.analysis.report.edge_summary import analysis_of, edge_summary, hand_rows

        analysis = analysis_of(asked.rules, asked.shoe, money)
        summary = edge_summary(analysis)
        if hands:
            summary["hands"] = hand_rows(analysis.edge)
        return json.dumps(summary).encode()

    question = msgspec.json.encode((asked.rules, asked.without, money, hands))
    with progress():
        summary: dict[str, Any] = json.loads(cached_result("edge", question, find))
    return summary


def split_play_of(asked: AnalysisOptions) -> dict[str, Any]:
    """The house edge by the class of play of split hands: two hands exactly, and the table's own limit."""
    import msgspec

    from spanish21.compiled.cache import cached_result

    def find() -> bytes:
        tell_of_compiling()
        tell("playing both hands of every pair together …")
        from spanish21.analysis.worth.both_hands import both_hands
        from spanish21.analysis.worth.splits_bound import splits_bound

        both = both_hands(asked.rules, asked.shoe)
        two = {"zero-memory": -both.edge.expected_value, "optimal": both.house_edge}
        if asked.shoe is not None:
            return json.dumps({"two_hands": two}).encode()
        tell("dealing boxes of more hands …")
        return json.dumps({"two_hands": two, "all_hands": splits_bound(asked.rules).summary()}).encode()

    with progress():
        question = msgspec.json.encode((asked.rules, asked.without))
        edges: dict[str, Any] = json.loads(cached_result("split-play", question, find))
    return edges


def _split_lines(play: dict[str, Any]) -> list[str]:
    """The classes of play of split hands, one below the other."""
    rows = [["split hands played", "to two hands"]]
    rows += [[name, f"{play['two_hands'][name]:.6%}"] for name in ("zero-memory", "optimal")]
    if every := play.get("all_hands"):
        limit = every["most_hands"]
        about, least = every["optimal, about"], every["optimal, not below"]
        rows[0].append(f"to {limit} hands" if limit else "to any number")
        rows[1].append(f"{every['zero-memory']:.6%}")
        rows[2].append(f"about {about:.5%}, not below {least:.5%}")
    return columns(rows)


@click.command()
@table_options
@money_options
@click.option("--hands", is_flag=True, help="List every two cards against every up card.")
@click.option(
    "--splits",
    type=click.Choice(["zero-memory", "optimal"]),
    default="zero-memory",
    help="optimal: also split hands played with each other in mind; about a minute.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def edge(
    asked: AnalysisOptions,
    money: "FixedMoney | None",
    hands: bool,
    splits: str,
    as_json: bool,
) -> None:
    """The exact price of a table: house edge, standard deviation, every bonus."""
    if splits == "optimal" and money:
        raise BadInput("--splits optimal is priced by odds alone; leave out --wager")
    summary = summary_of(asked, money, hands)
    if splits == "optimal":
        summary["split_play"] = split_play_of(asked)
    summary = {"book": summary["book"], **asked.described(), **summary}
    if money:
        summary |= {"wager": money.wager / 100, "others": money.others}
    if as_json:
        json_line(summary)
        return
    click.echo(f"{asked.heading()} (splits: {summary['split_policy']})")
    click.echo(f"house edge          {summary['house_edge']:.4%}")
    click.echo(f"return to player    {summary['return_to_player']:.4%}")
    deviation, error = summary["standard_deviation"], summary["standard_deviation_error"]
    click.echo(f"standard deviation  {deviation:.4f} (error below {error:.0e})")
    click.echo(f"average wager       {summary['average_wager']:.4f}")
    click.echo(f"element of risk     {summary['element_of_risk']:.4%}")
    click.echo(f"hit frequency       {summary['hit_frequency']:.4%}")
    if "split_play" in summary:
        for line in ("", *_split_lines(summary["split_play"]), ""):
            click.echo(line)
    insurance = summary["insurance"]
    if insurance["hands"]:
        dearest = max(insurance["hands"], key=lambda row: row["expected_value"])
        told = (
            f"{insurance['expected_value']:+.4%} of the insurance wager;"
            f" {dearest['expected_value']:+.4%} with {'-'.join(dearest['cards'])}, its best hand"
        )
        click.echo("\n".join(fitting([["insurance         ", told]])))
    click.echo("\nup card  probability  expected value")
    for row in summary["by_up_card"]:
        click.echo(f"{row['up']:>7}  {row['probability']:11.4%}  {row['expected_value']:+14.4%}")
    click.echo("\nbonus             one round in  adds")
    for row in summary["bonuses"]:
        often = f"{1 / row['probability']:,.0f}" if row["probability"] > 1e-15 else "never"
        click.echo(f"{row['name']:16}  {often:>12}  {row['contribution']:.5%}")
    if hands:
        told = "insurance by the cards held: the dealer's chance of a Blackjack, the gain per unit insured"
        click.echo(f"\n{line_of(told)}")
        for row in insurance["hands"]:
            held = "-".join(row["cards"])
            click.echo(f"{held:>5}  {row['blackjack']:9.4%}  {row['expected_value']:+9.4%}")
        click.echo()
        for line in _hand_lines(summary["hands"]):
            click.echo(line)


def _hand_lines(hands: list[dict[str, Any]]) -> list[str]:
    """Every two cards against every up card, with the worth of each option."""
    options = ("stand", "hit", "double", "split", "surrender")
    rows = [["cards", "suits", "up", "best", *options]]
    for row in hands:
        values = ["–" if row[name] is None else f"{row[name]:+.3f}" for name in options]
        rows.append(["-".join(row["cards"]), row["suits"], row["up"], row["best"], *values])
    return fitting(rows, right=(2, 4, 5, 6, 7, 8))


@click.command()
@table_options
@money_options
@click.option("--against", metavar="BOOK", help="Price the differences from another book.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def prices(
    asked: AnalysisOptions,
    money: "FixedMoney | None",
    against: str | None,
    as_json: bool,
) -> None:
    """The worth of each rule, permitted choice and ruling, in basis points of the wager."""
    from spanish21.analysis.report.pricing import differences
    from spanish21.analysis.report.pricing import prices as prices_of
    from spanish21.analysis.worth.table_edge import SPLIT_POLICY
    from spanish21.books.submissions.submission import rules_of

    tell_of_compiling()
    with progress() as told:
        if against:
            found = differences(asked.rules, rules_of(against), asked.shoe, told)
        else:
            found = prices_of(asked.rules, asked.shoe, told, money)
    if as_json:
        document = {"book": asked.book, **asked.described(), "split_policy": SPLIT_POLICY, "against": against}
        json_line(document | {"prices": [price.as_row() for price in found]})
        return
    click.echo(f"{asked.heading()} (splits: {SPLIT_POLICY})")
    rows = [["basis points", "kind", "change (clauses)"]]
    for price in found:
        clauses = f" ({', '.join(price.clauses)})" if price.clauses else ""
        needs = f"; {price.needs}" if price.needs else ""
        rows.append([f"{price.basis_points:+.2f}", price.kind, f"{price.change}{clauses}{needs}"])
    for line in fitting(rows, right=(0,)):
        click.echo(line)


@click.command()
@table_options
@click.option(
    "--others",
    type=click.IntRange(0, 99),
    default=0,
    help="Other bettors with the same wager, for community pays.",
)
@click.option(
    "--own-boxes",
    type=click.IntRange(0, 99),
    default=0,
    help="Further boxes on which you have the same wager; community pays are priced in both readings.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def sidebets(
    asked: AnalysisOptions,
    others: int,
    own_boxes: int,
    as_json: bool,
) -> None:
    """The exact price of every side wager, at every paytable of the book."""
    from spanish21.analysis.sides.side_prices import side_wagers
    from spanish21.cli.side_wagers import side_wager_lines

    found = side_wagers(asked.rules, asked.submission, asked.shoe, others, asked.choices, own_boxes)
    if as_json:
        asked_for = {name: value for name, value in asked.described().items() if value}
        json_line([one.as_row() | asked_for for one in (*found, *found.not_priced)])
        return
    click.echo(asked.heading())
    for line in side_wager_lines(found, asked.rules.currency):
        click.echo(line)
