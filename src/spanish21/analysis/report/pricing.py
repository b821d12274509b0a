"""The worth of each rule, permitted choice and ruling: change one, analyse again, take the difference."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy

from spanish21.analysis.hands.rule_terms import FixedMoney, terms_of
from spanish21.analysis.hands.shoe_counts import Shoe
from spanish21.analysis.law.distribution import value_with_envy
from spanish21.analysis.worth.fixed_payouts import envy_amounts
from spanish21.analysis.worth.table_edge import edge
from spanish21.books.clauses import Range, fits
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import AnyRules, as_rules
from spanish21.display.brief import brief_list
from spanish21.display.certain_digits import basis_points
from spanish21.display.shown import Shown, bars_of
from spanish21.errors import BadInput
from spanish21.game.money import amount_text
from spanish21.game.pictures.count_text import count_text
from spanish21.game.rules import PAY_NAMES, Rules, settings_of, what_if

MAIN_SETTINGS = (
    "decks",
    "hole_card",
    "card_reader",
    "dealer_hits_soft_17",
    "may_surrender",
    "may_rescue",
    "may_double_21",
    "may_double_after_split",
    "most_doubles",
    "may_split_again",
    "may_split_aces_again",
    "most_hands",
    "split_aces_one_card",
    "top_suit",
    "bonus_on_double",
    "bonus_on_split",
    "seven_card_21_exactly",
    "two_card_21_after_split",
    "dealer_blackjack_takes",
    "rescue_forfeits",
    *PAY_NAMES,
)
"""The settings on which the value of the main wager depends."""

SWITCHES = (
    "dealer_hits_soft_17",
    "may_surrender",
    "may_rescue",
    "may_double_after_split",
    "may_split_again",
    "may_split_aces_again",
    "split_aces_one_card",
    "bonus_on_split",
    "bonus_on_double",
)
NUMBERS = {"most_doubles": (0, 1, 3), "most_hands": (2, 3, 4, 8)}
NOTHING_PAID: tuple[tuple[str, tuple[str, ...], Any], ...] = (
    ("no bonus except for a Blackjack", PAY_NAMES[2:], (1, 1)),
    ("no super bonus", ("super_bonus_small", "super_bonus_large"), 0),
    ("nothing for others' super bonuses", ("envy_pays", "envy_with_seven"), 0),
)
WITHOUT: dict[str, dict[str, Any]] = {
    "double": {"most_doubles": 0},
    "redouble": {"most_doubles": 1},
    "rescue": {"may_rescue": False},
    "split": {"most_hands": 1},
    "surrender": {"may_surrender": False},
}
"""The rules under which the best play is the best play that never takes an option."""

Tell = Callable[[str], None]


class Price(msgspec.Struct, frozen=True):
    """The effect of one change on the player's expected value."""

    kind: str
    """choice, ruling, rule or differs."""
    change: str
    changes: dict[str, Any]
    expected_value: float
    basis_points: float
    """The player's gain, in hundredths of a per cent of the wager."""
    clauses: tuple[str, ...] = ()
    wager: int = 0
    """The wager of a price that depends on one, in the smallest unit; 0 where odds alone are priced."""
    others: int = 0
    payout_limit: int = 0
    currency: str = ""

    @property
    def needs(self) -> str:
        """The assumptions of a price that depends on money."""
        if not self.wager:
            return ""
        wager, most = (f"{self.currency}{amount_text(one)}" for one in (self.wager, self.payout_limit))
        limit = f", payout limit {most}" if self.payout_limit else ""
        return f"wager {wager}, {count_text(self.others, 'other')}{limit}"

    def as_row(self) -> dict[str, Any]:
        """The price, ready for JSON."""
        row: dict[str, Any] = msgspec.to_builtins(self)
        return row


class Prices(Shown, list[Price]):
    """Prices, in the order in which they were found."""

    def __repr__(self) -> str:
        lines = [f"{price.basis_points:+9.2f}  {price.change}" for price in self]
        return brief_list(f"Prices: {len(self)} changes, in basis points for the player", lines)

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every price."""
        return [price.as_row() for price in self]

    def svg(self) -> str:
        """A bar for each of the dearest changes."""
        rows = sorted(self.to_records(), key=lambda row: -abs(row["basis_points"]))
        return bars_of("Prices", rows, "basis_points", ("change",))

    def _repr_html_(self) -> str:
        """A notebook shows them as tables, the dearest last."""
        from spanish21.analysis.report.html_report import prices_html

        return prices_html(self)


def prices(
    rules: AnyRules, shoe: Shoe | None = None, tell: Tell = lambda _: None, money: FixedMoney | None = None
) -> Prices:
    """The price of every permitted choice, every reading of a ruling and every rule of a table's book.

    A change of money alone, such as a rounding or a fixed payout, is priced for a wager.
    """
    rules = as_rules(rules)
    base = edge(rules, shoe).expected_value
    with_money = _MoneyPrices(rules, shoe, money)
    found = Prices()
    seen: list[dict[str, Any]] = []
    for kind, change, changes, clauses in changes_of(rules):
        if changes in seen or (shoe is not None and "decks" in changes):
            continue
        seen.append(changes)
        if changes.keys() & set(MAIN_SETTINGS):
            tell(f"pricing {change} …")
            value = edge(what_if(rules, **changes), shoe).expected_value
            found.append(Price(kind, change, changes, value, basis_points(value - base), clauses))
        else:
            place = with_money.place_that_shows(changes)
            if place:
                tell(f"pricing {change} …")
                found.append(with_money.price(kind, change, changes, clauses, place))
    return found


def odd_money_of(rules: Rules, least: int) -> FixedMoney:
    """The least wager from so much on at which roundings show, among a full table."""
    chips = -(-least // rules.smallest_chip)
    return FixedMoney((chips + 1 - chips % 2) * rules.smallest_chip, rules.boxes - 1)


class _MoneyPrices:
    """Prices of changes that show only with a wager, and some of them only with a small one or a limit."""

    def __init__(self, rules: Rules, shoe: Shoe | None, money: FixedMoney | None) -> None:
        self.rules, self.shoe = rules, shoe
        usual = money or odd_money_of(rules, max(rules.table_minimum, rules.super_bonus_from))
        self.places = [(usual, rules.payout_limit)]
        """Wagers and payout limits; a change is priced in the first where it pays anything else."""
        if not rules.payout_limit:
            self.places.append((usual, 2 * usual.wager))
        if money is None and rules.super_bonus_from > rules.smallest_chip:
            self.places.append((odd_money_of(rules, 1), rules.payout_limit))
        self.bases: dict[tuple[FixedMoney, int], float] = {}

    def place_that_shows(self, changes: Mapping[str, Any]) -> tuple[FixedMoney, int] | None:
        """The first place where a change pays anything else, if there is one."""
        for money, limit in self.places:
            limited = what_if(self.rules, payout_limit=limit)
            if not pay_alike(limited, what_if(limited, **changes), money):
                return money, limit
        return None

    def price(
        self,
        kind: str,
        change: str,
        changes: dict[str, Any],
        clauses: tuple[str, ...],
        place: tuple[FixedMoney, int],
    ) -> Price:
        money, limit = place
        limited = what_if(self.rules, payout_limit=limit)
        if place not in self.bases:
            self.bases[place] = value_with_envy(edge(limited, self.shoe, money))
        value = value_with_envy(edge(what_if(limited, **changes), self.shoe, money))
        gain = basis_points(value - self.bases[place])
        told = (money.wager, money.others, limit, self.rules.currency)
        return Price(kind, change, changes, value, gain, clauses, *told)


def pay_alike(rules: Rules, other: Rules, money: FixedMoney) -> bool:
    """Whether two tables pay the same for everything that an analysis with a wager asks."""
    if envy_amounts(rules, money) != envy_amounts(other, money):
        return False
    mine, its = (
        [numpy.asarray(part, dtype=numpy.float64) for part in terms_of(table, money)]
        for table in (rules, other)
    )
    return all(
        numpy.array_equal(one, another, equal_nan=True) for one, another in zip(mine, its, strict=True)
    )


def changes_of(rules: Rules) -> Iterator[tuple[str, str, dict[str, Any], tuple[str, ...]]]:
    book = load_book(rules.book)
    now = settings_of(rules)
    for name, bounds in book.bounds.items():
        if name in MAIN_SETTINGS:
            for bound in bounds:
                values: Sequence[Any] = bound if isinstance(bound, tuple) else NUMBERS.get(name, ())
                for value in values:
                    if value != now[name] and (not isinstance(bound, Range) or fits(bound, value)):
                        yield "choice", _text(name, value), {name: value}, book.cite(name)
    for ruling in book.rulings:
        for name, reading in ruling.reads.items():
            changes = {
                setting: value
                for setting, value in reading.sets.items()
                if setting in now and now[setting] != value
            }
            if changes:
                yield "ruling", f"{ruling.id}: {name.replace('_', ' ')}", changes, book.cite(ruling.id)
    for name in SWITCHES:
        yield "rule", _text(name, not now[name]), {name: not now[name]}, book.cite(name)
    for name, numbers in NUMBERS.items():
        for value in numbers:
            if value != now[name]:
                yield "rule", _text(name, value), {name: value}, book.cite(name)
    for name in PAY_NAMES[1:]:
        if tuple(now[name]) != (1, 1):
            yield "rule", f"{_words(name)} 1 to 1", {name: (1, 1)}, book.cite(name)
    for change, names, value in NOTHING_PAID:
        clauses = tuple(dict.fromkeys(clause for name in names for clause in book.cite(name)))
        yield "rule", change, dict.fromkeys(names, value), clauses


def alternatives(rules: AnyRules) -> dict[str, list[Any]]:
    """By setting: the values worth comparing with what a table has, the table's own first."""
    rules = as_rules(rules)
    now = settings_of(rules)
    found: dict[str, list[Any]] = {}
    for _, _, changes, _ in changes_of(rules):
        if len(changes) == 1:
            [(name, value)] = changes.items()
            values = found.setdefault(name, [now[name]]) if name in MAIN_SETTINGS else []
            if value not in values:
                values.append(value)
    return {name: found[name] for name in MAIN_SETTINGS if name in found}


def differences(
    rules: AnyRules, other: AnyRules, shoe: Shoe | None = None, tell: Tell = lambda _: None
) -> Prices:
    """The worth of each difference to another table alone, then all together, then what remains."""
    rules, other = as_rules(rules), as_rules(other)
    base = edge(rules, shoe).expected_value
    mine, its = settings_of(rules), settings_of(other)
    book, other_book = load_book(rules.book), load_book(other.book)
    prices = Prices()
    for name in MAIN_SETTINGS:
        if mine[name] == its[name] or (shoe is not None and name == "decks"):
            continue
        tell(f"pricing {name} …")
        value = edge(what_if(rules, **{name: its[name]}), shoe).expected_value
        clauses = (
            *(f"{book.name} {clause}" for clause in book.cite(name)),
            *(f"{other_book.name} {clause}" for clause in other_book.cite(name)),
        )
        change = {name: its[name]}
        prices.append(
            Price("differs", _text(name, its[name]), change, value, basis_points(value - base), clauses)
        )
    together = edge(other, shoe).expected_value
    alone = sum(price.expected_value - base for price in prices)
    gain = together - base
    prices.append(Price("all", f"all of {other.book}", {}, together, basis_points(gain)))
    rest = basis_points(gain - alone)
    prices.append(Price("rest", "interaction of the differences", {}, together, rest))
    return prices


def rules_without(rules: Rules, never: Sequence[str]) -> Rules:
    """The rules under which any play is the same play that never takes some options."""
    changes: dict[str, Any] = {}
    for option in never:
        if option not in WITHOUT:
            raise BadInput(f"--never {option}: the options are {', '.join(WITHOUT)}")
        changes = _stricter(changes, WITHOUT[option])
    return what_if(rules, **changes) if changes else rules


def _stricter(changes: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Both changes; never doubling goes before never doubling again."""
    return {**changes, **{name: min(value, changes.get(name, value)) for name, value in more.items()}}


def _text(name: str, value: Any) -> str:
    shown = str(value).lower() if isinstance(value, bool) else value
    if isinstance(value, list | tuple):
        shown = " to ".join(str(one) for one in value)
    return f"{_words(name)}: {shown}"


def _words(name: str) -> str:
    return name.replace("_", " ")
