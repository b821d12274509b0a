"""A witness (C2SP tlog-witness): it cosigns a checkpoint that extends the last one it saw.

Pure apart from the witness's own file. Anything else that a trusted key has signed is evidence, and is kept.
"""

import hashlib
from pathlib import Path
from typing import NamedTuple

import msgspec

from spanish21.errors import BadInput
from spanish21.server.files import write_private
from spanish21.server.transparency.checkpoint import NUMBER, Checkpoint, checkpoint_in
from spanish21.server.transparency.cosignature import cosignature
from spanish21.server.transparency.note import (
    BadNote,
    Note,
    SigningKey,
    VerifierKey,
    base64_of,
    hash_from,
    note_from,
    signers,
    verifier_key,
)
from spanish21.server.transparency.succession import successor
from spanish21.server.transparency.tree import EMPTY_ROOT, is_consistent

MOST_HASHES = 63
TEXT, SIZE = "text/plain; charset=utf-8", "text/x.tlog.size"


class CosignRequest(NamedTuple):
    """A request to cosign: the size that the witness should have seen, a proof, and the checkpoint."""

    old: int
    proof: tuple[bytes, ...]
    note: Note

    def __str__(self) -> str:
        lines = "".join(f"{base64_of(one)}\n" for one in self.proof)
        return f"old {self.old}\n{lines}\n{self.note}"


class WitnessReply(NamedTuple):
    """A status of HTTP and a body; `alarm` is a message that a person must see."""

    status: int
    body: str
    kind: str = TEXT
    alarm: str = ""


class Origin(msgspec.Struct):
    """A log that a witness watches: its public key, and the last checkpoint that it has cosigned."""

    key: str
    note: str = ""


class State(msgspec.Struct):
    """The witness's file: its secret, its logs by origin, and the alarms it has raised, with the evidence."""

    name: str
    secret: str
    origins: dict[str, Origin] = {}
    alarms: list[dict[str, str]] = []


def asked_from(data: bytes) -> CosignRequest:
    """The request that a body holds."""
    head, blank, rest = data.partition(b"\n\n")
    lines = head.decode("ascii", "replace").split("\n")
    old = lines[0].removeprefix("old ")
    if (
        not blank
        or not lines[0].startswith("old ")
        or not NUMBER.fullmatch(old)
        or len(lines) > MOST_HASHES + 1
    ):
        raise BadNote("a request begins with the old size and a proof of at most 63 hashes")
    return CosignRequest(int(old), tuple(map(hash_from, lines[1:])), note_from(rest))


class Witness:
    """One witness with its file."""

    def __init__(self, path: Path, state: State) -> None:
        self._path, self.state = path, state
        self.key = SigningKey(state.name, bytes.fromhex(state.secret))

    def save(self) -> None:
        """Keep everything on the disk."""
        write_private(self._path, msgspec.json.format(msgspec.json.encode(self.state)).decode())

    def trust(self, key: VerifierKey) -> None:
        """Watch the log of a public key, whose name is its origin."""
        self.state.origins.setdefault(key.name, Origin(str(key)))
        self.save()

    def last(self, origin: str) -> Checkpoint | None:
        """The last checkpoint of a log that was cosigned."""
        found = self.state.origins.get(origin)
        return checkpoint_in(note_from(found.note.encode())) if found is not None and found.note else None

    def announces(self, note: Note) -> bool:
        """Whether a checkpoint announces the next key of its log."""
        known = self.state.origins.get(checkpoint_in(note).origin)
        return known is not None and successor(verifier_key(known.key), note) is not None

    def add(self, data: bytes, now: int, is_newest: bool = False) -> WitnessReply:
        """Cosign a checkpoint that extends the last one, at a time in seconds; or say why not. Of one that is
        known to be the newest, a smaller size is an alarm; else it may only have come late."""
        try:
            asked = asked_from(data)
            found = checkpoint_in(asked.note)
        except BadNote as error:
            return WitnessReply(400, f"{error}\n")
        known = self.state.origins.get(found.origin)
        if known is None:
            return WitnessReply(
                404, "this origin is not known here\n", alarm=self._unknown(found, asked.note)
            )
        try:
            is_signed = bool(signers(asked.note, [verifier_key(known.key)]))
        except BadNote:
            is_signed = False
        if not is_signed:
            return WitnessReply(403, "the checkpoint is not signed by the key of its origin\n")
        last = self.last(found.origin) or Checkpoint(found.origin, 0, EMPTY_ROOT)
        alarm = ""
        if is_newest and found.size < last.size:
            what = f"{found.origin} shows {found.size} leaves, and had signed {last.size}"
            alarm = self._alarm(asked.note, known, what)
        answer = self._signed(asked, found, last, now)
        return answer._replace(alarm=alarm) if alarm else answer

    def _signed(self, asked: CosignRequest, found: Checkpoint, last: Checkpoint, now: int) -> WitnessReply:
        known = self.state.origins[found.origin]
        if asked.old > found.size:
            return WitnessReply(400, "the old size is above that of the checkpoint\n")
        if asked.old != last.size:
            return WitnessReply(409, f"{last.size}\n", SIZE)
        if not is_consistent(last.size, last.root, found.size, found.root, asked.proof):
            what = f"{found.origin} at {found.size} leaves differs from the tree seen at {last.size}"
            return WitnessReply(422, "the proof does not hold\n", alarm=self._alarm(asked.note, known, what))
        line = cosignature(asked.note.text, self.key, now)
        known.note = str(Note(asked.note.text, (*asked.note.signatures, line)))
        following = successor(verifier_key(known.key), asked.note)
        known.key = str(following) if following is not None else known.key
        self.save()
        return WitnessReply(200, str(line))

    def _unknown(self, found: Checkpoint, note: Note) -> str:
        """Another incarnation of a known house: a person accepts it, or does not."""
        house = found.origin.rpartition("/")[0]
        for origin, known in self.state.origins.items():
            key = verifier_key(known.key)._replace(name=found.origin)
            if house and origin.startswith(f"{house}/") and signers(note, [key]):
                return self._alarm(note, known, f"{origin} continues as {found.origin}: it was restored")
        return ""

    def _alarm(self, note: Note, known: Origin, what: str) -> str:
        if not any(one["what"] == what for one in self.state.alarms):
            self.state.alarms.append({"what": what, "seen": known.note, "now": str(note)})
            self.save()
        return what

    def checkpoint_at(self, digest: str) -> str:
        """The newest cosigned checkpoint of the origin with a digest, or an empty text."""
        for origin, known in self.state.origins.items():
            if hashlib.sha256(origin.encode()).hexdigest() == digest:
                return known.note
        return ""


def witness_at(path: Path, name: str, secret: bytes) -> Witness:
    """The witness of a file, made with this name and secret if it is missing."""
    try:
        state = msgspec.json.decode(path.read_bytes(), type=State)
    except FileNotFoundError:
        witness = Witness(path, State(name, secret.hex()))
        witness.save()
        return witness
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} is not the file of a witness: {error}") from None
    return Witness(path, state)
