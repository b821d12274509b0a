"""Questions about every clause: all are covered, and each answer is found again in another way."""

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from explore import with_unseen_shuffled
from spanish21.books.citing import citations, refusal_clauses
from spanish21.books.clauses import PAYTABLE_KINDS, Rulebook
from spanish21.books.explaining import cite
from spanish21.books.rulebook import RULEBOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import sample_submission
from spanish21.cli import main
from spanish21.environments.ansi import facts_text
from spanish21.environments.seat import PLAYER
from spanish21.environments.text import book_questions, hand_questions, paid_questions
from spanish21.environments.text.answer_scores import LETTERS, ClauseQuestion, read_answer, score_of
from spanish21.environments.text.clause_questions import (
    KINDS,
    QuestionSubject,
    counts_by_kind,
    draw,
    every_subject,
    question_about,
    subjects_of,
)
from spanish21.errors import BadInput, Refused
from spanish21.game.decide import is_legal, legal
from spanish21.game.events import WagerSettled
from spanish21.game.money import amount_of, amount_text
from spanish21.game.rules import settings_of
from spanish21.notation import read_rounds

PAGE = Path(__file__).parents[2] / "docs" / "models.md"


def of_kind(*kinds: str) -> list[QuestionSubject]:
    return [subject for subject in every_subject() if subject.kind in kinds]


def asked_about(
    subjects: Iterable[QuestionSubject], seed: int = 5
) -> Iterable[tuple[QuestionSubject, ClauseQuestion]]:
    for place, subject in enumerate(subjects):
        yield subject, question_about(subject, 1, random.Random(f"{seed} {place}"))


def chosen(question: ClauseQuestion) -> str:
    """The option that is right."""
    return question.options[LETTERS.index(question.right)]


# -- all are covered ------------------------------------------------------------------------------


def test_there_is_a_question_about_each_of_the_1009_clauses() -> None:
    clauses = {(name, clause.id) for name in RULEBOOKS for clause in load_book(name).clauses}
    drawn = draw(21)
    assert len(clauses) == 1009
    assert {(question.book, question.clause) for question in drawn} == clauses
    assert [question.number for question in drawn] == list(range(1, 1010))
    assert {question.kind for question in drawn} == set(KINDS)


def test_everything_that_a_clause_does_is_asked_about() -> None:
    for name in RULEBOOKS:
        book = load_book(name)
        for clause in book.clauses:
            does = (*clause.sets, *clause.allows, *clause.by_approval, *clause.refuses, *clause.step)
            names = (*does, *clause.decides, *clause.equipment, *clause.office)
            said = [one for one in (clause.term, clause.inscription) if one]
            assert sorted(one.name for one in subjects_of(book, clause)) == sorted((*names, *said))


def test_the_counts_in_the_documents_are_those_of_the_generator() -> None:
    page = PAGE.read_text("utf-8")
    for kind, (questions, clauses) in counts_by_kind().items():
        assert f"| `{kind}` | {questions} | {clauses} |" in page
    assert f"{sum(1 for _ in every_subject()):,} things to ask" in page


def test_the_seed_decides_the_questions() -> None:
    assert draw(7, 30) == draw(7, 30)
    assert draw(7, 30) != draw(8, 30)
    assert {question.kind for question in draw(7, 20, kinds=("paid", "hand"))} == {"paid", "hand"}
    assert {question.book for question in draw(7, 20, books=("uk-casino",))} == {"uk-casino"}
    whole = [(question.book, question.clause) for question in draw(1)]
    assert whole != [(question.book, question.clause) for question in draw(2)]


def test_what_cannot_be_drawn_is_refused_in_words() -> None:
    for refused, said in (
        ({"count": 2000}, "from 1 to 1009"),
        ({"count": 0}, "from 1 to 1009"),
        ({"books": ("pontoon",)}, "no questions about pontoon; there are maryland"),
        ({"kinds": ("riddle",)}, "no questions of the kind riddle; there are setting"),
    ):
        with pytest.raises(BadInput, match=said):
            draw(1, **refused)  # type: ignore[arg-type]


# -- each answer is found again -------------------------------------------------------------------


def test_a_question_with_options_has_one_right_answer_among_different_ones() -> None:
    for _, question in asked_about(every_subject()):
        if question.form == "letter":
            assert len(set(question.options)) == len(question.options) == 4, question
        else:
            assert question.options == ()
        assert read_answer(question, question.right) == question.right


def test_the_engine_takes_and_refuses_the_settings_that_are_allowed_and_not() -> None:
    said = {"yes": 0, "no": 0}
    for subject in of_kind("setting"):
        book, clause, _, name = subject
        allowed, refused = book_questions.values_of(book, clause, name)
        assert allowed or refused, (book.name, name)
        for value in allowed:
            rules = book_questions.plays(book, name, value)
            assert rules is not None
            if name in settings_of(rules):
                assert plain(settings_of(rules)[name]) == plain(value), (book.name, name, value)
        for value in refused:
            assert refused_by_submission(book, name, value), (book.name, name, value)
            said["no"] += 1
        said["yes"] += len(allowed)
    assert min(said.values()) > 300


def plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def refused_by_submission(book: Rulebook, name: str, value: Any) -> bool:
    """Whether a submission with this choice is refused because of it."""
    sample = sample_submission(book.name)
    try:
        rules_of(book.name, msgspec.structs.replace(sample, choose={**sample.choose, name: value}))
    except BadInput as error:
        return name in str(error)
    return False


def test_a_setting_is_asked_about_with_either_answer() -> None:
    settings = [one for one in of_kind("setting") if one.book.name == "uk-casino" and values_both(one)]
    rights = {one.name: set[str]() for one in settings}
    for seed in range(12):
        for subject, question in asked_about(settings, seed):
            rights[subject.name].add(question.right)
    assert len(rights) > 10
    assert all(found == {"yes", "no"} for found in rights.values())


def values_both(subject: QuestionSubject) -> bool:
    return all(book_questions.values_of(*subject[:2], subject.name))


def test_the_engine_pays_what_is_the_answer_and_for_the_clause_that_is_asked_about() -> None:
    for subject, question in asked_about(of_kind("paid")):
        book, clause, _, name = subject
        if name.startswith("paytables."):
            continue
        rules = rules_of(book.name)
        for wager in (*paid_questions.WAGERS, *paid_questions.LARGE_WAGERS):
            if name.startswith("super_bonus") and (wager < 25_00) != (name == "super_bonus_small"):
                continue
            event = paid_questions.paid_event(rules, name, wager)
            assert event.paid > 0
            assert clause.id in cite(rules, event), (book.name, name)
        assert clause.id in question.clauses
        assert amount_of(question.right) > 0


def test_the_engine_pays_the_lines_of_paytables_that_are_asked_about() -> None:
    """Every line paid by odds is dealt, wagered on and settled at a table with that paytable."""
    dealt = 0
    for book, clause, _, name in of_kind("paid"):
        if not name.startswith("paytables.match."):
            continue
        table, line = name.split(".")[2:]
        (played,) = read_rounds(match_round(book, table, line))
        (event,) = [one for one in played.events if isinstance(one, WagerSettled) and one.kind == "match"]
        lines = {
            key.rpartition(".")[2]: value for key, value in book.fixed.items() if f"match.{table}." in key
        }
        record = PAYTABLE_KINDS["match"]
        assert event.paid == paid_questions.odds_paid(played.end.rules, record, lines, line, 5_00)
        assert clause.id in cite(played.end, event)
        dealt += 1
    assert dealt > 20


def match_round(book: Rulebook, table: str, line: str) -> str:
    """A round whose wager on a match wins on a line of a paytable."""
    first, second = {
        "suited": ("9d", "Kc"),
        "unsuited": ("9s", "Kc"),
        "two_suited": ("9d", "9d"),
        "suited_and_unsuited": ("9d", "9s"),
        "two_unsuited": ("9s", "9c"),
    }[line]
    choice = f"set match_paytable {table}" if "match_paytable" in book.bounds else f"set decks {table}"
    wagers = "bet ann 1 10.00\nbet ann 1 5.00 match"
    cards = f"cards {first} 9d {second} 8h"
    return f"book {book.name}\n{choice}\nsit ann 1 500.00\n{wagers}\n{cards}\nann stands\n"


def test_prizes_that_are_asked_about_are_those_of_the_books_data() -> None:
    for subject, question in asked_about(of_kind("paid")):
        book, _, _, name = subject
        value = book.fixed.get(name)
        if not name.startswith("paytables.") or name.startswith("paytables.match."):
            continue
        if isinstance(value, str):
            assert chosen(question) == paid_questions._PRIZES[value]
        elif isinstance(value, list):
            assert question.right in map(amount_text, value)
        elif name.endswith(("four_suited", "four_same_color")):
            meter = question.asks.partition("the meter shows $")[2].partition(", and")[0].replace(",", "")
            assert amount_of(question.right) * 100 == amount_of(meter) * value
        else:
            assert amount_of(question.right) == value


def test_decisions_that_are_asked_about_are_legal_or_refused_for_the_reason_of_the_clause() -> None:
    rights = []
    for place, (book, clause, _, reason) in enumerate(of_kind("hand")):
        table, is_allowed = hand_questions.hand_for(book, reason, random.Random(place))
        kind, _ = hand_questions.ABOUT[reason]
        names = {one.command for one in legal(table, PLAYER)}
        assert (kind.__name__ in names) == is_allowed
        assert clause.id in refusal_clauses(table.rules, Refused(reason))
        rights.append(is_allowed)
    assert 0.25 < sum(rights) / len(rights) < 0.75


def test_which_clause_has_one_answer_by_the_books_citations() -> None:
    for subject, question in asked_about(of_kind("refusal", "step", "term")):
        book, clause, _, name = subject
        rules = rules_of(book.name)
        cited = citations(book, rules, name) or book.cite(name)
        assert chosen(question).startswith(f"{clause.id}: ")
        assert clause.id in cited
        assert not {option.partition(": ")[0] for option in question.options} & (set(cited) - {clause.id})


def test_equipment_is_on_the_checklist_of_such_a_table_and_what_is_wrong_is_not() -> None:
    for subject, question in asked_about(of_kind("equipment")):
        rules = rules_of(subject.book.name, **book_questions.needed_choices(subject.clause, subject.name))
        listed = [option for option in question.options if option.replace(" ", "_") in rules.equipment]
        assert listed == [chosen(question)], question


def test_approvals_are_demanded_of_a_submission_without_any_or_may_be_named() -> None:
    for subject, question in asked_about(of_kind("approval")):
        book, _, _, office = subject
        sample = sample_submission(book.name)
        bare = rules_of(book.name, msgspec.structs.replace(sample, approvals={}))
        missing = {one.partition(" (")[0] for one in bare.approvals_missing}
        assert (office in missing) or " may a Rules Submission" in question.asks
        for option in question.options:
            named = msgspec.structs.replace(sample, approvals={option.replace(" ", "_"): "C-1"})
            if option == chosen(question):
                assert rules_of(book.name, named).approvals
            else:
                with pytest.raises(BadInput, match="is not an approval"):
                    rules_of(book.name, named)


def test_inscriptions_are_those_of_the_table() -> None:
    for subject, question in asked_about(of_kind("inscription")):
        written = rules_of(subject.book.name).inscriptions
        assert [option for option in question.options if option in written] == [chosen(question)]


def test_a_hand_question_shows_nothing_that_the_player_has_not_seen() -> None:
    for seed in range(20):
        chance = random.Random(seed)
        table, _ = hand_questions.hand_for(load_book("maryland"), "no_split", chance)
        other = with_unseen_shuffled(table, chance.shuffle)
        assert facts_text(table) == facts_text(other)
        kind, _ = hand_questions.ABOUT["no_split"]
        assert is_legal(table, kind(by=PLAYER)) == is_legal(other, kind(by=PLAYER))


# -- answers --------------------------------------------------------------------------------------


def question_of(kind: str) -> ClauseQuestion:
    return draw(3, 1, kinds=(kind,))[0]


@pytest.mark.parametrize(
    ("kind", "said", "read"),
    [
        ("setting", " Yes ", "yes"),
        ("setting", "no", "no"),
        ("step", "B", "b"),
        ("step", "d", "d"),
        ("paid", "15", "15.00"),
        ("paid", "$1,000.50", "1000.50"),
        ("paid", "£7.50", "7.50"),
    ],
)
def test_answers_are_read_strictly(kind: str, said: str, read: str) -> None:
    question = next(one for one in draw(3, kinds=(kind,)) if kind != "paid" or one.form == "amount")
    assert read_answer(question, said) == read


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("setting", "yes, it is"),
        ("setting", "y"),
        ("setting", True),
        ("setting", None),
        ("step", "e"),
        ("step", "a b"),
        ("step", ""),
        ("paid", "about 15"),
        ("paid", "15.5"),
        ("paid", 15),
        ("paid", "-15"),
    ],
)
def test_anything_else_is_unreadable(kind: str, said: object) -> None:
    question = next(one for one in draw(3, kinds=(kind,)) if kind != "paid" or one.form == "amount")
    with pytest.raises(BadInput, match="is not an answer; answer "):
        read_answer(question, said)


def test_a_score_counts_what_is_right_unreadable_and_missing() -> None:
    drawn = draw(11, 40)
    answers: dict[int, object] = {question.number: question.right for question in drawn}
    perfect = score_of(drawn, answers)
    assert (perfect.right, perfect.asked, perfect.unreadable, perfect.missing) == (40, 40, 0, 0)
    del answers[1]
    answers[2] = "perhaps"
    worse = score_of(drawn, answers)
    assert (worse.right, worse.unreadable, worse.missing) == (38, 1, 1)
    assert sum(one.asked for one in worse.kinds.values()) == 40
    with pytest.raises(BadInput, match="there is no question 41; they are numbered from 1 to 40"):
        score_of(drawn, {41: "yes"})


def test_the_command_draws_and_scores(tmp_path: Path) -> None:
    given = ["questions", "--seed", "9", "--count", "6"]
    solved = run(*given, "--solved", "--json").splitlines()
    plain_ones = run(*given, "--json")
    assert len(solved) == 6
    assert '"right"' not in plain_ones
    assert '"clause"' not in plain_ones
    answers = tmp_path / "answers.jsonl"
    rights = [question.right for question in draw(9, 6)]
    lines = [f'{{"number": {n}, "answer": "{right}"}}' for n, right in enumerate(rights, start=1)]
    answers.write_text("\n".join(lines) + "\n\n", "utf-8")
    assert run(*given, "--answers", str(answers)).startswith("6 of 6 right; 0 unreadable")
    answers.write_text("yes\n", "utf-8")
    refused = CliRunner().invoke(main, [*given, "--answers", str(answers)])
    assert refused.exit_code == 2
    assert "line 1 is not an answer; write {" in refused.stderr
    assert "--seed is missing" in CliRunner().invoke(main, ["questions"]).stderr


def run(*words: str) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 0, result.stderr
    return result.stdout
