"""Xtreme 16 of maryland: the symbols of the hot spot's wheel and of the community's, from the dealer's 16."""

from typing import Any

import pytest
from payout_scenes import Submitted, all_stand, cited, clause, dealt, house_until, refusal_of, submitted

from scenes import Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.game.due import due
from spanish21.game.events import CommunityWheelSpun, HotSpotDrawn, PayoutValidated, WagerSettled, WheelSpun
from spanish21.game.moves.choices import OneOf
from spanish21.game.table import DEALER
from spanish21.game.view import view

FOUR = {"ann": 10_000_00, "bob": 10_000_00, "eve": 10_000_00, "dan": 10_000_00}
METERS = {"xtreme": (12_000_00, 11_000_00, (8, 100)), "xtreme_secondary": (6_000_00, 5_500_00, (2, 100))}
PRIZES = tuple(zip("cdefghij", (1_000, 600, 500, 400, 350, 300, 250, 200), strict=True))
OTHERS = (150, 100, 75, 50, 40, 35, 30, 25)
NUMERALS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")


def table_of(wheel: list[Any], community: list[Any], people: dict[str, int] | None = None) -> Submitted:
    wheels = {"xtreme": wheel, "xtreme_community": community}
    return Submitted(submitted("maryland", wheels=wheels, meters=METERS), people)


def sixteen(scene: Submitted, dealer: str = "6c Kh 5d", bettors: tuple[str, ...] = ("ann",)) -> Submitted:
    """The bettors have $10 and $5 on Xtreme 16, the dealer a 6 and a ten-value card; wheels are to turn."""
    for name in bettors:
        scene.bet(name, 10_00).bet(name, 5_00, "xtreme")
    hands = ["9s 9d", "9h 8d", "8h 8s", "7d 9c"][: len(scene.table.boxes)]
    scene.deal(dealt(scene, hands, dealer), steps=0)
    scene.house()
    while scene.table.phase == "play":
        scene.do(cmd.Stand(by=scene.table.boxes[scene.table.turn_box].stakes[0].person))
    house_until(scene, cmd.DrawHotSpot)
    return scene


def spin(scene: Submitted, stop: int, community: int = 0, person: str = "ann", box: int = 1) -> Submitted:
    """The box is the hot spot, the person on it turns the prize wheel, and the round goes on to its end."""
    scene.do(cmd.DrawHotSpot(by=DEALER, box=box))
    while isinstance(due(scene.table), cmd.Spin | cmd.SpinCommunity | cmd.ValidatePayout | cmd.Settle):
        if isinstance(wanted := due(scene.table), cmd.SpinCommunity):
            scene.do(cmd.SpinCommunity(by=DEALER, wager=wanted.wager, stop=community))
        elif isinstance(wanted, cmd.Spin):
            scene.do(cmd.Spin(by=DEALER, box=box, person=person, kind="xtreme", stop=stop))
        else:
            scene.house(1)
    scene.house()
    return scene


def main(scene: Submitted, name: str = "ann") -> int:
    return sum(one.paid - one.collected for one in scene.settled(name=name))


@pytest.mark.parametrize(
    ("amount", "ids"),
    [
        pytest.param(
            amount,
            f"12.E(1)({letter})",
            id=f"12.E(1)({letter})",
            marks=clause("maryland", "12.E", "12.E(1)", f"12.E(1)({letter})", "12.E(2)"),
        )
        for letter, amount in PRIZES
    ],
)
def test_a_symbol_of_the_hot_spots_wheel_pays_its_amount(amount: int, ids: str) -> None:
    scene = spin(sixteen(table_of(["primary", str(amount)], ["25"])), 1)
    (settled,) = scene.settled("xtreme")
    assert (settled.result, settled.paid, settled.meter) == ("won", amount * 100, "")
    assert (settled.collected, settled.returned) == (5_00, 0)
    assert scene.gained() == main(scene) - 5_00 + amount * 100
    assert cited(scene, settled.why) == (ids,)
    assert [meter.amount for meter in scene.table.meters if "xtreme" in meter.name] == [12_000_40, 6_000_10]


@pytest.mark.parametrize(
    ("symbol", "shown", "left", "ids"),
    [
        pytest.param(
            "primary",
            12_000_40,
            [11_000_00, 6_000_10],
            "12.E(1)(a)",
            marks=clause("maryland", "12.E(1)", "12.E(1)(a)"),
        ),
        pytest.param(
            "secondary",
            6_000_10,
            [12_000_40, 5_500_00],
            "12.E(1)(b)",
            marks=clause("maryland", "12.E(1)", "12.E(1)(b)"),
        ),
    ],
)
def test_a_jackpot_symbol_pays_the_whole_of_its_own_meter(
    symbol: str, shown: int, left: list[int], ids: str
) -> None:
    scene = spin(sixteen(table_of(["200", symbol], ["25"])), 1)
    (settled,) = scene.settled("xtreme")
    meter = "xtreme" if symbol == "primary" else "xtreme_secondary"
    assert (settled.result, settled.paid, settled.meter) == ("won", shown, meter)
    assert scene.gained() == main(scene) - 5_00 + shown
    assert [meter.amount for meter in scene.table.meters if "xtreme" in meter.name] == left
    assert cited(scene, settled.why) == (ids,)


@pytest.mark.clause("maryland 12.E(2)")
@pytest.mark.parametrize(("stop", "paid"), [(0, 200_00), (1, 1_000_00), (2, 350_00)])
def test_the_player_gets_what_the_hot_spots_wheel_lands_on(stop: int, paid: int) -> None:
    scene = sixteen(table_of(["200", "1000", "350"], ["25", "30"]))
    scene.do(cmd.DrawHotSpot(by=DEALER, box=1))
    for wrong in (3, -1):
        turn = cmd.Spin(by=DEALER, box=1, person="ann", kind="xtreme", stop=wrong)
        assert scene.refused(turn) == "wheel_stop"
    scene.do(cmd.Spin(by=DEALER, box=1, person="ann", kind="xtreme", stop=stop))
    assert scene.house().settled("xtreme")[0].paid == paid


@pytest.mark.clause("maryland 12.E", "maryland 12.E(1)", "maryland 12.E(4)")
def test_wheel_validation_and_payment_follow_one_another() -> None:
    scene = sixteen(table_of(["200", "1000"], ["25"]))
    assert scene.refused(cmd.Settle(by=DEALER)) == "not_validated"
    assert "12.E(4)" in scene.book.cite("not_validated")
    turn = cmd.Spin(by=DEALER, box=1, person="ann", kind="xtreme", stop=1)
    draw = cmd.DrawHotSpot(by=DEALER, box=1)
    assert scene.refused(turn) == "not_now"
    scene.do(draw)
    assert scene.refused(draw) == "not_now"
    scene.do(turn)
    assert scene.refused(turn) == "not_now"
    assert scene.refused(cmd.Settle(by=DEALER)) == "not_validated"
    scene.house()
    names = [
        type(e).__name__
        for e in scene.events[scene.mark :]
        if isinstance(e, HotSpotDrawn | WheelSpun | PayoutValidated)
        or (isinstance(e, WagerSettled) and e.kind == "xtreme")
    ]
    assert names == ["HotSpotDrawn", "WheelSpun", "PayoutValidated", "WagerSettled"]


@pytest.mark.clause("maryland 12.E")
@pytest.mark.parametrize("dealer", ["6c Jh 5d", "6d Qs 5d", "Kd 6d 5d", "Jc 6s 5d"])
def test_any_6_with_any_ten_value_card_wins_in_either_order(dealer: str) -> None:
    assert spin(sixteen(table_of(["200"], ["25"]), dealer), 0).settled("xtreme")[0].paid == 200_00


@pytest.mark.clause("maryland 12.E")
@pytest.mark.parametrize(
    "dealer", ["7c 9h", "6c Ah", "6c 6h 9d", "8c 8h 5d", "Kc Qh", "6c 5h Kd", "5c Kh 6d"]
)
def test_no_other_first_two_cards_of_the_dealer_win(dealer: str) -> None:
    scene = table_of(["200"], ["25"]).bet("ann", 10_00).bet("ann", 5_00, "xtreme")
    all_stand(scene.deal(dealt(scene, ["9s 9d"], dealer)))
    assert scene.happened(HotSpotDrawn) == scene.happened(WheelSpun) == []
    (settled,) = scene.settled("xtreme")
    assert (settled.result, settled.collected, settled.paid) == ("lost", 5_00, 0)


@pytest.mark.clause("maryland 12.E", "maryland 12.E(5)(a)", "maryland 12.E(6)")
def test_the_wager_is_five_dollars_and_nothing_else() -> None:
    scene = table_of(["200"], ["25"]).bet("ann", 10_00)
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=1_00, kind="xtreme")) == "side_wager_amount"
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=5_50, kind="xtreme")) == "side_wager_amount"
    scene.bet("ann", 5_00, "xtreme")
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=5_00, kind="xtreme")) == "side_wager_amount"
    with pytest.raises(
        BadRules, match=r"xtreme_wager is 1.00; paytable A is for a wager of 5.00 \(maryland 12\.E"
    ):
        rules_of("maryland", xtreme_wager=1_00)


@pytest.mark.clause("maryland 12.E(1)")
@pytest.mark.parametrize("symbol", ["150", "jackpot", "100", "750"])
def test_the_hot_spots_wheel_holds_no_other_symbol(symbol: str) -> None:
    refused = refusal_of("maryland", wheels={"xtreme": [symbol]})
    assert f'wheels.xtreme.symbol is "{symbol}"; paytable A has primary, secondary, 1000' in refused
    assert "(maryland 12.E, 12.E(1)(a), 12.E(1)(b))" in refused


# -- community pay ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "ids"),
    [
        pytest.param(
            amount,
            f"12.E(6)(a)({numeral})",
            id=f"12.E(6)(a)({numeral})",
            marks=clause(
                "maryland", "12.E(5)", "12.E(5)(b)", "12.E(6)", "12.E(6)(a)", f"12.E(6)(a)({numeral})"
            ),
        )
        for numeral, amount in zip(NUMERALS, OTHERS, strict=True)
    ],
)
def test_a_symbol_of_the_communitys_wheel_pays_every_other_bettor(amount: int, ids: str) -> None:
    """Bob is the hot spot, Ann and Eve made the wager too, Dan has only a main wager."""
    other = "150" if amount != 150 else "25"
    scene = table_of(["1000", "300"], [other, str(amount)], FOUR).bet("dan", 10_00)
    sixteen(scene, bettors=("ann", "bob", "eve"))
    spin(scene, 1, 1, "bob", 2)
    assert {one.person: one.paid for one in scene.settled("xtreme")} == {
        "ann": amount * 100,
        "bob": 300_00,
        "eve": amount * 100,
    }
    for name, paid in (("ann", amount * 100), ("bob", 300_00), ("eve", amount * 100), ("dan", 5_00)):
        assert scene.gained(name) == main(scene, name) - 5_00 + paid
    why = {one.person: one.why for one in scene.settled("xtreme")}
    assert (why["bob"], why["ann"]) == ("xtreme_wheel.A.300", f"xtreme_community.A.{amount}")
    assert cited(scene, why["ann"]) == (ids,)
    assert len(scene.happened(WheelSpun)) == 1


@pytest.mark.clause("maryland 12.E(5)", "maryland 12.E(6)(a)")
@pytest.mark.parametrize("symbol", ["200", "primary", "20", "3"])
def test_the_communitys_wheel_holds_no_other_symbol(symbol: str) -> None:
    refused = refusal_of("maryland", wheels={"xtreme_community": [symbol]})
    assert f'wheels.xtreme_community.symbol is "{symbol}"; paytable A has 150, 100, 75, 50, 40, 35' in refused
    assert "(maryland 12.E(6)(a)(i), 12.E(6)(a)(ii), 12.E(6)(a)(iii))" in refused


@pytest.mark.clause("maryland 12.E(5)(b)")
def test_the_communitys_payouts_are_designated_in_the_submission() -> None:
    refused = refusal_of("maryland", wheels={"xtreme_community": []})
    assert "wheels.xtreme_community is missing; it needs at least one stop of 150, 100" in refused
    assert "(maryland 12.E(6)(a)(i)" in refused
    assert "wheels.xtreme is missing" in refusal_of("maryland", wheels={"xtreme": []})
    (table,) = table_of(["200"], ["75", "40"]).rules.sides["xtreme"].tables
    assert [(stop.symbol, stop.pays) for stop in table.community] == [("75", 75_00), ("40", 40_00)]
    rules_of("maryland", submitted("maryland", wheels={"xtreme": []}, offers=["match", "spin"]))


def two_boxes(reading: str) -> Submitted:
    """Bob has the wager on box 1, Ann on boxes 2 and 3; box 2 is the hot spot."""
    wheels = {"xtreme": ["1000"], "xtreme_community": ["75"]}
    submission = submitted("maryland", wheels=wheels, meters=METERS)
    submission.rulings["community-own-boxes"] = reading
    scene = Submitted(submission, {"bob": 10_000_00, "ann": 10_000_00})
    scene.bet("ann", 10_00, box=3).bet("ann", 5_00, "xtreme", box=3)
    return spin(sixteen(scene, bettors=("bob", "ann")), 0, 0, "ann", 2)


@pytest.mark.clause("maryland 12.E(5)", "maryland 12.E(5)(a)")
def test_the_community_wheel_pays_other_people_and_not_the_winners_own_second_box() -> None:
    scene = two_boxes("other_people")
    assert {one.box: one.paid for one in scene.settled("xtreme")} == {1: 75_00, 2: 1_000_00, 3: 0}
    (own,) = [one for one in scene.settled("xtreme") if one.box == 3]
    assert (own.result, own.collected, own.why) == ("lost", 5_00, "xtreme_own_boxes")
    assert cited(scene, own.why) == ("12.D(8)", "12.E(5)")
    assert {event.box for event in scene.happened(PayoutValidated)} == {1, 2}
    assert rules_of("maryland").sides["xtreme"].options["own_boxes"] is False


@pytest.mark.clause("maryland 12.E(5)")
def test_alone_the_winner_turns_no_community_wheel() -> None:
    scene = table_of(["1000"], ["75"], {"ann": 10_000_00})
    scene.bet("ann", 10_00, box=2).bet("ann", 5_00, "xtreme", box=2)
    spin(sixteen(scene), 0, 0, "ann", 2)
    assert {one.box: one.paid for one in scene.settled("xtreme")} == {1: 0, 2: 1_000_00}
    assert scene.happened(CommunityWheelSpun) == []


@pytest.mark.clause("maryland 12.E(5)", "maryland 12.E(5)(a)")
def test_with_nobody_at_the_hot_spot_a_bettor_on_two_boxes_is_paid_on_each() -> None:
    scene = table_of(["1000"], ["75"], {"ann": 10_000_00})
    scene.bet("ann", 10_00, box=2).bet("ann", 5_00, "xtreme", box=2)
    spin(sixteen(scene), 0, 0, "", 5)
    assert {one.box: one.paid for one in scene.settled("xtreme")} == {1: 75_00, 2: 75_00}


def test_in_the_other_reading_the_community_wheel_pays_the_winners_second_box_too() -> None:
    scene = two_boxes("every_wager")
    assert {one.box: one.paid for one in scene.settled("xtreme")} == {1: 75_00, 2: 1_000_00, 3: 75_00}


# -- the hot spot ----------------------------------------------------------------------------------


def read_as(reading: str, wheel: list[Any], community: list[Any], people: dict[str, int]) -> Submitted:
    wheels = {"xtreme": wheel, "xtreme_community": community}
    submission = submitted("maryland", wheels=wheels, meters=METERS)
    submission.rulings["xtreme-hot-spot"] = reading
    return Submitted(submission, people)


@pytest.mark.clause("maryland 12.E(1)", "maryland 12.E(6)")
@pytest.mark.parametrize(
    ("box", "paid"),
    [
        (1, {"ann": 200_00, "bob": 25_00}),
        (2, {"ann": 25_00, "bob": 200_00}),
        (3, {"ann": 25_00, "bob": 25_00}),  # Eve is seated there and has no wager at all
        (4, {"ann": 25_00, "bob": 25_00}),  # Dan has no Xtreme 16 wager
        (7, {"ann": 25_00, "bob": 25_00}),  # nobody sits there
    ],
)
def test_any_betting_position_of_the_table_may_be_the_hot_spot(box: int, paid: dict[str, int]) -> None:
    scene = table_of(["200"], ["25"], FOUR).bet("dan", 10_00)
    sixteen(scene, bettors=("ann", "bob"))
    (may,) = (one for one in legal(scene.table, DEALER) if one.command == "DrawHotSpot")
    assert may.fields["box"] == OneOf((1, 2, 3, 4, 5, 6, 7))
    for wrong in (0, 8, -1):
        assert scene.refused(cmd.DrawHotSpot(by=DEALER, box=wrong)) == "no_such_box"
    assert scene.refused(cmd.DrawHotSpot(by="ann", box=box)) == "not_your_office"
    person = {1: "ann", 2: "bob"}.get(box, "")
    spin(scene, 0, 0, person, box)
    assert {one.person: one.paid for one in scene.settled("xtreme")} == paid
    assert [event.box for event in scene.happened(HotSpotDrawn)] == [box]
    assert len(scene.happened(WheelSpun)) == (1 if person else 0)
    assert scene.table.hot_spot == 0


@pytest.mark.clause("maryland 12.E(1)")
def test_everybody_sees_the_hot_spot_and_the_community_wheel() -> None:
    scene = sixteen(table_of(["200"], ["25", "30"], FOUR), bettors=("ann", "bob"))
    scene.do(cmd.DrawHotSpot(by=DEALER, box=5))
    scene.do(cmd.SpinCommunity(by=DEALER, wager=5_00, stop=1))
    for who in ("ann", "bob", "eve", DEALER):
        seen = view(scene.table, who)
        assert (seen.hot_spot, seen.community_stops) == (5, ((5_00, 1),))


@pytest.mark.clause("maryland 12.E(2)")
def test_the_community_wheel_turns_once_and_stops_on_a_stop() -> None:
    scene = sixteen(table_of(["200"], ["25", "30"], FOUR), bettors=("ann", "bob"))
    scene.do(cmd.DrawHotSpot(by=DEALER, box=5))
    assert scene.refused(cmd.SpinCommunity(by=DEALER, wager=5_00, stop=2)) == "wheel_stop"
    assert scene.refused(cmd.SpinCommunity(by=DEALER, wager=5_00, stop=-1)) == "wheel_stop"
    assert scene.refused(cmd.SpinCommunity(by=DEALER, wager=1_00, stop=0)) == "not_now"
    assert scene.refused(cmd.Spin(by=DEALER, box=2, person="bob", kind="xtreme", stop=0)) == "not_now"
    scene.do(cmd.SpinCommunity(by=DEALER, wager=5_00, stop=1))
    assert scene.refused(cmd.SpinCommunity(by=DEALER, wager=5_00, stop=1)) == "not_now"
    scene.house()
    assert [one.paid for one in scene.settled("xtreme")] == [30_00, 30_00]


@pytest.mark.clause("maryland 12.E(1)")
def test_read_as_a_drawn_bettor_the_hot_spot_is_a_box_with_the_wager() -> None:
    scene = read_as("drawn_bettor", ["200"], ["25"], FOUR).bet("dan", 10_00)
    sixteen(scene, bettors=("ann", "bob"))
    for box in (3, 4, 7):
        assert scene.refused(cmd.DrawHotSpot(by=DEALER, box=box)) == "no_such_box"
    spin(scene, 0, 0, "ann", 1)
    assert {one.person: one.paid for one in scene.settled("xtreme")} == {"ann": 200_00, "bob": 25_00}


@pytest.mark.clause("maryland 12.E(1)")
def test_of_two_people_on_the_hot_spot_the_first_turns_the_prize_wheel() -> None:
    """No Maryland box takes two people: a table outside the book."""
    people = {"ann": 1_000_00, "bob": 1_000_00}
    scene = Scene("maryland", people=people, outside={"people_on_box": 3})
    scene.do(cmd.Consent(by="ann", person="bob"))
    for name in ("ann", "bob"):
        scene.bet(name, 10_00, box=1).bet(name, 5_00, "xtreme", box=1)
    scene.deal(dealt(scene, ["9s 9d"], "6c Kh 5d"), steps=0)
    scene.house()
    scene.do(cmd.Stand(by="ann"))
    house_until(scene, cmd.DrawHotSpot)
    scene.do(cmd.DrawHotSpot(by=DEALER, box=1))
    scene.house()
    why = {one.person: one.why.partition(".")[0] for one in scene.settled("xtreme")}
    assert why == {"ann": "xtreme_wheel", "bob": "xtreme_community"}
