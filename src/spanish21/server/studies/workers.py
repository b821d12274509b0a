"""Prices, charts and advice in a process of their own, with a limit of time: a table never waits for them."""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from importlib import import_module
from typing import Any

import msgspec

from spanish21.books.submission import rules_of
from spanish21.errors import BadInput
from spanish21.game.rules import Rules
from spanish21.game.snapshot import table_of
from spanish21.server.log.digests import rules_digest

LONGEST = 300.0
LONGEST_ADVICE = 120.0
"""Long enough for the first advice after an installation, which compiles the kernels."""
MOST_WAITING = 20
MISSING = "this server has no analyser; it is installed with the extra analysis"


def _edge_key(rules: Rules) -> str:
    return f"edge of {rules_digest(rules)}"


class Unavailable(BadInput):
    """The analyser is not installed, or has too much to do."""


def _quiet() -> None:
    """Leave the interrupt of the terminal to the server itself."""
    import os
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)


class Workers:
    """The worker process and what it has found."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._results: dict[str, asyncio.Future[Any]] = {}
        self._waiting = 0

    def kept(self, what: str, book: str) -> "asyncio.Future[Any]":
        """The price of a book, computed once; the future is done when it is known."""
        return self._kept(f"{what} {book}", priced, what, book)

    def edge(self, rules: Rules) -> "asyncio.Future[float]":
        """The house edge of a table with these very rules, computed once."""
        return self._kept(_edge_key(rules), edge_of, rules)

    def known_edge(self, rules: Rules) -> float | None:
        """The house edge of a table, if it has been computed already."""
        found: float | None = self._known(_edge_key(rules))
        return found

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

    async def run(self, work: Callable[..., Any], seconds: float, *given: Any) -> Any:
        """Have something worked out; whoever takes too long is ended."""
        if self._waiting >= MOST_WAITING:
            raise Unavailable("the analyser has too much to do; try again in a minute")
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_quiet)
        self._waiting += 1
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
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the worker process."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


# -- in the worker process


def advised(table: bytes, who: str) -> dict[str, Any]:
    """What each decision of somebody is worth, at a table as a snapshot has it."""
    found = table_of(table)
    advice = import_module("spanish21.analysis.advice.advice").advise(found, who)
    options = []
    for option in advice.options:
        command = None
        if option.command is not None:
            command = msgspec.to_builtins(option.command)
            command.pop("by", None)
        options.append({"command": command, "value": option.value, "cost": option.cost, "text": option.text})
    spot = import_module("spanish21.server.studies.drills").spot_told(found)
    return {"options": options, "text": advice.text, "spot": spot}


def edge_of(rules: Rules) -> float:
    """The house edge of a table."""
    edge: float = _edge(rules)["house_edge"]
    return edge


def priced(what: str, book: str) -> Any:
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
