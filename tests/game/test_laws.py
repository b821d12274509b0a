"""The laws of the table, on random walks through all books, roles and commands."""

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from explore import (
    NAMES,
    Walk,
    a_command,
    a_near_command,
    check_accepts_exactly_legal,
    check_cards,
    everybody,
    some_rules,
    with_unseen_shuffled,
)
from scenes import BOOKS, MARYLAND_BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import run_house, with_chance
from spanish21.game.decide import carry_due, carry_out, legal
from spanish21.game.due import due
from spanish21.game.evolve import replay
from spanish21.game.log.log_text import read_log, written_log
from spanish21.game.log.rack import hands_dealt, hands_in_rack, rack_differences
from spanish21.game.moves.act import Act
from spanish21.game.view import as_json

WALKS = [(book, seed) for book in BOOKS for seed in range(6)]


@pytest.mark.parametrize(("book", "seed"), WALKS)
def test_cards_and_chips_are_conserved_and_the_log_replays(book: str, seed: int) -> None:
    walk = a_walk(book, seed)
    for _ in range(300):
        walk.step(0.05 if walk.chance.random() < 0.7 else 0.4)
        walk.check()
    assert replay(walk.events) == walk.table


@pytest.mark.parametrize(("book", "seed"), WALKS)
def test_decide_accepts_exactly_what_legal_lists(book: str, seed: int) -> None:
    walk = a_walk(book, seed + 100)
    for step in range(200):
        walk.step(0.1)
        for who in (*everybody(walk.table), "nobody"):
            check_accepts_exactly_legal(walk.table, a_near_command(walk.table, who, walk.chance))
            if step % 10 == 0:
                for may in legal(walk.table, who):
                    check_accepts_exactly_legal(walk.table, a_command(may, who, walk.chance))


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_due_is_never_refused_and_needs_no_asking(book: str) -> None:
    walk = a_walk(book, 500, real=False)
    for _ in range(300):
        walk.step(0.2)
        command = due(walk.table)
        if command is not None:
            command = with_chance(walk.table, command, walk.chance)
            asked, unasked = carry_out(walk.table, command), Act(walk.table)
            carry_due(unasked, command)
            assert (unasked.table, unasked.events) == (asked.table, asked.events)


@pytest.mark.parametrize(("book", "seed"), WALKS)
def test_nobody_sees_or_can_tell_from_what_is_legal_an_unseen_card(book: str, seed: int) -> None:
    walk = a_walk(book, seed + 200, real=False)
    for _ in range(200):
        walk.step(0.1)
        other = with_unseen_shuffled(walk.table, walk.chance.shuffle)
        for who in (*everybody(walk.table), "nobody"):
            assert as_json(other, who) == as_json(walk.table, who)
            assert legal(other, who) == legal(walk.table, who)


@pytest.mark.parametrize(("book", "seed"), WALKS)
def test_hands_rebuilt_from_the_discard_rack_are_those_of_the_log(book: str, seed: int) -> None:
    walk = a_walk(book, seed + 300, real=False)
    rebuilt = 0
    start, rack = 0, walk.table.rack
    for _ in range(1500):
        before = walk.rounds
        walk.step(0.02)
        if walk.rounds == before:
            continue
        if walk.table.phase == "wagers" and len(walk.table.rack) > len(rack):
            events = walk.events[start:]
            assert hands_in_rack(rack, walk.table.rack, events) == hands_dealt(events)
            assert rack_differences(rack, walk.table.rack, events) == ()
            rebuilt += 1
        start, rack = len(walk.events), walk.table.rack
    assert rebuilt > 3 or walk.table.rules.shuffling == 2


@pytest.mark.parametrize(("book", "seed"), WALKS)
def test_the_house_in_one_go_does_what_it_does_step_by_step(book: str, seed: int) -> None:
    walk = a_walk(book, seed + 400, real=False)
    for _ in range(600):
        walk.step(0.02)
        table = walk.table
        if due(table) is None or table.phase in ("stack", "settle", "closed", "spread", "cut"):
            continue
        at_once, events = run_house(table, random.Random(seed))
        steps, log, chance = table, [], random.Random(seed)
        while (command := due(steps)) is not None:
            act = carry_out(steps, with_chance(steps, command, chance))
            steps, log = act.table, log + act.events
        assert events == log
        assert at_once == steps


@pytest.mark.parametrize("book", BOOKS)
def test_a_log_survives_its_way_through_json(book: str) -> None:
    walk = a_walk(book, 7)
    for _ in range(200):
        walk.step(0.1)
    read = list(read_log(written_log(walk.events)))
    assert read == walk.events
    assert replay(read) == walk.table


@pytest.mark.parametrize("book", MARYLAND_BOOKS)
@pytest.mark.parametrize("kept", ["kept_safe", "not_kept_safe"])
def test_the_laws_hold_where_the_shuffling_device_keeps_a_second_batch(book: str, kept: str) -> None:
    chance = random.Random(f"{book} {kept}")
    walk = Walk(rules_of(book, shuffling="device", second_batch=kept), chance)
    step = 0
    while step < 400 or (step < 4_000 and not _has_changed_batches(walk)):
        walk.step(0.05 if chance.random() < 0.6 else 0.4)
        walk.check()
        other = with_unseen_shuffled(walk.table, chance.shuffle)
        for who in (*everybody(walk.table), "nobody"):
            check_accepts_exactly_legal(walk.table, a_near_command(walk.table, who, chance))
            if step % 10 == 0:
                assert as_json(other, who) == as_json(walk.table, who)
                assert legal(other, who) == legal(walk.table, who)
                for may in legal(walk.table, who):
                    check_accepts_exactly_legal(walk.table, a_command(may, who, chance))
        step += 1
    assert replay(walk.events) == walk.table
    assert _has_changed_batches(walk)


def _has_changed_batches(walk: Walk) -> bool:
    """Whether a stack went into the device, and a batch that waited there came out of it."""
    return {"BatchPlaced", "BatchTaken"} <= {type(event).__name__ for event in walk.events}


def a_walk(book: str, seed: int, real: bool | None = None) -> Walk:
    """A walk over a table of a book under choices that the seed picks."""
    chance = random.Random(f"{book} {seed}")
    return Walk(some_rules(book, chance), chance, real=chance.random() < 0.2 if real is None else real)


class AnyCommandAtAnyTime(RuleBasedStateMachine):
    """Hypothesis looks for a short run of commands that breaks a law."""

    @initialize(book=st.sampled_from(BOOKS), seed=st.integers(0, 2**32), real=st.booleans())
    def open_a_table(self, book: str, seed: int, real: bool) -> None:
        chance = random.Random(seed)
        self.walk = Walk(some_rules(book, chance), chance, real=real)

    @rule(count=st.integers(1, 12))
    def the_house_does_what_is_due(self, count: int) -> None:
        for _ in range(count):
            command = due(self.walk.table)
            if command is None or self.walk.table.is_real_shoe:
                return
            self.walk.do(with_chance(self.walk.table, command, self.walk.chance))

    @rule(who=st.sampled_from((*NAMES[:4], "dealer", "floorperson")), pick=st.integers(0, 10**6))
    def somebody_does_something_legal(self, who: str, pick: int) -> None:
        offered = legal(self.walk.table, who)
        if offered:
            command = a_command(offered[pick % len(offered)], who, self.walk.chance)
            check_accepts_exactly_legal(self.walk.table, command)
            self.walk.do(command)

    @rule(who=st.sampled_from((*NAMES[:4], "dealer", "floorperson", "nobody", "")))
    def somebody_tries_something(self, who: str) -> None:
        check_accepts_exactly_legal(self.walk.table, a_near_command(self.walk.table, who, self.walk.chance))

    @invariant()
    def cards_and_chips_are_conserved(self) -> None:
        if hasattr(self, "walk"):
            check_cards(self.walk.table)
            self.walk.check()

    def teardown(self) -> None:
        if hasattr(self, "walk"):
            assert replay(self.walk.events) == self.walk.table


AnyCommandAtAnyTime.TestCase.settings = settings(
    max_examples=40, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
)
TestAnyCommandAtAnyTime = AnyCommandAtAnyTime.TestCase
