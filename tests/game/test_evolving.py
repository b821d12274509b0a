"""Events one by one: what each leaves behind, where no round would show a difference."""

from msgspec.structs import replace

from scenes import DEALER, Scene
from spanish21.game import commands as cmd
from spanish21.game.events import BonusPaid, CardsCollected, PersonLeft, WagerWithdrawn
from spanish21.game.evolve import evolve
from spanish21.game.round.start import NO_ROUND
from spanish21.game.table import CashOffer, Settlement, cover_moved


def test_a_bonus_is_on_record_as_paid_and_nothing_as_collected() -> None:
    scene = Scene("maryland").bet("ann", 10_00).deal("9s 8c 7s 8d", steps=0)
    before = scene.table
    after = evolve(before, BonusPaid(1, "ann", "super_bonus", 1_000_00, "super_bonus_small"))
    paid = Settlement(1, 0, "ann", "super_bonus", collected=0, paid=1_000_00, stands=False)
    assert after.settled == (paid,)
    assert (after.inventory, after.people[0].chips) == (
        before.inventory - 1_000_00,
        before.people[0].chips + 1_000_00,
    )
    community = evolve(before, BonusPaid(1, "ann", "community", 20_00, "spin_community.A.1"))
    assert community.settled == (Settlement(1, 0, "ann", "community", collected=0, paid=20_00, stands=True),)


def test_nothing_of_a_round_is_left_when_it_is_over() -> None:
    during = Scene("maryland").bet("ann", 10_00).deal("9s 8c 7s 8d", steps=0).table
    assert any(getattr(during, name) != value for name, value in NO_ROUND.items())
    left = {**dict.fromkeys(NO_ROUND, "left"), "dealer": ("left",)}
    over = evolve(replace(during, **left), CardsCollected(((1, 2),), (), None))
    assert {name: getattr(over, name) for name in NO_ROUND} == NO_ROUND
    changed = {"phase": "wagers", "rounds_since_shuffle": 1, "rack": (*during.rack, (1, 2))}
    assert over == replace(during, **changed, **NO_ROUND)


def test_cash_taken_back_from_one_box_stays_on_the_others() -> None:
    table = Scene("maryland").table
    offers = tuple(
        CashOffer(name, box, "main", 10_00, ()) for name, box in (("ann", 1), ("ann", 2), ("bob", 1))
    )
    after = evolve(replace(table, offers=offers), WagerWithdrawn("ann", 1, "cash", 0))
    assert after.offers == offers[1:]


def test_whoever_leaves_before_a_cut_is_offered_is_not_asked() -> None:
    table = Scene("maryland", {"ann": 100_00, "bob": 100_00}).table
    for offered, left in ((None, None), (0, 0), (1, 0)):
        cutting = replace(table.cutting, order=("ann", "bob"), offered=offered)
        after = evolve(replace(table, cutting=cutting), PersonLeft("ann", 100_00)).cutting
        assert (after.order, after.offered) == (("bob",), left)


def test_a_cover_card_moves_only_with_cards_that_come_before_it() -> None:
    table = replace(Scene("maryland").table, dealt=10)
    assert [cover_moved(replace(table, cover=cover), -1) for cover in (None, 9, 10, 11)] == [None, 9, 9, 10]


def test_a_device_that_loads_the_shoe_leaves_a_burn_only_where_one_is_due() -> None:
    device = {
        "shuffling": "device",
        "second_batch": "none",
        "device_loads_shoe": True,
        "device-loads-shoe": "no_cut",
    }
    for burns, phase in ((True, "burn"), (False, "wagers")):
        scene = Scene("maryland", opened=False, outside={"burns_first_card": burns}, **device).until("cover")
        scene.do(cmd.PlaceCoverCard(by=DEALER, behind=100))
        assert scene.table.phase == phase
