"""Bonus Spin and Xtreme 16 of maryland for $1 and for $5 at one table: each bettor's own amount, paytable,
wheel and community pay, and one meter for all."""

from typing import Any

import pytest
from payout_scenes import Submitted, all_stand, cited, dealt, house_until, refusal_of, submitted

from explore import check_accepts_exactly_legal
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import Submission
from spanish21.errors import BadInput, BadRules
from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.game.due import due
from spanish21.game.events import CommunityWheelSpun, MeterMoved, WheelSpun
from spanish21.game.moves.choices import OneOf
from spanish21.game.rules import settings_of
from spanish21.game.table import DEALER
from spanish21.game.view import view
from spanish21.notation import read, write
from spanish21.notation.opening_tables import rules_lines

THREE = {"ann": 1_000_00, "bob": 1_000_00, "eve": 1_000_00}
ONE_DOLLAR = ["jackpot", "50", "250+100", "100+20", "30+3"]
FIVE_DOLLARS = ["jackpot", "50", "500+100", "200+50", "100+15"]
METER = (6_000_00, 5_500_00, (10, 100))


def spin_submission(reading: str = "by_rank", **changes: Any) -> Submission:
    given: dict[str, Any] = {
        "wheels": {"spin_B": ONE_DOLLAR, "spin_D": FIVE_DOLLARS},
        "meters": {"spin": METER},
        "spin_paytable": ["B", "D"],
    }
    submission = submitted("maryland", **{**given, **changes})
    submission.rulings["spin-mixed-community"] = reading
    return submission


def two_bettors(reading: str = "by_rank") -> Submitted:
    """Ann has $1 on Bonus Spin, Bob $5, Eve none."""
    scene = Submitted(spin_submission(reading), THREE)
    for name in THREE:
        scene.bet(name, 10_00)
    return scene.bet("ann", 1_00, "spin").bet("bob", 5_00, "spin")  # type: ignore[return-value]


def turn(scene: Submitted, hands: list[str], stop: int) -> Submitted:
    """The Blackjack among the hands turns its wheel, which stops there."""
    scene.deal(dealt(scene, hands, "9c 9h"), steps=0)
    while not isinstance(spin := due(scene.table), cmd.Spin):
        if spin is None:
            scene.do(cmd.Stand(by=scene.table.boxes[scene.table.turn_box].stakes[0].person))
        else:
            scene.house(1)
    scene.do(cmd.Spin(by=DEALER, box=spin.box, person=spin.person, kind="spin", stop=stop))
    return all_stand(scene.house())  # type: ignore[return-value]


@pytest.mark.clause("maryland 6.G(2)")
def test_a_bettor_chooses_between_the_two_amounts() -> None:
    scene = Submitted(spin_submission(), THREE).bet("ann", 10_00)
    offered = [one for one in legal(scene.table, "ann") if one.fields.get("kind") == OneOf(("spin",))]
    assert {one.fields["amount"] for one in offered} == {OneOf((1_00, 5_00))}  # in chips or in cash
    for wrong in (0, 50, 1_50, 2_00, 4_50, 6_00, 10_00):
        place = cmd.PlaceWager(by="ann", box=1, amount=wrong, kind="spin")
        assert scene.refused(place) == "side_wager_amount"
        check_accepts_exactly_legal(scene.table, place)
    for right in (1_00, 5_00):
        check_accepts_exactly_legal(scene.table, cmd.PlaceWager(by="ann", box=1, amount=right, kind="spin"))
    scene.bet("ann", 5_00, "spin")
    assert view(scene.table, "eve").boxes[0].stakes[0].sides == {"spin": 5_00}
    again = cmd.PlaceWager(by="ann", box=1, amount=1_00, kind="spin")
    assert scene.refused(again) == "side_wager_amount"


@pytest.mark.clause("maryland 6.G(2)")
def test_somebody_with_a_dollar_left_is_offered_the_dollar() -> None:
    scene = Submitted(spin_submission(), {"ann": 12_00}).bet("ann", 10_00)
    place = cmd.PlaceWager(by="ann", box=1, amount=5_00, kind="spin")
    assert scene.refused(place) == "not_enough_chips"
    scene.bet("ann", 1_00, "spin")


@pytest.mark.clause("maryland 6.G(2)", "maryland 12.D(5)")
@pytest.mark.parametrize(
    ("hands", "paid", "ids"),
    [
        (["As Kd", "9s 9d", "8c 8d"], ("ann", 50_00), ("12.D(2)(e)",)),
        (["9s 9d", "As Kd", "8c 8d"], ("bob", 50_00), ("12.D(4)(j)",)),
    ],
)
def test_the_wheel_is_that_of_the_bettors_own_amount(
    hands: list[str], paid: tuple[str, int], ids: tuple[str, ...]
) -> None:
    scene = turn(two_bettors(), hands, 1)
    (won,) = (one for one in scene.settled("spin") if one.paid)
    assert (won.person, won.paid) == paid
    assert cited(scene, won.why) == ids
    assert [event.wager for event in scene.happened(WheelSpun)] == [won.collected]


@pytest.mark.clause("maryland 12.D(8)(a)", "maryland 12.D(9)", "maryland 12.D(10)")
@pytest.mark.parametrize(
    ("stop", "to_bob", "to_ann"), [(2, 100_00, 100_00), (3, 50_00, 20_00), (4, 15_00, 3_00)]
)
def test_a_pair_pays_another_bettor_by_the_pair_of_that_rank_in_their_own_table(
    stop: int, to_bob: int, to_ann: int
) -> None:
    scene = turn(two_bettors(), ["As Kd", "9s 9d", "8c 8d"], stop)
    assert [(one.person, one.paid) for one in scene.bonuses("community")] == [("bob", to_bob)]
    (why,) = {one.why for one in scene.bonuses("community")}
    assert cited(scene, why) == (f"12.D(10)(b)({'i' * (stop - 1)})",)
    scene = turn(two_bettors(), ["9s 9d", "As Kd", "8c 8d"], stop)
    assert [(one.person, one.paid) for one in scene.bonuses("community")] == [("ann", to_ann)]


@pytest.mark.clause("maryland 12.D(8)(a)")
@pytest.mark.parametrize(("stop", "to_bob", "to_ann"), [(3, 20_00, 50_00), (4, 3_00, 15_00)])
def test_read_as_shown_a_pair_pays_everybody_its_second_amount(stop: int, to_bob: int, to_ann: int) -> None:
    scene = turn(two_bettors("as_shown"), ["As Kd", "9s 9d", "8c 8d"], stop)
    assert [(one.person, one.paid) for one in scene.bonuses("community")] == [("bob", to_bob)]
    scene = turn(two_bettors("as_shown"), ["9s 9d", "As Kd", "8c 8d"], stop)
    assert [(one.person, one.paid) for one in scene.bonuses("community")] == [("ann", to_ann)]


@pytest.mark.clause("maryland 12.D(6)(a)", "maryland 12.D(7)")
def test_both_amounts_feed_one_meter_and_either_wins_it() -> None:
    for hands, name in ((["As Kd", "9s 9d", "8c 8d"], "ann"), (["9s 9d", "As Kd", "8c 8d"], "bob")):
        scene = turn(two_bettors(), hands, 0)
        assert [event.amount for event in scene.happened(MeterMoved)][:2] == [6_000_10, 6_000_60]
        (won,) = (one for one in scene.settled("spin") if one.paid)
        assert (won.person, won.paid, won.meter) == (name, 6_000_60, "spin")
        assert next(one.amount for one in scene.table.meters if one.name == "spin") == 5_500_00


@pytest.mark.clause("maryland 12.D(6)(b)(iv)")
def test_the_one_meter_is_no_less_than_the_dearer_paytable_asks() -> None:
    refused = refusal_of(
        "maryland",
        wheels={"spin_B": ONE_DOLLAR, "spin_D": FIVE_DOLLARS},
        meters={"spin": (4_999_99, 5_000_00, (1, 10))},
        spin_paytable="B,D",
        spin_wager=1_00,
    )
    assert "meters.spin.initial is 4999.99; it must be at least 5000.00 (maryland 12.D(6)(b)(iv))" in refused


@pytest.mark.clause("maryland 12.D(6)(a)")
def test_a_wager_that_plays_for_a_prize_feeds_no_meter() -> None:
    wheels = {"spin_A": [("jackpot", 2_000_00), "50"], "spin_D": FIVE_DOLLARS}
    scene = Submitted(spin_submission(wheels=wheels, spin_paytable="A,D"), THREE)
    scene.bet("ann", 10_00).bet("ann", 1_00, "spin").bet("bob", 10_00).bet("bob", 5_00, "spin")
    scene.deal(dealt(scene, ["9s 9d", "8c 8d"], "9c 9h"), steps=0)
    assert [event.amount for event in scene.happened(MeterMoved)] == [6_000_50]


@pytest.mark.clause("maryland 12.D")
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"spin_paytable": ["A", "B"]}, "each is for a wager of 1.00, and an amount has one paytable"),
        ({"spin_paytable": "B,E"}, 'spin_paytable is "E"; it must be one of A, B, C, D (maryland 12.D'),
        ({"spin_paytable": []}, "spin_paytable is []; it must be one of A, B, C, D"),
        ({"spin_paytable": "B,D", "wheels": {"spin": ONE_DOLLAR}}, "wheels.spin.symbol is"),
        ({"wheels": {"spin_E": ONE_DOLLAR}}, "wheels.spin_E is not a wheel; the wheels are spin, xtreme"),
        ({"wheels": {"spin_C": ["15"]}}, 'wheels.spin_C.symbol is "15"; paytable C has jackpot, 5000'),
    ],
)
def test_a_submission_of_two_amounts_is_held_to_their_paytables(changes: dict[str, Any], says: str) -> None:
    given: dict[str, Any] = {"meters": {"spin": METER}, "wheels": {"spin": ["10"]}}
    assert says in refusal_of("maryland", **{**given, **changes})


# -- Xtreme 16 -------------------------------------------------------------------------------------


XTREME_WHEELS: dict[str, list[Any]] = {
    "xtreme_A": ["primary", "1000"],
    "xtreme_community_A": ["150", "25"],
    "xtreme_own": ["primary", ("prize", 40_00)],
    "xtreme_community_own": [("prize", 5_00), ("prize", 2_50)],
}


def xtreme_submission(**changes: Any) -> Submission:
    given: dict[str, Any] = {"wheels": XTREME_WHEELS, "xtreme_paytable": ["A", "own"]}
    submission = submitted("maryland", **{**given, **changes})
    submission.rulings["xtreme-one-dollar"] = "own_table"
    return submission


@pytest.mark.clause("maryland 6.G(3)", "maryland 12.E(5)(a)", "maryland 12.E(6)")
@pytest.mark.parametrize(
    ("box", "paid"),
    [
        (1, {"ann": 40_00, "bob": 25_00, "eve": 2_50}),
        (2, {"ann": 2_50, "bob": 1_000_00, "eve": 2_50}),
        (6, {"ann": 2_50, "bob": 25_00, "eve": 2_50}),
    ],
)
def test_each_bettor_of_xtreme_16_is_paid_by_the_wheels_of_the_own_amount(
    box: int, paid: dict[str, int]
) -> None:
    """Ann and Eve have $1 on it, Bob $5. The community wheel of an amount turns once for all who have it."""
    scene = Submitted(xtreme_submission(), THREE)
    for name, amount in (("ann", 1_00), ("bob", 5_00), ("eve", 1_00)):
        scene.bet(name, 10_00).bet(name, amount, "xtreme")
    scene.deal(dealt(scene, ["9s 9d", "9h 8d", "8h 8s"], "6c Kh 5d"), steps=0)
    scene.house()
    for name in ("ann", "bob", "eve"):
        scene.do(cmd.Stand(by=name))
    house_until(scene, cmd.DrawHotSpot)
    scene.do(cmd.DrawHotSpot(by=DEALER, box=box))
    recorded = 0
    while (wanted := due(scene.table)) is not None:
        for stop in (-1, 0, 1, 2):
            for wager in (1_00, 5_00):
                check_accepts_exactly_legal(scene.table, cmd.SpinCommunity(by=DEALER, wager=wager, stop=stop))
            for place, name in ((1, "ann"), (2, "bob"), (3, "eve")):
                check_accepts_exactly_legal(
                    scene.table, cmd.Spin(by=DEALER, box=place, person=name, kind="xtreme", stop=stop)
                )
        for spot in (0, 1, 6, 8):
            check_accepts_exactly_legal(scene.table, cmd.DrawHotSpot(by=DEALER, box=spot))
        if isinstance(wanted, cmd.SpinCommunity):
            scene.do(cmd.SpinCommunity(by=DEALER, wager=wanted.wager, stop=1))
            recorded += 1
        elif isinstance(wanted, cmd.Spin):
            scene.do(cmd.Spin(by=DEALER, box=box, person=wanted.person, kind="xtreme", stop=1))
        else:
            scene.house(1)
    assert {one.person: one.paid for one in scene.settled("xtreme")} == paid
    assert len(scene.happened(CommunityWheelSpun)) == recorded == (1 if box == 2 else 2)


@pytest.mark.clause("maryland 6.G(3)", "maryland 12.E")
def test_a_dollar_on_xtreme_16_needs_the_ruling_and_a_table_of_the_submission() -> None:
    plain = xtreme_submission()
    del plain.rulings["xtreme-one-dollar"]
    with pytest.raises(BadRules, match=r"wheels\.xtreme_own is not a wheel"):
        rules_of("maryland", plain)
    with pytest.raises(
        BadRules, match=r'xtreme_paytable is "own"; it must be one of A \(maryland 6.G\(3\)\)'
    ):
        rules_of("maryland", xtreme_paytable="own")
    both = rules_of("maryland", xtreme_submission())
    assert [(table.wager, table.paytable) for table in both.sides["xtreme"].tables] == [
        (5_00, "A"),
        (1_00, "own"),
    ]


@pytest.mark.clause("maryland 6.G(3)")
@pytest.mark.parametrize(("amount", "paytable"), [(1_00, "own"), (5_00, "A")])
def test_an_operator_chooses_a_dollar_or_five_for_xtreme_16(amount: int, paytable: str) -> None:
    wheels = {name: stops for name, stops in XTREME_WHEELS.items() if name.endswith(f"_{paytable}")}
    chosen = xtreme_submission(wheels=wheels, xtreme_paytable=paytable, xtreme_wager=amount)
    (table,) = rules_of("maryland", chosen).sides["xtreme"].tables
    assert (table.wager, table.paytable) == (amount, paytable)


# -- as text ---------------------------------------------------------------------------------------


def test_a_round_with_both_amounts_reads_back_as_written() -> None:
    """Ann has $1 on both wagers and a Blackjack, Bob $5 on both; the dealer has a 6 and a king."""
    wheels = {"spin_B": ONE_DOLLAR, "spin_D": FIVE_DOLLARS, **XTREME_WHEELS}
    rules = rules_of(
        "maryland",
        xtreme_submission(wheels=wheels, meters={"spin": METER}, spin_paytable="B,D"),
    )
    told = [
        "book maryland",
        *rules_lines(rules),
        "sit ann 1 1000.00",
        "sit bob 2 1000.00",
        *(f"bet ann 1 {wager}" for wager in ("10.00", "1.00 spin", "1.00 xtreme")),
        *(f"bet bob 2 {wager}" for wager in ("10.00", "5.00 spin", "5.00 xtreme")),
        "cards As 9s 6c Kd 9d Kh 5d",
        "spin ann 1 spin stop 3",
        "bob stands",
        "dealer draws hot spot 2",
        "spin bob 2 xtreme stop 1",
        "dealer spins community 1.00 stop 1",
    ]
    played = read("\n".join(told) + "\n")
    assert played.is_over
    assert settings_of(played.start.rules) == settings_of(rules)
    assert {person.name: person.chips for person in played.end.people} == {
        "ann": 1_000_00 + 15_00 + (100_00 - 1_00) + (2_50 - 1_00),
        "bob": 1_000_00 - 10_00 + (50_00 - 5_00) + (1_000_00 - 5_00),
    }
    again = read(write(played))
    assert again.events == played.events
    assert write(again) == write(played)
    for missing in told[-3:]:
        with pytest.raises(BadInput, match=r"drawn here|turns here|not at that step"):
            read("\n".join(line for line in told if line != missing) + "\n")
