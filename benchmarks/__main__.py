"""Every benchmark, one after another; `python -m benchmarks engine` runs one, with the options behind it."""

import sys
from importlib import import_module
from itertools import takewhile

ALL = ("engine", "analysis", "simulation", "environments", "store", "telling", "load", "restart")


def main() -> None:
    words = sys.argv[1:]
    chosen = list(takewhile(lambda word: not word.startswith("-"), words))
    for name in chosen:
        if name not in ALL:
            sys.exit(f"benchmarks: {name} is none of {', '.join(ALL)}")
    sys.argv[1:] = words[len(chosen) :]
    for name in chosen or ALL:
        import_module(f"benchmarks.{name}").main()
        print()


if __name__ == "__main__":
    main()
