"""A strategy that sits at a table."""

import random

import numpy
import pytest
from msgspec.structs import replace

from scenes import Scene
from simulation.charts import busy_chart, odd_composition
from simulation.plain_rounds import play_round_plain
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import open_table, play_round, run_house
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.cards import cards
from spanish21.game.decide import carry_out, is_legal
from spanish21.game.due import due
from spanish21.game.events import WagerSettled
from spanish21.game.table import DEALER
from spanish21.game.waiting import waits_for
from spanish21.strategy import SPLIT, Chart, CompositionStrategy, hand_number, hand_numbers
from spanish21.strategy.numbering import FIRST, SITUATIONS, SUITED_STATES
from spanish21.strategy.player import Strategy, player

CHART = busy_chart()
NAMES = ("ann", "bob", "cid")
WAGER = 20_00


STRATEGIES = (CHART, replace(CHART, insures=True, marks_after_split=False), odd_composition())


@pytest.mark.parametrize("strategy", STRATEGIES, ids=("chart", "insures", "composition"))
@pytest.mark.parametrize("book", BOOKS)
def test_at_the_table_a_strategy_wins_what_its_plain_twin_wins_with_the_same_cards(
    book: str, strategy: Strategy
) -> None:
    rules, chance = rules_of(book), random.Random(21)
    insures = isinstance(strategy, Chart) and strategy.insures
    table, _ = open_table(rules, dict.fromkeys(NAMES, 10**9), chance)
    wagers = [cmd.PlaceWager(by=name, box=seat, amount=WAGER) for seat, name in enumerate(NAMES, start=1)]
    for _ in range(300):
        coming = table.shoe[table.dealt :]
        table, events = play_round(table, wagers, player(strategy, *NAMES), chance)
        plain = play_round_plain(rules, strategy, coming, [WAGER] * len(NAMES), insures=insures)
        won = [0] * len(NAMES)
        for event in events:
            if isinstance(event, WagerSettled):
                won[event.box - 1] += event.paid - event.collected
        assert won == [money["main"] + money.get("insurance", 0) for money in plain.money]


@pytest.mark.parametrize("book", BOOKS)
def test_a_player_answers_exactly_when_awaited_and_only_what_is_legal(book: str) -> None:
    chance = random.Random(7)
    table, _ = open_table(rules_of(book), dict.fromkeys(NAMES, 1_000_00), chance)
    ann = player(CHART, "ann", wager=WAGER)
    others = player(CHART, "bob", "cid", wager=WAGER)
    for _ in range(1_500):
        command = ann(table)
        if due(table) is not None or table.phase != "wagers":
            assert (command is not None) == ("ann" in waits_for(table))
        command = command or others(table)
        if command is not None:
            assert is_legal(table, command)
            table = carry_out(table, command).table
        elif table.phase == "wagers" and due(table) is None:
            table = carry_out(table, cmd.CloseWagers(by=DEALER)).table
        else:
            table, _ = run_house(table, chance)


def shared(text: str, bobs_chips: int = 500_00) -> Scene:
    """Ann and bob on box 1; ann calls."""
    scene = Scene("massachusetts", {"ann": 500_00, "bob": bobs_chips})
    scene.do(cmd.Consent(by="ann", person="bob"))
    return scene.bet("ann", 10_00).bet("bob", 10_00, box=1).deal(text)


def test_on_a_shared_box_a_double_is_followed_where_the_strategy_would_double() -> None:
    bob = player(CHART, "bob")
    scene = shared("4s 6c 5s 8c")  # 9 against a 6
    assert bob(scene.table) is None
    scene.do(cmd.Double(by="ann", amount=10_00))
    assert bob(scene.table) == cmd.FollowDouble(by="bob", amount=10_00)
    scene = shared("Ks 6c 6s 8c")  # 16
    scene.do(cmd.Double(by="ann", amount=10_00))
    assert bob(scene.table) == cmd.FollowDouble(by="bob", amount=0)


def test_on_a_shared_box_a_split_is_covered_where_the_strategy_would_split_and_can_pay() -> None:
    bob = player(CHART, "bob")
    for text, chips, covers in (
        ("8s 6c 8d 8c", 500_00, True),
        ("8s 6c 8d 8c", 15_00, False),
        ("Ks 9c Kd 8c", 500_00, False),
    ):
        scene = shared(text, chips)
        scene.do(cmd.Split(by="ann"))
        assert bob(scene.table) == cmd.FollowSplit(by="bob", covers=covers)


def test_a_split_that_is_followed_is_the_first_or_another_to_a_strategy_by_composition() -> None:
    numbers = hand_numbers()
    choices = numpy.zeros((SITUATIONS, len(numbers.hard) + SUITED_STATES, 11), dtype=numpy.int8)
    choices[FIRST, hand_number(cards("8s 8d")), 6] = SPLIT
    bob = player(CompositionStrategy("once", choices), "bob")
    scene = shared("8s 6c 8d 8c 8h")
    scene.do(cmd.Split(by="ann"))
    follow = bob(scene.table)
    assert follow == cmd.FollowSplit(by="bob", covers=True)
    scene.do(follow)
    scene.house().do(cmd.Split(by="ann"))
    assert bob(scene.table) == cmd.FollowSplit(by="bob", covers=False)


def test_whoever_cannot_pay_for_insurance_declines_it() -> None:
    for chips, answer in (
        (20_00, cmd.Insure(by="ann", box=1, amount=5_00)),
        (10_00, cmd.DeclineInsurance(by="ann", box=1)),
    ):
        scene = Scene("maryland", {"ann": chips}).bet("ann", 10_00).deal("9h Ac 8h 9d")
        assert player(replace(CHART, insures=True), "ann")(scene.table) == answer


def test_a_player_declines_the_cut_and_takes_a_late_card() -> None:
    scene = Scene("maryland", {"ann": 500_00}, opened=False).until("cut").house()
    ann = player(CHART, "ann")
    assert ann(scene.table) == cmd.RefuseCut(by="ann")
    scene = Scene("maryland", {"ann": 500_00, "bob": 500_00})
    scene.bet("ann", 10_00).bet("bob", 10_00)
    scene.do(cmd.CloseWagers(by=DEALER))
    scene.do(cmd.SkipBox(by=DEALER))
    scene.house()
    assert ann(scene.table) == cmd.AnswerLateCard(by="ann", takes=True)


def test_a_round_whose_players_do_not_answer_says_whom_it_waits_for() -> None:
    table, _ = open_table(rules_of("maryland"), {"ann": 500_00, "bob": 500_00}, random.Random(21))
    wagers = [cmd.PlaceWager(by="bob", box=2, amount=WAGER)]
    with pytest.raises(BadInput, match=r"^the table waits for bob \(play\), and no command came$"):
        play_round(table, wagers, player(CHART, "ann"), random.Random(21))


def test_a_player_wagers_once_a_round_and_only_what_is_there() -> None:
    scene = Scene("maryland", {"ann": 30_00})
    assert player(CHART, "ann")(scene.table) is None
    assert player(CHART, "ann", wager=50_00)(scene.table) is None
    ann = player(CHART, "ann", wager=20_00)
    place = ann(scene.table)
    assert place == cmd.PlaceWager(by="ann", box=1, amount=20_00)
    scene.do(place)
    assert ann(scene.table) is None
    assert player(CHART, "stranger", wager=20_00)(scene.table) is None
    scene.do(cmd.Join(by="bob", chips=500_00))
    assert player(CHART, "bob", wager=20_00)(scene.table) is None  # who stands behind the table
