"""A house that shows two histories, as `audit --against URL` and `verify` see it."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cli.test_main import assert_one_line, run
from server.live import decline_cut, seated, served, table_of
from server.test_live_rounds import play_once
from spanish21.client.bot import simple


class Houses(NamedTuple):
    """A house, its copy that went another way, a round of each under the same number, and the address of
    the first one's checkpoint while it is open."""

    first: Path
    second: Path
    proofs: tuple[Path, Path]
    key: str
    audits: list[Any]


async def another_round(folder: Path, table: str, proof: Path, audited: Any = None) -> str:
    """One more round at a table, and its proof in a file; the house's public key."""
    async with served(folder) as (desk, address), seated(address, table, 1) as sockets:
        await play_once(sockets, simple)
        await desk.sequencer.tick()
        http = sockets[0].client._http
        proof.write_bytes((await http.get(f"{address}/api/tables/{table}/rounds/2/proof")).content)
        if audited is not None:
            await asyncio.to_thread(audited, f"{address}/api/tree/1/checkpoint")
        return str((await http.get(f"{address}/api/tree")).json()[0]["key"])


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Houses:
    folder = tmp_path_factory.mktemp("houses")
    first, second = folder / "first", folder / "second"
    first.mkdir()
    proofs = (folder / "first.json", folder / "second.json")
    audits: list[Any] = []

    async def begin() -> str:
        async with served(first) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 2) as sockets:
                await decline_cut(sockets)
                await play_once(sockets, simple)
                assert (await sockets[0].command("Leave")).ok  # so that no later round waits for this seat
            return row.id

    table = asyncio.run(begin())
    shutil.copytree(first, second)
    asyncio.run(another_round(second, table, proofs[1]))

    def audited(url: str) -> None:
        for house in (first, second):
            audits.append(run("audit", "--database", str(house / "house.db"), "--against", url, "--json"))

    key = asyncio.run(another_round(first, table, proofs[0], audited))
    return Houses(first, second, proofs, key, audits)


def test_an_audit_against_the_address_of_another_history_finds_it(houses: Houses) -> None:
    own, other = houses.audits
    assert (own.exit_code, json.loads(own.stdout)["findings"]) == (0, [])
    assert other.exit_code == 1
    found = [one["what"] for one in json.loads(other.stdout)["findings"]]
    assert any("is not the tree that was signed" in what or "not in the store" in what for what in found)


def test_an_address_without_a_checkpoint_is_one_clear_line(houses: Houses) -> None:
    done = run("audit", "--database", str(houses.first / "house.db"), "--against", "http://127.0.0.1:1/x")
    assert_one_line(done)
    assert "cannot be fetched" in done.stderr


def test_each_proof_holds_by_itself_and_both_together_show_two_histories(houses: Houses) -> None:
    first, second = map(str, houses.proofs)
    for one in (first, second):
        done = run("verify", one, "--log-key", houses.key)
        assert (done.exit_code, "it is in the tree that was signed" in done.stdout) == (0, True)
        assert run("verify", one, "--against", one, "--log-key", houses.key).exit_code == 0
    done = run("verify", first, "--against", second, "--log-key", houses.key, "--json")
    assert done.exit_code == 1
    assert any("differs in the other proof" in one["what"] for one in json.loads(done.stdout)["findings"])
    without = run("verify", first)
    assert (without.exit_code, "is it the house's?" in without.stdout) == (0, True)


def test_a_proof_is_compared_with_a_proof_and_not_with_a_record(houses: Houses, tmp_path: Path) -> None:
    changed = tmp_path / "changed.json"
    changed.write_text(houses.proofs[0].read_text().replace('"leaf_seq": ', '"leaf_seq": 1'))
    assert run("verify", str(changed), "--log-key", houses.key).exit_code == 1
    assert run("verify", str(houses.proofs[0]), "--against", __file__).exit_code == 2
