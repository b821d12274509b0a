"""A real shoe: its cards are read as they are drawn, and the dealer reports what only the dealer sees."""

import pytest
from msgspec.structs import replace

from scenes import DEALER, FLOORPERSON, Scene
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import UNSEEN, cards

REAL = [
    pytest.param("maryland", marks=pytest.mark.clause("maryland 7.A", "maryland 13.K")),
    pytest.param("maryland-v1", marks=pytest.mark.clause("maryland-v1 7.A", "maryland-v1 13.K")),
    pytest.param("players-edge", marks=pytest.mark.clause("players-edge 7.A", "players-edge 13.K")),
    pytest.param("massachusetts", marks=pytest.mark.clause("massachusetts 7(a)", "massachusetts 15(g)")),
]


def dealt(book: str) -> Scene:
    """A round from a real shoe in which a 9 and a 7 lie before ann and a 6 before the dealer."""
    scene = Scene(book, real=True).bet("ann", 10_00)
    scene.do(cmd.CloseWagers(by=DEALER))
    scene.do(cmd.Deal(by=DEALER, cards=cards("9s 6d 7c")))
    if scene.rules.hole_card:
        scene.do(cmd.Deal(by=DEALER, cards=(UNSEEN,)))
    if scene.rules.player_totals_announced:
        scene.do(cmd.Announce(by=DEALER))
    return scene


@pytest.mark.parametrize("book", REAL)
def test_a_card_of_a_real_shoe_must_be_read(book: str) -> None:
    scene = dealt(book)
    scene.do(cmd.Draw(by="ann"))
    assert scene.refused(cmd.Deal(by=DEALER)) == "card_must_be_read"
    assert scene.refused(cmd.Deal(by=DEALER, count=1)) == "card_must_be_read"
    assert scene.refused(cmd.Deal(by=DEALER, count=1, cards=cards("4h"))) == "card_must_be_read"
    assert scene.refused(cmd.Deal(by=DEALER, cards=cards("4h 2c"))) == "not_now"  # one was asked for
    scene.do(cmd.Deal(by=DEALER, cards=cards("4h")))
    assert scene.hand().cards == cards("9s 7c 4h")


@pytest.mark.parametrize("book", REAL)
def test_the_dealer_reports_an_empty_shoe_only_when_a_card_is_due(book: str) -> None:
    scene = dealt(book)
    assert scene.refused(cmd.ReportShoeEmpty(by=DEALER)) == "not_now"
    scene.do(cmd.Draw(by="ann"))
    scene.do(cmd.ReportShoeEmpty(by=DEALER))
    assert isinstance(scene.events[-1], ev.ShoeEmptied)
    assert scene.table.phase == "stack"
    assert scene.refused(cmd.Deal(by=DEALER, cards=cards("4h"))) == "not_now"


@pytest.mark.parametrize("book", REAL)
def test_the_cards_on_the_layout_stay_out_of_a_shoe_that_is_cut_again_in_mid_round(book: str) -> None:
    scene = dealt(book)
    scene.do(cmd.Draw(by="ann"))
    scene.do(cmd.ReportShoeEmpty(by=DEALER))
    scene.house().do(cmd.RefuseCut(by="ann"))
    scene.until("cover")
    out = scene.table.dealt
    assert out > 0
    scene.do(cmd.OrderRecut(by=FLOORPERSON))
    assert (scene.table.phase, scene.table.dealt) == ("cut", out)


@pytest.mark.parametrize("book", REAL)
def test_an_empty_shoe_is_reported_only_of_a_real_one(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00).deal("9s 6d 7c Kd")
    scene.do(cmd.Draw(by="ann"))
    assert scene.refused(cmd.ReportShoeEmpty(by=DEALER)) == "not_now"


@pytest.mark.parametrize("book", REAL)
def test_a_card_comes_no_more_often_than_the_decks_hold_it(book: str) -> None:
    people = dict.fromkeys(("ann", "bob", "cid"), 500_00)
    scene = Scene(book, people, real=True)
    for name in people:
        scene.bet(name, 10_00)
    scene.do(cmd.CloseWagers(by=DEALER))
    assert scene.refused(cmd.Deal(by=DEALER, cards=cards("9s " * 7))) == "card_not_in_shoe"
    scene.do(cmd.Deal(by=DEALER, cards=cards("9s " * 6)))  # six decks
    assert scene.refused(cmd.Deal(by=DEALER, cards=cards("9s"))) == "card_not_in_shoe"
    scene.do(cmd.Deal(by=DEALER, cards=cards("9h")))


COVER = [
    pytest.param("maryland", marks=pytest.mark.clause("maryland 7.C")),
    pytest.param("maryland-v1", marks=pytest.mark.clause("maryland-v1 7.C")),
    pytest.param("players-edge", marks=pytest.mark.clause("players-edge 7.C")),
    pytest.param("massachusetts", marks=pytest.mark.clause("massachusetts 7(j)")),
]
REPORT = cmd.ReportCoverCard(by=DEALER)


@pytest.mark.parametrize("book", COVER)
def test_the_dealer_reports_the_cover_card_of_a_real_shoe_once(book: str) -> None:
    scene = dealt(book)
    assert scene.refused(cmd.ReportCoverCard(by="ann")) == "not_your_office"
    scene.do(REPORT)
    assert isinstance(scene.events[-1], ev.CoverCardReached)
    assert scene.table.cover_seen
    assert scene.refused(REPORT) == "not_now"
    assert Scene(book).refused(REPORT) == "not_now"  # this shoe tells it by itself


@pytest.mark.parametrize("book", COVER)
def test_where_no_cover_card_is_in_the_shoe_none_is_reported(book: str) -> None:
    scene = dealt(book)
    scene.table = replace(scene.table, cover=None)
    assert scene.refused(REPORT) == "not_now"
