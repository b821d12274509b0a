"""Whatever is refused, at whatever moment: the clauses cited speak of that move, or none is cited.

Where a book speaks of a move is written down here by hand, not looked up in the names that the books carry.
"""

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from explore import Walk, a_near_command, everybody, some_rules
from scenes import BOOKS, DEALER, FLOORPERSON, Scene
from spanish21.books.citing import refusal_clauses, refusal_text
from spanish21.errors import BadInput, Refused
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out
from spanish21.game.table import Phase, Table
from spanish21.notation.reading import read

WHERE = """
Join 2.A 2.B(2) | 13(a) |
Leave 6.E | 5(d) 5(h) 5(i) | G2
BuyChips 6.A | 5(c) |
CheckEquipment 2. | 2( |
InspectReader 2.F 2.G | |
BeginGamingDay 2.F 2.G | |
TellTime 3.C | |
ReceiveDecks 3. 4. | 2(a) 3( | G5
InspectDecks 3. 4.A | 2(a) 3(a) | G5
ReplaceDeck 4.A | 3(a) |
VerifyInspection 4.A | 3( |
RemoveTens 3.B 4.B 4.A | 2(a) 3( | G5
VerifyTens 4.B | 3(b) |
SpreadCards 3.B 4. 5.H 5.I | 2(a) 3( 4(i) | G5
RequestFaceUp 4. 5.H 5.I | 3( 4(i) |
WashCards 4.E 5.I | 3(c) 4(i) |
ReportIdle 5.H | 4(i) |
ChangeDecks 3.C 13.D | |
Shuffle 4.F 5. 6.C(2) 7.D 13.K 13.R | 4( 7(j) 15(g) 15(j) |
TakeBatch 5.I | |
OfferCut 5. | 4( |
Cut 5. 13.K | 4( |
RefuseCut 5. | 4( |
OrderRecut 5.F | 4(f) |
PlaceCoverCard 5.E(2) | 4(e) |
LoadShoe 5. 7.B | 4( |
BurnCard 7.B 13.L | 7(c) 15(g) |
AskBurnCard | 7(c) |
RelieveDealer 7.B(4) | 7(c) |
OrderReshuffle 5. | 4(g) |
PlaceWager 2.A 2.B(2) 2.B(7)(b) 2.C(4) 6. | 5( 6( 13( 14 | G2 G3 G24
ConfirmCash 6.B | 5(c) 6(c) |
WithdrawWager 6.E 6.F | 5( | G2 G3
Consent 2.B(2) | 13(a) |
PermitWagering 6.C | 5(j) |
CloseWagers 6. 5.G 7.D 3.C 2.F 2.G | 5( 13(b) 4(g) 7(j) | G2
HandleCards 7.U | 7(k) |
Deal 7. 10. 11.B 13. | 7( 10(b) 12(b) | G6 G12 G18
SettleMatch | |
CountInventory | |
Fill | |
Credit | |
ConfirmSlip | |
Insure 7.G(1) 8. 6.E | 5(i) 5(d) 5(h) 11( 13(f) | G2 G22 G23
DeclineInsurance 7.G(1) 8. 6.E | 5(i) 5(d) 5(h) 11( 13(f) | G2 G22 G23
CloseInsurance 7.G 8. | 11( | G23
InsertHoleCard 7.G 8.F | 7(i) |
Announce 7.H(1) | |
Stand 7.H 11.C | 12( | G10
Draw 7.H 7.I 7.J 7.K 10.C 11.C | 7(f) 12( | G10 G11
Double 7.H(2) 7.K 10. 11.C | 9( 13(d) | G11 G17
Split 7.H(2) 11. | 10( 13(e) | G18
Surrender 7.H(2) 9. 11.C | 8( |
Rescue 10.H 10.I | 9(d) |
FollowDouble | 9(a) 13(d) |
FollowSplit | 10( 13(e) |
TurnHoleCard 7.G(3) 7.H(1)(b) 7.L | 7(i) |
AnnounceDealersCard | 7(g) |
Spin 12.D 12.E | |
DrawHotSpot 12.E | |
SpinCommunity 12.E | |
ValidatePayout 7.O(1)(b) 7.O(1) 12.D 12.E | |
CheckLight 7.O(1) | |
Settle 7.O(1)(b) 7.O(1)(c) 12.D(7) 12.E(4) | |
CollectCards 7.D 7.T 7.U | 7(h) 7(j) | G4
FindFaceUp 13.A 13.B | 15(a) |
RemoveTen 13.C | 15(b) |
DrawInError 13.E 13.F | 15(c) 15(d) |
RefuseCard 13.G | 15(d) |
OverdrawDealer 13.H 13.I | 15(d) 15(e) |
SkipDealer 13.J | 15(f) |
SkipBox 13.M 13.N | 15(h) |
MissRequest 13.O | 15(i) |
AnswerLateCard 13.N 13.O | 15(h) 15(i) |
ReportInsertion 13.P | 15(l) |
ReportReaderFailure 13.Q | 15(k)#2 |
RepairReader 13.Q | 15(k)#2 |
ReportShufflerJam 13.R | 15(j) |
ReportShufflerFailure 13.S | 15(k) |
PutShufflerAside 13.S | 15(k) |
ReportCoverCard 5. 7.C | 7(j) |
ReportShoeEmpty 13.K | 15(g) |
"""
"""Each move and how the clauses on it begin: in the Maryland books, in Massachusetts, on the poster."""

STOPS = {
    "checklist_incomplete": "2.B",
    "deck_is_defective": "4.A 3(a)",
    "inventory_short": "7.S 7.T",
    "table_is_halted": "13.Q 15(k)#2",
    "ten_must_be_removed": "13.C 15(b)",
    "shuffler_in_the_way": "13.S 15(k)",
    "no_more_cards": "13.G 15(d)",
}
"""What stops a move of any kind, and the clauses on that."""

PHASES = tuple(Phase)


@cache
def where() -> dict[str, tuple[tuple[str, ...], ...]]:
    found = {}
    for line in WHERE.strip().splitlines():
        name, _, rest = line.partition(" ")
        found[name] = tuple(tuple(part.split()) for part in rest.split("|"))
    return found


def speaks_of(book: str, move: str, clause: str) -> bool:
    """Whether a clause of a book speaks of a move."""
    column = {"massachusetts": 1, "uk-casino": 2}.get(book, 0)
    return any(begins(clause, start) for start in where()[move][column])


def begins(clause: str, start: str) -> bool:
    """Whether a clause is `start` or part of it; "10(" and "10." stand for a whole chapter."""
    rest = clause[len(start) :]
    return clause.startswith(start) and (start[-1] in ".(" or not rest or not re.match(r"[A-Za-z0-9]", rest))


def refusals(table: Table, chance: random.Random) -> Iterator[tuple[cmd.Command, Refused]]:
    """Moves of every kind that are refused now, by everybody."""
    for who in (*everybody(table), "nobody"):
        for _ in range(12):
            command = a_near_command(table, who, chance)
            try:
                carry_out(table, command)
            except Refused as refused:
                yield command, refused


def test_every_move_of_the_game_is_judged() -> None:
    assert where().keys() == cmd.COMMANDS.keys()
    assert all(len(columns) == 3 for columns in where().values())


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_cited_for_a_move_in_any_phase_speaks_of_that_move(book: str) -> None:
    seen = set()
    for seed in range(12):
        chance = random.Random(f"cited {book} {seed}")
        walk = Walk(some_rules(book, chance), chance)
        judged = set()  # of one table's refusals, the reason and the move decide what is cited
        for _ in range(160):
            walk.step(0.15)
            for command, refused in refusals(walk.table, chance):
                move = type(command).__name__
                seen.add((move, walk.table.phase))
                if (refused.reason, move) in judged:
                    continue
                judged.add((refused.reason, move))
                for clause in refusal_clauses(walk.table.rules, refused, command):
                    stops = any(begins(clause, one) for one in STOPS.get(refused.reason, "").split())
                    assert stops or speaks_of(book, move, clause), (move, walk.table.phase, refused, clause)
                text = refusal_text(walk.table.rules, refused, command)
                assert "its own rule" not in text, (move, refused)
    assert {phase for _, phase in seen} >= {*PHASES} - {"match", "reader", "load", "cover", "burn", "batch"}
    assert {move for move, _ in seen} == cmd.COMMANDS.keys()


def cited(scene: Scene, command: cmd.Command) -> tuple[str, tuple[str, ...]]:
    """The reason why a command is refused, and the clauses cited."""
    with pytest.raises(Refused) as caught:
        carry_out(scene.table, command)
    return caught.value.reason, refusal_clauses(scene.rules, caught.value, command)


def said(scene: Scene, command: cmd.Command) -> str:
    with pytest.raises(Refused) as caught:
        carry_out(scene.table, command)
    return refusal_text(scene.rules, caught.value, command)


def test_a_wager_below_the_minimum_does_not_cite_the_match_wager() -> None:
    scene = Scene("massachusetts")
    low = cmd.PlaceWager(by="ann", box=1, amount=1_00)
    assert cited(scene, low) == ("below_minimum", ())
    assert said(scene, low).endswith("(at least $5.00) [house: the operator's own limit]")
    scene.bet("ann", 5_00)
    low_match = cmd.PlaceWager(by="ann", box=1, amount=50, kind="match")
    assert cited(scene, low_match)[0] == "side_wager_amount"
    assert all(clause.startswith("6(") for clause in cited(scene, low_match)[1])


def test_a_redouble_without_chips_cites_doubling_and_a_split_without_chips_splitting() -> None:
    scene = Scene("players-edge", {"ann": 20_00}).bet("ann", 10_00).deal("4h 9c 4d 8d 3h")
    scene.says("ann", "doubles")
    reason, clauses = cited(scene, cmd.Double(by="ann", amount=20_00))
    assert reason == "not_enough_chips"
    assert clauses
    assert not [clause for clause in clauses if clause.startswith("11.A")]
    poor = Scene("players-edge", {"ann": 10_00}).bet("ann", 10_00).deal("8h 9c 8d 8d")
    assert cited(poor, cmd.Split(by="ann")) == ("not_enough_chips", ("11.A",))


@pytest.mark.parametrize(
    "command",
    [
        cmd.FindFaceUp(by=DEALER),
        cmd.RepairReader(by=FLOORPERSON),
        cmd.Spin(by=DEALER, box=1, person="ann", kind="spin", stop=0),
    ],
)
def test_what_has_nothing_to_do_with_insurance_does_not_cite_it(command: cmd.Command) -> None:
    reason, clauses = cited(Scene("maryland"), command)
    assert reason == "not_now"
    assert clauses
    assert not [clause for clause in clauses if clause.startswith("8.")]


@pytest.mark.parametrize("command", [cmd.Rescue(by="ann"), cmd.Surrender(by="ann")])
def test_a_book_without_rescue_or_surrender_says_so_at_any_moment(command: cmd.Command) -> None:
    scene = Scene("uk-casino", {"ann": 1_000_00, "bob": 1_000_00})
    word = type(command).__name__.lower()
    expected = f"this book has no {word} [house: the poster offers neither surrender nor rescue]"
    assert said(scene, command) == expected
    scene.bet("ann", 10_00).bet("bob", 10_00)
    assert said(scene, command) == expected
    scene.deal("5h Kd 9c 6d 8s 2h 9h")
    assert said(scene, command) == expected
    scene.says("ann", "doubles")
    assert scene.table.turn_box == 1
    assert said(scene, command) == expected
    scene.says("bob", "stands")
    assert scene.table.phase == "wagers"
    assert said(scene, command) == expected


def test_where_one_person_has_a_box_nobody_follows_a_double() -> None:
    scene = Scene("maryland").bet("ann", 10_00).deal("5h 9c 6d 9s")
    text = said(scene, cmd.FollowDouble(by="ann", amount=10_00))
    assert text.endswith("[house: the book allows one person on a box]")


ROUND = """book maryland
sit ann 1 500.00
bet ann 1 10.00
cards 9s Ac 9h 8d
"""


@pytest.mark.parametrize(
    "line", ["", "ann stands", "ann draws", "ann surrenders", "ann splits", "ann doubles 10.00"]
)
def test_a_forgotten_insurance_line_is_asked_for(line: str) -> None:
    with pytest.raises(BadInput, match=r"insurance.*insures? or declines?"):
        read(ROUND + line + "\n")
