"""The game's settlement against the second one of naive_settlement.py, on random rounds of every book.

SPANISH21_ROUNDS sets how many rounds are played, SPANISH21_SEED where chance begins.
"""

import os
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from spanish21.dealer import new_table, ready, with_chance
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import CARD_TEXT
from spanish21.game.choices import Amounts, May
from spanish21.game.decide import carry_out, legal
from spanish21.game.due import due
from spanish21.game.rules import MeterRules, Rules
from spanish21.game.submission import WheelStop, rules_of, sample_submission
from spanish21.game.table import Table

sys.path.insert(0, str(Path(__file__).parent.parent))

import naive_settlement as naive  # noqa: E402

ROUNDS = int(os.environ.get("SPANISH21_ROUNDS", "4000"))
SEED = int(os.environ.get("SPANISH21_SEED", "21"))
ROUNDS_A_TABLE = 40
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ida")
BONUS_KINDS = {"super_bonus": "super_bonus", "envy": "envy", "community": "community"}

# -- the operator's choices ------------------------------------------------------------------------


def random_house(book: str, chance: random.Random) -> tuple[Rules, naive.House]:
    """The rules of a book under random choices, and the same choices for the second settlement."""
    pick = chance.choice
    house = naive.House(book)
    choose: dict[str, Any] = {}
    rulings: dict[str, str] = {}
    house.chip = choose["smallest_chip"] = pick((25, 50, 50, 100))
    choose["table_minimum"] = pick((100, 500))
    choose["table_maximum"] = 10_000_00
    house.decks = choose["decks"] = pick((5, 6, 8) if book == "players-edge" else (6, 8))
    house.odd_money = rulings["odd-money"] = pick(("up", "up", "down", "exact"))
    house.envy = pick(("each_person", "each_person", "each_box"))
    in_maryland = book in ("maryland", "maryland-v1")
    rulings["envy"] = house.envy if in_maryland else f"once_{house.envy}"
    readings = {"massachusetts": ("wins", "pays_blackjack"), "uk-casino": ("wins",)}.get(book, ("wins", "ties"))
    house.two_card_21_after_split = rulings["two-card-21-after-split"] = pick(readings)
    if book != "massachusetts":
        house.super_bonus = rulings["super-bonus-in-addition"] = pick(("on_top", "on_top", "instead"))
    choose["adjacent_boxes"] = pick((1, 2, 3, 7))
    if book != "uk-casino":
        choose["most_hands"] = pick((2, 3, 4, 4) if book == "massachusetts" else (2, 4, 6))
        rulings["double-on-21"] = pick(("no", "yes" if in_maryland else "any_but_blackjack"))
    if book in ("massachusetts", "uk-casino"):
        house.dealer_blackjack_takes = pick(("original", "original_or_busted"))
        if book == "uk-casino":
            house.dealer_blackjack_takes = pick(("original", "original_or_busted", "all"))
        house.hole_card = house.card_reader = False
    else:
        choose["settlement_order"] = pick(("right_to_left", "losers_first"))
        house.payout_limit = choose["payout_limit"] = pick((0, 0, 0, 40_00, 1_000_00))
    if book == "massachusetts":
        rulings["bust-before-dealer-blackjack"] = house.dealer_blackjack_takes
        choose["people_on_box"] = pick((1, 2, 3, 3))
        house.hole_card = choose["hole_card"] = pick((False, True))
        house.card_reader = choose["card_reader"] = house.hole_card and pick((False, True))
    if book == "uk-casino":
        if house.dealer_blackjack_takes == "all":
            rulings["uk-doubles-splits-v-blackjack"] = "all"
        else:
            rulings["bust-before-dealer-blackjack"] = house.dealer_blackjack_takes
    if book == "players-edge":
        edge_choices(house, choose, rulings, chance)
    submission = sample_submission(book)
    choose = {**submission.choose, **choose}
    meters, wheels = dict(submission.meters), dict(submission.wheels)
    if book == "maryland":
        wheels = wheel_choices(house, choose, rulings, chance)
    least = {"spin": 5_000_00, "monster": 5_000_00, "xtreme": 10_000_00, "xtreme_secondary": 5_000_00}
    for name in {"maryland": ("spin", "xtreme", "xtreme_secondary"), "players-edge": ("monster",)}.get(book, ()):
        reset = least[name] + chance.randrange(10_000)
        rate = pick(((10, 100), (1, 7), (3, 1000), (1, 1), (17, 300)))
        meters[name] = MeterRules(least[name] + chance.randrange(100_000), reset, rate)
        house.meters[name] = (reset, Fraction(*rate))
    rules = rules_of(
        book,
        msgspec.structs.replace(
            submission,
            choose=choose,
            rulings={**submission.rulings, **rulings},
            meters=meters,
            wheels=wheels,
            source="random",
        ),
    )
    return rules, house


def edge_choices(house: naive.House, choose: dict[str, Any], rulings: dict[str, str], chance: random.Random) -> None:
    pick = chance.choice
    house.match_paytable = choose["match_paytable"] = pick("ABC")
    house.monster_paytable = choose["monster_paytable"] = pick("ABCDE")
    house.rescue_forfeits = rulings["rescue-after-redouble"] = pick(("before_last_double", "first_wager"))
    house.seven_card_21 = rulings["seven-card-21"] = pick(("seven_or_more", "exactly_seven"))
    rulings["monster-two-pairs"] = pick(("best_line_once", "each_pair"))
    house.monster_each_pair = rulings["monster-two-pairs"] == "each_pair"
    choose["most_doubles"] = pick((1, 3, 3))
    rulings["pe-order-of-play"] = pick(("as_printed", "clockwise"))


def wheel_choices(
    house: naive.House, choose: dict[str, Any], rulings: dict[str, str], chance: random.Random
) -> dict[str, tuple[WheelStop, ...]]:
    """Wheels on which every symbol comes up, the jackpots often."""
    table = house.spin_paytable = choose["spin_paytable"] = chance.choice("ABCD")
    choose["spin_wager"] = 100 if table in "AB" else 500
    rulings["xtreme-hot-spot"] = chance.choice(("one_hot_spot", "each_bettor"))
    house.xtreme_each_spins = rulings["xtreme-hot-spot"] == "each_bettor"
    prize = 0 if naive.SPIN_JACKPOT_IS_METER[table] else chance.randrange(5_000_00, 9_000_00)
    house.wheels = {
        "spin": [("jackpot", prize), *((symbol, 0) for symbol in (*naive.SPIN[table], *naive.SPIN_PAIRS[table]))],
        "xtreme": [("primary", 0), ("secondary", 0), *((symbol, 0) for symbol in naive.XTREME)],
        "xtreme_community": [(symbol, 0) for symbol in naive.XTREME_OTHERS],
    }
    weights = {"jackpot": 8, "primary": 4, "secondary": 4}
    return {
        name: tuple(WheelStop(symbol, weights.get(symbol, 2 if "+" in symbol else 1), prize) for symbol, prize in stops)
        for name, stops in house.wheels.items()
    }


# -- a table and its people ------------------------------------------------------------------------


@dataclass
class Playing:
    """A table while it is played, and all that happened since the last round ended."""

    table: Table
    chance: random.Random
    events: list[ev.Event]

    def do(self, command: cmd.Command) -> bool:
        """Carry a command out; False when it is refused."""
        try:
            act = carry_out(self.table, command)
        except Refused:
            return False
        self.table = act.table
        self.events += act.events
        return True


def seat_people(rules: Rules, chance: random.Random) -> Playing:
    """People at some of the boxes and, where boxes are shared, behind them."""
    table, events = new_table(rules)
    playing = Playing(table, chance, events)
    seats = sorted(chance.sample(range(1, rules.boxes + 1), chance.choice((1, 2, 3, 3, 4, 5, 7))))
    standing = chance.randrange(3) if rules.people_on_box > 1 else 0
    names = NAMES[: len(seats) + standing]
    for name, seat in zip(names, (*seats, 0, 0), strict=False):
        assert playing.do(cmd.Join(by=name, chips=10**12, seat=seat))
    for name in names:
        for other in names:
            if rules.people_on_box > 1 and other != name and chance.random() < 0.8:
                assert playing.do(cmd.Consent(by=name, person=other))
    return playing


def place_wagers(playing: Playing) -> None:
    """Wagers of everybody, on their own boxes, next to them and with others."""
    rules, chance = playing.table.rules, playing.chance
    people = list(playing.table.people)
    chance.shuffle(people)
    for person in people:
        if chance.random() < 0.1:
            continue
        boxes = [person.seat] if person.seat else []
        at = person.seat or chance.randint(1, rules.boxes)
        near = [box for box in range(at - 3, at + 4) if 1 <= box <= rules.boxes and box != person.seat]
        chance.shuffle(near)
        for box in boxes + near[: chance.choice((0, 1, 2, 4))]:
            place_on(playing, person.name, box)
    if not playing.table.boxes:
        person = next(person for person in people if person.seat)
        place_on(playing, person.name, person.seat)
    assert playing.do(cmd.CloseWagers(by="dealer"))


def place_on(playing: Playing, name: str, box: int) -> None:
    rules, chance = playing.table.rules, playing.chance
    chip = rules.smallest_chip
    wager = chance.choice((rules.table_minimum, 5_00, 24_00, 25_00, chip * chance.randint(1, 300)))
    if not playing.do(cmd.PlaceWager(by=name, box=box, amount=max(wager, rules.table_minimum))):
        return
    if rules.coupons and chance.random() < 0.4:
        coupon = chance.choice((5_00, 7_25, 10_00))
        playing.do(cmd.PlaceWager(by=name, box=box, amount=coupon, instrument="coupon"))
    for kind in ("match", "match_down", "monster", "spin", "xtreme"):
        if chance.random() < 0.6:
            fixed = {"monster": rules.monster_wager, "spin": rules.spin_wager, "xtreme": rules.xtreme_wager}
            amount = fixed.get(kind, chance.choice((1_00, 2_50, 5_00)))
            playing.do(cmd.PlaceWager(by=name, box=box, amount=amount, kind=kind))


# -- stacked shoes ---------------------------------------------------------------------------------

Wish = Callable[[str], bool]


def wishes(playing: Playing) -> dict[int, Wish]:
    """By place in the shoe from the next card on, what card is wished for there."""
    chance = playing.chance
    count = len(playing.table.boxes)
    plot = chance.choice(("none", "none", "sevens", "678", "blackjacks", "pairs", "small", "monster", "sixteen"))
    first, second = range(count), range(count + 1, 2 * count + 1)
    up, hole = count, 2 * count + 1
    later = range(2 * count + 1, 2 * count + 40)
    wished: dict[int, Wish] = {}
    suit = chance.choice("cdhs")
    if plot == "sevens":
        loose = chance.random() < 0.3
        for at in (*first, *second, *later):
            if chance.random() < (0.9 if at not in later else 0.6):
                wished[at] = lambda card: card[0] == "7" and (loose or card[1] == suit)
        wished[up] = lambda card: card[0] == "7" and (card[1] != suit or loose)
    elif plot == "678":
        loose = chance.random() < 0.4
        for at in (*first, *second, *later):
            rank = chance.choice("678")
            wished[at] = lambda card, rank=rank: card[0] == rank and (loose or card[1] == suit)
    elif plot == "blackjacks":
        for one, other in zip(first, second, strict=True):
            ace, ten = (one, other) if chance.random() < 0.5 else (other, one)
            wished[ace] = lambda card: card[0] == "A"
            if chance.random() < 0.7:
                wished[ten] = is_ten
        wished[up] = chance.choice((is_ten, lambda card: card[0] == "A"))
        if chance.random() < 0.6:
            wished[hole] = chance.choice((is_ten, lambda card: card[0] == "A" and card[1] == suit))
    elif plot == "pairs":
        for one, other in zip(first, second, strict=True):
            rank = chance.choice("A2345678JQK")
            wished[one] = wished[other] = lambda card, rank=rank: card[0] == rank
        rank = chance.choice("A678K")
        for at in later:
            if chance.random() < 0.5:
                wished[at] = lambda card, rank=rank: card[0] == rank
        wished[up] = chance.choice((is_ten, lambda card: card[0] == "A", lambda card: card[0] in "234567"))
    elif plot == "small":
        for at in (*first, *second, *later):
            wished[at] = lambda card: card[0] in "A23"
    elif plot == "monster":
        rank = chance.choice("A23456789JQK")
        among = chance.choice((suit, "dh", "cs", "cdhs"))
        for at in (*first, up, *second, hole):
            if chance.random() < 0.85:
                wished[at] = lambda card: card[0] == rank and card[1] in among
    elif plot == "sixteen":
        a, b = chance.choice(((up, hole), (hole, up)))
        wished[a] = lambda card: card[0] == "6"
        wished[b] = is_ten
    if chance.random() < 0.25:
        wished[up] = chance.choice((is_ten, lambda card: card[0] == "A"))
        if chance.random() < 0.5:
            wished[hole] = is_ten
    return wished


def is_ten(card: str) -> bool:
    return card[0] in "JQK"


def stack_shoe(playing: Playing) -> None:
    """Put the cards that are left in the shoe into another order, with rare hands on top."""
    table, chance = playing.table, playing.chance
    left = list(table.shoe[table.dealt :])
    chance.shuffle(left)
    wished = wishes(playing)
    for at in sorted(wished):
        if at >= len(left):
            break
        taken = next((i for i in range(at, len(left)) if wished[at](CARD_TEXT[left[i]])), at)
        left[at], left[taken] = left[taken], left[at]
    shoe = (*table.shoe[: table.dealt], *left)
    assert Counter(shoe) == Counter(table.shoe)
    playing.table = msgspec.structs.replace(table, shoe=shoe)


# -- decisions -------------------------------------------------------------------------------------

WEIGHTS = {"Stand": 3.0, "Draw": 5.0, "Double": 3.0, "Split": 12.0, "Surrender": 0.6, "Rescue": 4.0}
DECISIONS = (*WEIGHTS, "FollowDouble", "FollowSplit", "AnswerLateCard", "RefuseCard")


def random_command(who: str, offered: May, chance: random.Random) -> cmd.Command:
    """One of the commands that a line of `legal` stands for."""
    fields = {}
    for name, choice in offered.fields.items():
        if isinstance(choice, Amounts):
            fields[name] = random_amount(choice, chance)
        else:
            fields[name] = chance.choice(choice.values)
    return cmd.COMMANDS[offered.command](by=who, **fields)


def random_amount(choice: Amounts, chance: random.Random) -> int:
    if chance.random() < 0.6:
        return choice.most
    least = -(-choice.least // choice.step)
    return chance.randint(least, choice.most // choice.step) * choice.step


def decide_play(playing: Playing) -> None:
    """Somebody whose decision the table waits for decides."""
    table, chance = playing.table, playing.chance
    box = table.boxes[table.turn_box]
    hand = box.hands[table.turn_hand]
    if table.asked:
        names = [table.asked[0]]
    else:
        names = [stake.person for stake in box.stakes]
        if hand.state == "doubled":
            chance.shuffle(names)
    for name in names:
        offered = [one for one in legal(table, name) if one.command in DECISIONS]
        if offered:
            total = naive.score([CARD_TEXT[card] for card in hand.cards])
            weights = [weight_of(one.command, total) for one in offered]
            assert playing.do(random_command(name, chance.choices(offered, weights)[0], chance))
            return
    raise AssertionError("nobody can decide")


def weight_of(command: str, total: int) -> float:
    weight = WEIGHTS.get(command, 3.0)
    if command == "Draw":
        return weight * (4 if total < 12 else 2 if total < 17 else 0.3)
    if command == "Stand":
        return weight * (0.2 if total < 12 else 0.7 if total < 17 else 5)
    return weight


def decide_insurance(playing: Playing) -> None:
    table, chance = playing.table, playing.chance
    for box in table.boxes:
        for stake in box.stakes:
            if not stake.answered:
                offered = [one for one in legal(table, stake.person) if one.command in ("Insure", "DeclineInsurance")]
                assert playing.do(random_command(stake.person, chance.choice(offered), chance))
                return
    raise AssertionError("nobody can answer")


def play_round(playing: Playing) -> None:
    """From wagers to the pick-up of the cards."""
    place_wagers(playing)
    stack_shoe(playing)
    while not any(isinstance(event, ev.CardsCollected) for event in playing.events[-8:]):
        command = due(playing.table)
        if command is not None:
            assert playing.do(with_chance(playing.table, command, playing.chance)), command
        elif playing.table.phase == "insurance":
            decide_insurance(playing)
        elif playing.table.phase == "cut":
            playing.table, _events = ready(playing.table, playing.events, playing.chance)
        else:
            decide_play(playing)


# -- the comparison --------------------------------------------------------------------------------


def engine_outcome(events: list[ev.Event]) -> naive.Outcome:
    """What the game says that it did, added up by person, box and kind."""
    outcome = naive.Outcome()
    for event in events:
        if isinstance(event, ev.WagerSettled):
            money = outcome.wagers[event.person, event.box, event.kind]
            money.collected += event.collected
            money.returned += event.returned
            money.paid += event.paid
        elif isinstance(event, ev.DoubleRescued):
            outcome.wagers[event.person, event.box, "main"].returned += event.returned
        elif isinstance(event, ev.BonusPaid):
            outcome.bonuses[event.person, event.kind] += event.paid
    return outcome


def meters_of(table: Table) -> dict[str, Fraction]:
    return {
        meter.name: meter.amount + Fraction(meter.remainder, table.rules.meters[meter.name].rate[1])
        for meter in table.meters
    }


def differences(playing: Playing, house: naive.House, before: Table) -> Iterator[str]:
    """Everything in which the two settlements of the round differ."""
    expected = naive.settle(playing.events, house, meters_of(before))
    found = engine_outcome(playing.events)
    for key in sorted({*expected.wagers, *found.wagers}):
        if expected.wagers[key] != found.wagers[key]:
            yield f"{key}: expected {expected.wagers[key]}, found {found.wagers[key]}"
    for bonus in sorted({*expected.bonuses, *found.bonuses}):
        if expected.bonuses[bonus] != found.bonuses[bonus]:
            yield f"{bonus}: expected {expected.bonuses[bonus]}, found {found.bonuses[bonus]}"
    if expected.meters != meters_of(playing.table):
        yield f"meters: expected {expected.meters}, found {meters_of(playing.table)}"
    chips = {person.name: person.chips for person in before.people}
    for person in playing.table.people:
        gained = naive.gain(person.name, expected)
        if person.chips - chips[person.name] != gained:
            yield f"chips of {person.name}: expected {gained:+}, found {person.chips - chips[person.name]:+}"


def facts_of(playing: Playing, house: naive.House) -> str:
    """The round as a reader needs it to judge who is right."""
    lines = [str(house)]
    for event in playing.events:
        text = str(event)
        if isinstance(event, ev.CardDealt | ev.HoleCardTurned):
            text = f"{CARD_TEXT[event.card]}  {text}"
        lines.append(text)
    return "\n".join(lines)


def play_and_compare(book: str, rounds: int, seed: int, seen: Counter[str]) -> None:
    chance = random.Random(seed)
    while rounds > 0:
        rules, house = random_house(book, chance)
        playing = seat_people(rules, chance)
        for _ in range(min(rounds, ROUNDS_A_TABLE)):
            rounds -= 1
            playing.table, _events = ready(playing.table, [], chance)
            playing.events = []
            before = playing.table
            play_round(playing)
            found = list(differences(playing, house, before))
            assert not found, "\n".join((*found, facts_of(playing, house)))
            seen["rounds"] += 1


@pytest.mark.parametrize("book", naive.BOOKS)
def test_both_settlements_agree(book: str) -> None:
    seen: Counter[str] = Counter()
    play_and_compare(book, ROUNDS // len(naive.BOOKS), SEED, seen)
    assert seen["rounds"] == ROUNDS // len(naive.BOOKS)
