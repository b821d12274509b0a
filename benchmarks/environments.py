"""Steps a second of the environments and of other libraries' blackjack, on one core in the same run."""

import time
from collections.abc import Callable
from typing import Any

import numpy

from benchmarks.engine import gymnasium_games, open_spiel_games, per_second

TABLES = 4096
BOOK = "maryland"


def simple_actions(shown: Any) -> Any:
    """Hit below 16, decline insurance: chosen outside the time that is measured."""
    hits = (shown.masks[:, 1] == 1) & (shown.rows[:, 1] < 16)
    return numpy.where(shown.masks[:, 8] == 1, 8, numpy.where(hits, 1, 0))


def vector_steps(with_regret: bool, seconds: float = 2.0) -> float:
    """Steps a CPU-second of compiled tables, observation and mask included; best of three."""
    from spanish21.environments import functional

    rules, worth = functional.rules_of_tables(BOOK), functional.worth_of_tables(BOOK)
    tables, shown = functional.reset(rules, TABLES, seed=21)
    regrets, best = numpy.empty(TABLES), 0.0
    functional.regret(rules, worth, tables, simple_actions(shown), out=regrets)
    functional.step(rules, tables, simple_actions(shown), out=(tables, shown))
    for _ in range(3):
        steps, taken = 0, 0.0
        while taken < seconds / 3:
            actions = simple_actions(shown)
            begun = time.process_time()
            if with_regret:
                functional.regret(rules, worth, tables, actions, out=regrets)
            functional.step(rules, tables, actions, out=(tables, shown))
            taken += time.process_time() - begun
            steps += TABLES
        best = max(best, steps / taken)
    return best


def vector_env_steps(with_values: bool, seconds: float = 2.0) -> float:
    """Steps a CPU-second of `make_vec(...).step` with its checks, its copies and its infos; best of three."""
    import gymnasium

    import spanish21.environments  # noqa: F401

    tables: Any = gymnasium.make_vec("spanish21/Table-v0", TABLES, book=BOOK, values=with_values)
    rows, infos = tables.reset(seed=21)
    best = 0.0
    for _ in range(3):
        steps, taken = 0, 0.0
        while taken < seconds / 3:
            masks = infos["action_mask"]
            hits = (masks[:, 1] == 1) & (rows[:, 1] < 16)
            actions = numpy.where(masks[:, 8] == 1, 8, numpy.where(hits, 1, 0))
            begun = time.process_time()
            rows, _, _, _, infos = tables.step(actions)
            taken += time.process_time() - begun
            steps += TABLES
        best = max(best, steps / taken)
    return best


def steps_of(name: str, choose: Callable[[Any, Any], int], **arguments: Any) -> Callable[[], int]:
    """A hundred steps of a single environment of Gymnasium, reset where an episode ends."""
    import gymnasium

    import spanish21.environments  # noqa: F401

    environment = gymnasium.make(name, **arguments)
    now = [environment.reset(seed=21)]

    def play() -> int:
        for _ in range(100):
            seen, info = now[0]
            seen, _, ended, _, info = environment.step(choose(seen, info))
            now[0] = environment.reset() if ended else (seen, info)
        return 100

    return play


def rlcard_games() -> Callable[[], int]:
    import rlcard

    environment = rlcard.make("blackjack", config={"seed": 21})

    def play() -> int:
        for _ in range(20):
            state, _ = environment.reset()
            while not environment.is_over():
                state, _ = environment.step(0 if state["obs"][0] < 17 else 1)
        return 20

    return play


def our_action(seen: Any, info: Any) -> int:
    mask = info["action_mask"]
    return 1 if mask[1] and seen[1] < 17 else 8 if mask[8] else 0


def main() -> None:
    print("Environments: a CPU-second on one core, policy not included in the vector")
    print(f"  {'compiled tables, steps':40} {vector_steps(False):14,.0f}")
    print(f"  {'compiled tables with regret, steps':40} {vector_steps(True):14,.0f}")
    print(f"  {'make_vec(...).step':40} {vector_env_steps(False):14,.0f}")
    print(f"  {'make_vec(..., values=True).step':40} {vector_env_steps(True):14,.0f}")
    single = per_second(steps_of("spanish21/Table-v0", our_action))
    print(f"  {'spanish21/Table-v0, steps':40} {single:14,.0f}")
    peers = {
        "Gymnasium Blackjack-v1, steps": lambda: steps_of("Blackjack-v1", lambda seen, _: int(seen[0] < 17)),
        "Gymnasium Blackjack-v1, episodes": gymnasium_games,
        "OpenSpiel blackjack, episodes": open_spiel_games,
        "RLCard blackjack, episodes": rlcard_games,
    }
    for name, games in peers.items():
        try:
            print(f"  {name:40} {per_second(games()):14,.0f}")
        except ImportError as error:
            print(f"  {name:40}  not measured: {error}")


if __name__ == "__main__":
    main()
