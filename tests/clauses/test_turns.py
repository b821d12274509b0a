"""The players' turns: their order, a player's Blackjack, the choices, drawing, what the dealer announces."""

import pytest
from books import MARYLANDS, marked, proves, proves_clause
from dealt_rounds import THREE, TWO, alone, order, play
from msgspec.structs import replace

from scenes import DEALER, Scene
from spanish21.game import commands as cmd
from spanish21.game.cards import cards
from spanish21.game.decide import legal
from spanish21.game.events import (
    BlackjackAnnounced,
    CardDealt,
    CardsCollected,
    HandRemoved,
    PointsAnnounced,
    WagerSettled,
)
from spanish21.game.evolve import replay
from spanish21.game.view import view

LOW = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"]
HIGH = ["Ac", "Kc", "Qc", "Jc"]


# -- the order of play -----------------------------------------------------------------------------


@proves_clause("7.H", massachusetts="7(e)", uk_casino="G10")
def test_the_players_decide_in_turn_around_the_table(book: str, clause: str) -> None:
    scene = Scene(book, THREE).bet("bob", 10_00).bet("cyd", 10_00).bet("ann", 10_00)
    play(scene, "9s 8s", "9h 8h", "9d 8d", dealer="6c 5d 9c")
    expected = ["cyd", "bob", "ann"] if book == "players-edge" else ["ann", "bob", "cyd"]
    for name in expected:
        for other in THREE:
            if other != name:
                assert scene.refused(cmd.Draw(by=other)) in ("not_your_turn", "no_draw")
        waiting = expected[expected.index(name) + 1 :]
        assert all(scene.refused(cmd.Stand(by=other)) == "not_your_turn" for other in waiting)
        scene.says(name, "stands")
    assert scene.table.phase == "wagers"
    assert clause in scene.book.cite("not_your_turn")


# -- a player's Blackjack --------------------------------------------------------------------------


@proves("7.H(1)")
def test_a_blackjack_is_announced_when_its_turn_comes(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    if book == "players-edge":
        play(scene, "9s 8s", "Ah Kh", dealer="6c 5d", steps=1)
        first, second, box = "bob", "ann", 2
    else:
        play(scene, "Ah Kh", "9s 8s", dealer="6c 5d", steps=1)
        first, second, box = "ann", "bob", 1
    assert scene.table.phase == "play"
    assert scene.refused(cmd.Stand(by=second)) == "not_your_turn"
    assert scene.refused(cmd.Announce(by=first)) == "not_your_office"
    scene.do(cmd.Announce(by=DEALER))
    assert [event.box for event in scene.happened(BlackjackAnnounced)] == [box]
    assert scene.names()[-3:] == ["BlackjackAnnounced", "WagerSettled", "HandRemoved"]
    assert scene.refused(cmd.Announce(by=DEALER)) == "not_now"
    scene.says(second, "stands")


@proves("7.H(1)")
def test_whether_a_blackjack_is_paid_when_it_is_announced_goes_by_the_up_card(book: str) -> None:
    for up, at_once in (("9c", True), ("Kc", book == "players-edge")):
        scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
        hands = ("9s 8s", "Ah Kh") if book == "players-edge" else ("Ah Kh", "9s 8s")
        play(scene, *hands, dealer=f"{up} 8d")
        assert scene.table.phase == "play"
        assert [event.paid_now for event in scene.happened(BlackjackAnnounced)] == [at_once]
        assert [event.why for event in scene.happened(WagerSettled)] == ["pays_blackjack"] * at_once


@pytest.mark.parametrize("up", LOW)
@proves("7.H(1)(a)")
def test_a_blackjack_against_a_2_to_9_is_paid_at_once_and_its_cards_removed(book: str, up: str) -> None:
    scene = Scene(book, THREE).bet("ann", 10_00).bet("bob", 10_00).bet("cyd", 10_00)
    play(scene, "9s 8s", "Ah Kh", "9h 8h", dealer=f"{up} 5d 9c 9c")
    scene.says("cyd" if book == "players-edge" else "ann", "stands")
    assert scene.table.phase == "play"
    assert scene.happened(BlackjackAnnounced) == [BlackjackAnnounced(2, True, False)]
    assert scene.names()[-3:] == ["BlackjackAnnounced", "WagerSettled", "HandRemoved"]
    paid = scene.happened(WagerSettled)
    assert paid == [WagerSettled(2, 0, "bob", "main", "won", 0, 10_00, 15_00, "pays_blackjack", "")]
    assert scene.gained("bob") == 15_00
    assert scene.happened(HandRemoved) == [HandRemoved(2, 0)]
    assert scene.table.rack[-1] == cards("Ah Kh")
    scene.says("ann" if book == "players-edge" else "cyd", "stands")
    assert cards("Ah Kh") not in scene.happened(CardsCollected)[0].hands


@pytest.mark.parametrize("up", HIGH)
@proves("7.H(1)(b)", "7.H(1)(b)(i)", "7.H(1)(b)(ii)", "7.H(1)(b)(iii)", books=MARYLANDS)
def test_a_blackjack_against_an_ace_or_court_card_waits_for_the_hole_card(book: str, up: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "Ah Kh", "5s 8s", dealer=f"{up} 7d", draws="2s")
    if up == "Ac":
        scene.says("ann", "declines").says("bob", "declines")
    assert scene.happened(BlackjackAnnounced) == [BlackjackAnnounced(1, False, False)]
    assert scene.happened(WagerSettled) == []
    assert scene.hand(1).cards == cards("Ah Kh")
    scene.says("bob", "draws")
    assert scene.happened(WagerSettled) == []
    scene.says("bob", "stands")
    assert order(
        scene, "BlackjackAnnounced", "CardAsked", "HoleCardTurned", "WagerSettled", "CardsCollected"
    ) == [
        "BlackjackAnnounced",
        "CardAsked",
        "HoleCardTurned",
        "WagerSettled",
        "WagerSettled",
        "CardsCollected",
    ]
    assert scene.gained("ann") == 15_00
    assert scene.happened(HandRemoved) == []
    assert cards("Ah Kh") in scene.happened(CardsCollected)[0].hands


@pytest.mark.parametrize("up", HIGH)
@proves("7.H(1)(b)", "7.H(1)(b)(i)", "7.H(1)(b)(iii)", "7.H(1)(b)(iv)", books=("players-edge",))
def test_in_players_edge_a_blackjack_is_paid_and_removed_once_the_reader_denies_the_dealers(
    book: str, up: str
) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "5s 8s", "Ah Kh", dealer=f"{up} 7d", draws="2s")
    if up == "Ac":
        scene.says("ann", "declines").says("bob", "declines")
    assert scene.names()[-4:] == ["ReaderAnswered", "BlackjackAnnounced", "WagerSettled", "HandRemoved"]
    assert scene.happened(BlackjackAnnounced) == [BlackjackAnnounced(2, True, False)]
    assert scene.gained("bob") == 15_00
    assert scene.table.rack[-1] == cards("Ah Kh")
    scene.says("ann", "draws", "stands")
    assert order(scene, "HandRemoved", "CardAsked", "HoleCardTurned") == [
        "HandRemoved",
        "CardAsked",
        "HoleCardTurned",
    ]


@pytest.mark.parametrize("kind", ["match_down", "monster"])
@pytest.mark.parametrize(
    "up",
    [pytest.param(up, marks=marked("players-edge", "7.H(1)(a)", "7.H(1)(a)(i)")) for up in LOW]
    + [pytest.param(up, marks=marked("players-edge", "7.H(1)(b)(i)", "7.H(1)(b)(ii)")) for up in HIGH],
)
def test_a_paid_blackjack_stays_sideways_for_a_wager_that_still_needs_its_cards(up: str, kind: str) -> None:
    scene = Scene("players-edge", TWO).bet("ann", 10_00).bet("bob", 10_00)
    scene.bet("bob", 1_00, kind)
    play(scene, "5s 9s", "Ah Kh", dealer=f"{up} 7d 9c 9c")
    if up == "Ac":
        scene.says("ann", "declines").says("bob", "declines")
    assert scene.happened(BlackjackAnnounced) == [BlackjackAnnounced(2, True, True)]
    assert [(e.person, e.kind, e.paid) for e in scene.happened(WagerSettled)] == [("bob", "main", 15_00)]
    assert scene.happened(HandRemoved) == []
    assert scene.hand(2).cards == cards("Ah Kh")
    assert view(scene.table, "ann").boxes[1].hands[0].sideways
    scene.says("ann", "stands")
    assert [e.result for e in scene.settled(kind)] == ["lost"]
    assert cards("Ah Kh") in scene.happened(CardsCollected)[0].hands


@pytest.mark.clause("players-edge 7.H(1)(a)", "players-edge 7.H(1)(b)(i)")
def test_a_match_up_wager_does_not_keep_the_cards_of_a_paid_blackjack() -> None:
    for up in ("6c", "Kc"):
        scene = Scene("players-edge", TWO).bet("ann", 10_00).bet("bob", 10_00).bet("bob", 1_00, "match")
        play(scene, "5s 9s", "Ah Kh", dealer=f"{up} 7d 9c")
        assert scene.happened(HandRemoved) == [HandRemoved(2, 0)]


# -- the choices -----------------------------------------------------------------------------------

CHOICES = {
    "Surrender": (cmd.Surrender(by="ann"), "HandSurrendered"),
    "Double": (cmd.Double(by="ann", amount=10_00), "DoubleMade"),
    "Split": (cmd.Split(by="ann"), "PairSplit"),
    "Stand": (cmd.Stand(by="ann"), "HandStood"),
    "Draw": (cmd.Draw(by="ann"), "CardAsked"),
}
LETTERS = {
    "maryland": ("Surrender", "Double", "Split", "Stand", "Draw"),
    "maryland-v1": ("Surrender", "Double", "Split", "Stand", "Draw"),
    "players-edge": ("Surrender", "Double", "", "Split", "Stand", "Draw"),
}


@pytest.mark.parametrize(
    ("book", "choice"),
    [
        pytest.param(book, choice, marks=marked(book, "7.H(2)", f"7.H(2)({'abcdef'[at]})"))
        for book, choices in LETTERS.items()
        for at, choice in enumerate(choices)
        if choice
    ]
    + [pytest.param("massachusetts", choice, marks=marked("massachusetts", "7(e)")) for choice in CHOICES],
)
def test_a_player_without_a_blackjack_has_the_choice(book: str, choice: str) -> None:
    scene = alone(book)
    play(scene, "8s 8d", dealer="6c 5d 9c 9c", draws="2c 3c")
    offered = [may.command for may in legal(scene.table, "ann") if may.command in CHOICES]
    assert sorted(offered) == sorted(CHOICES)
    command, event = CHOICES[choice]
    assert type(scene.do(command)[0]).__name__ == event


@pytest.mark.clause("players-edge 7.H(2)(c)")
def test_a_player_may_double_again_after_a_double() -> None:
    scene = alone("players-edge")
    play(scene, "2s 3d", dealer="6c 5d 9c 9c", draws="2c 3c").says("ann", "doubles", "doubles", "stands")
    assert order(scene, "DoubleMade") == ["DoubleMade", "DoubleMade"]
    assert scene.settled()[0].collected == 40_00


# -- drawing ---------------------------------------------------------------------------------------


@proves("7.I", massachusetts="7(f)", uk_casino="G10")
def test_cards_that_a_player_asks_for_are_dealt_face_up(book: str) -> None:
    scene = alone(book)
    play(scene, "2s 3d", dealer="6c 5d 9c 9c", draws="2c 3c 4c").says("ann", "draws", "draws")
    drawn = [event for event in scene.happened(CardDealt) if event.box == 1][2:]
    assert [(event.card, event.face_down) for event in drawn] == [(card, False) for card in cards("2c 3c")]
    assert view(scene.table, "dealer").boxes[0].hands[0].cards == ("2s", "3d", "2c", "3c")
    assert scene.refused(cmd.Deal(by=DEALER)) == "not_now"


@pytest.mark.parametrize(
    ("draws", "total"),
    [("2c 2d 2h 2s 3c 3d 3h", 21), ("As 9s 5c 4c", 23), ("4c 4d 8c Kd", 30), ("2c Kd 2d As", 19)],
)
@proves("7.J", massachusetts="12(a)", uk_casino="G10")
def test_a_player_draws_as_long_as_the_total_is_below_21(book: str, draws: str, total: int) -> None:
    scene = alone(book)
    play(scene, "2s 2d", dealer="6c 5d 9c 9c", draws=draws)
    for _ in draws.split():
        assert scene.table.phase == "play"
        scene.do(cmd.Draw(by="ann"))
        scene.house(1)
    hand = scene.hand(1)
    assert view(scene.table, "ann").boxes[0].hands[0].total == total
    assert hand.state == ("open" if total < 21 else "stood" if total == 21 else "busted")


@pytest.mark.parametrize("draws", ["9c 8c", "Ac 6c", "8c Ac 8d"])
@proves_clause("7.J", "7.J(2)", massachusetts=("12(a)", "12(a)(1)"))
def test_a_total_of_21_hard_or_soft_draws_no_card_even_where_it_may_be_doubled(
    book: str, clause: str, draws: str
) -> None:
    scene = alone(book, outside={"may_double_21": True})
    play(scene, "2s 2d", dealer="6c 5d 9c 9c", draws=draws)
    scene.says("ann", *["draws"] * len(draws.split()))
    assert view(scene.table, "ann").boxes[0].hands[0].total == 21
    assert scene.hand().state == "open"
    assert scene.refused(cmd.Draw(by="ann")) == "no_draw"
    assert clause in scene.book.cite("no_draw")
    assert "Draw" not in [may.command for may in legal(scene.table, "ann")]
    scene.says("ann", "stands")


@pytest.mark.parametrize("draws", ["9c 8c", "Ac 6c", "8c Ac 8d"])
@proves_clause("7.J(2)", massachusetts="12(a)(1)", uk_casino=("G10", "G11"))
def test_a_hand_of_21_stands_by_itself_and_asks_for_no_more(book: str, clause: str, draws: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    hands = ("9s 8s", "2s 2d") if book == "players-edge" else ("2s 2d", "9s 8s")
    ann, bob = ("bob", "ann") if book == "players-edge" else ("ann", "bob")
    play(scene, *hands, dealer="6c 5d 9c 9c", draws=draws)
    scene.says(ann, *["draws"] * len(draws.split()))
    assert scene.hand(2 if book == "players-edge" else 1).state == "stood"
    assert scene.refused(cmd.Draw(by=ann)) == "no_draw"
    assert clause in scene.book.cite("no_draw")
    scene.says(bob, "stands")
    assert [e.result for e in scene.settled(name=ann)] == ["won"]


@proves("G11", books=("uk-casino",))
def test_a_hand_of_21_is_not_doubled(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "2s 2d", "9s 8s", dealer="6c 5d 9c 9c", draws="9c 8c").says("ann", "draws", "draws")
    assert scene.refused(cmd.Double(by="ann", amount=10_00)) == "no_double"
    assert "G11" in scene.book.cite("no_double")
    assert scene.hand(1).state == "stood"
    scene = alone(book)
    play(scene, "2s 2d", dealer="6c 5d 9c 9c", draws="9c 7c As").says("ann", "draws", "draws", "doubles")
    assert scene.gained() == 20_00


@proves_clause("7.J(1)", massachusetts="12(a)(1)")
def test_a_blackjack_draws_no_card(book: str, clause: str) -> None:
    scene = alone(book)
    play(scene, "As Kd", dealer="Kc 5d 9c", steps=1 if book == "massachusetts" else 2)
    assert scene.table.phase == "play"
    assert scene.refused(cmd.Draw(by="ann")) == "no_draw"
    assert clause in scene.book.cite("no_draw")
    assert "Draw" not in [may.command for may in legal(scene.table, "ann")]
    scene.house()
    assert scene.table.phase == "wagers"
    assert len([event for event in scene.happened(CardDealt) if event.box == 1]) == 2


@proves_clause("7.K", massachusetts="12(a)(2)")
def test_a_doubled_hand_draws_a_single_card(book: str, clause: str) -> None:
    scene = alone(book)
    play(scene, "2s 3d", dealer="6c 5d 9c 9c", draws="2c").says("ann", "doubles")
    assert scene.hand().cards == cards("2s 3d 2c")
    assert scene.refused(cmd.Deal(by=DEALER)) == "not_now"
    assert scene.refused(cmd.Draw(by="ann")) == "no_draw"
    assert clause in scene.book.cite("no_draw")
    scene.says("ann", "stands")
    assert len([event for event in scene.happened(CardDealt) if event.box == 1]) == 3


# -- what the dealer announces ---------------------------------------------------------------------


@pytest.mark.clause("massachusetts 7(e)")
def test_the_dealer_announces_each_players_total_from_the_left_before_the_player_decides() -> None:
    scene = Scene("massachusetts", THREE).bet("ann", 10_00).bet("bob", 10_00).bet("cyd", 10_00)
    play(scene, "9s 8s", "As 6h", "Kd Qd", dealer="6c 5d 9c", steps=1)
    for name, box, total in (("ann", 1, 17), ("bob", 2, 17), ("cyd", 3, 20)):
        assert scene.refused(cmd.Stand(by=name)) == "not_now"
        assert scene.refused(cmd.Surrender(by=name)) == "not_now"
        assert scene.do(cmd.Announce(by=DEALER)) == [PointsAnnounced(box, 0, total)]
        scene.do(cmd.Stand(by=name))
    assert scene.table.phase == "dealer"


@pytest.mark.clause("massachusetts 7(f)")
def test_the_dealer_announces_the_new_total_after_each_additional_card() -> None:
    scene = alone("massachusetts")
    play(scene, "2s 3d", dealer="6c 5d 9c 9c", draws="Ac 9c 2d").says("ann", "draws", "draws", "draws")
    drawn = [event for event in scene.happened(CardDealt) if event.box == 1]
    assert [event.announced for event in drawn] == [0, 0, 16, 15, 17]


@pytest.mark.clause("massachusetts 7(l)")
def test_a_total_announced_wrongly_changes_nothing_in_the_players_hand() -> None:
    scene = alone("massachusetts")
    play(scene, "5s 3d", dealer="6c Kd 4c", draws="Kc").says("ann", "draws")
    heard = []
    for event in scene.events:
        if isinstance(event, PointsAnnounced):
            event = replace(event, total=21)
        if isinstance(event, CardDealt) and event.announced:
            event = replace(event, announced=21)
        heard.append(event)
    assert heard != scene.events
    scene.table = replay(heard)
    scene.stack("Kd 4c")
    assert view(scene.table, "ann").boxes[0].hands[0].total == 18
    scene.says("ann", "stands")
    assert [(e.result, e.collected) for e in scene.settled()] == [("lost", 10_00)]
