"""What is kept between two runs is used as it was written, or found anew."""

from pathlib import Path

import pytest

from spanish21.compiled.cache import cached_result, write_whole


def only_file(folder: Path) -> Path:
    (found,) = (path for path in folder.rglob("*") if path.is_file())
    return found


@pytest.mark.parametrize("spoil", [lambda kept: kept[:-1], lambda kept: kept[:-1] + b"3", lambda _: b""])
def test_a_file_that_is_not_as_it_was_written_is_written_anew(empty_cache: Path, spoil: object) -> None:
    assert callable(spoil)
    cached_result("sum", b"1 + 1", lambda: b"2")
    file = only_file(empty_cache)
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    assert cached_result("sum", b"1 + 1", lambda: b"2") == b"2"
    assert file.read_bytes() == whole


def test_a_result_of_other_sources_is_not_used(empty_cache: Path) -> None:
    cached_result("sum", b"1 + 1", lambda: b"2", lambda: "old")
    assert cached_result("sum", b"1 + 1", lambda: b"3", lambda: "new") == b"3"


def test_a_result_is_found_once_for_each_question(empty_cache: Path) -> None:
    answers = iter((b"first", b"second", b"third"))
    assert cached_result("edge", b"maryland", lambda: next(answers)) == b"first"
    assert cached_result("edge", b"maryland", lambda: next(answers)) == b"first"
    assert cached_result("edge", b"uk-casino", lambda: next(answers)) == b"second"
    assert cached_result("chart", b"maryland", lambda: next(answers)) == b"third"


def test_a_result_is_found_anew_when_asked_to(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter((b"old", b"new"))
    assert cached_result("edge", b"maryland", lambda: next(answers)) == b"old"
    monkeypatch.setenv("SPANISH21_FRESH", "1")
    assert cached_result("edge", b"maryland", lambda: next(answers)) == b"new"
    monkeypatch.delenv("SPANISH21_FRESH")
    assert cached_result("edge", b"maryland", lambda: next(answers)) == b"new"


def test_where_nothing_can_be_kept_a_result_is_found_all_the_same(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (empty_cache / "file").write_bytes(b"")
    monkeypatch.setenv("SPANISH21_CACHE", str(empty_cache / "file"))
    assert cached_result("edge", b"maryland", lambda: b"found") == b"found"


def test_no_half_written_file_is_left(empty_cache: Path) -> None:
    write_whole(empty_cache / "results" / "one", b"whole")
    assert [path.name for path in (empty_cache / "results").iterdir()] == ["one"]
