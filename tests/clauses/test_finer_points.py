"""What broken clauses once did unnoticed: two hands at a time, the exact end, the other side of a rule."""

import pytest
from books import MARYLANDS, proves
from dealt_rounds import TWO, alone, late_blackjack, play

from scenes import DEALER, FLOORPERSON, Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.game import commands as cmd
from spanish21.game.cards import FULL_DECK, card
from spanish21.game.events import CardsSpread, HandStood, InsuranceDeclined, WagerSettled
from spanish21.game.view import view


def decided(scene: Scene, **decisions: tuple[str, ...]) -> Scene:
    """Everybody decides when it is their turn, in the book's order: first what is given, then standing."""
    left = {name: list(words) for name, words in decisions.items()}
    while scene.table.phase in ("insurance", "play"):
        if scene.table.phase == "insurance":
            for person in scene.table.people:
                scene.says(person.name, "declines")
            continue
        name = scene.table.boxes[scene.table.turn_box].stakes[0].person
        scene.says(name, left[name].pop(0) if left.get(name) else "stands")
    return scene


# -- words -----------------------------------------------------------------------------------------


@proves("1.A", "1.B", massachusetts="1")
def test_an_ace_counts_11_for_player_and_dealer_alike(book: str) -> None:
    player = decided(play(alone(book), "Ah 7d", dealer="9c 8d"))
    assert player.gained() == 10_00  # a soft 18 against 17
    dealer = decided(play(alone(book), "Kh 7d", dealer="7c Ad"))
    assert dealer.gained() == -10_00  # 17 against a soft 18


@pytest.mark.parametrize(("drawn", "total"), [("Kh", 17), ("9h", 16)])
@proves("1.B(5)", massachusetts="1.Soft total")
def test_a_soft_total_becomes_hard_when_its_ace_falls_to_1(book: str, drawn: str, total: int) -> None:
    scene = play(alone(book), "Ah 6d", dealer="2c 3c", draws=drawn)
    hand = view(scene.table, "ann").boxes[0].hands[0]
    assert (hand.total, hand.soft) == (17, True)
    scene.do(cmd.Draw(by="ann"))
    scene.do(cmd.Deal(by=DEALER))
    hand = view(scene.table, "ann").boxes[0].hands[0]
    assert (hand.total, hand.soft) == (total, False)


# -- cards -----------------------------------------------------------------------------------------


@proves("3.B")
def test_decks_come_with_all_their_tens_or_with_none(book: str) -> None:
    scene = Scene(book, people={}, opened=False)
    scene.do(cmd.CheckEquipment(by=FLOORPERSON, items=scene.rules.equipment))
    decks = FULL_DECK * scene.rules.decks
    at = decks.index(card("Tc"))
    one_missing = decks[:at] + decks[at + 1 :]
    assert scene.refused(cmd.ReceiveDecks(by=FLOORPERSON, cards=one_missing)) == "wrong_decks"
    scene.do(cmd.ReceiveDecks(by=FLOORPERSON, cards=decks))


@proves("5.I")
def test_who_comes_to_an_idle_table_may_have_its_cards_turned_up_and_look(book: str) -> None:
    scene = Scene(book)
    scene.do(cmd.Leave(by="ann"))
    scene.do(cmd.ReportIdle(by=DEALER))
    scene.do(cmd.Join(by="dee", chips=1000_00, seat=1))
    assert view(scene.table, "dee").spread == ()
    scene.do(cmd.RequestFaceUp(by="dee"))
    assert scene.events[-1] == CardsSpread(face_up=True)
    assert sum(map(len, view(scene.table, "dee").spread)) == 288
    scene.until("stack")


# -- decisions -------------------------------------------------------------------------------------


@proves("7.K", books=MARYLANDS)
def test_a_doubled_hand_gets_no_second_card_by_another_double(book: str) -> None:
    scene = play(alone(book), "2s 3d", dealer="6c 5d 9c 9c", draws="2c").says("ann", "doubles")
    for amount in (10_00, 20_00):
        assert scene.refused(cmd.Double(by="ann", amount=amount)) == "no_double"


@pytest.mark.clause("uk-casino G18")
def test_a_new_pair_of_aces_is_split_again_too() -> None:
    scene = play(alone("uk-casino"), "Ah Ad", dealer="9c 8d", draws="Ac 5h 6h 7h").says("ann", "splits")
    scene.says("ann", "splits")
    assert len(scene.table.boxes[0].hands) == 3


@pytest.mark.clause("massachusetts 12(a)")
def test_a_player_who_stands_draws_no_more() -> None:
    scene = play(alone("massachusetts"), "9s 3d", dealer="6c 5d 9c 9c")
    scene.do(cmd.Stand(by="ann"))
    assert scene.events[-1] == HandStood(1, 0, "ann")
    assert scene.hand(1).state == "stood"
    assert scene.refused(cmd.Draw(by="ann")) == "no_draw"


@proves(players_edge="8.A", massachusetts="11(a)", uk_casino="G22")
def test_whoever_declines_insurance_has_answered(book: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "9s 8s", "9h 8h", dealer="Ac 9d")
    assert scene.do(cmd.DeclineInsurance(by="ann", box=1)) == [InsuranceDeclined("ann", 1)]
    assert scene.refused(cmd.Insure(by="ann", box=1, amount=5_00)) == "wager_is_locked"
    scene.do(cmd.Insure(by="bob", box=2, amount=5_00))
    assert scene.table.phase == "insurance"
    scene.house()
    assert scene.table.phase == "play"


@pytest.mark.clause("massachusetts 8(a)(1)")
def test_a_surrendered_hand_is_over_and_the_next_player_decides() -> None:
    scene = Scene("massachusetts", TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "9s 7s", "9h 7h", dealer="6c Kd 9c")
    scene.do(cmd.Surrender(by="ann"))
    assert scene.hand(1).state == "surrendered"
    scene.house()
    assert scene.table.turn_box == 1
    scene.says("bob", "stands")
    assert [scene.gained(name) for name in TWO] == [-5_00, 10_00]


@pytest.mark.clause("players-edge 7.H(1)")
@pytest.mark.parametrize("dealer", ["6c 5d", "Kc 9d"])
def test_a_blackjack_of_players_edge_is_paid_before_the_others_decide(dealer: str) -> None:
    scene = Scene("players-edge", TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "9s 8s", "Ah Kh", dealer=dealer)
    assert scene.table.phase == "play"
    assert scene.gained("bob") == 15_00
    assert [event.person for event in scene.settled()] == ["bob"]


@proves("7.H(1)", books=MARYLANDS)
def test_a_blackjack_is_paid_at_once_under_a_low_card_and_waits_under_a_high_one(book: str) -> None:
    for dealer, paid in (("6c 5d", ["ann"]), ("Kc 9d", [])):
        scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
        play(scene, "Ah Kh", "9s 8s", dealer=dealer)
        assert scene.table.phase == "play"
        assert [event.person for event in scene.settled()] == paid
        assert decided(scene).gained("ann") == 15_00


# -- settling --------------------------------------------------------------------------------------


@pytest.mark.clause("massachusetts 5(a)")
def test_a_wager_lies_in_full_and_wins_in_the_four_cases() -> None:
    for hand, dealer, draws in (
        ("Kh 9d", "6c Kd 9c", ""),  # the dealer is over 21
        ("Kh 9d", "9c 8d", ""),  # the player has more
        ("9h 2d", "9c 8d", "Kc"),  # 21
    ):
        scene = alone("massachusetts")
        assert scene.table.boxes[0].stakes[0].wager == 10_00
        play(scene, hand, dealer=dealer, draws=draws)
        assert decided(scene, ann=("draws",) if draws else ()).gained() == 10_00
    assert decided(play(alone("massachusetts"), "Ah Kd", dealer="9c 8d")).gained() == 15_00


@pytest.mark.parametrize("dealer", ["Kc Ad", "Ac Kd", "Kc 5d 6d", "Jc 2d 9d"])
@proves("7.O(3)", players_edge="7.P(3)", massachusetts="5(a)(3)", uk_casino="G9")
def test_a_blackjack_is_paid_against_a_21_that_beats_everybody_else(book: str, dealer: str) -> None:
    """The dealer draws only because Bob's hand needs it."""
    scene = late_blackjack(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    decided(play(scene, "As Qh", "Kh 8h", dealer=dealer))
    assert [scene.gained(name) for name in TWO] == [15_00, -10_00]


@proves("7.O(4)", players_edge="7.P(4)", massachusetts="5(a)(4)", uk_casino="G16")
def test_a_21_is_paid_against_a_21_that_beats_everybody_else(book: str) -> None:
    for dealer in ("9c 5d 7d", "Kc 5d 6d", "8c 2d Ad"):
        scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
        decided(play(scene, "9s 2d", "Kh 8h", dealer=dealer, draws="Kd"), ann=("draws",))
        assert [scene.gained(name) for name in TWO] == [10_00, -10_00]


@proves("9.D")
def test_lost_insurance_is_taken_beside_a_surrender_without_a_reader_too(book: str) -> None:
    scene = late_blackjack(book, {"ann": 1_000_00}).bet("ann", 10_00)
    play(scene, "9s 7s", dealer="Ac 7d").says("ann", "insures 300", "surrenders")
    lost = sorted((e.kind, e.result, e.collected, e.returned) for e in scene.happened(WagerSettled))
    assert lost == [("insurance", "lost", 3_00, 0), ("main", "surrendered", 5_00, 5_00)]


@proves(massachusetts="11(c)", uk_casino="G22")
def test_insurance_pays_2_to_1_against_a_blackjack_of_one_suit_as_well(book: str) -> None:
    scene = play(alone(book), "9s 8s", dealer="Ac Kc").says("ann", "insures")
    decided(scene)
    (paid,) = scene.settled("insurance")
    assert (paid.returned, paid.paid) == (5_00, 10_00)


@pytest.mark.clause("uk-casino G1")
def test_a_hand_wins_though_another_player_has_more() -> None:
    scene = Scene("uk-casino", TWO).bet("ann", 10_00).bet("bob", 10_00)
    decided(play(scene, "Kh 9h", "Kd Qd", dealer="9c 9d"))  # 19 and 20 against 18
    assert [scene.gained(name) for name in TWO] == [10_00, 10_00]


@pytest.mark.parametrize(
    ("book", "sign"),
    [
        pytest.param("players-edge", "$", marks=pytest.mark.clause("players-edge 12.C(1)")),
        pytest.param("massachusetts", "$", marks=pytest.mark.clause("massachusetts 5(g)")),
        pytest.param("uk-casino", "£", marks=pytest.mark.clause("uk-casino G28")),
    ],
)
def test_fixed_payouts_are_in_the_money_of_the_book(book: str, sign: str) -> None:
    assert rules_of(book).currency == sign
