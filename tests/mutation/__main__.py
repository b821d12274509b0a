"""Do the tests notice? Breaks the game at random, one small thing at a time, and runs the tests on it.

`python tests/mutation` tries 300 mutants of the modules of the game; the seed is the commit's hash unless
`--seed` gives another. What was tried is kept under `.mutation`, so that a run that was stopped goes on.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path

import hypothesis  # noqa: F401  imported once, before processes are forked
import msgspec  # noqa: F401
from choosing import chosen_mutants, stages
from covering import BOOKS, KEPT, ROOMS, ROOT, Covered, covered, state
from forking import PASSED, outcome
from mutants import Mutant, mutants_under
from values import value_mutants

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
MOST_EQUIVALENT = 3
"""Of a hundred mutants, so many at most may be called equivalent."""


def main() -> int:
    options = arguments()
    mutants = [one for room in ROOMS for one in mutants_under(room, ROOT) if options.only in one.path]
    chosen = chosen_mutants(mutants, options.count, options.seed)
    if options.rules:
        values = value_mutants(BOOKS, ROOT)
        chosen += chosen_mutants(values, options.rules, options.seed)
    print(f"{len(mutants)} ways to break the game; {len(chosen)} are tried, seed {options.seed}", flush=True)
    map_ = covered(options.workers)
    equal = equivalents()
    path = KEPT / f"results-{options.seed[:12]}-{state()}.jsonl"
    known = results(path)
    waiting = [one for one in chosen if one.key not in known and reason_of(one, equal) is None]
    try_all(waiting, map_, path, options)
    return report(chosen, results(path), equal)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python tests/mutation", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many mutants of the game")
    parser.add_argument("--rules", type=int, default=0, help="and how many values of the rulebooks")
    parser.add_argument("--seed", default="", help="the commit's hash unless given")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--budget", type=float, default=300.0, help="seconds of tests for a mutant")
    parser.add_argument("--only", default="", help="only modules whose path holds this")
    options = parser.parse_args()
    if not options.seed:
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
        options.seed = head.stdout.strip() or "spanish21"
    return options


def results(path: Path) -> dict[str, dict[str, str]]:
    """What is known of mutants tried before, by their key."""
    if not path.exists():
        return {}
    return {one["key"]: one for one in map(json.loads, path.read_text("utf-8").splitlines())}


def try_all(waiting: list[Mutant], covered: Covered, path: Path, options: argparse.Namespace) -> None:
    """Try mutants in several processes; whichever is free takes the next one."""
    reads, writes = os.pipe()
    children = []
    for _ in range(options.workers):
        child = os.fork()
        if child == 0:
            os.close(writes)
            while taken := os.read(reads, 4):
                mutant = waiting[int.from_bytes(taken, "big")]
                keep(path, mutant, *fate(mutant, covered, options.budget))
            os._exit(0)
        children.append(child)
    os.close(reads)
    for index in range(len(waiting)):
        os.write(writes, index.to_bytes(4, "big"))
    os.close(writes)
    ended = [os.waitpid(child, 0)[1] for child in children]
    if any(ended):
        sys.exit("a worker has died; what it said stands above")


def fate(mutant: Mutant, covered: Covered, budget: float) -> tuple[str, str, float]:
    """Whether a mutant is noticed or survives, by which test, after how many seconds."""
    begun = time.monotonic()
    tried = 0
    for tests in stages(mutant, covered, budget):
        tried += len(tests)
        code, which = outcome(mutant, tests)
        if code != PASSED:
            return "noticed", which, time.monotonic() - begun
    return "survived", f"{tried} tests pass", time.monotonic() - begun


def keep(path: Path, mutant: Mutant, status: str, which: str, seconds: float) -> None:
    line = {"key": mutant.key, "status": status, "by": which, "seconds": f"{seconds:.1f}"}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    where = f"{mutant.path.removeprefix('src/spanish21/')}:{mutant.line}"
    print(f"{status:8} {seconds:5.1f}s  {where}  {mutant.kind}: {mutant.change[:100]}", flush=True)


def equivalents() -> list[dict[str, str]]:
    """The mutants that were judged to change nothing, each with its reason."""
    found: list[dict[str, str]] = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("equivalent", [])
    return found


def reason_of(mutant: Mutant, equal: list[dict[str, str]]) -> str | None:
    """Why a mutant changes nothing, or None."""
    for one in equal:
        if mutant.path.endswith(one["file"]) and (mutant.text, mutant.change) == (one["line"], one["change"]):
            return one["because"]
    return None


def report(chosen: list[Mutant], known: dict[str, dict[str, str]], equal: list[dict[str, str]]) -> int:
    """Print what was noticed and what survived; 1 if too little was noticed or too much called equivalent."""
    counts: Counter[str] = Counter()
    for one in chosen:
        status = "equivalent" if reason_of(one, equal) else known[one.key]["status"]
        counts[status] += 1
        if status == "survived":
            print(f"\nsurvived: {one.path}:{one.line} ({one.kind}; {known[one.key]['by']})")
            print(f"  {one.text}\n- {one.old}\n+ {one.new}")
    tried = len(chosen) - counts["equivalent"]
    share = 100 * counts["noticed"] / max(tried, 1)
    print(
        f"\n{len(chosen)} mutants: {counts['noticed']} noticed, {counts['survived']} survived, "
        f"{counts['equivalent']} equivalent; {share:.1f} % of {tried} noticed"
    )
    too_many = 100 * counts["equivalent"] > MOST_EQUIVALENT * len(chosen)
    return int(share < 96 or too_many)


if __name__ == "__main__":
    sys.exit(main())
