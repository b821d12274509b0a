"""The side wagers of a table, priced exactly at every paytable that its book permits."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from spanish21.analysis.hands.shoe_counts import Shoe, full_shoe, playable
from spanish21.analysis.sides.side_laws import Law, insurance_law, odds_law
from spanish21.analysis.sides.side_prizes import (
    Prizes,
    hot_spot_prizes,
    law_at,
    line_prizes,
    long_run_value,
    meter_slope,
    winner_prizes,
)
from spanish21.books.rulebook import load_book
from spanish21.books.setting_text import decks_text
from spanish21.books.submissions.submission import AnyRules, as_rules, rules_of
from spanish21.books.submissions.submission_file import Misfit, Submission, sample_submission
from spanish21.display.brief import brief, brief_list
from spanish21.display.shown import Shown, bars_of
from spanish21.errors import BadInput, BadRules
from spanish21.game.pictures.count_text import count_text
from spanish21.game.round.wheels import wheel_tables
from spanish21.game.rules import Rules, is_offered
from spanish21.game.side_wagers.record import SPINNERS
from spanish21.game.side_wagers.record import SideWager as Record
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.side_wagers.registry import side_wagers as records
from spanish21.game.side_wagers.terms import MeterRules, SideRules, WheelTable


class MeterPrice(msgspec.Struct, frozen=True):
    """How the edge of a wager goes with its meter: a straight line, other meters left as they stand."""

    name: str
    at: int
    """The meter's amount in this price, in the smallest unit."""
    least: int
    """The least that the book lets it begin with."""
    reset: int
    rate: tuple[int, int]
    edge_at_zero: Fraction
    slope: Fraction
    """The reduction of the edge by each unit on the meter."""

    def edge(self, meter: int | Fraction) -> Fraction:
        """The house edge at a given amount of the meter."""
        return self.edge_at_zero - self.slope * meter

    @property
    def break_even(self) -> Fraction | None:
        """The amount at which the wager breaks even; None if the meter does not matter, or it breaks even
        at 0."""
        if not self.slope or self.edge_at_zero <= 0:
            return None
        return self.edge_at_zero / self.slope


class PricedSideWager(msgspec.Struct, frozen=True):
    """The worth of a side wager at one paytable."""

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
    top_result: Fraction = Fraction(0)
    """The most that it can win, in wagers; meters as they stand."""

    __repr__ = brief

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
        """The paytable, and other conditions of the price, in words."""
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


class SideWagers(Shown, list[PricedSideWager]):
    """The side wagers of a table, and the paytables that could not be priced."""

    def __init__(self) -> None:
        super().__init__()
        self.not_priced: list[NotPriced] = []

    def __repr__(self) -> str:
        lines = [f"{one.house_edge:9.4%}  {one.name} {one.paytable_and_reading}" for one in self]
        return brief_list(f"SideWagers: {len(self)} prices, house edge", lines)

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every price, and for every paytable that could not be priced."""
        return [one.as_row() for one in (*self, *self.not_priced)]

    def svg(self) -> str:
        """A bar for the house edge of each wager at each paytable."""
        return bars_of("Side wagers", self.to_records(), "house_edge", ("name", "paytable"))

    def _repr_html_(self) -> str:
        """A notebook shows them as a table."""
        from spanish21.analysis.report.html_report import side_wagers_html

        return side_wagers_html(self)


class _Asked(msgspec.Struct, frozen=True):
    """The table whose side wagers are priced."""

    book: str
    rules: Rules
    submission: Submission
    shoe: Shoe
    others: int
    choices: Mapping[str, object]
    own_boxes: int

    def readings(self, terms: SideRules) -> tuple[tuple[str, int, bool], ...]:
        """The readings of `community-own-boxes`: its name, how many of the bettor's other boxes do not count,
        and whether it is the table's. With a single box all readings are one."""
        if not self.own_boxes:
            return (("", 0, True),)
        reaches = bool(terms.options["own_boxes"])
        return (("other_people", self.own_boxes, not reaches), ("every_wager", 0, reaches))


def side_wagers(
    rules: AnyRules,
    submission: Submission | None = None,
    shoe: Shoe | None = None,
    others: int = 0,
    choices: Mapping[str, object] | None = None,
    own_boxes: int = 0,
) -> SideWagers:
    """Every side wager of a table's book at every paytable that it permits; `offered` are the table's own.

    `others` is the number of other bettors with the same wager, who matter to community pays alone;
    `own_boxes` the number of further boxes on which the bettor has it, priced in either reading. Changes
    of `rules` outside its book hold at every paytable. A paytable that is not in use is priced with its
    meter at the least that the book permits.
    """
    rules = as_rules(rules)
    shoe = playable(shoe) if shoe else full_shoe(rules.decks)
    if rules.boxes < 1:
        raise BadInput(f"boxes is {rules.boxes}; it must be at least 1")
    most = rules.boxes * rules.people_on_box - 1
    if others + own_boxes > most or 2 * (others + own_boxes + 1) > shoe.size:
        more = f" and {own_boxes} boxes more" if own_boxes else ""
        raise BadInput(
            f"{others} others{more}; this table has seats for {most}, and each person needs two cards"
        )
    submission = submission or sample_submission(rules.book)
    asked = _Asked(rules.book, rules, submission, shoe, others, choices or {}, own_boxes)
    found = SideWagers()
    for wager in (*_priced(asked), *_insurance(asked)):
        if isinstance(wager, NotPriced):
            found.not_priced.append(wager)
        else:
            found.append(wager)
    return found


def _priced(asked: _Asked) -> Iterator[PricedSideWager | NotPriced]:
    """The side wagers of the registry; those that share their paytables are next to each other."""
    for record in records():
        if record.pays_by == "wheel":
            yield from _on_wheels(asked, record)
        elif record.pays_by == "amounts":
            yield from _on_amounts(asked, record)
        elif not record.like:
            yield from _on_odds(asked, record)


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
    meters = side_wager(kind).meters
    if meter not in meters:
        return None
    least = load_book(asked.book).fixed.get(f"paytables.{kind}.{table}.reset_least")
    if isinstance(least, list):
        return int(least[meters.index(meter)])
    return None if least is None else int(least)


# -- wagers on cards alone -------------------------------------------------------------------------


def _on_odds(asked: _Asked, record: Record) -> Iterator[PricedSideWager]:
    """A wager that pays odds, and the ones that share its paytables, at each of them."""
    rules, kind = asked.rules, record.kind
    own = False
    for table in _permitted(asked, kind):
        under = _under(asked, kind, table)
        if not is_offered(under, kind):
            continue
        is_own = not own and is_offered(rules, kind) and under.sides[kind].pays == rules.sides[kind].pays
        own = own or is_own
        yield from _odds_rows(asked, record, table, under, is_own)
    if is_offered(rules, kind) and not own:
        table = "changed" if _permitted(asked, kind) else _only_table(asked, record)
        yield from _odds_rows(asked, record, table, rules, True)


def _odds_rows(
    asked: _Asked, leader: Record, table: str, under: Rules, offered: bool
) -> Iterator[PricedSideWager]:
    """The leader's row, and one for each wager that is like it; those of the table pay as it does."""
    for record in records():
        if record.paytable != leader.kind or not is_offered(under, record.kind):
            continue
        pays = under.sides[leader.kind].pays
        if offered and record.kind in asked.rules.sides:
            pays = asked.rules.sides[record.kind].pays
        yield _row(asked, record.kind, table, offered, _odds_text(pays), odds_law(record, asked.shoe, pays))


def _only_table(asked: _Asked, record: Record) -> str:
    """The name of the only table that a book has for these decks."""
    head = f"paytables.{record.kind}."
    names = dict.fromkeys(name.split(".")[2] for name in load_book(asked.book).fixed if name.startswith(head))
    named = [name for name in names if name == str(asked.rules.decks)] or list(names)
    return named[0] if named else ""


def _insurance(asked: _Asked) -> Iterator[PricedSideWager]:
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


def _on_amounts(asked: _Asked, record: Record) -> Iterator[PricedSideWager]:
    """A wager whose lines pay amounts or parts of a meter, at each of its paytables."""
    rules, kind = asked.rules, record.kind
    own = False
    for table in _permitted(asked, kind):
        under = _under(asked, kind, table)
        if not is_offered(under, kind):
            continue
        terms, mine = under.sides[kind], rules.sides.get(kind)
        is_own = not own and mine is not None and mine.offered
        is_own = is_own and mine is not None and (mine.pays, mine.shares) == (terms.pays, terms.shares)
        own = own or is_own
        meters = rules.meters if is_own else under.meters
        terms = msgspec.structs.replace(mine or terms, pays=terms.pays, shares=terms.shares)
        yield _of_amounts(asked, record, table, terms, meters, is_own)
    if is_offered(rules, kind) and not own:
        table = "changed" if _permitted(asked, kind) else _only_table(asked, record)
        yield _of_amounts(asked, record, table, rules.sides[kind], rules.meters, True)


def _of_amounts(
    asked: _Asked,
    record: Record,
    table: str,
    terms: SideRules,
    meters: dict[str, MeterRules],
    offered: bool,
) -> PricedSideWager:
    pays = _odds_text(tuple(paid // 100 for paid in terms.pays[record.shared_lines :]))
    if record.shared_lines:
        pays = f"{_odds_text(terms.shares)}%/{pays}"
    rules = msgspec.structs.replace(asked.rules, meters=meters)
    prizes = line_prizes(record, terms, asked.shoe)
    return _progressive(asked, _Case(record.kind, table, offered, pays, rules, terms.wager, prizes))


def _on_wheels(asked: _Asked, record: Record) -> Iterator[PricedSideWager | NotPriced]:
    """The paytables in use, then the others that the book permits, as far as they have a wheel."""
    kind = record.kind
    own = {table.paytable: table for table in wheel_tables(asked.rules, kind)}
    for name in dict.fromkeys((*_permitted(asked, kind), *own)):
        if name in own:
            yield from _on_wheel(asked, record, own[name], asked.rules, True)
            continue
        try:
            under = _under(asked, kind, name)
        except BadRules as refused:
            if not _needs_ruling(asked, kind, name):
                yield NotPriced(kind, name, _why_not(kind, name, refused))
            continue
        rules = msgspec.structs.replace(asked.rules, meters={**asked.rules.meters, **under.meters})
        for table in wheel_tables(under, kind):
            yield from _on_wheel(asked, record, table, rules, False)


def _needs_ruling(asked: _Asked, kind: str, table: str) -> bool:
    """Whether a paytable is none of the book's own, so that only a ruling brings it in."""
    head = f"paytables.{kind}.{table}."
    return not any(name.startswith(head) for name in load_book(asked.book).fixed)


def _why_not(kind: str, table: str, refused: BadRules) -> str:
    if isinstance(refused, Misfit) and refused.place[:2] in (("wheels", kind), ("wheels", f"{kind}_{table}")):
        return f"the submission has no wheel for paytable {table}; it belongs under wheels.{kind}_{table}"
    return str(refused)


def _on_wheel(
    asked: _Asked, record: Record, table: WheelTable, rules: Rules, offered: bool
) -> Iterator[PricedSideWager]:
    kind = record.kind
    stops = sum(stop.weight for stop in table.wheel)
    pays = f"{count_text(len(table.wheel), 'symbol')} on {count_text(stops, 'stop')}"
    options, everybody = rules.sides[kind].options, asked.others + asked.own_boxes
    for reading, left_out, is_own in asked.readings(rules.sides[kind]):
        if record.has_pairs:
            prizes = winner_prizes(record, table, asked.shoe, everybody - left_out)
            used = offered and is_own
            case = _Case(kind, table.paytable, used, pays, rules, table.wager, prizes, reading)
            yield _progressive(asked, case)
            yield from _beside_another_amount(asked, case, table)
            continue
        for spinner in SPINNERS:
            prizes = hot_spot_prizes(record, table, spinner, rules.boxes, asked.shoe, everybody, left_out)
            used = offered and is_own and spinner == options["spinner"]
            read = f"{spinner}, {reading}" if reading else spinner
            case = _Case(kind, table.paytable, used, pays, rules, table.wager, prizes, read)
            yield _progressive(asked, case)


def _beside_another_amount(asked: _Asked, case: "_Case", table: WheelTable) -> Iterator[PricedSideWager]:
    """Where a table takes two amounts, the wager with all others on the other one, by either reading; not
    where the bettor has other boxes, too."""
    if not case.offered or not asked.others or asked.own_boxes:
        return
    terms = asked.rules.sides[case.name]
    for theirs in terms.tables:
        for by_rank in (True, False) if theirs.paytable != table.paytable else ():
            prizes = winner_prizes(side_wager(case.name), table, asked.shoe, asked.others, theirs, by_rank)
            mixed = msgspec.structs.replace(
                case,
                offered=by_rank == terms.options["pays_by_rank"],
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


def _progressive(asked: _Asked, case: _Case) -> PricedSideWager:
    """A wager that may win a meter; the house keeps the wager itself in any case."""
    meters = case.rules.meters
    law = law_at(case.prizes, case.wager, {name: meter.initial for name, meter in meters.items()})
    row = _row(asked, case.name, case.paytable, case.offered, case.pays, law, case.reading)
    row = msgspec.structs.replace(row, others_on=case.others_on)
    record = side_wager(case.name)
    name = record.meters[0] if record.meters else ""
    slope = meter_slope(case.prizes, case.wager, name)
    if name not in meters or (record.wheel and not slope):
        return row  # a wheel without the meter's stop
    main = meters[name]
    least = _least_of(asked, case.name, case.paytable, name)
    price = MeterPrice(
        name=name,
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
) -> PricedSideWager:
    """The wager of a law."""
    decks = asked.rules.decks
    mean = sum((result * chance for result, chance in law.items()), Fraction(0))
    square = sum((result**2 * chance for result, chance in law.items()), Fraction(0))
    hit = sum((chance for result, chance in law.items() if result > -1), Fraction(0))
    warning = ""
    if mean > 0:
        read = f", read as {reading.replace('_', ' ')}," if reading else ""
        favours = "favours" if offered else "would favour"
        where = f"{name} at paytable {paytable} and {decks_text(decks)}{read}"
        warning = f"{where} {favours} the player by {float(mean):.3%}"
    return PricedSideWager(
        name=name,
        paytable=paytable,
        decks=decks,
        offered=offered,
        pays=pays,
        house_edge_exact=-mean,
        hit_rate_exact=hit,
        variance_exact=square - mean**2,
        reading=reading,
        warning=warning,
        top_result=max(law),
    )
