"""The cards, and how a table is opened: decks, their inspection, their 10s, the spread and the wash."""

from typing import Any

import pytest
from books import in_books, marked, proves, proves_clause, submitted
from msgspec.structs import replace

from scenes import DEALER, FLOORPERSON, Scene
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game import commands as cmd
from spanish21.game.cards import FULL_DECK, SPANISH_DECK, card, text_of
from spanish21.game.due import due
from spanish21.game.events import (
    CardDealt,
    CardsSpread,
    CardsWashed,
    DeckReplaced,
    DecksInspected,
    DecksReceived,
    InspectionVerified,
    ShoeShuffled,
    TensRemoved,
    TensVerified,
)
from spanish21.game.view import view

ALL_TENS = tuple(card(text) for text in ("Tc", "Td", "Th", "Ts"))


def unopened(book: str, people: dict[str, int] | None = None, checked: bool = True, **choices: Any) -> Scene:
    """A table whose equipment is checked, before its decks arrive."""
    scene = Scene(book, people=people or {}, opened=False, **choices)
    if checked:
        scene.do(cmd.CheckEquipment(by=FLOORPERSON, items=scene.rules.equipment))
    return scene


def received(book: str, people: dict[str, int] | None = None, deck: Any = FULL_DECK, **choices: Any) -> Scene:
    """A table whose decks have just arrived, with their 10s unless `deck` is without."""
    scene = unopened(book, people, **choices)
    scene.do(cmd.ReceiveDecks(by=FLOORPERSON, cards=deck * scene.rules.decks))
    return scene


def inspected(book: str, people: dict[str, int] | None = None, **choices: Any) -> Scene:
    """A table whose cards are inspected and whose 10s are out, all of it verified."""
    scene = received(book, people, **choices)
    scene.do(cmd.InspectDecks(by=DEALER))
    scene.do(cmd.VerifyInspection(by=FLOORPERSON))
    scene.do(cmd.RemoveTens(by=DEALER))
    scene.do(cmd.VerifyTens(by=FLOORPERSON))
    return scene


# -- how many decks --------------------------------------------------------------------------------

DECKS = [
    *[("maryland", "3.A", decks) for decks in (6, 8)],
    *[("maryland-v1", "3.A", decks) for decks in (6, 8)],
    *[("players-edge", "3.A", decks) for decks in (5, 6, 8)],
    *[("massachusetts", "2(a)", decks) for decks in (6, 8)],
    *[("uk-casino", "G5", decks) for decks in (6, 8)],
]


@pytest.mark.parametrize(
    ("book", "clause", "decks"), [pytest.param(*one, marks=marked(one[0], one[1])) for one in DECKS]
)
def test_the_shoe_holds_the_chosen_decks_of_48_cards(book: str, clause: str, decks: int) -> None:
    scene = Scene(book, decks=decks)
    assert len(scene.table.shoe) == {5: 240, 6: 288, 8: 384}[decks]
    assert sorted(scene.table.shoe) == sorted(SPANISH_DECK * decks)
    assert view(scene.table, "ann").cards_left == {5: 239, 6: 287, 8: 383}[decks]  # the first card is burned
    assert clause in load_book(book).cite("wrong_decks")


@proves_clause("3.A", massachusetts="2(a)", uk_casino="G5")
def test_no_other_number_of_decks_is_accepted(book: str, clause: str) -> None:
    allowed = "6, 5, 8" if book == "players-edge" else "6, 8"
    for decks in (1, 4, 7, 9) if book == "players-edge" else (1, 4, 5, 7, 9):
        with pytest.raises(BadRules) as caught:
            rules_of(book, submitted(book, decks=decks))
        assert str(caught.value).startswith(
            f"test.toml: decks is {decks}; it must be one of {allowed} ({book} {clause}"
        )


@proves_clause("3.A", massachusetts="2(a)", uk_casino="G5")
def test_decks_that_are_incomplete_or_not_alike_are_refused(book: str, clause: str) -> None:
    scene = unopened(book)
    six = SPANISH_DECK * 6
    odd = six[:-1] + (card("Ac"),)
    for wrong in (six[:-1], six + (card("Ac"),), SPANISH_DECK * 5, SPANISH_DECK * 8, odd, six + ALL_TENS):
        assert scene.refused(cmd.ReceiveDecks(by=FLOORPERSON, cards=wrong)) == "wrong_decks"
    assert clause in load_book(book).cite("wrong_decks")
    scene.do(cmd.ReceiveDecks(by=FLOORPERSON, cards=six))


# -- the 10s ---------------------------------------------------------------------------------------


@proves("3.B", "4.B", massachusetts=("2(a)", "3(b)"), uk_casino="G5")
def test_the_tens_are_taken_out_of_the_decks_at_the_inspection(book: str) -> None:
    scene = received(book, {"ann": 1000_00})
    assert len(scene.table.pool) == 312
    scene.do(cmd.InspectDecks(by=DEALER))
    scene.do(cmd.VerifyInspection(by=FLOORPERSON))
    assert scene.refused(cmd.SpreadCards(by=DEALER)) == "tens_not_removed"
    assert scene.refused(cmd.RemoveTens(by=FLOORPERSON)) == "not_your_office"
    scene.do(cmd.RemoveTens(by=DEALER))
    assert len(scene.table.pool) == 288
    assert not set(scene.table.pool) & set(ALL_TENS)
    assert scene.refused(cmd.SpreadCards(by=DEALER)) == "tens_not_removed"
    assert scene.refused(cmd.VerifyTens(by=DEALER)) == "not_your_office"
    scene.do(cmd.VerifyTens(by=FLOORPERSON))
    scene.do(cmd.SpreadCards(by=DEALER))
    assert scene.happened(TensVerified, since_deal=False) == [TensVerified()]


@proves_clause("4.B", massachusetts=("2(a)", "3(b)"), players_edge=("3.B", "4.B"), uk_casino="G5")
def test_the_refusal_to_go_on_with_tens_in_the_decks_names_its_clause(book: str, clause: str) -> None:
    scene = received(book)
    scene.do(cmd.InspectDecks(by=DEALER))
    scene.do(cmd.VerifyInspection(by=FLOORPERSON))
    assert clause in load_book(book).cite(scene.refused(cmd.SpreadCards(by=DEALER)))


@proves("3.B", "4.B")
def test_the_tens_are_torn_and_kept_with_the_decks_that_they_came_from(book: str) -> None:
    scene = inspected(book)
    removed = scene.happened(TensRemoved, since_deal=False)
    assert removed == [TensRemoved(tuple(sorted(ALL_TENS * 6)), True)]
    assert view(scene.table, FLOORPERSON).torn_tens == ("Tc",) * 6 + ("Td",) * 6 + ("Th",) * 6 + ("Ts",) * 6
    assert view(scene.table, DEALER).tens_set_aside == ()
    assert "4.B" in load_book(book).cite("tens_torn")


@proves("3(b)", books=("massachusetts",))
def test_massachusetts_has_the_tens_taken_out_and_not_torn(book: str) -> None:
    scene = inspected(book)
    shown = view(scene.table, FLOORPERSON)
    assert (shown.torn_tens, len(shown.tens_set_aside)) == ((), 24)
    scene.do(cmd.Join(by="ann", chips=1000_00, seat=1))
    scene.until("spread")
    scene.do(cmd.ChangeDecks(by=FLOORPERSON))
    assert view(scene.table, FLOORPERSON).tens_set_aside == ()  # they leave with the decks


@proves("3.B", massachusetts="2(a)", uk_casino="G5")
def test_decks_of_48_have_no_tens_to_remove(book: str) -> None:
    scene = received(book, deck=SPANISH_DECK)
    scene.do(cmd.InspectDecks(by=DEALER))
    scene.do(cmd.VerifyInspection(by=FLOORPERSON))
    assert scene.refused(cmd.RemoveTens(by=DEALER)) == "not_now"
    scene.do(cmd.SpreadCards(by=DEALER))
    assert len(scene.table.pool) == 288


# -- 24 hours --------------------------------------------------------------------------------------


def test_decks_may_be_held_to_a_single_hour() -> None:
    scene = Scene("maryland", outside={"decks_hours": 1}).bet("ann", 10_00)
    scene.do(cmd.TellTime(by=FLOORPERSON, minutes=59))
    scene.deal("9h 2c 9d 3c").says("ann", "stands")
    scene.do(cmd.TellTime(by=FLOORPERSON, minutes=1))
    scene.bet("ann", 10_00)
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "decks_too_old"


@proves("3.C")
def test_decks_are_changed_within_24_hours(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    scene.do(cmd.TellTime(by=FLOORPERSON, minutes=24 * 60 - 1))
    scene.deal("9h 2c 9d 3c").says("ann", "stands")
    scene.do(cmd.TellTime(by=FLOORPERSON, minutes=1))
    scene.bet("ann", 10_00)
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "decks_too_old"
    assert scene.refused(cmd.ChangeDecks(by=DEALER)) == "not_your_office"
    scene.do(cmd.WithdrawWager(by="ann", box=1))
    scene.do(cmd.ChangeDecks(by=FLOORPERSON))
    assert scene.names()[-1] == "DecksRemoved"
    assert scene.table.pool == ()
    scene.until("cut").do(cmd.OfferCut(by=DEALER))
    assert len(scene.happened(DecksReceived, since_deal=False)) == 2
    scene.do(cmd.Cut(by="ann", at=100))
    scene.house().bet("ann", 10_00).deal("9h 2c 9d 3c")
    assert load_book(book).cite("decks_too_old") == ("3.C",)
    with pytest.raises(BadRules, match=rf"decks_hours is 48; the book sets it to 24 \({book} 3\.C\)"):
        rules_of(book, decks_hours=48)


# -- what cards count ------------------------------------------------------------------------------

VALUES = in_books("3.D", massachusetts="2(b)", uk_casino="G7")
NUMBERS = in_books("3.D", "3.D(1)", massachusetts=("2(b)", "2(b)(1)"), uk_casino="G7")
COURT = in_books("3.D", "3.D(2)", massachusetts=("2(b)", "2(b)(2)"), uk_casino="G7")
ACES = in_books("3.D", "3.D(3)", massachusetts=("2(b)", "2(b)(3)"), uk_casino="G7")


def total_of(book: str, cards: str) -> int:
    """What the table shows for a player's hand against a 2."""
    hand = cards.split()
    scene = Scene(book).bet("ann", 10_00)
    first = f"{hand[0]} 2c {hand[1]}"
    scene.deal(" ".join([first, *(["3c"] if scene.rules.hole_card else []), *hand[2:]]))
    for _ in hand[2:]:
        scene.do(cmd.Draw(by="ann"))
        scene.do(cmd.Deal(by=DEALER))
    return view(scene.table, "ann").boxes[0].hands[0].total


@pytest.mark.parametrize("book", NUMBERS)
def test_cards_from_2_to_9_count_what_they_show(book: str) -> None:
    assert [total_of(book, f"{number}h 3d") for number in range(2, 10)] == [5, 6, 7, 8, 9, 10, 11, 12]


@pytest.mark.parametrize("book", COURT)
def test_jack_queen_and_king_count_10(book: str) -> None:
    assert [total_of(book, f"{rank}h 3d") for rank in "JQK"] == [13, 13, 13]
    assert total_of(book, "Jh Kd") == 20


@pytest.mark.parametrize("book", ACES)
def test_an_ace_counts_11_unless_that_takes_the_hand_over_21(book: str) -> None:
    assert [total_of(book, cards) for cards in ("Ah 3d", "Ah 9d", "Ah Ad")] == [14, 20, 12]
    assert [total_of(book, cards) for cards in ("Ah 3d 7h", "Ah 3d 8h", "Ah Ad 9c")] == [21, 12, 21]
    assert total_of(book, "Ah Ad 8c 8h") == 18


@pytest.mark.parametrize(
    ("dealer", "total", "gain"),
    [
        ("9c 8d", 17, 10_00),
        ("Jc 8d", 18, 10_00),
        ("Jc Qd", 20, -10_00),
        ("Ac 9d", 20, -10_00),
        ("5c Ad Kh 4d", 20, -10_00),
        ("2c 3d 4h 5d 6h", 20, -10_00),
        ("7c 9d 7h", 23, 10_00),
    ],
)
@pytest.mark.parametrize("book", VALUES)
def test_the_dealers_cards_count_the_same(book: str, dealer: str, total: int, gain: int) -> None:
    scene = Scene(book).bet("ann", 10_00)
    up, *others = dealer.split()
    scene.deal(" ".join(["Kh", up, "9s", *others]))
    if scene.table.phase == "insurance":
        scene.says("ann", "declines")
    scene.do(cmd.Stand(by="ann"))
    scene.until("settle")
    assert view(scene.table, "ann").dealer_total == total
    scene.house()
    assert scene.gained() == gain


# -- inspection, spread, wash ----------------------------------------------------------------------


@proves("4.A", massachusetts=("3(a)", "3(b)"))
def test_the_dealer_inspects_the_decks_and_the_floorperson_verifies_it(book: str) -> None:
    scene = unopened(book)
    assert scene.refused(cmd.InspectDecks(by=DEALER)) == "not_now"
    scene.do(cmd.ReceiveDecks(by=FLOORPERSON, cards=FULL_DECK * 6))
    assert scene.refused(cmd.VerifyInspection(by=FLOORPERSON)) == "not_now"
    assert scene.refused(cmd.SpreadCards(by=DEALER)) == "not_now"
    assert scene.refused(cmd.InspectDecks(by=FLOORPERSON)) == "not_your_office"
    scene.do(cmd.InspectDecks(by=DEALER))
    assert scene.refused(cmd.RemoveTens(by=DEALER)) == "inspection_not_verified"
    assert scene.refused(cmd.SpreadCards(by=DEALER)) == "inspection_not_verified"
    assert scene.refused(cmd.VerifyInspection(by=DEALER)) == "not_your_office"
    scene.do(cmd.VerifyInspection(by=FLOORPERSON))
    scene.do(cmd.RemoveTens(by=DEALER))
    kinds = [type(event) for event in scene.events[-4:]]
    assert kinds == [DecksReceived, DecksInspected, InspectionVerified, TensRemoved]
    cited = load_book(book).cite("inspection_not_verified")
    assert cited == (("3(a)", "3(b)") if book == "massachusetts" else ("4.A",))


@proves("4.A", massachusetts="3(a)")
def test_a_deck_with_a_defect_is_replaced_and_inspected_and_that_is_on_record(book: str) -> None:
    scene = received(book, {"ann": 1000_00})
    pool = scene.table.pool
    for wrong in (-1, 7):
        assert scene.refused(cmd.InspectDecks(by=DEALER, defective=wrong)) == "wrong_decks"
    assert scene.do(cmd.InspectDecks(by=DEALER, defective=2)) == [DecksInspected(2)]
    replacement = cmd.ReplaceDeck(by=FLOORPERSON, deck=2)
    for early in (cmd.VerifyInspection(by=FLOORPERSON), cmd.InspectDecks(by=DEALER)):
        assert scene.refused(early) == "deck_is_defective"
    assert scene.refused(cmd.SpreadCards(by=DEALER)) == "not_now"
    assert scene.refused(replace(replacement, by=DEALER)) == "not_your_office"
    assert scene.refused(replace(replacement, deck=3)) == "deck_is_defective"
    while not isinstance(due(scene.table), cmd.ReplaceDeck):
        scene.house(1)
    assert due(scene.table) == replacement
    assert scene.do(replacement) == [DeckReplaced(2)]
    assert scene.refused(replacement) == "not_now"
    assert scene.refused(cmd.VerifyInspection(by=FLOORPERSON)) == "not_now"  # the new deck is inspected too
    scene.do(cmd.InspectDecks(by=DEALER, defective=2))
    scene.house(1)
    assert scene.do(cmd.InspectDecks(by=DEALER)) == [DecksInspected(0)]
    assert scene.table.pool == pool
    scene.until("stack")
    on_record = [e for e in scene.events if isinstance(e, DecksInspected | DeckReplaced)]
    assert on_record == [
        DecksInspected(2),
        DeckReplaced(2),
        DecksInspected(2),
        DeckReplaced(2),
        DecksInspected(0),
    ]
    assert ("3(a)" if book == "massachusetts" else "4.A") in load_book(book).cite("deck_is_defective")


@proves("3.A", "4.A", massachusetts=("2(a)", "3(a)"))
def test_the_decks_arrive_once_and_by_the_floorperson(book: str) -> None:
    scene = unopened(book)
    assert scene.refused(cmd.ReceiveDecks(by=DEALER, cards=FULL_DECK * 6)) == "not_your_office"
    scene.do(cmd.ReceiveDecks(by=FLOORPERSON, cards=FULL_DECK * 6))
    assert scene.refused(cmd.ReceiveDecks(by=FLOORPERSON, cards=FULL_DECK * 6)) == "not_now"
    scene.do(cmd.InspectDecks(by=DEALER))
    assert scene.refused(cmd.InspectDecks(by=DEALER)) == "not_now"
    scene.do(cmd.VerifyInspection(by=FLOORPERSON))
    assert scene.refused(cmd.VerifyInspection(by=FLOORPERSON)) == "not_now"
    opened = Scene(book)
    assert opened.refused(cmd.ReceiveDecks(by=FLOORPERSON, cards=FULL_DECK * 6)) == "not_now"


@proves("4.C", massachusetts="3(b)")
def test_the_inspected_cards_lie_face_up_until_the_first_player_has_come(book: str) -> None:
    scene = inspected(book)
    assert scene.refused(cmd.WashCards(by=DEALER)) == "not_now"
    assert scene.refused(cmd.SpreadCards(by=FLOORPERSON)) == "not_your_office"
    scene.do(cmd.SpreadCards(by=DEALER))
    assert scene.events[-1] == CardsSpread(face_up=True)
    assert scene.refused(cmd.SpreadCards(by=DEALER)) == "not_now"
    assert scene.house().events[-1] == CardsSpread(face_up=True)  # the house waits for somebody
    assert scene.refused(cmd.WashCards(by=DEALER)) == "cards_not_seen_by_player"
    scene.do(cmd.Join(by="ann", chips=0))
    scene.do(cmd.WashCards(by=DEALER))


@proves("4.D", massachusetts="3(b)")
def test_the_cards_are_spread_deck_by_deck_suit_by_suit_in_sequence(book: str) -> None:
    scene = inspected(book)
    assert view(scene.table, "ann").spread == ()
    scene.do(cmd.SpreadCards(by=DEALER))
    deck = tuple(rank + suit for suit in "cdhs" for rank in "A23456789JQK")
    assert view(scene.table, "ann").spread == (deck,) * 6
    assert view(scene.table, DEALER).spread == (deck,) * 6
    scene.do(cmd.Join(by="ann", chips=0))
    scene.do(cmd.WashCards(by=DEALER))
    assert view(scene.table, "ann").spread == ()


@proves("4.E", massachusetts="3(c)")
def test_after_the_first_players_look_the_cards_are_washed_and_stacked(book: str) -> None:
    scene = inspected(book)
    scene.do(cmd.SpreadCards(by=DEALER))
    assert scene.refused(cmd.WashCards(by=DEALER)) == "cards_not_seen_by_player"
    assert ("3(c)" if book == "massachusetts" else "4.E") in load_book(book).cite("cards_not_seen_by_player")
    scene.do(cmd.Join(by="ann", chips=1000_00, seat=1))
    shuffle = cmd.Shuffle(by=DEALER, cards=scene.table.pool)
    assert scene.refused(shuffle) == "not_now"
    assert scene.refused(cmd.WashCards(by=FLOORPERSON)) == "not_your_office"
    scene.do(cmd.WashCards(by=DEALER))
    assert scene.events[-1] == CardsWashed(exposed=False)
    assert scene.table.phase == "stack"
    assert scene.refused(cmd.WashCards(by=DEALER)) == "not_now"
    scene.do(shuffle)


@pytest.mark.clause("massachusetts 3(c)")
def test_a_card_exposed_while_they_are_mixed_means_mixing_them_again() -> None:
    scene = inspected("massachusetts", {"ann": 1000_00})
    scene.do(cmd.SpreadCards(by=DEALER))
    scene.do(cmd.WashCards(by=DEALER, exposed=True))
    shuffle = cmd.Shuffle(by=DEALER, cards=scene.table.pool)
    assert scene.refused(shuffle) == "not_now"
    scene.do(cmd.WashCards(by=DEALER, exposed=True))
    assert scene.refused(shuffle) == "not_now"
    scene.do(cmd.WashCards(by=DEALER))
    scene.do(shuffle)


@proves("4.F", massachusetts="3(c)")
def test_the_stacked_cards_are_shuffled_before_anything_else_is_done_with_them(book: str) -> None:
    scene = inspected(book, {"ann": 1000_00})
    scene.do(cmd.SpreadCards(by=DEALER))
    scene.do(cmd.WashCards(by=DEALER))
    assert scene.refused(cmd.OfferCut(by=DEALER)) == "not_now"
    assert scene.refused(cmd.LoadShoe(by=DEALER)) == "not_now"
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=10_00)) == "table_not_open"
    scene.do(cmd.Shuffle(by=DEALER, cards=scene.table.pool[::-1]))
    assert scene.events[-1] == ShoeShuffled(scene.table.pool[::-1], "hand", False)
    scene.do(cmd.OfferCut(by=DEALER))


# -- decks that came ready -------------------------------------------------------------------------

BACKWARDS = tuple(reversed(SPANISH_DECK * 6))


def ready_scene(book: str) -> Scene:
    approvals = {} if book == "massachusetts" else {"preshuffled_decks": "C-17"}
    submission = submitted(book, approvals=approvals)
    return unopened(book, {"ann": 1000_00}, submission=submission)


@proves("4.G", "5.A", massachusetts=("3(a)", "4(a)", "4(b)(2)"))
def test_decks_that_came_inspected_and_shuffled_skip_to_the_cut(book: str) -> None:
    scene = ready_scene(book)
    scene.do(cmd.ReceiveDecks(by=FLOORPERSON, cards=BACKWARDS, preinspected=True, preshuffled=True))
    for skipped in (
        cmd.InspectDecks(by=DEALER),
        cmd.VerifyInspection(by=FLOORPERSON),
        cmd.RemoveTens(by=DEALER),
        cmd.SpreadCards(by=DEALER),
        cmd.WashCards(by=DEALER),
        cmd.Shuffle(by=DEALER, cards=BACKWARDS),
    ):
        assert scene.refused(skipped) == "not_now"
    scene.do(cmd.OfferCut(by=DEALER))
    scene.do(cmd.Cut(by="ann", at=96))
    scene.house().bet("ann", 10_00).deal("", steps=0)
    scene.do(cmd.Deal(by=DEALER, count=1))
    dealt = scene.happened(CardDealt)[0].card
    assert text_of([dealt]) == text_of([BACKWARDS[97]])  # as they came, cut at 96, one card burned


@proves("4.G", massachusetts="3(a)")
def test_decks_that_came_only_inspected_or_only_shuffled_are_opened_like_others(book: str) -> None:
    for inspected_, shuffled in ((True, False), (False, True), (False, False)):
        scene = ready_scene(book)
        scene.do(
            cmd.ReceiveDecks(by=FLOORPERSON, cards=BACKWARDS, preinspected=inspected_, preshuffled=shuffled)
        )
        assert scene.refused(cmd.OfferCut(by=DEALER)) == "not_now"
        scene.do(cmd.InspectDecks(by=DEALER))


@proves("4.G")
def test_decks_that_came_ready_need_the_approval(book: str) -> None:
    unapproved = submitted(book, without="preshuffled_decks")
    scene = unopened(book, {"ann": 1000_00}, submission=unapproved)
    ready = cmd.ReceiveDecks(by=FLOORPERSON, cards=BACKWARDS, preinspected=True, preshuffled=True)
    assert scene.refused(ready) == "decks_not_approved"
    assert load_book(book).cite("decks_not_approved") == ("4.G",)
    scene.do(cmd.ReceiveDecks(by=FLOORPERSON, cards=BACKWARDS))
    approved = ready_scene(book)
    assert "preshuffled_decks: C-17" in approved.rules.approvals
    approved.do(ready)
    with pytest.raises(
        BadRules, match=rf'preshuffled_decks is ""; it must be the approval.s number \({book} 4\.G\)'
    ):
        rules_of(book, submitted(book, approvals={"preshuffled_decks": ""}))


@pytest.mark.parametrize("book", in_books("3.C"))
def test_time_only_goes_on(book: str) -> None:
    scene = Scene(book)
    for minutes in (0, -1, 60 * 24 * 366 + 1):
        assert scene.refused(cmd.TellTime(by=FLOORPERSON, minutes=minutes)) == "not_now"
    scene.do(cmd.TellTime(by=FLOORPERSON, minutes=1))
    assert scene.table.minutes == 1
