"""`spanish21 questions`: questions about the clauses of the books, and the score of answers."""

from typing import TYPE_CHECKING, Any

import click

from spanish21.books.rulebook import RULEBOOKS
from spanish21.cli.choosing import examples, text_of_file
from spanish21.cli.printing import fitting, json_line
from spanish21.errors import BadInput

if TYPE_CHECKING:
    from spanish21.environments.text.answer_scores import AnswerScore


@click.command(
    epilog=examples(
        "spanish21 questions --seed 21 --count 5",
        "spanish21 questions --seed 21 --count 5 --kind paid --book massachusetts --json",
        "spanish21 questions --seed 21 --count 5 --solved --json > solved.jsonl",
        "spanish21 questions --seed 21 --count 5 --answers answers.jsonl",
        "spanish21 questions --counts",
    )
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="The seed of the questions.")
@click.option("--count", type=click.IntRange(1), help="How many.  [default: one about every clause]")
@click.option("--book", "books", type=click.Choice(RULEBOOKS), multiple=True, help="Only these books.")
@click.option("--kind", "kinds", metavar="KIND", multiple=True, help="Only these kinds; --counts lists them.")
@click.option("--answers", metavar="FILE", help="AnswerScore answers: JSON lines with number and answer.")
@click.option("--solved", is_flag=True, help="Print the answers and their clauses as well.")
@click.option("--counts", is_flag=True, help="Print how many questions there are, by kind.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one question per line.")
def questions(
    seed: int | None,
    count: int | None,
    books: tuple[str, ...],
    kinds: tuple[str, ...],
    answers: str | None,
    solved: bool,
    counts: bool,
    as_json: bool,
) -> None:
    """Draw questions about the clauses of the books, or score answers to them.

    Is this allowed? How much is paid? Which clause? The same seed, count, books and kinds always give the
    same questions. To score answers, give the same again with --answers: a file of lines such as {"number":
    1, "answer": "yes"}. An answer that cannot be read is wrong, and is counted.
    """
    from spanish21.environments.text.clause_questions import draw

    if counts:
        _print_counts(books, as_json)
        return
    if seed is None:
        raise BadInput("--seed is missing: it decides which questions are drawn")
    drawn = draw(seed, count, books, kinds)
    if answers is not None:
        from spanish21.environments.text.answer_scores import score_of

        _print_score(score_of(drawn, _answers_in(answers)), as_json)
        return
    _print_questions(drawn, solved, as_json)


def _print_questions(drawn: list[Any], solved: bool, as_json: bool) -> None:
    import msgspec

    from spanish21.environments.text.answer_scores import question_row, shown_text

    for question in drawn:
        if as_json:
            json_line(msgspec.to_builtins(question) if solved else question_row(question))
            continue
        click.echo(shown_text(question))
        if solved:
            click.echo(f"   → {question.right} [{question.book} {', '.join(question.clauses)}]")


def _answers_in(path: str) -> dict[int, object]:
    """The answers in a file, by the number of their question."""
    import msgspec

    found: dict[int, object] = {}
    for place, line in enumerate(text_of_file(path).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            said = msgspec.json.decode(line, type=dict[str, Any])
            number = msgspec.convert(said["number"], int)
            found[number] = said["answer"]
        except (msgspec.MsgspecError, KeyError):
            like = '{"number": 1, "answer": "yes"}'
            raise BadInput(f"{path}: line {place} is not an answer; write {like}") from None
    return found


def _print_score(score: "AnswerScore", as_json: bool) -> None:
    if as_json:
        json_line(score)
        return
    click.echo(
        f"{score.right} of {score.asked} right; {score.unreadable} unreadable, {score.missing} not answered"
    )
    rows = [("kind", "right", "asked")]
    rows += [(kind, str(one.right), str(one.asked)) for kind, one in sorted(score.kinds.items())]
    click.echo("\n".join(fitting(rows, right=(1, 2), headed=True)))


def _print_counts(books: tuple[str, ...], as_json: bool) -> None:
    from spanish21.environments.text.clause_questions import KINDS, counts_by_kind

    found = counts_by_kind(books or RULEBOOKS)
    if as_json:
        json_line({kind: {"questions": many, "clauses": of} for kind, (many, of) in found.items()})
        return
    rows = [("kind", "questions", "clauses", "asks")]
    rows += [(kind, str(many), str(of), KINDS[kind]) for kind, (many, of) in found.items()]
    click.echo("\n".join(fitting(rows, right=(1, 2), headed=True)))
