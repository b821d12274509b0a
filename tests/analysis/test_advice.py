"""Advice on full shoes: against the analysis of the table, and blind to every card that nobody has seen."""

import random
import subprocess
import sys
import time
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from explore import Walk, everybody, some_rules, with_unseen_shuffled
from scenes import BOOKS, Scene
from spanish21.analysis.advice.advice import INSURANCE, NOT_PRICED, PRICED, WAIT, Advice, advise
from spanish21.analysis.hands.rule_terms import FixedMoney
from spanish21.analysis.hands.shoe_counts import full_shoe, shoe_without
from spanish21.analysis.worth.insurance_worth import insurance_by_hand
from spanish21.analysis.worth.table_edge import Edge, edge
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.cards import card, cards
from spanish21.game.decide import is_legal, legal
from spanish21.game.hands import is_two_card_21, value
from spanish21.game.pays import taken_by_blackjack
from spanish21.game.rules import what_if
from spanish21.game.states import HandState
from spanish21.game.table import DEALER, Table
from spanish21.game.words import BlackjackTakes
from spanish21.strategy import OPTIONS, hand_state

EXACT = 1e-12
NAMES = {"Stand": "stand", "Draw": "hit", "Double": "double", "Split": "split", "Surrender": "surrender"}
WAGER = 25_00


def dealt(book: str, hand: str, up: str, wager: int = WAGER, **choices: Any) -> Scene:
    """A full table's first round: one box with these cards against an up card, insurance declined."""
    scene = Scene(book, real=True, **choices)
    first, second = hand.split()
    scene.bet("ann", wager)
    scene.do(cmd.CloseWagers(by=DEALER))
    scene.do(cmd.Deal(by=DEALER, cards=cards(f"{first} {up} {second}")))
    if scene.rules.hole_card:
        scene.do(cmd.Deal(by=DEALER, cards=(0,)))
    if scene.table.phase == "insurance":
        scene.do(cmd.DeclineInsurance(by="ann", box=1))
        scene.do(cmd.CloseInsurance(by=DEALER))
    if scene.table.phase == "reader":
        scene.do(cmd.InsertHoleCard(by=DEALER, answer=False))
    return scene.house()


def by_name(advice: Advice) -> dict[str, float]:
    """The values in wagers; of a double for less and in full, the full one."""
    found: dict[str, float] = {}
    for option in advice.options:
        name = type(option.command).__name__
        if option.per_wager is not None and not (name == "Double" and found.get("double") is not None):
            found[NAMES[name]] = option.per_wager
        if name == "Double" and getattr(option.command, "amount", 0) >= WAGER:
            assert option.per_wager is not None
            found["double"] = option.per_wager
    return found


def said(found: Edge, hand: tuple[int, ...], up_card: int) -> dict[str, float]:
    """What the analysis of the table says of two cards: given no Blackjack, or with one counted."""
    up = value(up_card)
    state = hand_state(hand, up_card)
    values = dict(zip(OPTIONS, found.option[:, state, up].tolist(), strict=False))
    if value(hand[0]) == value(hand[1]):
        suit = up_card & 3 if 6 <= up <= 8 else 4
        values["split"] = float(found.by_suits[value(hand[0]), up, hand[0] & 3, hand[1] & 3, suit])
    free = float(found.no_blackjack[state, up])
    reader = found.rules.hole_card and found.rules.card_reader
    whole = {name: one / free if reader else one - (1.0 - free) for name, one in values.items()}
    return {name: one for name, one in whole.items() if one == one}


HANDS = ("8s 8h", "8h 8s", "7s 7s", "7d 7c", "6s 7s", "6d 8h", "6h 6s", "Ad Ac", "Kd Qc", "5h 6c", "9s 7d")
HANDS += ("Ah 7h", "2c 3d")
UPS = ("Ad", "Kh", "7s", "6c", "2d", "9h")


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_of_two_cards_is_worth_what_the_analysis_of_the_table_says(book: str) -> None:
    found = edge(Scene(book).rules, money=FixedMoney(WAGER))
    for hand in HANDS:
        for up in UPS:
            scene = dealt(book, hand, up)
            expected = said(found, cards(hand), card(up))
            given = by_name(advise(scene.table, "ann"))
            assert given.keys() == expected.keys()
            for name, worth in given.items():
                assert worth == pytest.approx(expected[name], abs=EXACT), (hand, up, name)


KINDS = cards("Ad 2d 3d 4d 5d 9d Kd 6c 6d 6h 6s 7c 7d 7h 7s 8c 8d 8h 8s")


def ways_of(kinds: tuple[int, ...], shoe: Counter[int]) -> list[tuple[tuple[int, int], int]]:
    """Every two cards of these kinds and in how many ways they are dealt; a kind stands for its value."""
    left = {one: sum(n for other, n in shoe.items() if alike(one, other)) for one in kinds}
    pairs: dict[tuple[int, int], int] = {}
    for first in kinds:
        for second in kinds:
            # Which card of a pair came first decides whose hand is split again first.
            ordered = value(first) == value(second) or first < second
            pair = (first, second) if ordered else (second, first)
            pairs[pair] = pairs.get(pair, 0) + left[first] * (left[second] - (first == second))
    return list(pairs.items())


def alike(one: int, other: int) -> bool:
    return one == other or (value(one) == value(other) and not 6 <= value(one) <= 8)


@pytest.mark.parametrize(("book", "up"), list(zip(BOOKS, ("2d", "Kh", "Ad", "3c", "9h"), strict=True)))
def test_the_best_options_of_all_two_cards_add_up_to_what_the_up_card_is_worth(book: str, up: str) -> None:
    rules = Scene(book).rules
    found = edge(rules, money=FixedMoney(WAGER))
    shoe = Counter({one: rules.decks for one in range(4, 56) if one >> 2 != 10})
    shoe[card(up)] -= 1
    size = sum(shoe.values())
    start = dealt(book, "2c 3d", up).table
    mean = 0.0
    for (first, second), ways in ways_of(KINDS, shoe):
        if is_two_card_21(first, second):
            worth = rules.pays_by_kind[1][0] / rules.pays_by_kind[1][1]
        else:
            best = advise(holding(start, (first, second)), "ann").best
            assert best is not None
            assert best.per_wager is not None
            worth = best.per_wager
            if start.reader_answered:
                free = found.no_blackjack[hand_state((first, second), card(up)), value(card(up))]
                worth = worth * free - (1.0 - free)
        mean += ways / (size * (size - 1)) * worth
    assert mean == pytest.approx(found.by_up[value(card(up))], abs=EXACT)


def holding(table: Table, hand: tuple[int, ...]) -> Table:
    """The same table with other cards in the only hand."""
    box = table.boxes[0]
    laid = replace(
        box.hands[0],
        cards=hand,
        hard=sum(map(value, hand)),
        aces=sum(one >> 2 == 1 for one in hand),
    )
    return replace(table, boxes=(replace(box, hands=(laid,), first_two=hand[:2]),))


@pytest.mark.parametrize("book", BOOKS)
def test_advice_lists_exactly_the_decisions_that_are_legal_and_sees_no_unseen_card(book: str) -> None:
    priced = unpriced = 0
    for seed in range(2):
        chance = random.Random(f"{book} {seed}")
        walk = Walk(some_rules(book, chance), chance)
        for _ in range(300):
            walk.step(0.03)
            if walk.table.phase not in ("play", "insurance"):
                continue
            other = with_burn_cards_changed(with_unseen_shuffled(walk.table, chance.shuffle), chance)
            for who in everybody(walk.table):
                for memory in ("round", "shoe"):
                    advice = advise(walk.table, who, memory)  # type: ignore[arg-type]
                    assert advise(other, who, memory) == advice  # type: ignore[arg-type]
                check_covers_legal(walk.table, who, advice)
                priced += sum(option.value is not None for option in advice.options)
                unpriced += sum(option.value is None for option in advice.options)
    assert priced > 100
    assert unpriced < priced / 5


def with_burn_cards_changed(table: Table, chance: random.Random) -> Table:
    """The same table, the cards that went into the rack face down exchanged with some still in the shoe."""
    shoe, rack, face_down = list(table.shoe), list(table.rack), list(table.face_down)
    for place, one in enumerate(face_down):
        if not one.shown and (one.card,) in rack and table.dealt < len(shoe):
            at = chance.randrange(table.dealt, len(shoe))
            rack[rack.index((one.card,))], face_down[place] = (shoe[at],), replace(one, card=shoe[at])
            shoe[at] = one.card
    return replace(table, rack=tuple(rack), shoe=tuple(shoe), face_down=tuple(face_down))


def check_covers_legal(table: Table, who: str, advice: Advice) -> None:
    decisions = [one for one in legal(table, who) if one.command in (*PRICED, *INSURANCE, *NOT_PRICED)]
    commands = [option.command for option in advice.options if option.command is not None]
    assert {type(one).__name__ for one in commands} == {one.command for one in decisions}
    assert all(is_legal(table, one) for one in commands)
    values = [option.value for option in advice.options if option.value is not None]
    if table.phase == "play" and values:
        assert values == sorted(values, reverse=True)
        assert advice.best is not None
        assert advice.best.cost == 0.0
    assert all(option.cost is not None and option.cost >= 0 for option in advice.options if option.value)


def test_the_memory_of_a_shoe_holds_what_lay_open_in_earlier_rounds() -> None:
    scene = Scene("maryland", {"ann": 1_000_00})
    scene.bet("ann", WAGER)
    scene.deal("5d 6h 5s Kd Kc")
    scene.do(cmd.Stand(by="ann"))
    scene.house()
    gone = "5d 6h 5s Kd Kc"
    assert scene.table.phase == "wagers"
    scene.bet("ann", WAGER)
    scene.deal("9d 4h 2s Qc")
    open_now, all_seen = (
        by_name(advise(scene.table, "ann", memory))
        for memory in ("round", "shoe")  # type: ignore[arg-type]
    )
    rules = scene.rules
    for given, shoe in ((open_now, full_shoe(6)), (all_seen, shoe_without(6, gone))):
        expected = said(edge(rules, shoe, FixedMoney(WAGER)), cards("9d 2s"), card("4h"))
        assert given == pytest.approx(expected, abs=EXACT)
    assert open_now["hit"] != all_seen["hit"]


def test_the_cards_of_other_boxes_count() -> None:
    scene = Scene("maryland", {"ann": 1_000_00, "bob": 1_000_00})
    scene.bet("ann", WAGER).bet("bob", WAGER)
    scene.deal("9d 8c 4h 2s 8d Qc")
    found = edge(scene.rules, shoe_without(6, "8c 8d"), FixedMoney(WAGER))
    given = by_name(advise(scene.table, "ann"))
    assert given == pytest.approx(said(found, cards("9d 2s"), card("4h")), abs=EXACT)
    assert advise(scene.table, "bob").options == ()


def test_insurance_is_worth_what_the_cards_that_lie_open_make_it() -> None:
    scene = Scene("maryland", {"ann": 1_000_00})
    scene.bet("ann", WAGER)
    scene.deal("Kd As 2s 3c", steps=1)
    assert scene.table.phase == "insurance"
    advice = advise(scene.table, "ann")
    rows = insurance_by_hand(edge(scene.rules))["hands"]
    row = next(row for row in rows if row["cards"] == ["2", "10"])
    insured = next(option for option in advice.options if isinstance(option.command, cmd.Insure))
    assert insured.per_wager == pytest.approx(row["expected_value"], abs=EXACT)
    assert advice.best is not None
    assert isinstance(advice.best.command, cmd.DeclineInsurance)
    assert insured.cost == pytest.approx(-insured.value)  # type: ignore[operator]


def test_insurance_is_advised_box_by_box() -> None:
    scene = Scene("maryland", {"ann": 1_000_00})
    scene.bet("ann", WAGER).bet("ann", 10_00, box=2)
    scene.deal("Kd Qd As 2s 3c Kh", steps=1)
    advice = advise(scene.table, "ann")
    assert len(advice.options) == 4
    for box in (1, 2):
        costs = [one.cost for one in advice.options if one.command.box == box]  # type: ignore[union-attr]
        assert min(costs) == 0.0 < max(costs)  # type: ignore[type-var, operator]


def test_a_double_for_less_lies_between_and_chips_bound_it() -> None:
    scene = Scene("massachusetts", {"ann": 35_00})
    scene.bet("ann", WAGER)
    scene.deal("6d 6h 5s Kd")
    amounts = {
        option.command.amount: option.per_wager
        for option in advise(scene.table, "ann").options
        if isinstance(option.command, cmd.Double)
    }
    assert sorted(amounts) == [50, 10_00]
    full = by_name(advise(dealt("massachusetts", "6d 5s", "6h").table, "ann"))["double"]
    less = amounts[50]
    more = amounts[10_00]
    assert less is not None
    assert more is not None
    assert less < more < full


def test_a_share_in_a_double_is_priced() -> None:
    scene = Scene("massachusetts", {"ann": 1_000_00, "bob": 1_000_00})
    scene.bet("ann", WAGER)
    scene.do(cmd.Consent(by="ann", person="bob"))
    scene.bet("bob", 10_00, box=1)
    scene.deal("6d 6h 5s Kd")
    scene.do(cmd.Double(by="ann", amount=WAGER))
    advice = advise(scene.table, "bob")
    worth = {option.command.amount: option.per_wager for option in advice.options}  # type: ignore[union-attr]
    assert sorted(worth) == [0, 10_00]
    alone = by_name(advise(dealt("massachusetts", "6d 5s", "6h").table, "ann"))["double"]
    assert worth[10_00] == pytest.approx(alone, abs=1e-9)
    assert advice.best is not None
    assert advice.best.command == cmd.FollowDouble(by="bob", amount=10_00)


def test_a_share_in_a_double_is_priced_for_a_person_without_chips() -> None:
    scene = Scene("massachusetts", {"ann": 1_000_00, "bob": 10_00})
    scene.bet("ann", WAGER)
    scene.do(cmd.Consent(by="ann", person="bob"))
    scene.bet("bob", 10_00, box=1)
    scene.deal("6d 6h 5s Kd")
    scene.do(cmd.Double(by="ann", amount=WAGER))
    (only,) = advise(scene.table, "bob").options
    assert only.command == cmd.FollowDouble(by="bob", amount=0)
    richer = replace(scene.table, people=tuple(replace(one, chips=1_000_00) for one in scene.table.people))
    (same,) = (one for one in advise(richer, "bob").options if one.command == only.command)
    assert only.value == same.value


def test_everyone_who_is_asked_about_a_rescue_is_told_what_it_is_worth() -> None:
    scene = Scene("massachusetts", {"ann": 1_000_00, "bob": 1_000_00, "cid": 1_000_00}).bet("ann", 10_00)
    for name in ("bob", "cid"):
        scene.do(cmd.Consent(by="ann", person=name))
        scene.bet(name, 10_00, box=1)
    scene.deal("5h 9c 6d 2d 8c").do(cmd.Double(by="ann", amount=10_00))
    for name in ("bob", "cid"):
        scene.do(cmd.FollowDouble(by=name, amount=10_00))

    def told(name: str) -> dict[str, float | None]:
        return {option.name: option.per_wager for option in advise(scene.table, name).options}

    scene.house()
    before = told("bob")
    scene.do(cmd.Stand(by="ann"))
    bob, cid = told("bob"), told("cid")
    assert bob.keys() == {"stand", "rescue"}
    assert cid.keys() == before.keys() == {WAIT, "rescue"}
    assert bob["rescue"] == cid["rescue"] == -1.0
    assert bob["stand"] == cid[WAIT] == before[WAIT]
    assert advise(scene.table, "ann").text == "nothing to decide"


def test_an_unknown_memory_is_refused_in_a_line() -> None:
    with pytest.raises(BadInput, match="'week' is not a memory; use round or shoe"):
        advise(Scene().table, "ann", "week")  # type: ignore[arg-type]


def test_somebody_with_nothing_to_decide_is_told_so() -> None:
    assert advise(Scene().table, "ann").text == "nothing to decide"
    assert advise(Scene().table, "ann").best is None


def test_advice_is_a_line_of_text() -> None:
    text = advise(dealt("maryland", "Kd 9s", "6h").table, "ann").text
    assert text.startswith("stand +")
    assert "(costs" in text


@pytest.mark.parametrize("hand", ["2c 2d", "Ad Ac", "7s 7d", "2c 3d"])
def test_advice_takes_at_most_30_milliseconds(hand: str) -> None:
    table = dealt("players-edge", hand, "7h").table
    advise(table, "ann")
    taken = []
    for _ in range(5):
        start = time.process_time()
        advise(table, "ann")
        taken.append(time.process_time() - start)
    assert min(taken) <= 0.030


def test_the_room_is_lazy_and_its_names_are_functions() -> None:
    code = (
        "import sys, spanish21.analysis as room\n"
        "assert 'numpy' not in sys.modules\n"
        "import spanish21.analysis.advice.advice, spanish21.analysis.worth.table_edge\n"
        "import spanish21.analysis.report.pricing\n"
        "from spanish21.analysis import advise, best_chart, edge, prices, side_wagers\n"
        "for one in (advise, best_chart, edge, prices, side_wagers):\n"
        "    assert callable(one) and one.__doc__\n"
        "assert set(room.__all__) == set(dir(room))\n"
        "from spanish21 import analysis\n"
        "try:\n    analysis.nothing\nexcept AttributeError as error:\n    assert 'nothing' in str(error)\n"
        "else:\n    raise AssertionError\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


BUSTING = ("original", "original_or_busted", "all", "busted_plus_one", "original_of_each_hand")


@pytest.mark.parametrize("takes", BUSTING)
def test_a_bust_costs_against_a_blackjack_what_the_other_hands_of_the_box_leave_it(
    takes: str,
) -> None:
    """A hard 19 that draws either stands or busts. What it is worth differs between boxes whose other hand
    has busted, waits or was paid by what a Blackjack then takes more for the bust, and by nothing else."""
    table = dealt("pontoon", "8s 8h", "Qh").table
    table = replace(table, rules=what_if(table.rules, dealer_blackjack_takes=takes))
    (hand,) = table.boxes[0].hands
    nineteen = replace(hand, cards=cards("8s Kd Ah"), hard=19, aces=1, split=True)
    other = replace(hand, cards=cards("8h Ks 2s"), hard=20, aces=0, split=True)
    left = full_shoe(table.rules.decks).values.copy()
    for one in (*nineteen.cards, *other.cards, *table.dealer):
        left[value(one)] -= 1
    cards_left = int(left.sum())
    busts = left[3:].sum() / cards_left * left[1] / (cards_left - 1)
    reading = BlackjackTakes[takes.upper()]
    worth: dict[str, dict[str, float]] = {"Draw": {}, "Double": {}}
    for said, state, wagers, busted, waiting in (
        ("paid", HandState.STOOD, (0,), 0, 0),
        ("busted", HandState.BUSTED, hand.wagers, WAGER, 0),
        ("waiting", HandState.STOOD, hand.wagers, 0, 1),
    ):
        box = replace(table.boxes[0], hands=(replace(other, state=state, wagers=wagers), nineteen))
        for option in advise(replace(table, boxes=(box,), turn_hand=1), "ann").options:
            name = type(option.command).__name__
            if name in worth and option.value is not None:
                stake = WAGER if name == "Draw" else 2 * WAGER
                more = bust_costs(reading, stake, busted, waiting) - bust_costs(reading, stake, 0, 0)
                worth[name][said] = option.value + busts * more
    for found in worth.values():
        assert set(found) == {"paid", "busted", "waiting"}
        assert max(found.values()) - min(found.values()) < 1e-9 * WAGER


def bust_costs(takes: int, stake: int, busted: int, waiting: int) -> int:
    """What a Blackjack takes more of a box where a further hand has busted than where it waits."""
    everything = busted + waiting * WAGER + stake
    bust = taken_by_blackjack(takes, WAGER, everything, busted + stake, waiting)
    return bust - taken_by_blackjack(takes, WAGER, everything, busted, waiting + 1)
