"""A side wager as a function of an operator's choices: odds or amounts, a wheel's weights, a meter.

The edge is linear in odds, amounts and what a meter is given, and a ratio of linear sums of a wheel's
weights. The factors are found by pricing, with the same functions that price the table.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import msgspec

from spanish21.analysis.hands.shoe_counts import Shoe, full_shoe
from spanish21.analysis.sides.side_laws import Law, line_chances
from spanish21.analysis.sides.side_prizes import (
    Prizes,
    hot_spot_prizes,
    law_at,
    line_prizes,
    long_run_value,
    winner_prizes,
)
from spanish21.errors import BadInput, one_line
from spanish21.game.round.wheels import wheel_tables
from spanish21.game.rules import Rules, is_offered
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.side_wagers.registry import side_wagers as records
from spanish21.game.side_wagers.terms import SideRules, WheelTable

LINE, WEIGHT, METER = "line", "weight", "meter"
"""A meter's amounts are in whole dollars or pounds, its rate in per cent of a wager."""
CENTS = 100


class Choice(NamedTuple):
    """Something that may vary: a line of the paytable, a stop of the wheel, or a part of the meter."""

    kind: str
    name: str


class WagerModel:
    """One side wager of a table."""

    def __init__(self, rules: Rules, kind: str, shoe: Shoe | None = None) -> None:
        known = {record.word: record.kind for record in records()} | {one.kind: one.kind for one in records()}
        plain = kind.replace("-", "_")
        if known.get(plain) not in rules.sides:
            raise BadInput(
                one_line(f"{rules.book} has no side wager {kind!r}; it has {', '.join(rules.sides)}")
            )
        self.rules, self.kind = rules, known[plain]
        if not is_offered(rules, self.kind):
            offer = f"--set {self.kind}_offered=yes, or a submission with it"
            raise BadInput(f"{self.kind} is not offered at this table of {rules.book}; {offer}")
        self.record = side_wager(self.kind)
        self.shoe = shoe or full_shoe(rules.decks)
        self.terms: SideRules = rules.sides[self.kind]
        self.table: WheelTable | None = None
        if self.record.wheel:
            tables = wheel_tables(rules, self.kind)
            if not tables:
                raise BadInput(f"{self.kind} has no wheel at this table; name a submission that offers it")
            self.table = tables[0]
        self.wager = self.table.wager if self.table else self.terms.wager
        self.meter = self.record.meters[0] if self.record.meters else ""

    @property
    def now(self) -> dict[Choice, int]:
        """Everything that may vary, as it is."""
        found: dict[Choice, int] = {}
        if self.table:
            for stop in self.table.wheel:
                found[Choice(WEIGHT, stop.symbol)] = stop.weight
        else:
            scale = 1 if self.record.pays_by == "odds" else CENTS
            for place, name in enumerate(self.record.lines):
                if place >= self.record.shared_lines:
                    found[Choice(LINE, name)] = self.terms.pays[place] // scale
        if self.meter in self.rules.meters:
            meter = self.rules.meters[self.meter]
            found[Choice(METER, "initial")] = meter.initial // CENTS
            found[Choice(METER, "reset")] = meter.reset // CENTS
            found[Choice(METER, "rate")] = int(Fraction(*meter.rate) * 100)
        return found

    def law(self, chosen: Mapping[Choice, int]) -> Law:
        """The wager's expected win, in wagers, with the meter at its initial amount."""
        if self.record.pays_by == "odds":
            pays = self._pays(chosen, 1)
            law: Law = {}
            for (line, _), chance in self._lines.items():
                result = Fraction(pays[line] if line < len(pays) else -1)
                law[result] = law.get(result, Fraction(0)) + chance
            return law
        meters = {name: meter.initial for name, meter in self._under(chosen).meters.items()}
        return law_at(self._prizes(chosen), self.wager, meters)

    def long_run_edge(self, chosen: Mapping[Choice, int]) -> Fraction:
        """The edge over all heights of the meters; without a meter, the edge."""
        if not self.record.is_progressive:
            return edge_of(self.law(chosen))
        return -long_run_value(self._prizes(chosen), self._under(chosen), self.wager)

    @property
    def _lines(self) -> Mapping[tuple[int, int], Fraction]:
        return _chances(self.record.kind, self.shoe)

    def _pays(self, chosen: Mapping[Choice, int], scale: int) -> tuple[int, ...]:
        lines = enumerate(self.record.lines)
        return tuple(
            chosen[Choice(LINE, name)] * scale if Choice(LINE, name) in chosen else self.terms.pays[place]
            for place, name in lines
        )

    def _prizes(self, chosen: Mapping[Choice, int]) -> Prizes:
        if self.table is None:
            terms = msgspec.structs.replace(self.terms, pays=self._pays(chosen, CENTS))
            return line_prizes(self.record, terms, self.shoe)
        stops = tuple(
            msgspec.structs.replace(stop, weight=chosen.get(Choice(WEIGHT, stop.symbol), stop.weight))
            for stop in self.table.wheel
        )
        table = msgspec.structs.replace(self.table, wheel=tuple(stop for stop in stops if stop.weight))
        if self.record.has_pairs:
            return winner_prizes(self.record, table, self.shoe, 0)
        spinner = str(self.terms.options["spinner"])
        return hot_spot_prizes(self.record, table, spinner, self.rules.boxes, self.shoe, 0)

    def _under(self, chosen: Mapping[Choice, int]) -> Rules:
        """The rules with the meter as chosen."""
        if self.meter not in self.rules.meters:
            return self.rules
        meter = self.rules.meters[self.meter]
        parts = {
            name: chosen[Choice(METER, name)] * CENTS
            for name in ("initial", "reset")
            if Choice(METER, name) in chosen
        }
        meter = msgspec.structs.replace(meter, **parts)
        if Choice(METER, "rate") in chosen:
            meter = msgspec.structs.replace(meter, rate=(chosen[Choice(METER, "rate")], 100))
        return msgspec.structs.replace(self.rules, meters={**self.rules.meters, self.meter: meter})


@cache
def _chances(kind: str, shoe: Shoe) -> Mapping[tuple[int, int], Fraction]:
    return line_chances(side_wager(kind), shoe)


def edge_of(law: Law) -> Fraction:
    """The house's share of a wager."""
    return -sum((result * chance for result, chance in law.items()), Fraction(0))
