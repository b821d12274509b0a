"""The game's settlement against the second one of naive_settlement.py, on random rounds of every book.

SPANISH21_ROUNDS sets how many rounds are played, SPANISH21_SEED where chance begins.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import naive_settlement as naive
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import WheelStop, sample_submission
from spanish21.dealer import new_table, with_chance
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import CARD_TEXT, FULL_DECK, TENS
from spanish21.game.decide import carry_out, legal
from spanish21.game.due import due
from spanish21.game.evolve import evolve
from spanish21.game.moves.choices import Amounts, May
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.terms import MeterRules
from spanish21.game.table import Table

ROUNDS = int(os.environ.get("SPANISH21_ROUNDS", "8000"))
SEED = int(os.environ.get("SPANISH21_SEED", "21"))
ROUNDS_A_TABLE = 40
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ida")

# -- the operator's choices ------------------------------------------------------------------------


def guided_house(book: str, chance: random.Random) -> tuple[Rules, naive.House]:
    """The same of a book that is made from guides."""
    pick = chance.choice
    house = naive.House(book)
    choose: dict[str, Any] = {"adjacent_boxes": pick((1, 3, 7))}
    rulings: dict[str, str] = {}
    chip_choices(house, choose, chance)
    house.odd_money = rulings["odd-money"] = pick(("up", "down", "exact"))
    house.surrender_half = rulings["surrender-odd-half"] = pick(("exact", "up", "down"))
    rulings["bonus-on-split"] = pick(("yes", "no"))
    house.bonus_on_split = rulings["bonus-on-split"] == "yes"
    house.rescue_forfeits = "first_wager"
    if book == "pontoon":
        house.hole_card = house.card_reader = False
        house.decks = choose["decks"] = pick((4, 6, 8))
        house.settlement_order = choose["settlement_order"] = pick(("right_to_left", "losers_first"))
        takes = pick(("busted_plus_one", "busted_plus_one", "each_hand", "original", "all"))
        house.dealer_blackjack_takes = rulings["pontoon-takes"] = takes
        rulings["after-a-double"] = pick(("one_card", "plays_on", "plays_on"))
        rulings["totals-to-double"] = pick(("any", "any", "nine_to_eleven"))
        rulings["least-to-stand"] = pick(("twelve", "any"))
        rulings["splits"] = pick(("three_hands", "two_hands", "four_hands"))
    else:
        house.decks = 5
        rulings["soft-17"] = pick(("draws", "stands"))
        house.draws_soft_17 = rulings["soft-17"] == "draws"
        rulings["hole-card"] = pick(("reader", "reader", "no_hole_card"))
        house.hole_card = house.card_reader = rulings["hole-card"] == "reader"
        rulings["rescue-after-redouble"] = pick(("original", "before_last"))
        if rulings["rescue-after-redouble"] == "before_last":
            house.rescue_forfeits = "before_last_double"
        house.two_card_21_after_split = pick(("wins", "pays_blackjack"))
        rulings["two-card-21-after-split"] = house.two_card_21_after_split
    return rules_of(book, **choose, **rulings), house


def random_house(book: str, chance: random.Random) -> tuple[Rules, naive.House]:
    """The rules of a book under random choices, and the same choices for the second settlement."""
    if book in naive.GUIDED_BOOKS:
        return guided_house(book, chance)
    pick = chance.choice
    house = naive.House(book)
    choose: dict[str, Any] = {}
    rulings: dict[str, str] = {}
    chip_choices(house, choose, chance)
    house.decks = choose["decks"] = pick((5, 6, 8) if book == "players-edge" else (6, 8))
    house.odd_money = rulings["odd-money"] = pick(("up", "up", "down", "exact"))
    house.envy = rulings["envy"] = pick(("each_person", "each_person", "each_box"))
    voids = ("all_undone", "all_undone", "settled_stand")
    house.void_round = pick((*voids, "wins_stand", "wins_stand") if book == "uk-casino" else voids)
    rulings["void-after-settlement"] = house.void_round
    if book != "uk-casino":
        house.dead_hands = rulings["dead-hands"] = pick(("settled_stand", "settled_stand", "all_undone"))
        house.envy_below_least = rulings["envy-below-least"] = pick(("paid", "paid", "not_paid"))
        house.surrender_half = rulings["surrender-odd-half"] = pick(("exact", "exact", "up", "down"))
    in_maryland = book in ("maryland", "maryland-v1")
    other_reading = {"massachusetts": "pays_blackjack", "uk-casino": "wins"}.get(book, "ties")
    house.two_card_21_after_split = rulings["two-card-21-after-split"] = pick(("wins", other_reading))
    if book != "massachusetts":
        house.super_bonus = rulings["super-bonus-in-addition"] = pick(("on_top", "on_top", "instead"))
    choose["adjacent_boxes"] = pick((1, 2, 3, 7))
    if book != "uk-casino":
        if book != "massachusetts":
            choose["most_hands"] = pick((2, 4, 6))
        rulings["double-on-21"] = pick(("no", "yes" if in_maryland else "any_but_blackjack"))
    if book in ("massachusetts", "uk-casino"):
        house.dealer_blackjack_takes = pick(("original", "original_or_busted"))
        if book == "uk-casino":
            house.dealer_blackjack_takes = pick(("original", "original_or_busted", "all"))
        house.hole_card = house.card_reader = False
    else:
        house.settlement_order = choose["settlement_order"] = pick(("right_to_left", "losers_first"))
        house.payout_limit = choose["payout_limit"] = pick((0, 0, 40_00, 77_77, 1_000_00))
        house.limit_covers = rulings["payout-limit"] = pick(("main_wager", "main_wager", "everything"))
        rulings["wager-taken-back"] = pick(("when_wagers_close", "when_placed"))
    if book == "massachusetts":
        rulings["bust-before-dealer-blackjack"] = house.dealer_blackjack_takes
        house.coupon_counts = rulings["coupon-is-one-wager"] = pick(("for_everything", "for_the_odds"))
        house.shared_box_bonus = rulings["shared-box-bonus"] = pick(("envy_payout", "envy_payout", "nothing"))
        choose["people_on_box"] = pick((1, 2, 3, 3))
        house.hole_card = choose["hole_card"] = pick((False, True))
        house.card_reader = choose["card_reader"] = house.hole_card and pick((False, True))
    if book == "uk-casino":
        reading = house.dealer_blackjack_takes
        rulings["uk-blackjack-takes"] = "original_only" if reading == "original" else reading
    if book == "players-edge":
        edge_choices(house, choose, rulings, chance)
    submission = sample_submission(book)
    choose = {**submission.choose, **choose}
    meters, wheels = dict(submission.meters), dict(submission.wheels)
    if book == "maryland":
        wheels = wheel_choices(house, choose, rulings, chance)
    least = {"spin": 5_000_00, "monster": 5_000_00, "xtreme": 10_000_00, "xtreme_secondary": 5_000_00}
    offered = {"maryland": ("spin", "xtreme", "xtreme_secondary"), "players-edge": ("monster",)}
    for name in offered.get(book, ()):
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


def chip_choices(house: naive.House, choose: dict[str, Any], chance: random.Random) -> None:
    """Chips in which many halves cannot be made, and limits in whole chips."""
    pick = chance.choice
    in_cents = (1, 4, 20, 25, 50, 50, 100)  # a dollar, which some wagers are, is made of these
    free = house.book in ("maryland-v1", "uk-casino")
    chip = house.chip = choose["smallest_chip"] = pick((*in_cents, 75, 500, 750) if free else in_cents)

    def in_chips(amount: int) -> int:
        return -(-amount // chip) * chip

    choose["table_minimum"] = in_chips(pick((100, 100, 500)))
    choose["table_maximum"] = in_chips(10_000_00)
    choose["hand_maximum"] = in_chips(pick((0, 0, 40_00)))
    if free:
        choose["match_minimum"], choose["match_maximum"] = in_chips(1_00), in_chips(500_00)


def edge_choices(
    house: naive.House, choose: dict[str, Any], rulings: dict[str, str], chance: random.Random
) -> None:
    pick = chance.choice
    house.match_paytable = choose["match_paytable"] = pick("ABC")
    house.monster_paytable = choose["monster_paytable"] = pick("ABCDE")
    house.rescue_forfeits = rulings["rescue-after-redouble"] = pick(("before_last_double", "first_wager"))
    house.seven_card_21 = rulings["seven-card-21"] = pick(("seven_or_more", "exactly_seven"))
    house.meter_share = rulings["meter-share"] = pick(("down", "up", "up_to_chip"))
    rulings["monster-two-pairs"] = pick(("best_line_once", "each_pair"))
    house.monster_each_pair = rulings["monster-two-pairs"] == "each_pair"
    choose["most_doubles"] = pick((1, 3, 3))
    rulings["pe-order-of-play"] = pick(("as_printed", "clockwise"))


def wheel_choices(
    house: naive.House, choose: dict[str, Any], rulings: dict[str, str], chance: random.Random
) -> dict[str, tuple[WheelStop, ...]]:
    """Wheels on which every symbol comes up, the jackpots often."""
    pick = chance.choice
    one, five = pick("AB"), pick("CD")
    house.spin_paytables = pick(({100: one}, {500: five}, {100: one, 500: five}))
    choose["spin_paytable"] = list(house.spin_paytables.values())
    del choose["spin_wager"]
    house.spin_mixed_community = rulings["spin-mixed-community"] = pick(("by_rank", "as_shown"))
    house.xtreme_hot_spot = pick(("drawn_position", "drawn_bettor", "each_bettor"))
    rulings["xtreme-hot-spot"] = house.xtreme_hot_spot
    house.community_own_boxes = rulings["community-own-boxes"] = pick(("other_people", "every_wager"))
    house.wheels = {
        "xtreme_A": [("primary", 0), ("secondary", 0), *((symbol, 0) for symbol in naive.XTREME)],
        "xtreme_community_A": [(symbol, 0) for symbol in naive.XTREME_OTHERS],
    }
    if chance.random() < 0.4:
        rulings["xtreme-one-dollar"] = "own_table"
        house.xtreme_paytables = pick(({100: "own"}, {500: "A", 100: "own"}))
        choose["xtreme_paytable"] = ",".join(house.xtreme_paytables.values())
        house.wheels["xtreme_own"] = [("primary", 0), ("prize", 40_00), ("prize", 77_00)]
        house.wheels["xtreme_community_own"] = [("prize", 3_00), ("prize", 9_50)]
    for table in house.spin_paytables.values():
        prize = 0 if naive.SPIN_JACKPOT_IS_METER[table] else chance.randrange(5_000_00, 9_000_00)
        symbols = (*naive.SPIN[table], *naive.SPIN_PAIRS[table])
        house.wheels[f"spin_{table}"] = [("jackpot", prize), *((symbol, 0) for symbol in symbols)]
    weights = {"jackpot": 8, "primary": 4, "secondary": 4}
    return {
        name: tuple(
            WheelStop(symbol, weights.get(symbol, 2 if "+" in symbol else 1), prize)
            for symbol, prize in stops
        )
        for name, stops in house.wheels.items()
    }


# -- a table and its people ------------------------------------------------------------------------


@dataclass
class Playing:
    """A table while it is played, and all that happened since the last round ended."""

    table: Table
    chance: random.Random
    events: list[ev.Event]
    mood: str = ""
    """The decision that the people of this round are out for, if any."""

    def do(self, command: cmd.Command) -> bool:
        """Carry a command out; False when it is refused."""
        try:
            act = carry_out(self.table, command)
        except Refused:
            return False
        if any(isinstance(event, ev.SettlementUndone) for event in act.events):
            check_undoing(self.table, act.events)
        self.table = act.table
        self.events += act.events
        return True


def check_undoing(table: Table, events: list[ev.Event]) -> None:
    """Losses go back before payments do, and nobody is asked for chips that they do not have."""
    undone = [event for event in events if isinstance(event, ev.SettlementUndone)]
    taken = [event.taken > 0 for event in undone]
    assert taken == sorted(taken)
    assert all((event.taken > 0) != (event.returned > 0) for event in undone)
    for event in events:
        table = evolve(table, event)
        assert min(person.chips for person in table.people) >= 0


def seat_people(rules: Rules, chance: random.Random) -> Playing:
    """People at some of the boxes and, where boxes are shared, behind them."""
    table, events = new_table(rules)
    playing = Playing(table, chance, events)
    seats = sorted(chance.sample(range(1, rules.boxes + 1), chance.choice((1, 2, 3, 3, 4, 5, 7))))
    standing = chance.randrange(3) if rules.people_on_box > 1 else 0
    names = NAMES[: len(seats) + standing]
    for name, seat in zip(names, (*seats, 0, 0), strict=False):
        assert playing.do(cmd.Join(by=name, chips=chance.choice((10**12, 40_00)), seat=seat))
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
        if rules.people_on_box > 1 and chance.random() < 0.4:
            boxes = [min(one.seat for one in people if one.seat)]  # it plays first and gets the best hands
        at = person.seat or chance.randint(1, rules.boxes)
        near = [box for box in range(at - 3, at + 4) if 1 <= box <= rules.boxes and box != person.seat]
        chance.shuffle(near)
        for box in boxes + near[: chance.choice((0, 1, 2, 4))]:
            place_on(playing, person.name, box)
    if not playing.table.boxes:
        person = next(person for person in people if person.seat)
        least = cmd.PlaceWager(by=person.name, box=person.seat, amount=rules.table_minimum)
        assert playing.do(least)
    assert playing.do(cmd.CloseWagers(by="dealer"))


def place_on(playing: Playing, name: str, box: int) -> None:
    rules, chance = playing.table.rules, playing.chance
    chip = rules.smallest_chip
    odd = chip * chance.randint(1, max(300 * 50 // chip, 3))
    wager = chance.choice((rules.table_minimum, 2_00, 5_00, 15_00, 24_00, 25_00, odd))
    if any(one.number == box for one in playing.table.boxes) and chance.random() < 0.5:
        wager = chance.choice((2_00, 3_00))  # beside somebody else's, often too little for a fixed payout
    if not playing.do(cmd.PlaceWager(by=name, box=box, amount=max(wager, rules.table_minimum))):
        return
    if rules.coupons and chance.random() < 0.6:
        coupon = chance.choice((2_00, 5_00, 7_25, 10_00, 5_50))
        playing.do(cmd.PlaceWager(by=name, box=box, amount=coupon, instrument="coupon"))
    for kind in ("match", "match_down", "monster", "spin", "xtreme"):
        if chance.random() < 0.6:
            amount = chance.choice((1_00, 2_50, 5_00, chip * chance.randint(1, 20)))
            if kind == "monster":
                amount = rules.sides["monster"].wager
            elif kind in ("spin", "xtreme"):
                amount = chance.choice((1_00, 5_00))
            placed = playing.do(cmd.PlaceWager(by=name, box=box, amount=amount, kind=kind))
            if placed and rules.coupons and kind == "match" and chance.random() < 0.3:
                coupon = cmd.PlaceWager(by=name, box=box, amount=1_25, kind=kind, instrument="coupon")
                playing.do(coupon)


# -- stacked shoes ---------------------------------------------------------------------------------

ANY = "A23456789JQK"
TENS_VALUE = "JQK"
SUITS = "cdhs"
Wishes = dict[int, tuple[str, str]]
"""By place in the shoe from the next card on: the ranks and suits of the card that is wished for."""


class Places:
    """Where in the shoe the first cards of the round lie."""

    def __init__(self, count: int, from_right: bool) -> None:
        self.boxes = [(at, count + 1 + at) for at in range(count)]
        self.first_to_play = self.boxes[-1 if from_right else 0]
        self.up = count
        self.hole = 2 * count + 1
        self.later = range(2 * count + 1, 2 * count + 60)

    @property
    def all(self) -> tuple[int, ...]:
        return (*(at for box in self.boxes for at in box), *self.later)


def sevens(places: Places, chance: random.Random) -> Wishes:
    """One box gets 7s of a suit, the others some 7s; against a 7, or nearly."""
    suit = chance.choice(SUITS)
    of_box = chance.choice((SUITS, suit, suit, suit))
    others = SUITS.replace(suit, "")
    wished = {at: ("7", others) for box in places.boxes for at in box if chance.random() < 0.3}
    own = (*places.first_to_play, *places.later[:3])
    wished |= {at: ("7", of_box) for at in own if chance.random() < 0.95}
    return wished | {places.up: (chance.choice("777689"), others)}


def three_suited_sevens(places: Places, chance: random.Random) -> Wishes:
    """The box that plays first gets 7s of one suit against a 7."""
    suit = chance.choice(SUITS)
    wished = {at: ("23456", SUITS) for box in places.boxes for at in box}
    wished |= dict.fromkeys((*places.first_to_play, *places.later[:2]), ("7", suit))
    return wished | {places.up: ("7", SUITS.replace(suit, ""))}


def sixes_sevens_eights(places: Places, chance: random.Random) -> Wishes:
    suits = chance.choice((SUITS, "c", "d", "h", "s"))
    return {at: (chance.choice("678"), suits) for at in places.all}


def blackjacks(places: Places, chance: random.Random) -> Wishes:
    """Aces and ten-value cards for everybody, the dealer too."""
    wished: Wishes = {}
    for box in [*places.boxes, (places.up, places.hole)]:
        ace, ten = box if chance.random() < 0.5 else box[::-1]
        wished[ace] = ("A", chance.choice((SUITS, "s")))
        if chance.random() < 0.7:
            wished[ten] = (TENS_VALUE, chance.choice((SUITS, "s")))
    return wished


def pairs(places: Places, chance: random.Random) -> Wishes:
    """Pairs, with more of one rank to come."""
    wished: Wishes = {}
    for one, other in places.boxes:
        wished[one] = wished[other] = (chance.choice("AA2345678JQK"), SUITS)
    rank = chance.choice("A678K")
    wished |= {at: (rank, SUITS) for at in places.later if chance.random() < 0.5}
    return wished | {places.up: (chance.choice((TENS_VALUE, "A", "234567")), SUITS)}


def small_cards(places: Places, chance: random.Random) -> Wishes:
    return dict.fromkeys(places.all, (chance.choice(("A23", "234")), SUITS))


def four_alike(places: Places, chance: random.Random) -> Wishes:
    """The dealer's two cards and those of some boxes are of one rank."""
    rank, suit = chance.choice(ANY), chance.choice(SUITS)
    suits = chance.choice((suit, suit, "dh", "cs", SUITS))
    boxes = chance.sample(places.boxes, min(len(places.boxes), 2)) if suits == suit else places.boxes
    cards = (places.up, places.hole, *(at for box in boxes for at in box))
    return {at: (rank, suits) for at in cards if chance.random() < 0.9}


def two_pairs(places: Places, chance: random.Random) -> Wishes:
    """Pairs of one rank and suit, for the boxes and for the dealer."""
    wished: Wishes = {}
    for box in [*places.boxes, (places.up, places.hole)]:
        rank, suit = chance.choice(ANY), chance.choice(SUITS)
        wished |= dict.fromkeys(box, (rank, suit))
    return wished


def six_and_ten(places: Places, chance: random.Random) -> Wishes:
    ranks = chance.choice((("6", TENS_VALUE), (TENS_VALUE, "6")))
    return {places.up: (ranks[0], SUITS), places.hole: (ranks[1], SUITS)}


def nothing(places: Places, chance: random.Random) -> Wishes:
    return {}


PLOTS = (
    nothing,
    sevens,
    three_suited_sevens,
    three_suited_sevens,
    sixes_sevens_eights,
    blackjacks,
    pairs,
    small_cards,
    small_cards,
    four_alike,
    two_pairs,
    six_and_ten,
)


def stack_shoe(playing: Playing) -> None:
    """Put the cards that are left in the shoe into another order, with rare hands on top."""
    table, chance = playing.table, playing.chance
    places = Places(len(table.boxes), table.rules.plays_from_right)
    plot = chance.choice(PLOTS)
    wants_cards = plot in (sevens, three_suited_sevens, sixes_sevens_eights, small_cards)
    playing.mood = "Draw" if wants_cards and chance.random() < 0.8 else ""
    if chance.random() < 0.05:
        playing.mood = "Surrender"
    wished = plot(places, chance)
    if chance.random() < 0.2:
        wished[places.up] = (chance.choice((TENS_VALUE, "A")), SUITS)
        wished[places.hole] = (chance.choice((TENS_VALUE, ANY)), SUITS)
    if chance.random() < 0.03:
        wished |= dict.fromkeys(chance.sample(places.all[: places.hole + 5], 2), ("T", SUITS))
    left = list(table.shoe[table.dealt :])
    chance.shuffle(left)
    for at in sorted(wished):
        ranks, suits = wished[at]
        for taken in range(at, len(left)):
            rank, suit = CARD_TEXT[left[taken]]
            if rank in ranks and suit in suits:
                left[at], left[taken] = left[taken], left[at]
                break
    shoe = (*table.shoe[: table.dealt], *left)
    assert sorted(shoe) == sorted(table.shoe)
    playing.table = msgspec.structs.replace(table, shoe=shoe)


# -- decisions -------------------------------------------------------------------------------------

WEIGHTS = {
    "RefuseCard": 60.0,
    "Stand": 3.0,
    "Draw": 5.0,
    "Double": 3.0,
    "Split": 12.0,
    "Surrender": 0.6,
    "Rescue": 4.0,
}
DECISIONS = (*WEIGHTS, "FollowDouble", "FollowSplit", "AnswerLateCard")


def random_command(who: str, offered: May, chance: random.Random) -> cmd.Command:
    """One of the commands that a line of `legal` stands for."""
    fields = {}
    for name, choice in offered.fields.items():
        if isinstance(choice, Amounts):
            declines = offered.command == "FollowDouble" and chance.random() < 0.4
            fields[name] = 0 if declines else random_amount(choice, chance)
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
            weights = [weight_of(one.command, total, playing.mood) for one in offered]
            if hand.state == "doubled":
                weights = [{"Double": 4.0, "Rescue": 2.0}.get(one.command, 1.0) for one in offered]
            assert playing.do(random_command(name, chance.choices(offered, weights)[0], chance))
            return
    raise AssertionError("nobody can decide")


def weight_of(command: str, total: int, mood: str) -> float:
    weight = WEIGHTS.get(command, 3.0)
    if mood and command != "RefuseCard":
        return weight * (50 if command == mood else 0.1)
    if command == "Draw":
        return weight * (4 if total < 12 else 2 if total < 17 else 0.3)
    if command == "Stand":
        return weight * (0.2 if total < 12 else 0.7 if total < 17 else 5)
    return weight


def decide_insurance(playing: Playing) -> None:
    table, chance = playing.table, playing.chance
    for box in table.boxes:
        for stake in box.stakes:
            offered = [
                one for one in legal(table, stake.person) if one.command in ("Insure", "DeclineInsurance")
            ]
            if offered:
                assert playing.do(random_command(stake.person, chance.choice(offered), chance))
                return
    raise AssertionError("nobody can answer")


MISTAKES = (
    "FindFaceUp",
    "DrawInError",
    "OverdrawDealer",
    "SkipDealer",
    "SkipBox",
    "MissRequest",
    "ReportInsertion",
    "ReportReaderFailure",
)


def make_mistake(playing: Playing) -> None:
    """The house does something wrong, if anything can go wrong here."""
    table, chance = playing.table, playing.chance
    offered = [
        (who, one)
        for who in ("dealer", "floorperson")
        for one in legal(table, who)
        if one.command in MISTAKES
    ]
    if offered:
        likely = {"DrawInError": 4, "SkipDealer": 4, "FindFaceUp": 30 if table.trouble.face_up_found else 2}
        weights = [likely.get(one.command, 1) for _who, one in offered]
        assert playing.do(random_command(*chance.choices(offered, weights)[0], chance))


def play_round(playing: Playing) -> None:
    """From wagers to the pick-up of the cards."""
    chance = playing.chance
    place_wagers(playing)
    stack_shoe(playing)
    goes_wrong = chance.random() < 0.2
    at = 0
    while True:
        if any(isinstance(event, ev.CardsCollected) for event in playing.events[at:]):
            break
        at = len(playing.events)
        command = due(playing.table)
        if goes_wrong and (command is None or isinstance(command, cmd.Deal)):
            if playing.table.phase == "deal" and command is not None:
                command = cmd.Deal(by="dealer", count=1)
            if chance.random() < 0.25:
                make_mistake(playing)
                goes_wrong = chance.random() < 0.8
                continue
        if command is not None:
            assert playing.do(with_chance(playing.table, command, chance)), command
        elif playing.table.phase == "insurance":
            decide_insurance(playing)
        elif playing.table.phase == "cut":
            assert playing.do(cmd.RefuseCut(by=playing.table.cutting.order[playing.table.cutting.offered]))
        elif playing.table.phase == "deal":
            assert playing.do(cmd.AnswerLateCard(by=playing.table.asked[0], takes=chance.random() < 0.6))
        else:
            decide_play(playing)
    if playing.table.trouble.reader_broken:
        assert playing.do(cmd.RepairReader(by="floorperson"))


def make_ready(playing: Playing) -> None:
    """On until wagers can be placed; some decks come with 10s of which a few are overlooked."""
    chance = playing.chance
    for person in playing.table.people:
        if person.chips < 40_00:
            assert playing.do(cmd.BuyChips(by=person.name, amount=40_00 - person.chips))
    while playing.table.phase != "wagers":
        table = playing.table
        command = due(table)
        if command is None:
            command = cmd.RefuseCut(by=table.cutting.order[table.cutting.offered])
        elif isinstance(command, cmd.ReceiveDecks) and chance.random() < 0.3:
            command = msgspec.structs.replace(command, cards=FULL_DECK * table.rules.decks)
        elif isinstance(command, cmd.RemoveTens):
            tens = [card for card in table.pool if card in TENS]
            missed = tuple(chance.sample(tens, 3)) if tens else ()
            command = cmd.RemoveTens(by="dealer", missed=missed)
        assert playing.do(with_chance(table, command, chance)), command


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
        elif isinstance(event, ev.SettlementUndone) and event.kind in ("super_bonus", "envy"):
            outcome.bonuses[event.person, event.kind] -= event.taken
        elif isinstance(event, ev.SettlementUndone):
            money = outcome.wagers[event.person, event.box, event.kind]
            money.collected -= event.returned
            money.returned += event.returned
            money.paid -= event.taken
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


# -- what the rounds have shown --------------------------------------------------------------------

EVENTS_TO_SEE = {
    ev.HandSurrendered: "surrender",
    ev.DoubleRescued: "rescue",
    ev.RoundVoided: "void round",
    ev.HandsCalledDead: "all hands dead",
    ev.DoubleKept: "double kept",
    ev.HandDead: "dead hand",
    ev.TenFound: "10 in the shoe",
    ev.CardRefused: "card refused",
    ev.ReaderFailed: "reader fails",
    ev.DealerSkipped: "dealer skipped",
    ev.ShoeEmptied: "shoe empty",
    ev.SettlementUndone: "something undone",
}
EVERYWHERE = """
    player's Blackjack, dealer's Blackjack, insurance won, suited insurance won, insurance lost, match won,
    match lost, split, split again, double, 21 in two cards after a split, 678 in 1 suits, 678 in 2 suits,
    777 in 1 suits, 777 in 2 suits, 21 in 5 cards, 21 in 6 cards, 21 in 7 cards, 21 in 8 cards, super_bonus,
    envy, void round, something undone, dead hand, 10 in the shoe, card refused, dealer skipped,
    a person on several boxes
"""
TO_SEE = {
    "maryland": """
        surrender, rescue, reader fails, all hands dead, odd half surrendered, envy for a small wager,
        payment cut by the limit, bonus cut by the limit, spin jackpot, spin pair, community, xtreme primary,
        xtreme secondary, xtreme won, two jackpots in a round, a bettor on the hot spot,
        nobody on the hot spot, spin for $1 and for $5, xtreme for $1 and for $5
    """,
    "maryland-v1": """
        surrender, rescue, reader fails, all hands dead, odd half surrendered, envy for a small wager,
        payment cut by the limit, bonus cut by the limit
    """,
    "massachusetts": """
        surrender, rescue, coupon on main, coupon on match, several people on a box, double declined,
        odd half surrendered, a coupon makes the bonus larger, envy on the winning box,
        envy for a small wager,
        double followed, double kept, split covered, hand named after a split,
        dealer's Blackjack after a double, dealer's Blackjack after a split,
        dealer's Blackjack after a bust, dealer's Blackjack after a rescue,
        dealer's Blackjack after a surrender
    """,
    "players-edge": """
        surrender, rescue, reader fails, all hands dead, odd half surrendered, envy for a small wager,
        payment cut by the limit, bonus cut by the limit, double again, three doubles,
        rescue after a redouble,
        match_down won, match_down lost, 4 alike in 1 suits, 4 alike in 2 suits, 4 alike in 3 suits,
        3 alike in 1 suits, 3 alike in 3 suits, one suited pair, two suited pairs
    """,
    "uk-casino": """
        dealer's Blackjack after a double, dealer's Blackjack after a split, dealer's Blackjack after a bust
    """,
}
"""What must have come up in the rounds of a book, so that agreement means something."""


def sights(events: list[ev.Event], house: naive.House) -> Iterator[str]:
    """The rare things that a round has shown."""
    facts = naive.Round(events)
    for event in events:
        if type(event) in EVENTS_TO_SEE:
            yield EVENTS_TO_SEE[type(event)]
        elif isinstance(event, ev.WheelSpun):
            symbol, _prize = wheel_of(event, house)[event.stop]
            yield f"{event.kind} {'pair' if '+' in symbol else symbol if symbol.isalpha() else 'fixed'}"
        elif isinstance(event, ev.DoubleFollowed):
            yield "double followed" if event.amount else "double declined"
        elif isinstance(event, ev.SplitFollowed):
            yield "split covered" if event.amount else "hand named after a split"
        elif isinstance(event, ev.WagerSettled) and event.kind != "main":
            yield f"{event.kind} {event.result}"
        elif isinstance(event, ev.BonusPaid):
            yield event.kind
        elif isinstance(event, ev.HotSpotDrawn):
            here = any((box, kind) == (event.box, "xtreme") for _person, box, kind in facts.sides)
            yield "a bettor on the hot spot" if here else "nobody on the hot spot"
    for kind in ("spin", "xtreme"):
        if len({amount for (_person, _box, one), amount in facts.sides.items() if one == kind}) > 1:
            yield f"{kind} for $1 and for $5"
    jackpots = [spin for spin in facts.spins if not wheel_of(spin, house)[spin.stop][1] and spin.stop < 2]
    if len(jackpots) > 1:
        yield "two jackpots in a round"
    if any(len(facts.boxes_of(person)) > 1 for person in facts.people):
        yield "a person on several boxes"
    for kind in {kind for (_person, _box, kind), amount in facts.coupons.items() if amount}:
        yield f"coupon on {kind}"
    if facts.is_void:
        return
    yield from money_sights(events, facts, house)
    if facts.insurance and naive.dealer_has_blackjack(facts) and len(naive.suits(facts.dealer[:2])) == 1:
        yield "suited insurance won"
    for box, hands in facts.hands.items():
        yield from box_sights(box, hands, facts)


def wheel_of(spin: ev.WheelSpun, house: naive.House) -> list[tuple[str, int]]:
    tables = house.spin_paytables if spin.kind == "spin" else house.xtreme_paytables
    return house.wheels[f"{spin.kind}_{tables[spin.wager]}"]


def money_sights(events: list[ev.Event], facts: naive.Round, house: naive.House) -> Iterator[str]:
    """Where readings of money make a difference."""
    bonuses = [event for event in events if isinstance(event, ev.BonusPaid)]
    won = {event.person: event.box for event in bonuses if event.kind == "super_bonus"}
    envied = {event.person for event in bonuses if event.kind == "envy"}
    if envied and not won:
        yield "envy for a small wager"
    if any(event.paid not in (1_000_00, 5_000_00) for event in bonuses if event.kind == "super_bonus"):
        yield "bonus cut by the limit"
    for person, box in won.items():
        wager = facts.mains[person, box]
        if (wager < 5_00 or wager < 25_00 <= wager + facts.coupons[person, box, "main"]) and (
            house.book == "massachusetts" and house.coupon_counts == "for_everything"
        ):
            yield "a coupon makes the bonus larger"
    for hands in facts.hands.values():
        on_hand = envied & set(hands[0].wagers)
        if naive.is_super_hand(hands[0], facts) and on_hand and house.envy == "each_person":
            yield "envy on the winning box"
    for event in events:
        if isinstance(event, ev.WagerSettled):
            if event.result == "surrendered" and event.collected % house.chip:
                yield "odd half surrendered"
            if event.paid == house.payout_limit > 0:
                yield "payment cut by the limit"


def box_sights(box: int, hands: list[naive.Hand], facts: naive.Round) -> Iterator[str]:
    blackjack = naive.dealer_has_blackjack(facts)
    if len({person for hand in hands for person in hand.wagers}) > 1:
        yield "several people on a box"
    if len(hands) > 1:
        yield "split again" if len(hands) > 2 else "split"
        if blackjack:
            yield "dealer's Blackjack after a split"
    if blackjack:
        yield "dealer's Blackjack"
    for hand in hands:
        yield from hand_sights(hand, blackjack)
    if (
        any((person, box, "monster") in facts.sides for person in facts.people)
        and len(facts.first_two[box]) == 2
    ):
        four = [*facts.first_two[box], *facts.dealer[:2]]
        alike = max(([card for card in four if card[0] == rank[0]] for rank in four), key=len)
        pairs = sum(four.count(card) == 2 for card in four) // 2
        if len(alike) > 2:
            yield f"{len(alike)} alike in {len(naive.suits(alike))} suits"
        elif pairs:
            yield "two suited pairs" if pairs == 2 else "one suited pair"


def hand_sights(hand: naive.Hand, blackjack: bool) -> Iterator[str]:
    total = naive.score(hand.cards)
    if blackjack:
        yield from (f"dealer's Blackjack after a {what}" for what in after(hand))
    elif naive.is_ace_and_ten(hand.cards):
        yield "21 in two cards after a split" if hand.is_split else "player's Blackjack"
    elif not hand.is_doubled and total == 21:
        if naive.ranks(hand.cards) in ("678", "777"):
            yield f"{naive.ranks(hand.cards)} in {len(naive.suits(hand.cards))} suits"
        yield f"21 in {len(hand.cards)} cards"
    doubles = max((len(made) for made in hand.doubles.values()), default=0)
    if doubles:
        yield ("double", "double again", "three doubles")[doubles - 1]
    if doubles > 1 and hand.rescued:
        yield "rescue after a redouble"


def after(hand: naive.Hand) -> Iterator[str]:
    if hand.is_doubled:
        yield "double"
    if hand.rescued:
        yield "rescue"
    if hand.is_surrendered:
        yield "surrender"
    if naive.score(hand.cards) > 21:
        yield "bust"


def play_and_compare(book: str, rounds: int, seed: int, seen: Counter[str]) -> None:
    chance = random.Random(seed)
    while rounds > 0:
        rules, house = random_house(book, chance)
        playing = seat_people(rules, chance)
        for _ in range(min(rounds, ROUNDS_A_TABLE)):
            rounds -= 1
            make_ready(playing)
            playing.events = []
            before = playing.table
            play_round(playing)
            found = list(differences(playing, house, before))
            assert not found, "\n".join((*found, facts_of(playing, house)))
            seen["rounds"] += 1
            seen.update(set(sights(playing.events, house)))


@pytest.mark.parametrize("book", naive.BOOKS)
def test_both_settlements_agree(book: str) -> None:
    seen: Counter[str] = Counter()
    play_and_compare(book, ROUNDS // len(naive.BOOKS), SEED, seen)
    assert seen["rounds"] == ROUNDS // len(naive.BOOKS)
    wanted = {" ".join(name.split()) for name in f"{EVERYWHERE}, {TO_SEE[book]}".split(",")}
    missing = sorted(name for name in wanted if not seen[name])
    assert not missing or ROUNDS < 8000, f"{book}: never seen in {seen['rounds']} rounds: {missing}"


@pytest.mark.parametrize("book", naive.GUIDED_BOOKS)
def test_both_settlements_agree_on_the_books_made_from_guides(book: str) -> None:
    seen: Counter[str] = Counter()
    play_and_compare(book, ROUNDS // 10, SEED, seen)
    wanted = """double, split, split again, rescue, surrender, dealer's Blackjack, 21 in 5 cards,
    678 in 1 suits, super_bonus, void round"""
    missing = sorted(name for name in map(str.strip, wanted.split(",")) if not seen[name])
    assert not missing or ROUNDS < 8000, f"{book}: never seen in {seen['rounds']} rounds: {missing}"
