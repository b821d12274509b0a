"""The logs against the trees over them: those in the store, and checkpoints that were kept elsewhere."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import sqlalchemy as sa

from spanish21.server.audit.one_log import Finding
from spanish21.server.fairness.handing_over import handovers_of, house_name, keys_of
from spanish21.server.fairness.house_tree import leaves_of, newest_note, origins_of
from spanish21.server.log.chain import is_head_of
from spanish21.server.store.schema import events, heads
from spanish21.server.transparency.checkpoint import Checkpoint, checkpoint_in
from spanish21.server.transparency.leaf import Leaf, Statement, first_leaf
from spanish21.server.transparency.note import BadNote, Note, VerifierKey, note_from, signers, verifier_key
from spanish21.server.transparency.succession import successor, successors
from spanish21.server.transparency.tree import EMPTY_ROOT, Tree

TREE = "tree"
"""Where a finding about the tree itself is."""

ALONE = (
    "whether this is the only past that was signed, a checkpoint that was kept elsewhere tells (--against);"
    " the database and the signing key together could make another"
)


class TreeAudit:
    """Reads every incarnation's tree. `covered` is the last event of each log that the newest tree has,
    `unwitnessed` the last that each log had before the house signed anything."""

    def __init__(
        self, connection: sa.Connection, kept: Iterable[Note] = (), key: VerifierKey | None = None
    ) -> None:
        self._connection, self._key = connection, key
        self.findings: list[Finding] = []
        self.covered: dict[str, int] = {}
        self.unwitnessed: dict[str, int] = {}
        self._kept = [(note, checkpoint_in(note)) for note in kept]

    def finds(self, what: str, log: str = TREE, seq: int = 0) -> None:
        self.findings.append(Finding(log, seq, what))

    def run(self) -> "TreeAudit":
        """Audit all trees, the oldest first."""
        origins = origins_of(self._connection)
        self._keys(origins)
        wanted: dict[str, list[Checkpoint]] = {}
        for note, checkpoint in self._kept:
            self._signed(note, checkpoint, origins)
            wanted.setdefault(checkpoint.origin, []).append(checkpoint)
        for origin, following in zip(origins, (*origins[1:], None), strict=False):
            self._tree(origin, following, wanted.pop(origin.origin, []))
        for name in wanted:
            self.finds(f"the tree {name}, of which there is a checkpoint, is not in the store")
        return self

    def _signed(self, note: Note, checkpoint: Checkpoint, origins: Any) -> None:
        """A checkpoint that was kept is signed by the key that was named, or by the one in the store."""
        keys = [
            key
            for row in origins
            if row.origin == checkpoint.origin
            for key in keys_of(self._connection, row)
        ]
        handovers = handovers_of(self._connection)
        if self._key is not None:
            own = successors(self._key, handovers)
            keys = [key._replace(name=checkpoint.origin) for key in own]
        try:
            found = signers(note, keys)
        except BadNote:
            found = ()
        if not found:
            self.finds(
                f"the checkpoint of {checkpoint.origin} at {checkpoint.size} is not signed by the house's key"
            )
        for handover in handovers if len(found) == 1 else ():
            last = checkpoint_in(handover)
            is_over = last.origin == checkpoint.origin and last.size < checkpoint.size
            if is_over and successor(found[0], handover) is not None:
                self.finds(
                    f"the checkpoint of {checkpoint.origin} at {checkpoint.size} is signed by a key that was"
                    f" replaced at {last.size}"
                )

    def _keys(self, origins: Any) -> None:
        """Each incarnation is signed by a key that founded the house, or was announced by those before it."""
        handovers = handovers_of(self._connection)
        founders = {house_name(verifier_key(row.key)): verifier_key(row.key) for row in origins}
        for row in origins:
            founder = founders.get(row.origin.rpartition("/")[0])
            keys = successors(founder, handovers) if founder is not None else ()
            if verifier_key(row.key).public not in {key.public for key in keys}:
                self.finds(f"{row.origin} is signed by a key that was never announced")

    def _tree(self, origin: Any, following: Any, wanted: list[Checkpoint]) -> None:
        own = self._own_checkpoint(origin)
        wanted = [*wanted, *([own] if own is not None else [])]
        wanted += map(checkpoint_in, handovers_of(self._connection, origin.incarnation))
        sizes, tree, roots = {one.size for one in wanted}, Tree(), {0: EMPTY_ROOT}
        self.covered = {}
        said = msgspec.json.decode(origin.statement, type=Statement)
        for number, leaf in enumerate(leaves_of(self._connection, origin.incarnation)):
            self._leaf(number, leaf, origin.statement)
            if 0 < number <= said.unwitnessed:
                self.unwitnessed[leaf.log] = leaf.seq
            tree.append(leaf.hash)
            if tree.size in sizes:
                roots[tree.size] = tree.root
        for one in wanted:
            if one.size > tree.size:
                missing = one.size - tree.size
                self.finds(
                    f"{origin.origin} had {one.size} leaves, and the last {missing} are not in the store"
                )
            elif roots[one.size] != one.root:
                self.finds(f"{origin.origin} is not the tree that was signed at {one.size} leaves")
        if following is not None:
            self._succession(origin, following, tree.size)

    def _own_checkpoint(self, origin: Any) -> Checkpoint | None:
        """The newest checkpoint of a tree in the store; every tree has one from its beginning."""
        try:
            note = note_from(newest_note(self._connection, origin.incarnation).encode())
            found = checkpoint_in(note)
            if found.origin == origin.origin and signers(note, keys_of(self._connection, origin)[-1:]):
                return found
        except BadNote:
            pass
        self.finds(f"the tree {origin.origin} has no signed checkpoint in the store")
        return None

    def _leaf(self, number: int, leaf: Leaf, statement: str) -> None:
        if number == 0:
            if leaf != first_leaf(leaf.incarnation, statement):
                self.finds("the beginning of an incarnation differs from its first leaf")
            return
        place = (events.c.table_id == leaf.log, events.c.seq == leaf.seq)
        chain = self._connection.scalar(sa.select(events.c.chain).where(*place))
        if chain != leaf.chain:
            what = "is missing" if chain is None else "is not the one"
            self.finds(f"the event {what} that leaf {number} of the tree has", leaf.log, leaf.seq)
        self.covered[leaf.log] = max(leaf.seq, self.covered.get(leaf.log, 0))

    def _succession(self, origin: Any, following: Any, size: int) -> None:
        said = msgspec.json.decode(following.statement, type=Statement)
        is_after = said.after.partition("\n")[0].endswith(f"/{following.incarnation - 1}")
        if following.incarnation != origin.incarnation + 1 and not is_after:  # else it was lived elsewhere
            self.finds(f"the incarnation before {following.incarnation} is missing")
        if said.restored != size:
            self.finds(
                f"{following.origin} began after {said.restored} leaves of {origin.origin}, which has {size}"
            )


def uncovered(connection: sa.Connection, covered: dict[str, int]) -> dict[str, int]:
    """The first event of each log that no tree has yet."""
    return {
        row.table_id: covered.get(row.table_id, 0) + 1
        for row in connection.execute(sa.select(heads).order_by(heads.c.table_id))
        if row.seq > covered.get(row.table_id, 0)
    }


def head_findings(connection: sa.Connection, key: bytes) -> Iterator[Finding]:
    """Logs that do not end where the program left them: only the holder of the signing key can tell."""
    for row in connection.execute(sa.select(heads).where(heads.c.seq > 0).order_by(heads.c.table_id)):
        if not is_head_of(key, row.mac, row.table_id, row.seq, row.chain):
            yield Finding(row.table_id, row.seq, "the log does not end where the program left it")
