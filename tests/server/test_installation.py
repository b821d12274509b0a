"""The program checks its own files against the wheel's RECORD, and against what the house's log has of
them."""

import asyncio
import base64
import hashlib
import json
import os
import py_compile
from importlib.metadata import Distribution
from pathlib import Path

import pytest
import sqlalchemy as sa

from server.live import findings, served, staff
from server.test_live_house import status_of
from spanish21 import __version__
from spanish21.client.client import Client
from spanish21.server.audit.installation import Installation, installation
from spanish21.server.audit.self_check import (
    AS_INSTALLED,
    CHANGED,
    UNVERIFIED,
    compare_with_record,
    on_record,
)

NAMES = ("__init__.py", "game/cards.py", "page/index.html")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package with a few files, installed with a RECORD."""
    package = tmp_path / "spanish21"
    lines = []
    for name in NAMES:
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"name = {name!r}\n")
        digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).rstrip(b"=").decode()
        lines.append(f"spanish21/{name},sha256={digest},{path.stat().st_size}")
    info = tmp_path / "spanish21-1.dist-info"
    info.mkdir()
    (info / "RECORD").write_text("\n".join([*lines, "spanish21-1.dist-info/RECORD,,"]))
    return package


def seen(folder: Path) -> Installation:
    return installation(folder, Distribution.at(folder.parent / "spanish21-1.dist-info"))


def test_what_is_as_it_was_installed_is_found_so(folder: Path) -> None:
    found = seen(folder)
    assert (found.version, found.is_recorded, found.files, found.changed) == (__version__, True, 3, ())
    assert seen(folder).digest == found.digest


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_was_changed_added_or_taken_away_is_named(folder: Path, name: str) -> None:
    before, path = seen(folder), folder / name
    text = path.read_text()
    path.write_text(text.replace("name", "mame"))
    changed = seen(folder)
    assert changed.changed == (name,)
    assert changed.digest != before.digest
    path.unlink()
    assert seen(folder).changed == (name,)
    path.write_text(text)
    (folder / "game" / "more.py").write_text("")
    assert seen(folder).changed == ("game/more.py",)


def test_a_compiled_file_that_says_something_else_than_its_source_is_named(folder: Path) -> None:
    source = folder / "game" / "cards.py"
    compiled = Path(py_compile.compile(str(source), doraise=True))
    assert seen(folder).changed == ()
    status, text = source.stat(), source.read_text()
    source.write_text(text.replace("game", "fame"))
    os.utime(source, (status.st_atime, status.st_mtime))
    py_compile.compile(str(source), doraise=True)
    source.write_text(text)
    os.utime(source, (status.st_atime, status.st_mtime))
    assert seen(folder).changed == ("game/cards.py (compiled)",)
    compiled.write_bytes(compiled.read_bytes()[:40])
    assert seen(folder).changed == ("game/cards.py (compiled)",)


def test_an_editable_checkout_and_one_without_a_record_are_unverified(folder: Path) -> None:
    assert not installation(folder, None).is_recorded
    url = folder.parent / "spanish21-1.dist-info" / "direct_url.json"
    url.write_text(json.dumps({"url": "file:///somewhere", "dir_info": {"editable": True}}))
    found = seen(folder)
    assert (found.is_recorded, found.changed) == (False, ())


def found(digest: str, *changed: str, is_recorded: bool = True) -> Installation:
    return Installation("1.0", is_recorded, digest, 3, changed)


def test_whoever_changes_files_and_record_is_found_by_the_first_digest_in_the_log(
    connection: sa.Connection,
) -> None:
    assert compare_with_record(connection, found("a"), "n1", 1).state == AS_INSTALLED
    assert compare_with_record(connection, found("a"), "n1", 2).state == AS_INSTALLED
    assert len(on_record(connection)) == 1, "what is known is not written again"
    edited = compare_with_record(connection, found("b"), "n1", 3)
    assert (edited.state, edited.first, edited.digest) == (CHANGED, "a", "b")
    assert compare_with_record(connection, found("b"), "n1", 4).state == CHANGED, "and stays so"
    assert compare_with_record(connection, found("a", "cards.py"), "n1", 5).state == CHANGED
    assert compare_with_record(connection, found("c", is_recorded=False), "n1", 6).state == UNVERIFIED
    assert compare_with_record(connection, Installation("1.1", True, "d", 3), "n1", 7).state == AS_INSTALLED


def test_health_and_the_auditor_hear_of_it_and_it_is_on_record(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            auditor = await staff(desk, address, "auditor")
            shown = await auditor.request("GET", "/installation")
            assert shown["state"] in (UNVERIFIED, AS_INSTALLED)
            async with Client(address) as client:
                health = await client.request("GET", "/health")
                assert (health["ok"], health["program"]["digest"]) == (True, shown["digest"])
                assert await status_of(client, "GET", "/installation") == 401
            assert [one.digest for one in await desk.reading(on_record)] == [shown["digest"]]
            changed = found("x", "game/cards.py")
            desk.self_check.found = await desk.writer.run(lambda c: compare_with_record(c, changed, "n", 1))
            async with Client(address) as client:
                health = await client.request("GET", "/health")
                assert (health["ok"], health["program"]["state"]) == (False, CHANGED)
            await auditor.__aexit__(None, None, None)

    asyncio.run(main())
    assert findings(tmp_path / "house.db") == []
