"""What interrupts the cut: somebody who leaves while it goes round, a shuffling device that fails."""

from typing import Any

import pytest
from books import proves

from scenes import BOOKS, DEALER, FLOORPERSON, Scene
from spanish21.game import commands as cmd
from spanish21.game.due import due
from spanish21.game.events import ShoeShuffled, ShufflerFailed
from spanish21.game.round.stack import whose_cut
from spanish21.game.view import view

FOUR = {"ann": 1000_00, "bob": 1000_00, "cid": 1000_00, "dee": 1000_00}


def at_the_cut(book: str, people: dict[str, int] | None = None, **choices: Any) -> Scene:
    """A table whose first stack is offered to be cut."""
    scene = Scene(book, people or FOUR, opened=False, **choices).until("cut")
    scene.do(cmd.OfferCut(by=DEALER))
    return scene


def asked_in_turn(scene: Scene) -> list[str]:
    """Everybody who is still offered the cut, each of whom declines it."""
    asked = []
    while whose_cut(scene.table) != DEALER:
        asked.append(whose_cut(scene.table))
        assert view(scene.table, "dee").cut_offered_to == asked[-1]
        scene.do(cmd.RefuseCut(by=asked[-1]))
    return asked


# -- somebody leaves -------------------------------------------------------------------------------


@pytest.mark.parametrize("refused", [0, 1, 2, 3])
@pytest.mark.parametrize("gone", [0, 1, 2, 3])
@pytest.mark.parametrize("book", BOOKS)
def test_when_somebody_leaves_the_cut_goes_on_to_everybody_else_who_was_not_asked(
    book: str, gone: int, refused: int
) -> None:
    scene = at_the_cut(book)
    order = scene.table.cutting.order
    assert len(order) == 4
    for name in order[:refused]:
        scene.do(cmd.RefuseCut(by=name))
    scene.do(cmd.Leave(by=order[gone]))
    assert asked_in_turn(scene) == [name for name in order[refused:] if name != order[gone]]
    assert isinstance(due(scene.table), cmd.Cut)


@pytest.mark.parametrize("book", BOOKS)
def test_when_everybody_leaves_the_dealer_cuts(book: str) -> None:
    scene = at_the_cut(book)
    for name in scene.table.cutting.order:
        scene.do(cmd.Leave(by=name))
    assert whose_cut(scene.table) == DEALER
    scene.house()
    assert scene.table.phase == "wagers"


# -- the shuffling device fails --------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["stack", "cut", "cover", "load"])
@proves("13.S", massachusetts="15(k)")
def test_when_the_device_fails_before_its_stack_is_in_the_shoe_the_cards_are_shuffled_by_hand(
    book: str, phase: str
) -> None:
    choices: dict[str, Any] = {"shuffling": "device"}
    outside = {"cut_after_device": True, "device_loads_shoe": False}
    scene = Scene(book, FOUR, opened=False, outside=outside, **choices).until("stack")
    while scene.table.phase != phase:
        if scene.table.phase == "cut" and whose_cut(scene.table) in FOUR:
            scene.do(cmd.RefuseCut(by=whose_cut(scene.table)))
        else:
            scene.house(1)
    assert scene.do(cmd.ReportShufflerFailure(by=DEALER)) == [ShufflerFailed()]
    assert scene.table.phase == "stack"
    scene.do(cmd.PutShufflerAside(by=FLOORPERSON))
    for early in (cmd.OfferCut(by=DEALER), cmd.PlaceCoverCard(by=DEALER, behind=80), cmd.LoadShoe(by=DEALER)):
        assert scene.refused(early) == "not_now"
    scene.house(1)
    assert scene.happened(ShoeShuffled, since_deal=False)[-1].method == "hand"
    assert scene.table.phase == "cut"
