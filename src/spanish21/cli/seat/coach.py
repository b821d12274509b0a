"""The coach at a seat: what is best and what else costs, in money; what mistakes have cost; what was luck."""

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

import msgspec

from spanish21.cli.printing import money
from spanish21.cli.seat.seat_lines import signed_money
from spanish21.cli.seat.visit import Decision
from spanish21.errors import how_to_install
from spanish21.game import commands as cmd
from spanish21.game.rules import Rules
from spanish21.game.table import Table

if TYPE_CHECKING:
    from spanish21.analysis.advice.advice import Advice, Option
    from spanish21.strategy import Chart

MISSING = f"The coach needs the analyser: run {how_to_install('analysis')}."
_SMALLEST = 0.5
"""What costs less than half of the smallest unit of money is not a mistake."""


_VALUES: dict[bytes, float] = {}
_CHARTS: "dict[bytes, Chart]" = {}
"""What takes a second or more to find, by the rules."""


class Verdict(msgspec.Struct, frozen=True):
    """A decision as the coach sees it: what it cost against the best, in the smallest unit, and the best."""

    cost: float
    best: "Option"

    @property
    def is_mistake(self) -> bool:
        return self.cost >= _SMALLEST


def is_there() -> bool:
    """Whether the analyser's packages are installed."""
    return find_spec("numpy") is not None and find_spec("numba") is not None


def is_quick() -> bool:
    """Whether the analyser has been compiled, so that it answers in a moment."""
    from spanish21.compiled.ahead import is_compiled

    return is_compiled("analysis")


def advice_on(table: Table, who: str) -> "Advice":
    """The worth of every decision to a person who sees the open cards."""
    from spanish21.analysis.advice.advice import advise

    return advise(table, who)


def verdict_on(decision: Decision) -> Verdict | None:
    """What a decision cost, or None where it cannot be priced."""
    command = decision.command
    options = _about(advice_on(decision.table, command.by).options, command)
    priced = [one for one in options if one.cost is not None]
    cost = _cost(priced, command)
    if cost is None:
        return None
    return Verdict(cost, min(priced, key=lambda one: one.cost or 0.0))


def hint_lines(table: Table, who: str) -> list[str]:
    """The best option and what each other would cost."""
    options = advice_on(table, who).options
    boxes = dict.fromkeys(getattr(one.command, "box", 0) for one in options)
    asked = next(iter(boxes), 0)
    options = tuple(one for one in options if getattr(one.command, "box", 0) == asked)
    if not options:
        return ["There is nothing to decide now."]
    currency = table.rules.currency
    best = options[0]
    if best.value is None:
        return [f"{_capital(words(best, currency))}: {best.note}."]
    lines = [f"Best: {words(best, currency)}, worth {signed_money(round(best.value), currency)} on average."]
    others = [one for one in options[1:] if not _is_small_double(one, options)]
    costs = [
        f"{doing(one.command, currency)} costs {_cost_text(one.cost, currency)}"
        if one.cost is not None
        else f"{words(one, currency)}: {one.note}"
        for one in others
    ]
    return [*lines, *([f"{_capital('; '.join(costs))}."] if costs else [])]


def mistake_text(verdict: Verdict, command: cmd.Command, currency: str) -> str:
    """What to say after a mistake."""
    better, did = doing(verdict.best.command, currency), doing(command, currency)
    return f"Coach: {better} was better; {did} costs {_cost_text(verdict.cost, currency)} on average."


class Judge:
    """What the decisions of a visit cost; each is judged once."""

    def __init__(self) -> None:
        self._verdicts: list[Verdict | None] = []

    def mistakes(self, decisions: Sequence[Decision]) -> tuple[int, float]:
        """How many decisions were mistakes, and what they cost together; decisions are only ever added."""
        for one in decisions[len(self._verdicts) :]:
            self._verdicts.append(verdict_on(one))
        found = [verdict for verdict in self._verdicts if verdict is not None and verdict.is_mistake]
        return len(found), sum(one.cost for one in found)


def value_of(rules: Rules) -> float:
    """What a wager of 1 wins on average under best play at a table."""
    from spanish21.analysis.worth.table_edge import edge

    key = msgspec.json.encode(rules)
    if key not in _VALUES:
        _VALUES[key] = float(edge(rules).expected_value)
    return _VALUES[key]


def chart_of_table(rules: Rules) -> "Chart":
    """The best chart for a table."""
    from spanish21.analysis.charts.best_charts import best_chart

    key = msgspec.json.encode(rules)
    if key not in _CHARTS:
        _CHARTS[key] = best_chart(rules).chart
    return _CHARTS[key]


# -- words -----------------------------------------------------------------------------------------


def words(option: "Option", currency: str) -> str:
    """An option in words."""
    return "wait" if option.command is None else words_of(option.command, currency)


def words_of(command: cmd.Command, currency: str) -> str:
    """A decision in words, such as "double for $10.00"."""
    amount = getattr(command, "amount", 0)
    name = _NAMES.get(type(command).__name__, ("that", "that"))[0]
    return f"{name} {money(amount, currency)}" if amount else name


def doing(command: cmd.Command | None, currency: str) -> str:
    """A decision as something that one does, such as "doubling for $10.00"."""
    if command is None:
        return "waiting"
    amount = getattr(command, "amount", 0)
    name = _NAMES.get(type(command).__name__, ("that", "that"))[1]
    return f"{name} {money(amount, currency)}" if amount else name


_NAMES = {
    "Draw": ("hit", "hitting"),
    "Stand": ("stand", "standing"),
    "Double": ("double for", "doubling for"),
    "Split": ("split", "splitting"),
    "Surrender": ("surrender", "surrendering"),
    "Rescue": ("rescue", "rescuing"),
    "Insure": ("insure for", "insurance for"),
    "DeclineInsurance": ("no insurance", "declining insurance"),
    "FollowDouble": ("double too for", "doubling too for"),
    "FollowSplit": ("follow the split", "following the split"),
    "RefuseCard": ("refuse the card", "refusing the card"),
    "AnswerLateCard": ("answer about the late card", "an answer about the late card"),
}
"""A decision as one says it, and as something that one does."""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _cost_text(cost: float, currency: str) -> str:
    return "less than " + money(1, currency) if cost < 1 else money(round(cost), currency)


# -- which option a command is ---------------------------------------------------------------------


def _about(options: Iterable["Option"], command: cmd.Command) -> list["Option"]:
    """The options among which a command chose: those about the same box."""
    box = getattr(command, "box", 0)
    return [one for one in options if getattr(one.command, "box", 0) == box]


def _cost(options: list["Option"], command: cmd.Command) -> float | None:
    """The cost of a command; of an amount that is not priced itself, between those that are."""
    same = [one for one in options if type(one.command) is type(command) and one.cost is not None]
    amount = getattr(command, "amount", 0)
    by_amount = {getattr(one.command, "amount", 0): one.cost or 0.0 for one in same}
    if not by_amount or amount in by_amount:
        return by_amount.get(amount)
    least, most = min(by_amount), max(by_amount)
    if least == most:
        return by_amount[most] * amount / most
    return by_amount[least] + (by_amount[most] - by_amount[least]) * (amount - least) / (most - least)


def _is_small_double(option: "Option", options: Iterable["Option"]) -> bool:
    """Whether an option is a double for less, where the double in full is on offer."""
    amount = getattr(option.command, "amount", 0)
    return any(
        type(one.command) is type(option.command) is cmd.Double and getattr(one.command, "amount", 0) > amount
        for one in options
    )
