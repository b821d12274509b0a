"""A round from its notation alone: the data for a page to replay it, with words and clauses."""

from spanish21.books.rulebook import BOOKS
from spanish21.errors import BadInput
from spanish21.game.view import view
from spanish21.notation import read
from spanish21.notation.phrases import tokens
from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language
from spanish21.server.answers import Replayed
from spanish21.server.table.sheets import felt_sheet
from spanish21.server.table.steps import STRANGER, steps_of

SOURCE = "the round"


def replayed(text: str, language: Language = ENGLISH) -> Replayed:
    """The felt of a round, the view before it and its steps as a stranger sees them.

    `BadInput` names the wrong line.
    """
    _require_no_files(text)
    round = read(text, SOURCE)
    rules = round.start.rules
    names = {person.name: person.name for person in round.start.people}
    steps = steps_of(round.start, round.events, names, language=language)
    return {
        "sheet": felt_sheet(rules, language),
        "view": view(round.start, STRANGER),
        "steps": steps,
        "names": names,
    }


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
