"""The dealer's school in the terminal: questions, corrections with their clauses, hints, a score, an exam."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.cli import main
from spanish21.cli.deal_desk import TraineeDesk
from spanish21.school.lesson import Lesson, LessonPlan


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which nothing was learned yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


every_book = pytest.mark.parametrize("book", BOOKS)


def deal(*arguments: str, keys: str = "", columns: int = 80) -> Result:
    return CliRunner(env={"COLUMNS": str(columns)}).invoke(main, ["deal", *arguments], input=keys)


def told(*arguments: str, keys: str) -> list[dict[str, Any]]:
    result = deal("--json", *arguments, keys=keys)
    return [json.loads(line) for line in result.stdout.splitlines()]


@every_book
def test_a_lesson_ends_cleanly_with_q_and_with_the_input(book: str) -> None:
    for keys in ("", "q\n", "a\na\na\nQ\n"):
        result = deal(book, "--seed", "1", keys=keys)
        assert result.exit_code == 0
        assert result.stderr == ""
        assert "What comes next?" in result.stdout
        assert "right" in result.stdout or "No question was answered." in result.stdout


@every_book
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal(book: str, columns: int) -> None:
    result = deal(
        book, "--seed", "3", "--boxes", "7", "--irregular", "1", keys="a\n1\n3 2 1\n" * 150, columns=columns
    )
    assert max(len(line) for line in click.unstyle(result.stdout).splitlines()) <= columns


def test_a_wrong_step_is_told_with_its_clause_and_what_a_floorperson_does() -> None:
    lines = deal("maryland", "--seed", "4", keys="wash\nwhy\nq\n").stdout
    assert "No. Shuffle the cards by hand, and stack them. [maryland 4.F, 5.A, 5.A(1), …]" in lines
    assert "The floorperson stops you" in lines
    assert "maryland 5.A: The cards are shuffled before play begins" in lines


def test_a_hint_quotes_the_clause_and_is_counted() -> None:
    documents = told("maryland", "--seed", "4", keys="?\nshuffle\nq\n")
    assert documents[1]["hint"].startswith("maryland 4.F:")
    assert documents[2]["is_right"]
    assert documents[-1]["score"]["hinted"] == 1


def test_an_exam_gives_neither_hints_nor_corrections_before_its_end() -> None:
    result = deal("maryland", "--exam", "--seed", "4", keys="?\na\nwhy\na\nq\n")
    assert result.exit_code == 1
    assert "There are no hints in an exam." in result.stdout
    assert "The exam is not finished." in result.stdout
    asked = told("maryland", "--exam", "--seed", "4", keys="a\nq\n")
    assert set(asked[0]["question"]) == {"topic", "kind", "asks", "options"}
    assert asked[1] == {"answered": asked[0]["question"]["options"][0]}


def test_nobody_is_told_an_unseen_card() -> None:
    documents = told("maryland", "--seed", "3", "--irregular", "1", keys="a\n1\n3 2 1\n" * 200)
    events = [event for one in documents for event in one.get("events", ())]
    assert any(event["type"] == "CardDealt" and event["card"] == "??" for event in events)
    assert all(event["card"] == "??" for event in events if event["type"] == "CardBurned")


def answers(book: str, name: str, *, wrong: bool) -> str:
    """What somebody would type in the exam of this seed: everything right, or one answer in five wrong."""
    lesson = Lesson(rules_of(book), LessonPlan(3, 0.6, 0.3, True, 20), random.Random(8))
    lines = []
    while (question := lesson.next()) is not None:
        right = question.right
        if question.kind == "amount":
            right = f"{int(right) / 100:.2f}"
        if wrong and len(lines) % 5 == 0:
            right = next((one for one in question.options if one != question.right), "99")
        lines.append(right)
        lesson.answer(right)
    return "\n".join(lines) + "\n"


@every_book
def test_an_exam_writes_a_certificate(book: str, tmp_path: Path) -> None:
    page = tmp_path / "exam.html"
    given = (
        book,
        "--exam",
        "--questions",
        "20",
        "--seed",
        "8",
        "--name",
        "A. <b>",
        "--certificate",
        str(page),
    )
    passed = deal(*given, keys=answers(book, "A", wrong=False))
    assert passed.exit_code == 0, passed.stdout
    assert "The exam is passed." in passed.stdout
    written = page.read_text("utf-8")
    assert "Certificate of Dealing" in written
    assert "A. &lt;b&gt;" in written
    assert f"spanish21 deal {book} --exam --questions 20 --boxes 3 --irregular 0.6 --seed 8" in written
    assert "http" not in written.replace("http-equiv", "")
    failed = deal(*given, keys=answers(book, "A", wrong=True))
    assert failed.exit_code == 1
    assert "The exam is not passed." in failed.stdout
    assert "To be read again" in page.read_text("utf-8")


def test_a_book_from_a_file_is_taught_too() -> None:
    book = Path(__file__).parents[1] / "own_books" / "harbour.toml"
    result = deal(str(book), "--seed", "1", keys="zzz\na\na\nq\n")
    assert result.exit_code == 0
    assert "harbour" in result.stdout.lower()


def test_an_irregularity_is_brought_about_on_demand() -> None:
    def read() -> str:
        question = lesson.current
        assert question is not None
        if not typed:
            typed.append("trouble")
            return "trouble a card face up"
        if len(typed) == 1:
            typed.append("face_up")
            return "trouble face up"
        if question.skill == "remedy.face_up":
            found.append(question.asks)
            return "q"
        return f"{int(question.right) / 100:.2f}" if question.kind == "amount" else question.right

    typed: list[str] = []
    found: list[str] = []
    lesson = Lesson(rules_of("maryland"), LessonPlan(irregular=0), random.Random(2))
    TraineeDesk(lesson, True, read).hold()
    assert "is found face up in the shoe" in found[0]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--questions", "5"), "--questions belongs to an exam; add --exam"),
        (("--certificate", "x.html"), "--certificate belongs to an exam; add --exam"),
        (("--exam", "--certificate", "/nowhere/x.html"), "cannot be written"),
        (("--boxes", "9"), "--boxes"),
        (("--exam", "--only", "payouts"), "--only belongs to a lesson"),
        (("--only", "poker"), "'poker' is not one of"),
        (("--irregular", "2"), "--irregular"),
        (("--set", "boxes=2", "--boxes", "3"), "--boxes is 3; this table has 2"),
        (("--exam", "--questions", "0"), "--questions"),
    ],
)
def test_what_cannot_be_taught_is_refused_in_one_line(arguments: tuple[str, ...], says: str) -> None:
    result = deal("maryland", *arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


def test_without_utf_8_suits_are_letters() -> None:
    given = [sys.executable, "-m", "spanish21", "deal", "uk-casino", "--seed", "3"]
    keys = "a\n1\n3 2 1\n" * 60
    env = {"PYTHONIOENCODING": "ascii", "PATH": "", "PYTHONPATH": ":".join(sys.path), "COLUMNS": "80"}
    done = subprocess.run(given, input=keys.encode(), capture_output=True, env=env, check=True)
    text = done.stdout.decode("ascii")
    assert re.search(r"\bGBP\d", text)
    assert "Ks" in text or "Kh" in text
    assert "?" not in text.replace("?\n", "\n").replace("? ", " ").replace("??", "")


def test_a_typo_is_asked_again_and_does_not_count() -> None:
    documents = told("maryland", "--seed", "4", keys="0\nshuffle\nq\n")
    assert documents[1]["unread"] == "0"
    assert documents[2]["is_right"]
    assert (documents[-1]["score"]["asked"], documents[-1]["score"]["right"]) == (1, 1)


def test_trouble_alone_lists_what_can_go_wrong() -> None:
    shown = deal("maryland", "--seed", "4", keys="trouble\ntrouble fire\ntrouble ten again\nq\n").stdout
    assert "  trouble ten again: A second 10 comes out in this round.\n" in shown
    assert "That cannot happen here; trouble lists what can." in shown
    assert "It will happen at the next opportunity." in shown
    assert "This book does not cover irregularities" in deal("uk-casino", keys="trouble\n").stdout
    assert "face_up" in told("maryland", keys="trouble\n")[1]["troubles"]


def test_the_title_of_an_exam_says_that_wrong_answers_come_up_again() -> None:
    shown = deal("maryland", "--exam", "--questions", "12", columns=110).stdout
    assert shown.startswith("Exam, 12 questions; wrong answers come up again · Maryland Spanish 21\n")


def test_a_lesson_can_keep_to_payouts() -> None:
    documents = told("maryland", "--seed", "5", "--only", "payouts", keys="1\n" * 20)
    topics = {one["question"]["topic"] for one in documents if "question" in one}
    assert topics == {"Paying and collecting"}
    assert "school: paying and collecting ·" in deal("maryland", "--only", "payouts").stdout


def test_progress_is_saved_between_lessons_and_shown(own_folder: Path) -> None:
    assert "So far" not in deal("maryland", "--seed", "4", keys="shuffle\nd\nq\n").stdout
    shown = deal("maryland", "--seed", "4", keys="shuffle\nq\n").stdout
    assert "So far: 1 lesson, 1 of 2 right. To practise: Shuffling and cutting 1 of 2." in " ".join(
        shown.split()
    )
    assert "So far" not in deal("uk-casino").stdout
    documents = told("maryland", keys="q\n")
    assert documents[0]["so_far"][0] == "So far: 2 lessons, 2 of 3 right."
    kept = json.loads((own_folder / "spanish21" / "school.json").read_text())
    assert kept["maryland"]["lessons"] == 2


def test_a_lesson_of_a_seed_is_the_same_whatever_was_learned_before() -> None:
    asked = [told("maryland", "--seed", "9", keys="1\n" * 12) for _ in range(2)]
    questions = [[one["question"] for one in documents if "question" in one] for documents in asked]
    assert questions[0] == questions[1]


def test_a_record_that_cannot_be_read_or_written_is_told_in_a_line(own_folder: Path) -> None:
    record = own_folder / "spanish21" / "school.json"
    record.parent.mkdir()
    record.write_text("[1]")
    result = deal("maryland")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "is not a record of lessons; move it away" in result.stderr
    record.unlink()
    record.parent.rmdir()
    record.parent.write_text("a file where the folder should be")
    assert "cannot be read" in deal("maryland").stderr
