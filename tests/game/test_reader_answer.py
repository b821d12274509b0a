"""What the card reader device has said stays said, also when it fails later in the round."""

import pytest

from scenes import DEALER, Scene
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import UNSEEN, cards
from spanish21.game.table import FLOORPERSON


def with_reader(first_cards: str, real: bool) -> Scene:
    """Massachusetts with a hole card and a reader, an ace or ten-value card up, nobody insured."""
    scene = Scene("massachusetts", real=real, hole_card=True, card_reader=True).bet("ann", 10_00)
    if real:
        scene.do(cmd.CloseWagers(by=DEALER))
        scene.do(cmd.Deal(by=DEALER, cards=cards(first_cards)))
        scene.do(cmd.Deal(by=DEALER, cards=(UNSEEN,)))
    else:
        scene.deal(first_cards, steps=1)
    return scene


def test_a_hole_card_that_the_reader_cleared_is_no_blackjack_after_its_failure() -> None:
    scene = with_reader("9s Kd 8c", real=True)
    scene.do(cmd.InsertHoleCard(by=DEALER, answer=False))
    scene.do(cmd.ReportReaderFailure(by=FLOORPERSON))
    scene.house()
    scene.do(cmd.Stand(by="ann"))
    assert scene.refused(cmd.TurnHoleCard(by=DEALER, card=cards("Ah")[0])) == "card_not_in_shoe"
    scene.do(cmd.TurnHoleCard(by=DEALER, card=cards("9h")[0]))
    assert not scene.table.dealer_has_blackjack


def test_a_hole_card_that_no_reader_saw_may_be_anything() -> None:
    scene = with_reader("9s Kd 8c", real=True)
    scene.do(cmd.ReportReaderFailure(by=FLOORPERSON))
    scene.house()
    scene.do(cmd.Stand(by="ann"))
    scene.do(cmd.TurnHoleCard(by=DEALER, card=cards("Ah")[0]))
    assert scene.table.dealer_has_blackjack


@pytest.mark.parametrize("fails_first", [False, True])
def test_a_rescue_is_settled_at_once_where_the_reader_has_answered(fails_first: bool) -> None:
    scene = with_reader("6s Kd 5c 7h 2d", real=False)
    if fails_first:
        assert scene.table.phase == "reader"
        scene.do(cmd.ReportReaderFailure(by=FLOORPERSON))
    scene.house()
    if not fails_first:
        scene.do(cmd.ReportReaderFailure(by=FLOORPERSON))
    scene.do(cmd.Double(by="ann", amount=10_00))
    scene.house()
    before = len(scene.events)
    scene.do(cmd.Rescue(by="ann"))
    settled = [event for event in scene.events[before:] if isinstance(event, ev.WagerSettled)]
    assert bool(settled) != fails_first
