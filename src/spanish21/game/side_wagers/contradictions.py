"""Settings of side wagers that contradict each other, or lack a meter or a wheel."""

from collections.abc import Iterator, Mapping
from typing import Any

from spanish21.game.money import amount_text
from spanish21.game.settings import limits_crossed
from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.registry import meter_names, side_wagers

Contradiction = tuple[str, Any, str]
"""A setting, its value, and its error."""


def side_contradictions(settings: Mapping[str, Any]) -> Iterator[Contradiction]:
    """The errors in a table's settings of side wagers."""
    known = [record for record in side_wagers() if f"{record.kind}_offered" in settings]
    for record in known:
        if f"{record.kind}_minimum" in settings:
            yield from limits_crossed(settings, f"{record.kind}_minimum", f"{record.kind}_maximum")
    meters = settings["meters"]
    for name in meters:
        if name not in meter_names():
            yield "meters", [*meters], f"the meters are {', '.join(meter_names())}"
    offered = [record for record in known if settings[f"{record.kind}_offered"]]
    for record in offered:
        yield from (
            _wheel_contradictions(settings, record) if record.wheel else _meters_missing(settings, record)
        )
    hot_spots = [record.kind for record in offered if record.wheel == "hot_spot"]
    if len(hot_spots) > 1:
        yield f"{hot_spots[1]}_offered", True, f"a table has one hot spot, and {hot_spots[0]} is offered"


def _meters_missing(settings: Mapping[str, Any], record: SideWager) -> Iterator[Contradiction]:
    meters = settings["meters"]
    for name in record.meters:
        if name not in meters:
            yield "meters", [*meters], f"{record.title} is offered and needs a meter {name}"


def _wheel_contradictions(settings: Mapping[str, Any], record: SideWager) -> Iterator[Contradiction]:
    name, tables = f"{record.kind}_tables", settings[f"{record.kind}_tables"]
    if not tables:
        yield name, [], f"{record.kind} is offered and needs at least one table"
    amounts = [table.wager for table in tables]
    if len(set(amounts)) < len(amounts):
        yield name, [amount_text(amount) for amount in amounts], "each amount has one table"
    for table in tables:
        wheels = {"wheel": ("", *record.meters), **({"community": ("",)} if record.has_community else {})}
        for wheel, meters in wheels.items():
            where = f"the {wheel} of {table.paytable}"
            sources = {stop.source for stop in getattr(table, wheel)}
            if not sources:
                yield name, [where], "a wheel has at least one stop"
            elif max(sources) >= len(meters):
                yield name, [f"source {max(sources)}"], f"{where} has sources 0 to {len(meters) - 1}"
            needed = {meters[source] for source in sources if source < len(meters)}
            for meter in sorted((needed | set(table.meters)) - {"", *settings["meters"]}):
                yield "meters", [*settings["meters"]], f"{name} needs a meter {meter}"
