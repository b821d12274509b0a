"""Do the tests notice? Breaks the program at random, one small thing at a time, and runs the tests on it.

`python tests/mutation --package server --count 100` tries 100 mutants of a package; without `--package`, of
every package. `--page` tries the breakages of the page instead. The seed is the commit's hash unless `--seed`
gives another. Results are stored under `.mutation`, so that a run that was stopped goes on: with the same
seed, only mutants that have not been tried yet are tried, and survivors again if the tests have changed.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import hypothesis  # noqa: F401  imported once, before processes are forked
import msgspec  # noqa: F401
from breakages import breakages
from choosing import chosen_mutants, stages
from covering import BOOKS, PLAIN, SOURCE, TESTS, Covered, covered, digest, test_files, unmeasured
from forking import PASSED, outcome
from mutants import Mutant, mutants_under
from tree import KEPT, ROOT, Tree
from values import value_mutants

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
MOST_EQUIVALENT = 3
"""Of a hundred mutants, at most this many may be called equivalent."""
LEAST_NOTICED = 92
"""Of a hundred mutants of a package, at least this many must be noticed."""


def main() -> int:
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *given: sys.exit("stopped; the next run with this seed goes on"))
    with postgresql():
        if options.page:
            return try_page(Tree(), options)
        trees = [Tree() for _ in range(options.workers)]
        return max(try_package(package, trees, options) for package in options.package or TESTS)


@contextmanager
def postgresql() -> Iterator[None]:
    """One PostgreSQL for all mutants: the first test that needs it starts it, in this folder."""
    with tempfile.TemporaryDirectory(
        prefix="spanish21-pg-", dir="/tmp", ignore_cleanup_errors=True
    ) as folder:
        os.environ["SPANISH21_TEST_POSTGRESQL"] = folder
        try:
            yield
        finally:
            running = Path(folder, "data", "postmaster.pid")
            if running.exists():
                os.kill(int(running.read_text("utf-8").split()[0]), signal.SIGQUIT)


def try_package(package: str, trees: list[Tree], options: argparse.Namespace) -> int:
    """Try the mutants of a package and report them; 1 if too few were noticed."""
    mutants = [one for one in mutants_under(SOURCE / package, ROOT) if options.only in one.path]
    chosen = chosen_mutants(mutants, options.count, options.seed)
    if options.rules and package == "books":
        chosen += chosen_mutants(value_mutants(BOOKS, ROOT), options.rules, options.seed)
    print(f"{package}: {len(mutants)} mutants; {len(chosen)} are tried, seed {options.seed}", flush=True)
    map_ = (unmeasured if options.unmeasured else covered)(package, trees[0])
    equal = equivalents()
    path = KEPT / f"results-{options.seed[:12]}-{digest(*sorted(SOURCE.rglob('*.py')))}.jsonl"
    tests = digest(*test_files(package))
    known = results(path, tests)
    waiting = [one for one in chosen if one.key not in known and reason_of(one, equal) is None]

    def tries(tree: Tree, mutant: Mutant) -> None:
        store(path, mutant, tests, *fate(tree, mutant, map_, options.budget))

    try_all(waiting, tries, trees)
    return report(package, chosen, results(path, tests), equal)


def try_page(tree: Tree, options: argparse.Namespace) -> int:
    """Try the breakages of the page on the tests that should notice them."""
    missed = []
    chosen = [one for one in breakages() if options.only in one.mutant.path]
    for one in chosen:
        begun = time.monotonic()
        with tree.with_mutant(one.mutant):
            code, which = outcome(tree, one.mutant, dict.fromkeys(one.tests, 30.0))
        seconds = time.monotonic() - begun
        print(f"{'missed' if code == PASSED else 'noticed'} {seconds:5.1f}s  {one.seen}  {which}", flush=True)
        missed += [one.seen] if code == PASSED else []
    print(f"\n{len(chosen)} breakages of the page: {len(chosen) - len(missed)} noticed")
    return int(bool(missed))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python tests/mutation", description=__doc__)
    parser.add_argument("--package", action="append", choices=TESTS, help="may be repeated; all unless given")
    parser.add_argument("--page", action="store_true", help="the breakages of the page, in a browser")
    parser.add_argument("--count", type=int, default=100, help="how many mutants of each package")
    parser.add_argument("--rules", type=int, default=0, help="and how many values of the rulebooks")
    parser.add_argument("--seed", default="", help="the commit's hash unless given")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--budget", type=float, default=300.0, help="seconds of tests for a mutant")
    parser.add_argument(
        "--unmeasured", action="store_true", help="a test of each function, whatever lines it runs"
    )
    parser.add_argument("--only", default="", help="only files whose path contains this")
    options = parser.parse_args()
    if options.unmeasured and (not options.package or set(options.package) & set(PLAIN)):
        parser.error(
            f"--unmeasured needs --package, and not {', '.join(PLAIN)}: their tests run without the compiler"
        )
    if not options.seed:
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
        options.seed = head.stdout.strip() or "spanish21"
    return options


def results(path: Path, tests: str) -> dict[str, dict[str, str]]:
    """What is known of mutants tried before, by their key; survivors only of the same tests."""
    if not path.exists():
        return {}
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return {one["key"]: one for one in lines if one["status"] == "noticed" or one["tests"] == tests}


def try_all(waiting: list[Mutant], tries: Callable[[Tree, Mutant], None], trees: list[Tree]) -> None:
    """Try mutants in several processes, each with its own tree; the next mutant goes to a free one."""
    reads, writes = os.pipe()
    children = []
    for tree in trees:
        child = os.fork()
        if child == 0:
            os.close(writes)
            while taken := os.read(reads, 4):
                mutant = waiting[int.from_bytes(taken, "big")]
                with tree.with_mutant(mutant):
                    tries(tree, mutant)
            os._exit(0)
        children.append(child)
    os.close(reads)
    for index in range(len(waiting)):
        os.write(writes, index.to_bytes(4, "big"))
    os.close(writes)
    ended = [os.waitpid(child, 0)[1] for child in children]
    if any(ended):
        sys.exit("a worker has died; its error is above")


def fate(tree: Tree, mutant: Mutant, covered: Covered, budget: float) -> tuple[str, str, float]:
    """Whether a mutant is noticed or survives, by which test, after how many seconds."""
    begun = time.monotonic()
    tried = 0
    for tests in stages(mutant, covered, budget):
        tried += len(tests)
        code, which = outcome(tree, mutant, tests)
        if code != PASSED:
            return "noticed", which, time.monotonic() - begun
    return "survived", f"{tried} tests pass", time.monotonic() - begun


def store(path: Path, mutant: Mutant, tests: str, status: str, which: str, seconds: float) -> None:
    line = {"key": mutant.key, "status": status, "tests": tests, "by": which, "seconds": f"{seconds:.1f}"}
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


def report(
    package: str, chosen: list[Mutant], known: dict[str, dict[str, str]], equal: list[dict[str, str]]
) -> int:
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
        f"\n{package}: {len(chosen)} mutants: {counts['noticed']} noticed, {counts['survived']} survived, "
        f"{counts['equivalent']} equivalent; {share:.1f} % of {tried} noticed"
    )
    too_many = 100 * counts["equivalent"] > MOST_EQUIVALENT * len(chosen)
    return int(share < LEAST_NOTICED or too_many)


if __name__ == "__main__":
    sys.exit(main())
