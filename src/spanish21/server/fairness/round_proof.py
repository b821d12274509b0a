"""The proof that a round is in the signed tree: its rows, chained to a leaf, and the leaf's inclusion."""

from typing import Any

import msgspec
import sqlalchemy as sa

from spanish21.errors import BadInput, one_line
from spanish21.server.fairness.handing_over import handovers_of, keys_of
from spanish21.server.fairness.house_tree import best_note, tile
from spanish21.server.fairness.public_record import PublicEvent
from spanish21.server.fairness.publication import public_events
from spanish21.server.fairness.verification import Mismatch
from spanish21.server.log.chain import leaf_of, next_chain
from spanish21.server.store.schema import leaves, origins, rounds
from spanish21.server.transparency.checkpoint import Checkpoint, checkpoint_in
from spanish21.server.transparency.leaf import Leaf, Statement
from spanish21.server.transparency.note import BadNote, VerifierKey, note_from, verifier_key
from spanish21.server.transparency.proof import Proof, proof_from, proved
from spanish21.server.transparency.succession import successors
from spanish21.server.transparency.tree import inclusion_proof

HOW = (
    "`spanish21 verify FILE --log-key KEY` checks all of this. Each `chain` follows from the one before it,"
    " as the record of a table explains, up to the event `leaf_seq`. 'spanish21 INCARNATION TABLE LEAF_SEQ"
    " CHAIN' and a line feed, with the chain of that event, are the entry that `proof` (C2SP tlog-proof)"
    " shows to be in the tree whose root the house signed. Keep this file: with it and the house's public key"
    " anyone can see that the house signed this round."
)


class RoundProof(msgspec.Struct, frozen=True):
    """A round's rows, those after it up to a leaf of the tree, and the proof that the leaf is in it."""

    how: str
    table: str
    round: int
    first_seq: int
    last_seq: int
    incarnation: int
    leaf_seq: int
    chain_before: str
    events: tuple[PublicEvent, ...]
    proof: str
    key: str
    handovers: tuple[str, ...] = ()
    """Checkpoints in which earlier keys of the house announce those after them, up to `key`."""
    is_unwitnessed: bool = False
    """Whether the round was over before the house signed anything: the proof shows the log's account of the
    round then, and not that it had said so all along."""


def round_proof(connection: sa.Connection, table_id: str, number: int) -> RoundProof | None:
    """The proof of a finished round; None if it does not exist (yet: it takes up to a second)."""
    place = (rounds.c.table_id == table_id, rounds.c.number == number)
    row = connection.execute(sa.select(rounds).where(*place)).one_or_none()
    leaf = None if row is None or row.last_seq is None else _leaf_after(connection, table_id, row.last_seq)
    if row is None or leaf is None:
        return None
    place = leaf.incarnation
    note = note_from(best_note(connection, place, leaf.number).encode())
    size = checkpoint_in(note).size
    path = inclusion_proof(lambda level, n: tile(connection, place, level, n), leaf.number, size)
    proof = Proof(leaf.number, tuple(path), note)
    before, events = public_events(connection, table_id, row.first_seq, leaf.seq)
    span = (row.first_seq, row.last_seq, place, leaf.seq)
    origin = connection.execute(sa.select(origins).where(origins.c.incarnation == place)).one()
    handovers = tuple(map(str, handovers_of(connection)))
    said = msgspec.json.decode(origin.statement, type=Statement)
    signed_by = (str(keys_of(connection, origin)[-1]), handovers, leaf.number <= said.unwitnessed)
    return RoundProof(HOW, table_id, number, *span, before, events, str(proof), *signed_by)


def _leaf_after(connection: sa.Connection, table_id: str, seq: int) -> Any:
    """The first leaf of a log at an event or after it."""
    within = (leaves.c.table_id == table_id, leaves.c.seq >= seq)
    query = sa.select(leaves).where(*within).order_by(leaves.c.incarnation, leaves.c.seq).limit(1)
    return connection.execute(query).one_or_none()


def round_proof_from(data: bytes) -> RoundProof:
    """The proof in a file, or the file's errors."""
    try:
        return msgspec.json.decode(data, type=RoundProof)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"this is not the proof of a round: {one_line(str(error))}") from None


def round_findings(
    given: RoundProof, key: VerifierKey | None = None
) -> tuple[tuple[Mismatch, ...], Checkpoint]:
    """The errors of a proof, and the checkpoint that it leads to. The key in the proof shows only that
    its maker had some key; the house's own comes from elsewhere."""
    proof = proof_from(given.proof.encode())
    checkpoint = checkpoint_in(proof.note)
    found: list[Mismatch] = []
    chain, seq = given.chain_before, given.first_seq - 1
    for event in given.events:
        if event.seq != seq + 1:
            found.append(Mismatch(f"event {seq + 1}", "is missing"))
        chain, seq = _next(chain, event), event.seq
        if chain != event.chain:
            found.append(Mismatch(f"event {seq}", "is not chained to the one before it"))
        salt = bytes.fromhex(event.salt)
        if event.body and leaf_of(salt, event.body.encode()).hex() != event.leaf:
            found.append(Mismatch(f"event {seq}", "does not have the hash in the log"))
    if seq != given.leaf_seq or not given.first_seq <= given.last_seq <= seq:
        found.append(Mismatch(f"round {given.round}", "does not lead to the leaf"))
    leaf = Leaf(given.incarnation, given.table, given.leaf_seq, bytes.fromhex(chain))
    try:
        proved(proof, leaf.hash, _keys_for(given, key, checkpoint))
    except BadNote as error:
        found.append(Mismatch(f"round {given.round}", str(error)))
    return tuple(found), checkpoint


def contradictions(one: RoundProof, other: RoundProof) -> tuple[Mismatch, ...]:
    """Contradictions between two proofs, each valid on its own: with both in hand anyone
    can show that the house has signed two histories."""
    first, second = (checkpoint_in(proof_from(given.proof.encode()).note) for given in (one, other))
    found: list[Mismatch] = []
    if first[:2] == second[:2] and first.root != second.root:
        what = f"the house has signed two trees of {first.size} leaves"
        found.append(Mismatch(first.origin, what))
    if first.origin == second.origin and one.table == other.table:
        chains = {event.seq: event.chain for event in one.events}
        for event in other.events:
            if chains.get(event.seq, event.chain) != event.chain:
                what = f"event {event.seq} of {one.table} differs in the other proof"
                found.append(Mismatch(f"round {other.round}", what))
                break
    return tuple(found)


def _keys_for(given: RoundProof, key: VerifierKey | None, checkpoint: Checkpoint) -> list[VerifierKey]:
    handovers = [note_from(text.encode()) for text in given.handovers]
    keys = successors(key or verifier_key(given.key), handovers)
    return [one._replace(name=checkpoint.origin) for one in keys]


def _next(before: str, event: PublicEvent) -> str:
    chain, leaf, note = (bytes.fromhex(text) for text in (before, event.leaf, event.note))
    return next_chain(chain, event.seq, event.at, event.shoe, leaf, note).hex()


def round_proof_json(found: Any) -> bytes:
    """A proof as it is published."""
    return msgspec.json.format(msgspec.json.encode(found), indent=1)
