"""Scenes for the clauses on payouts and irregularities: own wheels and meters, cards by box, house steps."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from scenes import MARYLAND_BOOKS, Scene
from spanish21.books.citing import citations
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import Submission, WheelStop, sample_submission
from spanish21.dealer import open_table, with_chance
from spanish21.errors import BadRules
from spanish21.game import commands as cmd
from spanish21.game.due import due
from spanish21.game.side_wagers.terms import MeterRules

Ids = str | tuple[str, ...]


def clause(book: str, *ids: str) -> Any:
    """The mark of a test that proves these clauses of a book."""
    return pytest.mark.clause(*(f"{book} {one}" for one in ids))


def in_books(
    *ids: str,
    players_edge: Ids | None = None,
    massachusetts: Ids = (),
    uk_casino: Ids = (),
    books: tuple[str, ...] = MARYLAND_BOOKS,
) -> list[Any]:
    """One parameter a book, each with its own clauses: `ids` in the books that share their chapters."""
    by_book: dict[str, Ids] = dict.fromkeys(books, ids)
    if players_edge is not None:
        by_book["players-edge"] = players_edge
    by_book |= {"massachusetts": massachusetts, "uk-casino": uk_casino}
    params = []
    for book, given in by_book.items():
        named = (given,) if isinstance(given, str) else given
        if named:
            params.append(pytest.param(book, marks=clause(book, *named), id=book))
    return params


def submitted(
    book: str,
    wheels: dict[str, list[str | tuple[str, int]]] | None = None,
    meters: dict[str, tuple[int, int, tuple[int, int]] | None] | None = None,
    approvals: dict[str, str] | None = None,
    **choose: Any,
) -> Submission:
    """The sample submission of a book with other choices; a stop is a symbol, or a symbol and its prize.

    A wheel `spin` is meant for the paytable in use, so that the sample's wheels for others go."""
    sample = sample_submission(book)
    stops = {
        name: tuple(
            WheelStop(symbol, 1) if isinstance(symbol, str) else WheelStop(symbol[0], 1, symbol[1])
            for symbol in symbols
        )
        for name, symbols in (wheels or {}).items()
    }
    wheels_kept = {
        name: wheel
        for name, wheel in sample.wheels.items()
        if not any(name.startswith(f"{one}_") for one in stops if one != "xtreme")
    }
    given = dict(sample.meters)
    for name, meter in (meters or {}).items():
        if meter is None:
            given.pop(name, None)
        else:
            given[name] = MeterRules(*meter)
    return replace(
        sample,
        choose={**sample.choose, **choose},
        wheels={**wheels_kept, **stops},
        meters=given,
        approvals={**sample.approvals, **(approvals or {})},
        source="casino.toml",
    )


def refusal_of(book: str, **changes: Any) -> str:
    """The line with which a submission is refused; fails when it is accepted."""
    with pytest.raises(BadRules) as refusal:
        rules_of(book, submitted(book, **changes))
    return str(refusal.value)


class Submitted(Scene):
    """A scene under a whole submission rather than under choices."""

    def __init__(self, submission: Submission, people: dict[str, int] | None = None) -> None:
        self.book = load_book(submission.book)
        self.rules = rules_of(submission.book, submission)
        self.chance = random.Random(21)
        self.mark = 0
        self.table, self.events = open_table(self.rules, people or {"ann": 10_000_00}, self.chance)
        self.before = self.chips()


def dealt(scene: Scene, hands: list[str], dealer: str, draws: str = "") -> str:
    """The order in which the shoe holds these cards: two a box, the dealer's, what is drawn in between."""
    firsts = [hand.split()[0] for hand in hands]
    seconds = [hand.split()[1] for hand in hands]
    up, *others = dealer.split()
    if scene.rules.hole_card:
        order = [*firsts, up, *seconds, *others[:1], *draws.split(), *others[1:]]
    else:
        order = [*firsts, up, *seconds, *draws.split(), *others]
    return " ".join(order)


def house_until(scene: Scene, kind: type[cmd.Command]) -> cmd.Command:
    """The house does what is due until a command of that kind is due, and that command."""
    while not isinstance(command := due(scene.table), kind):
        assert command is not None, f"waits in {scene.table.phase}"
        scene.do(with_chance(scene.table, command, scene.chance))
    return command


def all_stand(scene: Scene) -> Scene:
    """Everybody whose turn it is stands, insurance is declined, until the round is over."""
    while scene.table.phase in ("play", "insurance"):
        if scene.table.phase == "insurance":
            for person in scene.table.people:
                scene.says(person.name, "declines")
        else:
            box = scene.table.boxes[scene.table.turn_box]
            scene.says(box.stakes[0].person, "stands")
    return scene


def chosen(scene: Scene, name: str, *decisions: str) -> Scene:
    """These decisions, then everybody stands."""
    return all_stand(scene.says(name, *decisions))


def one_hand(
    book: str, hand: str, dealer: str = "9c 9h", wager: int = 10_00, decision: str = "draws", **choices: Any
) -> Scene:
    """A round of one box: all cards of `hand`, those after the second drawn (the last by `decision`)."""
    cards = hand.split()
    scene = Scene(book, **choices).bet("ann", wager)
    scene.deal(dealt(scene, [" ".join(cards[:2])], dealer, " ".join(cards[2:])))
    if scene.table.phase == "insurance":
        scene.says("ann", "declines")
    for number in range(2, len(cards)):
        scene.says("ann", decision if number == len(cards) - 1 else "draws")
    return all_stand(scene)


def cited(scene: Scene, why: str) -> tuple[str, ...]:
    """The clauses behind the reason of a payment."""
    return citations(load_book(scene.rules.book), scene.rules, why)
