"""The signed tree of a running server: what anybody can fetch and check, and what a round's proof shows."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from patience import moments
from server.live import decline_cut, findings, seated, served, table_of
from server.naive_tree import NaiveTree
from server.test_live_rounds import play_once
from spanish21.client.bot import simple
from spanish21.client.client import Client
from spanish21.server.fairness.round_proof import RoundProof, round_findings, round_proof_from
from spanish21.server.store.signing_key import seen_in
from spanish21.server.transparency.checkpoint import Checkpoint, verified_checkpoint
from spanish21.server.transparency.note import SigningKey, hash_from, verifier_key
from spanish21.server.transparency.tree import is_consistent


async def fetched(client: Client, path: str) -> bytes:
    answer = await client._http.get(client.url + "/api" + path)
    assert answer.status_code == 200, (path, answer.text)
    return answer.content


async def checkpoint_of(client: Client) -> tuple[Checkpoint, dict[str, Any]]:
    """The newest checkpoint, by the key that the house names."""
    *_, newest = json.loads(await fetched(client, "/tree"))
    note = await fetched(client, f"/tree/{newest['incarnation']}/checkpoint")
    return verified_checkpoint(note, [verifier_key(newest["key"])])[0], newest


def entries_in(bundle: bytes) -> list[bytes]:
    found = []
    while bundle:
        size = int.from_bytes(bundle[:2], "big")
        found.append(bundle[2 : 2 + size])
        bundle = bundle[2 + size :]
    return found


def test_what_a_server_signs_can_be_fetched_checked_and_kept(tmp_path: Path, address: str) -> None:
    database = address

    async def main() -> None:
        async with served(tmp_path, database=database) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as sockets, Client(address) as client:
                await decline_cut(sockets)
                first, _ = await checkpoint_of(client)
                for _ in range(2):
                    await play_once(sockets, simple)
                    await desk.sequencer.tick()
                newest, told = await checkpoint_of(client)
                assert newest.size > first.size
                size = newest.size
                bundle = await fetched(client, f"/tree/1/tile/entries/000.p/{size}")
                tree = NaiveTree(entries_in(bundle))
                assert len(tree.leaves) == size
                assert tree.mth(0, size) == newest.root
                assert tree.mth(0, first.size) == first.root
                assert await fetched(client, f"/tree/1/tile/0/000.p/{size}") == b"".join(tree.leaves)
                path = f"/tree/1/consistency?old={first.size}&size={size}"
                proof = [hash_from(line) for line in json.loads(await fetched(client, path))]
                assert is_consistent(first.size, first.root, size, newest.root, proof)
                seen = seen_in(desk.seen_path)
                assert seen is not None
                assert seen.checkpoint == told["checkpoint"]
                for mode in (desk.seen_path, desk.seen_path.with_suffix(".signing")):
                    assert mode.stat().st_mode & 0o777 == 0o600
                for path in (
                    "tile/0/000.p/255",
                    "tile/0/001",
                    "tile/x",
                    "tile/entries/x",
                    "consistency?old=9&size=1",
                ):
                    answer = await client._http.get(f"{client.url}/api/tree/1/{path}")
                    assert answer.status_code == 404, path
                assert desk.sequencer.altered == ()

    asyncio.run(main())
    assert findings(tmp_path / "house.db", database) == []


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> RoundProof:
    """The proof of a round that was played, as it was fetched within a second of its end."""
    found: list[bytes] = []

    async def main() -> None:
        async with served(tmp_path_factory.mktemp("house")) as (desk, address):
            row = await table_of(desk)
            async with seated(address, row.id, 1) as sockets, Client(address) as client:
                await decline_cut(sockets)
                await play_once(sockets, simple)
                async for _ in moments():
                    answer = await client._http.get(f"{client.url}/api/tables/{row.id}/rounds/1/proof")
                    if answer.status_code == 200:
                        break
                found.append(answer.content)

    asyncio.run(main())
    return round_proof_from(found[0])


def test_a_rounds_proof_shows_that_the_house_signed_the_round(proof: RoundProof) -> None:
    wrong, checkpoint = round_findings(proof, verifier_key(proof.key))
    assert wrong == ()
    assert checkpoint.origin == verifier_key(proof.key).name
    assert any("CardsCollected" in event.body or event.seq == proof.last_seq for event in proof.events)


def test_a_proof_with_anything_changed_in_it_shows_nothing(proof: RoundProof) -> None:
    chance = random.Random("proofs")
    for _ in range(200):
        at = chance.randrange(len(proof.events))
        event = proof.events[at]
        match chance.randrange(5):
            case 0:
                changed = [*proof.events[:at], *proof.events[at + 1 :]]
            case 1:
                changed = [
                    *proof.events[:at],
                    msgspec.structs.replace(event, at=event.at + 1),
                    *proof.events[at + 1 :],
                ]
            case 2:
                other = msgspec.structs.replace(event, leaf=chance.randbytes(32).hex())
                changed = [*proof.events[:at], other, *proof.events[at + 1 :]]
            case 3:
                other = msgspec.structs.replace(event, chain=chance.randbytes(32).hex())
                changed = [*proof.events[:at], other, *proof.events[at + 1 :]]
            case _:
                changed = list(proof.events[:-1])
        forged = msgspec.structs.replace(proof, events=tuple(changed))
        assert round_findings(forged)[0], at
    for values in ({"table": "other"}, {"incarnation": 2}, {"chain_before": "00" * 32}, {"leaf_seq": 1}):
        assert round_findings(msgspec.structs.replace(proof, **values))[0], values  # type: ignore[arg-type]


def test_a_proof_of_another_houses_key_is_not_this_houses(proof: RoundProof) -> None:
    other = SigningKey("house", b"o" * 32).verifier()
    assert "not signed by the key" in round_findings(proof, other)[0][0].what
