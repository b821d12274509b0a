"""Routes about the signed tree over all logs, as C2SP tlog-tiles has them: other people's tools read it."""

from typing import Annotated

import msgspec
import sqlalchemy as sa
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi.spec import Example
from litestar.params import Body, FromPath, QueryParameter

from spanish21.server.answers import HouseTree, Witnesses
from spanish21.server.fairness.cosigning import newest_cosigned
from spanish21.server.fairness.handing_over import handovers_of, keys_of
from spanish21.server.fairness.house_tree import (
    best_note,
    leaf_range,
    newest_note,
    newest_origin,
    origins_of,
    size_of,
    tile,
)
from spanish21.server.fairness.round_proof import round_proof, round_proof_json
from spanish21.server.people.callers import require
from spanish21.server.transparency.checkpoint import checkpoint_in
from spanish21.server.transparency.leaf import Statement
from spanish21.server.transparency.note import VerifierKey, base64_of, note_from
from spanish21.server.transparency.tiles import tile_at
from spanish21.server.transparency.tree import HASH_SIZE, TILE_WIDTH, consistency_proof
from spanish21.server.web.routes.caller import Asking, Desk

LONG_LIVED = {"cache-control": "public, max-age=31536000, immutable"}
Size = Annotated[int, QueryParameter(ge=0, le=2**53)]


@get("/api/tree", summary="The house's trees, one for each incarnation", asks="see_public_record")
async def trees(desk: Desk) -> list[HouseTree]:
    """Origin, the current public key, the checkpoints in which earlier keys announced it, what each
    began with and how many logs had a history by then that no one had signed, its newest checkpoint, and the
    newest cosigned one."""
    return await desk.reading(_trees)


def _trees(connection: sa.Connection) -> list[HouseTree]:
    return [
        {
            "incarnation": row.incarnation,
            "origin": row.origin,
            "key": str(keys_of(connection, row)[-1]),
            "handovers": [str(note) for note in handovers_of(connection, row.incarnation)],
            "unwitnessed": msgspec.json.decode(row.statement, type=Statement).unwitnessed,
            "began": row.at,
            "statement": row.statement,
            "size": size_of(connection, row.incarnation),
            "checkpoint": newest_note(connection, row.incarnation),
            "cosigned": best_note(connection, row.incarnation, 0),
        }
        for row in origins_of(connection)
    ]


@get("/api/tree/{incarnation:int}/checkpoint", summary="The newest checkpoint", asks="see_public_record")
async def checkpoint(desk: Desk, incarnation: FromPath[int]) -> Response[str]:
    """A signed note (C2SP tlog-checkpoint), with the cosignatures of witnesses."""
    note = await desk.reading(newest_note, _small(incarnation))
    if not note:
        raise NotFoundException("there is no such incarnation")
    return Response(note, media_type="text/plain; charset=utf-8", headers={"cache-control": "no-cache"})


@get("/api/tree/{incarnation:int}/consistency", summary="A proof of consistency", asks="see_public_record")
async def consistency(desk: Desk, incarnation: FromPath[int], old: Size, size: Size) -> list[str]:
    """The hashes that show that the tree of `size` leaves begins with the one of `old`, as base64."""
    found = await desk.reading(_consistency, _small(incarnation), old, size)
    if found is None:
        raise NotFoundException("the tree has no such sizes")
    return found


def _consistency(connection: sa.Connection, incarnation: int, old: int, size: int) -> list[str] | None:
    if not old <= size <= size_of(connection, incarnation):
        return None
    proof = consistency_proof(lambda level, n: tile(connection, incarnation, level, n), old, size)
    return [base64_of(one) for one in proof]


@get("/api/tree/{incarnation:int}/tile/{path:path}", summary="A tile", asks="see_public_record")
async def one_tile(desk: Desk, incarnation: FromPath[int], path: FromPath[str]) -> Response[bytes]:
    """Hashes at LEVEL/NUMBER, or leaves at entries/NUMBER (C2SP tlog-tiles)."""
    name = path.removeprefix("/")
    is_entries = name.startswith("entries/")
    place = tile_at("0/" + name.removeprefix("entries/") if is_entries else name)
    found = b"" if place is None else await desk.reading(_tile, _small(incarnation), place, is_entries)
    if not found:
        raise NotFoundException("there is no such tile")
    return Response(found, media_type="application/octet-stream", headers=LONG_LIVED)


def _tile(
    connection: sa.Connection, incarnation: int, place: tuple[int, int, int], is_entries: bool
) -> bytes:
    level, number, width = place
    hashes = tile(connection, incarnation, level, number)
    if len(hashes) < width * HASH_SIZE:
        return b""
    if not is_entries:
        return hashes[: width * HASH_SIZE]
    first = number * TILE_WIDTH
    entries = [leaf.entry for leaf in leaf_range(connection, incarnation, first, first + width)]
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


@get(
    "/api/tables/{table_id:str}/rounds/{number:int}/proof",
    summary="The proof that a round is in the signed tree",
    asks="see_round",
)
async def proof_of_round(
    desk: Desk, caller: Asking, table_id: FromPath[str], number: FromPath[int]
) -> Response[bytes]:
    """The round's rows, and a tlog-proof of C2SP; it exists within a second of the round's end."""
    require(caller, "see_round")
    found = await desk.reading(round_proof, table_id, _small(number))
    if found is None:
        raise NotFoundException("there is no proof of such a round, or not yet")
    return Response(round_proof_json(found), media_type="application/json")


class Cosigned(msgspec.Struct, forbid_unknown_fields=True):
    """A checkpoint of this house with the cosignature of a witness."""

    text: Annotated[str, msgspec.Meta(max_length=20_000)]


_COSIGNED = [Example(value={"text": "ORIGIN\nSIZE\nROOT\n\n— ORIGIN …\n— WITNESS …\n"})]


@post("/api/tree/cosignatures", summary="Leave a cosignature", status_code=200, asks="cosign")
async def cosignatures(desk: Desk, data: Annotated[Cosigned, Body(examples=_COSIGNED)]) -> list[str]:
    """From a witness whose cosignatures are accepted here; returns its name. It is shown with the checkpoint
    from then on."""
    return await desk.cosigning.keep(data.text.encode())


@get("/api/tree/witnesses", summary="Witnesses and their troubles", asks="see_witnesses")
async def witnesses(desk: Desk, caller: Asking) -> Witnesses:
    """For auditors and administrators: the accepted witnesses, the last cosignature of each, and why
    one that this server asks does not."""
    require(caller, "see_witnesses")
    cosigning = desk.cosigning
    found = await desk.reading(_witnesses, cosigning.wanted)
    found["asked"] = [
        {"url": url, "size": cosigning.seen.get(url, 0), "trouble": cosigning.troubles.get(url, "")}
        for url in cosigning.urls
    ]
    return found


def _witnesses(connection: sa.Connection, wanted: tuple[VerifierKey, ...]) -> Witnesses:
    origin = newest_origin(connection)
    note = newest_note(connection, origin.incarnation) if origin is not None else ""
    size = checkpoint_in(note_from(note.encode())).size if note else 0
    last = newest_cosigned(connection, wanted)
    rows = [(key, *last.get(key, (0, 0))) for key in wanted]
    return {
        "size": size,
        "wanted": [{"name": key.name, "key": str(key), "size": at, "at": when} for key, at, when in rows],
        "asked": [],
    }


def _small(number: int) -> int:
    return number if 0 < number < 2**53 else 0


ROUTES = [trees, checkpoint, consistency, one_tile, proof_of_round, cosignatures, witnesses]
