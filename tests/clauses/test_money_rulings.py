"""Money where the books leave something open: half of a surrender, coupons, payouts to others, the payout
limit, and when a wager counts as made."""

from typing import Any

import pytest
from books import MARYLANDS, proves
from dealt_rounds import TWO, alone, late_blackjack, play
from payout_scenes import all_stand, chosen, dealt, one_hand

from scenes import DEALER, Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.game.events import BonusPaid, WagerWithdrawn

RICH = {"ann": 10_000_00, "bob": 10_000_00, "eve": 10_000_00}
GIVE_UP = cmd.Surrender(by="ann")


# -- half of a surrendered wager -------------------------------------------------------------------


@proves("9.A", "9.C(1)", massachusetts=("8(a)", "8(a)(1)"))
@pytest.mark.parametrize("chip", [1_00, 5_00])
def test_a_surrender_of_a_single_chip_costs_half_of_it(book: str, chip: int) -> None:
    scene = alone(book, bet=chip, smallest_chip=chip, table_minimum=chip, offers=[])
    play(scene, "9s 7s", dealer="6c 5d 9c").do(GIVE_UP)
    (settled,) = scene.settled()
    assert (settled.collected, settled.returned) == (chip // 2, chip // 2)
    assert scene.gained() == -chip // 2


@proves("9.C(2)(b)", massachusetts="8(a)(2)")
def test_a_surrender_settled_with_the_dealers_hand_costs_exactly_half_too(book: str) -> None:
    scene = late_blackjack(book, TWO, smallest_chip=5_00, offers=[]).bet("ann", 15_00)
    play(scene, "9s 7s", dealer="Kc 9d").do(GIVE_UP)
    scene.house()
    assert scene.gained() == -7_50


@proves("9.C(1)", massachusetts="8(a)(1)")
def test_of_an_odd_number_of_cents_the_odd_one_is_collected(book: str) -> None:
    scene = alone(book, bet=5_01, smallest_chip=1)
    play(scene, "9s 7s", dealer="6c 5d 9c").do(GIVE_UP)
    assert scene.gained() == -2_51


@proves("9.C(1)", massachusetts="8(a)(1)")
@pytest.mark.parametrize(("reading", "cost"), [("up", 5_00), ("down", 10_00)])
def test_in_other_readings_a_surrender_gives_back_whole_chips(book: str, reading: str, cost: int) -> None:
    scene = alone(book, bet=15_00, smallest_chip=5_00, offers=[], surrender_odd_half=reading)
    play(scene, "9s 7s", dealer="6c 5d 9c").do(GIVE_UP)
    assert scene.gained() == -cost


@proves("8.C", massachusetts="11(b)")
def test_insurance_keeps_its_own_rounding(book: str) -> None:
    scene = alone(book, bet=15_00, smallest_chip=5_00, offers=[])
    play(scene, "9s 7s", dealer="Ac 9d")
    assert scene.refused(cmd.Insure(by="ann", box=1, amount=15_00)) == "insurance_too_high"
    assert scene.do(cmd.Insure(by="ann", box=1, amount=10_00))


# -- chips with a coupon beside them ---------------------------------------------------------------


def with_coupon(
    chips: int, coupon: int, reading: str = "for_everything", people: dict[str, int] | None = None
) -> Scene:
    scene = Scene("massachusetts", people, coupon_is_one_wager=reading).bet("ann", chips)
    return scene.bet("ann", coupon, instrument="coupon")


@pytest.mark.clause("massachusetts 5(c)", "massachusetts 5(e)")
@pytest.mark.parametrize("reading", ["for_everything", "for_the_odds"])
def test_chips_and_coupon_are_paid_as_one_wager_with_one_rounding(reading: str) -> None:
    scene = with_coupon(5_50, 5_50, reading)
    all_stand(play(scene, "As Ks", dealer="6c Kd 9c"))
    assert scene.settled()[0].paid == 16_50


@pytest.mark.clause("massachusetts 5(c)", "massachusetts 5(f)(1)")
def test_a_drawn_hand_with_a_coupon_is_rounded_once_too() -> None:
    scene = with_coupon(5_50, 5_50)
    chosen(play(scene, "6s 7d", dealer="9c 9d", draws="8h"), "ann", "draws")
    assert scene.settled()[0].paid == 16_50


@pytest.mark.clause("massachusetts 5(c)", "massachusetts 5(g)")
@pytest.mark.parametrize(("reading", "bonus"), [("for_everything", 5_000_00), ("for_the_odds", 1_000_00)])
def test_the_coupon_counts_towards_the_25_dollars_of_the_fixed_payout(reading: str, bonus: int) -> None:
    scene = with_coupon(15_00, 10_00, reading)
    chosen(scene.deal(dealt(scene, ["7h 7h"], "7c 9s", "7h")), "ann", "draws")
    assert [one.paid for one in scene.bonuses("super_bonus")] == [bonus]


@pytest.mark.clause("massachusetts 5(c)", "massachusetts 10(a)")
@pytest.mark.parametrize(("reading", "equal"), [("for_everything", 16_00), ("for_the_odds", 10_00)])
def test_the_coupon_counts_towards_the_wager_on_the_second_hand_of_a_pair(reading: str, equal: int) -> None:
    scene = with_coupon(10_00, 6_00, reading)
    play(scene, "8s 8d", dealer="6c Kd", draws="2c")
    before = scene.chips()["ann"]
    scene.do(cmd.Split(by="ann"))
    assert before - scene.chips()["ann"] == equal
    assert [hand.wagers for hand in scene.table.boxes[0].hands] == [(10_00,), (equal,)]


@pytest.mark.clause("massachusetts 5(c)", "massachusetts 9(a)")
@pytest.mark.parametrize(("reading", "most"), [("for_everything", 11_00), ("for_the_odds", 5_50)])
def test_the_coupon_counts_towards_the_most_of_a_double(reading: str, most: int) -> None:
    scene = with_coupon(5_50, 5_50, reading)
    play(scene, "5s 6d", dealer="6c Kd 9c", draws="9h")
    assert scene.refused(cmd.Double(by="ann", amount=most + 50)) == "double_amount"
    scene.says("ann", f"doubles {most}", "stands")
    assert scene.settled()[0].paid == 5_50 + 5_50 + most


@pytest.mark.clause("massachusetts 5(c)", "massachusetts 13(d)")
def test_whoever_follows_a_double_may_count_the_own_coupon() -> None:
    scene = Scene("massachusetts", RICH).bet("ann", 10_00)
    scene.do(cmd.Consent(by="ann", person="bob"))
    scene.bet("bob", 5_00, box=1).bet("bob", 5_00, box=1, instrument="coupon")
    play(scene, "5s 6d", dealer="6c Kd 9c", draws="9h")
    scene.do(cmd.Double(by="ann", amount=10_00))
    assert scene.refused(cmd.FollowDouble(by="bob", amount=10_50)) == "double_amount"
    assert scene.do(cmd.FollowDouble(by="bob", amount=10_00))


@pytest.mark.clause("massachusetts 5(c)", "massachusetts 10(a)")
@pytest.mark.parametrize(("reading", "equal"), [("for_everything", 11_00), ("for_the_odds", 5_50)])
def test_a_split_hand_gets_as_much_as_chips_and_coupon_together(reading: str, equal: int) -> None:
    scene = with_coupon(5_50, 5_50, reading)
    play(scene, "8s 8d", dealer="6c Kd 9c", draws="Kh Qh")
    scene.do(cmd.Split(by="ann"))
    assert [hand.wagers[0] for hand in scene.table.boxes[0].hands] == [5_50, equal]
    all_stand(scene.house())
    assert [one.paid for one in scene.settled()] == [11_00, equal]


@pytest.mark.clause("massachusetts 5(c)", "massachusetts 11(b)")
@pytest.mark.parametrize(("reading", "most"), [("for_everything", 5_50), ("for_the_odds", 3_00)])
def test_half_for_insurance_is_half_of_chips_and_coupon(reading: str, most: int) -> None:
    scene = with_coupon(5_50, 5_50, reading)
    play(scene, "9s 7s", dealer="Ac 9d")
    assert scene.refused(cmd.Insure(by="ann", box=1, amount=most + 50)) == "insurance_too_high"
    assert scene.do(cmd.Insure(by="ann", box=1, amount=most))


@pytest.mark.clause("massachusetts 6(b)(1)", "massachusetts 6(c)")
def test_a_match_wager_may_be_as_high_as_chips_and_coupon() -> None:
    scene = with_coupon(5_00, 5_00, "for_the_odds")
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=5_50, kind="match")) == "side_wager_amount"
    scene = with_coupon(5_00, 5_00)
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=10_50, kind="match")) == "side_wager_amount"
    scene.bet("ann", 6_00, "match").bet("ann", 4_00, "match", instrument="coupon")
    play(scene, "9s 7s", dealer="9c 9d")
    assert scene.settled("match")[0].paid == 40_00
    scene = with_coupon(5_00, 5_00).bet("ann", 6_00, "match")
    more = cmd.PlaceWager(by="ann", box=1, amount=4_50, kind="match", instrument="coupon")
    assert scene.refused(more) == "coupon_amount"


@pytest.mark.clause("massachusetts 5(c)")
def test_a_coupon_counts_towards_the_tables_maximum_and_comes_in_chips() -> None:
    scene = Scene("massachusetts", table_maximum=15_00).bet("ann", 10_00)
    coupon = cmd.PlaceWager(by="ann", box=1, amount=10_00, instrument="coupon")
    assert scene.refused(coupon) == "coupon_amount"
    odd = cmd.PlaceWager(by="ann", box=1, amount=2_25, instrument="coupon")
    assert scene.refused(odd) == "not_in_chips"
    scene.bet("ann", 5_00, instrument="coupon")
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=1_00)) == "above_maximum"


@pytest.mark.clause("massachusetts 13(b)")
@pytest.mark.parametrize(("reading", "caller"), [("for_everything", "bob"), ("for_the_odds", "eve")])
def test_the_highest_wager_on_a_box_without_a_seat_counts_its_coupon(reading: str, caller: str) -> None:
    scene = Scene("massachusetts", {"ann": 1_000_00}, coupon_is_one_wager=reading)
    for name in ("bob", "eve"):
        scene.do(cmd.Join(by=name, chips=1_000_00))
    scene.do(cmd.Consent(by="bob", person="eve"))
    scene.bet("bob", 10_00, box=3).bet("bob", 10_00, box=3, instrument="coupon").bet("eve", 15_00, box=3)
    scene.deal("", steps=0)
    assert scene.table.boxes[0].stakes[0].person == caller


@pytest.mark.clause("massachusetts 8(a)")
def test_only_chips_are_halved_by_a_surrender() -> None:
    scene = with_coupon(10_00, 10_00)
    play(scene, "9s 7s", dealer="6c 5d 9c").do(GIVE_UP)
    assert scene.gained() == -5_00


# -- what the others get for three suited 7s -------------------------------------------------------


def small_winner(book: str, **choices: Any) -> Scene:
    """Ann's three suited 7s win on less than the least for the fixed payout, beside Bob."""
    scene = Scene(book, RICH, table_minimum=1_00, **choices).bet("ann", 2_00).bet("bob", 10_00)
    scene.deal(dealt(scene, ["7h 7h", "9c 9d"], "7c 9s", "7h"))
    if book == "players-edge":
        scene.says("bob", "stands")
    return chosen(scene, "ann", "draws")


@proves("12.C(3)", massachusetts="5(g)")
def test_the_others_are_paid_for_the_hand_even_if_its_wager_is_below_the_least(book: str) -> None:
    scene = small_winner(book)
    assert [(one.person, one.kind, one.paid) for one in scene.happened(BonusPaid)] == [("bob", "envy", 50_00)]
    assert scene.gained() == 4_00


@proves("12.C(1)", massachusetts="5(g)")
def test_in_the_other_reading_nobody_is_paid_for_a_wager_below_the_least(book: str) -> None:
    assert small_winner(book, envy_below_least="not_paid").happened(BonusPaid) == []


def shared_winner(ann: int, bob: int, **choices: Any) -> dict[tuple[str, str], int]:
    """Ann and Bob share the winning box; Eve sits at another one."""
    scene = Scene("massachusetts", RICH, table_minimum=1_00, **choices).bet("ann", ann)
    scene.do(cmd.Consent(by="ann", person="bob"))
    scene.bet("bob", bob, box=1).bet("eve", 10_00)
    scene.deal(dealt(scene, ["7h 7h", "9c 9d"], "7c 9s", "7h"))
    chosen(scene, "ann", "draws")
    paid = scene.happened(BonusPaid)
    assert len(paid) == len({(one.person, one.kind) for one in paid})
    return {(one.person, one.kind): one.paid for one in paid}


@pytest.mark.clause("massachusetts 5(g)")
def test_a_small_wager_on_the_winning_shared_box_is_paid_like_the_other_players() -> None:
    assert shared_winner(10_00, 2_00) == {
        ("ann", "super_bonus"): 1_000_00,
        ("bob", "envy"): 50_00,
        ("eve", "envy"): 50_00,
    }
    assert shared_winner(2_00, 25_00) == {
        ("ann", "envy"): 50_00,
        ("bob", "super_bonus"): 5_000_00,
        ("eve", "envy"): 50_00,
    }


@pytest.mark.clause("massachusetts 5(g)")
def test_two_small_wagers_on_the_winning_box_are_each_the_others_other_player() -> None:
    assert shared_winner(2_00, 3_00) == dict.fromkeys(
        (("ann", "envy"), ("bob", "envy"), ("eve", "envy")), 50_00
    )
    assert shared_winner(2_00, 3_00, envy_below_least="not_paid") == {}


@pytest.mark.clause("massachusetts 5(g)")
def test_in_the_other_reading_whoever_shares_the_winning_hand_gets_no_envy_payout() -> None:
    assert shared_winner(10_00, 2_00, shared_box_bonus="nothing") == {
        ("ann", "super_bonus"): 1_000_00,
        ("eve", "envy"): 50_00,
    }


@pytest.mark.clause("players-edge 12.C(3)")
@pytest.mark.clause("players-edge 12.C(4)")
@pytest.mark.parametrize(
    ("reading", "paid"), [("each_person", [100_00]), ("each_box", [100_00, 50_00])], ids=("person", "box")
)
def test_with_two_boxes_a_7_counts_for_the_person_or_for_its_box(reading: str, paid: list[int]) -> None:
    people = {"ann": 1_000_00, "bob": 1_000_00}
    scene = Scene("players-edge", people, envy=reading).bet("ann", 10_00).bet("bob", 10_00)
    scene.bet("bob", 10_00, box=3)
    scene.deal(dealt(scene, ["7h 7h", "9c 9d", "7d Ks"], "7c 9s", "7h"))
    scene.says("bob", "stands", "stands")
    chosen(scene, "ann", "draws")
    envies = [one for one in scene.happened(BonusPaid) if one.kind == "envy"]
    assert [(one.person, one.paid) for one in envies] == [("bob", amount) for amount in paid]
    assert [one.why for one in envies] == [
        "envy_with_seven" if amount == 100_00 else "envy_pays" for amount in paid
    ]


# -- the payout limit ------------------------------------------------------------------------------


@proves("2.B(6)(b)", books=MARYLANDS, players_edge=("2.B(5)(b)", "2.B(6)"))
def test_the_limit_covers_a_hands_wager_with_its_doubles_and_the_sign_says_so(book: str) -> None:
    scene = alone(book, bet=80_00, chips=10_000_00, payout_limit=100_00)
    chosen(play(scene, "5s 6d", dealer="6c Kd 9c", draws="9h"), "ann", "doubles")
    assert scene.settled()[0].paid == 100_00
    sign = "Payout limit $100.00 a hand, doubles included; fixed payouts come on top"
    assert scene.rules.inscriptions[-1] == sign
    assert len(rules_of(book).inscriptions) == 2


@proves("2.B(6)(b)", books=MARYLANDS, players_edge=("2.B(5)(b)", "2.B(6)"))
def test_insurance_and_side_wagers_have_the_limit_for_themselves(book: str) -> None:
    scene = alone(book, bet=80_00, chips=10_000_00, payout_limit=60_00).bet("ann", 10_00, "match")
    play(scene, "As Ks", dealer="Ac Kd")
    scene.says("ann", "insures 4000")
    paid = [scene.settled(kind)[0].paid for kind in ("match", "insurance", "main")]
    assert paid == [40_00, 60_00, 60_00]


@proves("2.B(6)(b)", books=MARYLANDS, players_edge=("2.B(5)(b)", "2.B(6)"))
def test_a_limit_on_everything_counts_all_that_is_paid_on_a_hand(book: str) -> None:
    outside = {"payout_limit_covers": "everything"}
    scene = alone(book, bet=80_00, chips=10_000_00, payout_limit=60_00, outside=outside)
    scene.bet("ann", 10_00, "match")
    play(scene, "As Ks", dealer="Ac Kd")
    scene.says("ann", "insures 4000")
    paid = [scene.settled(kind)[0].paid for kind in ("match", "insurance", "main")]
    assert paid == [40_00, 20_00, 0]


@pytest.mark.clause("players-edge 2.B(5)(b)", "players-edge 2.B(6)")
def test_a_limit_on_everything_counts_one_side_wager_with_another_of_the_same_box() -> None:
    outside = {"payout_limit_covers": "everything"}
    two = {"ann": 10_000_00, "bob": 10_000_00}
    scene = Scene("players-edge", two, payout_limit=60_00, outside=outside)
    for name in two:
        scene.bet(name, 10_00).bet(name, 10_00, "match_down")
    scene.bet("ann", 10_00, "match")
    play(scene, "9s Kd", "Ks 8c", dealer="9c Kh", draws="")
    for name in ("bob", "ann"):
        scene.says(name, "stands")
    paid = [(one.person, one.paid) for kind in ("match", "match_down") for one in scene.settled(kind)]
    assert paid == [("ann", 40_00), ("bob", 40_00), ("ann", 20_00)]


def test_a_limit_on_everything_is_each_persons_own_on_a_shared_box() -> None:
    outside = {"payout_limit": 60_00, "payout_limit_covers": "everything"}
    scene = Scene("massachusetts", RICH, outside=outside).bet("ann", 40_00).bet("ann", 10_00, "match")
    scene.do(cmd.Consent(by="ann", person="bob"))
    scene.bet("bob", 50_00, box=1).bet("bob", 10_00, "match", box=1)
    scene.deal(dealt(scene, ["9s Kd"], "9c 8h"))
    chosen(scene, "ann", "stands")
    paid = [(one.person, one.paid) for kind in ("match", "main") for one in scene.settled(kind)]
    assert paid == [("ann", 40_00), ("bob", 40_00), ("ann", 20_00), ("bob", 20_00)]


@proves("2.B(6)(b)", books=MARYLANDS, players_edge=("2.B(5)(b)", "2.B(6)"))
@pytest.mark.parametrize(("covers", "bonus"), [("main_wager", 5_000_00), ("everything", 50_00)])
def test_a_fixed_payout_is_limited_only_where_the_limit_covers_everything(
    book: str, covers: str, bonus: int
) -> None:
    scene = one_hand(
        book,
        "7h 7h 7h",
        "7c 9h",
        wager=25_00,
        payout_limit=100_00,
        outside={"payout_limit_covers": covers},
    )
    assert scene.settled()[0].paid == 50_00
    assert [one.paid for one in scene.bonuses("super_bonus")] == [bonus]


@proves("2.B(6)(b)", books=MARYLANDS, players_edge=("2.B(5)(b)", "2.B(6)"))
def test_the_sign_says_so_where_the_limit_covers_everything(book: str) -> None:
    rules = rules_of(book, payout_limit=60_00, **{"payout-limit": "everything"})
    sign = "Payout limit $60.00 for everything on a hand, its fixed payout included"
    assert rules.inscriptions[-1] == sign


# -- when a wager is made --------------------------------------------------------------------------


@proves("6.D", "6.E", massachusetts=("5(d)", "5(h)"), uk_casino="G2")
def test_a_wager_is_taken_back_until_wagers_close(book: str) -> None:
    scene = alone(book).bet("ann", 5_00, "match")
    assert "WithdrawWager" in {one.command for one in legal(scene.table, "ann")}
    scene.do(cmd.WithdrawWager(by="ann", box=1))
    assert len(scene.happened(WagerWithdrawn, since_deal=False)) == 2
    scene.bet("ann", 10_00).deal("", steps=0)
    assert scene.refused(cmd.WithdrawWager(by="ann", box=1)) == "wager_is_locked"


@proves("6.E")
def test_in_the_other_reading_a_wager_stays_from_the_moment_it_lies_there(book: str) -> None:
    scene = alone(book, wager_taken_back="when_placed").bet("ann", 5_00, "match")
    for kind in ("main", "match"):
        assert scene.refused(cmd.WithdrawWager(by="ann", box=1, kind=kind)) == "wager_is_locked"
        more = cmd.PlaceWager(by="ann", box=1, amount=5_00, kind=kind)
        assert scene.refused(more) == "wager_is_locked"
    assert "WithdrawWager" not in {one.command for one in legal(scene.table, "ann")}
    assert scene.book.cite("wager_is_locked") == ("6.E",)


@proves("6.B", "6.E")
def test_cash_that_is_not_yet_confirmed_is_no_wager_and_may_be_taken_back(book: str) -> None:
    scene = Scene(book, wager_taken_back="when_placed")
    scene.do(cmd.PlaceWager(by="ann", box=1, amount=10_00, instrument="cash"))
    assert scene.do(cmd.WithdrawWager(by="ann", box=1, kind="cash"))
    scene.do(cmd.PlaceWager(by="ann", box=1, amount=10_00, instrument="cash"))
    scene.do(cmd.ConfirmCash(by=DEALER, person="ann", box=1))
    assert scene.refused(cmd.WithdrawWager(by="ann", box=1)) == "wager_is_locked"
