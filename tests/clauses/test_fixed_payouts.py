"""Fixed payouts for three suited 7s against a 7, and what everybody else gets: 12.C, 5(g), G28."""

import pytest
from payout_scenes import all_stand, chosen, cited, dealt, in_books, one_hand

from scenes import Scene
from spanish21.game import commands as cmd
from spanish21.game.events import BonusPaid, WagerSettled

FIXED = in_books("12.C", massachusetts="5(g)", uk_casino="G28")
THREE = {"ann": 10_000_00, "bob": 10_000_00, "eve": 10_000_00, "dan": 10_000_00}


def bonus(scene: Scene) -> int:
    """The fixed payout of the round, all of it Ann's and beside what the wager is paid."""
    payments = scene.bonuses("super_bonus")
    assert {payment.person for payment in payments} <= {"ann"}
    assert scene.gained() == sum(settled.paid for settled in scene.settled()) + sum(p.paid for p in payments)
    return sum(payment.paid for payment in payments)


def envied(scene: Scene) -> dict[str, int]:
    return {payment.person: payment.paid for payment in scene.bonuses("envy")}


# -- which hand ------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", FIXED)
@pytest.mark.parametrize("suit", "cdhs")
@pytest.mark.parametrize("up_card", ["7c", "7d", "7h", "7s"])
def test_three_7s_of_any_one_suit_against_a_7_of_any_suit_earn_it(book: str, suit: str, up_card: str) -> None:
    assert bonus(one_hand(book, f"7{suit} 7{suit} 7{suit}", f"{up_card} 9h")) == 1_000_00


@pytest.mark.parametrize("book", FIXED)
@pytest.mark.parametrize("hand", ["7c 7d 7h", "7h 7h 7d", "7h 7c 7h", "6h 7h 8h", "2c 3d 4h 5s 7c"])
def test_no_other_hand_earns_it(book: str, hand: str) -> None:
    scene = one_hand(book, hand, "7c 9h")
    assert scene.settled()[0].paid > 10_00
    assert bonus(scene) == 0


@pytest.mark.parametrize("book", FIXED)
@pytest.mark.parametrize("dealer", ["6c 7h", "8c 7h", "9c 7d", "Kc 7d"])
def test_only_an_exposed_7_of_the_dealer_counts(book: str, dealer: str) -> None:
    assert bonus(one_hand(book, "7h 7h 7h", dealer)) == 0


@pytest.mark.parametrize("book", FIXED)
def test_it_is_paid_beside_the_odds_and_right_after_them(book: str) -> None:
    scene = one_hand(book, "7h 7h 7h", "7c 9h")
    (settled,) = scene.settled()
    assert (settled.paid, settled.why) == (20_00, "pays_777_suited")
    at = scene.events.index(settled)
    assert scene.events[at + 1] == BonusPaid(1, "ann", "super_bonus", 1_000_00, "super_bonus_small")
    assert scene.gained() == 1_020_00


# -- how much --------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", in_books("12.C(1)", "12.C(2)", massachusetts="5(g)", uk_casino="G28"))
@pytest.mark.parametrize("wager", [5_00, 24_50])
def test_a_wager_below_25_earns_1000(book: str, wager: int) -> None:
    scene = one_hand(book, "7h 7h 7h", "7c 9h", wager=wager)
    assert bonus(scene) == 1_000_00
    (paid,) = scene.bonuses("super_bonus")
    assert paid.why == "super_bonus_small"
    small = {"massachusetts": "5(g)", "uk-casino": "G28"}.get(book, "12.C(1)")
    assert small in cited(scene, paid.why)


@pytest.mark.parametrize("book", in_books("12.C(1)", massachusetts="5(g)"))
def test_a_wager_below_5_earns_none_of_it(book: str) -> None:
    scene = one_hand(book, "7h 7h 7h", "7c 9h", wager=4_50, table_minimum=1_00)
    assert scene.settled()[0].paid == 9_00
    assert bonus(scene) == 0


@pytest.mark.clause("uk-casino G28")
@pytest.mark.parametrize("wager", [50, 1_00, 4_50])
def test_in_the_uk_every_wager_below_25_earns_1000(wager: int) -> None:
    assert bonus(one_hand("uk-casino", "7h 7h 7h", "7c 9h", wager=wager, table_minimum=50)) == 1_000_00


@pytest.mark.parametrize("book", in_books("12.C(2)", massachusetts="5(g)", uk_casino="G28"))
@pytest.mark.parametrize("wager", [25_00, 5_000_00])
def test_a_wager_of_25_or_more_earns_5000(book: str, wager: int) -> None:
    scene = one_hand(book, "7s 7s 7s", "7c 9h", wager=wager)
    assert bonus(scene) == 5_000_00
    (paid,) = scene.bonuses("super_bonus")
    assert paid.why == "super_bonus_large"
    large = {"massachusetts": "5(g)", "uk-casino": "G28"}.get(book, "12.C(2)")
    assert large in cited(scene, paid.why)


# -- doubled and split -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "book", in_books("12.C(4)", players_edge="12.C(5)", massachusetts="5(g)", uk_casino="G28")
)
def test_a_doubled_hand_earns_nothing_fixed_and_nobody_envies_it(book: str) -> None:
    scene = Scene(book, THREE).bet("ann", 25_00).bet("bob", 10_00)
    scene.deal(dealt(scene, ["7h 7h", "9c 9d"], "7c 9s", "7h"))
    if book == "players-edge":
        scene.says("bob", "stands")
    chosen(scene, "ann", "doubles")
    assert scene.settled(name="ann")[0].paid == 50_00
    assert scene.happened(BonusPaid) == []


@pytest.mark.parametrize(
    "book", in_books("12.C(4)", players_edge="12.C(5)", massachusetts="5(g)", uk_casino="G28")
)
def test_a_split_hand_earns_nothing_fixed_and_nobody_envies_it(book: str) -> None:
    scene = Scene(book, THREE).bet("ann", 25_00).bet("bob", 10_00)
    scene.deal(dealt(scene, ["7h 7h", "9c 9d"], "7c 9s", "7h 7h Kd"))
    if book == "players-edge":
        scene.says("bob", "stands")
    chosen(scene, "ann", "splits", "draws")
    first = next(one for one in scene.settled(name="ann") if one.hand == 0)
    assert first.result == "won"
    assert first.paid == (50_00 if book == "massachusetts" else 25_00)
    assert scene.happened(BonusPaid) == []


# -- everybody else --------------------------------------------------------------------------------


def envy_round(book: str) -> Scene:
    """Ann wins a fixed payout, Bob is over 21, Eve has a Blackjack, Dan has not wagered."""
    scene = Scene(book, THREE).bet("ann", 25_00).bet("bob", 10_00).bet("eve", 5_00)
    left = "7h Ks" if book != "players-edge" else "Ks 7h"
    scene.deal(dealt(scene, ["7h 7h", "9c 6d", "Ac Kd"], "7c 9s", left))
    for name in ("bob", "ann") if book == "players-edge" else ("ann", "bob"):
        scene.says(name, "draws")
        if name == "ann" and scene.table.phase == "play" and scene.hand().cards[0] >> 2 == 7:
            scene.says("ann", "stands")
    return all_stand(scene)


@pytest.mark.parametrize("book", in_books("12.C(3)", massachusetts="5(g)", uk_casino="G28"))
def test_everybody_else_who_wagered_gets_50_and_nobody_else(book: str) -> None:
    scene = envy_round(book)
    assert envied(scene) == {"bob": 50_00, "eve": 50_00}
    assert scene.gained("ann") == 25_00 * 2 + 5_000_00
    assert scene.gained("bob") == -10_00 + 50_00
    assert scene.gained("eve") == 7_50 + 50_00
    assert scene.gained("dan") == 0
    assert [payment.why for payment in scene.bonuses("envy")] == ["envy_pays", "envy_pays"]
    assert {"massachusetts": "5(g)", "uk-casino": "G28"}.get(book, "12.C(3)") in cited(scene, "envy")


@pytest.mark.parametrize("book", in_books("12.C(3)", massachusetts="5(g)", uk_casino="G28"))
def test_without_a_fixed_payout_nobody_gets_the_50(book: str) -> None:
    scene = Scene(book, THREE).bet("ann", 25_00).bet("bob", 10_00)
    scene.deal(dealt(scene, ["9h 9d", "9c 8d"], "7c 9s 2c"))
    all_stand(scene)
    assert scene.happened(BonusPaid) == []


@pytest.mark.parametrize("book", in_books("12.C(3)", massachusetts="5(g)", uk_casino="G28"))
def test_a_person_on_two_boxes_gets_the_50_once(book: str) -> None:
    scene = Scene(book, {"ann": 10_000_00, "bob": 10_000_00}, adjacent_boxes=2)
    scene.bet("ann", 25_00).bet("bob", 10_00).bet("bob", 10_00, box=3)
    scene.deal(dealt(scene, ["7h 7h", "9c 9d", "9h 8d"], "7c 9s", "7h"))
    while scene.table.boxes and scene.table.boxes[scene.table.turn_box].number != 1:
        scene.says("bob", "stands")
    chosen(scene, "ann", "draws")
    assert [(payment.person, payment.paid) for payment in scene.bonuses("envy")] == [("bob", 50_00)]


@pytest.mark.parametrize(
    "book", in_books("12.C(3)", players_edge="12.C(4)", massachusetts="5(g)", uk_casino="G28")
)
def test_two_winners_in_a_round_are_each_the_others_other_player(book: str) -> None:
    scene = Scene(book, THREE).bet("ann", 25_00).bet("bob", 5_00)
    scene.deal(dealt(scene, ["7h 7h", "7d 7d"], "7c 9s", "7h 7d" if book != "players-edge" else "7d 7h"))
    for _ in range(2):
        name = scene.table.boxes[scene.table.turn_box].stakes[0].person
        scene.says(name, "draws")
        if scene.table.boxes and scene.table.boxes[scene.table.turn_box].stakes[0].person == name:
            scene.says(name, "stands")
    all_stand(scene)
    other = 100_00 if book == "players-edge" else 50_00
    assert {(p.person, p.paid) for p in scene.bonuses("super_bonus")} == {
        ("ann", 5_000_00),
        ("bob", 1_000_00),
    }
    assert envied(scene) == {"ann": other, "bob": other}
    odds = (3, 2) if book == "players-edge" else (2, 2)
    assert scene.gained("bob") == 5_00 * odds[0] + 1_000_00 + other
    assert scene.gained("ann") == 25_00 * odds[1] + 5_000_00 + other


@pytest.mark.clause("players-edge 12.C(3)", "players-edge 12.C(4)")
@pytest.mark.parametrize(
    ("hand", "draws", "amount", "why"),
    [
        ("7c 9d", "", 100_00, "envy_with_seven"),
        ("9d 7c", "", 100_00, "envy_with_seven"),
        ("7d 7s", "", 100_00, "envy_with_seven"),
        ("5d 6s", "7s", 50_00, "envy_pays"),
        ("8d 6s", "", 50_00, "envy_pays"),
        ("Ad Ks", "", 50_00, "envy_pays"),
    ],
)
def test_a_7_among_the_receivers_first_two_cards_makes_it_100(
    hand: str, draws: str, amount: int, why: str
) -> None:
    scene = Scene("players-edge", THREE).bet("ann", 25_00).bet("bob", 10_00)
    scene.deal(dealt(scene, ["7h 7h", hand], "7c 9s", f"{draws} 7h"))
    if draws:
        scene.says("bob", "draws", "stands")
    elif hand != "Ad Ks":
        scene.says("bob", "stands")
    chosen(scene, "ann", "draws")
    assert [(p.person, p.paid, p.why) for p in scene.bonuses("envy")] == [("bob", amount, why)]
    assert cited(scene, "envy_with_seven") == ("12.C(4)",)
    assert "12.C(3)" in cited(scene, "envy")


@pytest.mark.clause("players-edge 12.C(3)", "players-edge 12.C(4)")
@pytest.mark.parametrize(
    ("hands", "amount"),
    [
        (("7c 9d", "9h 8d"), 100_00),
        (("9h 8d", "7c 9d"), 100_00),
        (("7c 9d", "8d 7d"), 100_00),
        (("9h 8d", "8c 9d"), 50_00),
    ],
)
def test_a_7_on_either_box_of_a_person_makes_the_one_payout_100(hands: tuple[str, str], amount: int) -> None:
    scene = Scene("players-edge", {"ann": 10_000_00, "bob": 10_000_00}, adjacent_boxes=2)
    scene.bet("ann", 25_00).bet("bob", 10_00).bet("bob", 10_00, box=3)
    scene.deal(dealt(scene, ["7h 7h", *hands], "7c 9s", "7h"))
    scene.says("bob", "stands", "stands")
    chosen(scene, "ann", "draws")
    assert [(payment.person, payment.paid) for payment in scene.bonuses("envy")] == [("bob", amount)]


@pytest.mark.clause("players-edge 12.C(3)")
def test_the_winners_own_7s_do_not_make_the_others_payout_100() -> None:
    scene = envy_round("players-edge")
    assert envied(scene) == {"bob": 50_00, "eve": 50_00}


@pytest.mark.clause("massachusetts 5(g)")
def test_people_who_share_the_winning_box_are_each_paid_by_their_own_wager() -> None:
    scene = Scene("massachusetts", {"ann": 10_000_00, "bob": 10_000_00, "eve": 10_000_00})
    scene.bet("ann", 25_00)
    scene.do(cmd.Consent(by="ann", person="bob"))
    scene.bet("bob", 5_00, box=1).bet("eve", 10_00)
    scene.deal(dealt(scene, ["7h 7h", "9c 9d"], "7c 9s", "7h"))
    chosen(scene, "ann", "draws")
    paid = {(p.person, p.kind): p.paid for p in scene.happened(BonusPaid)}
    assert paid == {
        ("ann", "super_bonus"): 5_000_00,
        ("bob", "super_bonus"): 1_000_00,
        ("eve", "envy"): 50_00,
    }
    assert {(e.person, e.paid) for e in scene.happened(WagerSettled) if e.result == "won"} >= {
        ("ann", 50_00),
        ("bob", 10_00),
    }
