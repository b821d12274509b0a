"""What the words mean: Blackjack, hard and soft totals, hole card, reader, push, rescue, suit."""

import pytest
from books import proves

from scenes import DEALER, Scene
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.game import commands as cmd
from spanish21.game.cards import card
from spanish21.game.events import (
    BlackjackAnnounced,
    CardDealt,
    DoubleRescued,
    HandStood,
    HoleCardTurned,
    PointsAnnounced,
    ReaderAnswered,
)
from spanish21.game.table import OPENING_INVENTORY
from spanish21.game.view import as_json, view


def deal(book: str, player: str, dealer: str, drawn: str = "") -> Scene:
    """Ann wagers 10; her two cards, the dealer's two, and what is drawn by her before the dealer draws."""
    scene = Scene(book).bet("ann", 10_00)
    (first, second), (up, other) = player.split(), dealer.split()
    cards = [first, up, second, *([other, drawn] if scene.rules.hole_card else [drawn, other])]
    scene.deal(" ".join(cards))
    if scene.table.phase == "insurance":
        scene.says("ann", "declines")
    return scene


def stands(scene: Scene) -> Scene:
    while scene.table.phase == "play":
        scene.says("ann", "stands")
    return scene


# -- the words themselves --------------------------------------------------------------------------


@proves("1.A", "1.B", massachusetts="1")
def test_each_word_of_the_book_is_cited_to_its_own_definition(book: str) -> None:
    words = {
        "blackjack": "1.B(1)",
        "card_reader_device": "1.B(2)",
        "hard_total": "1.B(3)",
        "hole_card": "1.B(4)",
        "soft_total": "1.B(5)",
    }
    if book == "massachusetts":
        words = {
            "blackjack": "1.Blackjack",
            "hard_total": "1.Hard total",
            "push": "1.Push",
            "rescue": "1.Rescue",
            "soft_total": "1.Soft total",
            "suit": "1.Suit",
        }
    cite = load_book(book).cite
    assert {word: cite(word)[0] for word in words} == words
    assert cite("definitions") == (("1",) if book == "massachusetts" else ("1.A", "1.B"))


@proves("1.A", "1.B", massachusetts="1")
def test_the_words_mean_the_same_for_player_and_dealer(book: str) -> None:
    scene = deal(book, "Ah 6d", "Kc Ad")  # a soft 17 against a Blackjack
    if scene.rules.hole_card:
        assert scene.happened(ReaderAnswered) == [ReaderAnswered(True)]
    else:
        hand = view(scene.table, "ann").boxes[0].hands[0]
        assert (hand.total, hand.soft) == (17, True)
        stands(scene)
    assert scene.settled()[0].why == "dealer_blackjack"
    other = deal(book, "Ah Kd", "6c Ac")  # a Blackjack against a soft 17
    assert stands(other).gained() == 15_00
    assert other.settled()[0].why == "pays_blackjack"


# -- Blackjack -------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["Ah Jd", "Ah Qd", "Ah Kd", "Jh Ad", "Qh Ad", "Kh Ad", "Ac Kc"])
@proves("1.B(1)", massachusetts=("1", "1.Blackjack"))
def test_an_ace_and_a_ten_value_card_as_first_two_cards_are_a_blackjack(book: str, cards: str) -> None:
    scene = stands(deal(book, cards, "9c 8d"))
    assert len(scene.happened(BlackjackAnnounced)) == 1
    assert scene.gained() == 15_00


@pytest.mark.parametrize(
    ("cards", "drawn"), [("Ah 9d", "Ac"), ("Kh 9d", "2c"), ("9h 2d", "Kc"), ("Ah 4d", "6c")]
)
@proves("1.B(1)", massachusetts="1.Blackjack")
def test_any_other_21_is_none(book: str, cards: str, drawn: str) -> None:
    scene = deal(book, cards, "9c 8d", drawn)
    scene.says("ann", "draws")
    assert not scene.happened(BlackjackAnnounced)
    assert scene.gained() == 10_00


@pytest.mark.parametrize("dealer", ["Kc Ad", "Qc Ad", "Jc Ad", "Ac Kd", "Ac Qd", "Ac Jd"])
@proves("1.B(1)", massachusetts="1.Blackjack")
def test_the_dealer_has_a_blackjack_in_the_same_two_cards(book: str, dealer: str) -> None:
    scene = stands(deal(book, "Kh 9h", dealer))
    assert (scene.gained(), scene.settled()[0].why) == (-10_00, "dealer_blackjack")
    longer = deal(book, "9h 7h", dealer, "5h")
    if longer.table.phase == "play":
        longer.says("ann", "draws")
    assert longer.gained() == -10_00  # no other 21 stands against it
    tied = stands(deal(book, "Kh Ah", dealer))
    assert tied.gained() == 15_00


@pytest.mark.parametrize("dealer", ["Kc 9d", "Ac 9d", "9c Ad", "Kc Qd", "9c 2d"])
@proves("1.B(1)", massachusetts="1.Blackjack")
def test_no_other_two_cards_are_a_dealers_blackjack(book: str, dealer: str) -> None:
    scene = deal(book, "9h 7h", dealer, "5h").says("ann", "draws")
    assert scene.gained() == 10_00  # a 21 beats whatever else the dealer has


@proves("1.B(1)", massachusetts="1.Blackjack")
def test_an_ace_and_a_ten_value_card_after_a_split_are_no_blackjack(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.deal("Ah 9c Ad " + ("8d Kh Qh" if book != "massachusetts" else "Kh Qh 8d"))
    scene.says("ann", "splits")
    stands(scene)
    assert not scene.happened(BlackjackAnnounced)
    assert [event.why for event in scene.settled()] == ["pays_win", "pays_win"]
    assert scene.gained() == 20_00
    tens = Scene(book).bet("ann", 10_00)
    tens.deal("Kh 9c Kd " + ("8d Ah Ad" if book != "massachusetts" else "Ah Ad 8d"))
    tens.says("ann", "splits")
    stands(tens)
    assert tens.gained() == 20_00


# -- the reader and the hole card ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "answers"),
    [
        ("Kc Ad", [True]),
        ("Qc 9d", [False]),
        ("Jc Kd", [False]),
        ("Ac Jd", [True]),
        ("Ac 9d", [False]),
        ("9c Ad", []),
        ("2c Kd", []),
    ],
)
@proves("1.B(2)")
def test_the_reader_says_whether_the_hole_card_makes_a_blackjack(
    book: str, dealer: str, answers: list[bool]
) -> None:
    scene = deal(book, "9h 8h", dealer)
    assert [event.blackjack for event in scene.happened(ReaderAnswered)] == answers
    assert (scene.table.phase == "wagers") == (answers == [True])
    if answers == [True]:
        assert not scene.happened(HandStood)  # the round is over before anybody could decide
        assert scene.gained() == -10_00


@proves("1.B(2)")
def test_the_reader_comes_before_the_players_decisions_and_shows_the_card_to_nobody(book: str) -> None:
    views = []
    for hole in ("9d", "7d"):
        scene = Scene(book).bet("ann", 10_00).stack(f"9h Kc 8h {hole}")
        scene.do(cmd.CloseWagers(by=DEALER))
        scene.until("reader")
        assert scene.refused(cmd.Stand(by="ann")) == "not_now"
        assert scene.refused(cmd.InsertHoleCard(by="ann")) == "not_your_office"
        scene.do(cmd.InsertHoleCard(by=DEALER))
        assert scene.events[-1] == ReaderAnswered(False)
        views.append([as_json(scene.table, who) for who in ("ann", DEALER, "floorperson")])
        scene.do(cmd.Stand(by="ann"))
    assert views[0] == views[1]


@proves("1.B(4)")
def test_the_hole_card_is_the_dealers_second_and_lies_face_down_until_it_is_turned(book: str) -> None:
    scene = Scene(book, people={"ann": 1000_00, "bob": 1000_00}).bet("ann", 10_00).bet("bob", 10_00)
    scene.deal("9h 8h 7c 9d 8d 6s")
    dealt = scene.happened(CardDealt)
    assert [(event.box, event.face_down) for event in dealt] == [
        (1, False),
        (2, False),
        (0, False),
        (1, False),
        (2, False),
        (0, True),
    ]
    for who in ("ann", DEALER, "floorperson"):
        assert view(scene.table, who).dealer == ("7c", "??")
        assert view(scene.table, who).dealer_total == 7
    for name in ("bob", "ann") if book == "players-edge" else ("ann", "bob"):
        assert not scene.happened(HoleCardTurned)
        scene.do(cmd.Stand(by=name))
    scene.do(cmd.TurnHoleCard(by=DEALER))
    assert scene.happened(HoleCardTurned)[0].card == card("6s")
    assert view(scene.table, "ann").dealer == ("7c", "6s")


# -- hard and soft totals --------------------------------------------------------------------------


def totals(book: str, cards: str) -> tuple[int, bool]:
    """Total of a hand as the table shows it, and whether it is soft."""
    first, second, *others = cards.split()
    scene = deal(book, f"{first} {second}", "2c 3c", " ".join(others))
    for _ in others:
        scene.do(cmd.Draw(by="ann"))
        scene.do(cmd.Deal(by=DEALER))
    hand = view(scene.table, "ann").boxes[0].hands[0]
    return hand.total, hand.soft


@proves("1.B(3)", massachusetts="1.Hard total")
def test_a_total_is_hard_without_aces_or_with_aces_that_count_1(book: str) -> None:
    expected = {"Kh 7d": 17, "9h 3d 4h": 16, "Ah 6d Kh": 17, "Ah Ad Kh": 12, "9h Ad 8h": 18}
    expected["Ah Ad 8h Kd"] = 20  # no ace counts 11 any more
    assert {cards: totals(book, cards) for cards in expected} == {
        cards: (total, False) for cards, total in expected.items()
    }


@proves("1.B(5)", massachusetts="1.Soft total")
def test_a_total_is_soft_while_an_ace_counts_11(book: str) -> None:
    expected = {"Ah 6d": 17, "6h Ad": 17, "Ah Ad": 12, "Ah 2d 3h": 16, "Ah Ad 9h": 21, "2h 3d Ah": 16}
    assert {cards: totals(book, cards) for cards in expected} == {
        cards: (total, True) for cards, total in expected.items()
    }
    for with_an_ace_that_counts_1, total in (("Ah 6d Kh", 17), ("Ah Ad Kh", 12), ("6h 5d Ah", 12)):
        assert totals(book, with_an_ace_that_counts_1) == (total, False)


@proves("1.B(3)", "1.B(5)", massachusetts=("1.Hard total", "1.Soft total"))
def test_the_dealer_draws_to_hard_and_soft_totals_as_they_count(book: str) -> None:
    for dealer, expected in (
        ("Kc 7d", ("Kc", "7d")),  # a hard 17 stands
        ("5c Ad Kd 4d", ("5c", "Ad", "Kd", "4d")),  # soft 16 draws, becomes a hard 16, draws to 20
        ("2c Ad 5d 9h", ("2c", "Ad", "5d")),  # a soft 18 stands
    ):
        up, *others = dealer.split()
        scene = Scene(book).bet("ann", 10_00).deal(" ".join(["Kh", up, "9h", *others]))
        scene.do(cmd.Stand(by="ann"))
        scene.until("settle")
        assert view(scene.table, "ann").dealer == expected
    soft_17 = Scene(book).bet("ann", 10_00).deal("Kh 6c 9h Ad 3d")
    soft_17.do(cmd.Stand(by="ann"))
    soft_17.until("settle")
    drawn = ("6c", "Ad", "3d") if book == "players-edge" else ("6c", "Ad")
    assert view(soft_17.table, "ann").dealer == drawn


@proves("1.B(3)", "1.B(5)", massachusetts=("1.Hard total", "1.Soft total"))
def test_a_soft_hand_does_not_bust_with_one_card_and_a_hard_one_may(book: str) -> None:
    scene = deal(book, "Ah 5d", "9c 8d", "Kh 6h").says("ann", "draws")
    assert scene.table.phase == "play"
    scene.says("ann", "draws")
    assert (scene.gained(), scene.settled()[0].why) == (-10_00, "bust")


@pytest.mark.clause("massachusetts 1.Hard total", "massachusetts 1.Soft total")
def test_the_total_that_is_announced_counts_an_ace_as_11_while_it_can() -> None:
    scene = deal("massachusetts", "Ah 5d", "9c 8d", "Kh 2h")
    assert scene.happened(PointsAnnounced) == [PointsAnnounced(1, 0, 16)]
    scene.says("ann", "draws", "draws")
    assert [event.announced for event in scene.happened(CardDealt)][3:5] == [16, 18]


# -- words of Massachusetts ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "drawn", "dealer", "gain", "why"),
    [
        ("Kh 8h", "", "9c 9d", 0, "tie"),
        ("Kh 7h", "", "9c 8d", 0, "tie"),
        ("Kh Qh", "", "Kc Qd", 0, "tie"),
        ("9h 7h", "5h", "9c 5d 7s", 10_00, "pays_win"),  # 21 against 21 is no push
        ("Kh Ah", "", "Kc Ad", 15_00, "pays_blackjack"),  # nor is Blackjack against Blackjack
        ("9h 7h", "5h", "Kc Ad", -10_00, "dealer_blackjack"),
    ],
)
@pytest.mark.clause("massachusetts 1.Push")
def test_equal_totals_push_except_21_and_blackjack(
    player: str, drawn: str, dealer: str, gain: int, why: str
) -> None:
    first, second = player.split()
    up, *others = dealer.split()
    scene = Scene("massachusetts").bet("ann", 10_00)
    scene.deal(" ".join([first, up, second, drawn, *others]))
    if drawn:
        scene.says("ann", "draws")
    stands(scene)
    settled = scene.settled()[0]
    assert (scene.gained(), settled.why) == (gain, why)
    if why == "tie":
        assert (settled.collected, settled.returned, settled.paid) == (0, 10_00, 0)
        assert load_book("massachusetts").cite("push")[0] == "1.Push"


@pytest.mark.clause("massachusetts 1.Rescue")
def test_rescue_takes_the_double_back_and_forfeits_the_wager() -> None:
    scene = deal("massachusetts", "5h 6d", "9c 8d", "2h")
    assert scene.refused(cmd.Rescue(by="ann")) == "no_rescue"
    scene.says("ann", "doubles", "rescues")
    assert scene.happened(DoubleRescued)[0].returned == 10_00
    settled = scene.settled()[0]
    assert (settled.result, settled.collected, settled.paid) == ("rescued", 10_00, 0)
    assert scene.gained() == -10_00


@pytest.mark.parametrize(("suit", "paid"), [("c", 20_00), ("d", 20_00), ("h", 20_00), ("s", 30_00)])
@pytest.mark.clause("massachusetts 1.Suit")
def test_clubs_diamonds_hearts_and_spades_are_four_suits(suit: str, paid: int) -> None:
    suited = deal("massachusetts", f"6{suit} 7{suit}", "9c 8d", f"8{suit}").says("ann", "draws")
    assert suited.gained() == paid
    for other in {*"cdhs"} - {suit}:
        mixed = deal("massachusetts", f"6{suit} 7{suit}", "9c 8d", f"8{other}").says("ann", "draws")
        assert mixed.gained() == 15_00


# -- words of the casino in the United Kingdom -----------------------------------------------------


@pytest.mark.clause("uk-casino G0")
def test_what_the_rules_leave_open_is_decided_for_the_player() -> None:
    odd = stands(Scene("uk-casino").bet("ann", 7_50).deal("Ah 9c Kd 8d"))
    assert odd.gained() == 11_50  # 3 to 2 is 11.25
    sevens = Scene("uk-casino").bet("ann", 10_00).deal("7h 7c 7h 7h 9d").says("ann", "draws")
    assert sevens.gained() == 20_00 + 1_000_00
    assert load_book("uk-casino").cite("ambiguity") == ("G0",)


def against_a_blackjack(reading: str) -> dict[str, int]:
    """What hands of all kinds cost against a dealer's Blackjack that no reader has announced."""

    def scene(cards: str, *decisions: str) -> int:
        played = Scene("uk-casino", uk_blackjack_takes=reading).bet("ann", 10_00).deal(cards)
        return stands(played.says("ann", *decisions)).gained()

    return {
        "doubled": scene("5h Kc 6d 9h Ad", "doubles"),
        "doubled to 21": scene("5h Kc 6d Qh Ad", "doubles"),
        "split": scene("8h Kc 8d Kh Ks Ad", "splits"),
        "one of two busted": scene("8h Kc 8d Kh 7s Jd Ad", "splits", "stands", "draws"),
        "both busted": scene("8h Kc 8d 6h Jd 6s Jc Ad", "splits", "draws", "draws"),
        "doubled and busted": scene("9h Kc 6d Jd Ad", "doubles"),
    }


@pytest.mark.clause("uk-casino G8", "uk-casino G15", "uk-casino G16")
def test_a_dealers_blackjack_takes_every_wager_on_the_box() -> None:
    assert set(against_a_blackjack("all").values()) == {-20_00}
    assert rules_of("uk-casino") == rules_of("uk-casino", uk_blackjack_takes="all")


def test_in_other_readings_it_takes_the_original_wager_or_what_was_busted_before() -> None:
    assert set(against_a_blackjack("original_only").values()) == {-10_00}
    assert against_a_blackjack("original_or_busted") == {
        "doubled": -10_00,
        "doubled to 21": -10_00,
        "split": -10_00,
        "one of two busted": -10_00,
        "both busted": -20_00,
        "doubled and busted": -20_00,
    }


@pytest.mark.clause("uk-casino G0")
def test_until_the_operator_resolves_what_is_open() -> None:
    scene = Scene("uk-casino", uk_blackjack_takes="original_only", odd_money="down")
    scene.bet("ann", 10_00).deal("5h Kc 6d 9h Ad").says("ann", "doubles")
    assert scene.gained() == -10_00
    scene.bet("ann", 7_50).deal("Ah 9c Kd 8d")
    assert scene.gained() == 11_00


@pytest.mark.clause("uk-casino G1")
def test_players_play_against_the_house_and_not_against_each_other() -> None:
    people = {"ann": 1000_00, "bob": 1000_00, "cid": 1000_00}
    scene = Scene("uk-casino", people)
    for name in people:
        scene.bet(name, 10_00)
    before = scene.table.inventory
    scene.deal("Kh Kd Ks 9c 9h 8d 7s 9d")  # 19, 18 and 17 against 18
    for name in people:
        scene.says(name, "stands")
    assert [scene.gained(name) for name in people] == [10_00, 0, -10_00]
    assert scene.table.inventory == before
    assert [event.collected for event in scene.settled("main", "cid")] == [10_00]
    alone = Scene("uk-casino").bet("ann", 10_00).deal("Kh 9c 9h 9d").says("ann", "stands")
    assert alone.gained() == 10_00
    assert alone.table.inventory == OPENING_INVENTORY - 10_00
    assert load_book("uk-casino").cite("player against the dealer") == ("G1",)


@pytest.mark.clause("uk-casino G4")
def test_a_wager_is_good_for_one_round() -> None:
    scene = Scene("uk-casino", {"ann": 1000_00, "bob": 1000_00}).bet("ann", 10_00).bet("bob", 10_00)
    scene.bet("ann", 5_00, "match")
    scene.deal("Kh Kd 9c 9h 8d 9d").says("ann", "stands").says("bob", "stands")
    assert scene.table.boxes == ()
    assert scene.chips() == {"ann": 1030_00, "bob": 1000_00}  # bob ties: the wager goes back
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "no_wager"
    scene.bet("bob", 10_00).deal("Kd 9c 8d 9d")
    assert {event.box for event in scene.happened(CardDealt)} == {0, 2}
    assert [stake.sides for box in view(scene.table, "bob").boxes for stake in box.stakes] == [{}]


@pytest.mark.clause("uk-casino G6")
def test_everybody_gets_a_card_then_the_dealer_then_everybody_a_second_all_face_up() -> None:
    people = {"ann": 1000_00, "bob": 1000_00, "cid": 1000_00}
    scene = Scene("uk-casino", people)
    for name in people:
        scene.bet(name, 10_00)
    scene.deal("Kh Kd Ks 9c 9h 8d 7s 9d")
    dealt = scene.happened(CardDealt)
    assert [event.box for event in dealt] == [1, 2, 3, 0, 1, 2, 3]
    assert not any(event.face_down for event in dealt)
    hands = [box.hands[0].cards for box in view(scene.table, "ann").boxes]
    assert hands == [("Kh", "9h"), ("Kd", "8d"), ("Ks", "7s")]
    assert view(scene.table, "ann").dealer == ("9c",)
    for name in people:
        assert view(scene.table, "ann").dealer == ("9c",)
        scene.do(cmd.Stand(by=name))
    scene.do(cmd.Deal(by=DEALER, count=1))
    last = scene.happened(CardDealt)[-1]
    assert (last.card, last.box, last.face_down) == (card("9d"), 0, False)
