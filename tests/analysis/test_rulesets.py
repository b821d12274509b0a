"""Random rulesets: the analyser against complete enumeration through `decide`, and against the simulator.

A share of what `rulesets.py` does at length.
"""

import random
from collections import defaultdict
from contextlib import suppress

import pytest
from msgspec.structs import fields
from rulesets import EXACT, MOST_DEVIATION, enumerated, simulated, some_rules, some_ruleset

from spanish21.analysis.worth.table_edge import edge
from spanish21.errors import BadRules
from spanish21.game.rules import PAY_NAMES, SETTINGS, Rules, settings_of, what_if
from spanish21.game.settings import ODDS, WORD, YES_OR_NO

DRAWN = 300
ENUMERATED = (
    *(1, 2, 3, 4, 10, 15, 17, 19, 31, 40, 43, 47, 48, 57, 74, 76, 112, 119, 124, 130),
    *(144, 146, 148, 182),
)
"""One to three hands, up to three doubles, wagers and exact odds; each takes a few tenths of a second."""
DOUBLED_APART = (132, 224)
"""Rulesets in which a doubled hand is best played in another way when it was split."""
WAITING_21 = 38
"""A Blackjack takes busted wagers and one more, and a 21 waits for it."""
SIMULATED = (1, 2, 3, 4)
ROUNDS = 1_000_000


@pytest.mark.parametrize("seed", [*ENUMERATED, *DOUBLED_APART])
def test_every_round_of_a_small_shoe_comes_to_the_same_value(seed: int) -> None:
    ruleset, found = some_ruleset(seed, small=True)
    played = enumerated(ruleset, found)
    assert played is not None
    assert played.toss_ups == 0
    assert played.away < EXACT, ruleset.text


@pytest.mark.parametrize("reading", ["wins", "ties", "pays_blackjack"])
def test_busted_wagers_and_one_more_are_taken_unless_no_hand_waits(reading: str) -> None:
    """A 21 waits for a dealer's Blackjack where it is not paid at once; in one reading not in two cards."""
    ruleset, _ = some_ruleset(WAITING_21, small=True)
    rules = what_if(ruleset.rules, two_card_21_after_split=reading)
    played = enumerated(ruleset._replace(rules=rules), edge(rules, ruleset.shoe, ruleset.money))
    assert played is not None
    assert played.hands == 2
    assert played.away < EXACT


def test_an_analysis_of_other_rules_is_noticed() -> None:
    ruleset, _ = some_ruleset(DOUBLED_APART[1], small=True)
    other = what_if(ruleset.rules, bonus_on_split=not ruleset.rules.bonus_on_split)
    played = enumerated(ruleset, edge(other, ruleset.shoe, ruleset.money))
    assert played is not None
    assert played.away > 1e-6


@pytest.mark.parametrize("seed", SIMULATED)
def test_rounds_of_a_large_shoe_come_to_the_same_value(seed: int) -> None:
    ruleset, found = some_ruleset(seed, small=False)
    figures = simulated(ruleset, found, ROUNDS)
    assert [figure.name for figure in figures] == ["total", *(f"up {up}" for up in range(1, 11)), "split"]
    assert figures[0].error > 0.0
    assert all(abs(figure.deviation) < MOST_DEVIATION for figure in figures), (figures, ruleset.text)


def test_every_setting_of_the_game_takes_all_that_it_may() -> None:
    taken = defaultdict(set)
    for seed in range(DRAWN):
        with suppress(BadRules):  # a side wager that lacks its tables, for example
            for name, chosen in settings_of(some_rules(random.Random(seed))).items():
                taken[name].add(str(chosen))
    own = {field.name for field in fields(Rules)} | set(PAY_NAMES)
    for name in taken.keys() & own:
        setting, values = SETTINGS[name], taken[name]
        if setting.kind in (YES_OR_NO, WORD):
            assert len(values) == (2 if setting.kind == YES_OR_NO else len(setting.words)), name
        if setting.kind == ODDS:
            assert len(values) > 10, name
    for name in ("decks", "most_doubles", "most_hands", "smallest_chip", "payout_limit", "super_bonus_small"):
        assert len(taken[name]) >= 3, name
