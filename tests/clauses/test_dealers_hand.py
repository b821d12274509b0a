"""The dealer's hand: when it is played, what is drawn to it, what is announced, and when nothing is drawn."""

import pytest
from books import MARYLANDS, proves
from dealt_rounds import THREE, TWO, alone, order, play

from scenes import DEALER, Scene
from spanish21.game import commands as cmd
from spanish21.game.cards import cards
from spanish21.game.events import CardDealt, DealerDone, DealersCardAnnounced, HoleCardTurned
from spanish21.game.view import view


def dealers_cards(scene: Scene) -> list[CardDealt]:
    """The cards dealt to the dealer since the deal."""
    return [event for event in scene.happened(CardDealt) if event.box == 0]


@proves("7.L", "7.L(1)")
def test_the_hole_card_is_turned_when_every_player_is_done_and_not_before(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "9s 8s", "9h 8h", dealer="6c 5d 9c")
    names = ["bob", "ann"] if book == "players-edge" else ["ann", "bob"]
    for name in names:
        assert scene.refused(cmd.TurnHoleCard(by=DEALER)) == "not_now"
        assert view(scene.table, DEALER).dealer == ("6c", "??")
        scene.do(cmd.Stand(by=name))
    assert scene.table.phase == "dealer"
    assert scene.refused(cmd.Deal(by=DEALER)) == "not_now"
    assert scene.refused(cmd.Settle(by=DEALER)) == "not_now"
    assert scene.refused(cmd.TurnHoleCard(by="ann")) == "not_your_office"
    assert scene.do(cmd.TurnHoleCard(by=DEALER)) == [HoleCardTurned(cards("5d")[0], 0)]
    assert view(scene.table, "ann").dealer == ("6c", "5d")
    assert view(scene.table, "ann").dealer_total == 11


@proves("7.L(2)", "7.L(3)")
def test_the_dealers_further_cards_come_face_up_and_the_total_is_called_after_each(book: str) -> None:
    scene = alone(book)
    play(scene, "9s 8s", dealer="6c 2d Ac 3h 7d").says("ann", "stands")
    drawn = dealers_cards(scene)[2:]
    assert drawn == [CardDealt(cards("Ac")[0], 0, 0, False, 19)]
    scene = alone(book)
    play(scene, "9s 8s", dealer="6c 2d 4c 3h 7d").says("ann", "stands")
    drawn = dealers_cards(scene)[2:]
    assert [(e.card, e.face_down) for e in drawn] == [(card, False) for card in cards("4c 3h 7d")]
    assert [e.announced for e in drawn] == [12, 15, 22]
    assert scene.happened(DealerDone) == [DealerDone(0)]


STANDS = ["9c 8d", "Kc 8d", "9c Kd", "Kc Kd", "9c 6d 2h", "9c 6d Ah Ad", "8c 3d Kh", "6c 5d Ah 5h"]
SOFT_STANDS = ["Ac 7d", "Ac 8d", "8c Ad", "9c Ad", "4c Ad 3h", "5c Ad 2h", "8c 2d Ah"]
SOFT_17 = ["6c Ad", "5c Ah Ad", "2c Ad 4h", "3c 3d Ah"]
DRAWS = ["9c 7d", "6c Kd", "5c Ad", "9c 2d 5h", "2c 3d 4h 5c", "4c Ad Kh", "3c Ad 9h Ah"]


def drawn_by(book: str, dealer: str, next_card: str = "5s") -> int:
    """How many cards the dealer takes who would have these cards first and then another one."""
    scene = alone(book)
    play(scene, "Kh Qh", dealer=f"{dealer} {next_card} 9h 9d")
    if scene.table.phase == "insurance":
        scene.says("ann", "declines")
    scene.says("ann", "stands")
    return len(dealers_cards(scene))


@pytest.mark.parametrize("dealer", STANDS + SOFT_STANDS)
@proves("7.M", massachusetts="12(b)", uk_casino=("G12", "G13"))
def test_the_dealer_stands_on_a_hard_17_and_on_every_higher_total(book: str, dealer: str) -> None:
    assert drawn_by(book, dealer) == len(dealer.split())


@pytest.mark.parametrize("dealer", SOFT_17)
@proves("7.M", books=MARYLANDS, massachusetts="12(b)", uk_casino=("G12", "G13"))
def test_the_dealer_stands_on_a_soft_17(book: str, dealer: str) -> None:
    assert drawn_by(book, dealer) == len(dealer.split())


@pytest.mark.parametrize("dealer", SOFT_17)
@proves("7.M", books=("players-edge",))
def test_in_players_edge_the_dealer_draws_on_a_soft_17(book: str, dealer: str) -> None:
    assert drawn_by(book, dealer, "4s") == len(dealer.split()) + 1


@pytest.mark.parametrize("dealer", DRAWS)
@proves("7.M", massachusetts="12(b)", uk_casino=("G12", "G13"))
def test_the_dealer_draws_on_16_and_less(book: str, dealer: str) -> None:
    assert drawn_by(book, dealer) == len(dealer.split()) + 1


@pytest.mark.clause("uk-casino G13")
def test_the_dealers_first_ace_counts_11_and_further_ones_1_and_all_of_them_1_when_11_would_bust() -> None:
    scene = alone("uk-casino")
    play(scene, "Kh Qh", dealer="Ac Ad Ah 4s").says("ann", "declines", "stands")
    assert [event.announced for event in dealers_cards(scene)[2:]] == [13, 17]
    scene = alone("uk-casino")
    play(scene, "Kh Qh", dealer="Ac 3d Kh 4s").says("ann", "declines", "stands")
    assert [event.announced for event in dealers_cards(scene)[2:]] == [14, 18]


# -- no drawing when it cannot matter --------------------------------------------------------------


@proves("7.N", massachusetts="12(c)")
def test_the_dealer_draws_nothing_when_every_player_has_busted_or_surrendered(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    if book == "players-edge":
        play(scene, "Ks 4s", "9h 5h", dealer="6c 5d 9c", draws="").says("bob", "surrenders")
        scene.stack("Kd").says("ann", "draws")
    else:
        play(scene, "Ks 4s", "9h 5h", dealer="6c 5d 9c", draws="Kd").says("ann", "draws").says(
            "bob", "surrenders"
        )
    assert scene.table.phase == "wagers"
    assert len(dealers_cards(scene)) == (1 if book == "massachusetts" else 2)
    assert [scene.gained(name) for name in TWO] == [-10_00, -5_00]


@proves("7.N", massachusetts="12(c)")
def test_the_dealer_draws_nothing_against_blackjacks_alone(book: str) -> None:
    scene = alone(book)
    play(scene, "As Kd", dealer="Kc 5d 9c")
    assert scene.table.phase == "wagers"
    assert len(dealers_cards(scene)) == (1 if book == "massachusetts" else 2)
    assert scene.gained() == 15_00


@proves("7.N", massachusetts="12(c)")
def test_the_dealer_draws_nothing_against_a_21_that_no_total_can_beat(book: str) -> None:
    scene = alone(book)
    play(scene, "9s 2d", dealer="6c 5d 9c", draws="Kc").says("ann", "draws")
    assert scene.table.phase == "wagers"
    assert len(dealers_cards(scene)) == (1 if book == "massachusetts" else 2)
    assert scene.gained() == 10_00


@proves("12(c)", books=("massachusetts",))
def test_against_a_21_only_the_second_card_is_drawn_where_it_can_make_a_blackjack(book: str) -> None:
    scene = alone(book)
    play(scene, "9s 2d", dealer="Kc 5d 9c", draws="Kc").says("ann", "draws")
    assert len(dealers_cards(scene)) == 2
    assert scene.gained() == 10_00


@proves("7.N", massachusetts="12(c)")
def test_the_dealer_draws_as_long_as_one_hand_depends_on_it(book: str) -> None:
    scene = Scene(book, THREE).bet("ann", 10_00).bet("bob", 10_00).bet("cyd", 10_00)
    play(scene, "As Kd", "9h 5h", "Kh 5s", dealer="6c 5d 9c")
    if book == "players-edge":
        scene.says("cyd", "stands").says("bob", "surrenders")
    else:
        scene.says("bob", "surrenders").says("cyd", "stands")
    assert len(dealers_cards(scene)) == 3
    assert scene.settled(name="cyd")[0].why == "dealer_higher"


@pytest.mark.clause("massachusetts 12(c)")
def test_the_dealers_second_card_is_drawn_where_a_blackjack_can_still_change_what_is_lost() -> None:
    scene = alone("massachusetts")
    play(scene, "Ks 4s", dealer="Kc Ad 9c", draws="Kd").says("ann", "doubles")
    assert len(dealers_cards(scene)) == 2
    assert scene.gained() == -10_00
    scene = alone("massachusetts")
    play(scene, "Ks 4s", dealer="9c Ad 9c", draws="Kd").says("ann", "doubles")
    assert len(dealers_cards(scene)) == 1
    assert scene.gained() == -20_00


# -- the second card in Massachusetts --------------------------------------------------------------


@pytest.mark.clause("massachusetts 7(g)")
def test_the_dealer_says_dealers_card_before_the_second_card_leaves_the_shoe() -> None:
    scene = Scene("massachusetts", TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "9s 8s", "9h 8h", dealer="6c 5d 3c 9c")
    scene.do(cmd.Stand(by="ann"))
    assert scene.refused(cmd.AnnounceDealersCard(by=DEALER)) == "not_now"
    scene.house()
    scene.do(cmd.Stand(by="bob"))
    front = scene.table.dealt
    assert scene.refused(cmd.Deal(by=DEALER)) == "not_now"
    assert scene.refused(cmd.TurnHoleCard(by=DEALER)) == "not_now"
    assert scene.refused(cmd.AnnounceDealersCard(by="bob")) == "not_your_office"
    assert scene.table.dealt == front
    assert scene.do(cmd.AnnounceDealersCard(by=DEALER)) == [DealersCardAnnounced()]
    assert scene.refused(cmd.AnnounceDealersCard(by=DEALER)) == "not_now"
    scene.do(cmd.Deal(by=DEALER))
    assert dealers_cards(scene)[1:] == [CardDealt(card, 0, 0, False, 0) for card in cards("5d 3c 9c")]
    assert scene.happened(DealerDone) == [DealerDone(23)]


@pytest.mark.clause("massachusetts 7(g)")
def test_the_dealer_announces_the_total_when_the_hand_is_complete() -> None:
    scene = alone("massachusetts")
    play(scene, "9s 8s", dealer="8c Ad").says("ann", "stands")
    assert scene.happened(DealerDone) == [DealerDone(19)]
    assert order(scene, "HandStood", "DealersCardAnnounced", "DealerDone", "WagerSettled") == [
        "HandStood",
        "DealersCardAnnounced",
        "DealerDone",
        "WagerSettled",
    ]
    assert "DealersCardAnnounced" not in alone("maryland").names()
