"""What is kept between two runs is used as it was written, or found anew."""

from pathlib import Path

import pytest

from spanish21.kept import kept_result


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPANISH21_CACHE", str(tmp_path))
    monkeypatch.delenv("SPANISH21_FRESH", raising=False)
    return tmp_path


def only_file(folder: Path) -> Path:
    (found,) = (path for path in folder.rglob("*") if path.is_file())
    return found


def test_a_result_is_found_once(folder: Path) -> None:
    assert kept_result("sum", b"1 + 1", lambda: b"2") == b"2"
    assert kept_result("sum", b"1 + 1", lambda: b"3") == b"2"
    assert kept_result("sum", b"1 + 2", lambda: b"3") == b"3"


@pytest.mark.parametrize("spoil", [lambda kept: kept[:-1], lambda kept: kept[:-1] + b"3", lambda _: b""])
def test_a_file_that_is_not_as_it_was_written_is_written_anew(folder: Path, spoil: object) -> None:
    assert callable(spoil)
    kept_result("sum", b"1 + 1", lambda: b"2")
    file = only_file(folder)
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    assert kept_result("sum", b"1 + 1", lambda: b"2") == b"2"
    assert file.read_bytes() == whole


def test_a_result_of_other_sources_is_not_used(folder: Path) -> None:
    kept_result("sum", b"1 + 1", lambda: b"2", lambda: "old")
    assert kept_result("sum", b"1 + 1", lambda: b"3", lambda: "new") == b"3"


def test_every_result_is_found_anew_where_the_environment_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_result("sum", b"1 + 1", lambda: b"2")
    monkeypatch.setenv("SPANISH21_FRESH", "1")
    assert kept_result("sum", b"1 + 1", lambda: b"3") == b"3"
