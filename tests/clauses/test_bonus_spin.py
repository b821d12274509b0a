"""Bonus Spin of maryland: every symbol of paytables A to D and of their community pays, on a wheel."""

from typing import Any

import pytest
from payout_scenes import (
    Submitted,
    all_stand,
    cited,
    clause,
    dealt,
    house_until,
    in_books,
    refusal_of,
    submitted,
)

from spanish21.books.submissions.submission import rules_of
from spanish21.game import commands as cmd
from spanish21.game.events import BonusPaid, PayoutValidated, WagerSettled, WheelSpun
from spanish21.game.money import amount_text
from spanish21.game.table import DEALER, FLOORPERSON

FOUR = {"ann": 10_000_00, "bob": 10_000_00, "eve": 10_000_00, "dan": 10_000_00}
WAGER = {"A": 1_00, "B": 1_00, "C": 5_00, "D": 5_00}
PRIZE = 8_000_00
METER = {"spin": (6_000_00, 5_500_00, (10, 100))}
# Paytable, number of its clause, and dollars by symbol in the order of the clauses.
TABLES: dict[str, tuple[str, tuple[int, ...]]] = {
    "A": ("12.D(1)", (1_000, 350, 120, 50, 33, 20, 10)),
    "B": ("12.D(2)", (1_000, 350, 120, 50, 33, 15, 10)),
    "C": ("12.D(3)", (5_000, 2_500, 850, 250, 165, 100, 70, 60, 50, 40)),
    "D": ("12.D(4)", (5_000, 600, 750, 250, 115, 75, 70, 60, 50, 40)),
}
LETTERS = {
    "A": ("b", "c", "d", "e", "f", "g", "h"),
    "B": ("b", "c", "d", "e", "f", "g", "h"),
    "C": ("(b)", "(c)", "(d)", "(e)", "(f)", "(g)", "(h)", "(i)", "(j)", "(j)#2"),
    "D": ("b", "c", "d", "e", "f", "g", "h", "i", "j", "k"),
}
COMMUNITY = {
    "A": ("12.D(9)", "12.D(9)(a)", ((250, 100), (100, 20), (30, 3))),
    "B": ("12.D(9)", "12.D(9)(b)", ((250, 100), (100, 20), (30, 3))),
    "C": ("12.D(10)", "12.D(10)(a)", ((750, 100), (200, 50), (150, 15))),
    "D": ("12.D(10)", "12.D(10)(b)", ((500, 100), (200, 50), (100, 15))),
}
PAIR = {"A": "30+3", "B": "30+3", "C": "150+15", "D": "100+15"}


def jackpot(table: str) -> Any:
    return ("jackpot", PRIZE) if table in "AC" else "jackpot"


def table_of(table: str, symbols: list[Any], people: dict[str, int] | None = None) -> Submitted:
    """A table with a paytable and a wheel of these stops."""
    submission = submitted(
        "maryland", wheels={"spin": symbols}, meters=METER, spin_paytable=table, spin_wager=WAGER[table]
    )
    return Submitted(submission, people)


def blackjack_on(scene: Submitted, hand: str = "As Kd", dealer: str = "9c 9h") -> Submitted:
    """Ann has $10, the paytable's wager on Bonus Spin, and a Blackjack; the wheel is to turn."""
    scene.bet("ann", 10_00).bet("ann", scene.rules.sides["spin"].tables[0].wager, "spin")
    scene.deal(dealt(scene, [hand], dealer), steps=0)
    house_until(scene, cmd.Spin)
    return scene


def spin(scene: Submitted, stop: int, person: str = "ann", box: int = 1) -> Submitted:
    """The wheel stops there, and the round goes on to its end."""
    scene.do(cmd.Spin(by=DEALER, box=box, person=person, kind="spin", stop=stop))
    return all_stand(scene.house())  # type: ignore[return-value]


def symbols() -> list[Any]:
    params = []
    for table, (ids, amounts) in TABLES.items():
        for letter, amount in zip(LETTERS[table], amounts, strict=True):
            full = ids + (letter if "(" in letter else f"({letter})")
            params.append(
                pytest.param(
                    table, amount, full, marks=clause("maryland", "12.D", ids, full, "12.D(5)"), id=full
                )
            )
    return params


@pytest.mark.parametrize(("table", "amount", "ids"), symbols())
def test_a_symbol_pays_its_amount(table: str, amount: int, ids: str) -> None:
    """On a wheel of that symbol beside two others; the wager is not returned."""
    scene = blackjack_on(table_of(table, [jackpot(table), PAIR[table], str(amount)]))
    spin(scene, 2)
    (settled,) = scene.settled("spin")
    assert (settled.result, settled.paid) == ("won", amount * 100)
    assert (settled.collected, settled.returned, settled.meter) == (WAGER[table], 0, "")
    assert scene.gained() == 15_00 + amount * 100 - WAGER[table]
    assert cited(scene, settled.why) == (ids,)
    assert scene.happened(BonusPaid) == []


@pytest.mark.parametrize(
    ("table", "ids"),
    [
        pytest.param("A", "12.D(1)(a)", marks=clause("maryland", "12.D(1)", "12.D(1)(a)")),
        pytest.param("C", "12.D(3)(a)", marks=clause("maryland", "12.D(3)", "12.D(3)(a)")),
    ],
)
def test_the_jackpot_symbol_of_a_and_c_pays_the_whole_fixed_prize(table: str, ids: str) -> None:
    scene = spin(blackjack_on(table_of(table, [PAIR[table], ("jackpot", PRIZE)])), 1)
    (settled,) = scene.settled("spin")
    assert (settled.result, settled.paid, settled.meter) == ("won", 8_000_00, "")
    assert scene.gained() == 15_00 + 8_000_00 - WAGER[table]
    assert cited(scene, settled.why) == (ids,)
    assert "spin" not in scene.rules.meters


@pytest.mark.parametrize(
    ("table", "shown", "ids"),
    [
        pytest.param("B", 6_000_10, "12.D(2)(a)", marks=clause("maryland", "12.D(2)", "12.D(2)(a)")),
        pytest.param("D", 6_000_50, "12.D(4)(a)", marks=clause("maryland", "12.D(4)", "12.D(4)(a)")),
    ],
)
def test_the_jackpot_symbol_of_b_and_d_pays_the_whole_progressive(table: str, shown: int, ids: str) -> None:
    scene = spin(blackjack_on(table_of(table, [PAIR[table], "jackpot"])), 1)
    (settled,) = scene.settled("spin")
    assert (settled.result, settled.paid, settled.meter) == ("won", shown, "spin")
    assert scene.gained() == 15_00 + shown - WAGER[table]
    assert cited(scene, settled.why) == (ids,)
    assert next(meter.amount for meter in scene.table.meters if meter.name == "spin") == 5_500_00


@pytest.mark.clause("maryland 12.D(5)")
@pytest.mark.parametrize(("stop", "paid"), [(0, 10_00), (1, 1_000_00), (2, 33_00), (3, 10_00)])
def test_the_player_gets_what_the_wheel_lands_on(stop: int, paid: int) -> None:
    scene = blackjack_on(table_of("B", ["10", "1000", "33", "10"]))
    wrong = {
        "beyond the wheel": cmd.Spin(by=DEALER, box=1, person="ann", kind="spin", stop=4),
        "before the wheel": cmd.Spin(by=DEALER, box=1, person="ann", kind="spin", stop=-1),
    }
    assert {scene.refused(command) for command in wrong.values()} == {"wheel_stop"}
    spin(scene, stop)
    assert [(event.person, event.stop) for event in scene.happened(WheelSpun)] == [("ann", stop)]
    assert scene.settled("spin")[0].paid == paid


@pytest.mark.clause("maryland 12.D", "maryland 12.D(5)")
def test_the_wheel_turns_once_and_before_anything_is_paid_on_the_wager() -> None:
    scene = blackjack_on(table_of("B", ["10", "1000"]))
    assert scene.settled("spin") == []
    assert scene.refused(cmd.ValidatePayout(by=FLOORPERSON, box=1, person="ann", kind="spin")) == "not_now"
    assert scene.refused(cmd.Settle(by=DEALER)) == "not_validated"
    turn = cmd.Spin(by=DEALER, box=1, person="ann", kind="spin", stop=0)
    scene.do(turn)
    assert scene.refused(turn) == "not_now"
    scene.house()
    names = [
        type(e).__name__
        for e in scene.events[scene.mark :]
        if isinstance(e, WheelSpun | PayoutValidated) or (isinstance(e, WagerSettled) and e.kind == "spin")
    ]
    assert names == ["WheelSpun", "PayoutValidated", "WagerSettled"]


@pytest.mark.clause("maryland 12.D")
@pytest.mark.parametrize("hand", ["As 9d", "Ks Qd", "7s 7d"])
def test_without_a_blackjack_the_wheel_does_not_turn_and_the_wager_is_lost(hand: str) -> None:
    scene = table_of("B", ["10", "1000"]).bet("ann", 10_00).bet("ann", 1_00, "spin")
    all_stand(scene.deal(dealt(scene, [hand], "9c 9h")))
    assert scene.happened(WheelSpun) == []
    (settled,) = scene.settled("spin")
    assert (settled.result, settled.collected, settled.paid) == ("lost", 1_00, 0)


# -- which paytable --------------------------------------------------------------------------------


@pytest.mark.clause(
    "maryland 12.D", "maryland 12.D(1)", "maryland 12.D(2)", "maryland 12.D(3)", "maryland 12.D(4)"
)
def test_the_spin_paytables_are_a_to_d() -> None:
    for table in "ABCD":
        table_of(table, [PAIR[table]])
    for table in ("E", "", "a"):
        refused = refusal_of("maryland", wheels={"spin": ["10"]}, spin_paytable=table)
        assert "one of A, B, C, D (maryland 12.D, 12.D(1), 12.D(2)" in refused


@pytest.mark.parametrize(
    ("table", "foreign"),
    [
        pytest.param("A", ["15", "5000", "40"], marks=clause("maryland", "12.D(1)")),
        pytest.param("B", ["20", "5000", "750+100"], marks=clause("maryland", "12.D(2)")),
        pytest.param("C", ["1000", "600", "500+100"], marks=clause("maryland", "12.D(3)")),
        pytest.param("D", ["2500", "850", "165", "750+100"], marks=clause("maryland", "12.D(4)")),
    ],
)
def test_a_wheel_holds_no_symbol_of_another_paytable(table: str, foreign: list[str]) -> None:
    ids = TABLES[table][0]
    for symbol in foreign:
        refused = refusal_of(
            "maryland",
            wheels={"spin": [symbol]},
            meters=METER,
            spin_paytable=table,
            spin_wager=WAGER[table],
        )
        assert f'wheels.spin.symbol is "{symbol}"; paytable {table} has ' in refused
        assert f"(maryland {ids}(a), {ids}(b), {ids}(c))" in refused


# -- community pay ---------------------------------------------------------------------------------


def community_symbols() -> list[Any]:
    params = []
    for table, (stake, ids, pairs) in COMMUNITY.items():
        for numeral, pair in zip(("i", "ii", "iii"), pairs, strict=True):
            full = f"{ids}({numeral})"
            marks = clause("maryland", "12.D(8)", "12.D(8)(b)", stake, ids, full)
            params.append(pytest.param(table, pair, full, marks=marks, id=full))
    return params


@pytest.mark.parametrize(("table", "pair", "ids"), community_symbols())
def test_a_pair_of_amounts_pays_the_spinner_the_first_and_every_other_bettor_the_second(
    table: str, pair: tuple[int, int], ids: str
) -> None:
    """Bob has lost the wager, Eve has not made it, Dan has no wager at all."""
    own, others = pair
    scene = table_of(table, [jackpot(table), str(TABLES[table][1][-1]), f"{own}+{others}"], FOUR)
    scene.bet("ann", 10_00).bet("bob", 10_00).bet("bob", WAGER[table], "spin").bet("eve", 10_00)
    scene.bet("ann", WAGER[table], "spin")
    scene.deal(dealt(scene, ["As Kd", "9s 9d", "8c 8d"], "9c 9h"), steps=0)
    house_until(scene, cmd.Spin)
    spin(scene, 2)
    (settled,) = scene.settled("spin", "ann")
    assert settled.paid == own * 100
    assert cited(scene, settled.why) == (ids,)
    paid = scene.bonuses("community")
    assert [(one.person, one.paid) for one in paid] == [("bob", others * 100)]
    assert cited(scene, paid[0].why) == (ids,)
    assert scene.gained("ann") == 15_00 - WAGER[table] + own * 100
    assert scene.gained("bob") == -WAGER[table] + others * 100
    assert scene.gained("eve") == -10_00
    assert scene.gained("dan") == 0


@pytest.mark.clause("maryland 12.D(8)")
@pytest.mark.parametrize(
    ("reading", "paid"),
    [("other_people", [("bob", 1)]), ("every_wager", [("ann", 3), ("bob", 1)])],
)
def test_a_pair_pays_the_winners_own_second_box_only_where_the_ruling_says_so(
    reading: str, paid: list[tuple[str, int]]
) -> None:
    submission = submitted("maryland", wheels={"spin": ["30+3"]}, meters=METER, spin_paytable="B")
    submission.rulings["community-own-boxes"] = reading
    scene = Submitted(submission, {"bob": 10_000_00, "ann": 10_000_00})
    for name, box in (("bob", 1), ("ann", 2), ("ann", 3)):
        scene.bet(name, 10_00, box=box).bet(name, 1_00, "spin", box=box)
    scene.deal(dealt(scene, ["9s 9d", "As Kd", "8c 8d"], "9c 9h"))
    scene.do(cmd.Stand(by="bob"))
    house_until(scene, cmd.Spin)
    spin(scene, 0, box=2)
    assert [(one.person, one.box) for one in scene.bonuses("community")] == paid
    assert {one.paid for one in scene.bonuses("community")} == {3_00}
    assert "12.D(8)" in scene.book.cite("spin_own_boxes")


@pytest.mark.clause("maryland 12.D(8)")
def test_a_symbol_of_one_amount_pays_nothing_to_the_others() -> None:
    scene = table_of("B", ["250+100", "1000"], FOUR)
    scene.bet("ann", 10_00).bet("ann", 1_00, "spin").bet("bob", 10_00).bet("bob", 1_00, "spin")
    scene.deal(dealt(scene, ["As Kd", "9s 9d"], "9c 9h"), steps=0)
    house_until(scene, cmd.Spin)
    spin(scene, 1)
    assert scene.settled("spin", "ann")[0].paid == 1_000_00
    assert scene.bonuses("community") == []


@pytest.mark.clause("maryland 12.D(8)", "maryland 12.D(8)(a)")
def test_another_bettor_is_paid_for_each_wager_on_it_and_the_spinner_for_none() -> None:
    scene = table_of("B", ["10", "100+20"], {"ann": 10_000_00, "bob": 10_000_00})
    for name, box in (("ann", 1), ("bob", 2), ("bob", 3)):
        scene.bet(name, 10_00, box=box).bet(name, 1_00, "spin", box=box)
    scene.deal(dealt(scene, ["As Kd", "9s 9d", "8s 8d"], "9c 9h"), steps=0)
    house_until(scene, cmd.Spin)
    spin(scene, 1)
    paid = [(one.box, one.person, one.paid) for one in scene.bonuses("community")]
    assert paid == [(3, "bob", 20_00), (2, "bob", 20_00)]


@pytest.mark.clause("maryland 12.D(8)(a)")
def test_a_wager_that_went_back_earns_no_community_pay() -> None:
    scene = table_of("B", ["10", "100+20"], FOUR)
    for name in ("ann", "bob", "eve"):
        scene.bet(name, 10_00).bet(name, 1_00, "spin")
    scene.deal("As 9s 9c Kd 8d 8s 9h", steps=0)
    scene.do(cmd.Deal(by=DEALER, count=1))
    scene.do(cmd.SkipBox(by=DEALER))
    scene.do(cmd.Deal(by=DEALER, count=3))
    scene.do(cmd.SkipBox(by=DEALER))
    assert [one.result for one in scene.settled("spin", "bob")] == ["void"]
    house_until(scene, cmd.Spin)
    spin(scene, 1)
    assert [(one.person, one.paid) for one in scene.bonuses("community")] == [("eve", 20_00)]


@pytest.mark.clause("maryland 12.D(8)")
def test_of_two_who_spin_each_gets_the_others_community_pay() -> None:
    scene = table_of("D", ["500+100", "200+50"], FOUR)
    for name in ("ann", "bob", "eve"):
        scene.bet(name, 10_00).bet(name, 5_00, "spin")
    scene.deal(dealt(scene, ["As Kd", "Ad Qc", "9s 9d"], "Kc 9h"), steps=0)
    for stop in (0, 1):
        due = house_until_with_standing(scene)
        scene.do(cmd.Spin(by=DEALER, box=due.box, person=due.person, kind="spin", stop=stop))
    all_stand(scene.house())
    assert {one.person: one.paid for one in scene.settled("spin") if one.paid} == {
        "bob": 500_00,
        "ann": 200_00,
    }
    paid = [(one.person, one.paid) for one in scene.bonuses("community")]
    assert paid == [("eve", 100_00), ("ann", 100_00), ("eve", 50_00), ("bob", 50_00)]


def house_until_with_standing(scene: Submitted) -> cmd.Spin:
    """The spin that is due, once those who still decide have stood."""
    scene.house(0)
    while scene.table.phase != "settle":
        if scene.table.phase == "play" and scene.hand().state == "open":
            scene.do(cmd.Stand(by=scene.table.boxes[scene.table.turn_box].stakes[0].person))
        else:
            scene.house(1)
    due = house_until(scene, cmd.Spin)
    assert isinstance(due, cmd.Spin)
    return due


@pytest.mark.clause("maryland 12.D(8)(a)", "maryland 12.D(9)", "maryland 12.D(10)")
@pytest.mark.parametrize(
    ("table", "wager", "other"), [("A", 1_00, 5_00), ("B", 1_00, 5_00), ("C", 5_00, 1_00), ("D", 5_00, 1_00)]
)
def test_the_community_table_goes_with_the_receivers_own_wager(table: str, wager: int, other: int) -> None:
    """$1 goes with A or B and $5 with C or D, for the submission and for everybody at the table."""
    refused = refusal_of(
        "maryland", wheels={"spin": [PAIR[table]]}, meters=METER, spin_paytable=table, spin_wager=other
    )
    says = f"spin_wager is {amount_text(other)}; paytable {table} is for a wager of {amount_text(wager)}"
    assert f"{says} (maryland 12.D" in refused
    assert "12.D(9), 12.D(10)" in refused
    scene = table_of(table, [PAIR[table]]).bet("ann", 10_00)
    assert (
        scene.refused(cmd.PlaceWager(by="ann", box=1, amount=wager - 50, kind="spin")) == "side_wager_amount"
    )
    assert (
        scene.refused(cmd.PlaceWager(by="ann", box=1, amount=wager + 50, kind="spin")) == "side_wager_amount"
    )
    scene.bet("ann", wager, "spin")
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=wager, kind="spin")) == "side_wager_amount"


@pytest.mark.parametrize("book", in_books("12.D(8)(b)", books=("maryland",)))
def test_what_the_community_gets_is_designated_in_the_submission(book: str) -> None:
    """The stops of the wheel stand in the submission; without one the wager cannot be offered."""
    assert "wheels.spin is missing; it needs at least one stop of " in refusal_of(book, wheels={"spin": []})
    assert "(maryland 12.D(" in refusal_of(book, wheels={"spin": []})
    (both,) = table_of("B", ["250+100", "30+3"]).rules.sides["spin"].tables
    assert [(stop.symbol, stop.pays, both.pairs[stop.pair - 1].pays) for stop in both.wheel] == [
        ("250+100", 250_00, 100_00),
        ("30+3", 30_00, 3_00),
    ]
    rules_of(book, submitted(book, wheels={"spin": []}, offers=["match", "xtreme"]))
