"""Signed notes, checkpoints, cosignatures and proofs, held against the examples of their formats."""

import pytest

from server.naive_tree import NaiveTree
from spanish21.server.transparency.checkpoint import (
    Checkpoint,
    checkpoint_in,
    signed_checkpoint,
    verified_checkpoint,
)
from spanish21.server.transparency.cosignature import cosignature, cosigners
from spanish21.server.transparency.note import (
    COSIGNATURE,
    BadNote,
    Note,
    Signature,
    SigningKey,
    note_from,
    signed,
    signers,
    verifier_key,
)
from spanish21.server.transparency.proof import Proof, proof_from, proved

EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
EXAMPLE = (
    "This is an example message.\n\n— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
"""The example in the specification of signed notes."""
SOFA = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZ"
    "qhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
)
"""The examples in the specifications of checkpoints and of cosignatures."""
HOUSE, WITNESS, OTHER = (
    SigningKey(name, bytes([n]) * 32) for n, name in enumerate(("house", "witness", "other"))
)
TREE = NaiveTree([b"a", b"b", b"c", b"d", b"e"])
CHECKPOINT = Checkpoint("house", 5, TREE.mth(0, 5))


def test_the_example_of_the_format_is_signed_by_its_key_and_written_as_it_was() -> None:
    note, key = note_from(EXAMPLE.encode()), verifier_key(EXAMPLE_KEY)
    assert signers(note, [key]) == (key,)
    assert str(note) == EXAMPLE
    assert str(key) == EXAMPLE_KEY


@pytest.mark.parametrize("at", range(0, 27, 3))
def test_a_note_with_another_text_is_worthless(at: int) -> None:
    text = EXAMPLE[:at] + chr(ord(EXAMPLE[at]) ^ 1) + EXAMPLE[at + 1 :]
    with pytest.raises(BadNote, match="is not of this text"):
        signers(note_from(text.encode()), [verifier_key(EXAMPLE_KEY)])


def test_the_example_of_a_checkpoint_is_read_with_its_cosignature() -> None:
    note = note_from(SOFA.encode())
    found = checkpoint_in(note)
    assert (found.origin, found.size) == ("example.com/behind-the-sofa", 20852163)
    assert str(found) == note.text
    assert int.from_bytes(note.signatures[1].value[:8], "big") == 1679315147
    assert str(note) == SOFA


def test_signatures_of_unknown_keys_do_not_count() -> None:
    note = signed("text\n", OTHER)
    assert signers(note, [HOUSE.verifier()]) == ()
    both = signed("text\n", OTHER, HOUSE)
    assert signers(both, [HOUSE.verifier()]) == (HOUSE.verifier(),)
    with pytest.raises(BadNote, match="not signed by the key"):
        verified_checkpoint(str(signed_checkpoint(CHECKPOINT, OTHER)).encode(), [HOUSE.verifier()])


def test_a_wrong_signature_under_a_known_name_makes_a_note_worthless() -> None:
    right = signed("text\n", HOUSE)
    wrong = Signature("house", HOUSE.verifier().id, bytes(64))
    with pytest.raises(BadNote):
        signers(Note(right.text, (*right.signatures, wrong)), [HOUSE.verifier()])


def test_a_cosignature_is_of_one_text_at_one_time_by_one_witness() -> None:
    note = signed_checkpoint(CHECKPOINT, HOUSE)
    line = cosignature(note.text, WITNESS, 1_700_000_000)
    key = WITNESS.verifier(COSIGNATURE)
    cosigned = Note(note.text, (*note.signatures, line))
    assert cosigners(note_from(str(cosigned).encode()), [key]) == {key: 1_700_000_000}
    assert cosigners(cosigned, [OTHER.verifier(COSIGNATURE), WITNESS.verifier()]) == {}
    later = line._replace(value=(1_700_000_001).to_bytes(8, "big") + line.value[8:])
    for wrong in (later, line._replace(value=line.value[:-1] + b"\0"), line._replace(value=line.value[:8])):
        with pytest.raises(BadNote, match="cosignature of witness"):
            cosigners(Note(note.text, (wrong,)), [key])
    with pytest.raises(BadNote, match="cosignature of witness"):
        cosigners(Note(note.text.replace("5", "6", 1), (line,)), [key])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "text\n",
        "text\n\n",
        "text\n\n— house\n",
        "text\n\n— house AAAA\n",
        "text\n\n— house AAAAAAA\n",
        "text\n\n- house AAAAAAAA\n",
        "text\n\n— house AAAAAAAA",
        "text\n\n— hou+se AAAAAAAA\n",
        "te\txt\n\n— house AAAAAAAA\n",
        "text\n\n— house AAAAAAAA\n" + 64 * "— house AAAAAAAA\n",
        "text\n\n— house AAAAAAAA\n\n\n",
    ],
)
def test_what_is_not_a_note_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        note_from(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "house\n",
        "house\n5\n",
        "house\n05\nAAAA\n",
        "house\n-1\nAAAA\n",
        "house\n5\nAAAA\n",
        "house\n5\n\nx\n",
    ],
)
def test_what_is_not_a_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        checkpoint_in(signed(text, HOUSE))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "house",
        "house+00+",
        EXAMPLE_KEY[:-4],
        EXAMPLE_KEY.replace("530d903a", "530d903b"),
        EXAMPLE_KEY.replace("example.com/foo", "example.com/bar"),
        EXAMPLE_KEY.replace("+Aek", "+Bek"),
        "a b" + EXAMPLE_KEY,
    ],
)
def test_what_is_not_a_public_key_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        verifier_key(text)


def test_a_proof_is_read_as_it_is_written_and_proves_its_entry_alone() -> None:
    note, keys = signed_checkpoint(CHECKPOINT, HOUSE), [HOUSE.verifier()]
    for index in range(5):
        proof = proof_from(str(Proof(index, tuple(TREE.path(index, 0, 5)), note)).encode())
        assert proved(proof, TREE.leaves[index], keys) == CHECKPOINT
        for other in range(5):
            if other != index:
                with pytest.raises(BadNote, match="does not lead"):
                    proved(proof, TREE.leaves[other], keys)
        with pytest.raises(BadNote, match="not signed"):
            proved(proof, TREE.leaves[index], [OTHER.verifier()])


def test_a_proof_of_the_only_entry_has_no_hashes_and_extra_data_are_passed_over() -> None:
    one = NaiveTree([b"a"])
    note = signed_checkpoint(Checkpoint("house", 1, one.mth(0, 1)), HOUSE)
    text = str(Proof(0, (), note))
    assert proved(proof_from(text.encode()), one.leaves[0], [HOUSE.verifier()]).size == 1
    with_extra = text.replace("\nindex", "\nextra YWdl\nindex", 1)
    assert proof_from(with_extra.encode()) == proof_from(text.encode())


@pytest.mark.parametrize(
    ("old", "new"), [("v1", "v2"), ("index 0", "index 00"), ("index 0", "at 0"), ("\n\n", "\n")]
)
def test_what_is_not_a_proof_is_refused(old: str, new: str) -> None:
    note = signed_checkpoint(CHECKPOINT, HOUSE)
    text = str(Proof(0, tuple(TREE.path(0, 0, 5)), note))
    with pytest.raises(BadNote):
        proof_from(text.replace(old, new, 1).encode())
