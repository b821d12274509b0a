"""Compiling ahead and what is kept: told of, kept for the same sources, found anew when asked to."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba import njit

from spanish21.compiled import cache
from spanish21.compiled.ahead import compile_ahead, compiled_beside, is_compiled, tell_of_compiling

PART = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def stub_of_simulation() -> tuple[Any, Any]:
    """A kernel as small as can be, and the part that it calls."""

    def doubled(number: int) -> int:
        return 2 * number

    part = njit(**PART)(doubled)

    def stub(number: int) -> int:
        return int(part(number)) + 1

    stub.__module__ = doubled.__module__ = "spanish21.simulation.stub"
    return njit(stub), part


def test_a_kernel_of_the_simulator_is_told_of_once_and_its_part_not_at_all() -> None:
    told: list[str] = []
    tell_of_compiling(told.append)
    kernel, _ = stub_of_simulation()
    assert kernel(20) == 41
    assert kernel(21) == 43
    assert told == ["compiling the simulator, once: kernel 1 …"]


def test_only_the_last_to_ask_is_told_and_once() -> None:
    first: list[str] = []
    last: list[str] = []
    tell_of_compiling(first.append)
    tell_of_compiling(last.append)
    kernel, _ = stub_of_simulation()
    assert kernel(20) == 41
    assert (first, last) == ([], ["compiling the simulator, once: kernel 1 …"])


def test_a_part_of_a_kernel_has_no_machine_code_of_its_own() -> None:
    kernel, part = stub_of_simulation()
    assert kernel(1) == 3
    (of_part,) = part.overloads.values()
    (of_kernel,) = kernel.overloads.values()
    assert not of_part.library._compiled_object
    with pytest.raises(TypeError):
        part(1)
    assert of_kernel.library.get_pointer_to_function(of_kernel.fndesc.llvm_func_name)


def test_what_is_compiled_is_not_compiled_again(empty_cache: Path) -> None:
    for room in ("analysis", "simulation"):
        assert not is_compiled(room)
        cache.write_whole(cache.kernels() / f"{room}.compiled", b"")
        assert is_compiled(room)
    assert compile_ahead() == []
    with compiled_beside("simulation"):
        pass


def test_an_edge_that_is_kept_is_the_same_and_needs_no_compiler() -> None:
    code = (
        "import sys; from spanish21.cli import main\n"
        "try: main(['edge', 'maryland', '--json'])\n"
        "except SystemExit: print('numba' in sys.modules)"
    )
    first, second = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    )
    assert second.splitlines()[0] == first.splitlines()[0]
    assert second.splitlines()[1] == "False"
