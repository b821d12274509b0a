"""Kernels are compiled and loaded in a shorter way where Numba lets us, else in its own way."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spanish21.compiled.linking import has_all
from spanish21.simulation.plan.streams import shuffled_shoe

SHUFFLED = (
    "from spanish21.simulation.plan.streams import shuffled_shoe; print(shuffled_shoe(1, 7, 3).tolist())"
)


def output_of(program: str, cache: Path, **environment: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "SPANISH21_CACHE": str(cache), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def test_this_numba_has_all_that_is_used_of_it() -> None:
    from spanish21.compiled.linking import finish_kernels_only
    from spanish21.compiled.loading import load_without_compiler
    from spanish21.compiled.saving import save_in_turn

    assert finish_kernels_only()
    assert load_without_compiler()
    assert save_in_turn()


def test_what_is_missing_is_noticed() -> None:
    assert has_all("a text", "upper", "lower")
    assert not has_all("a text", "upper", "_finalized")
    assert not has_all(None, "get_executable")


def test_kernels_compiled_and_loaded_in_numbas_own_way_do_the_same(tmp_path: Path) -> None:
    expected = str(shuffled_shoe(1, 7, 3).tolist())
    for _ in ("compiled", "loaded"):
        assert output_of(SHUFFLED, tmp_path, SPANISH21_PLAIN_NUMBA="1") == expected


@pytest.mark.parametrize("missing", ["_dynfunc", "CPUContext"])
def test_a_numba_without_the_insides_is_left_as_it_is(missing: str) -> None:
    kept = {"_dynfunc", "CPUContext"} - {missing}
    program = (
        "import spanish21.compiled.linking as parts, spanish21.compiled.loading as loading\n"
        "class Other: pass\n"
        "other = Other()\n"
        f"for name in {kept}: setattr(other, name, getattr(parts._cpu, name))\n"
        "parts._cpu, loading._caching = other, Other()\n"
        "print(parts.finish_kernels_only(), loading.load_without_compiler())"
    )
    assert output_of(program, Path(os.devnull)) == "False False"
