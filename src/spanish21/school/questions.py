"""A question of the school: what is asked, what is right, by which clause, and how an answer is read."""

import re
from typing import Any, Literal

import msgspec

from spanish21.books.citing import citations, why_silent
from spanish21.books.rulebook import load_book
from spanish21.errors import BadInput
from spanish21.game.money import amount_of
from spanish21.game.rules import Rules

Topic = Literal[
    "Opening the table",
    "Shuffling and cutting",
    "Dealing",
    "Totals",
    "Paying and collecting",
    "Side wagers",
    "Insurance",
    "What players may do",
    "Order",
    "Irregularities",
]
TOPICS: dict[str, Topic] = {
    "opening": "Opening the table",
    "shuffling": "Shuffling and cutting",
    "dealing": "Dealing",
    "totals": "Totals",
    "payouts": "Paying and collecting",
    "sides": "Side wagers",
    "insurance": "Insurance",
    "requests": "What players may do",
    "order": "Order",
    "irregularities": "Irregularities",
}
"""The topics by the words with which one is chosen."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a dealer must know now.

    `skill` names what it trains, the same for all questions of a kind. `options` are the choices;
    without options an answer is a number, an amount or a list of boxes. `right` is the answer in its plain
    form, `wrong` are the plausible other answers from which options are drawn. `clauses` require the
    right answer; where the book is silent, `house` says why it is right anyway.
    """

    skill: str
    topic: Topic
    kind: Literal["choice", "number", "amount", "boxes"]
    asks: str
    right: str
    explains: str
    floor: str
    hint: str
    clauses: tuple[str, ...] = ()
    house: str = ""
    wrong: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


class Cited(msgspec.Struct, frozen=True):
    """The clauses behind some names of a book, or why the house acts without one."""

    clauses: tuple[str, ...]
    house: str


def cited(rules: Rules, *names: str) -> Cited:
    """The clauses that the book holds under these names, or the reason where it is silent."""
    book = load_book(rules.book)
    clauses = tuple(dict.fromkeys(clause for name in names for clause in citations(book, rules, name)))
    if clauses:
        return Cited(clauses, "")
    reasons = (why_silent(book, name) for name in names)
    return Cited((), next((reason for reason in reasons if reason), "the house's own rule"))


def knows(rules: Rules, *names: str) -> bool:
    """Whether a clause of the book speaks of any of these names."""
    return bool(cited(rules, *names).clauses)


def clause_texts(rules: Rules, question: Question, most: int = 3) -> list[str]:
    """The clauses of a question, each with what it says."""
    says = {clause.id: clause.says for clause in load_book(rules.book).clauses}
    if not question.clauses:
        return [f"The book is silent; {question.house}."]
    shown = [f"{rules.book} {one}: {says.get(one, '')}" for one in question.clauses[:most]]
    rest = question.clauses[most:]
    return [*shown, f"See also {', '.join(rest)}."] if rest else shown


def shown_question(question: Question) -> dict[str, Any]:
    """A question without its answer."""
    return {
        "topic": question.topic,
        "kind": question.kind,
        "asks": question.asks,
        "options": question.options,
    }


def hint_text(rules: Rules, question: Question) -> str:
    """A hint: of a step that is due, what the first clause says."""
    if question.skill.startswith("step.") and question.clauses:
        return clause_texts(rules, question, 1)[0]
    return question.hint


# -- answers ---------------------------------------------------------------------------------------

_COLLECTS = ("collect", "take", "lose", "lost")
_PAYS = ("pay", "pays")
_NOTHING = ("push", "nothing", "tie", "stays")
YES, NO = "Yes, allow it.", "No, refuse it."


def answer_of(question: Question, typed: str) -> str:
    """What was typed in its plain form, or `BadInput`: what an answer looks like."""
    text = " ".join(typed.strip().lower().split())
    if question.options:
        return _option_of(question, text)
    if question.kind == "number":
        return _number_of(text)
    if question.kind == "amount":
        return str(_amount_of(text))
    return _boxes_of(text)


def _option_of(question: Question, text: str) -> str:
    """By its letter, its number, or whole words that only one option has next to one another."""
    options = question.options
    letters = "abcdefgh"[: len(options)]
    if len(text) == 1 and text in letters:
        return options[letters.index(text)]
    if text.isdecimal() and 1 <= int(text) <= len(options):
        return options[int(text) - 1]
    typed = _words(text)
    whole = [option for option in options if _words(option) == typed]
    found = [option for option in options if typed and f" {typed} " in f" {_words(option)} "]
    if len(whole or found) == 1 and not (text.isdecimal() and not whole):
        return (whole or found)[0]
    said = f"that is not one of the answers; choose a letter from a to {letters[-1]}"
    raise BadInput(f"{said}, or type whole words that only one answer has")


def _words(text: str) -> str:
    """A text as its words alone, in small letters.

    >>> _words("Take the 10s out, and show them.")
    'take the 10s out and show them'
    """
    return " ".join(re.findall(r"\w+(?:['’-]\w+)*", text.lower()))


def _number_of(text: str) -> str:
    number = text.removeprefix("soft ").removeprefix("hard ")
    if not number.isdecimal() or len(number) > 9:
        raise BadInput("type a whole number, such as 17")
    return str(int(number))


def _amount_of(text: str) -> int:
    """An amount that is paid, or with a minus one that is collected."""
    word, _, rest = text.partition(" ")
    if text in _NOTHING:
        return 0
    sign = -1 if word in _COLLECTS else 1
    figure = rest if word in (*_COLLECTS, *_PAYS) else text
    if figure.startswith(("-", "+")):
        sign = -sign if figure[0] == "-" else sign
        figure = figure[1:]
    try:
        return sign * amount_of(figure.strip().lstrip("$£").replace(",", ""))
    except BadInput:
        raise BadInput("type an amount: 15 to pay, -10 to collect, 0 when it stays as it is") from None


def _boxes_of(text: str) -> str:
    words = text.replace(",", " ").split()
    if not words or not all(word.isdecimal() and len(word) < 3 for word in words):
        raise BadInput("type the numbers of the boxes in order, such as 3 2 1")
    return " ".join(str(int(word)) for word in words)
