"""Every step and every word of chapters 1 to 6 is cited to the clause that asks for it."""

import pytest

from spanish21.books.rulebook import load_book

MARYLAND = """
2.B EquipmentChecked | 2.F ReaderInspected GamingDayBegun | 3.B TensRemoved | 3.C DecksRemoved
4.A DecksInspected DeckReplaced InspectionVerified | 4.B TensRemoved TensVerified | 4.C CardsSpread
4.D CardsSpread | 4.E CardsWashed | 4.F ShoeShuffled | 4.G DecksReceived
5.A ShoeShuffled | 5.A(1) ShoeShuffled | 5.A(2) ShoeLoaded | 5.B CutOffered | 5.C CutRefused StackCut
5.D CutOffered | 5.D(1) CutOffered | 5.D(2) CutOffered | 5.D(3) CutOffered | 5.D(4) CutRefused CutOffered
5.D(5) ReshuffleOrdered CutOffered | 5.D(6) CutRefused CutOffered | 5.E StackCut | 5.E(1) StackCut
5.E(2) CoverCardPlaced | 5.E(3) ShoeLoaded | 5.F RecutOrdered | 5.F(1) StackCut | 5.F(2) ShoeLoaded
5.G CoverCardReached ReshuffleOrdered | 5.H TableIdle | 5.I CardsSpread
5.I(1) CardsWashed ShoeShuffled StackCut | 5.I(2) CardsWashed ShoeShuffled BatchPlaced
5.I(2)(a) BatchTaken | 5.I(2)(b) BatchTaken CardsSpread | 5.K ShoeShuffled
6.A WagerPlaced | 6.B CashOffered CashConfirmed | 6.C(1) WageringPermitted | 6.C(2) ShoeShuffled
6.D WagersClosed | 6.F WagerPlaced | 6.G(1) WagerPlaced
1.A definitions | 1.B definitions | 1.B(1) blackjack | 1.B(2) card_reader_device | 1.B(3) hard_total
1.B(4) hole_card | 1.B(5) soft_total | 3.D point_value | 3.D(1) value_of_a_number_card
3.D(2) value_of_a_court_card | 3.D(3) value_of_an_ace
"""
STEPS = {
    "maryland": MARYLAND,
    "maryland-v1": MARYLAND,
    "players-edge": """
2.G ReaderInspected GamingDayBegun | 3.C TimeTold DecksRemoved
4.A DecksReceived DecksInspected DeckReplaced InspectionVerified | 4.B TensRemoved TensVerified
4.C CardsSpread | 4.D CardsSpread | 4.E CardsWashed | 4.F ShoeShuffled | 4.G DecksReceived
5.A ShoeShuffled ReshuffleOrdered | 5.A(1) ShoeShuffled | 5.B CutOffered | 5.C CutRefused StackCut
5.D(1) CutOffered | 5.D(2) CoverCardReached CutOffered | 5.D(3) CoverCardReached CutOffered
5.D(4) CutRefused CutOffered | 5.D(5) ReshuffleOrdered CutOffered | 5.D(6) CutRefused CutOffered
5.E StackCut | 5.E(1) StackCut | 5.E(2) CoverCardPlaced | 5.E(3) ShoeLoaded | 5.F RecutOrdered
5.F(1) StackCut | 5.F(2) ShoeLoaded | 5.G CoverCardReached ReshuffleOrdered | 5.H TableIdle CardsSpread
5.I CardsSpread | 5.I(1) CardsWashed ShoeShuffled CutOffered | 5.I(2) ShoeShuffled BatchPlaced
5.I(2)(a) BatchTaken | 5.I(2)(b) BatchTaken CardsSpread
6.A WagerPlaced ChipsBought | 6.B CashOffered CashConfirmed | 6.C(1) WageringPermitted
6.C(2) ShoeShuffled | 6.D WagersClosed | 6.F WagerPlaced | 6.G(3) MeterMoved monster_lost
1.A definitions | 1.B definitions | 1.B(1) blackjack | 1.B(2) card_reader_device | 1.B(3) hard_total
1.B(4) hole_card | 1.B(5) soft_total | 3.D card_value | 3.D(1) face_value | 3.D(2) ten_value | 3.D(3) ace
""",
    "massachusetts": """
3(a) DecksReceived DecksInspected DeckReplaced | 3(b) TensRemoved TensVerified InspectionVerified CardsSpread
3(c) CardsWashed | 4(a) ShoeShuffled | 4(b) ShoeLoaded CutOffered | 4(b)(1) ShoeLoaded | 4(b)(2) CutOffered
4(c) CutOffered CutRefused StackCut | 4(d)(1) CutOffered | 4(e) StackCut CoverCardPlaced ShoeLoaded
4(f) RecutOrdered | 4(g) ReshuffleOrdered | 4(i) TableIdle CardsSpread CardsWashed
5(c) WagerPlaced CashOffered CashConfirmed | 5(d) WagersClosed | 5(j) WageringPermitted | 6(a) match
6(b) WagerPlaced | 6(c) WagerPlaced CashOffered CashConfirmed | 13(a) ConsentGiven | 13(b) WagersClosed
13(c) WagerPlaced | 13(d) DoubleMade DoubleFollowed | 13(e) PairSplit SplitFollowed | 13(f) InsurancePlaced
1 definitions | 1.Blackjack blackjack | 1.Hard_total hard_total | 1.Push push | 1.Rescue rescue
1.Soft_total soft_total | 1.Suit suit | 2(b) card_value | 2(b)(1) face_value | 2(b)(2) ten_value | 2(b)(3) ace
""",
    "uk-casino": """
G0 ambiguity | G1 player_against_the_dealer | G2 WagerPlaced WagersClosed | G4 WagerSettled CardsCollected
G6 CardDealt | G7 card_value
""",
}


@pytest.mark.parametrize("book", list(STEPS))
def test_each_step_and_each_word_is_cited_to_the_clause_that_asks_for_it(book: str) -> None:
    cite = load_book(book).cite
    for entry in STEPS[book].replace("\n", "|").split("|"):
        clause, *names = entry.split() or [""]
        for name in names:
            assert clause.replace("_", " ") in cite(name), (clause, name)
