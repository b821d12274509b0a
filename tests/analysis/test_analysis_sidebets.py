"""Side wagers against every deal of a small shoe, and what the lists of a book hold."""

from fractions import Fraction
from itertools import combinations, permutations

import numpy
import pytest

from spanish21.analysis.shoe import Shoe, full_shoe, shoe_of_counts, shoe_without
from spanish21.analysis.side_laws import insurance_law, match_law, monster_lines
from spanish21.analysis.sidebets import side_wagers
from spanish21.errors import BadInput
from spanish21.game.cards import cards
from spanish21.game.sidebets import NO_LINE, NO_MATCH, SUITED_PAIR, match_line, monster_line, suited_pairs
from spanish21.game.submission import rules_of

SMALL = cards("3c 3c 3d 3h 3h 7s 7s 7c Kd Ks Kc As Ad Ah 9s 9s 9h")
PAYS = (18, 13, 9, 8, 4)


def small_shoe() -> Shoe:
    counts = numpy.zeros((14, 4), dtype=numpy.int64)
    for one in SMALL:
        counts[one >> 2, one & 3] += 1
    return shoe_of_counts(counts)


def test_match_the_dealer_is_every_deal_of_three_cards() -> None:
    law: dict[Fraction, int] = {}
    deals = 0
    for first, second, dealers in permutations(SMALL, 3):
        line = match_line(first, second, dealers)
        result = Fraction(-1 if line == NO_MATCH else PAYS[line])
        law[result] = law.get(result, 0) + 1
        deals += 1
    found = {result: chance for result, chance in match_law(small_shoe(), PAYS).items() if chance}
    assert found == {result: Fraction(number, deals) for result, number in law.items()}


def test_monster_match_is_every_deal_of_four_cards() -> None:
    lines: dict[tuple[int, int], int] = {}
    deals = 0
    for four in combinations(SMALL, 4):
        line = monster_line(*four)
        key = (line, suited_pairs(*four) if line == SUITED_PAIR else 0)
        lines[key] = lines.get(key, 0) + 1
        deals += 1
    found = {key: chance for key, chance in monster_lines(small_shoe()).items() if chance}
    assert found == {key: Fraction(number, deals) for key, number in lines.items()}
    assert sum(monster_lines(full_shoe(6)).values()) == 1
    assert (NO_LINE, 0) in found


def test_insurance_is_every_ace_with_every_other_card() -> None:
    won = suited = deals = 0
    for ace, other in permutations(SMALL, 2):
        if ace >> 2 == 1:
            deals += 1
            won += other >> 2 >= 10
            suited += other >> 2 >= 10 and ace & 3 == other & 3
    law = insurance_law(small_shoe(), (2, 1), (5, 1))
    assert law[Fraction(5)] == Fraction(suited, deals)
    assert law[Fraction(2)] == Fraction(won - suited, deals)
    assert sum(law.values()) == 1


def test_a_book_lists_every_paytable_and_marks_its_own() -> None:
    found = side_wagers("players-edge", rules_of("players-edge"))
    names = [(wager.name, wager.paytable) for wager in found]
    assert [table for name, table in names if name == "match"] == ["A", "B", "C"]
    assert [table for name, table in names if name == "monster"] == ["A", "B", "C", "D", "E"]
    assert [table for name, table in names if name == "match_down"] == ["A", "B", "C"]
    own = {(wager.name, wager.paytable) for wager in found if wager.offered}
    assert {("match", "A"), ("monster", "A")} <= own
    assert ("match", "B") not in own


def test_a_wager_at_its_break_even_meter_has_no_edge() -> None:
    rules = rules_of("players-edge")
    monster = next(wager for wager in side_wagers("players-edge", rules) if wager.name == "monster")
    assert monster.break_even_meter is not None
    lines = monster_lines(full_shoe(rules.decks))
    paid = Fraction(0)
    for (line, _), chance in lines.items():
        if line < 2:
            paid += chance * monster.break_even_meter * rules.monster_shares[line] / 100
        elif line != NO_LINE:
            paid += chance * rules.monster_pays[line]
    assert paid == rules.monster_wager


def test_a_wager_that_favours_the_player_is_warned_of() -> None:
    found = side_wagers("maryland", rules_of("maryland"))
    xtreme = next(wager for wager in found if wager.name == "xtreme")
    assert (xtreme.house_edge < 0) == bool(xtreme.warning)
    assert all(not wager.warning for wager in found if wager.house_edge >= 0)


def test_an_impossible_shoe_is_refused() -> None:
    with pytest.raises(BadInput, match="7s is removed more often"):
        shoe_without(6, " ".join(["7s"] * 7))


def test_other_peoples_spins_pay_everybody_and_change_nothing_else() -> None:
    rules = rules_of("maryland")
    alone, crowd = (
        next(wager for wager in side_wagers("maryland", rules, others=others) if wager.name == "spin")
        for others in (0, 6)
    )
    assert crowd.house_edge_exact < alone.house_edge_exact
    assert crowd.hit_rate_exact == alone.hit_rate_exact
