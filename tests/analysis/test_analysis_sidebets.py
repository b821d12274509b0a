"""Side wagers against every deal of a small shoe, and what the lists of a book hold."""

import random
from fractions import Fraction
from itertools import combinations, permutations, product
from math import prod

import msgspec
import numpy
import pytest

from spanish21.analysis.hands.shoe_counts import Shoe, full_shoe, shoe_of_counts, shoe_without
from spanish21.analysis.sides.side_laws import (
    blackjack_chance,
    insurance_law,
    line_chances,
    odds_law,
    win_chance,
)
from spanish21.analysis.sides.side_prices import side_wagers
from spanish21.analysis.sides.side_prizes import (
    hot_spot_prizes,
    law_at,
    line_prizes,
    long_run_value,
    winner_prizes,
)
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import sample_submission
from spanish21.dealer import open_table
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.cards import cards
from spanish21.game.decide import carry_out
from spanish21.game.due import due
from spanish21.game.events import WagerSettled
from spanish21.game.rules import Rules, what_if
from spanish21.game.side_wagers.match import MATCH, NO_MATCH, match_line
from spanish21.game.side_wagers.monster import MONSTER, NO_LINE, SUITED_PAIR, suited_pairs
from spanish21.game.side_wagers.monster import line as monster_line
from spanish21.game.side_wagers.record import SPINNERS
from spanish21.game.side_wagers.spin import SPIN
from spanish21.game.side_wagers.terms import FIXED, PRIMARY, MeterRules, Pair, Stop, WheelTable
from spanish21.game.side_wagers.xtreme import XTREME
from spanish21.game.table import Table

SMALL = cards("3c 3c 3d 3h 3h 7s 7s 7c Kd Ks Kc As Ad Ah 9s 9s 9h")
PAYS = (18, 13, 9, 8, 4)


def small_shoe() -> Shoe:
    return shoe_of(SMALL)


def shoe_of(held: tuple[int, ...]) -> Shoe:
    counts = numpy.zeros((14, 4), dtype=numpy.int64)
    for one in held:
        counts[one >> 2, one & 3] += 1
    return shoe_of_counts(counts)


def test_match_the_dealer_is_every_deal_of_three_cards() -> None:
    law: dict[Fraction, int] = {}
    deals = 0
    for first, second, dealers in permutations(SMALL, 3):
        line = match_line(first, second, dealers)
        result = Fraction(-1 if line == NO_MATCH else PAYS[line])
        law[result] = law.get(result, 0) + 1
        deals += 1
    found = {result: chance for result, chance in odds_law(MATCH, small_shoe(), PAYS).items() if chance}
    assert found == {result: Fraction(number, deals) for result, number in law.items()}


def test_monster_match_is_every_deal_of_four_cards() -> None:
    lines: dict[tuple[int, int], int] = {}
    deals = 0
    for four in combinations(SMALL, 4):
        line = monster_line(*four)
        key = (line, suited_pairs(*four) if line == SUITED_PAIR else 1)
        lines[key] = lines.get(key, 0) + 1
        deals += 1
    found = {key: chance for key, chance in line_chances(MONSTER, small_shoe()).items() if chance}
    assert found == {key: Fraction(number, deals) for key, number in lines.items()}
    assert sum(line_chances(MONSTER, full_shoe(6)).values()) == 1
    assert (NO_LINE, 1) in found


def test_insurance_is_every_ace_with_every_other_card() -> None:
    won = suited = deals = 0
    for ace, other in permutations(SMALL, 2):
        if ace >> 2 == 1:
            deals += 1
            won += other >> 2 >= 10
            suited += other >> 2 >= 10 and ace & 3 == other & 3
    law = insurance_law(small_shoe(), (2, 1), (5, 1))
    assert law[Fraction(5)] == Fraction(suited, deals)
    assert law[Fraction(2)] == Fraction(won - suited, deals)
    assert sum(law.values()) == 1


def test_a_book_lists_every_paytable_and_marks_its_own() -> None:
    found = side_wagers(rules_of("players-edge"))
    names = [(wager.name, wager.paytable) for wager in found]
    assert [table for name, table in names if name == "match"] == ["A", "B", "C"]
    assert [table for name, table in names if name == "monster"] == ["A", "B", "C", "D", "E"]
    assert [table for name, table in names if name == "match_down"] == ["A", "B", "C"]
    own = {(wager.name, wager.paytable) for wager in found if wager.offered}
    assert {("match", "A"), ("monster", "A")} <= own
    assert ("match", "B") not in own


def test_a_wager_at_its_break_even_meter_has_no_edge() -> None:
    rules = rules_of("players-edge")
    monster = next(wager for wager in side_wagers(rules) if wager.name == "monster")
    assert monster.break_even_meter is not None
    lines = line_chances(MONSTER, full_shoe(rules.decks))
    paid = Fraction(0)
    for (line, _), chance in lines.items():
        if line < 2:
            paid += chance * monster.break_even_meter * rules.sides["monster"].shares[line] / 100
        elif line != NO_LINE:
            paid += chance * rules.sides["monster"].pays[line]
    assert paid == rules.sides["monster"].wager


def test_a_wager_that_favours_the_player_is_warned_of() -> None:
    found = side_wagers(rules_of("maryland"))
    assert all(bool(wager.warning) == (wager.house_edge < 0) for wager in found)
    assert not any(wager.warning for wager in found if wager.offered)
    (alone,) = (wager for wager in found if wager.reading == "drawn_bettor")
    assert alone.warning.endswith("read as drawn bettor, would favour the player by 120.348%")


def test_an_impossible_shoe_is_refused() -> None:
    with pytest.raises(BadInput, match="more 7s are removed than 6 decks hold"):
        shoe_without(6, " ".join(["7s"] * 7))


# -- wheels ----------------------------------------------------------------------------------------

TINY = cards("As Ad Kd Qs 9s 9h 3c 3d")
WHEEL = (
    Stop(3, "10", FIXED, 10_00, 0),
    Stop(2, "250+100", FIXED, 250_00, 1),
    Stop(1, "30+3", FIXED, 30_00, 2),
    Stop(1, "jackpot", PRIMARY, 0, 0),
)
BONUS_SPIN = WheelTable(1_00, "B", WHEEL, (), (Pair("250+100", 100_00), Pair("30+3", 3_00)), ("spin",))
FOR_FIVE = WheelTable(
    5_00,
    "D",
    (
        Stop(2, "40", FIXED, 40_00, 0),
        Stop(1, "500+100", FIXED, 500_00, 1),
        Stop(2, "100+15", FIXED, 100_00, 2),
    ),
    (),
    (Pair("500+100", 100_00), Pair("100+15", 15_00)),
    ("spin",),
)


def is_blackjack(hand: tuple[int, ...]) -> bool:
    return sorted(min(one >> 2, 10) for one in hand) == [1, 10]


def turned(table: WheelTable) -> list[Stop]:
    """The wheel as so many single stops."""
    return [stop for stop in table.wheel for _ in range(stop.weight)]


@pytest.mark.parametrize("others", [0, 1, 2])
@pytest.mark.parametrize(("theirs", "by_rank"), [(BONUS_SPIN, True), (FOR_FIVE, True), (FOR_FIVE, False)])
def test_bonus_spin_is_every_deal_and_every_stop_of_everybodys_wheel(
    theirs: WheelTable, by_rank: bool, others: int
) -> None:
    """By brute force: one's own hand, the others' hands and each wheel that turns."""
    answers = {pair.symbol: pair.pays for pair in theirs.pairs}
    if by_rank:
        pairs_of_rank = zip(theirs.pairs, BONUS_SPIN.pairs, strict=True)
        answers = {their.symbol: own.pays for their, own in pairs_of_rank}
    law: dict[tuple[int, str, int], Fraction] = {}
    deals = list(permutations(TINY, 2 * (others + 1)))
    for dealt in deals:
        hands = [dealt[place : place + 2] for place in range(0, len(dealt), 2)]
        blackjacks = [is_blackjack(hand) for hand in hands]
        tables = [BONUS_SPIN, *(theirs for _ in range(others))]
        wheels = [
            turned(table) if blackjack else [None]
            for table, blackjack in zip(tables, blackjacks, strict=True)
        ]
        ways = len(deals) * prod(map(len, wheels))
        for own, *rest in product(*wheels):
            pairs = [answers[one.symbol] for one in rest if one and "+" in one.symbol]
            jackpot = own is not None and own.symbol == "jackpot"
            won = sum(pairs) + (own.pays if own is not None else 0)
            key = (won, "spin", 100) if jackpot else (won, "", 0)
            law[key] = law.get(key, Fraction(0)) + Fraction(1, ways)
    found = winner_prizes(SPIN, BONUS_SPIN, shoe_of(TINY), others, theirs, by_rank)
    assert {prize: chance for prize, chance in found.items() if chance} == law


@pytest.mark.parametrize("others", [0, 1, 3])
@pytest.mark.parametrize("boxes", [1, 3, 7])
def test_xtreme_16_is_every_deal_every_position_and_every_stop(boxes: int, others: int) -> None:
    shoe = cards("6s 6d Kd Qs 9s 9h 3c Jd")
    prize = (Stop(1, "200", FIXED, 200_00, 0), Stop(1, "primary", PRIMARY, 0, 0))
    community = (Stop(2, "25", FIXED, 25_00, 0), Stop(1, "150", FIXED, 150_00, 0))
    table = WheelTable(5_00, "A", prize, community, (), ("xtreme", "xtreme_secondary"))
    spots = {"drawn_position": range(boxes), "drawn_bettor": range(1 + others), "every_bettor": range(1)}
    deals = list(permutations(shoe, 2))
    for reading in SPINNERS:
        law: dict[tuple[int, str, int], Fraction] = {}
        for dealt in deals:
            if sorted(min(one >> 2, 10) for one in dealt) != [6, 10]:
                law[0, "", 0] = law.get((0, "", 0), Fraction(0)) + Fraction(1, len(deals))
                continue
            for drawn in spots[reading]:
                wheel = prize if drawn == 0 else community
                stops = [stop for stop in wheel for _ in range(stop.weight)]
                for stop in stops:
                    key = (stop.pays, "", 0) if stop.source == FIXED else (0, "xtreme", 100)
                    chance = Fraction(1, len(deals) * len(spots[reading]) * len(stops))
                    law[key] = law.get(key, Fraction(0)) + chance
        assert hot_spot_prizes(XTREME, table, reading, boxes, shoe_of(shoe), others) == law


@pytest.mark.parametrize("own", [1, 2])
@pytest.mark.parametrize("others", [0, 1])
def test_own_boxes_at_the_hot_spot_are_left_out_by_the_community_wheel(own: int, others: int) -> None:
    """By brute force over positions: the first is this box, the next ones are the bettor's own."""
    shoe = cards("6s 6d Kd Qs 9s 9h 3c Jd")
    prize, community = (Stop(1, "200", FIXED, 200_00, 0),), (Stop(1, "25", FIXED, 25_00, 0),)
    table = WheelTable(5_00, "A", prize, community, (), ("xtreme", "xtreme_secondary"))
    for spinner, spots in (("drawn_position", 7), ("drawn_bettor", 1 + own + others)):
        chance = win_chance(XTREME, shoe_of(shoe))
        for left_out in (0, own):
            paid = [0 if 1 <= spot <= left_out else 200_00 if spot == 0 else 25_00 for spot in range(spots)]
            law = {(one, "", 0): chance * Fraction(paid.count(one), spots) for one in set(paid)}
            law[0, "", 0] = law.get((0, "", 0), Fraction(0)) + 1 - chance
            found = hot_spot_prizes(XTREME, table, spinner, 7, shoe_of(shoe), own + others, left_out)
            assert {key: share for key, share in found.items() if share} == law


def test_both_readings_of_own_boxes_are_priced_and_the_tables_own_is_marked() -> None:
    for reading in ("other_people", "every_wager"):
        rules = rules_of("maryland", **{"community-own-boxes": reading})
        used = {name: rules.sides[name].tables[0].paytable for name in ("spin", "xtreme")}
        rows = {
            (one.name, one.reading): one
            for one in side_wagers(rules, own_boxes=1)
            if one.name in rules.sides and one.paytable == used.get(one.name)
        }
        assert [one.reading for one in rows.values() if one.offered] == [
            reading,
            f"drawn_position, {reading}",
        ]
        alone = {one.name: one for one in side_wagers(rules) if one.offered}
        beside = {one.name: one for one in side_wagers(rules, others=1) if one.offered}
        # Another box of one's own is worth nothing to this one, or as much as another bettor's.
        for name, read in (("spin", ""), ("xtreme", "drawn_position, ")):
            cheap, dear = rows[name, f"{read}other_people"], rows[name, f"{read}every_wager"]
            assert dear.house_edge_exact == beside[name].house_edge_exact
            assert cheap.house_edge_exact > dear.house_edge_exact
            if name == "spin":
                assert cheap.house_edge_exact == alone[name].house_edge_exact


@pytest.mark.parametrize("reading", ["other_people", "every_wager"])
def test_what_a_winner_on_two_boxes_gets_at_the_table_is_what_is_priced(reading: str) -> None:
    """Every hot spot and every stop at the game's own table, for a bettor on two of seven boxes."""
    rules = rules_of("maryland", **{"community-own-boxes": reading}, offers=["xtreme"])
    (table,) = rules.sides["xtreme"].tables
    dealt, worth = with_two_boxes(rules), Fraction(0)
    for spot in range(1, 8):
        for stop, community in product(range(len(table.wheel)), range(len(table.community))):
            weight = Fraction(table.wheel[stop].weight, sum(one.weight for one in table.wheel))
            weight *= Fraction(table.community[community].weight, sum(one.weight for one in table.community))
            worth += weight * Fraction(paid_on_both(dealt, spot, stop, community), 7 * 2)
    left_out = 1 if reading == "other_people" else 0
    shoe = full_shoe(6)
    prizes = hot_spot_prizes(XTREME, table, "drawn_position", 7, shoe, 1, left_out)
    meters = {name: meter.initial + MORE[name] for name, meter in rules.meters.items()}
    found = sum((result + 1) * chance for result, chance in law_at(prizes, table.wager, meters).items())
    assert found * table.wager == worth * win_chance(XTREME, shoe)


MORE = {"xtreme": 80, "xtreme_secondary": 20}
"""What two wagers of $5 add to the meters of the sample."""


def with_two_boxes(rules: Rules) -> Table:
    """A table on which the dealer has 16 and one person's two wagers wait for the hot spot."""
    table, _events = open_table(rules, {"ann": 10_000_00}, random.Random(21))
    left = list(table.shoe[table.dealt :])
    for card in (dealt := cards("9s 9d 6c 9h 8d Kh 5d")):
        left.remove(card)
    table = msgspec.structs.replace(table, shoe=(*table.shoe[: table.dealt], *dealt, *left))
    for box in (1, 2):
        for kind, amount in (("main", 10_00), ("xtreme", 5_00)):
            table = carry_out(table, cmd.PlaceWager(by="ann", box=box, amount=amount, kind=kind)).table
    table = carry_out(table, cmd.CloseWagers(by="dealer")).table
    while not isinstance(step := due(table) or cmd.Stand(by="ann"), cmd.DrawHotSpot):
        table = carry_out(table, step).table
    return table


def paid_on_both(table: Table, spot: int, stop: int, community: int) -> int:
    """What both wagers are paid, with the hot spot and the wheels as given."""
    given = {cmd.DrawHotSpot: {"box": spot}, cmd.Spin: {"stop": stop}, cmd.SpinCommunity: {"stop": community}}
    paid = 0
    while (step := due(table)) and not isinstance(step, cmd.CollectCards):
        act = carry_out(table, msgspec.structs.replace(step, **given.get(type(step), {})))
        table = act.table
        paid += sum(one.paid for one in act.events if isinstance(one, WagerSettled) and one.kind == "xtreme")
    return paid


@pytest.mark.parametrize(("boxes", "percent"), [(7, "42.718"), (3, "6.481"), (2, "-25.226")])
def test_the_edge_of_xtreme_16_goes_by_the_number_of_positions(boxes: int, percent: str) -> None:
    for others in (0, 1):
        found = side_wagers(rules_of("maryland", boxes=boxes), others=others)
        own = next(wager for wager in found if wager.name == "xtreme" and wager.offered)
        assert own.reading == "drawn_position"
        assert f"{100 * own.house_edge:.3f}" == percent
        assert bool(own.warning) == percent.startswith("-")


def test_community_pay_is_in_edge_hit_rate_and_deviation() -> None:
    rules = rules_of("maryland")
    alone, crowd = (
        next(w for w in side_wagers(rules, others=others) if w.name == "spin" and w.offered)
        for others in (0, 6)
    )
    assert crowd.house_edge_exact < alone.house_edge_exact
    assert crowd.hit_rate_exact > alone.hit_rate_exact
    assert crowd.variance_exact > alone.variance_exact
    # The mean of a sum needs no joint law: six others, each as often as oneself.
    pays = sum(stop.weight * (100_00, 20_00, 3_00)[stop.pair - 1] for stop in own_wheel(rules) if stop.pair)
    mean = Fraction(pays, sum(stop.weight for stop in own_wheel(rules))) / 1_00
    assert alone.house_edge_exact - crowd.house_edge_exact == 6 * mean * blackjack_chance(full_shoe(6))


def own_wheel(rules: Rules) -> tuple[Stop, ...]:
    return rules.sides["spin"].tables[0].wheel


def test_more_others_than_the_table_has_room_for_are_refused() -> None:
    with pytest.raises(BadInput, match="7 others; this table has seats for 6"):
        side_wagers(rules_of("maryland"), others=7)


# -- meters ----------------------------------------------------------------------------------------


def test_monster_match_is_priced_as_a_function_of_its_meter() -> None:
    """At the book's least where a paytable is not in use: 27.57 % for C, 12.76 % only at $5,000."""
    found = {w.paytable: w for w in side_wagers(rules_of("players-edge")) if w.name == "monster"}
    price = found["C"].meter_price
    assert price is not None
    assert (price.at, price.least) == (1_500_00, 1_500_00)
    assert f"{found['C'].house_edge:.4f} {float(price.edge(5_000_00)):.4f}" == "0.2757 0.1276"
    assert price.break_even is not None
    assert price.edge(price.break_even) == 0
    own = found["A"].meter_price
    assert own is not None
    assert (own.at, own.least) == (5_000_00, 5_000_00)
    assert own.edge(own.at) == found["A"].house_edge_exact


def test_in_the_long_run_a_meter_pays_what_it_takes_in() -> None:
    """Against the meter's own mean: one step leaves it unchanged when it stands at its fixed point."""
    rules = rules_of("players-edge", monster_paytable="B")
    prizes = line_prizes(MONSTER, rules.sides["monster"], full_shoe(6))
    meter = rules.meters["monster"]
    takes = Fraction(*meter.rate) * rules.sides["monster"].wager
    whole = sum(chance for (_, name, part), chance in prizes.items() if name and part == 100)
    tenth = sum(chance for (_, name, part), chance in prizes.items() if name and part == 10)
    assert whole
    assert tenth
    left = 1 - whole - tenth / 10
    mean = (takes * left + whole * meter.reset) / (1 - left)
    assert (mean + takes) * left + whole * meter.reset == mean
    fixed = sum(money * chance for (money, _, _), chance in prizes.items())
    paid = fixed + (mean + takes) * (whole + tenth / 10)
    assert (
        long_run_value(prizes, rules, rules.sides["monster"].wager) == paid / rules.sides["monster"].wager - 1
    )


# -- every paytable --------------------------------------------------------------------------------


def test_what_is_changed_outside_the_book_holds_at_every_paytable() -> None:
    """One deck: no paytable goes with it, and each is priced all the same, off a shoe of one deck."""
    one = side_wagers(what_if(rules_of("players-edge"), decks=1))
    six = side_wagers(rules_of("players-edge"))
    assert [(w.name, w.paytable) for w in one] == [(w.name, w.paytable) for w in six]
    for wager in one:
        assert wager.decks == 1
    law = odds_law(MATCH, full_shoe(1), (24, 15, 12, 6, 3))
    (table_b,) = (wager for wager in one if (wager.name, wager.paytable) == ("match", "B"))
    assert table_b.house_edge_exact == -sum(result * chance for result, chance in law.items())


def test_pays_changed_outside_the_book_are_a_paytable_of_their_own() -> None:
    rules = what_if(rules_of("players-edge"), match_pays=(20, 20, 20, 20, 20))
    found = [w for w in side_wagers(rules) if w.name == "match"]
    assert [(w.paytable, w.offered) for w in found] == [
        ("A", False),
        ("B", False),
        ("C", False),
        ("changed", True),
    ]
    assert found[-1].house_edge < found[0].house_edge


def test_a_paytable_without_a_wheel_is_said_to_have_no_price() -> None:
    sample = sample_submission("maryland")
    assert [w.paytable for w in side_wagers(rules_of("maryland")) if w.name == "spin"] == [*"ABCD"]
    wheels = {name: wheel for name, wheel in sample.wheels.items() if name not in ("spin_A", "spin_C")}
    submission = msgspec.structs.replace(sample, wheels=wheels)
    found = side_wagers(rules_of("maryland", submission), submission)
    assert [w.paytable for w in found if w.name == "spin"] == ["B", "D"]
    assert [(one.name, one.paytable) for one in found.not_priced] == [("spin", "A"), ("spin", "C")]
    assert found.not_priced[0].why.startswith("the submission has no wheel for paytable A")
    assert found.not_priced[0].as_row()["house_edge"] is None


def test_both_amounts_of_a_table_are_priced_by_their_own_paytables() -> None:
    sample = sample_submission("maryland")
    choose = {**sample.choose, "spin_paytable": ["B", "D"]}
    meters = {**sample.meters, "spin": MeterRules(5_000_00, 5_000_00, (10, 100))}
    submission = msgspec.structs.replace(sample, choose=choose, meters=meters)
    found = side_wagers(rules_of("maryland", submission), submission)
    assert [w.paytable for w in found if w.name == "spin" and w.offered] == ["B", "D"]
    mixed = side_wagers(rules_of("maryland", submission), submission, others=1)
    rows = {w.paytable_and_reading: w for w in mixed if w.name == "spin" and w.others_on}
    assert [(name, row.offered) for name, row in rows.items()] == [
        ("B, others on D, by rank", True),
        ("B, others on D, as shown", False),
        ("D, others on B, by rank", True),
        ("D, others on B, as shown", False),
    ]
    # $50 and $15 instead of $20 and $3 for a bettor of $1, and the other way round.
    dear, cheap = "B, others on D, as shown", "D, others on B, as shown"
    assert rows[dear].house_edge_exact < rows["B, others on D, by rank"].house_edge_exact
    assert rows[cheap].house_edge_exact > rows["D, others on B, by rank"].house_edge_exact
