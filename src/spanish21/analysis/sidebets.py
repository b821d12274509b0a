"""The side wagers of a table, priced exactly at every paytable that its book permits."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from spanish21.analysis.shoe import Shoe, full_shoe, playable
from spanish21.analysis.side_laws import Law, insurance_law, match_law
from spanish21.analysis.side_prizes import (
    Prizes,
    law_at,
    long_run_value,
    meter_slope,
    monster_prizes,
    spin_prizes,
    xtreme_prizes,
)
from spanish21.books.rulebook import load_book
from spanish21.books.submission import Submission, rules_of, sample_submission
from spanish21.errors import BadInput, BadRules
from spanish21.game.rules import WORDS, MeterRules, Rules, WheelTable
from spanish21.game.wheels import WHEEL_WAGERS, wheel_tables


class MeterPrice(msgspec.Struct, frozen=True):
    """How the edge of a wager goes with its meter: a straight line, other meters left as they stand."""

    name: str
    at: int
    """What the meter stands at in this price, in the smallest unit."""
    least: int
    """The least that the book lets it begin with."""
    reset: int
    rate: tuple[int, int]
    edge_at_zero: Fraction
    slope: Fraction
    """What each unit on the meter takes off the edge."""

    def edge(self, meter: int | Fraction) -> Fraction:
        """The house edge while the meter stands at an amount."""
        return self.edge_at_zero - self.slope * meter

    @property
    def break_even(self) -> Fraction | None:
        """Where the wager has no edge; none if no height of the meter has any say, or it has none at 0."""
        if not self.slope or self.edge_at_zero <= 0:
            return None
        return self.edge_at_zero / self.slope


class SideWager(msgspec.Struct, frozen=True):
    """What a side wager is worth at one paytable."""

    name: str
    paytable: str
    decks: int
    offered: bool
    pays: str
    house_edge_exact: Fraction
    hit_rate_exact: Fraction
    variance_exact: Fraction
    reading: str = ""
    """Of a ruling on which the price hangs, the reading priced."""
    others_on: str = ""
    """The paytable of the other bettors, if it is another."""
    meter_price: MeterPrice | None = None
    long_run_edge_exact: Fraction | None = None
    """The edge over all heights of the meters, all bettors making the same wager."""
    warning: str = ""

    @property
    def house_edge(self) -> float:
        return float(self.house_edge_exact)

    @property
    def hit_rate(self) -> float:
        return float(self.hit_rate_exact)

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance_exact)

    @property
    def break_even_meter(self) -> Fraction | None:
        """The meter at which the wager has no edge, others left as they stand."""
        return self.meter_price.break_even if self.meter_price else None

    @property
    def paytable_and_reading(self) -> str:
        """The paytable, and on what else the price hangs, in words."""
        words = (self.paytable, f"others on {self.others_on}" if self.others_on else "", self.reading)
        return ", ".join(word.replace("_", " ") for word in words if word)

    def as_row(self) -> dict[str, Any]:
        """The wager, ready for JSON; the meter in dollars or pounds."""
        row: dict[str, Any] = {
            "name": self.name,
            "paytable": self.paytable,
            "decks": self.decks,
            "offered": self.offered,
            "pays": self.pays,
            "house_edge": self.house_edge,
            "house_edge_exact": str(self.house_edge_exact),
            "hit_rate": self.hit_rate,
            "standard_deviation": self.standard_deviation,
        }
        if self.reading:
            row["reading"] = self.reading
        if self.others_on:
            row["others_on"] = self.others_on
        if self.meter_price:
            row |= self._meter_row(self.meter_price)
        return row | ({"warning": self.warning} if self.warning else {})

    def _meter_row(self, meter: MeterPrice) -> dict[str, Any]:
        even, long_run = meter.break_even, self.long_run_edge_exact
        return {
            "meter": meter.at / 100,
            "least_meter": meter.least / 100,
            "house_edge_at_least_meter": float(meter.edge(meter.least)),
            "house_edge_at_zero_meter": float(meter.edge_at_zero),
            "house_edge_falls_per_unit": float(meter.slope * 100),
            "break_even_meter": None if even is None else float(even) / 100,
            "seed": meter.reset / 100,
            "rate": list(meter.rate),
            "long_run_house_edge": None if long_run is None else float(long_run),
        }


class NotPriced(msgspec.Struct, frozen=True):
    """A paytable that the book permits and that has no price here, and why."""

    name: str
    paytable: str
    why: str

    def as_row(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "paytable": self.paytable,
            "offered": False,
            "house_edge": None,
            "not_priced": self.why,
        }


class SideWagers(list[SideWager]):
    """The side wagers of a table, and the paytables that could not be priced."""

    def __init__(self) -> None:
        super().__init__()
        self.not_priced: list[NotPriced] = []

    def _repr_html_(self) -> str:
        """A notebook shows them as a table."""
        from spanish21.analysis.report import side_wagers_html

        return side_wagers_html(self)


class _Asked(msgspec.Struct, frozen=True):
    """The table whose side wagers are asked for."""

    book: str
    rules: Rules
    submission: Submission
    shoe: Shoe
    others: int
    choices: Mapping[str, object]


def side_wagers(
    rules: Rules,
    submission: Submission | None = None,
    shoe: Shoe | None = None,
    others: int = 0,
    choices: Mapping[str, object] | None = None,
) -> SideWagers:
    """Every side wager of a table's book at every paytable that it permits; `offered` are the table's own.

    `others` is the number of other bettors with the same wager, who matter to community pays alone. What
    `rules` has outside its book holds at every paytable. A paytable that is not in use is priced with its
    meter at the least that the book permits.
    """
    shoe = playable(shoe) if shoe else full_shoe(rules.decks)
    if rules.boxes < 1:
        raise BadInput(f"boxes is {rules.boxes}; it must be at least 1")
    most = rules.boxes * rules.people_on_box - 1
    if others > most or 2 * (others + 1) > shoe.size:
        raise BadInput(f"{others} others; this table has seats for {most}, and everybody needs two cards")
    asked = _Asked(
        rules.book, rules, submission or sample_submission(rules.book), shoe, others, choices or {}
    )
    found = SideWagers()
    for wager in (*_matches(asked), *_monsters(asked), *_on_wheels(asked), *_insurance(asked)):
        if isinstance(wager, NotPriced):
            found.not_priced.append(wager)
        else:
            found.append(wager)
    return found


def _permitted(asked: _Asked, kind: str) -> list[str]:
    """The names of the paytables that the book lets the operator choose from."""
    bounds = load_book(asked.book).bounds.get(f"{kind}_paytable", ())
    return list(dict.fromkeys(str(name) for bound in bounds if isinstance(bound, tuple) for name in bound))


def _under(asked: _Asked, kind: str, table: str) -> Rules:
    """The book's rules under one of its paytables, with meters at the least that it permits."""
    submission = asked.submission
    meters = {
        name: MeterRules(initial=least, reset=least, rate=meter.rate)
        for name, meter in submission.meters.items()
        if (least := _least_of(asked, kind, table, name)) is not None
    }
    choose = _but_wager(submission.choose, kind)
    submission = msgspec.structs.replace(submission, meters={**submission.meters, **meters}, choose=choose)
    return rules_of(asked.book, submission, **{**_but_wager(asked.choices, kind), f"{kind}_paytable": table})


def _but_wager(choices: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """The choices without the amount of a wager, which goes by its paytable."""
    return {name: value for name, value in choices.items() if name != f"{kind}_wager"}


def _least_of(asked: _Asked, kind: str, table: str, meter: str) -> int | None:
    """The least that the book lets a paytable's meter begin with; none where the meter is another's."""
    if not meter.startswith(kind):
        return None
    least = load_book(asked.book).fixed.get(f"paytables.{kind}.{table}.reset_least")
    if isinstance(least, list):
        return int(least[1 if meter.endswith("_secondary") else 0])
    return None if least is None else int(least)


# -- wagers on cards alone -------------------------------------------------------------------------


def _matches(asked: _Asked) -> Iterator[SideWager]:
    rules = asked.rules
    own = False
    for table in _permitted(asked, "match"):
        under = _under(asked, "match", table)
        if not under.match_offered:
            continue
        is_own = rules.match_offered and not own and under.match_pays == rules.match_pays
        own = own or is_own
        yield from _match_rows(asked, table, under.match_pays, under.match_down_offered, is_own)
    if rules.match_offered and not own:
        table = "changed" if _permitted(asked, "match") else _only_match_table(asked)
        yield from _match_rows(asked, table, rules.match_pays, rules.match_down_offered, True)


def _match_rows(
    asked: _Asked, table: str, pays: tuple[int, ...], down: bool, offered: bool
) -> Iterator[SideWager]:
    yield _row(asked, "match", table, offered, _odds_text(pays), match_law(asked.shoe, pays))
    if down:
        # The dealer's second card is dealt from the same shoe as the first.
        own = asked.rules.match_down_pays if offered else pays
        yield _row(asked, "match_down", table, offered, _odds_text(own), match_law(asked.shoe, own))


def _only_match_table(asked: _Asked) -> str:
    """The name of the only table that a book has for these decks."""
    head = "paytables.match."
    names = dict.fromkeys(name.split(".")[2] for name in load_book(asked.book).fixed if name.startswith(head))
    named = [name for name in names if name == str(asked.rules.decks)] or list(names)
    return named[0] if named else ""


def _insurance(asked: _Asked) -> Iterator[SideWager]:
    """Insurance, taken whenever the up card is an ace."""
    rules = asked.rules
    law = insurance_law(asked.shoe, rules.pays_insurance, rules.pays_insurance_suited)
    odds = f"{rules.pays_insurance[0]}:{rules.pays_insurance[1]}"
    suited = f"{rules.pays_insurance_suited[0]}:{rules.pays_insurance_suited[1]}"
    if law:
        yield _row(
            asked, "insurance", odds if odds == suited else f"{odds}, suited {suited}", True, odds, law
        )


# -- progressive wagers ----------------------------------------------------------------------------


def _monsters(asked: _Asked) -> Iterator[SideWager]:
    rules = asked.rules
    own = False
    for table in _permitted(asked, "monster"):
        under = _under(asked, "monster", table)
        if not under.monster_offered:
            continue
        pays = {"monster_pays": under.monster_pays, "monster_shares": under.monster_shares}
        is_own = rules.monster_offered and not own
        is_own = is_own and all(getattr(rules, name) == value for name, value in pays.items())
        own = own or is_own
        meters = rules.meters if is_own else under.meters
        yield _monster(asked, table, msgspec.structs.replace(rules, **pays, meters=meters), is_own)
    if rules.monster_offered and not own:
        yield _monster(asked, "changed", rules, True)


def _monster(asked: _Asked, table: str, rules: Rules, offered: bool) -> SideWager:
    shares = _odds_text(rules.monster_shares)
    pays = f"{shares}%/{_odds_text(tuple(paid // 100 for paid in rules.monster_pays[2:]))}"
    prizes = monster_prizes(rules, asked.shoe)
    return _progressive(asked, _Case("monster", table, offered, pays, rules, rules.monster_wager, prizes))


def _on_wheels(asked: _Asked) -> Iterator[SideWager | NotPriced]:
    """The paytables in use, then the others that the book permits, as far as they have a wheel."""
    for kind in WHEEL_WAGERS:
        own = {table.paytable: table for table in wheel_tables(asked.rules, kind)}
        for name in dict.fromkeys((*_permitted(asked, kind), *own)):
            if name in own:
                yield from _on_wheel(asked, kind, own[name], asked.rules, True)
                continue
            try:
                under = _under(asked, kind, name)
            except BadRules as refused:
                if not _needs_ruling(asked, kind, name):
                    yield NotPriced(kind, name, _why_not(kind, name, refused))
                continue
            rules = msgspec.structs.replace(asked.rules, meters={**asked.rules.meters, **under.meters})
            for table in wheel_tables(under, kind):
                yield from _on_wheel(asked, kind, table, rules, False)


def _needs_ruling(asked: _Asked, kind: str, table: str) -> bool:
    """Whether a paytable is none of the book's own, so that only a ruling brings it in."""
    head = f"paytables.{kind}.{table}."
    return not any(name.startswith(head) for name in load_book(asked.book).fixed)


def _why_not(kind: str, table: str, refused: BadRules) -> str:
    if f"wheels.{kind}" in str(refused):
        return f"the submission has no wheel for paytable {table}; it belongs under wheels.{kind}_{table}"
    return str(refused)


def _on_wheel(
    asked: _Asked, kind: str, table: WheelTable, rules: Rules, offered: bool
) -> Iterator[SideWager]:
    pays = f"{len(table.wheel)} symbols on {sum(stop.weight for stop in table.wheel)} stops"
    if kind == "spin":
        prizes = spin_prizes(table, asked.shoe, asked.others)
        case = _Case(kind, table.paytable, offered, pays, rules, table.wager, prizes)
        yield _progressive(asked, case)
        yield from _beside_another_amount(asked, case, table)
        return
    for spinner, reading in enumerate(WORDS["xtreme_spinner"]):
        prizes = xtreme_prizes(table, spinner, rules.boxes, asked.shoe, asked.others)
        own = offered and spinner == rules.xtreme_spinner
        case = _Case(kind, table.paytable, own, pays, rules, table.wager, prizes, reading)
        yield _progressive(asked, case)


def _beside_another_amount(asked: _Asked, case: "_Case", table: WheelTable) -> Iterator[SideWager]:
    """Where a table takes two amounts, Bonus Spin with all others on the other one, by either reading."""
    rules = asked.rules
    if not case.offered or not asked.others:
        return
    for theirs in rules.spin_tables:
        for by_rank in (True, False) if theirs.paytable != table.paytable else ():
            prizes = spin_prizes(table, asked.shoe, asked.others, theirs, by_rank)
            mixed = msgspec.structs.replace(
                case,
                offered=by_rank == rules.spin_pays_by_rank,
                prizes=prizes,
                reading="by_rank" if by_rank else "as_shown",
                others_on=theirs.paytable,
            )
            yield _progressive(asked, mixed)


class _Case(msgspec.Struct, frozen=True):
    """A progressive wager to be priced."""

    name: str
    paytable: str
    offered: bool
    pays: str
    rules: Rules
    wager: int
    prizes: Prizes
    reading: str = ""
    others_on: str = ""


def _progressive(asked: _Asked, case: _Case) -> SideWager:
    """A wager that may win a meter; the wager itself is kept by the house, whatever it wins."""
    meters = case.rules.meters
    law = law_at(case.prizes, case.wager, {name: meter.initial for name, meter in meters.items()})
    row = _row(asked, case.name, case.paytable, case.offered, case.pays, law, case.reading)
    row = msgspec.structs.replace(row, others_on=case.others_on)
    slope = meter_slope(case.prizes, case.wager, case.name)
    if case.name not in meters or (case.name != "monster" and not slope):
        return row  # a wheel without the meter's stop
    main = meters[case.name]
    least = _least_of(asked, case.name, case.paytable, case.name)
    price = MeterPrice(
        name=case.name,
        at=main.initial,
        least=main.reset if least is None else least,
        reset=main.reset,
        rate=main.rate,
        edge_at_zero=row.house_edge_exact + slope * main.initial,
        slope=slope,
    )
    long_run = -long_run_value(case.prizes, case.rules, case.wager)
    return msgspec.structs.replace(row, meter_price=price, long_run_edge_exact=long_run)


def _odds_text(pays: tuple[int, ...]) -> str:
    return "/".join(str(one) for one in pays)


def _row(
    asked: _Asked, name: str, paytable: str, offered: bool, pays: str, law: Law, reading: str = ""
) -> SideWager:
    """The wager of a law."""
    decks = asked.rules.decks
    mean = sum((result * chance for result, chance in law.items()), Fraction(0))
    square = sum((result**2 * chance for result, chance in law.items()), Fraction(0))
    hit = sum((chance for result, chance in law.items() if result > -1), Fraction(0))
    warning = ""
    if mean > 0:
        read = f", read as {reading.replace('_', ' ')}," if reading else ""
        favours = "favours" if offered else "would favour"
        warning = (
            f"{name} at paytable {paytable} and {decks} decks{read} {favours} the player by {float(mean):.3%}"
        )
    return SideWager(
        name, paytable, decks, offered, pays, -mean, hit, square - mean**2, reading, warning=warning
    )
