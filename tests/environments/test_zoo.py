"""Several people at a table as PettingZoo environments: its own tests for every book, and shared boxes."""

import contextlib
import io
import random
from typing import Any

import numpy
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from explore import with_unseen_shuffled
from spanish21 import BOOKS, BadInput
from spanish21.environments.actions import Action
from spanish21.environments.zoo import TableAEC, TableParallel
from spanish21.game.table import person_of

SHARED = {"ann": [1], "bob": [1], "cat": [2]}


@pytest.mark.parametrize("book", BOOKS)
def test_pettingzoo_checks_every_book_without_a_warning(book: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(TableAEC(book, 2), num_cycles=60)
        parallel_api_test(TableParallel(book, 3), num_cycles=40)
        seed_test(lambda: TableAEC(book, 2), num_cycles=20)
        parallel_seed_test(lambda: TableParallel(book, 2), num_cycles=20)


def played(env: Any, seed: int, rounds: int) -> list[Any]:
    """Rounds by legal actions drawn by a seed: who decided what, and what it brought."""
    chance, told = numpy.random.default_rng(seed), []
    for number in range(rounds):
        env.reset(seed=seed if number == 0 else None)
        for agent in env.agent_iter():
            _, reward, terminated, _, info = env.last()
            legal = numpy.flatnonzero(info["action_mask"])
            action = None if terminated else int(chance.choice(legal))
            told.append((agent, action, reward))
            env.step(action)
    return told


def test_two_people_share_a_box_and_follow_each_other() -> None:
    env = TableAEC("massachusetts", SHARED)
    told = played(env, 3, 300)
    assert {agent for agent, _, _ in told} == {"ann", "bob", "cat"}
    followed = {action for agent, action, _ in told if agent == "bob"}
    assert {int(Action.STAND), int(Action.DOUBLE), int(Action.SPLIT)} <= followed
    assert [len(box.stakes) for box in env._shown.party.dealt.boxes] == [2, 1]
    with pytest.raises(BadInput, match="bob cannot wager on box 1 at this table: box is taken"):
        TableAEC("maryland", SHARED)


def test_one_person_may_have_two_boxes() -> None:
    env = TableAEC("maryland", {"ann": [1, 2]})
    assert len(env._shown.party.dealt.boxes) == 2
    assert {agent for agent, _, _ in played(env, 4, 5)} == {"ann"}


def test_rewards_are_what_the_chips_say() -> None:
    env = TableAEC("uk-casino", 3)
    env.reset(seed=8)
    brought = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, _, info = env.last()
        brought[agent] += reward
        env.step(None if terminated else int(info["action_mask"].argmax()))
    party = env._shown.party
    for name, won in brought.items():
        person = person_of(party.table, name)
        assert person is not None
        assert won == (person.chips - 10**12) / party.wager


def test_a_masked_action_says_what_is_legal_and_leaves_the_table_as_it_was() -> None:
    env = TableAEC("maryland", 2)
    env.reset(seed=1)
    before, agent = env._shown.party.table, env.agent_selection
    env.step(int(Action.RESCUE))
    assert "is not legal now; legal are" in env.infos[agent]["error"]
    assert env._shown.party.table == before
    assert env.agent_selection == agent
    with pytest.raises(BadInput, match="an action is a whole number"):
        env.step("hit")
    both = TableParallel("maryland", 2)
    both.reset(seed=1)
    before = both._shown.party.table
    _, _, ended, _, infos = both.step(dict.fromkeys(both.agents, int(Action.RESCUE)))
    assert all("error" in info for info in infos.values())
    assert not any(ended.values())
    assert both._shown.party.table == before


@pytest.mark.parametrize("book", BOOKS)
def test_everyone_sees_the_same_whatever_lies_unseen(book: str) -> None:
    """Observations, infos and the picture, at every decision of a few rounds."""
    env, chance = TableAEC(book, 3, cards_seen="composition"), random.Random(5)
    for seed in range(4):
        env.reset(seed=seed)
        party = env._shown.party
        for agent in env.agent_iter():
            if not party.is_over:
                real, ours = party.table, seen_by_all(env)
                party.table = with_unseen_shuffled(real, chance.shuffle)
                assert seen_by_all(env) == ours
                party.table = real
            info = env.last()[4]
            over = env.terminations[agent]
            env.step(None if over else int(chance.choice(numpy.flatnonzero(info["action_mask"]))))


def seen_by_all(env: TableAEC) -> tuple[list[str], str]:
    return [repr((env.observe(agent), env._infos())) for agent in env.agents], env.render()


def test_what_no_table_has_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match="the table is empty"):
        TableAEC("maryland", {})
    with pytest.raises(BadInput, match="ann cannot wager on box 99 at this table"):
        TableAEC("maryland", {"ann": [99]})
