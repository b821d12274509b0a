"""`text_of(event, reader)`: an event in a sentence for one reader, and the dealer's calls."""

from spanish21.game.events import CutOffered, Event
from spanish21.game.seen import SeenEvent, seen
from spanish21.game.table import Table, box_of
from spanish21.sentences.facts import CASES, goes_without_saying, is_addressed
from spanish21.sentences.patterns import forms_of
from spanish21.sentences.reader import Reader, Voice

_CALL, _LOG = Voice.CALL, Voice.LOG


def text_of(event: Event | SeenEvent, reader: Reader) -> str:
    """The event as its reader may see it, in a sentence; nothing for one that goes without saying.

    >>> from spanish21.books.submissions.submission import rules_of
    >>> from spanish21.game.events import DoubleMade
    >>> event = DoubleMade(box=3, hand=0, person="ann", amount=10_00, asked=())
    >>> reader = Reader(rules=rules_of("maryland"), names={"ann": "Ann"}, who="bob")
    >>> text_of(event, reader)
    'Ann doubles for $10.'
    >>> text_of(event, Reader(rules=reader.rules, who="ann"))
    'You double for $10.'
    >>> text_of(event, Reader(rules=reader.rules, names=reader.names, voice=Voice.LOG))
    'Ann doubles for $10 on box 3.'
    """
    facts = seen(event, reader.who) if isinstance(event, Event) else event
    name: str = facts["type"]
    case_of = CASES.get(name)
    if case_of is not None and (case := case_of(facts, reader)):
        name = f"{name}.{case}"
    voice = reader.voice
    if voice is _CALL:
        text = reader.language.calls.get(name)
    elif voice is not _LOG and goes_without_saying(name, reader):
        return ""
    else:
        text = reader.language.events.get(name)
    return forms_of(text)[is_addressed(facts, reader)].filled(facts, reader) if text else ""


def people_in(event: Event, table: Table) -> set[str]:
    """Whom the sentence of an event may address: the people it names and those on its box. The others
    read the same sentence."""
    names = {getattr(event, "person", ""), getattr(event, "by", "")}
    number = getattr(event, "box", 0)
    box = box_of(table, number) if number else None
    if box is not None:
        names.update([stake.person for stake in box.stakes])
    if isinstance(event, CutOffered):
        names.update(event.order[:1])
    return names
