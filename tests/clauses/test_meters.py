"""Meters: rate of progression, initial and reset amounts, and whose turn it is to be paid from them."""

from typing import Any

import pytest
from payout_scenes import Submitted, all_stand, clause, dealt, house_until, refusal_of, submitted

from scenes import Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import submission_of
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.events import MeterMoved, PayoutValidated, WagerSettled
from spanish21.game.money import amount_text
from spanish21.game.round.meters import meter_share
from spanish21.game.table import DEALER, FLOORPERSON

THREE = {"ann": 10_000_00, "bob": 10_000_00, "eve": 10_000_00}
WHEELS = {"A": ["10"], "B": ["jackpot", "10"], "C": ["40"], "D": ["jackpot", "40"]}
WAGER = {"A": 1_00, "B": 1_00, "C": 5_00, "D": 5_00}
RATE = (10, 100)


def below(least: int) -> str:
    """How a refusal says that an amount is a cent too little."""
    return f"is {amount_text(least - 1)}; it must be at least {amount_text(least)}"


def shown(scene: Scene, name: str) -> int:
    return next(meter.amount for meter in scene.table.meters if meter.name == name)


def spin_changes(table: str, initial: int, reset: int, rate: tuple[int, int] = RATE) -> dict[str, Any]:
    return {
        "wheels": {"spin": WHEELS[table]},
        "meters": {"spin": (initial, reset, rate)},
        "spin_paytable": table,
        "spin_wager": WAGER[table],
    }


def monster_changes(table: str, initial: int, reset: int, rate: tuple[int, int] = RATE) -> dict[str, Any]:
    return {"meters": {"monster": (initial, reset, rate)}, "monster_paytable": table}


# -- the least that a meter begins with and falls back to ------------------------------------------


@pytest.mark.parametrize(
    ("table", "least", "ids"),
    [
        pytest.param(
            "B",
            1_000_00,
            "12.D(6)(b)(ii)",
            marks=clause("maryland", "12.D(6)", "12.D(6)(b)", "12.D(6)(b)(ii)"),
        ),
        pytest.param(
            "D",
            5_000_00,
            "12.D(6)(b)(iv)",
            marks=clause("maryland", "12.D(6)", "12.D(6)(b)", "12.D(6)(b)(iv)"),
        ),
    ],
)
def test_the_spin_meter_of_b_and_d_begins_and_restarts_at_no_less(table: str, least: int, ids: str) -> None:
    rules = rules_of("maryland", submitted("maryland", **spin_changes(table, least, least)))
    assert (rules.meters["spin"].initial, rules.meters["spin"].reset) == (least, least)
    for part, changes in (
        ("initial", spin_changes(table, least - 1, least)),
        ("reset", spin_changes(table, least, least - 1)),
    ):
        refused = refusal_of("maryland", **changes)
        assert f"meters.spin.{part} {below(least)} (maryland {ids})" in refused


@pytest.mark.parametrize(
    ("table", "least", "ids"),
    [
        pytest.param("A", 1_000_00, "12.D(6)(b)(i)", marks=clause("maryland", "12.D(6)(b)", "12.D(6)(b)(i)")),
        pytest.param(
            "C", 5_000_00, "12.D(6)(b)(iii)", marks=clause("maryland", "12.D(6)(b)", "12.D(6)(b)(iii)")
        ),
    ],
)
def test_the_fixed_prize_of_a_and_c_is_no_less(table: str, least: int, ids: str) -> None:
    chosen = {"spin_paytable": table, "spin_wager": WAGER[table]}
    rules = rules_of("maryland", submitted("maryland", wheels={"spin": [("jackpot", least)]}, **chosen))
    assert rules.sides["spin"].tables[0].wheel[0].pays == least
    refused = refusal_of("maryland", wheels={"spin": [("jackpot", least - 1)]}, **chosen)
    assert f"wheels.spin.prize {below(least)} (maryland {ids})" in refused
    refused = refusal_of("maryland", wheels={"spin": ["jackpot"]}, **chosen)
    assert f"wheels.spin.prize is 0.00; it must be at least {amount_text(least)} (maryland {ids})" in refused


@pytest.mark.clause("maryland 12.E(3)", "maryland 12.E(3)(b)", "maryland 12.E(3)(b)(i)")
@pytest.mark.parametrize(("name", "least"), [("xtreme", 10_000_00), ("xtreme_secondary", 5_000_00)])
def test_the_meters_of_xtreme_16_begin_and_restart_at_no_less(name: str, least: int) -> None:
    rules = rules_of("maryland", submitted("maryland", meters={name: (least, least, RATE)}))
    assert (rules.meters[name].initial, rules.meters[name].reset) == (least, least)
    for part, meter in (("initial", (least - 1, least, RATE)), ("reset", (least, least - 1, RATE))):
        refused = refusal_of("maryland", meters={name: meter})
        assert f"meters.{name}.{part} {below(least)} (maryland 12.E(3)(b)(i))" in refused


@pytest.mark.parametrize(
    ("table", "least", "ids"),
    [
        pytest.param(
            table,
            least,
            f"12.D(6)(b)({numeral})",
            marks=clause("players-edge", "12.D(6)", "12.D(6)(b)", f"12.D(6)(b)({numeral})"),
        )
        for table, least, numeral in (
            ("A", 5_000_00, "i"),
            ("B", 5_000_00, "ii"),
            ("C", 1_500_00, "iii"),
            ("D", 1_500_00, "iv"),
            ("E", 1_500_00, "v"),
        )
    ],
)
def test_the_monster_meter_begins_and_restarts_at_no_less(table: str, least: int, ids: str) -> None:
    rules = rules_of("players-edge", submitted("players-edge", **monster_changes(table, least, least)))
    assert (rules.meters["monster"].initial, rules.meters["monster"].reset) == (least, least)
    for part, changes in (
        ("initial", monster_changes(table, least - 1, least)),
        ("reset", monster_changes(table, least, least - 1)),
    ):
        refused = refusal_of("players-edge", **changes)
        assert f"meters.monster.{part} {below(least)} (players-edge {ids})" in refused


# -- the submission includes the meter and its rate ------------------------------------------------


@pytest.mark.parametrize(
    ("book", "name", "kind"),
    [
        pytest.param("maryland", "spin", "spin", marks=clause("maryland", "12.D(6)", "12.D(6)(b)")),
        pytest.param("maryland", "xtreme", "xtreme", marks=clause("maryland", "12.E(3)", "12.E(3)(b)")),
        pytest.param(
            "maryland", "xtreme_secondary", "xtreme", marks=clause("maryland", "12.E(3)", "12.E(3)(b)")
        ),
        pytest.param(
            "players-edge", "monster", "monster", marks=clause("players-edge", "12.D(6)", "12.D(6)(b)")
        ),
    ],
)
def test_a_submission_that_offers_the_wager_must_describe_its_meter(book: str, name: str, kind: str) -> None:
    refused = refusal_of(book, meters={name: None})
    assert f"meters.{name} is missing" in refused
    assert f"({book} {'12.E(3)' if kind == 'xtreme' else '12.D(6)'}" in refused
    offers = [one for one in ("match", "spin", "xtreme", "monster") if one != kind and (one != "monster")]
    if book == "players-edge":
        offers = ["match"]
    rules = rules_of(book, submitted(book, meters={name: None}, offers=offers))
    assert name not in rules.meters


@pytest.mark.parametrize(
    ("book", "name", "ids"),
    [
        pytest.param("maryland", "spin", "12.D(6)(a)", marks=clause("maryland", "12.D(6)(a)")),
        pytest.param("maryland", "xtreme", "12.E(3)(a)", marks=clause("maryland", "12.E(3)(a)")),
        pytest.param("maryland", "xtreme_secondary", "12.E(3)(a)", marks=clause("maryland", "12.E(3)(a)")),
        pytest.param("players-edge", "monster", "12.D(6)(a)", marks=clause("players-edge", "12.D(6)(a)")),
    ],
)
def test_a_rate_of_progression_is_a_part_of_the_wager(book: str, name: str, ids: str) -> None:
    for rate in ((1, 1), (1, 1_000_000), (3, 7)):
        rules_of(book, submitted(book, meters={name: (20_000_00, 20_000_00, rate)}))
    for rate in ((0, 100), (101, 100), (-1, 100), (1, 0)):
        refused = refusal_of(book, meters={name: (20_000_00, 20_000_00, rate)})
        assert f"meters.{name}.rate is [{rate[0]}, {rate[1]}]" in refused
        assert ids in refused


@pytest.mark.parametrize(
    ("book", "name"),
    [
        pytest.param("maryland", "spin", marks=clause("maryland", "12.D(6)(a)")),
        pytest.param("maryland", "xtreme", marks=clause("maryland", "12.E(3)(a)")),
        pytest.param("players-edge", "monster", marks=clause("players-edge", "12.D(6)(a)")),
    ],
)
def test_a_meter_without_a_rate_is_refused(book: str, name: str) -> None:
    text = f'book = "{book}"\noperator = "X"\n[meters.{name}]\ninitial = 2000000\nreset = 2000000\n'
    with pytest.raises(BadInput, match=rf"casino\.toml: meters\.{name}: .*rate"):
        submission_of(text, "casino.toml")


# -- how a meter moves -----------------------------------------------------------------------------

MOVING = [
    pytest.param("maryland", "spin", "spin", 1_00, marks=clause("maryland", "12.D(6)(a)")),
    pytest.param("maryland", "xtreme", "xtreme", 5_00, marks=clause("maryland", "12.E(3)(a)")),
    pytest.param("maryland", "xtreme", "xtreme_secondary", 5_00, marks=clause("maryland", "12.E(3)(a)")),
    pytest.param("players-edge", "monster", "monster", 1_00, marks=clause("players-edge", "12.D(6)(a)")),
]


def lost_round(scene: Scene, kind: str, wager: int, suit: str) -> None:
    scene.bet("ann", 10_00).bet("ann", wager, kind)
    all_stand(scene.deal(dealt(scene, [f"9{suit} 8{suit}"], f"7{suit} K{suit}")))


@pytest.mark.parametrize(("book", "kind", "meter", "wager"), MOVING)
@pytest.mark.parametrize("rate", [(10, 100), (1, 3), (7, 900), (1, 1)])
def test_a_meter_takes_its_part_of_every_wager_and_carries_the_rest(
    book: str, kind: str, meter: str, wager: int, rate: tuple[int, int]
) -> None:
    scene = Submitted(submitted(book, meters={meter: (20_000_00, 20_000_00, rate)}))
    assert shown(scene, meter) == 20_000_00
    for rounds in range(1, 8):
        lost_round(scene, kind, wager, "cdhs"[rounds % 4])
        assert shown(scene, meter) == 20_000_00 + rounds * wager * rate[0] // rate[1]


@pytest.mark.parametrize(("book", "kind", "meter", "wager"), MOVING)
def test_a_meter_moves_when_the_wagers_are_closed_and_only_by_its_own_wagers(
    book: str, kind: str, meter: str, wager: int
) -> None:
    scene = Submitted(submitted(book, meters={meter: (20_000_00, 20_000_00, (10, 100))}), THREE)
    scene.bet("ann", 10_00).bet("bob", 10_00)
    all_stand(scene.deal(dealt(scene, ["9s 8d", "9h 8c"], "7c Kh")))
    assert shown(scene, meter) == 20_000_00
    scene.bet("ann", 10_00).bet("ann", wager, kind).bet("bob", 10_00).bet("bob", wager, kind)
    assert shown(scene, meter) == 20_000_00
    scene.deal(dealt(scene, ["9s 8d", "9h 8c"], "7c Kh"), steps=0)
    moved = [event.amount for event in scene.happened(MeterMoved) if event.meter == meter]
    assert moved == [20_000_00 + wager // 10, 20_000_00 + wager // 5]


# -- paid as the meter stands ----------------------------------------------------------------------


def winning(book: str, reset: int) -> Submitted:
    """Ann on box 1 and Bob on box 2 both win the whole meter, which shows 20,000 before the round."""
    if book == "maryland":
        changes = spin_changes("B", 20_000_00, reset)
        scene = Submitted(submitted("maryland", **changes), THREE)
        kind, hands, dealer = "spin", ["As Kd", "Ad Qc"], "Kc 9h"
    else:
        scene = Submitted(submitted(book, **monster_changes("A", 20_000_00, reset)), THREE)
        kind, hands, dealer = "monster", ["9h 9h", "9h 9h"], "9h 9h"
    for name in ("ann", "bob"):
        scene.bet(name, 10_00).bet(name, 1_00, kind)
    scene.deal(dealt(scene, hands, dealer), steps=0).house(3)
    while scene.table.phase != "settle":
        if scene.table.phase == "play" and scene.hand().state == "open":
            scene.do(cmd.Stand(by=scene.table.boxes[scene.table.turn_box].stakes[0].person))
        else:
            scene.house(1)
    return scene


TURN = [
    pytest.param("maryland", "spin", "12.D(7)", marks=clause("maryland", "12.D(6)(b)", "12.D(7)")),
    pytest.param("players-edge", "monster", "12.D(7)", marks=clause("players-edge", "12.D(6)(b)", "12.D(7)")),
]


@pytest.mark.parametrize(("book", "kind", "ids"), TURN)
def test_two_winners_are_paid_in_turn_each_what_the_meter_then_shows(book: str, kind: str, ids: str) -> None:
    """The dealer's right is paid first: Bob all of it, Ann what it fell back to."""
    scene = winning(book, 6_000_00)
    for name, box in (("bob", 2), ("ann", 1)):
        if kind == "spin":
            house_until(scene, cmd.Spin)
            scene.do(cmd.Spin(by=DEALER, box=box, person=name, kind="spin", stop=0))
        house_until(scene, cmd.ValidatePayout)
        scene.house(2)
    paid = [(one.person, one.paid, one.meter) for one in scene.settled(kind)]
    assert paid == [("bob", 20_000_20, kind), ("ann", 6_000_00, kind)]
    assert shown(scene, kind) == 6_000_00
    assert ids in scene.book.cite("PayoutValidated")


@pytest.mark.parametrize(("book", "kind", "ids"), TURN)
def test_a_progressive_is_paid_after_its_validation_and_then_the_meter_falls_back(
    book: str, kind: str, ids: str
) -> None:
    scene = winning(book, 6_000_00)
    if kind == "spin":
        house_until(scene, cmd.Spin)
        assert scene.refused(cmd.Settle(by=DEALER)) == "not_validated"
        scene.do(cmd.Spin(by=DEALER, box=2, person="bob", kind="spin", stop=0))
    house_until(scene, cmd.ValidatePayout)
    assert scene.refused(cmd.Settle(by=DEALER)) == "not_validated"
    assert (ids if book == "maryland" else "7.O(1)(c)") in scene.book.cite("not_validated")
    wrong = cmd.ValidatePayout(by=FLOORPERSON, box=1, person="ann", kind=kind)
    assert scene.refused(wrong) == "not_now"
    assert scene.refused(cmd.ValidatePayout(by=DEALER, box=2, person="bob", kind=kind)) == "not_your_office"
    assert shown(scene, kind) == 20_000_20
    before = len(scene.events)
    scene.do(cmd.ValidatePayout(by=FLOORPERSON, box=2, person="bob", kind=kind))
    scene.do(cmd.Settle(by=DEALER))
    told = [
        (type(event).__name__, getattr(event, "paid", getattr(event, "amount", 0)))
        for event in scene.events[before:]
        if isinstance(event, PayoutValidated | MeterMoved)
        or (isinstance(event, WagerSettled) and event.kind == kind)
    ]
    assert told == [("PayoutValidated", 0), ("WagerSettled", 20_000_20), ("MeterMoved", 6_000_00)]


@pytest.mark.clause("players-edge 12.D(7)")
def test_the_second_of_two_winners_of_a_tenth_gets_a_tenth_of_what_is_left() -> None:
    scene = Submitted(submitted("players-edge", **monster_changes("A", 10_000_00, 6_000_00)), THREE)
    for name in ("ann", "bob"):
        scene.bet(name, 10_00).bet(name, 1_00, "monster")
    all_stand(scene.deal(dealt(scene, ["9h 9d", "9h 9d"], "9d 9h")))
    assert [(one.person, one.paid) for one in scene.settled("monster")] == [
        ("bob", 1_000_02),
        ("ann", 900_01),
    ]
    assert shown(scene, "monster") == 10_000_20 - 1_000_02 - 900_01


@pytest.mark.clause("players-edge 12.D(1)(b)")
@pytest.mark.parametrize(
    ("reading", "first", "second"),
    [("down", 1_000_02, 900_02), ("up", 1_000_03, 900_03), ("up_to_chip", 1_000_50, 900_00)],
)
def test_a_share_that_is_not_a_whole_number_of_cents_is_rounded_as_the_ruling_says(
    reading: str, first: int, second: int
) -> None:
    submission = submitted("players-edge", **monster_changes("A", 10_000_05, 6_000_00))
    submission.rulings["meter-share"] = reading
    scene = Submitted(submission, THREE)
    for name in ("ann", "bob"):
        scene.bet(name, 10_00).bet(name, 1_00, "monster")
    all_stand(scene.deal(dealt(scene, ["9h 9d", "9h 9d"], "9d 9h")))
    assert [(one.person, one.paid) for one in scene.settled("monster")] == [("bob", first), ("ann", second)]
    assert shown(scene, "monster") == 10_000_25 - first - second
    assert "12.D(1)(b)" in scene.book.cite("meter_share")


@pytest.mark.clause("players-edge 12.D(1)(a)", "players-edge 12.D(1)(b)")
@pytest.mark.parametrize("reading", ["down", "up", "up_to_chip"])
def test_a_share_in_whole_cents_and_the_whole_meter_are_paid_as_they_are(reading: str) -> None:
    rules = rules_of("players-edge", **{"meter-share": reading})
    assert [meter_share(amount, share, rules) for amount, share in ((123_40, 10), (123_45, 100))] == [
        12_34,
        123_45,
    ]
    assert meter_share(1, 50, rules) <= 1  # never more than the meter holds


@pytest.mark.clause("maryland 12.E(3)(b)", "maryland 12.E(4)")
@pytest.mark.parametrize("reading", ["drawn_position", "drawn_bettor", "each_bettor"])
def test_the_meters_of_xtreme_16_pay_what_they_show_in_turn(reading: str) -> None:
    meters = {"xtreme": (20_000_00, 11_000_00, (8, 100)), "xtreme_secondary": (9_000_00, 6_000_00, (2, 100))}
    wheels = {"xtreme": ["primary", "secondary"], "xtreme_community": ["25"]}
    submission = submitted("maryland", wheels=wheels, meters=meters)
    submission.rulings["xtreme-hot-spot"] = reading
    scene = Submitted(submission, THREE)
    for name in ("ann", "bob"):
        scene.bet(name, 10_00).bet(name, 5_00, "xtreme")
    scene.deal(dealt(scene, ["9s 9d", "8s 8d"], "6c Kh 5d"), steps=0)
    scene.house()
    for _ in range(2):
        scene.do(cmd.Stand(by=scene.table.boxes[scene.table.turn_box].stakes[0].person))
    for name, box in (("bob", 2), ("ann", 1)):
        if reading != "each_bettor" and name == "bob":
            house_until(scene, cmd.DrawHotSpot)
            scene.do(cmd.DrawHotSpot(by=DEALER, box=2))
        if reading == "each_bettor" or name == "bob":
            house_until(scene, cmd.Spin)
            scene.do(cmd.Spin(by=DEALER, box=box, person=name, kind="xtreme", stop=0))
        house_until(scene, cmd.ValidatePayout)
        assert scene.refused(cmd.Settle(by=DEALER)) == "not_validated"
        scene.house(2)
    second = 11_000_00 if reading == "each_bettor" else 25_00
    assert [(e.person, e.paid) for e in scene.settled("xtreme")] == [("bob", 20_000_80), ("ann", second)]
    assert (shown(scene, "xtreme"), shown(scene, "xtreme_secondary")) == (11_000_00, 9_000_20)


@pytest.mark.clause("maryland 12.D(7)")
def test_a_blackjack_against_a_low_card_is_paid_from_the_meter_at_once() -> None:
    """It is that player's turn to be paid then, while others still decide."""
    scene = Submitted(submitted("maryland", **spin_changes("B", 20_000_00, 6_000_00)), THREE)
    scene.bet("ann", 10_00).bet("ann", 1_00, "spin").bet("bob", 10_00).bet("bob", 1_00, "spin")
    scene.deal(dealt(scene, ["As Kd", "9s 9d"], "9c 9h"), steps=0)
    house_until(scene, cmd.Spin)
    scene.do(cmd.Spin(by=DEALER, box=1, person="ann", kind="spin", stop=0))
    scene.house()
    assert scene.table.phase == "play"
    assert [(one.person, one.paid) for one in scene.settled("spin")] == [("ann", 20_000_20)]
    assert shown(scene, "spin") == 6_000_00
