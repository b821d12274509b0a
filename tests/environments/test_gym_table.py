"""The table as a Gymnasium environment: its contract, its errors, its law of views, its values."""

import random
from copy import deepcopy
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env

import spanish21.environments  # noqa: F401  (registers the environments)
from explore import with_unseen_shuffled
from spanish21 import BOOKS, BadInput, sample_submission
from spanish21.analysis import advise
from spanish21.environments.actions import FIRST_WAGER, Action, mask_of
from spanish21.environments.ansi import table_text
from spanish21.environments.observation import FIELDS, PLACE, seen_row
from spanish21.environments.picture import table_pixels
from spanish21.environments.seat import CHIPS, PLAYER
from spanish21.game import commands as cmd

FORMS: tuple[dict[str, Any], ...] = (
    {},
    {"cards_seen": "counts", "values": True},
    {"shoe": "played", "cards_seen": "composition", "wagers": (10_00, 50_00), "mask_in_observation": True},
)


def table(book: str = "maryland", **arguments: Any) -> Any:
    return gymnasium.make("spanish21/Table-v0", book=book, **arguments).unwrapped


def played(env: Any, seed: int, steps: int) -> list[tuple[Any, ...]]:
    """What an environment answers to legal actions drawn by a seed."""
    chance = numpy.random.default_rng(seed)
    answers: list[tuple[Any, ...]] = [env.reset(seed=seed)]
    for _ in range(steps):
        mask = answers[-1][-1]["action_mask"]
        if not mask.any():
            answers.append(env.reset())
            continue
        answers.append(env.step(chance.choice(numpy.flatnonzero(mask))))
    return answers


@pytest.mark.parametrize("form", FORMS, ids=["plain", "values", "shoe"])
@pytest.mark.parametrize("book", BOOKS)
def test_gymnasium_checks_every_book_without_a_warning(book: str, form: dict[str, Any]) -> None:
    check_env(table(book, **form))


def test_both_pictures_show_the_table() -> None:
    text, pixels = table(render_mode="ansi"), table(render_mode="rgb_array")
    text.reset(seed=3)
    pixels.reset(seed=3)
    assert "hand 1: 4d 3c, 7, wager 5.00" in text.render()
    assert "??" in text.render()
    shown = pixels.render()
    assert shown.shape == (188, 344, 3)
    pixels.step(Action.HIT)
    assert (shown != pixels.render()).any()


@pytest.mark.parametrize("form", FORMS[::2], ids=["plain", "shoe"])
def test_a_seed_decides_every_later_reset(form: dict[str, Any]) -> None:
    one, other = (played(table(**form), 5, 60) for _ in range(2))
    assert repr(one) == repr(other)
    assert repr(one) != repr(played(table(**form), 6, 60))


@pytest.mark.parametrize("book", BOOKS)
def test_the_engines_table_is_where_the_compiled_one_is(book: str) -> None:
    """Under every book; asked at every moment, and only at some."""
    chance, env = random.Random(book), table(book)
    assert type(env.rounds).__name__ == "CompiledRounds"
    row, info = env.reset(seed=5)
    for step in range(150):
        if step % 3:
            assert row.tolist() == seen_row(env.seat.shown, PLAYER, over=env.seat.is_over).tolist()
            assert info["action_mask"].tolist() == mask_of(env.seat.legal(), FIRST_WAGER).tolist()
        action = int(chance.choice(numpy.flatnonzero(info["action_mask"])))
        row, reward, terminated, _, info = env.step(action)
        if terminated:
            assert row.tolist() == [3] + [0] * (len(FIELDS) - 1)
            assert not info["action_mask"].any()
            assert reward == (env.seat.table.people[0].chips - CHIPS) / env.seat.unit
            row, info = env.reset()


def test_a_masked_action_says_what_is_legal_and_leaves_the_table_as_it_was() -> None:
    env = table()
    before, _ = env.reset(seed=3)
    table_before = env.seat.table
    row, reward, terminated, truncated, info = env.step(Action.RESCUE)
    assert info["error"] == (
        "action 5 (rescue) is not legal now; legal are 0 (stand), 1 (hit), 2 (double), 4 (surrender), "
        "6 (double for less)"
    )
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert (row == before).all()
    assert env.seat.table == table_before


@pytest.mark.parametrize("action", [-1, 9, "hit", 1.0, None, True, numpy.array([1, 2])])
def test_an_action_that_is_not_in_the_space_is_refused_in_words(action: Any) -> None:
    env = table()
    env.reset(seed=3)
    table_before = env.seat.table
    with pytest.raises(BadInput, match="an action is a whole number from 0 to 8"):
        env.step(action)
    assert env.seat.table == table_before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"shoe": "old"}, "shoe is 'old'; it must be one of fresh, played"),
        ({"cards_seen": "all"}, "cards_seen is 'all'; it must be one of nothing, counts, composition"),
        ({"wagers": (1,)}, "a wager of 0.01"),
        ({"sides": {"bingo": 5_00}}, "a wager of 5.00 with {'bingo': 500}"),
        ({"book": "nowhere"}, "there is no book 'nowhere'"),
    ],
)
def test_arguments_that_no_table_has_are_refused_in_words(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput) as refused:
        table(**arguments)
    assert says in str(refused.value)


@pytest.mark.parametrize("book", BOOKS)
def test_tables_that_differ_in_unseen_cards_alone_are_the_same_to_the_person_at_them(book: str) -> None:
    """Observation, mask, values, both pictures, and the regret of the next action."""
    chance = random.Random(book)
    env = table(book, shoe="played", cards_seen="composition", values=True, render_mode="ansi")
    env.reset(seed=7)
    for step in range(40):
        legal = list(env.seat.legal())
        if not env.seat.is_over and step % 4 == 0:
            other = deepcopy(env)
            other.seat.table = with_unseen_shuffled(env.seat.table, chance.shuffle)
            assert other.seat.table != env.seat.table
            assert answer_of(other) == answer_of(env)
            action = chance.choice(legal)
            regret = [one.step(action)[4].get("regret") for one in (deepcopy(other), deepcopy(env))]
            assert regret[0] == regret[1]
        env.with_values = False
        _, _, terminated, _, _ = env.step(chance.choice(legal))
        env.with_values = True
        if terminated:
            env.reset()


def answer_of(env: Any) -> list[bytes]:
    """What is shown in all forms, found without what was found before."""
    env.seat._commands = None
    row, info = env._answer()
    text, pixels = table_text(env.seat).encode(), table_pixels(env.seat).tobytes()
    return [row.tobytes(), info["action_mask"].tobytes(), info["values"].tobytes(), text, pixels]


def test_an_episode_with_a_played_shoe_ends_when_the_cover_card_has_come_out() -> None:
    env = table(shoe="played", cards_seen="counts")
    row, _ = env.reset(seed=1)
    left, rounds, terminated = [int(row[len(FIELDS) :].sum())], 0, False
    while not terminated:
        row, reward, terminated, _, info = env.step(min(env.seat.legal()))
        rounds += reward != 0
        left.append(int(row[len(FIELDS) :].sum()))
    cut_off = left.pop()  # the cards are shuffled for the next episode
    assert left == sorted(left, reverse=True)
    assert cut_off == env.seat.rules.decks * 48
    assert rounds > 20
    assert not info["action_mask"].any()


def test_wagers_and_side_wagers_are_placed_and_counted_in_the_first_wager() -> None:
    env = table(wagers=(10_00, 50_00), sides={"match": 5_00})
    row, info = env.reset(seed=2)
    assert row[PLACE["phase"]] == 0
    assert numpy.flatnonzero(info["action_mask"]).tolist() == [FIRST_WAGER, FIRST_WAGER + 1]
    env.step(FIRST_WAGER + 1)
    (stake,) = env.seat.dealt.boxes[0].stakes
    assert (stake.wager, stake.sides[0].amount) == (50_00, 5_00)
    brought = {r for _ in range(30) for r in [whole_round(env, FIRST_WAGER + 1)]}
    assert -5.5 in brought


def whole_round(env: Any, wager: int) -> float:
    env.reset()
    _, reward, terminated, _, _ = env.step(wager)
    while not terminated:
        _, reward, terminated, _, _ = env.step(min(env.seat.legal()))
    return float(reward)


def test_a_submission_decides_what_the_table_plays() -> None:
    submission = sample_submission("players-edge")
    assert table(submission).rules.book == "players-edge"
    assert table("maryland", choices={"decks": 8}).rules.decks == 8


@pytest.mark.parametrize("book", BOOKS)
def test_values_are_those_of_the_advice_and_regret_is_the_cost_of_the_action(book: str) -> None:
    chance = random.Random(book)
    env = table(book, values=True)
    _, info = env.reset(seed=11)
    for _ in range(12):
        options = {} if env.seat.is_over else prices(env)
        for action, value in options.items():
            assert info["values"][action] == value
        action = chance.choice(list(env.seat.legal()))
        cost = max(options.values()) - options[action] if options else 0.0
        _, _, terminated, _, info = env.step(action)
        assert info["regret"] == cost
        if terminated:
            _, info = env.reset()


def prices(env: Any) -> dict[int, float]:
    """What the advice says of each command, by action."""
    kinds = {cmd.Stand: 0, cmd.Draw: 1, cmd.Split: 3, cmd.Surrender: 4, cmd.Rescue: 5, cmd.Insure: 7}
    kinds[cmd.DeclineInsurance] = 8
    found, doubles = {}, {}
    for option in advise(env.seat.table, PLAYER).options:
        if isinstance(option.command, cmd.Double):
            doubles[option.command.amount] = option.value / env.seat.unit
        else:
            found[kinds[type(option.command)]] = option.value / env.seat.unit
    if doubles:
        found[int(Action.DOUBLE_FOR_LESS)] = doubles[min(doubles)]
        if len(doubles) == 1:
            del found[int(Action.DOUBLE_FOR_LESS)]
        found[int(Action.DOUBLE)] = doubles[max(doubles)]
    return found
