"""Settling the main wagers: who wins, ties or loses, in which order, and where chips and cards go."""

import pytest
from books import proves, proves_clause
from dealt_rounds import THREE, TWO, late_blackjack, order, play

from scenes import DEALER, Scene
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game import commands as cmd
from spanish21.game.cards import cards, text_of
from spanish21.game.events import (
    CardBurned,
    CardDealt,
    CardsCollected,
    HandRemoved,
    ShoeShuffled,
    WagerSettled,
)
from spanish21.game.log.rack import hands_in_rack, hands_of_round, rack_differences, settlement_on
from spanish21.notation import read


def settled(book: str, hand: str, dealer: str, draws: str = "") -> tuple[str, int, int, int, str]:
    """How a wager of 10.00 is settled: the result, what is collected, returned and paid, and why."""
    scene = late_blackjack(book, {"ann": 1_000_00}).bet("ann", 10_00)
    play(scene, hand, dealer=dealer, draws=draws)
    if scene.table.phase == "insurance":
        scene.says("ann", "declines")
    scene.says("ann", *["draws"] * len(draws.split()))
    if scene.table.phase == "play":
        scene.says("ann", "stands")
    (event,) = scene.settled()
    assert scene.gained() == event.paid - event.collected
    return event.result, event.collected, event.returned, event.paid, event.why


WON = ("won", 0, 10_00, 10_00, "pays_win")
TIED = ("tied", 0, 10_00, 0, "tie")
BLACKJACK_WON = ("won", 0, 10_00, 15_00, "pays_blackjack")
BLACKJACK_LOST = ("lost", 10_00, 0, 0, "dealer_blackjack")
HIGHER_LOST = ("lost", 10_00, 0, 0, "dealer_higher")
BUST = ("lost", 10_00, 0, 0, "bust")


# -- who wins --------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["2s 3s", "9s 7s", "Ks Qs"])
@proves("7.O", "7.O(1)", players_edge=("7.P", "7.P(1)"), massachusetts=("5(a)(1)", "5(e)"), uk_casino="G14")
def test_a_hand_of_21_or_less_wins_when_the_dealer_goes_over_21(book: str, hand: str) -> None:
    assert settled(book, hand, "6c Kd 6d") == WON


@pytest.mark.parametrize(
    ("hand", "draws", "dealer"),
    [("Ks 8s", "", "8c 9d"), ("Ks 9s", "", "8c Kd"), ("Ks 4s", "6h", "9c Kd"), ("As 9s", "", "9c Kd")],
)
@proves("7.O", "7.O(2)", players_edge=("7.P", "7.P(2)"), massachusetts=("5(a)(2)", "5(e)"), uk_casino="G14")
def test_the_higher_total_wins_even_money(book: str, hand: str, draws: str, dealer: str) -> None:
    assert settled(book, hand, dealer, draws) == WON


@pytest.mark.parametrize(
    ("hand", "draws", "dealer"),
    [("Ks 7s", "", "8c Kd"), ("Ks 8s", "", "9c Kd"), ("2s 3s", "", "8c 9d"), ("Ks 4s", "6h", "5c Kd 6d")],
)
@proves_clause("7.O(2)", players_edge="7.P(2)", massachusetts="5(a)(2)", uk_casino="G15")
def test_the_lower_total_loses(book: str, clause: str, hand: str, draws: str, dealer: str) -> None:
    assert settled(book, hand, dealer, draws) == HIGHER_LOST
    assert clause in Scene(book).book.cite("dealer_higher")


@pytest.mark.parametrize(("hand", "draws"), [("Ks 6s", "6h"), ("Ks 2s", "Kh"), ("5s 6s", "5h 6h")])
@proves_clause("7.O(2)", players_edge="7.P(1)", massachusetts="5(a)(1)", uk_casino="G8")
def test_a_hand_over_21_has_lost_even_when_the_dealer_goes_over_too(
    book: str, clause: str, hand: str, draws: str
) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    if book == "players-edge":
        play(scene, hand, "9h 8h", dealer="6c Kd 6d", draws=draws).says("bob", "stands")
        scene.says("ann", *["draws"] * len(draws.split()))
    else:
        play(scene, hand, "9h 8h", dealer="6c Kd 6d", draws=draws)
        scene.says("ann", *["draws"] * len(draws.split())).says("bob", "stands")
    (lost,), (won,) = scene.settled(name="ann"), scene.settled(name="bob")
    assert (lost.result, lost.collected, lost.why) == ("lost", 10_00, "bust")
    assert (won.result, won.paid) == ("won", 10_00)
    assert clause in scene.book.cite("bust")


@pytest.mark.parametrize("dealer", ["Kc Ad", "Ac Kd", "Kc 5d 6d", "7c 6d 8h", "9c Kd", "6c Kd 6d"])
@proves("7.O(3)", players_edge="7.P(3)", massachusetts=("5(a)(3)", "5(e)"), uk_casino="G9")
def test_a_blackjack_beats_everything_the_dealers_blackjack_included_and_is_paid_3_to_2(
    book: str, dealer: str
) -> None:
    assert settled(book, "As Qh", dealer) == BLACKJACK_WON
    assert settled(book, "Js Ah", dealer) == BLACKJACK_WON


@pytest.mark.parametrize("dealer", ["Kc Ad", "Ac Qd", "Jc Ad"])
@proves("7.O(3)", players_edge="7.P(3)")
def test_with_a_reader_too_a_blackjack_is_paid_against_the_dealers_blackjack(book: str, dealer: str) -> None:
    scene = Scene(book, TWO).bet("ann", 10_00).bet("bob", 10_00)
    play(scene, "As Kh", "9s 9h", dealer=dealer)
    if scene.table.phase == "insurance":
        scene.says("ann", "declines").says("bob", "declines")
    assert [scene.gained(name) for name in TWO] == [15_00, -10_00]


@pytest.mark.clause("uk-casino G9")
def test_only_the_first_two_cards_make_a_blackjack() -> None:
    assert settled("uk-casino", "5s 5d", "9c Kd", "As") == WON
    assert settled("uk-casino", "Ks 5d", "9c Kd", "As 5h") == WON
    assert settled("uk-casino", "As 9d", "8c Kd") == WON


@pytest.mark.parametrize(("hand", "draws"), [("9s 2d", "Kh"), ("As 8d", "2h"), ("4s 4d", "4h 9s")])
@pytest.mark.parametrize("dealer", ["Kc 5d 6d", "9c 2d Kd", "8c 2d Ah", "4c 5d 6d 6h"])
@proves("7.O(4)", players_edge="7.P(4)", massachusetts=("5(a)(4)", "5(e)"), uk_casino="G16")
def test_a_21_in_three_or_more_cards_beats_a_21_of_the_dealers_in_three_or_more(
    book: str, hand: str, draws: str, dealer: str
) -> None:
    assert settled(book, hand, dealer, draws) == WON


@pytest.mark.parametrize("dealer", ["Kc Ad", "Ac Kd"])
@pytest.mark.parametrize(("hand", "draws"), [("9s 2d", "Kh"), ("As 8d", "2h")])
@proves_clause("7.Q", players_edge="7.R", massachusetts="5(b)", uk_casino="G16")
def test_a_21_in_more_than_two_cards_loses_to_a_dealers_blackjack(
    book: str, clause: str, hand: str, draws: str, dealer: str
) -> None:
    assert settled(book, hand, dealer, draws) == BLACKJACK_LOST
    assert clause in Scene(book).book.cite("dealer_blackjack")


@pytest.mark.parametrize(
    ("hand", "draws", "dealer"),
    [
        ("Ks 7s", "", "8c 9d"),
        ("Ks 8s", "", "Kc 8d"),
        ("As 7s", "", "8c 3d 7d"),
        ("Ks 9s", "", "9c Kd"),
        ("Ks 4s", "6h", "Kc Qd"),
        ("Ks Qs", "", "5c 6d 9h"),
    ],
)
@proves_clause("7.P", players_edge="7.Q", massachusetts="5(b)", uk_casino="G16")
def test_any_other_equal_totals_tie_and_the_wager_goes_back(
    book: str, clause: str, hand: str, draws: str, dealer: str
) -> None:
    assert settled(book, hand, dealer, draws) == TIED
    assert clause in Scene(book).book.cite("tie")


# -- wagers before the deal ------------------------------------------------------------------------


@proves_clause("5(a)", books=("massachusetts",))
def test_a_round_begins_only_when_a_wager_lies_and_the_players_wager_before_the_first_card(
    book: str, clause: str
) -> None:
    scene = Scene(book, TWO)
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "no_wager"
    assert clause in scene.book.cite("no_wager")
    scene.bet("ann", 10_00).deal("9s 6c 8s", steps=1)
    assert order(scene, "WagersClosed", "CardDealt")[0] == "WagersClosed"
    late = cmd.PlaceWager(by="bob", box=2, amount=10_00)
    assert scene.refused(late) == "wagers_are_closed"
    assert clause in scene.book.cite("wagers_are_closed")
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "not_now"
    assert [box.number for box in scene.table.boxes] == [1]


# -- the order of settling -------------------------------------------------------------------------


def mixed_round(book: str, **choices: object) -> Scene:
    """Ann wins, Bob loses, Cyd wins; wagers of 10.00, 20.00 and 30.00."""
    scene = Scene(book, THREE, **choices).bet("ann", 10_00).bet("bob", 20_00).bet("cyd", 30_00)
    play(scene, "Ks Qs", "9s 7s", "Kh Qh", dealer="9c Kd")
    for name in ("cyd", "bob", "ann") if book == "players-edge" else ("ann", "bob", "cyd"):
        scene.do(cmd.Stand(by=name))
        scene.house(1)
    return scene.until("settle")


@proves("7.R", "7.R(1)", players_edge=("7.S", "7.S(1)"))
def test_one_order_is_to_collect_all_losing_wagers_and_then_to_pay_the_winning_ones(book: str) -> None:
    scene = mixed_round(book, settlement_order="losers_first")
    scene.house()
    done = [(e.person, e.collected, e.paid) for e in scene.settled()]
    assert done == [("bob", 20_00, 0), ("cyd", 0, 30_00), ("ann", 0, 10_00)]


@proves("7.R", "7.R(2)", players_edge=("7.S", "7.S(2)"))
def test_the_other_order_is_box_by_box_from_the_dealers_right(book: str) -> None:
    scene = mixed_round(book, settlement_order="right_to_left")
    scene.house()
    done = [(e.person, e.collected, e.paid) for e in scene.settled()]
    assert done == [("cyd", 0, 30_00), ("bob", 20_00, 0), ("ann", 0, 10_00)]


@proves_clause("7.R", "7.R(1)", "7.R(2)", players_edge=("7.S", "7.S(1)", "7.S(2)"))
def test_no_other_order_of_settlement_is_accepted(book: str, clause: str) -> None:
    for choice in ("left_to_right", "winners_first", 0):
        with pytest.raises(BadRules, match="one of right_to_left, losers_first") as refusal:
            rules_of(book, settlement_order=choice)
        assert str(refusal.value).startswith("choices: settlement_order is ")
        assert clause in str(refusal.value).partition("(")[2]


@proves("5(e)", books=("massachusetts",))
def test_in_massachusetts_losers_are_collected_and_winners_paid_when_the_round_is_complete(book: str) -> None:
    scene = Scene(book, THREE).bet("ann", 10_00).bet("bob", 20_00).bet("cyd", 30_00)
    play(scene, "As Qs", "Ks 6s", "Kh Qh", dealer="9c Kd", draws="Kc").says("bob", "draws")
    assert scene.happened(WagerSettled) == []
    scene.says("cyd", "stands")
    done = [(e.person, e.collected, e.paid) for e in scene.settled()]
    assert done == [("bob", 20_00, 0), ("cyd", 0, 30_00), ("ann", 0, 15_00)]
    assert order(scene, "DealerDone", "WagerSettled")[0] == "DealerDone"
    with pytest.raises(BadRules, match=r"settlement_order .*massachusetts 5\(e\)"):
        rules_of(book, settlement_order="right_to_left")


@proves("7.S", players_edge="7.T")
def test_lost_chips_go_into_the_inventory_and_winners_are_paid_from_it(book: str) -> None:
    scene = mixed_round(book, settlement_order="right_to_left")
    before, mark = scene.table, len(scene.events)
    scene.do(cmd.Settle(by=DEALER))
    inventory = before.inventory
    chips = {person.name: person.chips for person in before.people}
    for event in scene.events[mark:]:
        assert isinstance(event, WagerSettled)
        assert event.collected == 0 or (event.returned, event.paid) == (0, 0)
        inventory += event.collected - event.paid
        chips[event.person] += event.returned + event.paid
    assert [e.collected for e in scene.settled()] == [0, 20_00, 0]
    assert scene.table.inventory == inventory == before.inventory - 20_00
    assert scene.chips() == chips == {"ann": 1_010_00, "bob": 980_00, "cyd": 1_030_00}


# -- the cards after the round ---------------------------------------------------------------------


@proves("7.T", players_edge="7.U", massachusetts="7(h)")
def test_the_cards_are_picked_up_hand_by_hand_from_the_right_and_the_dealers_last(book: str) -> None:
    scene = Scene(book, THREE).bet("ann", 10_00).bet("bob", 10_00).bet("cyd", 10_00)
    play(scene, "Ks Qs", "8s 8d", "Kh Qh", dealer="9c Kd", draws="3c 9d 2c 9h")
    for name in ("cyd", "bob", "ann") if book == "players-edge" else ("ann", "bob", "cyd"):
        if name == "bob":
            scene.says("bob", "splits", "draws", "stands", "draws", "stands")
        else:
            scene.do(cmd.Stand(by=name))
            scene.house(1)
    scene.until("collect")
    assert scene.refused(cmd.CollectCards(by="ann")) == "not_your_office"
    assert all(scene.settled(name=name) for name in THREE)
    scene.house()
    expected = tuple(cards(text) for text in ("Kh Qh", "8s 3c 9d", "8d 2c 9h", "Ks Qs", "9c Kd"))
    assert scene.happened(CardsCollected)[0].hands == expected
    assert scene.table.rack[-5:] == expected
    assert scene.names()[-1] == "CardsCollected"


@proves("7.T", players_edge="7.U", massachusetts="7(h)")
def test_no_card_is_picked_up_before_every_wager_is_settled(book: str) -> None:
    scene = mixed_round(book)
    assert scene.refused(cmd.CollectCards(by=DEALER)) == "not_now"
    scene.do(cmd.Settle(by=DEALER))
    assert scene.refused(cmd.Settle(by=DEALER)) == "not_now"
    scene.do(cmd.CollectCards(by=DEALER))
    assert scene.table.boxes == ()


@proves("7.T", players_edge="7.U", massachusetts="7(h)")
def test_the_discard_rack_alone_rebuilds_every_hand_of_a_shoe(book: str) -> None:
    scene = Scene(book, TWO)
    expected = [(event.card,) for event in scene.happened(CardBurned, since_deal=False)]
    for first, second in (("As Kd", "9s 8s"), ("7s 8d", "Ah Qd"), ("Ks Kd", "9d 8c")):
        scene.bet("ann", 10_00).bet("bob", 10_00)
        play(scene, first, second, dealer="6c Jd 4c")
        for name in ("bob", "ann") if book == "players-edge" else ("ann", "bob"):
            if (
                scene.table.phase == "play"
                and scene.table.boxes[scene.table.turn_box].stakes[0].person == name
            ):
                scene.says(name, "stands")
        removed = [event.box for event in scene.happened(HandRemoved)]
        texts = {1: first, 2: second}
        expected += [cards(texts[box]) for box in removed]
        expected += [cards(texts[box]) for box in (2, 1) if box not in removed]
        expected.append(cards("6c Jd 4c"))
    assert list(scene.table.rack) == expected
    flat = tuple(card for hand in scene.table.rack for card in hand)
    assert len(flat) == scene.table.dealt


@proves("7.T", players_edge="7.U", massachusetts="7(h)")
def test_the_hands_of_a_round_are_told_apart_by_their_place_in_the_rack(book: str) -> None:
    scene = Scene(book, THREE).bet("ann", 10_00).bet("bob", 10_00).bet("cyd", 10_00)
    before = len(scene.table.rack)
    play(scene, "8s 8d", "As Kd", "9s 7s", dealer="6c Jd 4c", draws="Kc Qc")
    if book == "players-edge":
        scene.says("cyd", "stands").says("ann", "splits", "stands", "stands")
    else:
        scene.says("ann", "splits", "stands", "stands").says("cyd", "stands")
    early = () if book == "massachusetts" else (2,)
    events = scene.events[scene.mark :]
    assert rack_differences(scene.table.rack[:before], scene.table.rack, events) == ()
    rebuilt = hands_of_round(scene.table.rack[before:], {1: 2, 2: 1, 3: 1}, early)
    assert hands_in_rack(scene.table.rack[:before], scene.table.rack, events) == rebuilt
    assert rebuilt == {
        (1, 0): cards("8s Kc"),
        (1, 1): cards("8d Qc"),
        (2, 0): cards("As Kd"),
        (3, 0): cards("9s 7s"),
        (0, 0): cards("6c Jd 4c"),
    }


ROUND = """book {book}
sit ann 1 500.00
sit bob 2 500.00
bet ann 1 10.00
bet bob 2 10.00
cards 9s 9c 6c Kd 7s {rest}
{decisions}
"""


@proves("7.T", players_edge="7.U", massachusetts="7(h)")
def test_a_dispute_is_settled_on_the_hands_that_the_rack_shows(book: str) -> None:
    first, second = ("bob", "ann") if book == "players-edge" else ("ann", "bob")
    played = read(ROUND.format(book=book, rest="Jd 2c", decisions=f"{first} stands\n{second} stands"))
    before, rack = played.start.rack, played.end.rack
    assert [e.result for e in played.events if isinstance(e, WagerSettled)] == ["lost", "won"]  # 16 and 19
    told = [text_of(packet) for packet in rack[len(before) :]]
    assert told == ["9c 7s", "9s Kd", "6c Jd 2c"]
    other = (*rack[:-3], cards("9c 8s 3d"), *rack[-2:])
    assert rack_differences(before, other, played.events) == (
        "box 2, hand 1: 9c 7s was dealt, the rack shows 9c 8s 3d",
    )
    hands = hands_in_rack(before, other, played.events)
    again = settlement_on(played.start, played.commands, hands)
    assert {e.person: e.result for e in again.events if isinstance(e, WagerSettled)} == {
        "ann": "won",
        "bob": "won",
    }
    as_dealt = hands_in_rack(before, rack, played.events)
    assert settlement_on(played.start, played.commands, as_dealt).events == list(played.events)


@proves("7.T", players_edge="7.U")
def test_a_blackjack_shuffled_back_into_the_shoe_in_mid_round_is_no_longer_in_the_rack(book: str) -> None:
    events = [
        *[CardDealt(card, 1, 0, False, 0) for card in cards("9s 8d")],
        *[CardDealt(card, 2, 0, False, 0) for card in cards("As Kd")],
        HandRemoved(2, 0),
        ShoeShuffled((), "hand", True),
        CardBurned(cards("2c")[0]),
        CardsCollected((cards("9s 8d"), cards("6c Jd 3c")), (), None),
    ]
    rack = (cards("2c"), cards("9s 8d"), cards("6c Jd 3c"))
    before = (cards("4c"), cards("5c"))
    assert load_book(book).cite("CardsCollected")
    assert hands_in_rack(before, rack, events) == {(1, 0): cards("9s 8d"), (0, 0): cards("6c Jd 3c")}
