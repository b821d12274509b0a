"""The speed of the simulator, next to others in one run: `python -m benchmarks simulation [--full] [--json]`.

Speeds depend on the machine and its other work; only the ratios of one run can be compared. With
`--yardstick FILE.c`, or such files in `SPANISH21_YARDSTICKS`, C programs take turns with the simulator: each
is compiled, and called with a number of rounds and a seed. All times are CPU times, a program's start
included. The best turns of each are compared: where a neighbour shares the core, a loop that keeps it
busy loses more than one that waits. The ratios of the medians are next to them.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from spanish21.books.submissions.submission import rules_of
from spanish21.simulation import simulate
from spanish21.simulation.automaton.automaton_cache import automaton_of
from spanish21.simulation.automaton.lanes import tally_of_lanes
from spanish21.simulation.kernel.tally import ROUNDS, ShoeRange, tally_of_shoes
from spanish21.simulation.plan.count_names import CLUSTERS_OF_TASK, SHOES_OF_CLUSTER
from spanish21.simulation.plan.run_plan import Plan, prepared
from spanish21.strategy.counts import Count, Index

SHOES = SHOES_OF_CLUSTER * CLUSTERS_OF_TASK
START_UP = (
    "import time;"
    "from spanish21.books.submissions.submission import rules_of; from spanish21.simulation import simulate;"
    "from spanish21.strategy import chart_of; import sys;"
    "result = simulate(rules_of('maryland'), chart_of(open(sys.argv[1]).read()), int(sys.argv[2]));"
    "memory = [line for line in open('/proc/self/status') if line.startswith('VmHWM')][0].split()[1];"
    "print(time.process_time(), result.cpu_seconds, memory)"
)


def best_of(times: int, work: Callable[[], tuple[float, float]]) -> float:
    """The best rate (units by seconds) of several goes: the machine's capacity when it is idle."""
    return max(units / seconds for units, seconds in (work() for _ in range(times)))


def timed(work: Callable[[], int]) -> tuple[float, float]:
    began = time.process_time()
    units = work()
    return units, time.process_time() - began


def automaton_speed(strategy: Any, decks: int = 6) -> float:
    """Rounds a CPU second through the automaton, maryland, 75 % dealt, one box."""
    ready = prepared(Plan(rules_of("maryland", decks=decks), strategy))
    automaton = automaton_of(ready)
    assert automaton is not None
    tally_of_lanes(ready, automaton, ShoeRange(0, 8, 1))
    return best_of(
        5,
        lambda: timed(
            lambda: int(
                tally_of_lanes(ready, automaton, ShoeRange(0, SHOES, SHOES_OF_CLUSTER)).rounds[ROUNDS]
            )
        ),
    )


def kernel_speed(strategy: Any) -> float:
    """Rounds a CPU second of the plain compiled loop of the same rules."""
    ready = prepared(Plan(rules_of("maryland"), strategy))
    tally_of_shoes(ready, ShoeRange(0, 1, 1), 1)
    shoes = SHOES // 4
    return best_of(
        3,
        lambda: timed(
            lambda: int(tally_of_shoes(ready, ShoeRange(0, shoes, SHOES_OF_CLUSTER), 2**62).rounds[ROUNDS])
        ),
    )


def gymnasium_speed(rounds: int = 20_000) -> float:
    """Rounds a CPU second of Gymnasium's Blackjack-v1, standing on 17: a far simpler game."""
    import gymnasium

    table = gymnasium.make("Blackjack-v1")

    def play() -> int:
        for _ in range(rounds):
            seen, _ = table.reset()
            over = False
            while not over:
                seen, _, over, _, _ = table.step(int(seen[0] < 17))
        return rounds

    return best_of(1, lambda: timed(play))


def runs_beside(strategy: Any) -> dict[str, Callable[[], float]]:
    """Runs of `simulate`, by their game: the nanoseconds of CPU time that a box of a round takes."""
    rules = rules_of("maryland")
    count = Count(
        tags={"A": -1, "2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "J": -1, "Q": -1, "K": -1},
        ramp={"0": 500, "2": 1000, "4": 2500},
        indices=(Index("hard 16", "10", "stand", at_least=1),),
        start_per_deck=0,
    )
    match = {"match": rules.sides["match"].minimum}
    plans: dict[str, dict[str, Any]] = {
        "1 box": {"rounds": 30_000_000},
        "1 box, fresh shoes": {"rounds": 5_000_000, "penetration": 0.0},
        **{f"{boxes} boxes": {"rounds": 12_000_000 // boxes, "boxes": boxes} for boxes in range(2, 8)},
        "1 box, match": {"rounds": 10_000_000, "sides": match},
        "7 boxes, match": {"rounds": 1_500_000, "boxes": 7, "sides": match},
        "1 box, a count": {"rounds": 10_000_000, "count": count},
        "7 boxes, a count": {"rounds": 1_500_000, "boxes": 7, "count": count},
    }

    def timed_run(options: dict[str, Any]) -> float:
        result = simulate(rules, strategy, **options)
        return 1e9 / (result.rounds_per_cpu_second * options.get("boxes", 1))

    return {name: lambda options=options: timed_run(options) for name, options in plans.items()}


def yardstick_run(source: str, folder: str, rounds: int = 10_000_000) -> Callable[[], float]:
    """A C program, compiled: the nanoseconds of CPU time that a round of it takes."""
    program = os.path.join(folder, os.path.basename(source) + ".out")
    subprocess.run(["gcc", "-O3", "-march=native", "-DV=1", "-o", program, source, "-lm"], check=True)

    def run() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([program, str(rounds), "7"], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) / rounds * 1e9

    return run


def ratios(strategy: Any, sources: list[str], turns: int = 9) -> dict[str, float]:
    """The simulator and C programs by turns: the best turn of each, and how many times as fast it is."""
    with tempfile.TemporaryDirectory() as folder:
        yardsticks = {os.path.basename(source): yardstick_run(source, folder) for source in sources}
        runs = {**yardsticks, **runs_beside(strategy)}
        taken: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(turns):
            for name, run in runs.items():
                taken[name].append(run())
    found = {f"{name}: nanoseconds a round": min(taken[name]) for name in yardsticks}
    for name in taken:
        if name not in yardsticks:
            found[f"{name}: nanoseconds a box"] = min(taken[name])
            for other in yardsticks:
                found[f"{name}: times {other}"] = min(taken[other]) / min(taken[name])
                found[f"{name}: times {other}, medians"] = statistics.median(taken[other]) / (
                    statistics.median(taken[name])
                )
    return found


def thread_gain(strategy: Any, rounds: int) -> float:
    """How much sooner two threads are done than one."""
    rules = rules_of("maryland")
    one = min(simulate(rules, strategy, rounds).seconds for _ in range(3))
    two = min(simulate(rules, strategy, rounds, threads=2).seconds for _ in range(3))
    return one / two


def start_up(chart_file: str, rounds: int, cache: str) -> tuple[float, float, float]:
    """CPU seconds of a new process, of these playing, and its memory in MB."""
    environment = {**os.environ, "SPANISH21_CACHE": cache}
    out = subprocess.run(
        [sys.executable, "-c", START_UP, chart_file, str(rounds)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    whole, playing, kilobytes = map(float, out.split())
    return whole, playing, kilobytes / 1024


def figures(full: bool, yardsticks: list[str]) -> dict[str, float]:
    """Every figure of the benchmark."""
    from spanish21.analysis.charts.best_charts import best_chart
    from spanish21.analysis.worth.table_edge import edge
    from spanish21.strategy import chart_csv

    rules = rules_of("maryland")
    chart = best_chart(rules).chart
    found: dict[str, float] = {}
    found["automaton, chart: million rounds a CPU second"] = automaton_speed(chart) / 1e6
    found["automaton, composition"] = automaton_speed(edge(rules).strategy) / 1e6
    found["plain compiled loop"] = kernel_speed(chart) / 1e6
    found["automaton over plain compiled loop"] = (
        found["automaton, chart: million rounds a CPU second"] / found["plain compiled loop"]
    )
    try:
        found["Gymnasium Blackjack-v1"] = gymnasium_speed() / 1e6
        found["automaton over Gymnasium"] = (
            found["automaton, chart: million rounds a CPU second"] / found["Gymnasium Blackjack-v1"]
        )
    except ImportError:
        print("gymnasium is not installed; left out", file=sys.stderr)
    found["automaton, 8 decks"] = automaton_speed(chart, 8) / 1e6
    if not yardsticks:
        print("no --yardstick FILE.c is given; the ratios to C are left out", file=sys.stderr)
    found |= ratios(chart, yardsticks)
    found["2 threads over 1"] = thread_gain(chart, 200_000_000 if full else 30_000_000)
    for rounds in (10**6, 10**7, 10**8, 10**9) if full else (10**6, 10**7):
        result = simulate(rules, chart, rounds)
        found[f"{rounds:.0e} rounds: million a CPU second"] = result.rounds_per_cpu_second / 1e6
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "chart.csv")
        with open(file, "w", encoding="utf-8") as writing:
            writing.write(chart_csv(chart))
        found["start-up cold: CPU seconds"] = start_up(file, 1000, folder)[0]
        start_up(file, 10**6, folder)
        whole, playing, memory = min(start_up(file, 10**6, folder) for _ in range(3))
        found["start-up cached: CPU seconds"] = whole - playing
        found["memory of 1e6 rounds: MB"] = memory
        found["memory of 3e7 rounds: MB"] = start_up(file, 3 * 10**7, folder)[2]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="up to 1e9 rounds")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--yardstick",
        action="append",
        default=os.environ.get("SPANISH21_YARDSTICKS", "").split(),
        metavar="FILE.c",
        help="a C program to compare with",
    )
    parser.add_argument("--ratios", action="store_true", help="only the runs next to the C programs")
    arguments = parser.parse_args()
    if arguments.ratios:
        from spanish21.analysis.charts.best_charts import best_chart

        found = ratios(best_chart(rules_of("maryland")).chart, arguments.yardstick)
    else:
        found = figures(arguments.full, arguments.yardstick)
    if arguments.json:
        print(json.dumps(found))
        return
    for name, figure in found.items():
        print(f"{name:<48} {figure:10.3f}")


if __name__ == "__main__":
    main()
