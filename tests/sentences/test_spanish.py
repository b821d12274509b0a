"""The Spanish catalogue has all that the English one has, and says the same; nothing is left in English."""

import re

import msgspec
import pytest

from sentences.test_sentences import NAMES, READERS, RULES, examples
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.books.wording import WHY_WORDS
from spanish21.errors import Refused
from spanish21.game.events import EVENTS
from spanish21.game.moves.bounds import BOUNDS, WAITS, Bounds
from spanish21.game.reasons import Reason
from spanish21.game.rules import PAY_NAMES
from spanish21.game.side_wagers.registry import side_wagers
from spanish21.sentences import spanish_reasons, spanish_results
from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language
from spanish21.sentences.languages import LANGUAGES, language_of
from spanish21.sentences.patterns import blanks_of
from spanish21.sentences.spanish import SPANISH
from spanish21.sentences.text import text_of

ENGLISH_WORDS = re.compile(
    r"\b(the|of|and|you|your|is|are|with|wins?|gets?|cards?|hand|wager|dealer|box|pays|shows)\b", re.I
)
BLANK = "\N{NO-BREAK SPACE}"


def test_every_sentence_of_one_catalogue_is_in_the_other_and_tells_the_same_facts() -> None:
    for name in ("events", "calls"):
        english, spanish = getattr(ENGLISH, name), getattr(SPANISH, name)
        assert list(english) == list(spanish)
        for key, text in english.items():
            told = {blank.lower() for blank in blanks_of(text)}
            assert {blank.lower() for blank in blanks_of(spanish[key])} == told, key


def test_every_reason_bound_result_and_line_has_its_words() -> None:
    assert set(spanish_reasons.REASONS) == {str(reason) for reason in Reason}
    assert set(spanish_reasons.BOUNDS) == set(BOUNDS)
    assert set(spanish_reasons.WAITS) == set(WAITS)
    assert set(spanish_results._WHY) == set(WHY_WORDS)
    assert set(spanish_results._PAYS) == set(PAY_NAMES)
    assert {kind: set(lines) for kind, lines in spanish_results._LINES.items()} == {
        record.kind: set(record.lines) for record in side_wagers()
    }
    for kind, pattern in BOUNDS.items():
        blanks = sorted(re.findall(r"{(\w+)}", pattern))
        assert sorted(re.findall(r"{(\w+)}", spanish_reasons.BOUNDS[kind])) == blanks, kind


@pytest.mark.parametrize("kind", EVENTS)
def test_what_happens_is_told_in_spanish_alone_and_whenever_it_is_told_in_english(kind: str) -> None:
    for event in examples(kind):
        for voice, reader in READERS.items():
            text = text_of(event, msgspec.structs.replace(reader, language=SPANISH))
            assert bool(text) == bool(text_of(event, reader)), voice
            assert not re.search(r"[\[\]{}<>|]|  |None", text), (voice, text)
            for word in (*NAMES.values(), *(record.title for record in side_wagers()), "hot spot"):
                text = text.replace(word, "")
            assert not ENGLISH_WORDS.search(text), (voice, text)


@pytest.mark.parametrize("book", BOOKS)
def test_refusals_and_results_of_every_book_are_in_spanish(book: str) -> None:
    rules = rules_of(book)
    for reason in Reason:
        text = SPANISH.refusal(rules, Refused(reason, Bounds("at_most", (5_00,))))
        assert not ENGLISH_WORDS.search(text), text
    for why in (*PAY_NAMES, *WHY_WORDS, "pays_insurance"):
        text = SPANISH.why(rules, why)
        assert text != ""
        assert not ENGLISH_WORDS.search(text), text


def test_money_cards_and_places_are_written_as_in_spanish() -> None:
    assert SPANISH.money(123_450, "$") == f"1.234,50{BLANK}$"
    assert SPANISH.card("Qs") == "la dama de picas"
    assert SPANISH.possessive(SPANISH.dealer) == "del crupier"
    refused = Refused("above_maximum", Bounds("at_most", (500_00,)))
    said = f"la apuesta está por encima del máximo (como máximo 500{BLANK}$)"
    assert SPANISH.refusal(RULES, refused) == said


def test_a_language_is_found_by_what_a_browser_or_a_terminal_asks_for() -> None:
    found: dict[str, Language] = {
        "es-MX,es;q=0.9,en;q=0.8": SPANISH,
        "es_ES.UTF-8": SPANISH,
        "de, es;q=0.5": SPANISH,
        "en-GB,es": ENGLISH,
        "fr": ENGLISH,
        "C.UTF-8": ENGLISH,
        "": ENGLISH,
    }
    assert {asked: language_of(asked) for asked in found} == found
    assert set(LANGUAGES) == {"en", "es"}
