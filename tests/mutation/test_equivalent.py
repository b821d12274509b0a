"""The reasons in equivalent.toml, each checked without the tests that missed the mutant."""

import ast
import random
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path

import pytest
from covering import SOURCE
from msgspec.structs import replace

from explore import Walk, some_rules
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game import due
from spanish21.game import events as ev
from spanish21.game.cards import FULL_DECK
from spanish21.game.evolve import set_up
from spanish21.game.hands import POINTS, is_two_card_21
from spanish21.game.options import may_split
from spanish21.game.round import phases
from spanish21.game.rules import PAY_NAMES
from spanish21.game.side_wagers.match import MATCH, match_line
from spanish21.game.side_wagers.monster import three_line
from spanish21.game.side_wagers.registry import side_wagers
from spanish21.game.side_wagers.xtreme import is_six_and_ten_value
from spanish21.game.states import Phase
from spanish21.game.table import Table

CARDS = sorted(set(FULL_DECK))


def tables_of_walks() -> Iterator[Table]:
    """Tables of random walks with irregularities."""
    for seed, book in enumerate(BOOKS, start=9_000):
        chance = random.Random(seed)
        walk = Walk(some_rules(book, chance), chance)
        for _ in range(500):
            walk.step(0.1)
            yield walk.table


def test_two_cards_come_to_the_same_in_either_order() -> None:
    for first, second in product(CARDS, repeat=2):
        assert is_two_card_21(first, second) == is_two_card_21(second, first)
        assert is_six_and_ten_value(first, second) == is_six_and_ten_value(second, first)
        for third in CARDS[::5]:
            assert match_line(first, second, third) == match_line(second, first, third)
    rules = rules_of("maryland")
    for one, other in product(range(1, 11), repeat=2):
        assert may_split(one, other, 2, 0, 1, True, rules) == may_split(other, one, 2, 0, 1, True, rules)
    for record, card in product(side_wagers(), CARDS):
        assert record.cards_seen(card, card, 0, 0)[0] == record.cards_seen(card, card, 0, 0)[1]


def test_three_cards_have_their_colour_in_any_order() -> None:
    for three in product(CARDS[:4], repeat=3):
        assert len({three_line(*order) for order in permutations(three)}) == 1


def test_every_paytable_has_a_pay_for_each_line_and_each_kind_of_hand() -> None:
    for book in BOOKS:
        rules = rules_of(book)
        assert len(rules.pays_by_kind) == len(PAY_NAMES)
        assert len(rules.sides["match"].pays) == len(MATCH.lines)


def test_no_card_is_looked_up_beyond_the_last() -> None:
    assert max(FULL_DECK) == 55 < len(POINTS) - 1


def test_the_function_ends_after_the_statement() -> None:
    tree = ast.parse((SOURCE / "game" / "log" / "wire.py").read_text("utf-8"))
    [function] = [one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == "_name_in"]
    assert isinstance(function.body[-1], ast.Try)
    assert [ast.unparse(one) for one in function.body[-1].handlers[-1].body] == ["return None"]


def test_a_table_does_not_know_what_else_its_log_begins_with() -> None:
    begun = ev.TableSetUp(ev.LOG_VERSION, rules_of("maryland"), 5, False, False, 1)
    for money, number in ((True, 0), (False, 0), (True, 1)):
        assert set_up(replace(begun, for_money=money, number=number)) == set_up(begun)


def test_ranks_are_sorted_by_alone() -> None:
    ranks = sorted(record.meters_rank for record in side_wagers() if record.meters)
    assert ranks == [0, 1, 2]
    assert all(record.meters_rank > 3 for record in side_wagers() if not record.meters)
    assert [path.name for path, _ in uses(".meters_rank")] == ["registry.py"]


def uses(name: str) -> list[tuple[Path, str]]:
    """The lines of the game in which something is written, each with its file."""
    files = sorted((SOURCE / "game").rglob("*.py"))
    lines = [(path, line) for path in files for line in path.read_text("utf-8").splitlines()]
    return [(path, line.strip()) for path, line in lines if name in line]


def test_the_word_is_compared_with_itself_alone() -> None:
    written = {path.relative_to(SOURCE).parts[1] for path, _ in uses('"player"')}
    assert written == {"moves", "side_wagers"}, "there, it says which cards a wager sees"


def test_it_is_only_asked_whether_a_card_is_to_be_burned() -> None:
    asked = [line for _, line in uses(".burns_due")]
    assert asked
    for line in asked:
        assert "if table.burns_due" in line, line


def test_a_hole_card_that_is_not_there_is_not_looked_at() -> None:
    for record in side_wagers():
        if "hole" in record.sees:
            assert record.moment != "first_cards"
        else:
            for first, second, up in product(CARDS[::7], repeat=3):
                assert record.cards_seen(first, second, up, 0) == record.cards_seen(first, second, up, 1)


def test_the_short_cut_comes_to_the_same() -> None:
    seen = {"play": 0, "callers": 0, "offers": 0, "sides": 0}
    for table in tables_of_walks():
        if table.phase == Phase.PLAY and not (table.has_side_wagers and due._side_due(table)):
            state = table.boxes[table.turn_box].hands[table.turn_hand].state
            slow = None if table.asked else due._ALL_DUE
            if state not in due.WANTS_CARD:
                slow = due._ANNOUNCE if due.announcement_due(table) else None
            assert due._due_in_play(table) == slow
            seen["play"] += 1
        if not table.offers:
            assert due._cash_due(table) is None
            seen["offers"] += 1
        for box in table.boxes:
            for hand in box.hands if len(box.stakes) == 1 else ():
                pairs = zip(box.stakes, hand.wagers, hand.last_doubles, strict=True)
                live = [stake.person for stake, wager, last in pairs if wager and last >= 0]
                assert phases.caller_of(box, hand) == (live or [box.stakes[0].person])[0]
                seen["callers"] += 1
        if table.boxes and not table.has_side_wagers and table.dealer:
            assert not any(stake.sides for box in table.boxes for stake in box.stakes)
            matched = replace(table, phase=Phase.MATCH)
            assert phases.after_match(matched) == phases._after_all_matches(matched)
            seen["sides"] += 1
    assert min(seen.values()) > 50, seen


def test_the_paytable_is_allowed_by_its_own_clause(tmp_path: Path) -> None:
    text = (SOURCE / "rulebooks" / "maryland.toml").read_text("utf-8")
    old = 'allows.spin_paytable = ["A", "B", "C", "D"]'
    assert text.count(old) == 1
    book = tmp_path / "maryland-three.toml"
    text = text.replace(old, 'allows.spin_paytable = ["A", "B", "C"]')
    book.write_text(text.replace('book = "maryland"', 'book = "maryland-three"', 1), "utf-8")
    assert rules_of(str(book), spin_paytable="D")
    with pytest.raises(BadRules, match="spin_paytable"):
        rules_of(str(book), spin_paytable="E")
