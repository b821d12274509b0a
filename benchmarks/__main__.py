"""Every benchmark, one after another; `python -m benchmarks engine` runs one."""

import sys
from importlib import import_module

ALL = ("engine", "analysis", "simulation", "store")


def main() -> None:
    chosen = sys.argv[1:] or ALL
    for name in chosen:
        if name not in ALL:
            sys.exit(f"benchmarks: {name} is none of {', '.join(ALL)}")
    for name in chosen:
        import_module(f"benchmarks.{name}").main()
        print()


if __name__ == "__main__":
    main()
