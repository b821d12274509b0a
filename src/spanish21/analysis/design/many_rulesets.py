"""Many rulesets priced over the processor's cores, each once; an interrupted run continues."""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import msgspec

from spanish21.analysis.design.ruleset_worker import Figures, RulesetTask, figures_of
from spanish21.analysis.report.pricing import MAIN_SETTINGS
from spanish21.analysis.report.run_evidence import digest_of_text
from spanish21.compiled.cache import digest_of_results
from spanish21.errors import BadInput
from spanish21.game.rules import Rules, settings_of

Tell = Callable[[str], None]
FEW = 60
"""Up to this many rulesets are priced in this process: another takes a second to start."""
_SECONDS_BETWEEN_REPORTS = 0.5


def key_of(rules: Rules) -> str:
    """A digest of everything that decides the value of the main wager: rulesets alike have the same."""
    settings = settings_of(rules)
    deciding = {name: settings[name] for name in MAIN_SETTINGS}
    return digest_of_text(json.dumps(msgspec.to_builtins(deciding), sort_keys=True))[:16]


def price_rulesets(
    tables: Mapping[str, Rules],
    law: bool,
    processes: int | None = None,
    journal: str | os.PathLike[str] | None = None,
    tell: Tell = lambda _: None,
    few: int = FEW,
) -> dict[str, Figures]:
    """The figures of rulesets by their keys; those that a journal has are not priced again."""
    with _journal(journal, law) as (found, keep):
        left = {key: table for key, table in tables.items() if key not in found}
        # Tables with the same shoe and dealer share what the dealer may end with.
        order = sorted(left, key=lambda key: (left[key].decks, left[key].dealer_hits_soft_17))
        tasks: queue.SimpleQueue[tuple[str, RulesetTask]] = queue.SimpleQueue()
        for key in order:
            tasks.put((key, RulesetTask(left[key], law)))
        told = _Told(len(order), len(tables), tell)

        def done(key: str, figures: Figures) -> None:
            found[key] = figures
            keep(key, figures)
            told.one_more()

        processes = processes or os.cpu_count() or 1
        if processes == 1 or len(order) <= few:
            for key in order:
                done(key, figures_of(RulesetTask(left[key], law)))
        else:
            _with_processes(min(processes, len(order)), tasks, done)
        return {key: found[key] for key in tables}


class _Told:
    """Progress in words, a few times a second."""

    def __init__(self, count: int, of: int, tell: Tell) -> None:
        self.count, self.before, self.of, self.tell = count, of - count, of, tell
        self.finished, self.began, self.last = 0, monotonic(), 0.0

    def one_more(self) -> None:
        self.finished += 1
        now = monotonic()
        if now - self.last < _SECONDS_BETWEEN_REPORTS:
            return
        self.last = now
        left = (now - self.began) / self.finished * (self.count - self.finished)
        minutes = f"{left / 60:.0f} min" if left >= 90 else f"{left:.0f} s"
        self.tell(f"{self.before + self.finished:,} of {self.of:,} rulesets priced, {minutes} left …")


def _with_processes(
    processes: int,
    tasks: "queue.SimpleQueue[tuple[str, RulesetTask]]",
    done: Callable[[str, Figures], None],
) -> None:
    lock = threading.Lock()
    failed: list[str] = []
    workers = [_started() for _ in range(processes)]

    def feed(worker: "subprocess.Popen[bytes]") -> None:
        assert worker.stdin is not None
        assert worker.stdout is not None
        while not failed:
            try:
                key, task = tasks.get_nowait()
            except queue.Empty:
                break
            try:
                worker.stdin.write(msgspec.json.encode(task) + b"\n")
                worker.stdin.flush()
                answer = json.loads(worker.stdout.readline())
                with lock:
                    done(key, answer)
            except (OSError, ValueError) as error:
                failed.append(str(error))
                break

    threads = [threading.Thread(target=feed, args=(worker,), daemon=True) for worker in workers]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        for worker in workers:
            assert worker.stdin is not None
            if failed:
                worker.kill()
            worker.stdin.close()
            worker.wait()
            assert worker.stdout is not None
            worker.stdout.close()
    if failed:
        raise BadInput(
            f"a process that priced rulesets ended early ({failed[0]}); run again, with fewer processes"
        )


def _started() -> "subprocess.Popen[bytes]":
    module = f"{__package__}.ruleset_worker"
    command = [sys.executable, "-m", module]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


@contextmanager
def _journal(
    path: str | os.PathLike[str] | None, law: bool
) -> Iterator[tuple[dict[str, Figures], Callable[[str, Figures], None]]]:
    """What a journal has, and how to add to it; a journal of other sources or figures starts over."""
    if path is None:
        yield {}, lambda _key, _figures: None
        return
    path = Path(path)
    head = json.dumps({"sources": digest_of_results(), "law": law})
    found: dict[str, Figures] = {}
    try:
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        for line in lines[1:] if lines[:1] == [head] else []:
            try:
                key, figures = json.loads(line)
            except ValueError:
                continue  # the line that was being written when the run ended
            found[key] = figures
        with path.open("w", encoding="utf-8") as file:
            print(head, *(json.dumps(one) for one in found.items()), sep="\n", file=file, flush=True)

            def keep(key: str, figures: Figures) -> None:
                print(json.dumps([key, figures]), file=file, flush=True)

            yield found, keep
    except OSError as error:
        raise BadInput(f"{path}: the journal cannot be written: {error.strerror}") from None
