"""Compiling ahead and what is kept: told of, kept for the same sources, found anew when asked to."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba import njit

from spanish21 import compiled, kept  # noqa: F401  (parts of kernels stay unfinished)
from spanish21.compiling import compile_ahead, compiled_beside, is_compiled, tell_of_compiling

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


def test_a_part_of_a_kernel_has_no_machine_code_of_its_own() -> None:
    kernel, part = stub_of_simulation()
    assert kernel(1) == 3
    (of_part,) = part.overloads.values()
    (of_kernel,) = kernel.overloads.values()
    assert not of_part.library._compiled_object
    with pytest.raises(TypeError):
        part(1)
    assert of_kernel.library.get_pointer_to_function(of_kernel.fndesc.llvm_func_name)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPANISH21_CACHE", str(tmp_path))
    monkeypatch.delenv("SPANISH21_FRESH", raising=False)
    return tmp_path


def test_a_result_is_found_once_for_each_question(folder: Path) -> None:
    answers = iter((b"first", b"second", b"third"))
    assert kept.kept_result("edge", b"maryland", lambda: next(answers)) == b"first"
    assert kept.kept_result("edge", b"maryland", lambda: next(answers)) == b"first"
    assert kept.kept_result("edge", b"uk-casino", lambda: next(answers)) == b"second"
    assert kept.kept_result("chart", b"maryland", lambda: next(answers)) == b"third"


def test_a_result_is_found_anew_when_asked_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter((b"old", b"new"))
    assert kept.kept_result("edge", b"maryland", lambda: next(answers)) == b"old"
    monkeypatch.setenv("SPANISH21_FRESH", "1")
    assert kept.kept_result("edge", b"maryland", lambda: next(answers)) == b"new"
    monkeypatch.delenv("SPANISH21_FRESH")
    assert kept.kept_result("edge", b"maryland", lambda: next(answers)) == b"new"


def test_where_nothing_can_be_kept_a_result_is_found_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "file").write_bytes(b"")
    monkeypatch.setenv("SPANISH21_CACHE", str(folder / "file"))
    assert kept.kept_result("edge", b"maryland", lambda: b"found") == b"found"


def test_no_half_written_file_is_left(folder: Path) -> None:
    kept.write_whole(folder / "results" / "one", b"whole")
    assert [path.name for path in (folder / "results").iterdir()] == ["one"]


def test_what_is_compiled_is_not_compiled_again(folder: Path) -> None:
    for room in ("analysis", "simulation"):
        assert not is_compiled(room)
        kept.write_whole(kept.kernels() / f"{room}.compiled", b"")
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
