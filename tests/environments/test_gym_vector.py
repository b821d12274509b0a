"""Many tables as a Gymnasium vector: its contract, its values, and what the best decisions bring."""

import os
import random
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.vector import AutoresetMode
from test_functional import GAMES, cards_drawn, game_of, random_actions

import spanish21.environments  # noqa: F401  (registers the environments)
from spanish21 import BOOKS, BadInput
from spanish21.environments import functional
from spanish21.environments.actions import FIRST_WAGER, action_words
from spanish21.environments.observation import TO_INSURE
from spanish21.environments.seat import Seat
from spanish21.environments.worth import values_of
from spanish21.game.hands import is_two_card_21

ROUNDS = int(os.environ.get("SPANISH21_STATES", "12"))
SPLITS = 0.7
"""How often a pair is split, so that enough hands are split ones."""
STEPS = int(os.environ.get("SPANISH21_STEPS", "60"))


def tables(number: int = 8, **arguments: Any) -> Any:
    return gymnasium.make_vec("spanish21/Table-v0", num_envs=number, **arguments)


def test_make_vec_takes_the_compiled_tables_and_says_how_they_reset() -> None:
    envs = tables(book="players-edge")
    assert type(envs).__name__ == "Tables"
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    rows, infos = envs.reset(seed=3)
    assert rows in envs.observation_space
    chance = numpy.random.default_rng(3)
    for _ in range(30):
        actions = random_actions(infos["action_mask"], chance)
        assert actions in envs.action_space
        rows, rewards, ended, truncated, infos = envs.step(actions)
        assert rows in envs.observation_space
        assert not truncated.any()
        assert not infos["masked"].any()
        assert (rewards[~ended] == 0.0).all()
        if ended.any():
            assert (infos["_final_obs"] == ended).all()
            assert (infos["final_obs"][:, 0] == 3).all()


def test_a_seed_decides_a_second_reset_too() -> None:
    first, second = tables(), tables()
    rows = [[envs.reset(seed=7)[0].tolist(), envs.reset()[0].tolist()] for envs in (first, second)]
    assert rows[0] == rows[1]
    assert rows[0][0] != rows[0][1]


def test_exact_values_of_split_hands_come_where_they_are_asked_for() -> None:
    """The same rounds twice: split hands alone differ, and regret is that of the values before the step."""
    both = tables(60, values=True), tables(60, values="exact")
    infos = [envs.reset(seed=6)[1] for envs in both]
    differ = 0
    for _ in range(3):
        masks, values = infos[0]["action_mask"], infos[1]["values"]
        actions = numpy.where(masks[:, 3] == 1, 3, masks.argmax(axis=1))
        answers = [envs.step(actions) for envs in both]
        infos = [answer[4] for answer in answers]
        assert answers[0][0].tolist() == answers[1][0].tolist()
        expected = values.max(axis=1) - values[numpy.arange(60), actions]
        assert infos[1]["regret"].tolist() == expected.tolist()
        is_split = answers[0][0][:, 7] == 1
        is_same = (infos[0]["values"] == infos[1]["values"]).all(axis=1)
        assert is_same[~is_split].all()
        differ += int((~is_same).sum())
    assert differ > 0


def test_what_is_returned_stays_as_it_is() -> None:
    envs = tables()
    rows, infos = envs.reset(seed=1)
    kept, mask = rows.tolist(), infos["action_mask"].tolist()
    envs.step(infos["action_mask"].argmax(axis=1))
    assert (rows.tolist(), infos["action_mask"].tolist()) == (kept, mask)


def test_a_masked_action_gets_the_words_of_the_single_table() -> None:
    envs, single = tables(3, book="uk-casino"), gymnasium.make("spanish21/Table-v0", book="uk-casino")
    rows, infos = envs.reset(seed=1)
    single.reset(seed=1)
    after, _, _, _, told = envs.step([4, 4, int(infos["action_mask"][2].argmax())])
    legal = ", ".join(f"{one} ({action_words(one)})" for one in numpy.flatnonzero(infos["action_mask"][0]))
    assert told["error"][0] == f"action 4 (surrender) is not legal now; legal are {legal}"
    assert told["masked"].tolist() == told["_error"].tolist() == [True, True, False]
    assert told["error"][2] is None
    assert after[:2].tolist() == rows[:2].tolist()
    assert "error" in single.step(4)[4]
    assert "error" not in envs.step(told["action_mask"].argmax(axis=1))[4]


def test_the_last_observation_and_info_of_a_round_are_those_of_the_single_table() -> None:
    envs = tables(64, values=True)
    _, infos = envs.reset(seed=3)
    _, _, ended, _, told = envs.step(infos["action_mask"].argmax(axis=1))
    last, final = told["final_obs"], told["final_info"]
    single = gymnasium.make("spanish21/Table-v0", values=True)
    _, info = single.reset(seed=3)
    over = False
    while not over:
        seen, _, over, _, info = single.step(int(info["action_mask"].argmax()))
    assert set(final) == {key for name in info for key in (name, f"_{name}")}
    at = int(numpy.flatnonzero(ended)[0])
    assert last[at].tolist() == seen.tolist()
    for name in ("action_mask", "values"):
        assert final[name][at].tolist() == info[name].tolist()
    assert final["regret"][at] == told["regret"][at]
    assert final["_regret"].tolist() == ended.tolist()
    last[:] = 7  # the caller's own


def test_what_compiled_tables_do_not_have_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match='sides is not for compiled tables; use vectorization_mode="sync"'):
        tables(sides={"match": 5_00})
    with pytest.raises(BadInput, match="there is no argument 'colour'"):
        tables(colour="red")
    with pytest.raises(gymnasium.error.ResetNeeded):
        tables().step(numpy.zeros(8, dtype=int))
    envs = gymnasium.make_vec("spanish21/Table-v0", 2, vectorization_mode="sync", sides={"match": 5_00})
    envs.reset(seed=1)
    envs.close()


@pytest.mark.parametrize("name", [*BOOKS, *GAMES])
def test_values_and_regret_are_those_of_the_advice(name: str) -> None:
    """Looked up for hands that are not split; laid out at the engine's table for those that are."""
    game = game_of(name)
    rules, worth = functional.rules_of_tables(game), functional.worth_of_tables(game)
    rounds = ROUNDS if name in BOOKS else ROUNDS // 3
    states, _ = functional.reset(rules, rounds, seed=4)
    chance, seat = numpy.random.default_rng(4), Seat(game)
    asked, off = [0, 0], []
    for table in range(rounds):
        cards = cards_drawn(rules, states[table])
        seat.restart([cards.pop(), *cards] if seat.opened.dealt else cards)
        seat.deal(seat.unit)
        one = states[table : table + 1]
        while True:
            found, advised = functional.values(rules, worth, one)[0], values_of(seat, "round")
            legal = list(seat.legal())
            is_split = bool(one["origin"][0])
            asked[is_split] += not seat.is_over
            for action in legal:
                regret = functional.regret(rules, worth, one, [action])[0]
                assert regret == pytest.approx(found.max() - found[action], abs=1e-15)
            if is_split:
                off += [abs(float(found[action] - advised[action])) for action in legal]
                found = functional.exact_values(rules, worth, one, game)[0]
            numpy.testing.assert_allclose(found, advised, rtol=0, atol=1e-12)
            action = 3 if 3 in legal and chance.random() < SPLITS else int(chance.choice(legal))
            was_over = seat.is_over
            seat.take(action)
            if was_over or not seat.table.boxes:
                break
            one, _ = functional.step(rules, one, [action])
    mean, most = (sum(off) / len(off), max(off)) if off else (0.0, 0.0)
    print(
        f"{name}: {asked[0]} states, {asked[1]} of split hands; their lookup is off by {mean:.5f}, {most:.5f}"
    )


@pytest.mark.parametrize("book", BOOKS)
def test_the_best_decisions_bring_what_the_analyser_says(book: str) -> None:
    """Insurance is declined, as the expected value has it; within four standard errors."""
    envs = tables(4096, book=book, values=True, copy=False)
    _, infos = envs.reset(seed=9)
    rounds, total, squares = 0, 0.0, 0.0
    for _ in range(STEPS):
        values = infos["values"]
        values[:, 7] = -numpy.inf
        _, rewards, ended, _, infos = envs.step(values.argmax(axis=1))
        rounds += int(ended.sum())
        total += rewards.sum()
        squares += (rewards**2).sum()
    mean = total / rounds
    error = ((squares / rounds - mean**2) / rounds) ** 0.5
    assert abs(mean - envs.worth.expected_value) < 4 * error
    print(f"{book}: {rounds} rounds, {mean:+.4%} ± {error:.4%}, exact {envs.worth.expected_value:+.4%}")


@pytest.mark.parametrize("book", BOOKS)
def test_tables_that_differ_in_unseen_cards_alone_show_the_same(book: str) -> None:
    """The hole card and the randomness to come are exchanged at every table; what is seen stays."""
    rules, worth = functional.rules_of_tables(book), functional.worth_of_tables(book)
    states, shown = functional.reset(rules, 300, seed=2)
    chance, numbers = random.Random(2), numpy.random.default_rng(1)
    for _ in range(4):
        other = states.copy()
        for table in range(300):
            other["chance"][table] = chance.getrandbits(64)
            other["hole"][table] = chance.choice(holes(states[table]))
        idle = numpy.full(300, 5)
        idle[shown.masks[:, 5] == 1] = 8
        seen = [functional.step(rules, given, idle)[1] for given in (states, other)]
        assert seen[0].masked.all()
        assert seen[0].rows.tobytes() == seen[1].rows.tobytes()
        assert seen[0].masks.tobytes() == seen[1].masks.tobytes()
        values = [functional.values(rules, worth, given).tobytes() for given in (states, other)]
        assert values[0] == values[1]
        for action in range(FIRST_WAGER):
            asked = numpy.full(300, action)
            regret = [functional.regret(rules, worth, given, asked) for given in (states, other)]
            assert regret[0].tobytes() == regret[1].tobytes()
        states, shown = functional.step(rules, states, random_actions(shown.masks, numbers))


def holes(state: Any) -> list[int]:
    """The cards that may be face down: all while insurance is open, then none that makes a Blackjack."""
    up = state["up"]
    every = [one for one in range(4, 56) if one >> 2 != 10]
    is_open = state["phase"] == TO_INSURE
    return [one for one in every if is_open or not is_two_card_21(up, one)]
