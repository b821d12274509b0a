"""A round from its notation alone: what a page needs to show it again, with words and clauses."""

from typing import Any

from spanish21.books.rulebook import BOOKS
from spanish21.errors import BadInput
from spanish21.game.seen import seen
from spanish21.notation import read
from spanish21.notation.phrases import tokens
from spanish21.server.rounds.played_rounds import NOBODY
from spanish21.server.table.event_text import Citing, sentence
from spanish21.server.table.sheets import felt_sheet

SOURCE = "the round"


def replayed(text: str) -> dict[str, Any]:
    """The felt of a round and its events as a stranger sees them; `BadInput` names the line that is wrong."""
    _require_no_files(text)
    round = read(text, SOURCE)
    rules = round.start.rules
    citing, names = Citing(rules), {person.name: person.name for person in round.start.people}
    events = []
    for number, event in enumerate(round.events, start=1):
        shown = seen(event, NOBODY)
        told = {"text": sentence(shown, names, rules), "clauses": citing.clauses(shown)}
        events.append({"seq": number, "event": shown, **told})
    meters = {meter.name: meter.amount for meter in round.start.meters}
    return {"sheet": felt_sheet(rules), "events": events, "meters": meters, "names": names}


def _require_no_files(text: str) -> None:
    """A text from outside names books of the house only, and no file of the server's."""
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            words = tokens(line)
        except BadInput:
            return  # the reader says where
        if not words or words[0].quoted:
            continue
        if words[0].text == "submission":
            raise BadInput(f"{SOURCE}:{number}: name no file here; write each choice as: set NAME VALUE")
        if words[0].text == "book" and len(words) == 2 and words[1].text not in BOOKS:
            raise BadInput(f"{SOURCE}:{number}: book must be one of {', '.join(BOOKS)}")
