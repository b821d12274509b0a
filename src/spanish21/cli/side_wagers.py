"""The prices of side wagers as lines of text."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from spanish21.cli.printing import money

if TYPE_CHECKING:
    from spanish21.analysis.sidebets import SideWager, SideWagers


def side_wager_lines(found: "SideWagers", currency: str) -> Iterator[str]:
    """A table of the prices, how they go with the meters, what has no price, and warnings."""
    yield "wager       paytable           pays                      house edge  hit rate  standard deviation"
    for wager in found:
        yield (
            f"{_name(wager)} {wager.pays:24}  {wager.house_edge:10.4%}"
            f"  {wager.hit_rate:8.4%}  {wager.standard_deviation:10.4f}"
        )
    if not all(wager.offered for wager in found):
        yield "· not in use at this table; its meter, if any, is priced at the book's minimum"
    progressive = [wager for wager in found if wager.meter_price]
    if progressive:
        yield ""
        yield from _meter_lines(progressive, currency)
    for missing in found.not_priced:
        yield f"{missing.name} {missing.paytable} is not priced: {missing.why}"
    for wager in found:
        if wager.warning:
            yield f"warning: {wager.warning}"


def _name(wager: "SideWager") -> str:
    """The wager, its paytable and the reading that is priced."""
    return f"{wager.name:10}{' ' if wager.offered else '·'} {wager.paytable_and_reading:17} "


def _meter_lines(found: "list[SideWager]", currency: str) -> Iterator[str]:
    """How the edge goes with the meter, where it is none, and what it is in the long run."""
    thousand = money(1000_00, currency)
    yield (
        f"wager       paytable            edge at 0  less per {thousand}   book's minimum, edge there"
        "       even at    long run"
    )
    for wager in found:
        meter, long_run = wager.meter_price, wager.long_run_edge_exact
        if meter is None or long_run is None:
            continue
        even = "never" if meter.break_even is None else money(round(meter.break_even), currency)
        yield (
            f"{_name(wager)} {float(meter.edge_at_zero):10.4%}  {float(meter.slope * 1000_00):18.4%}"
            f"  {money(meter.least, currency):>15} {float(meter.edge(meter.least)):12.4%}"
            f"  {even:>12}  {float(long_run):10.4%}"
        )
    rates = {
        f"{one.name} takes {100 * one.rate[0] / one.rate[1]:g}% of each wager and is reset to "
        f"{money(one.reset, currency)}"
        for one in (wager.meter_price for wager in found if wager.offered)
        if one
    }
    yield from (f"long run: the meter of {rate}" for rate in sorted(rates))
