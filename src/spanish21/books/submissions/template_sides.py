"""Progressive wagers in a template: a meter and a wheel for each that the book knows."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from spanish21.books.clauses import Rulebook
from spanish21.books.paytables import symbols, tables_of
from spanish21.books.submissions.submission_file import Submission, WheelStop, shared_sample
from spanish21.books.submissions.submission_wheels import wheel_names
from spanish21.game.money import amount_text
from spanish21.game.side_wagers.registry import side_wager, side_wagers
from spanish21.game.side_wagers.terms import PRIMARY, SECONDARY, Stop

Said = Callable[..., list[str]]
_RATE = (10, 100)


def meter_lines(book: Rulebook, said: Said) -> Iterator[str]:
    """A table for each meter, with the least that its paytables ask for."""
    for kind, name, leasts in _meters(book):
        asked = ", ".join(f"{amount_text(least)} with paytable {table}" for table, least in leasts.items())
        meter = shared_sample(book.name).meters.get(name)
        rate, least = meter.rate if meter else _RATE, max(leasts.values())
        clauses = ", ".join(book.cite(f"paytables.{kind}.{next(iter(leasts))}.reset_least")[:2])
        yield ""
        yield from said(
            f"The meter {name}, if {kind} is offered: the amounts it begins and restarts with, and the"
            f" part of each wager that it takes. At least {asked} ({clauses})."
        )
        yield f"#[meters.{name}]"
        yield from (f"#{part} = {least // 100:_}_{least % 100:02}" for part in ("initial", "reset"))
        yield f"#rate = [{rate[0]}, {rate[1]}]"


def _meters(book: Rulebook) -> Iterator[tuple[str, str, dict[str, int]]]:
    """(wager, meter, the least that each paytable asks for) of every meter of a book."""
    for record in side_wagers():
        kind = record.kind
        for place, name in enumerate(record.meters):
            leasts = _leasts(book, kind, place)
            if leasts:
                yield kind, name, leasts


def least_of_meters(book: Rulebook) -> list[dict[str, Any]]:
    """The meters of a book, with the least that each paytable asks for and its clauses, as data."""
    return [
        {
            "name": name,
            "wager": kind,
            "leasts": leasts,
            "clauses": list(book.cite(f"paytables.{kind}.{next(iter(leasts))}.reset_least")[:2]),
        }
        for kind, name, leasts in _meters(book)
    ]


def _leasts(book: Rulebook, kind: str, place: int) -> dict[str, int]:
    """The least that each paytable with a meter asks for."""
    found = {}
    for table in tables_of(book.fixed, kind):
        least = book.fixed.get(f"paytables.{kind}.{table}.reset_least", 0)
        if _feeds_a_meter(book, kind, table):
            found[table] = least if isinstance(least, int) else least[place]
    return found


def _feeds_a_meter(book: Rulebook, kind: str, table: str) -> bool:
    return not side_wager(kind).wheel or any(
        stop.source for stop in symbols(book.fixed, kind, table).values()
    )


def wheel_lines(book: Rulebook, said: Said) -> Iterator[str]:
    """A wheel for each paytable that has one; weights are those of the sample, if it has that wheel."""
    tables = [(name, table) for name in wheel_names() for table in tables_of(book.fixed, name)]
    if tables:
        yield ""
        yield from said(
            "Wheels, for the paytables in use: every symbol, and how often it comes up. The book says what a"
            " symbol pays, not its weight; these weights are made up, and `submission check` prices yours."
        )
        yield "[wheels]"
    sample = shared_sample(book.name)
    for name, table in tables:
        stops, cited = symbols(book.fixed, name, table), f"paytables.{name}.{table}"
        weights = {stop.symbol: stop for stop in _sample_wheel(sample, name, table)}
        yield ""
        yield from said(f"{name.replace('_', ' ')}, paytable {table} ({', '.join(book.cite(cited)[:3])})")
        yield f"#{name}_{table} = ["
        yield from (_stop_line(book.fixed, f"{cited}.", stop, weights) for stop in stops.values())
        yield "#]"


def _sample_wheel(sample: Submission, name: str, table: str) -> tuple[WheelStop, ...]:
    in_use = sample.choose.get(f"{name.partition('_')[0]}_paytable", table)
    return sample.wheels.get(f"{name}_{table}") or (sample.wheels.get(name, ()) if in_use == table else ())


def _stop_line(lines: Mapping[str, Any], head: str, stop: Stop, weights: Mapping[str, WheelStop]) -> str:
    weight = weights[stop.symbol].weight if stop.symbol in weights else 1
    is_prize = lines.get(f"{head}{stop.symbol}") == "prize"
    least = lines.get(f"{head}reset_least", 1)
    prize = f", prize = {least // 100:_}_{least % 100:02}" if is_prize else ""
    pays = {PRIMARY: "the meter", SECONDARY: "the secondary meter"}.get(stop.source, amount_text(stop.pays))
    says = f"a prize of at least {amount_text(least)}" if is_prize else f"pays {pays}"
    return f'#{{ symbol = "{stop.symbol}", weight = {weight}{prize} }},  # {says}'
