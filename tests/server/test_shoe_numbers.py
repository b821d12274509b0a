"""Shoes are numbered without gaps, and none is opened while a card of it can still matter."""

import random
from collections import Counter

import pytest

from explore import Walk, some_rules
from scenes import BOOKS
from spanish21.errors import BadRules
from spanish21.game import events as ev
from spanish21.game.evolve import evolve, set_up
from spanish21.game.rules import Rules, what_if
from spanish21.game.table import Table
from spanish21.server.log.shoe_numbers import Shoes, after, cards_of, sealing_shoe, unopened


def is_cut_of(shoe: tuple[int, ...], order: tuple[int, ...]) -> bool:
    """Whether the shoe is the order with some cards moved from the top to the back, 10s taken out aside."""
    if len(shoe) != len(order):
        return Counter(shoe) <= Counter(order)
    return any(shoe == order[at:] + order[:at] for at in range(len(order)))


def small_shoes(rules: Rules) -> Rules:
    """One deck and a cover card near the end, so that shoes run out in mid-round."""
    try:
        return what_if(rules, decks=1, cover_from_back=(1, 40))
    except BadRules:
        return rules


class Follower:
    """The shoes of a table and the table itself, side by side."""

    def __init__(self, set_up_event: ev.TableSetUp) -> None:
        self.table: Table = set_up(set_up_event)
        self.shoes = after(Shoes(), set_up_event).shoes
        self.orders: dict[int, tuple[int, ...]] = {}
        self.opened: list[int] = []
        self.hole_from = self.loose_from = 0

    def take(self, event: ev.Event) -> None:
        sealing = sealing_shoe(self.shoes, event)
        change = after(self.shoes, event)
        self.table = evolve(self.table, event)
        if change.began:
            assert change.began == self.shoes.last + 1 == sealing
            self.orders[change.began] = cards_of(event)
        self.opened += change.over
        assert sealing not in self.opened or sealing == self.shoes.in_play
        if isinstance(event, ev.CardDealt) and event.face_down:
            self.hole_from = self.shoes.in_play
        if isinstance(event, ev.CardDrawnInError):
            self.loose_from = self.shoes.in_play
        self.shoes = change.shoes
        self.check()

    def check(self) -> None:
        table, shoes = self.table, self.shoes
        closed = set(unopened(shoes))
        assert len(set(self.opened)) == len(self.opened)
        assert closed.isdisjoint(self.opened)
        assert closed | set(self.opened) == set(range(1, shoes.last + 1))
        if table.shoe:
            assert is_cut_of(table.shoe, self.orders[shoes.in_play])
        assert len(table.device) <= len(shoes.in_device)
        for batch, number in zip(table.device, shoes.in_device, strict=False):
            assert batch.cards == self.orders[number]
        if table.hole_down:
            assert self.hole_from in closed
        if table.trouble.loose_card and not table.trouble.loose_exposed:
            assert self.loose_from in closed


@pytest.mark.parametrize("book", BOOKS)
def test_no_shoe_is_opened_while_a_card_of_it_is_unseen_and_in_play(book: str) -> None:
    happened: Counter[str] = Counter()
    for seed in range(30):
        chance = random.Random(f"{book} {seed}")
        rules = some_rules(book, chance)
        walk = Walk(small_shoes(rules) if seed % 2 else rules, chance)
        for _ in range(300):
            walk.step(0.1)
        first = walk.events[0]
        assert isinstance(first, ev.TableSetUp)
        follower = Follower(first)
        for event in walk.events[1:]:
            follower.take(event)
        happened.update(type(event).__name__ for event in walk.events)
    assert happened["ShoeShuffled"] > 20


def test_a_real_shoe_has_no_numbers() -> None:
    chance = random.Random(1)
    walk = Walk(some_rules("maryland", chance), chance, real=True)
    for _ in range(300):
        walk.step(0.05)
    shoes = Shoes()
    for event in walk.events:
        change = after(shoes, event)
        assert (change.began, change.over) == (0, ())
        shoes = change.shoes
    assert shoes == Shoes(is_real=True)


def test_what_a_device_held_is_opened_when_it_is_put_aside() -> None:
    shoes = Shoes(last=3, in_play=1, in_device=(2, 3))
    change = after(shoes, ev.BatchWithdrawn())
    assert change.over == (2, 3)
    assert change.shoes == Shoes(last=3, in_play=1)


def test_a_batch_that_is_shuffled_again_gives_up_its_old_order() -> None:
    change = after(Shoes(last=3, in_device=(2, 3)), ev.BatchShuffled((4, 5)))
    assert (change.began, change.over) == (4, (2,))
    assert change.shoes == Shoes(last=4, in_device=(4, 3))
    taken = after(change.shoes, ev.BatchTaken())
    assert taken.shoes == Shoes(last=4, in_play=4, in_device=(3,))


def test_before_the_first_shuffle_unseen_cards_are_sealed_under_the_shoe_to_come() -> None:
    assert sealing_shoe(Shoes(), ev.TensRemoved((40,), True)) == 1
    assert sealing_shoe(Shoes(last=1, in_play=1), ev.CardBurned(31)) == 1
    assert sealing_shoe(Shoes(last=1, in_play=1), ev.ShoeShuffled((4, 5), "hand", False)) == 2
