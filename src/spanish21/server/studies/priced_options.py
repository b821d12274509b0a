"""Options of the analyser as the page reads them: each decision once, in full."""

from collections.abc import Iterable
from typing import Any

from spanish21.server.studies.answers_of_studies import Priced


def options_with_prices(options: Iterable[Any]) -> list[Priced]:
    """The priced options; of several amounts of one decision only the largest."""
    found = [_of(one) for one in options if one.cost is not None and one.command is not None]
    most: dict[str, int] = {}
    for one in found:
        most[one["command"]] = max(one["amount"], most.get(one["command"], 0))
    return [one for one in found if one["amount"] == most[one["command"]]]


def _of(option: Any) -> Priced:
    name = type(option.command).__name__
    amount = getattr(option.command, "amount", 0)
    return {"command": name, "amount": amount, "value": option.value, "cost": option.cost}
