"""The prices of side wagers as lines of text."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from spanish21.cli.printing import money, paragraph, table_lines

if TYPE_CHECKING:
    from spanish21.analysis.sides.side_prices import PricedSideWager, SideWagers


def side_wager_lines(found: "SideWagers", currency: str) -> Iterator[str]:
    """A table of the prices, how they go with the meters, what has no price, and warnings."""
    heads = ["", "wager", "paytable", "pays", "house edge", "hit rate", "standard deviation"]
    rows = [
        [
            *_name(wager),
            wager.pays,
            f"{wager.house_edge:.4%}",
            f"{wager.hit_rate:.4%}",
            f"{wager.standard_deviation:.4f}",
        ]
        for wager in found
    ]
    yield from table_lines(heads, rows, (4, 5, 6), names=3)
    if not all(wager.offered for wager in found):
        yield paragraph("· not in use at this table; its meter, if any, is priced at the book's minimum")
    progressive = [wager for wager in found if wager.meter_price]
    if progressive:
        yield ""
        yield from _meter_lines(progressive, currency)
    for missing in found.not_priced:
        yield paragraph(f"{missing.name} {missing.paytable} is not priced: {missing.why}")
    for wager in found:
        if wager.warning:
            yield paragraph(f"warning: {wager.warning}")


def _name(wager: "PricedSideWager") -> list[str]:
    """Whether it is in use, the wager, its paytable and the reading that is priced."""
    return ["" if wager.offered else "·", wager.name.replace("_", " "), wager.paytable_and_reading]


def _meter_lines(found: "list[PricedSideWager]", currency: str) -> Iterator[str]:
    """The edge as a function of the meter, where it breaks even, and what it is in the long run."""
    less = f"less per {money(1000_00, currency)}"
    heads = [
        "",
        "wager",
        "paytable",
        "edge at 0",
        less,
        "book's minimum",
        "edge there",
        "even at",
        "long run",
    ]
    rows = []
    for wager in found:
        meter, long_run = wager.meter_price, wager.long_run_edge_exact
        if meter is None or long_run is None:
            continue
        rows.append(
            [
                *_name(wager),
                f"{float(meter.edge_at_zero):.4%}",
                f"{float(meter.slope * 1000_00):.4%}",
                money(meter.least, currency),
                f"{float(meter.edge(meter.least)):.4%}",
                "never" if meter.break_even is None else money(round(meter.break_even), currency),
                f"{float(long_run):.4%}",
            ]
        )
    yield from table_lines(heads, rows, range(3, 9), names=3)
    rates = {
        f"{one.name} takes {100 * one.rate[0] / one.rate[1]:g}% of each wager and is reset to "
        f"{money(one.reset, currency)}"
        for one in (wager.meter_price for wager in found if wager.offered)
        if one
    }
    yield from (paragraph(f"long run: the meter of {rate}") for rate in sorted(rates))
