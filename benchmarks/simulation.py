"""How fast the simulator is, beside others in one run: `python benchmarks/simulation.py [--full] [--json]`.

Speeds depend on the machine and on what else it does; the ratios of one run are what can be compared.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from spanish21.books.submission import rules_of
from spanish21.simulation import simulate
from spanish21.simulation.automaton import automaton_of
from spanish21.simulation.lanes import tally_of_lanes
from spanish21.simulation.layout import CLUSTERS_OF_TASK, SHOES_OF_CLUSTER
from spanish21.simulation.plan import Plan, prepared
from spanish21.simulation.tally import ROUNDS, tally_of_shoes

SHOES = SHOES_OF_CLUSTER * CLUSTERS_OF_TASK
START_UP = (
    "import time;"
    "from spanish21.books.submission import rules_of; from spanish21.simulation import simulate;"
    "from spanish21.strategy import chart_of; import sys;"
    "result = simulate(rules_of('maryland'), chart_of(open(sys.argv[1]).read()), int(sys.argv[2]));"
    "memory = [line for line in open('/proc/self/status') if line.startswith('VmHWM')][0].split()[1];"
    "print(time.process_time(), result.cpu_seconds, memory)"
)


def best_of(times: int, work: Callable[[], tuple[float, float]]) -> float:
    """The best rate (units by seconds) of several goes: what the machine can do when it is left alone."""
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
    tally_of_lanes(ready, automaton, 0, 8, 1)
    return best_of(
        5,
        lambda: timed(
            lambda: int(tally_of_lanes(ready, automaton, 0, SHOES, SHOES_OF_CLUSTER).rounds[ROUNDS])
        ),
    )


def kernel_speed(strategy: Any, boxes: int = 1) -> float:
    """Rounds a CPU second of the plain compiled loop of the same rules."""
    ready = prepared(Plan(rules_of("maryland"), strategy, boxes=boxes))
    tally_of_shoes(ready, 0, 1, 1, 1)
    shoes = SHOES // 4
    return best_of(
        3, lambda: timed(lambda: int(tally_of_shoes(ready, 0, shoes, SHOES_OF_CLUSTER, 2**62).rounds[ROUNDS]))
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


def figures(full: bool) -> dict[str, float]:
    """Every figure of the benchmark."""
    from spanish21.analysis.charts import best_chart
    from spanish21.analysis.worth import edge
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
    for boxes in (1, 2, 4, 7):
        found[f"{boxes} boxes: nanoseconds a box"] = 1e9 / (kernel_speed(chart, boxes) * boxes)
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
    arguments = parser.parse_args()
    found = figures(arguments.full)
    if arguments.json:
        print(json.dumps(found))
        return
    for name, figure in found.items():
        print(f"{name:<48} {figure:10.3f}")


if __name__ == "__main__":
    main()
