"""The commands of a round are found again from its events, so that a log can be written as notation."""

import random

import pytest

from explore import Walk, some_rules
from spanish21.books.rulebook import BOOKS
from spanish21.errors import BadInput
from spanish21.game import events as ev
from spanish21.notation import Recorder, Round, read, write
from spanish21.notation.recalling import as_everybody_saw, is_all_seen, lowest_chips, recalled


def rounds_of_walk(book: str, seed: int, real: bool = False, steps: int = 500) -> list[Round]:
    chance = random.Random(f"{book} {seed}")
    walk = Walk(some_rules(book, chance), chance, real=real)
    walk.recorder = Recorder()
    for _ in range(steps):
        walk.step(0.05)
    return walk.recorder.rounds


@pytest.mark.parametrize("real", [False, True], ids=["shoe", "real shoe"])
@pytest.mark.parametrize("book", BOOKS)
def test_a_round_is_recalled_from_its_events(book: str, real: bool) -> None:
    count = 0
    for seed in range(4):
        for played in rounds_of_walk(book, seed, real):
            again = recalled(played.start, played.events)
            assert (again.events, again.end) == (played.events, played.end)
            assert read(write(again)).events == read(write(played)).events
            count += 1
    assert count > 3


@pytest.mark.parametrize("book", BOOKS)
def test_what_everybody_saw_tells_no_chips_but_those_that_were_wagered(book: str) -> None:
    count = 0
    for seed in range(4):
        for played in rounds_of_walk(book, seed):
            if any(isinstance(one, ev.FillAsked) for one in played.events):
                continue
            try:
                public = as_everybody_saw(played)
            except BadInput:
                continue  # what happened rests on chips that nobody may know of
            text = write(public)
            assert "state inventory" not in text
            assert "state drop_box" not in text
            assert "burn_card" not in text
            assert len(read(text).events) == len(public.events)
            assert set(lowest_chips(public).values()) <= {0}
            count += 1
    assert count > 1


def test_a_hole_card_that_was_never_turned_is_not_seen() -> None:
    down = ev.CardDealt(5, 0, 0, True, 0)
    assert not is_all_seen([down])
    assert is_all_seen([down, ev.HoleCardTurned(5, 17)])
    assert not is_all_seen([down, ev.HoleCardTurned(5, 17), ev.CardBurned(9)])


def test_a_card_drawn_in_error_and_kept_face_down_is_not_seen() -> None:
    assert not is_all_seen([ev.CardDrawnInError(9, False)])
    assert is_all_seen([ev.CardDrawnInError(9, True)])


def test_events_that_no_command_brings_about_are_refused() -> None:
    played = rounds_of_walk("uk-casino", 1)[0]
    with pytest.raises(BadInput, match="HoleCardTurned"):
        recalled(played.start, [ev.HoleCardTurned(5, 17)])
