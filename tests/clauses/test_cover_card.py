"""The cover card is noticed wherever it comes up, and keeps its place when a 10 is taken out before it."""

import random

import pytest
from books import proves
from dealt_rounds import alone, order, play
from msgspec.structs import replace

from scenes import DEALER, FLOORPERSON, Scene
from spanish21.dealer import play_round, run_house
from spanish21.game import commands as cmd
from spanish21.game.cards import card
from spanish21.game.events import CardBurned, CoverCardReached, DealerRelieved, ShoeShuffled
from spanish21.game.table import Table
from spanish21.game.view import view

LONG = "2c 2d 2h 2s 2c 2d 2h 2s 2c"
"""A dealer's hand of nine cards, 18 in all."""


def covered(scene: Scene, after: int) -> Scene:
    """The same table with so many cards before the cover card."""
    scene.table = replace(scene.table, cover=scene.table.dealt + after)
    return scene


@proves("7.C", "7.D", massachusetts=("7(j)", "7(j)(3)"))
def test_the_cover_card_comes_out_before_the_burn_card_of_a_relieving_dealer(book: str) -> None:
    scene = covered(Scene(book), 0)
    burned = scene.table.shoe[scene.table.dealt]
    mark = len(scene.events)
    scene.do(cmd.RelieveDealer(by=FLOORPERSON))
    scene.house()
    assert scene.events[mark:] == [DealerRelieved(), CoverCardReached(0), CardBurned(burned)]
    assert view(scene.table, "ann").cover_card_seen
    scene.bet("ann", 10_00)
    play(scene, "9s Kh", dealer="6s Kh 9d").says("ann", "stands")
    assert order(scene, "CoverCardReached", "CardsCollected", "ShoeShuffled") == [
        "CardsCollected",
        "ShoeShuffled",
    ]


@proves("7.C", massachusetts="7(j)")
def test_a_cover_card_behind_the_burn_card_of_a_relieving_dealer_comes_with_the_next_round(book: str) -> None:
    scene = covered(Scene(book), 1)
    scene.do(cmd.RelieveDealer(by=FLOORPERSON))
    scene.house()
    assert not scene.table.cover_seen
    scene.bet("ann", 10_00)
    play(scene, "9s Kh", dealer="6s Kh 9d").says("ann", "stands")
    assert order(scene, "CoverCardReached", "CardDealt")[0] == "CoverCardReached"


def stand(table: Table) -> cmd.Command:
    return cmd.Stand(by="ann")


@pytest.mark.parametrize("drawn", range(7))
@proves("7.C", "7.D", massachusetts=("7(j)", "7(j)(3)"))
def test_the_cover_card_comes_out_among_the_dealers_cards_of_a_round_played_in_one_go(
    book: str, drawn: int
) -> None:
    scene = covered(Scene(book), 4 + drawn)
    up, hole, *others = LONG.split()
    scene.stack(" ".join(["Kh", up, "9s", hole, *others]))
    wager = cmd.PlaceWager(by="ann", box=1, amount=10_00)
    after, events = play_round(scene.table, [wager], stand, random.Random(1))
    names = [type(event).__name__ for event in events]
    cards_and_cover = [name for name in names if name in ("CardDealt", "CoverCardReached")]
    assert cards_and_cover.index("CoverCardReached") == 4 + drawn
    assert cards_and_cover.count("CoverCardReached") == 1
    assert names.index("ShoeShuffled") > names.index("CardsCollected")
    assert after.rounds_since_shuffle == 0


@proves("7.C", "7.D", massachusetts=("7(j)", "7(j)(3)"))
def test_a_cover_card_behind_the_dealers_last_card_waits_for_the_next_round(book: str) -> None:
    scene = covered(Scene(book), 11)
    up, hole, *others = LONG.split()
    scene.stack(" ".join(["Kh", up, "9s", hole, *others]))
    wager = cmd.PlaceWager(by="ann", box=1, amount=10_00)
    after, events = play_round(scene.table, [wager], stand, random.Random(1))
    assert not [event for event in events if isinstance(event, CoverCardReached | ShoeShuffled)]
    assert after.dealt == after.cover


@proves("7.C", massachusetts="7(j)")
def test_a_cover_card_that_was_overlooked_is_noticed_with_the_next_card(book: str) -> None:
    """By whatever way a card left the shoe, the cover card before it cannot stay in for good."""
    in_steps = covered(alone(book), -1)
    play(in_steps, "9s Kh", dealer="6s Kh 9d")
    assert order(in_steps, "CoverCardReached", "CardDealt")[0] == "CoverCardReached"
    burned = covered(Scene(book), -1)
    burned.do(cmd.RelieveDealer(by=FLOORPERSON))
    burned.do(cmd.BurnCard(by=DEALER))
    assert [type(event).__name__ for event in burned.events[-2:]] == ["CoverCardReached", "CardBurned"]
    in_one_go = alone(book)
    play(in_one_go, "9s Kh", dealer="6s 2h 9d")
    covered(in_one_go, -1).do(cmd.Stand(by="ann"))
    _, events = run_house(in_one_go.table, random.Random(1))
    assert [type(event) for event in events].count(CoverCardReached) == 1


@pytest.mark.parametrize(("above", "dealt_before"), [(0, 0), (1, 1), (2, 1), (3, 2), (5, 4)])
@proves("13.C", "7.C", massachusetts=("15(b)", "7(j)"))
def test_the_cover_card_stays_before_the_same_card_when_a_10_is_taken_out(
    book: str, above: int, dealt_before: int
) -> None:
    """The 10 is the second card of the shoe; `above` cards lie above the cover card, the 10 among them."""
    scene = with_second_card_a_10(alone(book), "9s 6s Kh Kh 9d")
    scene.deal(steps=0)
    covered(scene, above).house().says("ann", "stands")
    names = order(scene, "CardDealt", "CoverCardReached", "TenFound")
    assert names.count("TenFound") == names.count("CoverCardReached") == 1
    assert [name for name in names if name != "TenFound"].index("CoverCardReached") == dealt_before


def with_second_card_a_10(scene: Scene, text: str) -> Scene:
    """These cards next in the shoe, and a 10 of hearts after the first of them."""
    table, ten = scene.stack(text).table, card("Th")
    at = table.dealt + 1
    scene.table = replace(
        table, pool=tuple(sorted((*table.pool, ten))), shoe=(*table.shoe[:at], ten, *table.shoe[at:])
    )
    return scene
