"""Questions whose answers are in the data of a book: settings, refusals, steps, words, equipment, offices."""

import random
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec.structs import replace

from spanish21.books.citing import reason_text
from spanish21.books.clauses import Bound, Clause, Range, Rulebook, fits
from spanish21.books.meanings import meaning_of
from spanish21.books.rulebook import RULEBOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import shared_sample
from spanish21.books.wording import WHY_WORDS, why_text
from spanish21.environments.text.answer_scores import LETTERS, NO, YES, Form
from spanish21.errors import Spanish21Error
from spanish21.game.rules import SETTINGS, Rules
from spanish21.game.settings import ODDS, PART, WORD, YES_OR_NO, Setting
from spanish21.game.settings import setting_words as value_shown
from spanish21.game.side_wagers.registry import side_wager


class Asked(NamedTuple):
    """What is asked about a subject, and the answer."""

    asks: str
    form: Form
    right: str
    options: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


Maker = Callable[[Rulebook, Clause, str, random.Random], Asked]


# -- which of these -------------------------------------------------------------------------------


def among(
    asks: str, right: str, wrong: Iterable[str], chance: random.Random, clauses: Iterable[str]
) -> Asked:
    """A question with up to four options in an order drawn by chance."""
    others = sorted({one for one in wrong if one != right})
    options = [right, *chance.sample(others, min(len(LETTERS) - 1, len(others)))]
    chance.shuffle(options)
    return Asked(asks, "letter", LETTERS[options.index(right)], tuple(options), tuple(clauses))


def _clause_text(clause: Clause) -> str:
    return f"{clause.id}: {clause.says}"


def _which_clause(
    asks: str, book: Rulebook, clause: Clause, chance: random.Random, behind: Iterable[str]
) -> Asked:
    """Which clause: this one, or others that are not behind the same thing and say something else."""
    clauses = tuple(behind)
    wrong = [_clause_text(one) for one in book.clauses if one.id not in clauses and one.says != clause.says]
    return among(asks, _clause_text(clause), wrong, chance, clauses)


def refusal_question(book: Rulebook, clause: Clause, reason: str, chance: random.Random) -> Asked:
    said = reason_text(rules_of(book.name), reason)
    asks = f'A table under {book.name} refuses what was asked of it: "{said}". Which clause is the reason?'
    return _which_clause(asks, book, clause, chance, book.cite(reason))


def step_question(book: Rulebook, clause: Clause, step: str, chance: random.Random) -> Asked:
    words = re.sub(r"(?<!^)([A-Z])", r" \1", step).lower()
    asks = f"Which of these clauses of {book.name} is about this step of the procedure: {words}?"
    return _which_clause(asks, book, clause, chance, book.cite(step))


def term_question(book: Rulebook, clause: Clause, term: str, chance: random.Random) -> Asked:
    if term in clause.decides:
        said = why_text(rules_of(book.name), term) if term in WHY_WORDS else term.replace("_", " ")
        asks = f'Which of these clauses of {book.name} decides this result: "{said}"?'
        return _which_clause(asks, book, clause, chance, book.cite(term))
    asks = f'Which of these clauses of {book.name} says what this is: "{term}"?'
    return _which_clause(asks, book, clause, chance, book.cite(term))


# -- settings -------------------------------------------------------------------------------------


def setting_question(book: Rulebook, clause: Clause, name: str, chance: random.Random) -> Asked:
    """Whether a table may play so: a value that the clause gives or another, evenly."""
    allowed, refused = values_of(book, clause, name)
    wanted = chance.random() < 0.5 or not allowed
    value = chance.choice(refused if wanted and refused else allowed)
    setting = SETTINGS.get(name)
    asks = (
        f"A table under {book.name} is to play so: {meaning_of(name, setting)}: "
        f"{_value_text(name, setting, value)}. Is that allowed?"
    )
    return Asked(asks, "yes or no", YES if is_allowed(book, name, value) else NO, (), book.cite(name))


def is_allowed(book: Rulebook, name: str, value: Any) -> bool:
    """Whether the data of a book allow a value of a setting."""
    if name in book.bounds:
        return any(fits(bound, value) for bound in book.bounds[name])
    return fits((book.fixed[name],), value)


def plays(book: Rulebook, name: str, value: Any) -> Rules | None:
    """The rules of a table of the book with a value of a setting; nothing if the engine refuses it."""
    if name in book.fixed and name not in book.bounds and is_allowed(book, name, value):
        return rules_of(book.name)
    sample = shared_sample(book.name)
    choice = {name: value}
    if name.endswith("_offered"):
        choice = {"offers": (name.removesuffix("_offered"),) if value else ()}
    try:
        return rules_of(book.name, replace(sample, choose={**sample.choose, **choice}))
    except Spanish21Error:
        return None


def values_of(book: Rulebook, clause: Clause, name: str) -> tuple[list[Any], list[Any]]:
    """Values of a setting to ask about: those that may be played, and those that may not. A value that goes
    only with other choices is not asked about."""
    bound: Bound = clause.allows.get(name) or clause.by_approval.get(name) or (clause.sets.get(name),)
    allowed = [
        value
        for value in _values_in(bound)
        if is_allowed(book, name, value) and plays(book, name, value) is not None
    ]
    refused = [value for value in _values_beyond(book, name, bound) if not is_allowed(book, name, value)]
    return allowed, refused


def _values_in(bound: Bound) -> list[Any]:
    if isinstance(bound, Range):
        return sorted({bound.least, bound.usual, bound.most or bound.usual * 2 or 100})
    return list(bound)


def _values_beyond(book: Rulebook, name: str, bound: Bound) -> list[Any]:
    """Plausible values that the bound does not hold."""
    setting = SETTINGS.get(name)
    if name.endswith("_offered"):
        return []
    if setting is not None and setting.kind == WORD:
        return list(setting.words)
    if setting is not None and setting.kind == YES_OR_NO:
        return [True, False]
    if isinstance(bound, Range):
        return [one for one in (bound.least - 1, (bound.most or -2) + 1) if one >= 0]
    beyond: list[Any] = []
    for value in bound:
        if isinstance(value, list) and len(value) == 2:
            beyond += [[value[0] + 1, value[1]], [value[0], value[1] + 1]]
        elif isinstance(value, int):
            beyond += [value + 1, value - 1] if value > 1 else [value + 1]
    if name.endswith("_paytable"):
        beyond += ["F", "G"]
    return beyond


def _value_text(name: str, setting: Setting | None, value: Any) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    if setting is None:
        return str(value)
    if setting.kind in (ODDS, PART):
        return f"{value[0]} to {value[1]}" if setting.kind == ODDS else f"{value[0]}/{value[1]}"
    return value_shown(setting, value).strip('"').replace("_", " ")


# -- equipment and approvals ----------------------------------------------------------------------


def equipment_question(book: Rulebook, clause: Clause, item: str, chance: random.Random) -> Asked:
    choices = needed_choices(clause, item)
    own = rules_of(book.name, **choices).equipment
    others = {one for name in RULEBOOKS for each in load_book(name).clauses for one in each.equipment}
    asks = f"Which of these is on the opening checklist of a table under {book.name}{_choices_text(choices)}?"
    return among(asks, _plain(item), map(_plain, sorted(others - set(own))), chance, book.cite(item))


def needed_choices(clause: Clause, item: str) -> dict[str, Any]:
    """Choices under which a clause requires an item that it requires only sometimes."""
    conditions = [one.removeprefix(f"{item}: ") for one in clause.only_if if one.startswith(f"{item}: ")]
    conditions = conditions or [one for one in clause.only_if if ": " not in one]
    if not conditions:
        return {}
    name, _, word = conditions[0].partition(" = ")
    if name.endswith("_offered"):
        return {"offers": (name.removesuffix("_offered"),)}
    companions = {"hole_card": True} if name == "card_reader" else {}
    return {**companions, name: word or True}


def _choices_text(choices: dict[str, Any]) -> str:
    said = []
    for name, value in choices.items():
        if name == "offers":
            said.append(f"offers {side_wager(value[0]).title}")
        else:
            text = _value_text(name, SETTINGS.get(name), value)
            said.append(f"has this: {meaning_of(name, SETTINGS.get(name)).lower()}: {text}")
    return f" that {' and '.join(said)}" if said else ""


def inscription_question(book: Rulebook, clause: Clause, inscription: str, chance: random.Random) -> Asked:
    others = {one.inscription for name in RULEBOOKS for one in load_book(name).clauses if one.inscription}
    own = {one.inscription for one in book.clauses}
    wrong = {*(others - own), *_NOT_WRITTEN}
    asks = f"Which of these is written on the layout of a table under {book.name}?"
    return among(asks, inscription, wrong, chance, (clause.id,))


_NOT_WRITTEN = (
    "Blackjack pays 6 to 5",
    "Insurance pays 3 to 1",
    "Blackjack pays 2 to 1",
    "Dealer must draw to 18",
)
"""What no layout says."""


def approval_question(book: Rulebook, clause: Clause, office: str, chance: random.Random) -> Asked:
    """Which approval a clause asks for, among those of which the book says nothing."""
    others = {one for name in RULEBOOKS for each in load_book(name).clauses for one in each.office}
    own = {one for each in book.clauses for one in each.office}
    may = "may" if clause.optional or clause.by_approval or clause.only_if else "must"
    asks = f"Which of these approvals {may} a Rules Submission under {book.name} name?"
    return among(asks, _plain(office), map(_plain, sorted(others - own)), chance, book.cite(office))


def _plain(name: str) -> str:
    return name.replace("_", " ")


MAKERS: dict[str, Maker] = {
    "setting": setting_question,
    "refusal": refusal_question,
    "step": step_question,
    "term": term_question,
    "equipment": equipment_question,
    "inscription": inscription_question,
    "approval": approval_question,
}
"""By kind of question: what makes it."""
