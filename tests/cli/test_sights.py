"""What the recorded sessions of each book show, item by item; what a book's rules do not have is left out."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from recording import BOOKS, HERE, SCREENS, scenes

from spanish21.books.submissions.submission import rules_of
from spanish21.game.rules import Rules, sides_offered


class Sight(NamedTuple):
    """What is to be seen: in which scene, in this order, and which rules have it."""

    scene: str
    seen: tuple[str, ...]
    has: Callable[[Rules], bool] = lambda rules: True


CLAUSE = r"\[BOOK [A-Z]?\d[\w.()]*[\],]"
"""A clause as it is cited: of this book, with a number."""
SIGHTS = {
    "a bust": Sight("a bust", (r"2[2-6]\)? .10\.00 over 21", r"-.10\.00 box 1 you: over 21 " + CLAUSE)),
    "a Blackjack": Sight(
        "a Blackjack",
        (
            r"J[♦d] A[♠s] \(?21\)? .10\.00 Blackjack",
            r"\+.15\.00 box 1 you: a Blackjack pays 3 to 2 " + CLAUSE,
        ),
    ),
    "a bonus": Sight(
        "a bonus", (r"\(?21\)? .10\.00 stands", r"\+.15\.00 .*(7-7-7|6-7-8) of .* pays 3 to 2 " + CLAUSE)
    ),
    "a split to four hands": Sight(
        "a split to four hands",
        (
            "box 1 hand 4 you",
            "box 1 hand 4> s",
            *(rf"box 1 hand {hand} you: .* " + CLAUSE for hand in (1, 2, 3, 4)),
        ),
        lambda rules: rules.may_split_again and (rules.most_hands >= 4 or not rules.most_hands),
    ),
    "a double": Sight("a double and a rescue", ("box 1> d", r".10\.00\+.10\.00")),
    "a rescue": Sight(
        "a double and a rescue",
        ("rescue", "box 1> x", r"-.10\.00 box 1 you: a rescue returns the .* and forfeits the \w+ " + CLAUSE),
        lambda rules: rules.may_rescue,
    ),
    "redoubles and a rescue": Sight(
        "two doubles more and a rescue",
        (
            r".10\.00\+.10\.00",
            r".10\.00\+.30\.00",
            r".10\.00\+.70\.00",
            r"-.40\.00 box 1 you: a rescue returns the last double and forfeits the rest " + CLAUSE,
        ),
        lambda rules: rules.may_rescue and rules.most_doubles > 1,
    ),
    "three boxes": Sight(
        "three boxes",
        (
            r"On box 3: .10\.00 \+ .5\.00 match",
            r"The boxes are played in this order: ORDER\.",
            "box FIRST> [hs]",
            "box 2> [hs]",
            "box LAST> [hs]",
            rf"box 3 you: .* {CLAUSE} .* box 2 you: .* {CLAUSE} .* box 1 you: .* {CLAUSE}",
            r"\[Enter\] wager .10\.00 on box 1, .10\.00 on box 2, .10\.00 \+ .5\.00 match on box 3",
        ),
        lambda rules: rules.boxes >= 3,
    ),
    "insurance, box by box": Sight(
        "insurance",
        (
            r"insurance on box 1\?> i",
            r"insurance on box 2\?> i",
            r"\+.10\.00 box 2 you: insurance against a Blackjack pays 2 to 1 " + CLAUSE,
            r"\+.10\.00 box 1 you: insurance against a Blackjack pays 2 to 1 " + CLAUSE,
        ),
    ),
    "a side wager won": Sight(
        "a side wager won",
        (r"match .5\.00", r"\+.20\.00 box 1 you: Match the Dealer: .* pays 4 to 1 " + CLAUSE),
        lambda rules: "match" in sides_offered(rules),
    ),
    "a refused command with its clause": Sight(
        "refusals",
        (
            r"> m 5 Kept for box 1: Match the Dealer for .5\.00\. Now wager on the hand",
            r"> 10 On box 1: .10\.00 \+ .5\.00 match",
            "box 1> p No: this hand may not be split " + CLAUSE,
        ),
    ),
    "hint": Sight(
        "the coach", (r"box 1> hint Best: stand, worth -.0\.\d\d on average\. Hitting costs .\d\.\d\d; ",)
    ),
    "a wager with its paytable, edge and an example": Sight(
        "wagers explained",
        (
            r"> rules match Match the Dealer \[m\]: .1\.00 to ",
            "18 to 1 two suited matches",
            r"House edge: 3\.06%\. It wins one time in 6\.5\.",
            r"Example: .5\.00 with .* is a suited match and wins .45\.00\. " + CLAUSE,
            r"> \? main The wager on your hand: .* House edge: 0\.\d\d% with best play\.",
            r"> \? .*Match the Dealer: offered; \? match shows its payouts " + CLAUSE,
        ),
        lambda rules: "match" in sides_offered(rules),
    ),
    "chart": Sight("the coach", ("box 1> chart Hard totals", r"\[S\]", "S stand H hit D double")),
    "luck and mistakes at the farewell": Sight(
        "a bust",
        (
            r"1 round, 1 hand: -.10\.00 on original wagers of .10\.00\.",
            r"1 mistake cost .\d\.\d\d in expectation\. Luck: -.\d\.\d\d\. Best play expects -.0\.0\d",
            r"You leave with .490\.00\.",
        ),
    ),
    "history": Sight(
        "the coach",
        (
            "> history Round 2: ",
            "further back",
            r"> history Round 1: -.10\.00 .* over 21",
            "> history There is no earlier",
        ),
    ),
}


def visits(name: str) -> dict[str, str]:
    """The visits of a golden text by their scenes; without colours and line ends."""
    text = (HERE / f"{name}.txt").read_text("utf-8")
    plain = re.sub(r"␛\[[0-9;]*m", "", text).replace("GBP", "£")
    _, *parts = re.split(r"^\$ spanish21 play .*\n", plain, flags=re.MULTILINE)
    names = ("killed", *scenes(name.rpartition("-")[0].rpartition("-")[0]), "resumed")
    return {scene: " ".join(part.split()) for scene, part in zip(names, parts, strict=True)}


def assert_seen(text: str, patterns: tuple[str, ...], book: str) -> None:
    at = 0
    first, last = (3, 1) if rules_of(book).plays_from_right else (1, 3)
    of_book = {"BOOK": book, "ORDER": f"{first}, 2, {last}", "FIRST": str(first), "LAST": str(last)}
    for pattern in patterns:
        found = re.compile(re.sub("BOOK|ORDER|FIRST|LAST", lambda word: of_book[word[0]], pattern)).search(
            text, at
        )
        assert found is not None, f"{pattern} is not seen after {text[max(0, at - 80) : at]!r}"
        at = found.start() + 1


@pytest.mark.parametrize("item", SIGHTS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_book_s_sessions_show_an_item_on_every_screen_if_its_rules_have_it(book: str, item: str) -> None:
    sight = SIGHTS[item]
    if sight.has(rules_of(book)):
        for screen in SCREENS:
            assert_seen(visits(f"{book}-{screen}")[sight.scene], sight.seen, book)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_visit_is_resumed_after_a_kill_in_mid_round(book: str, screen: str) -> None:
    seen = visits(f"{book}-{screen}")
    killed, resumed = seen["killed"], seen["resumed"]
    cut_off = killed.removesuffix(" box 1> (killed)")
    assert cut_off != killed
    at_the_table = cut_off[cut_off.rindex("dealer") :]
    assert re.search(r"You sit down again with .490\.00, in round 1\. .*" + re.escape(at_the_table), resumed)
    assert re.search(r"Round 1: -.10\.00", resumed)


def test_what_the_rules_do_not_have_is_left_out_of_the_table_and_nothing_else() -> None:
    left_out = {(book, item) for book in BOOKS for item in SIGHTS if not SIGHTS[item].has(rules_of(book))}
    assert len(BOOKS) * len(SIGHTS) - len(left_out) >= 65
    for book, item in left_out:
        assert item in ("a rescue", "redoubles and a rescue"), (book, item)
        if item == "a rescue":
            for screen in SCREENS:
                shown = visits(f"{book}-{screen}")["a double and a rescue"]
                assert_seen(shown, ("> x No: this book has no rescue ",), book)
