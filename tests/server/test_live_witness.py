"""A house with witnesses: they cosign what extends its past, and find out a house that shows another."""

import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from server.live import decline_cut, seated, served, table_of
from server.test_live_rounds import play_once
from spanish21.client.bot import simple
from spanish21.server.fairness.cosigning import Cosigning
from spanish21.server.fairness.incarnation import OLDER
from spanish21.server.fairness.round_proof import round_findings, round_proof_from
from spanish21.server.transparency.checkpoint import checkpoint_in
from spanish21.server.transparency.cosignature import cosigners
from spanish21.server.transparency.note import COSIGNATURE, BadNote, note_from, verifier_key
from spanish21.server.transparency.proof import proof_from
from spanish21.server.transparency.witnessing import Witness, witness_at
from spanish21.server.web.desk import FrontDesk
from spanish21.server.web.witness_app import WitnessApp, looked_at


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    return witness_at(tmp_path / "witness.json", "witness.example/w1", b"w" * 32)


def with_witness(witness: Witness) -> Callable[[FrontDesk], None]:
    def prepared(desk: FrontDesk) -> None:
        wanted = [witness.key.verifier(COSIGNATURE)]
        desk.cosigning = Cosigning(desk.store, desk.writer, (), wanted)

    return prepared


async def played(desk: FrontDesk, address: str, rounds: int) -> str:
    """Some rounds at a new table; its id."""
    row = await table_of(desk)
    async with seated(address, row.id, 1) as sockets:
        await decline_cut(sockets)
        for _ in range(rounds):
            await play_once(sockets, simple)
    await desk.sequencer.tick()
    return row.id


async def look(witness: Witness, address: str) -> str:
    with httpx.Client() as client:
        return await asyncio.to_thread(looked_at, witness, client, address)


async def trusting(witness: Witness, address: str) -> None:
    async with httpx.AsyncClient() as client:
        witness.trust(verifier_key((await client.get(f"{address}/api/tree")).json()[0]["key"]))


def test_a_witness_that_looks_cosigns_and_the_house_shows_it(tmp_path: Path, witness: Witness) -> None:
    async def main() -> None:
        async with served(tmp_path, prepared=with_witness(witness)) as (desk, address):
            await trusting(witness, address)
            table = await played(desk, address, 1)
            assert await look(witness, address) == ""
            await played(desk, address, 1)
            assert await look(witness, address) == ""
            async with httpx.AsyncClient() as client:
                shown = note_from((await client.get(f"{address}/api/tree")).json()[0]["cosigned"].encode())
                key = witness.key.verifier(COSIGNATURE)
                assert key in cosigners(shown, [key])
                told = (await client.get(f"{address}/api/health")).json()["tree"]
                assert told["known"] == "", "there is a witness"
                assert told["witnesses"]["troubles"] == {}
                assert told["witnesses"]["cosigned"] == {"witness.example/w1": checkpoint_in(shown).size}
                found = await client.get(f"{address}/api/tables/{table}/rounds/1/proof")
                proof = round_proof_from(found.content)
                assert round_findings(proof)[0] == ()
                assert key in cosigners(proof_from(proof.proof.encode()).note, [key])
                stranger = witness_at(tmp_path / "stranger.json", "stranger", b"s" * 32)
                await trusting(stranger, address)
                await look(stranger, address)
                shown = note_from((await client.get(f"{address}/api/tree")).json()[0]["cosigned"].encode())
                assert "stranger" not in {line.name for line in shown.signatures}

    asyncio.run(main())


def test_a_house_asks_its_witnesses_by_the_protocol(tmp_path: Path, witness: Witness) -> None:
    async def main() -> None:
        async with served(tmp_path, prepared=with_witness(witness)) as (desk, address):
            await trusting(witness, address)
            transport = httpx.ASGITransport(app=WitnessApp(witness, print))
            async with httpx.AsyncClient(transport=transport) as client:
                for _ in range(2):
                    await played(desk, address, 1)
                    assert await desk.cosigning.ask(client, "http://witness") == ""
                desk.cosigning.seen.clear()
                await played(desk, address, 1)
                assert await desk.cosigning.ask(client, "http://witness") == "", "it asks what was seen last"
                assert (await client.get("http://witness/" + "0" * 64 + "/checkpoint")).status_code == 404
                assert (
                    await client.post("http://witness/add-checkpoint", content=b"x" * 70_000)
                ).status_code == 413
            last = witness.last(desk.begun.seen.checkpoint.partition("/1")[0] + "/1")
            assert last is not None
            assert last.size > 1

    asyncio.run(main())


def test_a_whole_machine_that_was_rolled_back_is_found_out_by_its_witness(
    tmp_path: Path, witness: Witness
) -> None:
    """Database, keys and checkpoint: nothing in the house can tell, but what is outside it can."""
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()

    async def main() -> None:
        async with served(first, prepared=with_witness(witness)) as (desk, address):
            await trusting(witness, address)
            await played(desk, address, 1)
        await asyncio.to_thread(shutil.copytree, first, second)
        async with served(first, prepared=with_witness(witness)) as (desk, address):
            table = await played(desk, address, 2)
            assert await look(witness, address) == ""
            async with httpx.AsyncClient() as client:
                kept = (await client.get(f"{address}/api/tables/{table}/rounds/1/proof")).content
        async with served(second, prepared=with_witness(witness)) as (desk, address):
            assert desk.begun.why == "", "the house itself cannot know"
            assert "had signed" in await look(witness, address)
            await played(desk, address, 5)
            assert await look(witness, address), "another history of the same size or longer"
        assert json.loads((tmp_path / "witness.json").read_bytes())["alarms"]
        assert round_findings(round_proof_from(kept))[0] == (), "the player's proof still holds"

    asyncio.run(main())


def test_a_house_that_asks_its_witness_at_the_start_knows_that_it_was_rolled_back(
    tmp_path: Path, witness: Witness, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    made = httpx.AsyncClient

    def at_witness(**given: object) -> httpx.AsyncClient:
        return made(transport=httpx.ASGITransport(app=WitnessApp(witness, print)))

    def asking(desk: FrontDesk) -> None:
        monkeypatch.setattr("spanish21.server.fairness.cosigning.httpx.AsyncClient", at_witness)
        wanted = [witness.key.verifier(COSIGNATURE)]
        desk.cosigning = Cosigning(desk.store, desk.writer, ("http://witness",), wanted)

    async def main() -> None:
        async with served(first, prepared=with_witness(witness)) as (desk, address):
            await trusting(witness, address)
            await played(desk, address, 1)
        await asyncio.to_thread(shutil.copytree, first, second)
        async with served(first, prepared=with_witness(witness)) as (desk, address):
            await played(desk, address, 2)
            await look(witness, address)
        async with served(second, prepared=asking) as (desk, _):
            assert (desk.begun.why, desk.begun.seen.incarnation) == (OLDER, 2)

    asyncio.run(main())


def test_only_checkpoints_of_this_house_with_wanted_cosignatures_are_kept(
    tmp_path: Path, witness: Witness
) -> None:
    async def main() -> None:
        async with served(tmp_path, prepared=with_witness(witness)) as (desk, address):
            note = desk.begun.seen.checkpoint
            async with httpx.AsyncClient(headers={"X-Spanish21": "1"}) as client:
                for text in ("", note, note.replace("/1\n", "/9\n", 1)):
                    answer = await client.post(f"{address}/api/tree/cosignatures", json={"text": text})
                    assert answer.status_code == 400, text
            with pytest.raises(BadNote):
                note_from(b"")

    asyncio.run(main())
