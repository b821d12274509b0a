"""A table as the options of an analyser's command describe it: book, choices, submission, shoe, wager."""

import tomllib
from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any

import click

from spanish21.errors import BadInput

if TYPE_CHECKING:
    from spanish21.analysis.shoe import Shoe
    from spanish21.analysis.terms import FixedMoney
    from spanish21.game.rules import Rules
    from spanish21.game.submission import Submission

Command = Callable[..., None]


class Asked:
    """A table as the options of a command describe it."""

    def __init__(
        self,
        book: str,
        decks: int | None,
        choices: tuple[str, ...],
        what_if: tuple[str, ...],
        submission: str | None,
        without: str,
    ) -> None:
        from spanish21.game import rules as game_rules
        from spanish21.game.submission import load_submission, rules_of

        self.book = book
        self.choices = pairs_of(choices)
        if decks is not None:
            self.choices["decks"] = decks
        self.what_if = pairs_of(what_if)
        self.submission: Submission | None = load_submission(submission) if submission else None
        rules = rules_of(book, self.submission, **self.choices)
        self.rules: Rules = game_rules.what_if(rules, **self.what_if) if self.what_if else rules
        self.shoe: Shoe | None = None
        self.without = without.strip()
        if without:
            from spanish21.analysis.shoe import shoe_without

            self.shoe = shoe_without(self.rules.decks, without)

    def described(self) -> dict[str, Any]:
        """What was asked for, as the output repeats it."""
        described: dict[str, Any] = {
            "choices": self.choices,
            "what_if": self.what_if,
            "outside_the_book": bool(self.what_if),
        }
        if self.submission:
            described["submission"] = self.submission.source
        if self.without:
            described["without"] = self.without
        return described

    def heading(self) -> str:
        """The table in a line: its book, decks, the cards that are gone, and whether any book has it so."""
        without = f", without {self.without}" if self.without else ""
        outside = ", outside the book" if self.what_if else ""
        return f"{self.book}, {self.rules.decks} decks{without}{outside}"


def pairs_of(words: tuple[str, ...]) -> dict[str, Any]:
    """NAME=VALUE options as a dict; a value is read as TOML where it can be, 3:2 as odds, else as a word."""
    pairs: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise BadInput(f"{word!r} is not NAME=VALUE, as in decks=8")
        pairs[name.strip().replace("-", "_")] = value_of(value.strip())
    return pairs


def value_of(text: str) -> Any:
    """A value as TOML reads it, odds as 3:2, or the word itself."""
    over, colon, under = text.partition(":")
    if colon and over.isdecimal() and under.isdecimal():
        return [int(over), int(under)]
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def table_options(command: Command) -> Command:
    """The options that describe a table; the command gets it as `asked`."""

    names = tuple(signature(Asked).parameters)

    @wraps(command)
    def with_table(**options: Any) -> None:
        table = {name: options.pop(name) for name in names}
        command(asked=Asked(**table), **options)

    for option in (
        click.option(
            "--without", default="", metavar="CARDS", help="Cards that have left the shoe, as in '7s Kd'."
        ),
        click.option("--submission", type=click.Path(dir_okay=False), help="An operator's Rules Submission."),
        click.option(
            "--what-if", multiple=True, metavar="NAME=VALUE", help="Any setting, outside the book too."
        ),
        click.option(
            "--set", "choices", multiple=True, metavar="NAME=VALUE", help="A choice that the book permits."
        ),
        click.option("--decks", type=int, help="The number of decks."),
        click.argument("book"),
    ):
        with_table = option(with_table)
    return with_table


def money_options(command: Command) -> Command:
    """The options that bring in fixed payouts and rounding; the command gets them as `money`."""

    @wraps(command)
    def with_money(wager: float | None, others: int, **rest: Any) -> None:
        command(money=money_of(wager, others), **rest)

    for option in (
        click.option("--others", type=click.IntRange(0), default=0, help="Other people in the round."),
        click.option(
            "--wager", type=click.FloatRange(0, min_open=True), help="The wager, in dollars or pounds."
        ),
    ):
        with_money = option(with_money)
    return with_money


def money_of(wager: float | None, others: int) -> "FixedMoney | None":
    """The fixed money of a wager, or nothing without one."""
    from spanish21.analysis.terms import FixedMoney

    if wager is None:
        if others:
            raise BadInput("--others needs --wager: what other people win depends on the wager")
        return None
    return FixedMoney(round(wager * 100), others)
