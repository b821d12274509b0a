"""Prints every group of figures, or those that are named, for this checkout or another."""

import argparse
import importlib
import pkgutil
from pathlib import Path
from types import ModuleType

from benchmarks import metrics
from benchmarks.metrics.checkout import Checkout

HERE = Path(__file__).parents[2]


def groups() -> dict[str, ModuleType]:
    """The modules of this folder that have figures, by name."""
    names = sorted(found.name for found in pkgutil.iter_modules(metrics.__path__) if found.name != "__main__")
    modules = {name: importlib.import_module(f"benchmarks.metrics.{name}") for name in names}
    return {name: module for name, module in modules.items() if hasattr(module, "figures")}


def main() -> None:
    found = groups()
    parser = argparse.ArgumentParser(
        description=metrics.__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these groups: {', '.join(found)}")
    parser.add_argument("--tree", type=Path, default=HERE, help="the checkout to measure (default: this one)")
    chosen = parser.parse_args()
    unknown = set(chosen.names) - set(found)
    if unknown:
        parser.error(f"no group {', '.join(sorted(unknown))}; there are {', '.join(found)}")
    if not (chosen.tree / "src" / "spanish21").is_dir():
        parser.error(f"{chosen.tree} is not a checkout of spanish21: it has no src/spanish21")
    tree = Checkout(chosen.tree.resolve())
    for name in chosen.names or found:
        print((found[name].__doc__ or "").splitlines()[0])
        for line in found[name].figures(tree):
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    main()
