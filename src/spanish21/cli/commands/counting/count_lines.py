"""What the commands for counting print: effects, tags, true counts, ramps and indices as tables of text."""

from typing import TYPE_CHECKING

from spanish21.cli.analysis_options import AnalysisOptions
from spanish21.cli.printing import columns, fitting, line_of
from spanish21.game.money import amount_text

if TYPE_CHECKING:
    from spanish21.analysis.counts.best_tags import BestCounts
    from spanish21.analysis.counts.effects import Removal
    from spanish21.analysis.counts.index_search import Indices
    from spanish21.analysis.counts.judging import CountWorth
    from spanish21.analysis.counts.wager_ramps import Ramp, RampGrid

RARE = 5e-5
"""True counts that are rarer are only in the JSON."""


def removal_lines(asked: AnalysisOptions, found: "Removal") -> list[str]:
    """Every card's effects, and the checks of their sums."""
    scale = 100 * found.of_one_deck
    rows = [["card", "in the shoe", *found.wagers]]
    for row in found.to_records():
        suits = "" if row["suits"] == "any" else f" of {row['suits']}"
        effects = [f"{scale * row[wager]:+.4f}" for wager in found.wagers]
        rows.append([row["rank"] + suits, str(row["cards"]), *effects])
    checks = found.checks()
    rows.append(["all add up to", str(found.shoe.size), *(f"{checks[one]:+.0e}" for one in found.wagers)])
    rows.append(["wins", "", *(f"{found.values[one]:+.4%}" for one in found.wagers)])
    numbers = range(1, len(rows[0]))
    lines = [f"{asked.heading()}, play: {found.play}", *fitting(rows, right=numbers, headed=True)]
    if found.pairs:
        lines += ["", line_of("two cards gone: the joint effect beyond both, in millionths of the wager")]
        pairs = [
            [row["first"], row["second"], f"{1e6 * row['interaction']:+.2f}"]
            for row in found.pairs_to_records()
        ]
        lines += columns(pairs, right=(2,))
    return lines


def best_lines(asked: AnalysisOptions, best: "BestCounts") -> list[str]:
    """The best tags of each level."""
    from spanish21.analysis.counts.best_tags import tags_text

    rows = [["level", "kind", "betting", "earns", "insurance", "tags", "counted apart", "suits apart"]]
    for one in best:
        apart, both = max(one.side_counts.items(), key=lambda side: side[1])
        insurance = one.correlations.get("insurance")
        told = "–" if insurance is None else f"{insurance:.4f}"
        rows.append(
            [
                str(one.level),
                one.kind,
                f"{one.betting_correlation:.4f}",
                f"{one.earns['tags']:.1%}",
                told,
                tags_text(one.tags),
                f"{apart}: {both:.4f}, {one.earns['side_count']:.1%}",
                f"{one.suit_correlation:.4f}, {one.earns['suit_tags']:.1%}",
            ]
        )
    heading = f"{asked.heading()}: the tags that follow the effects of removal best, as correlations"
    return [line_of(heading), *fitting(rows, right=(0, 2, 3, 4), headed=True)]


def worth_lines(worth: "CountWorth") -> list[str]:
    """The worth of a count, and its true counts."""
    steps = [
        [
            f"{row.true_count:+d}",
            f"{row.frequency:.4%}",
            f"{row.expected_value:+.4%}",
            f"{row.standard_deviation:.4f}",
        ]
        for row in worth.rows
        if row.frequency > RARE
    ]
    heads = ["true count", "frequency", "expected value", "deviation"]
    return [*_figures_of(worth), "", *columns([heads, *steps], right=range(4))]


def _figures_of(worth: "CountWorth") -> list[str]:
    rows = [
        ["count", worth.count.text(worth.rules.decks)],
        ["betting correlation", f"{worth.betting_correlation:.4f}"],
        ["playing efficiency", f"{worth.playing_efficiency:.3f}"],
    ]
    for wager, found in worth.correlations.items():
        if wager != "main":
            rows.append(
                [f"{wager} correlation", "no card has an effect" if found is None else f"{found:.4f}"]
            )
    even = "never" if worth.even_from is None else f"from a true count of {worth.even_from:+d}"
    return columns([*rows, ["player ahead", even]])


def ramp_lines(found: "Ramp") -> list[str]:
    """The ramp and its win rate."""
    sign = found.rules.currency
    n0 = f"{found.n0:,.0f} rounds" if found.n0 else "none: nothing is won"
    figures = [
        ["won in 100 rounds", f"{sign}{found.win:,.2f} ± {sign}{found.standard_deviation / 10:,.2f}"],
        ["mean wager", f"{sign}{found.mean_wager / 100:,.2f}"],
        ["SCORE", f"{found.score:.2f}"],
        ["N0", n0],
        ["risk of ruin", f"{found.risk_of_ruin:.2%} of {sign}{amount_text(found.bankroll)}"],
    ]
    steps = [
        [
            f"{step.true_count:+d}",
            f"{step.frequency:.4%}",
            f"{step.expected_value:+.4%}",
            amount_text(step.wager),
        ]
        for step in found.steps
        if step.frequency > RARE
    ]
    heads = ["true count", "frequency", "expected value", "wager"]
    table = columns([heads, *steps], right=range(4))
    return [*_figures_of(found.worth), *columns(figures), "", *table]


def grid_lines(grid: "RampGrid") -> list[str]:
    """A line for every number of decks and penetration."""
    rows = [["decks", "penetration", "at one wager", "won in 100", "deviation", "SCORE", "N0", "ruin"]]
    for row in grid:
        n0 = f"{row['n0']:,.0f}" if row["n0"] else "–"
        rows.append(
            [
                str(row["decks"]),
                f"{row['penetration']:.0%}",
                f"{row['expected_value']:+.3%}",
                f"{row['win_per_100_rounds']:,.2f}",
                f"{row['standard_deviation_per_100_rounds']:,.2f}",
                f"{row['score']:.2f}",
                n0,
                f"{row['risk_of_ruin']:.2%}",
            ]
        )
    return fitting(rows, right=range(8), headed=True)


def index_lines(asked: AnalysisOptions, found: "Indices") -> list[str]:
    """A line for each index, those that are worth most first."""
    rows = [["hand", "against", "doubled", "chart", "instead", "true count", "exactly", "millionths"]]
    for one in found.found:
        limit = f"from {one.at_least:+d}" if one.at_least is not None else f"to {one.at_most:+d}"
        doubled = str(one.doubles) if one.doubles else ""
        cells = [one.hand, one.up, doubled, one.chart, one.action, limit]
        rows.append([*cells, f"{one.crossing:+.2f}", f"{1e6 * one.gain:.2f}"])
    told = f"{len(found.found)} indices add {found.gain:.4%} of the wager to a round, at one wager"
    heading = f"{asked.heading()}, {found.penetration:.0%} dealt"
    return [heading, line_of(told), *fitting(rows, right=(1, 2, 6, 7), headed=True)]
