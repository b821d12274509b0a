"""Settings and files at random: `make fuzz`, or `python tests/fuzz.py --commands 200 --files 20000`.

Three parts. `settings`: combinations of --set, --what-if and --without through validation. `commands`:
accepted ones through every command. `files`: damaged rounds and submissions through their readers. Whatever
is not right must be one clear line: no crash, no "internal error", no figure that is not a number, no
negative chance.

Each case has its own seed, so that it can be had again (`--again "commands 17"`). Workers are processes of
their own: one that dies is told apart from one that hangs, and both are put down to the case that they were
at. What has been done is kept in a file (`--state`), from which the next call goes on.
"""

import argparse
import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from click.testing import CliRunner, Result

from explore import Walk, chips_at
from fuzz_cases import ABSURD, a_book, a_damaged_round, a_damaged_submission, some_options, some_wager
from spanish21.cli import main as spanish21
from spanish21.errors import Spanish21Error
from spanish21.game.rules import Rules
from spanish21.notation import Round, read_all, write_all
from spanish21.strategy.counts import RANKS

PARTS = ("settings", "commands", "files")
SECONDS_OF_A_CASE = 900
STEPS_OF_A_WALK = 150
PRICES_EVERY, COUNTS_EVERY, REPORT_EVERY = 10, 25, 100
"""How many accepted tables go to one list of prices, to the commands for counting, and to one report: each
takes as long as fifty others."""
FINITE = (
    "house_edge",
    "expected_value",
    "optimal_value",
    "standard_deviation",
    "basis_points",
    "average_wager",
)
CHANCES = ("hit_rate", "probability")
TOLERANCE = 1e-9

CaseResult = tuple[Counter[str], list[str]]
"""What a case counts, and what is wrong with it."""


# -- the three parts ------------------------------------------------------------------------------


def settings_case(chance: random.Random, _: int) -> CaseResult:
    """A combination of settings through validation."""
    from spanish21.cli.analysis_options import AnalysisOptions

    book = a_book(chance)
    options = some_options(chance, book, lively=False)
    try:
        table = AnalysisOptions(
            book, None, _given(options, "--set"), _given(options, "--what-if"), None, _without(options)
        )
        json.dumps(table.described(), default=str)
    except Spanish21Error as error:
        return Counter(refused=1), _lines(options, str(error))
    except Exception as error:
        return Counter(faults=1), [f"{book} {options}: {type(error).__name__}: {error}"]
    return Counter(accepted=1), []


def commands_case(chance: random.Random, number: int) -> CaseResult:
    """An accepted combination through every command."""
    from spanish21.cli.analysis_options import AnalysisOptions

    while True:
        book = a_book(chance)
        options = some_options(chance, book, lively=True)
        try:
            table = AnalysisOptions(
                book, None, _given(options, "--set"), _given(options, "--what-if"), None, _without(options)
            )
            break
        except Spanish21Error:
            continue
    counts: Counter[str] = Counter()
    wrong = _walked(table.rules, chance)
    counts["walk done"] += not wrong
    with tempfile.TemporaryDirectory() as folder:
        for words, keys in _commands(book, options, chance, number, Path(folder)):
            _tell({"at": " ".join(words)})
            result = CliRunner().invoke(spanish21, words, input=keys)
            counts[f"{words[0]} {'done' if result.exit_code == 0 else 'refused'}"] += 1
            wrong += [f"{' '.join(map(repr, words))}: {problem}" for problem in _problems(result)]
    return counts, wrong


def _walked(rules: Rules, chance: random.Random) -> list[str]:
    """Some rounds with irregularities at a table of these rules; what went wrong."""
    try:
        walk = Walk(rules, chance, real=chance.random() < 0.1)
        for _ in range(STEPS_OF_A_WALK):
            walk.step(chance.choice((0.0, 0.02, 0.1)))
    except Exception as error:
        return [f"walk: {type(error).__name__}: {error}"]
    return [] if chips_at(walk.table) == walk.chips else ["walk: chips were lost or made"]


def _commands(
    book: str, options: list[str], chance: random.Random, number: int, folder: Path
) -> Iterator[tuple[list[str], str]]:
    """The words of each command for a table, and the keys that it is given."""
    of_table = [one for one in options if one]
    without = [one for at, one in enumerate(of_table) if "--without" not in of_table[max(at - 1, 0) : at + 1]]
    yield ["rules", book, "--json", *without], ""
    yield ["edge", book, "--json", *of_table, *some_wager(chance), *chance.choice(([], ["--hands"]))], ""
    yield ["strategy", book, "--json", *of_table], ""
    yield ["sidebets", book, "--json", *of_table, "--others", str(chance.choice((0, 1, 5)))], ""
    yield ["session", book, "--json", *without, "--rounds", str(chance.choice((1, 70, 10_000)))], ""
    yield ["exposure", book, "--json", *without, "--hours", str(chance.choice((1, 8)))], ""
    yield from _of_many_tables(book, without, chance)
    if number % COUNTS_EVERY == 0:
        yield from _of_counts(book, of_table, chance, folder)
    if number % PRICES_EVERY == 0:
        yield ["prices", book, "--json", *of_table], ""
    if number % REPORT_EVERY == 0:
        yield ["report", book, *of_table, "-o", str(folder / "report.html")], ""
    boxes, sides = str(chance.choice((1, 1, 2, 7))), chance.choice(([], ["--side", "match=5"]))
    rounds = ["--rounds", str(chance.choice((1, 200, 2000))), "--boxes", boxes, *sides]
    yield ["simulate", book, "--json", "--quiet", *without, *rounds, "--strategy", "optimal"], ""
    saved, visit = folder / "rounds.txt", folder / "visit.jsonl"
    saved.unlink(missing_ok=True)
    visit.unlink(missing_ok=True)
    keys = "".join(chance.choice(("\n", "s\n", "h\n", "d\n", "p\n", "n\n", "5\n")) for _ in range(60))
    yield ["play", book, *without, "--seed", str(number), "--rounds", str(saved), "--save", str(visit)], keys
    if visit.exists() and visit.stat().st_size:
        yield ["play", "--resume", str(visit)], keys
    if saved.exists() and saved.stat().st_size:
        yield ["settle", str(saved), "--json"], ""


def _of_many_tables(book: str, options: list[str], chance: random.Random) -> Iterator[tuple[list[str], str]]:
    """Grids, designs and evenings, some with a value that cannot be."""
    absurd, odd = chance.choice(ABSURD), chance.random() < 0.3
    decks = f"decks={absurd}" if odd else chance.choice(("decks=5,6", "decks=2..4", "decks=8"))
    rescue = chance.choice(("may_rescue=yes,no", "most_doubles=0..2", "h17=yes,no"))
    yield ["grid", book, "--json", *options, "--vary", decks, "--vary", rescue], ""
    target = f"--edge={absurd}" if odd else chance.choice(("--edge=0%..1%", "--edge=..3%", "--top=5..20"))
    wager, line = chance.choice(("match", "spin", "moon")), chance.choice(("suited=5..9", "unsuited=3,4"))
    yield ["design", book, "--json", *options, "--wager", wager, "--line", line, target], ""
    yield ["design", book, "--json", *options, "--vary", decks, target], ""
    evening = f"--{chance.choice(('hours', 'rounds', 'boxes'))}={absurd}"
    yield [chance.choice(("session", "exposure")), book, "--json", *options, evening], ""


def _of_counts(
    book: str, options: list[str], chance: random.Random, folder: Path
) -> Iterator[tuple[list[str], str]]:
    """The commands for counting, with a count at random."""
    tags = {rank: chance.choice((-2, -1, 0, 0, 1, 2)) for rank in RANKS}
    tags |= dict.fromkeys("JQK", tags["K"])
    start = 0 if not sum(tags.values()) else -4 * sum(tags.values())
    file = folder / "count.toml"
    file.write_text(
        f"start_per_deck = {start}\n[tags]\n" + "".join(f'"{rank}" = {tag}\n' for rank, tag in tags.items()),
        "utf-8",
    )
    deep = ["--penetration", str(chance.choice((0.5, 0.75, 0.9, *ABSURD)))]
    yield ["removal", book, "--json", *options], ""
    yield ["count", book, "--json", *options, "--level", "2"], ""
    yield ["count", book, str(file), "--json", *options, *deep, "--order", "1", "--bankroll", "9000"], ""
    yield ["indices", book, str(file), "--json", *options, *deep, "--order", "1"], ""


def _problems(result: Result) -> Iterator[str]:
    """What is wrong with how a command ended and with what it printed."""
    if result.exit_code not in (0, 2):
        yield f"exit code {result.exit_code}: {result.stderr.strip()[:300] or repr(result.exception)}"
    elif result.exit_code == 2 and len(result.stderr.strip().splitlines()) != 1:
        yield f"not one line: {result.stderr[:300]!r}"
    for line in result.stdout.splitlines() if result.exit_code == 0 else ():
        if line.startswith(("{", "[")):
            yield from figures_wrong(json.loads(line), "")


def figures_wrong(value: Any, place: str) -> Iterator[str]:
    """Figures that are not numbers, and chances below 0 or above 1, anywhere in what was printed."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from figures_wrong(one, f"{place}.{name}")
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from figures_wrong(one, f"{place}[{at}]")
    else:
        name = place.rpartition(".")[2]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if (name in FINITE + CHANCES and not (number and math.isfinite(value))) or (
            name in CHANCES and not -TOLERANCE <= value <= (1 + TOLERANCE if "bonus" not in place else 1e3)
        ):
            yield f"{place} is {value}"


def files_case(chance: random.Random, number: int) -> CaseResult:
    """A damaged round or submission through its reader."""
    from spanish21.books.submissions.submission import check_submission
    from spanish21.books.submissions.submission_file import submission_of

    text = a_damaged_round(chance) if number % 2 else a_damaged_submission(chance)
    kind = "rounds" if number % 2 else "submissions"
    try:
        if number % 2:
            played = read_all(text, "fuzz")
        else:
            check_submission(submission_of(text, "fuzz"))
    except Spanish21Error as error:
        return Counter({f"{kind} refused": 1}), _lines(text, str(error))
    except Exception as error:
        return Counter(faults=1), [f"{type(error).__name__}: {error} in {text!r}"]
    wrong = _read_back(played, text) if number % 2 else []
    return Counter({f"{kind} accepted": 1}), wrong


def _read_back(played: list[Round], text: str) -> list[str]:
    """Rounds that were read are written, and read again as the same rounds."""
    try:
        again = read_all(write_all(played), "again")
    except Exception as error:
        return [f"{type(error).__name__} when read back: {error} in {text!r}"]
    same = [one.events for one in again] == [one.events for one in played]
    return [] if same else [f"read back otherwise: {text!r}"]


def _lines(case: object, refusal: str) -> list[str]:
    """A refusal is one line."""
    return [] if refusal.strip() and "\n" not in refusal else [f"not one line: {refusal!r} for {case!r}"]


def _given(options: list[str], name: str) -> tuple[str, ...]:
    return tuple(value for option, value in zip(options[::2], options[1::2], strict=True) if option == name)


def _without(options: list[str]) -> str:
    return next(iter(_given(options, "--without")), "")


def dying_case(_: random.Random, number: int) -> CaseResult:
    """A case for this tool's own test: the second one dies as a compiled function would."""
    if number == 1:
        os.kill(os.getpid(), signal.SIGSEGV)
    return Counter(lived=1), []


CASES: dict[str, Callable[[random.Random, int], CaseResult]] = {
    "settings": settings_case,
    "commands": commands_case,
    "files": files_case,
    "dying": dying_case,
}


def case(seed: int, part: str, number: int) -> CaseResult:
    """One case, the same for the same seed."""
    return CASES[part](random.Random(f"{seed} {part} {number}"), number)


# -- workers ---------------------------------------------------------------------------------------


def _tell(told: dict[str, Any]) -> None:
    if "--worker" in sys.argv:
        sys.__stdout__.write(json.dumps(told) + "\n")  # type: ignore[union-attr]
        sys.__stdout__.flush()  # type: ignore[union-attr]


def work(seed: int, part: str, first: int, step: int, end: int) -> None:
    """Every `step`th case from `first` to before `end`, a line for each."""
    for number in range(first, end, step):
        _tell({"begun": number})
        counts, wrong = case(seed, part, number)
        _tell({"done": number, "counts": counts, "wrong": [f"{part} {number}: {one}" for one in wrong]})


class Worker:
    """A process that does cases, started again behind the one at which it died."""

    def __init__(self, seed: int, part: str, first: int, step: int, end: int) -> None:
        self.seed, self.part, self.next, self.step, self.end = seed, part, first, step, end
        self.at = ""
        self.start()

    def start(self) -> None:
        self.lines: Queue[str] = Queue()
        words = [
            "--worker",
            self.part,
            str(self.next),
            str(self.step),
            str(self.end),
            "--seed",
            str(self.seed),
        ]
        self.process = subprocess.Popen(
            [sys.executable, __file__, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
        Thread(target=self._read, args=(self.process,), daemon=True).start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        lines = self.lines  # those of a later process are others
        with process.stdout:
            for line in process.stdout:
                lines.put(line)
        process.wait()
        lines.put("")

    def told(self) -> Iterator[CaseResult]:
        """What its cases told, to the last one."""
        while True:
            try:
                line = self.lines.get(timeout=SECONDS_OF_A_CASE)
            except Empty:
                self.process.kill()
                yield self._died(f"took more than {SECONDS_OF_A_CASE} seconds")
                continue
            if not line:
                if self.process.returncode == 0:
                    return
                yield self._died(f"died with {self.process.returncode}")
                continue
            told = json.loads(line)
            if "done" in told:
                self.next = told["done"] + self.step
                yield Counter(told["counts"]), told["wrong"]
            else:
                self.at = str(told.get("at", ""))

    def _died(self, how: str) -> CaseResult:
        wrong = f"{self.part} {self.next} {how}: {self.at}"
        self.next += self.step
        self.process.wait()
        self.start()
        return Counter(faults=1), [wrong]


# -- the whole -------------------------------------------------------------------------------------


def run(part: str, seed: int, wanted: int, workers: int, state: Path) -> Counter[str]:
    """Cases of a part up to the number wanted, from where the state file left off."""
    kept = json.loads(state.read_text("utf-8")) if state.exists() else {}
    key = f"{part} {seed}"
    before = kept.get(key, {"done": 0, "counts": {}, "wrong": []})
    counts, wrong, done = Counter(before["counts"]), list(before["wrong"]), before["done"]
    began = time.monotonic()
    told: Queue[CaseResult | None] = Queue()
    crew = [Worker(seed, part, done + place, workers, wanted) for place in range(workers) if done < wanted]
    for worker in crew:
        Thread(target=_pass_on, args=(worker, told), daemon=True).start()
    busy, fresh = len(crew), 0
    while busy:
        one = told.get()
        if one is None:
            busy -= 1
            continue
        counts += one[0]
        wrong += one[1]
        fresh += 1
        for problem in one[1]:
            print(f"  {problem}", flush=True)
        if fresh % 500 == 0 or part == "commands":
            _keep(state, key, min(worker.next for worker in crew), counts, wrong)
    _keep(state, key, max(done, wanted), counts, wrong)
    seconds = time.monotonic() - began
    shown = ", ".join(f"{number:,} {name}" for name, number in sorted(counts.items()))
    print(f"{part}: {max(done, wanted):,} cases, {shown}; {len(wrong)} wrong; {seconds:,.0f} s")
    if part == "settings" and counts["accepted"]:
        print(f"{part}: {counts['accepted'] / (counts['accepted'] + counts['refused']):.1%} accepted")
    return Counter(wrong=len(wrong))


def _pass_on(worker: Worker, told: "Queue[CaseResult | None]") -> None:
    for one in worker.told():
        told.put(one)
    told.put(None)


def _keep(state: Path, key: str, done: int, counts: Counter[str], wrong: list[str]) -> None:
    kept = json.loads(state.read_text("utf-8")) if state.exists() else {}
    kept[key] = {"done": max(done, 0), "counts": counts, "wrong": wrong}
    state.write_text(json.dumps(kept, indent=1), "utf-8")


def main() -> None:
    reads = argparse.ArgumentParser(description="Settings and files at random.")
    reads.add_argument("--settings", type=int, default=100_000)
    reads.add_argument("--commands", type=int, default=3_000)
    reads.add_argument("--files", type=int, default=200_000)
    reads.add_argument("--seed", type=int, default=1)
    reads.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    reads.add_argument("--state", type=Path, default=Path(".fuzz.json"))
    reads.add_argument("--again", help="One case again, as in 'commands 17'.")
    reads.add_argument("--worker", nargs=4, metavar=("PART", "FIRST", "STEP", "END"), help=argparse.SUPPRESS)
    asked = reads.parse_args()
    if asked.worker:
        part, first, step, end = asked.worker
        work(asked.seed, part, int(first), int(step), int(end))
        return
    if asked.again:
        part, number = asked.again.split()
        print(case(asked.seed, part, int(number)))
        return
    wanted = {"settings": asked.settings, "commands": asked.commands, "files": asked.files}
    found = sum(
        (run(part, asked.seed, wanted[part], asked.workers, asked.state) for part in PARTS), Counter[str]()
    )
    sys.exit(1 if found["wrong"] else 0)


if __name__ == "__main__":
    main()
