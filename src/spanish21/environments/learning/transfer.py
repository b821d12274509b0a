"""Transfer: what is learned from some books, measured under one that was held out.

`python -m spanish21.environments.learning.transfer 40000000` learns for each book from all the others, and
prints the table that is in docs/environments.md; with the names of books after it, from those alone.
"""

import sys
from collections.abc import Sequence
from typing import NamedTuple

from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.environments.learning.tabular import Learned, learn
from spanish21.environments.measuring.evaluation import Evaluation, evaluate
from spanish21.environments.table_rules import table_rules
from spanish21.errors import BadInput
from spanish21.game.rules import Rules, least_wager


class HeldOut(NamedTuple):
    """What as many rounds teach about a book: of all the others, and of the book itself."""

    held_out: Evaluation
    own: Evaluation

    @property
    def line(self) -> str:
        """A row of the table: the book, and what is lost in basis points."""
        costly = self.held_out.costly[:2]
        hands = ", ".join(f"{one.hand} against {one.up}" for one in costly)
        gaps = (f"{one.gap * 10_000:.1f}" for one in (self.held_out, self.own))
        return f"| {self.held_out.book} | {' | '.join(gaps)} | {hands} |"


def transfers(books: Sequence[Rules], rounds: int, measured: int = 200_000) -> list[HeldOut]:
    """For each of the books, what is learned from the others and from it alone."""
    if len(books) < 2:
        raise BadInput("transfer needs two books at least")
    found = []
    for place, rules in enumerate(books):
        others = [*books[:place], *books[place + 1 :]]
        found.append(
            HeldOut(
                _measured(learn(others, rounds), rules, measured),
                _measured(learn(rules, rounds), rules, measured),
            )
        )
    return found


def _measured(learned: Learned, rules: Rules, rounds: int) -> Evaluation:
    return evaluate(learned, rules, "learned", rounds=rounds)


def compiled_books() -> list[str]:
    """The books that compiled tables play."""
    return [book for book in BOOKS if _is_compiled(rules_of(book))]


def _is_compiled(rules: Rules) -> bool:
    try:
        table_rules(rules, least_wager(rules))
    except BadInput:
        return False
    return True


def main(arguments: Sequence[str]) -> None:
    rounds, *named = arguments or ("1000000",)
    books = [rules_of(book) for book in named or compiled_books()]
    print("| held out | learned from the others | from itself | the most expensive decisions |")
    print("|---|---|---|---|")
    for one in transfers(books, int(rounds)):
        print(one.line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
