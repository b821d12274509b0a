"""The table as a conversation: what it says, how answers are read, and what they cost."""

import random

import pytest

from explore import with_unseen_shuffled
from spanish21.analysis.advice.advice import advise
from spanish21.books.rulebook import RULEBOOKS
from spanish21.environments.seat import PLAYER
from spanish21.environments.text.text_table import RegretTally, TextReply, TextTable
from spanish21.errors import BadInput


def best(table: TextTable) -> str:
    values = table.values()
    return max(values, key=lambda words: values[words])


def play(table: TextTable, seed: int, decide: random.Random | None = None) -> list[TextReply]:
    """An episode: the best decisions, or decisions at random."""
    said = [table.reset(seed)]
    while not said[-1].is_over:
        words = best(table) if decide is None else decide.choice(list(table.values()))
        said.append(table.answer(words))
    return said


def at_a_decision(book: str = "maryland", rounds: int = 3) -> TextTable:
    """A table at which a hand with several choices waits."""
    table = TextTable(book, rounds=rounds)
    for seed in range(50):
        table.reset(seed)
        if "split" not in table.values() and "hit" in table.values():
            return table
    raise AssertionError("no such hand came")


@pytest.mark.parametrize("book", RULEBOOKS)
def test_an_episode_is_a_conversation_in_every_book(book: str) -> None:
    table = TextTable(book, rounds=4)
    said = play(table, 3, random.Random(1))
    assert book in said[0].text
    assert "Round 1." in said[0].text
    assert said[-1].text.endswith("There are no more rounds.\n")
    assert all("Answer with one of these and nothing else: " in one.text for one in said[:-1])
    tally = table.tally
    assert (tally.rounds, tally.unreadable, tally.spoiled) == (4, 0, 0)
    assert tally.decisions == len(said) - 1
    assert tally.regret == pytest.approx(sum(one.regret for one in said))
    assert tally.won == sum(one.won for one in said) + unasked(said[0])


def unasked(first: TextReply) -> int:
    """What rounds without a decision brought before the first question."""
    won = 0
    for line in first.text.splitlines():
        if line.startswith("The round is over: you "):
            amount = round(100 * float(line.rpartition(" ")[2].rstrip(".").lstrip("$£").replace(",", "")))
            won += amount if " win " in line else -amount
    return won


def test_the_seed_decides_the_whole_conversation() -> None:
    assert play(TextTable(rounds=5), 8) == play(TextTable(rounds=5), 8)
    assert play(TextTable(rounds=5), 8) != play(TextTable(rounds=5), 9)


def test_the_best_decisions_cost_nothing_and_others_what_the_advice_says() -> None:
    table = TextTable("players-edge", rounds=8)
    play(table, 4)
    assert table.tally.regret == 0.0
    chance, compared = random.Random(5), 0
    said = table.reset(6)
    while not said.is_over:
        options = advise(table.seat.table, PLAYER).options
        costs = {one.name.replace("draw", "hit").partition(" by ")[0]: one.cost for one in options}
        words = chance.choice(list(table.values()))
        said = table.answer(words)
        if words in costs:
            assert said.regret == pytest.approx(costs[words], abs=1e-6)
            compared += 1
    assert compared > 5


def test_an_answer_is_one_decision_and_nothing_else() -> None:
    for said in ("hit", " HIT ", "1", "draw", "Draw"):
        table = at_a_decision()
        assert table.answer(said).is_repeated is False
        assert table.tally.decisions == 1
    for said in ("I hit", "hit!", "", "hit stand", "split or hit", "h", "17", "\x00", "stand " * 1000):
        table = at_a_decision()
        assert table.answer(said).is_repeated is True
        assert (table.tally.decisions, table.tally.unreadable) == (0, 1)


def test_the_question_is_repeated_once_and_says_why() -> None:
    table = at_a_decision()
    before = table.seat.table
    refused = table.answer("split")
    assert refused.text.startswith("That is not legal now: this hand may not be split [maryland 11.")
    assert table.answer("hit").is_repeated is False
    assert table.tally.decisions == 1
    table = at_a_decision()
    assert table.answer("please advise").text.startswith("That is not an answer.\n")
    assert table.seat.table == before
    assert "What do you do?" in refused.text


def test_a_second_unreadable_answer_costs_the_worst_decision() -> None:
    table = at_a_decision()
    values = table.values()
    worst = min(values, key=lambda words: values[words])
    table.answer("no idea")
    spoiled = table.answer("still none")
    assert spoiled.text.startswith(
        f"That could not be read either. The table takes the worst for you: {worst}."
    )
    assert spoiled.regret == pytest.approx(max(values.values()) - min(values.values()))
    assert table.tally == RegretTally(
        decisions=1,
        regret=spoiled.regret,
        won=table.tally.won,
        rounds=table.tally.rounds,
        unreadable=2,
        spoiled=1,
    )
    if not spoiled.is_over:  # the next question may be repeated again
        assert table.answer("what?").is_repeated is True


def test_what_is_said_depends_on_nothing_that_the_person_has_not_seen() -> None:
    chance, compared = random.Random(7), 0
    for book in RULEBOOKS:
        table = TextTable(book, rounds=3)
        said = table.reset(chance.randrange(10**6))
        while not said.is_over:
            texts = []
            for _ in range(2):
                repeated = table.answer("rescue") if "rescue" not in table.values() else table.answer("?")
                texts.append((repeated.text, table.values()))
                table.tally, table._tries = RegretTally(rounds=table.tally.rounds), 0
                table.seat.table = with_unseen_shuffled(table.seat.table, chance.shuffle)
            assert texts[0] == texts[1]
            compared += 1
            said = table.answer(chance.choice(list(table.values())))
    assert compared > 20


def test_a_table_names_no_card_before_it_is_turned() -> None:
    table = TextTable("maryland", rounds=10)
    for seed in range(10):
        said = table.reset(seed)
        assert table.is_over or "takes a card face down" in said.text
        if not table.is_over:
            (line,) = [one for one in said.text.splitlines() if one.startswith("dealer: ")]
            assert line.endswith(" ??")


def test_what_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match="rounds is 0; an episode has from 1 to 10,000"):
        TextTable(rounds=0)
    table = TextTable()
    with pytest.raises(BadInput, match="the episode is over; reset begins another"):
        table.answer("stand")
    assert table.values() == {}
