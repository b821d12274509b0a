"""100,000 pairs of rounds with other unseen cards: the same streams for every role, and the same times.

`python tests/server/soak_unseen.py [--parts=N] [--state=FILE] [--from=N]` continues where it stopped; with
another state and another first number a second one runs beside it, and `--join FILE …` gives the verdict on
all of them. Times of all are kept; from 10,000 pairs on Kolmogorov and Smirnov's test must give p > 0.001.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from memory import in_memory
from server.live import served
from server.soaking import Soak
from server.unseen import Again, People, SetShoe, TestClock, compared, ks_p, times_by_rank

PARTS, SHOES, ROUNDS_OF_SERVER = 100_000, 10, 30
LEAST_P = 0.001


async def run(soak: Soak) -> None:
    while not soak.is_over:
        with tempfile.TemporaryDirectory(dir=in_memory(1)) as folder:
            shoes: list[SetShoe] = []
            clock = TestClock()
            async with served(Path(folder), lambda shoes=shoes: shoes[0], now=clock.now) as (desk, address):  # type: ignore[misc]
                people = People(desk, address, shoes, clock)
                await people.come()
                for _ in range(ROUNDS_OF_SERVER):
                    if not soak.is_over:
                        note(soak, await compared(people, soak.number // SHOES, SHOES))
                await people.go()


def note(soak: Soak, rounds: list[Again]) -> None:
    times = soak.found.setdefault("times", [[], []])
    for kept, more in zip(times, times_by_rank(rounds), strict=True):
        kept += [round(seconds, 6) for seconds in more]
    soak.add(len(rounds), messages=sum(one.messages for one in rounds))


def verdict(low: list[float], high: list[float]) -> int:
    """Print what the times say, and the exit code."""
    p = ks_p(low, high)
    print(f"times of {len(low):,} pairs with hole cards of other ranks: p = {p:.4f}, at least {LEAST_P}")
    return 0 if p > LEAST_P else 1


def joined(paths: list[str]) -> int:
    """The verdict on what several have found beside each other."""
    states = [msgspec.json.decode(Path(path).read_bytes()) for path in paths]
    found = [state["found"] for state in states]
    pairs, messages = sum(state["done"] for state in states), sum(one["messages"] for one in found)
    print(f"{pairs:,} pairs, {messages:,} messages")
    low, high = ([seconds for one in found for seconds in one["times"][side]] for side in (0, 1))
    return verdict(low, high)


def main() -> None:
    if sys.argv[1:2] == ["--join"]:
        sys.exit(joined(sys.argv[2:]))
    soak = Soak("unseen", PARTS, "pairs")
    asyncio.run(run(soak))
    soak.say()
    sys.exit(verdict(*soak.found["times"]))


if __name__ == "__main__":
    main()
