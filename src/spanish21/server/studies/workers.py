"""Prices, charts and advice in a separate process, with a time limit: a table never waits for them."""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from importlib import import_module
from typing import Any

import msgspec

from spanish21.books.submissions.submission import rules_of
from spanish21.game.log.snapshot import table_of
from spanish21.game.rules import Rules
from spanish21.server.log.digests import rules_digest
from spanish21.server.studies.answers_of_studies import Advised, AdvisedOption
from spanish21.server.studies.known_edges import shipped_edge
from spanish21.server.studies.turns import Turns, Unavailable
from spanish21.server.studies.why_better import reason_of

LONGEST = 300.0
LONGEST_ADVICE = 120.0
"""Long enough for the first advice after an installation, which compiles the kernels."""
MOST_WAITING = 20
MISSING = "this server has no analyser; it is installed with the extra analysis"


def _edge_key(rules: Rules) -> str:
    return f"edge of {rules_digest(rules)}"


def _quiet() -> None:
    """Leave the interrupt of the terminal to the server itself."""
    import os
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)


class Workers:
    """The worker process and its results."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._results: dict[str, asyncio.Future[Any]] = {}
        self._turns = Turns(MOST_WAITING)

    def kept(self, what: str, book: str) -> "asyncio.Future[Any]":
        """The price of a book, computed once; the future is done when it is known."""
        return self._kept(f"{what} {book}", price_of_book, what, book)

    def edge(self, rules: Rules) -> "asyncio.Future[float]":
        """The house edge of a table with these very rules, computed once."""
        return self._kept(_edge_key(rules), edge_of, rules)

    def known_edge(self, rules: Rules) -> float | None:
        """The house edge of a table, if it is shipped or has been computed already."""
        found: float | None = self._known(_edge_key(rules))
        return shipped_edge(rules) if found is None else found

    def _kept(self, key: str, work: Callable[..., Any], *given: Any) -> "asyncio.Future[Any]":
        found = self._results.get(key)
        if found is None or (found.done() and (found.cancelled() or found.exception() is not None)):
            found = asyncio.ensure_future(self.run(work, LONGEST, *given))
            found.add_done_callback(lambda future: future.cancelled() or future.exception())
            self._results[key] = found
        return found

    def _known(self, key: str) -> Any:
        found = self._results.get(key)
        is_there = found is not None and found.done() and not found.cancelled() and not found.exception()
        return found.result() if is_there and found is not None else None

    async def run(self, work: Callable[..., Any], seconds: float, *given: Any, asker: str = "") -> Any:
        """Have something worked out when it is the asker's turn; a process that takes too long is ended."""
        async with self._turns.turn(asker):
            return await self._worked_out(work, seconds, *given)

    async def _worked_out(self, work: Callable[..., Any], seconds: float, *given: Any) -> Any:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_quiet)
        try:
            loop = asyncio.get_running_loop()
            return await asyncio.wait_for(loop.run_in_executor(self._pool, work, *given), seconds)
        except TimeoutError:
            self.close()
            raise Unavailable("that took too long") from None
        except ModuleNotFoundError:
            raise Unavailable(MISSING) from None
        except BrokenExecutor:
            self.close()  # another process takes the next question
            raise Unavailable("the analyser has ended and begins again; ask once more") from None

    def close(self) -> None:
        """End the worker process."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


# -- in the worker process


def advised(table: bytes, who: str) -> Advised:
    """The worth of each decision of a person, at a table as a snapshot has it."""
    found = table_of(table)
    advice = import_module("spanish21.analysis.advice.advice").advise(found, who)
    options: list[AdvisedOption] = []
    for option in advice.options:
        command = None
        if option.command is not None:
            command = msgspec.to_builtins(option.command)
            command.pop("by", None)
        why = _why(advice, option)
        worth = {"value": option.value, "cost": option.cost}
        options.append({"command": command, **worth, "text": option.text, "why": why})  # type: ignore[typeddict-item]
    spot = import_module("spanish21.server.studies.drills").spot_told(found)
    chances = None if advice.chances is None else advice.chances._asdict()
    return {"options": options, "text": advice.text, "chances": chances, "spot": spot}


def _why(advice: Any, option: Any) -> str:
    """Why the best option is better than another one."""
    same = [one for one in advice.options if _subject(one) == _subject(option)]
    best = min((one for one in same if one.cost is not None), key=lambda one: one.cost, default=None)
    if best is None or best.command is None or option.command is None or not option.cost:
        return ""
    best_name, made = (type(one.command).__name__ for one in (best, option))
    return reason_of(best_name, made, best.value, advice.chances)


def _subject(option: Any) -> tuple[bool, int]:
    """The subject of an option: the insurance of a box, or the hand in turn."""
    name = type(option.command).__name__
    return ("Insur" in name, getattr(option.command, "box", 0) if "Insur" in name else 0)


def edge_of(rules: Rules) -> float:
    """The house edge of a table."""
    edge: float = _edge(rules)["house_edge"]
    return edge


def price_of_book(what: str, book: str) -> Any:
    """The chart, the edge or the side wagers of a book's sample table."""
    return PRICES[what](rules_of(book))


def _edge(rules: Rules) -> Any:
    summary = import_module("spanish21.analysis.report.edge_summary")
    return summary.edge_summary(summary.analysis_of(rules))


def _chart(rules: Rules) -> Any:
    found = import_module("spanish21.analysis.charts.best_charts").best_chart(rules)
    written = import_module("spanish21.strategy").chart_json(found.chart)
    return {"expected_value": found.edge.expected_value, "chart": msgspec.json.decode(written)}


def _side_wagers(rules: Rules) -> Any:
    found = import_module("spanish21.analysis.sides.side_prices").side_wagers(rules)
    return [one.as_row() for one in found]


PRICES: dict[str, Callable[[Rules], Any]] = {"edge": _edge, "chart": _chart, "sidebets": _side_wagers}
