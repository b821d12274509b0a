"""The side wagers of a plan as the kernels take them: codes, pays by code, wheels and meters."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy
from numpy.typing import NDArray

from spanish21.compiled.side_tables import codes_of, meaning_of
from spanish21.errors import BadInput
from spanish21.game import pays
from spanish21.game.round.wheels import wheel_table
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.prizes import prize_of
from spanish21.game.side_wagers.record import DRAWN_POSITION, EVERY_BETTOR, SideWager
from spanish21.game.side_wagers.registry import kinds, meter_names, side_wager
from spanish21.game.side_wagers.terms import Stop
from spanish21.simulation.plan.count_names import (
    A_BETTOR,
    A_POSITION,
    EVERY_WINNER,
    MOST_CODES,
    MOST_METERS,
    MOST_STOPS,
)


def side_amounts(rules: Rules, kind: str, stake: int) -> list[int]:
    """The amounts apart from the stake that make up the results of a side wager, without odds and meters."""
    record, terms = side_wager(kind), rules.sides[kind]
    if record.pays_by == "amounts":
        return list(terms.pays)
    if not record.wheel:
        return []
    table = wheel_table(rules, kind, stake)
    return [stop.pays for stop in table.wheel + table.community] + [pair.pays for pair in table.pairs]


def write_sides(setup: Any, rules: Rules, sides: Mapping[str, int]) -> NDArray[numpy.uint8]:
    """Writes down the side wagers that are played; their tables of codes, one after another."""
    played = [kind for kind in kinds() if sides.get(kind, 0)]
    if len(meter_names()) > MOST_METERS:
        raise BadInput(f"the side wagers have {len(meter_names())} meters; the simulator takes {MOST_METERS}")
    setup["has_sides"], setup["sides_played"] = bool(played), len(played)
    setup["needs_second"] = any(side_wager(kind).needs_second for kind in played)
    setup["meters"] = len(meter_names())
    tables: list[NDArray[numpy.uint8]] = [numpy.zeros(1, dtype=numpy.uint8)]
    stops: list[tuple[int, int, int, int]] = []
    for place, kind in enumerate(played):
        slot = kinds().index(kind)
        setup["played"][place] = slot
        side = setup["sides"][slot]
        side["stake"], side["first"] = sides[kind], sum(table.size for table in tables)
        tables.append(_write_codes(side, rules, side_wager(kind), sides[kind]))
        if side_wager(kind).wheel:
            stops += _write_wheels(setup, rules, kind, slot, len(stops))
    if len(stops) > MOST_STOPS:
        raise BadInput(f"the wheels have {len(stops)} stops; the simulator takes up to {MOST_STOPS}")
    setup["stops"][: len(stops)] = stops
    return numpy.concatenate(tables)


def _write_codes(side: Any, rules: Rules, record: SideWager, stake: int) -> NDArray[numpy.uint8]:
    """Writes down how a side wager's codes are looked up and what each is paid; the codes."""
    codes = codes_of(record)
    pairs, ups, holes = codes.shape
    side["of_pair"] = ups * holes if pairs > 1 else 0
    side["of_up"] = holes if ups > 1 else 0
    side["of_hole"] = 1 if holes > 1 else 0
    side["lost"] = len(record.lines)
    side["meter"] = meter_names().index(record.meters[0]) if record.meters else 0
    if int(codes.max()) >= MOST_CODES:
        raise BadInput(f"{record.kind} has too many lines; the simulator takes codes below {MOST_CODES}")
    if record.wheel:
        side["wheel"] = _spinner(rules, record)
        return codes.ravel()
    for code in range(int(codes.max()) + 1):
        side["paid"][code], side["shares"][code] = _paid(rules, record, stake, code)
    return codes.ravel()


def _paid(rules: Rules, record: SideWager, stake: int, code: int) -> tuple[int, int]:
    """What a code wins or loses, and the hundredths of the meter."""
    terms = rules.sides[record.kind]
    line, times = meaning_of(record, code)
    if line == len(record.lines):
        return -stake, 0
    if record.pays_by == "odds":
        return pays.payment(stake, (terms.pays[line], 1), rules), 0
    if record.times_option and not terms.options[record.times_option]:
        times = 1
    prize = prize_of(record, terms, line, times)
    return prize.money - stake, prize.share


def _spinner(rules: Rules, record: SideWager) -> int:
    """Who turns the prize wheel; if everyone does, each of them is a winner."""
    spinner = rules.sides[record.kind].options.get("spinner", EVERY_BETTOR)
    if spinner == EVERY_BETTOR:
        return EVERY_WINNER
    return A_POSITION if spinner == DRAWN_POSITION else A_BETTOR


def _write_wheels(
    setup: Any, rules: Rules, kind: str, slot: int, first: int
) -> list[tuple[int, int, int, int]]:
    """Writes down where the wheels of a side wager begin and what they weigh; their stops."""
    table = wheel_table(rules, kind, int(setup["sides"][slot]["stake"]))
    found: list[tuple[int, int, int, int]] = []
    for wheel, stops in ((2 * slot, table.wheel), (2 * slot + 1, table.community)):
        setup["wheel_first"][wheel] = first + len(found)
        others = [table.pairs[stop.pair - 1].pays if stop.pair else 0 for stop in stops]
        found += _weighed(stops, others)
        setup["wheel_weight"][wheel] = sum(stop.weight for stop in stops)
    return found


def _weighed(stops: tuple[Stop, ...], others: list[int]) -> Iterator[tuple[int, int, int, int]]:
    weights = 0
    for stop, paid in zip(stops, others, strict=True):
        weights += stop.weight
        yield weights, stop.source, stop.pays, paid
