"""A house gets another signing key: the old one announces it, and everybody who watches the house follows."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.test_main import run
from server.live import decline_cut, findings, seated, served, table_of
from server.test_live_rounds import play_once
from server.test_live_witness import look, trusting
from server.test_witnessing import grown
from spanish21.client.bot import simple
from spanish21.server.audit.whole_audit import Outside, audit
from spanish21.server.fairness.round_proof import round_findings, round_proof_from
from spanish21.server.store.connect import open_for_reading
from spanish21.server.store.signing_key import next_path, signing_key_in, signing_path
from spanish21.server.transparency.checkpoint import Checkpoint, checkpoint_in, signed_checkpoint
from spanish21.server.transparency.note import COSIGNATURE, Note, SigningKey, note_from, verifier_key
from spanish21.server.transparency.succession import handover, next_key, successors
from spanish21.server.transparency.tree import consistency_proof, root_of
from spanish21.server.transparency.witnessing import CosignRequest, Witness, witness_at
from spanish21.server.web.witness_app import WitnessApp

ORIGIN = "spanish21.house/ab/1"
FIRST, SECOND, THIRD, THIEF = (SigningKey(ORIGIN, bytes((number,)) * 32) for number in range(1, 5))
TREE = grown(300)


def at(size: int) -> Checkpoint:
    return Checkpoint(ORIGIN, size, root_of(TREE.tile, size))


def asked(old: int, note: Note) -> bytes:
    size = checkpoint_in(note).size
    return str(CosignRequest(old, tuple(consistency_proof(TREE.tile, old, size)), note)).encode()


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    return witness_at(tmp_path / "witness.json", "witness.example/w1", b"w" * 32)


def test_keys_follow_one_another_as_far_as_both_signed() -> None:
    one, two = handover(at(100), FIRST, SECOND), handover(at(200), SECOND, THIRD)
    keys = tuple(key.verifier() for key in (FIRST, SECOND, THIRD))
    assert successors(keys[0], (one, two)) == keys
    assert successors(keys[1], (one, two)) == keys[1:]
    assert successors(keys[2], (one, two)) == keys[2:]
    assert successors(keys[0], (two, one)) == keys[:2], "in their order"
    half = Note(one.text, one.signatures[:1])
    for bad in (half, Note(one.text, one.signatures[1:]), handover(at(100), THIEF, SECOND)):
        assert successors(keys[0], (bad,)) == keys[:1]
    changed = Note(one.text.replace("\n100\n", "\n101\n"), one.signatures)
    elsewhere = Note(one.text.replace(f"next {ORIGIN}", "next another.house/1"), one.signatures)
    assert successors(keys[0], (changed, elsewhere)) == keys[:1]
    assert next_key(signed_checkpoint(at(100), FIRST)) is None


def test_a_witness_follows_an_announcement_and_takes_nothing_more_from_the_old_key(witness: Witness) -> None:
    witness.trust(FIRST.verifier())
    assert witness.add(asked(0, signed_checkpoint(at(50), FIRST)), 1).status == 200
    assert witness.add(asked(50, signed_checkpoint(at(100), SECOND)), 2).status == 403, "not announced yet"
    assert witness.add(asked(50, handover(at(100), THIEF, SECOND)), 2).status == 403
    assert witness.add(asked(50, handover(at(100), FIRST, SECOND)), 3).status == 200
    assert witness.add(asked(100, signed_checkpoint(at(150), FIRST)), 4).status == 403
    assert witness.add(asked(100, signed_checkpoint(at(150), SECOND)), 5).status == 200
    again = witness_at(witness._path, "another", b"x" * 32)
    assert again.state.origins[ORIGIN].key == str(SECOND.verifier())


def renewed(database: Path) -> dict[str, Any]:
    """What the command says that gives the house another key."""
    done = run("rekey", "--database", str(database), "--json")
    assert done.exit_code == 0, done.output
    return dict(json.loads(done.stdout))


async def a_round(desk: Any, address: str) -> bytes:
    """A round's proof."""
    row = await table_of(desk)
    async with seated(address, row.id, 1) as sockets:
        await decline_cut(sockets)
        await play_once(sockets, simple)
        await desk.sequencer.tick()
        found = await sockets[0].client._http.get(f"{address}/api/tables/{row.id}/rounds/1/proof")
    assert found.status_code == 200
    return found.content


def test_a_house_goes_on_under_its_next_key_and_who_watches_it_follows(
    tmp_path: Path, witness: Witness
) -> None:
    database, path = tmp_path / "house.db", signing_path(tmp_path / "house.key")
    pushed = witness_at(tmp_path / "pushed.json", "witness.example/w2", b"v" * 32)
    late = witness_at(tmp_path / "late.json", "witness.example/w3", b"u" * 32)
    kept: list[bytes] = []

    async def live(desk: Any, address: str) -> None:
        for one in (witness, pushed, late):
            if not one.state.origins:
                await trusting(one, address)
        kept.append(await a_round(desk, address))
        assert await look(witness, address) == ""
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=WitnessApp(pushed, print))) as client:
            assert await desk.cosigning.ask(client, "http://witness") == ""
        await trusting(witness, address)

    async def main(key: str) -> None:
        async with served(tmp_path) as (desk, address):
            desk.cosigning.wanted = tuple(one.key.verifier(COSIGNATURE) for one in (witness, pushed, late))
            assert (desk.begun.why, desk.begun.seen.incarnation) == ("", 1), "it is no restored house"
            assert not key or (await trees(address))[0]["key"] == key
            await live(desk, address)

    async def trees(address: str) -> list[dict[str, Any]]:
        async with httpx.AsyncClient() as client:
            return list((await client.get(f"{address}/api/tree")).json())

    asyncio.run(main(""))
    first, said = signing_key_in(path), [renewed(database)]
    assert signing_key_in(path) != first
    asyncio.run(main(said[0]["new"]))
    said.append(renewed(database))
    asyncio.run(main(said[1]["new"]))
    assert [one["origin"] for one in said] == [said[0]["origin"]] * 2
    assert said[0]["new"] == said[1]["old"]

    async def late_look() -> None:
        async with served(tmp_path) as (desk, address):
            desk.cosigning.wanted = (late.key.verifier(COSIGNATURE),)
            assert await look(late, address) == "", "it knew the first key alone"

    asyncio.run(late_look())
    for one in (witness, pushed, late):
        assert one.state.origins[said[0]["origin"]].key == said[1]["new"]
        assert one.state.alarms == []
    for proof in map(round_proof_from, kept):
        founder, newest = verifier_key(said[0]["old"]), verifier_key(proof.key)
        assert round_findings(proof, founder)[0] == round_findings(proof, newest)[0] == ()
        assert round_findings(proof, THIEF.verifier())[0] != ()
    assert findings(database) == []
    store = open_for_reading(str(database))
    with store.reading() as connection:
        for text in (said[0]["checkpoint"], said[1]["checkpoint"]):
            outside = Outside((note_from(text.encode()),), verifier_key(said[0]["old"]))
            assert audit(connection, outside=outside).findings == []
        assert first is not None
        last = checkpoint_in(note_from(witness.state.origins[said[0]["origin"]].note.encode()))
        stolen = Outside((signed_checkpoint(last, first),))
        assert any("was replaced at" in one.what for one in audit(connection, outside=stolen).findings)
    store.close()


def test_a_change_of_keys_that_was_broken_off_is_finished_by_the_next_start(tmp_path: Path) -> None:
    path = signing_path(tmp_path / "house.key")

    async def start() -> str:
        async with served(tmp_path) as (desk, _):
            return desk.begun.why

    asyncio.run(start())
    shutil.copy(path, tmp_path / "old")
    renewed(tmp_path / "house.db")
    new = path.read_bytes()
    path.rename(next_path(tmp_path / "house.key"))
    shutil.copy(tmp_path / "old", path)
    path.chmod(0o600)
    assert asyncio.run(start()) == ""
    assert path.read_bytes() == new
    assert not next_path(tmp_path / "house.key").exists()


def test_a_key_is_not_changed_where_it_could_not_be_announced(tmp_path: Path) -> None:
    database = tmp_path / "house.db"

    def refused() -> str:
        done = run("rekey", "--database", str(database))
        assert done.exit_code == 2
        return done.stderr

    async def start() -> None:
        async with served(tmp_path) as (_, _):
            assert "another server" in await asyncio.to_thread(refused)

    assert "no database" in refused()
    asyncio.run(start())
    signing_path(tmp_path / "house.key").unlink()
    assert "no signing key" in refused()
    signing_path(tmp_path / "house.key").write_text("00" * 32 + "\n")
    signing_path(tmp_path / "house.key").chmod(0o600)
    assert "not the one of this house" in refused()
