"""Many compiled tables: equal to the engine round by round, fair, and worth what the analyser says."""

import os
from typing import Any

import numpy
import pytest

from spanish21 import BOOKS, BadInput, Rules, rules_of, what_if
from spanish21.environments import functional
from spanish21.environments.actions import mask_of
from spanish21.environments.observation import seen_row
from spanish21.environments.seat import PLAYER, Seat

ROUNDS = int(os.environ.get("SPANISH21_ROUNDS", "300"))
TABLES = 50
GAMES = {
    "twice": {"may_draw_after_double": True, "most_doubles": 2},
    "nine to eleven": {"double_on": "nine_to_eleven", "dealer_blackjack_takes": "original_of_each_hand"},
    "as dealt": {"may_rescue": False, "doubled_aces_count_1": False, "most_doubles": 3, "least_to_stand": 0},
    "at the end": {"any_21_paid_at_once": False, "may_draw_after_double": True, "may_split_aces_again": True},
}
"""Pontoon with other settings, so that each of its own is played with and without the others."""
WORD = 2**64 - 1


def random_actions(masks: Any, chance: numpy.random.Generator) -> Any:
    """A legal action for every table, each as likely as any other."""
    return (masks * (chance.random(masks.shape) + 0.01)).argmax(axis=1)


def cards_drawn(rules: functional.TableRules, state: Any) -> list[int]:
    """The cards of a round in the order in which it draws them, then all others, from its state after the
    deal: the generator (Steele, Lea and Flood's SplitMix64) once more, in Python."""
    size, word = len(rules.cards), int(state["chance"])
    out = sum(int(bits) << 64 * place for place, bits in enumerate(state["out"]))
    found = state["cards"][: state["drawn"]].tolist()
    while len(found) < 40:
        word = (word + 0x9E3779B97F4A7C15) & WORD
        mixed = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD
        place, rest = divmod(((mixed ^ (mixed >> 31)) >> 32) * size, 2**32)
        if rest >= 2**32 % size and not out >> place & 1:
            out |= 1 << place
            found.append(int(rules.cards[place]))
    return found + [int(card) for place, card in enumerate(rules.cards) if not out >> place & 1]


def game_of(name: str) -> Rules:
    """The rules of a book, or of Pontoon with other settings."""
    return what_if(rules_of("pontoon"), **GAMES[name]) if name in GAMES else rules_of(name)


@pytest.mark.parametrize("name", [*BOOKS, *GAMES])
def test_every_round_is_the_engines_round(name: str) -> None:
    game = game_of(name)
    rules, seat = functional.rules_of_tables(game), Seat(game)
    states, shown = functional.reset(rules, TABLES, seed=21)
    chance = numpy.random.default_rng(21)
    before = [(states.copy(), shown.rows.copy(), shown.masks.copy())]
    taken, brought, ended = [], [], []
    rounds = ROUNDS if name in BOOKS else ROUNDS // 3
    while sum(map(numpy.sum, ended)) < rounds:
        actions = random_actions(shown.masks, chance)
        functional.step(rules, states, actions, out=(states, shown))
        assert not shown.masked.any()
        taken.append(actions)
        brought.append(shown.rewards.copy())
        ended.append(shown.ended.copy())
        before.append((states.copy(), shown.rows.copy(), shown.masks.copy()))
    played = 0
    for table in range(TABLES):
        is_new = True
        for moment, actions in enumerate(taken):
            states_now, rows, masks = before[moment]
            if is_new:
                cards = cards_drawn(rules, states_now[table])
                seat.restart([cards.pop(), *cards] if seat.opened.dealt else cards)
                seat.deal(seat.unit)
            legal = seat.legal()
            assert masks[table].tolist() == mask_of(legal, seat.actions).tolist()
            assert rows[table].tolist() == seen_row(seat.shown, PLAYER, over=seat.is_over).tolist()
            was_over = seat.is_over
            seat.take(int(actions[table]))
            is_new = was_over or not seat.table.boxes
            assert ended[moment][table] == is_new
            won = seat.collect() / seat.unit if is_new else 0.0
            assert brought[moment][table] == won
            played += is_new
    assert played >= rounds


def test_a_seed_decides_everything_and_nothing_is_changed_without_leave() -> None:
    rules = functional.rules_of_tables("players-edge")
    states, shown = functional.reset(rules, 8, seed=5)
    before = states.tobytes(), shown.masks.tobytes()
    one = functional.step(rules, states, shown.masks.argmax(axis=1))
    assert (states.tobytes(), shown.masks.tobytes()) == before
    again = functional.reset(rules, 8, seed=5)
    other = functional.step(rules, again[0], again[1].masks.argmax(axis=1))
    assert one[0].tobytes() == other[0].tobytes()
    assert functional.reset(rules, 8, seed=6)[0].tobytes() != again[0].tobytes()


def test_a_masked_action_leaves_its_table_as_it_was() -> None:
    rules = functional.rules_of_tables("uk-casino")
    states, shown = functional.reset(rules, 4, seed=1)
    after, told = functional.step(rules, states, numpy.full(4, 4))
    assert told.masked.all()
    assert not told.ended.any()
    assert after.tobytes() == states.tobytes()
    assert told.rows.tolist() == shown.rows.tolist()
    assert told.masks.tolist() == shown.masks.tolist()


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ([0, 9, 0], "table 1: there is no action 9; an action is a whole number from 0 to 8"),
        ([0, 0, -1], "table 2: there is no action -1"),
        ([0.0, 0.0, 0.0], "they must be whole numbers, one for each of 3 tables"),
        ([0, 0], "they must be whole numbers, one for each of 3 tables"),
        (["a", "b", "c"], "they must be whole numbers"),
    ],
)
def test_actions_that_are_none_are_refused_in_words(actions: Any, says: str) -> None:
    rules = functional.rules_of_tables()
    states, _ = functional.reset(rules, 3, seed=1)
    with pytest.raises(BadInput) as refused:
        functional.step(rules, states, actions)
    assert says in str(refused.value)


def test_what_compiled_tables_cannot_hold_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match="there can be 1 to 1,000,000"):
        functional.reset(functional.rules_of_tables(), 0)
    with pytest.raises(BadInput, match="a wager of one chip"):
        functional.rules_of_tables(wager=50, choices={"table_minimum": 50})


def test_the_first_cards_come_as_often_as_they_should() -> None:
    """Every card first, and every value of a second and an up card: chi-square against the shoe."""
    rules = functional.rules_of_tables()
    states, _ = functional.reset(rules, 60_000, seed=3)
    seen = states["cards"][:, 0].astype(int)
    counts = numpy.array([(seen == card).sum() for card in sorted(set(rules.cards.tolist()))])
    expected = len(seen) / 48
    assert ((counts - expected) ** 2 / expected).sum() < 47 + 4 * (2 * 47) ** 0.5
    pairs = (states["cards"][:, 0] == states["cards"][:, 2]).mean()
    assert abs(pairs - 5 / 287) < 4 * (5 / 287 / len(seen)) ** 0.5
