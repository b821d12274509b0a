"""A witness cosigns what extends the last checkpoint it saw, and keeps the evidence of anything else."""

import random
from pathlib import Path

import pytest

from spanish21.server.transparency.checkpoint import Checkpoint, signed_checkpoint
from spanish21.server.transparency.cosignature import cosigners
from spanish21.server.transparency.note import (
    COSIGNATURE,
    Note,
    SigningKey,
    note_from,
    signatures_from,
)
from spanish21.server.transparency.tree import Tree, consistency_proof, leaf_hash, root_of, tree_of
from spanish21.server.transparency.witnessing import CosignRequest, Witness, WitnessReply, witness_at

ORIGIN, NEXT = "spanish21.house/ab/1", "spanish21.house/ab/2"
KEY = SigningKey(ORIGIN, b"h" * 32)
NOW = 1_700_000_000


def grown(count: int, word: str = "leaf", before: int = 0) -> Tree:
    """A tree that has other leaves from some number on."""
    return tree_of(leaf_hash(f"{word if n >= before else 'leaf'} {n}".encode()) for n in range(count))


def checkpoint(tree: Tree, size: int, key: SigningKey = KEY) -> Note:
    return signed_checkpoint(Checkpoint(key.name, size, root_of(tree.tile, size)), key)


def asked(tree: Tree, old: int, size: int) -> bytes:
    return str(
        CosignRequest(old, tuple(consistency_proof(tree.tile, old, size)), checkpoint(tree, size))
    ).encode()


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    found = witness_at(tmp_path / "witness.json", "witness.example/w1", b"w" * 32)
    found.trust(KEY.verifier())
    return found


def test_what_extends_the_last_checkpoint_is_cosigned_and_remembered(
    witness: Witness, tmp_path: Path
) -> None:
    tree, old, chance = grown(600), 0, random.Random("witness")
    key = witness.key.verifier(COSIGNATURE)
    for size in sorted(chance.sample(range(1, 600), 40)):
        answer = witness.add(asked(tree, old, size), NOW + size)
        assert (answer.status, answer.alarm) == (200, "")
        note = checkpoint(tree, size)
        cosigned = Note(note.text, (*note.signatures, *signatures_from(answer.body)))
        assert cosigners(cosigned, [key]) == {key: NOW + size}
        old = size
    again = witness_at(tmp_path / "witness.json", "another", b"x" * 32)
    last = again.last(ORIGIN)
    assert last is not None
    assert last.size == old
    assert again.key.name == "witness.example/w1"
    assert (tmp_path / "witness.json").stat().st_mode & 0o777 == 0o600


def test_a_house_that_shows_two_histories_is_found_out(witness: Witness) -> None:
    """Whatever it sends as proof: the witness has cosigned one of them, and keeps both as evidence."""
    one, other = grown(300), grown(300, "another", before=150)
    assert witness.add(asked(one, 0, 200), NOW).status == 200
    forged = asked(other, 200, 300)
    answer = witness.add(forged, NOW)
    assert (answer.status, bool(answer.alarm)) == (422, True)
    same_size = str(CosignRequest(200, (), checkpoint(other, 200))).encode()
    answer = witness.add(same_size, NOW)
    assert (answer.status, bool(answer.alarm)) == (422, True)
    for alarm in witness.state.alarms:
        assert note_from(alarm["seen"].encode()).text == checkpoint(one, 200).text
        assert alarm["now"] != alarm["seen"]
    assert len(witness.state.alarms) == 2
    assert witness.add(asked(one, 200, 250), NOW).status == 200, "it goes on with the history that it knows"


def test_a_house_that_was_rolled_back_is_found_out_when_it_shows_its_newest(witness: Witness) -> None:
    tree = grown(300)
    witness.add(asked(tree, 0, 250), NOW)
    late = witness.add(asked(tree, 0, 200), NOW)
    assert (late.status, late.body, late.kind, late.alarm) == (409, "250\n", "text/x.tlog.size", "")
    assert witness.add(asked(tree, 0, 200), NOW, is_newest=True).alarm


def test_the_next_incarnation_of_a_house_waits_for_a_person(witness: Witness) -> None:
    witness.add(asked(grown(5), 0, 5), NOW)
    restored = KEY.named(NEXT)
    note = checkpoint(grown(3), 3, restored)
    answer = witness.add(str(CosignRequest(0, (), note)).encode(), NOW)
    assert answer.status == 404
    assert "was restored" in answer.alarm
    witness.trust(restored.verifier())
    assert witness.add(str(CosignRequest(0, (), note)).encode(), NOW).status == 200


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", 400),
        (b"old 0\n\nnothing", 400),
        (b"old 00\n\n" + str(checkpoint(grown(5), 5)).encode(), 400),
        (b"old 0\nAAAA\n\n" + str(checkpoint(grown(5), 5)).encode(), 400),
        (asked(grown(9), 9, 9), 409),
        (str(CosignRequest(9, (), checkpoint(grown(5), 5))).encode(), 400),
        (str(CosignRequest(0, (bytes(32),), checkpoint(grown(5), 5))).encode(), 422),
        (str(CosignRequest(0, (), checkpoint(grown(5), 5, SigningKey("unknown", b"u" * 32)))).encode(), 404),
        (str(CosignRequest(0, (), checkpoint(grown(5), 5, SigningKey(ORIGIN, b"u" * 32)))).encode(), 403),
        (str(CosignRequest(0, (), checkpoint(grown(5), 5))).encode().replace(b"\n5\n", b"\n6\n"), 403),
    ],
)
def test_anything_else_is_answered_as_the_protocol_says(witness: Witness, data: bytes, status: int) -> None:
    answer: WitnessReply = witness.add(data, NOW)
    assert answer.status == status, answer.body
    assert witness.last(ORIGIN) is None
