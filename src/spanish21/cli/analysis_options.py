"""A table as the options of an analyser's command describe it: book, choices, submission, shoe, wager."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any

import click

from spanish21.books.setting_text import decks_text
from spanish21.cli.choosing import AMOUNT, ChosenRules, book_argument, rules_options
from spanish21.errors import BadInput

if TYPE_CHECKING:
    from spanish21.analysis.hands.rule_terms import FixedMoney
    from spanish21.analysis.hands.shoe_counts import Shoe

Command = Callable[..., None]


class AnalysisOptions(ChosenRules):
    """The rules and the shoe that the options describe."""

    def __init__(
        self,
        book: str,
        decks: int | None,
        choices: tuple[str, ...],
        what_if: tuple[str, ...],
        submission: str | None,
        without: str,
    ) -> None:
        super().__init__(book, submission, choices, what_if, decks)
        self.shoe: Shoe | None = None
        self.without = without.strip()
        if without:
            from spanish21.analysis.hands.shoe_counts import shoe_without

            self.shoe = shoe_without(self.rules.decks, without)

    def described(self) -> dict[str, Any]:
        """The options as the output repeats them."""
        return super().described() | ({"without": self.without} if self.without else {})

    def heading(self) -> str:
        """The table in a line: its book, decks, the cards removed, and whether it is within the book."""
        without = f", without {self.without}" if self.without else ""
        outside = ", outside the book" if self.what_if else ""
        return f"{self.book}, {decks_text(self.rules.decks)}{without}{outside}"


def table_options(command: Command) -> Command:
    """The options that describe a table; the command receives it as `asked`."""

    names = tuple(signature(AnalysisOptions).parameters)

    @wraps(command)
    def with_table(**options: Any) -> None:
        table = {name: options.pop(name) for name in names}
        command(asked=AnalysisOptions(**table), **options)

    for option in (
        click.option(
            "--without", default="", metavar="CARDS", help="Cards that have left the shoe, such as '7s Kd'."
        ),
        rules_options,
        book_argument,
    ):
        with_table = option(with_table)
    return with_table


def money_options(command: Command) -> Command:
    """The options for fixed payouts and rounding; the command receives them as `money`."""

    @wraps(command)
    def with_money(wager: int | None, others: int, **rest: Any) -> None:
        command(money=money_of(wager, others), **rest)

    for option in (
        click.option("--others", type=click.IntRange(0, 99), default=0, help="Other people in the round."),
        click.option("--wager", type=AMOUNT, help="The wager, in dollars or pounds."),
    ):
        with_money = option(with_money)
    return with_money


def money_of(wager: int | None, others: int) -> "FixedMoney | None":
    """The fixed money of a wager, or nothing without one."""
    if wager is None:
        if others:
            raise BadInput("--others needs --wager: other people's wins depend on the wager")
        return None
    from spanish21.analysis.hands.rule_terms import FixedMoney

    return FixedMoney(wager, others)
