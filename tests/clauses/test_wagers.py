"""Wagers: instruments, cash, coupons, limits, when they are placed and locked, who may enter, side wagers."""

from typing import Any

import pytest
from books import marked, proves, proves_clause, submitted
from msgspec.structs import replace

from scenes import DEALER, FLOORPERSON, Scene
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game import commands as cmd
from spanish21.game.cards import SPANISH_DECK
from spanish21.game.events import (
    CardDealt,
    CashConfirmed,
    CashOffered,
    WageringPermitted,
    WagerPlaced,
    WagersClosed,
)
from spanish21.game.view import view

TWO = {"ann": 1000_00, "bob": 1000_00}


def refusal(book: str, **submission: Any) -> str:
    with pytest.raises(BadRules) as caught:
        rules_of(book, submitted(book, **submission))
    return str(caught.value)


def wager(
    amount: int, kind: str = "main", instrument: str = "chips", by: str = "ann", box: int = 1
) -> cmd.Command:
    return cmd.PlaceWager(by=by, box=box, amount=amount, kind=kind, instrument=instrument)


# -- instruments -----------------------------------------------------------------------------------


@proves_clause("6.A", massachusetts="5(c)")
def test_a_wager_is_made_with_the_chips_that_a_player_has(book: str, clause: str) -> None:
    scene = Scene(book, people={"ann": 20_00}, smallest_chip=50)
    assert scene.refused(wager(10_00, instrument="gold")) == "not_in_chips"
    assert scene.refused(wager(10_25)) == "not_in_chips"
    assert scene.refused(wager(20_50)) == "not_enough_chips"
    for reason in ("not_in_chips", "not_enough_chips"):
        assert clause in load_book(book).cite(reason)
    scene.do(wager(10_50))
    assert scene.events[-1] == WagerPlaced("ann", 1, "main", 10_50, 0)
    assert scene.chips() == {"ann": 9_50}
    stake = view(scene.table, "ann").boxes[0].stakes[0]
    assert (stake.person, stake.wager) == ("ann", 10_50)
    scene.do(wager(9_50))  # all that is left, on top of it
    assert scene.chips() == {"ann": 0}


@proves("6.A", massachusetts="5(c)")
def test_chips_bought_at_the_table_can_be_wagered(book: str) -> None:
    scene = Scene(book, people={"ann": 0})
    assert scene.refused(wager(10_00)) == "not_enough_chips"
    scene.do(cmd.BuyChips(by="ann", amount=10_00))
    scene.do(wager(10_00))
    assert scene.chips() == {"ann": 0}


@proves("6.A")
def test_no_coupon_is_taken_where_the_commission_has_not_approved_one(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00)
    assert scene.refused(wager(10_00, instrument="coupon")) == "no_coupons"
    assert load_book(book).cite("no_coupons") == ("6.A",)


@proves("6.B")
def test_cash_is_a_wager_once_the_dealer_has_confirmed_and_changed_it(book: str) -> None:
    scene = Scene(book, people=TWO)
    scene.do(wager(40_00, instrument="cash"))
    assert scene.events[-1] == CashOffered("ann", 1, "main", 40_00)
    assert scene.table.boxes == ()
    scene.bet("bob", 10_00)
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "answer_first"
    assert scene.refused(cmd.ConfirmCash(by="bob", person="ann", box=1)) == "not_your_office"
    assert scene.refused(cmd.ConfirmCash(by=FLOORPERSON, person="ann", box=1)) == "no_wager"
    scene.do(cmd.ConfirmCash(by=DEALER, person="ann", box=1))
    assert scene.events[-2:] == [
        CashConfirmed("ann", 1, DEALER, 40_00),
        WagerPlaced("ann", 1, "main", 40_00, 0),
    ]
    assert scene.chips()["ann"] == 1000_00  # the cash came from outside
    scene.do(cmd.CloseWagers(by=DEALER))


@proves_clause("6.B", massachusetts=("5(c)", "6(c)"))
def test_an_operator_may_do_without_cash_wagers(book: str, clause: str) -> None:
    scene = Scene(book, cash_wagers=False)
    assert scene.refused(wager(10_00, instrument="cash")) == "no_cash_wagers"
    assert clause in load_book(book).cite("no_cash_wagers")
    taken = Scene(book, cash_wagers=True)
    taken.do(wager(10_00, instrument="cash"))
    line = refusal(book, cash_wagers="often")
    assert line.startswith(f'test.toml: cash_wagers is "often"; it must be one of true, false ({book} ')
    assert clause in line
    other = book == "massachusetts"
    fixed = refusal(book, cash_needs_floorperson=not other)
    expected = f"cash_needs_floorperson is {str(not other).lower()}; the book sets it to {str(other).lower()}"
    assert expected in fixed
    assert clause in fixed
    assert load_book(book).clause(clause).allows["cash_wagers"] == (True, False)


@pytest.mark.parametrize(
    ("clause", "kind"),
    [
        pytest.param("5(c)", "main", marks=marked("massachusetts", "5(c)")),
        pytest.param("6(c)", "match", marks=marked("massachusetts", "6(c)")),
    ],
)
@pytest.mark.parametrize("order", [(DEALER, FLOORPERSON), (FLOORPERSON, DEALER)])
def test_in_massachusetts_dealer_and_supervisor_both_confirm_cash(
    clause: str, kind: str, order: tuple[str, str]
) -> None:
    scene = Scene("massachusetts")
    if kind == "match":
        scene.bet("ann", 40_00)
    scene.do(wager(40_00, kind, "cash"))
    first, second = order
    scene.do(cmd.ConfirmCash(by=first, person="ann", box=1))
    assert scene.events[-1] == CashConfirmed("ann", 1, first, 0)
    assert scene.refused(cmd.ConfirmCash(by=first, person="ann", box=1)) == "no_wager"
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "answer_first"
    scene.do(cmd.ConfirmCash(by=second, person="ann", box=1))
    assert scene.events[-2:] == [
        CashConfirmed("ann", 1, second, 40_00),
        WagerPlaced("ann", 1, kind, 40_00, 0),
    ]
    scene.do(cmd.CloseWagers(by=DEALER))
    assert clause in load_book("massachusetts").cite("CashConfirmed")


@pytest.mark.clause("massachusetts 5(c)")
def test_a_match_play_coupon_is_paid_like_chips_and_lost_without_loss() -> None:
    rounds = (("Kh 9c Qh 8d", 20_00), ("Kh 9c 6h 8d", -10_00), ("9h 9c 8h 8d", 0), ("Kh 9c Ah 8d", 30_00))
    for cards, gain in rounds:
        scene = Scene("massachusetts").bet("ann", 10_00)
        scene.do(wager(10_00, instrument="coupon"))
        assert scene.events[-1] == WagerPlaced("ann", 1, "main", 0, 10_00)
        scene.deal(cards)
        if scene.table.phase == "play":
            scene.says("ann", "stands")
        assert scene.gained() == gain


@pytest.mark.clause("massachusetts 5(c)")
def test_a_coupon_is_at_most_the_wager_beside_it() -> None:
    scene = Scene("massachusetts")
    assert scene.refused(wager(10_00, instrument="coupon")) == "coupon_amount"  # no wager lies there
    scene.bet("ann", 10_00)
    assert scene.refused(wager(10_50, instrument="coupon")) == "coupon_amount"
    scene.do(wager(10_00, instrument="coupon"))
    assert scene.refused(wager(5_00, instrument="coupon")) == "coupon_amount"  # one coupon is enough
    assert "5(c)" in load_book("massachusetts").cite("coupon_amount")


@pytest.mark.clause("massachusetts 6(c)")
def test_a_match_play_coupon_may_go_with_a_match_wager() -> None:
    scene = Scene("massachusetts").bet("ann", 10_00)
    coupon = wager(5_00, "match", "coupon")
    assert scene.refused(coupon) == "coupon_amount"
    scene.bet("ann", 5_00, "match")
    assert scene.refused(wager(5_50, "match", "coupon")) == "coupon_amount"
    scene.do(coupon)
    scene.deal("9h 9c 7h 8d")
    settled = scene.settled("match")[0]
    assert (settled.collected, settled.returned, settled.paid) == (0, 5_00, 40_00)  # twice 4 to 1


@pytest.mark.parametrize("kind", ["main", "match"])
@proves_clause(massachusetts=("5(c)", "6(c)"))
def test_an_operator_may_do_without_coupons(book: str, clause: str, kind: str) -> None:
    scene = Scene(book, coupons=False).bet("ann", 10_00).bet("ann", 5_00, "match")
    assert scene.refused(wager(5_00, kind, "coupon")) == "no_coupons"
    assert clause in load_book(book).cite("no_coupons")
    assert clause in refusal(book, coupons="some")
    assert load_book(book).clause(clause).allows["coupons"] == (True, False)


# -- who may enter ---------------------------------------------------------------------------------


def sat_out(book: str, **choices: Any) -> Scene:
    """Ann has played a round in which bob and dee did not wager; cid has come since. Dee stands behind."""
    scene = Scene(book, people=TWO, **choices)
    scene.do(cmd.Join(by="dee", chips=1000_00, seat=0))
    scene.bet("ann", 10_00).deal("9h 2c 9d 3c").says("ann", "stands")
    scene.do(cmd.Join(by="cid", chips=1000_00, seat=3))
    return scene


@proves_clause("6.C", massachusetts="5(j)")
def test_whoever_sat_a_round_out_may_be_kept_from_the_next_ones(book: str, clause: str) -> None:
    scene = sat_out(book, mid_shoe_entry=False)
    for _ in range(2):
        for name, box in (("bob", 2), ("cid", 3), ("dee", 5)):
            assert scene.refused(wager(10_00, by=name, box=box)) == "barred_until_reshuffle"
        scene.bet("ann", 10_00).deal("9h 2c 9d 3c").says("ann", "stands")
    assert view(scene.table, "ann").people[1].barred
    assert load_book(book).cite("barred_until_reshuffle") == (clause,)
    free = sat_out(book, mid_shoe_entry=True)
    free.bet("bob", 10_00).bet("cid", 10_00).bet("dee", 10_00, box=5)
    line = refusal(book, mid_shoe_entry="sometimes")
    assert (
        line == f'test.toml: mid_shoe_entry is "sometimes"; it must be one of true, false ({book} {clause})'
    )


@proves("6.C", massachusetts="5(j)")
def test_before_the_first_round_of_a_shoe_everybody_may_wager(book: str) -> None:
    scene = Scene(book, people=TWO, mid_shoe_entry=False)
    scene.do(cmd.Join(by="cid", chips=1000_00, seat=3))
    scene.bet("ann", 10_00).bet("bob", 10_00).bet("cid", 10_00)


@proves("6.C(1)", massachusetts="5(j)")
def test_the_operator_may_let_them_wager_again(book: str) -> None:
    scene = sat_out(book, mid_shoe_entry=False)
    assert scene.refused(cmd.PermitWagering(by=DEALER, person="bob")) == "not_your_office"
    assert scene.refused(cmd.PermitWagering(by=FLOORPERSON, person="ann")) == "not_now"
    scene.do(cmd.PermitWagering(by=FLOORPERSON, person="bob"))
    assert scene.events[-1] == WageringPermitted("bob")
    scene.bet("bob", 10_00)
    assert scene.refused(wager(10_00, by="cid", box=3)) == "barred_until_reshuffle"


@proves("6.C(2)", massachusetts="5(j)")
def test_a_shuffle_lets_everybody_wager_again(book: str) -> None:
    scene = sat_out(book, mid_shoe_entry=False)
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    assert view(scene.table, "bob").people[1].barred
    scene.until("cut").house()
    scene.do(cmd.Cut(by=scene.table.cutting.order[0], at=100))
    scene.house().bet("bob", 10_00).bet("cid", 10_00)


@proves("6.C(2)")
def test_a_shoe_that_shuffles_all_the_time_keeps_nobody_out(book: str) -> None:
    approvals = {"continuous_shuffler": "C-17"}
    always = submitted(book, approvals=approvals, shuffling="continuous", mid_shoe_entry=False)
    scene = sat_out(book, submission=always)
    scene.bet("bob", 10_00).bet("cid", 10_00)


@proves("6.C(2)", massachusetts="5(j)")
def test_fresh_decks_that_came_shuffled_let_everybody_wager_again(book: str) -> None:
    approvals = {} if book == "massachusetts" else {"preshuffled_decks": "C-17"}
    scene = sat_out(book, submission=submitted(book, approvals=approvals, mid_shoe_entry=False))
    scene.do(cmd.ChangeDecks(by=FLOORPERSON))
    decks = SPANISH_DECK * 6
    scene.do(cmd.ReceiveDecks(by=FLOORPERSON, cards=decks, preinspected=True, preshuffled=True))
    scene.do(cmd.OfferCut(by=DEALER))
    scene.do(cmd.Cut(by="ann", at=100))
    scene.house().bet("bob", 10_00).bet("cid", 10_00)


# -- when wagers are placed ------------------------------------------------------------------------


@proves_clause("6.D", massachusetts="5(d)", uk_casino="G2")
def test_wagers_are_placed_before_the_first_card_and_not_after(book: str, clause: str) -> None:
    scene = Scene(book, people=TWO).bet("ann", 10_00)
    scene.do(wager(10_00))  # still open: more on top
    scene.do(cmd.CloseWagers(by=DEALER))
    assert isinstance(scene.events[-1], WagersClosed)
    scene.do(cmd.Deal(by=DEALER, count=1))
    for late in (wager(10_00), wager(5_00, "match"), wager(10_00, by="bob", box=2)):
        assert scene.refused(late) == "wagers_are_closed"
    assert clause in load_book(book).cite("wagers_are_closed")
    assert view(scene.table, "ann").boxes[0].stakes[0].wager == 20_00


@proves("6.D", massachusetts="5(d)")
def test_insurance_doubles_and_splits_come_after_the_first_cards(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00).deal("8h Ac 8d 9d Kh 3c 3h")
    scene.says("ann", "insures 500", "splits")
    scene.do(cmd.Double(by="ann", amount=10_00))
    assert {"InsurancePlaced", "PairSplit", "DoubleMade"} <= set(scene.names())


@proves_clause("6.E", massachusetts=("5(d)", "5(h)"), uk_casino="G2")
def test_a_wager_stays_as_it_lies_until_it_is_decided(book: str, clause: str) -> None:
    scene = Scene(book, people=TWO).bet("ann", 10_00).bet("ann", 5_00, "match").bet("bob", 10_00)
    scene.deal("9h 9s 2c Kd 8d 3c", steps=0)
    scene.do(cmd.Deal(by=DEALER, count=1))
    for kind in ("main", "match"):
        assert scene.refused(cmd.WithdrawWager(by="ann", box=1, kind=kind)) == "wager_is_locked"
    assert scene.refused(cmd.Leave(by="ann")) == "wager_is_locked"
    assert clause in load_book(book).cite("wager_is_locked")
    scene.house()
    assert scene.refused(cmd.WithdrawWager(by="bob", box=2)) == "wager_is_locked"
    order = ("bob", "ann") if book == "players-edge" else ("ann", "bob")
    for name in order:
        scene.says(name, "stands")
    scene.do(cmd.Leave(by="ann"))
    assert scene.table.phase == "wagers"


@proves("6.E", massachusetts=("5(d)", "5(h)"), uk_casino="G2")
def test_before_the_deal_a_wager_may_be_taken_back(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00).bet("ann", 5_00, "match")
    scene.do(cmd.WithdrawWager(by="ann", box=1, kind="match"))
    assert scene.chips() == {"ann": 9_990_00}
    scene.do(cmd.WithdrawWager(by="ann", box=1))
    assert scene.chips() == {"ann": 10_000_00}
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "no_wager"


@proves("6.E", massachusetts=("5(d)", "5(h)"), uk_casino="G2")
def test_a_main_wager_that_is_taken_back_takes_its_side_wager_with_it(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00).bet("ann", 5_00, "match")
    scene.do(cmd.WithdrawWager(by="ann", box=1))
    assert scene.chips() == {"ann": 10_000_00}
    assert scene.table.boxes == ()


@proves("6.B", massachusetts="5(c)")
def test_cash_of_two_people_is_confirmed_one_by_one(book: str) -> None:
    scene = Scene(book, people=TWO).bet("ann", 10_00)
    scene.do(wager(20_00, instrument="cash"))
    scene.do(wager(30_00, instrument="cash", by="bob", box=2))
    assert scene.refused(cmd.WithdrawWager(by="ann", box=1)) == "answer_first"
    house = (DEALER, FLOORPERSON) if book == "massachusetts" else (DEALER,)
    for by in house:
        scene.do(cmd.ConfirmCash(by=by, person="bob", box=2))
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "answer_first"  # ann's still waits
    for by in house:
        scene.do(cmd.ConfirmCash(by=by, person="ann", box=1))
    stakes = [box.stakes[0].wager for box in view(scene.table, "ann").boxes]
    assert stakes == [30_00, 30_00]
    assert scene.chips() == {"ann": 990_00, "bob": 1000_00}


@proves("6.E", massachusetts="5(i)")
def test_insurance_doubles_and_splits_once_made_stay_too(book: str) -> None:
    scene = Scene(book).bet("ann", 10_00).deal("8h Ac 8d 9d Kh 3c 3h")
    scene.do(cmd.Insure(by="ann", box=1, amount=5_00))
    again = cmd.Insure(by="ann", box=1, amount=2_00)
    assert scene.refused(again) == "wager_is_locked"
    assert scene.refused(cmd.DeclineInsurance(by="ann", box=1)) == "wager_is_locked"
    assert scene.refused(cmd.WithdrawWager(by="ann", box=1, kind="insurance")) == "wager_is_locked"
    scene.house().says("ann", "splits", "stands")
    assert scene.refused(cmd.WithdrawWager(by="ann", box=1)) == "wager_is_locked"
    scene.do(cmd.Double(by="ann", amount=10_00))
    assert scene.refused(cmd.WithdrawWager(by="ann", box=1)) == "wager_is_locked"
    assert scene.refused(cmd.Leave(by="ann")) == "wager_is_locked"


@pytest.mark.clause("massachusetts 5(i)")
def test_a_double_that_lies_cannot_be_taken_back_but_by_rescue() -> None:
    scene = Scene("massachusetts").bet("ann", 10_00).deal("5h 9c 6d 2h")
    scene.do(cmd.Double(by="ann", amount=10_00))
    assert scene.refused(cmd.WithdrawWager(by="ann", box=1)) == "wager_is_locked"
    scene.house()
    assert scene.refused(cmd.WithdrawWager(by="ann", box=1)) == "wager_is_locked"
    assert load_book("massachusetts").cite("wager_is_locked")[-1] == "5(i)"
    scene.says("ann", "rescues")
    assert scene.gained() == -10_00


# -- the main wager --------------------------------------------------------------------------------


@proves("6.F", uk_casino="G3")
def test_only_who_has_a_main_wager_takes_part_in_the_round(book: str) -> None:
    scene = Scene(book, people=TWO)
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "no_wager"
    scene.bet("bob", 10_00).deal("9h 2c 9d 3c")
    assert {event.box for event in scene.happened(CardDealt)} == {0, 2}
    assert scene.refused(cmd.Stand(by="ann")) == "not_your_turn"
    scene.says("bob", "stands")
    assert scene.gained("ann") == 0
    assert ("G3" if book == "uk-casino" else "6.F") in load_book(book).cite("no_wager")


@proves_clause(
    "6.G", maryland=("6.F", "6.G"), maryland_v1=("6.F", "6.G"), massachusetts="6(b)", uk_casino="G3"
)
def test_a_side_wager_needs_a_main_wager_on_the_same_box(book: str, clause: str) -> None:
    scene = Scene(book, people={"ann": 1000_00}, adjacent_boxes=2)
    assert scene.refused(wager(5_00, "match")) == "main_wager_first"
    scene.bet("ann", 10_00)
    assert scene.refused(wager(5_00, "match", box=2)) == "main_wager_first"
    scene.do(wager(5_00, "match"))
    assert scene.events[-1] == WagerPlaced("ann", 1, "match", 5_00, 0)
    assert clause in load_book(book).cite("main_wager_first")


@proves_clause("6.G", massachusetts="6(a)", uk_casino="G3")
def test_only_side_wagers_that_the_submission_names_are_offered(book: str, clause: str) -> None:
    scene = Scene(book, offers=[]).bet("ann", 10_00)
    for kind in ("match", "match_down", "monster", "spin", "xtreme", "lucky"):
        assert scene.refused(wager(1_00, kind)) == "side_wager_not_offered"
    assert clause in load_book(book).cite("side_wager_not_offered")


ALLOWED = {
    "maryland": {"match": "6.G(1)", "spin": "6.G(2)", "xtreme": "6.G(3)"},
    "maryland-v1": {"match": "6.G(1)"},
    "players-edge": {"match": "6.G(1)", "match_down": "6.G(2)", "monster": "6.G(3)"},
    "massachusetts": {"match": "6(a)"},
    "uk-casino": {"match": "G3"},
}
AMOUNTS = {"match": 5_00, "match_down": 5_00, "monster": 1_00, "spin": 1_00, "xtreme": 5_00}


@pytest.mark.parametrize(
    ("book", "kind", "clause"),
    [
        pytest.param(book, kind, clause, marks=marked(book, clause))
        for book, kinds in ALLOWED.items()
        for kind, clause in kinds.items()
    ],
)
def test_each_side_wager_may_be_offered_alone_or_not_at_all(book: str, kind: str, clause: str) -> None:
    alone = Scene(book, offers=[kind]).bet("ann", 10_00).bet("ann", AMOUNTS[kind], kind)
    assert view(alone.table, "ann").boxes[0].stakes[0].sides == {kind: AMOUNTS[kind]}
    for other in {*AMOUNTS} - {kind}:
        assert alone.refused(wager(AMOUNTS[other], other)) == "side_wager_not_offered"
    assert clause in load_book(book).cite(f"{kind}_offered")
    usually = book in ("massachusetts", "uk-casino")
    assert load_book(book).clause(clause).allows[f"{kind}_offered"] == (usually, not usually)
    for unknown in {*AMOUNTS} - {*ALLOWED[book]}:
        assert refusal(book, offers=[unknown]).startswith(
            f'test.toml: offers is "{unknown}"; it must be one of '
        )


@proves("6.G", "6.G(1)", massachusetts="6(a)", uk_casino="G3")
def test_a_submission_that_names_no_side_wager_has_those_that_are_usual(book: str) -> None:
    sample = submitted(book)
    choose = {name: value for name, value in sample.choose.items() if name != "offers"}
    rules = rules_of(book, replace(sample, choose=choose))
    offered = [kind for kind in AMOUNTS if rules.sides[kind].offered]
    assert offered == (["match"] if book in ("massachusetts", "uk-casino") else [])
