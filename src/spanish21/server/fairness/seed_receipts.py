"""Receipts for seeds: the house signs that a promise is in a table's log, and at which place."""

from spanish21.errors import BadInput
from spanish21.game import events as ev
from spanish21.server.fairness.public_record import PublicRecord
from spanish21.server.fairness.verification import Mismatch
from spanish21.server.log.chain import event_in
from spanish21.server.transparency.note import SigningKey, VerifierKey, note_from, signed, signers

TITLE = "spanish21 seed"


def seed_receipt(key: SigningKey, table_id: str, person: str, promise: str, seq: int) -> str:
    """A signed note: this promise of this person is this event of this table's log."""
    return str(signed(f"{TITLE}\n{table_id}\n{person}\n{promise}\n{seq}\n", key))


def receipt_findings(receipt: bytes, record: PublicRecord, key: VerifierKey | None) -> tuple[Mismatch, ...]:
    """Contradictions of a record with a receipt: a promise that is not where the house signed it to be."""
    note = note_from(receipt)
    title, table_id, person, promise, number = (*note.text.split("\n"), "", "", "", "")[:5]
    if title != TITLE or not number.isdecimal():
        raise BadInput("this is not the receipt for a seed")
    if key is not None and not signers(note, [key]):
        return (Mismatch("the receipt", "is not signed by this house"),)
    if table_id != record.table:
        return (Mismatch("the receipt", f"is for table {table_id}"),)
    found = [one for one in record.events if one.seq == int(number) and one.body]
    promised = ev.SeedPromised(person, promise)
    if len(found) != 1 or event_in(found[0].body) != promised:
        return (Mismatch(f"event {number}", f"is not the promise of {person} for which there is a receipt"),)
    return ()
