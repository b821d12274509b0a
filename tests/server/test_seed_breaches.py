"""What a house could do against its players' seeds, and that the record shows it: a log rewritten with all
its hashes, as the house alone could."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from patience import until
from server.live import decline_cut, served, table_of
from server.test_live_seeds import Stopped, record_of, shuffled_again, with_seeds
from spanish21.client.own_seeds import SeedKeeper
from spanish21.game.cards import cards
from spanish21.server.fairness.public_record import PublicRecord
from spanish21.server.fairness.verification import verified
from spanish21.server.log.chain import leaf_of, next_chain
from spanish21.server.log.commitments import shoe_commitment

Change = Callable[[dict[str, Any]], dict[str, Any]]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> PublicRecord:
    async def main() -> PublicRecord:
        async with served(tmp_path_factory.mktemp("seeds"), now=Stopped()) as (desk, address):
            row = await table_of(desk)
            host = desk.hall.hosts[row.id]
            async with with_seeds(address, row.id, SeedKeeper(), SeedKeeper()) as sockets:
                await decline_cut(sockets)
                await shuffled_again(host, sockets, promises=2)
                await until(lambda: len(host.log.seeds.promised) == 2)
                for socket in sockets:
                    await socket.command("Leave")
            return await record_of(desk, host)

    found = asyncio.run(main())
    assert verified(found) == ()
    return found


def rewritten(record: PublicRecord, kind: str, change: Change) -> PublicRecord:
    """The record of a house that wrote other events from the beginning."""
    chain, events = record.chain_before, []
    for one in record.events:
        body, leaf = one.body, bytes.fromhex(one.leaf)
        if body and json.loads(body)["type"] == kind:
            body = json.dumps(change(json.loads(body)), separators=(",", ":"))
            leaf = leaf_of(bytes.fromhex(one.salt), body.encode())
        note = bytes.fromhex(one.note)
        chain = next_chain(bytes.fromhex(chain), one.seq, one.at, one.shoe, leaf, note).hex()
        events.append(msgspec.structs.replace(one, body=body, leaf=leaf.hex(), chain=chain))
    return msgspec.structs.replace(record, events=tuple(events))


def whats(record: PublicRecord) -> str:
    return " / ".join(f"{one.where} {one.what}" for one in verified(record))


def without_first(event: dict[str, Any], *fields: str) -> dict[str, Any]:
    return {name: value[1:] if name in fields else value for name, value in event.items()}


BREACHES: dict[str, tuple[str, Change, str]] = {
    "a promise is left out of the list": (
        "SeedsListed",
        lambda event: without_first(event, "people", "promises"),
        "leaves out the seeds of",
    ),
    "a promise in the list is another one": (
        "SeedsListed",
        lambda event: {**event, "promises": ["ab" * 32, event["promises"][1]]},
        "that was not promised",
    ),
    "another commitment was told before the seeds": (
        "SeedsListed",
        lambda event: {**event, "commitment": "cd" * 32},
        "does not have the commitment",
    ),
    "a seed is exchanged when it is opened": (
        "SeedsOpened",
        lambda event: {**event, "seeds": ["ef" * 32, event["seeds"][1]]},
        "is not the one that was promised",
    ),
    "the words of a seed are changed": (
        "SeedsOpened",
        lambda event: {**event, "words": ["better luck", event["words"][1]]},
        "is not the one that was promised",
    ),
    "an opened seed is left out": (
        "SeedsOpened",
        lambda event: without_first(event, "people", "seeds", "words"),
        "were not opened as they had been listed",
    ),
    "the order that is dealt is another one": (
        "ShoeShuffled",
        lambda event: {**event, "cards": event["cards"][1:] + event["cards"][:1]},
        "in another order than the log has",
    ),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_every_breach_of_the_players_part_is_found_in_the_record(record: PublicRecord, breach: str) -> None:
    kind, change, told = BREACHES[breach]
    assert told in whats(rewritten(record, kind, change))


def test_the_houses_own_order_dealt_without_the_seeds_is_found(record: PublicRecord) -> None:
    house = cards(record.shoes[1].cards)

    def unmixed(event: dict[str, Any]) -> dict[str, Any]:
        return {**event, "cards": list(house)} if sorted(event["cards"]) == sorted(house) else event

    assert "shoe 2" in whats(rewritten(record, "ShoeShuffled", unmixed))


def test_another_order_opened_for_the_commitment_is_found(record: PublicRecord) -> None:
    shoe = record.shoes[1]
    other = " ".join(reversed(shoe.cards.split()))
    assert shoe_commitment(shoe.salt, cards(other)).hex() != shoe.commitment
    shoes = (record.shoes[0], msgspec.structs.replace(shoe, cards=other), *record.shoes[2:])
    assert "committed to" in whats(msgspec.structs.replace(record, shoes=shoes))


def test_a_shuffle_without_the_list_for_which_there_were_promises_is_found(record: PublicRecord) -> None:
    """The promise of the beginning is said to be of the table's first moments, before its first shuffle."""
    promise = next(one for one in record.events if '"SeedPromised"' in one.body)
    first = next(one for one in record.events if '"ShoeShuffled"' in one.body)
    events = list(record.events)
    at = events.index(first)
    moved = msgspec.structs.replace(promise, seq=events[at - 1].seq, at=first.at, shoe=first.shoe)
    events[at - 1] = moved
    changed = msgspec.structs.replace(record, events=tuple(events))
    assert "without the seeds that were promised" in whats(changed)
