"""A second, slow settlement of a finished round, written from the clauses alone.

It reads the facts of a round (people and wagers, cards and where they were dealt, decisions, wheel stops,
irregularities) and works out what every person must have received. It shares nothing with the game: cards
are text such as "7s", money is cents in `Fraction`s, and every payout is typed here from its clause.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

from spanish21.game import events as ev
from spanish21.game.cards import CARD_TEXT

Card = str
Key = tuple[str, int, str]

# -- the payouts, book by book ---------------------------------------------------------------------

EVEN = Fraction(1)
THREE_TO_TWO = Fraction(3, 2)
BOOKS = ("maryland", "maryland-v1", "massachusetts", "players-edge", "uk-casino")
GUIDED_BOOKS = ("pontoon", "red-dragon")

# maryland, maryland-v1 12.B; massachusetts 5(f); uk-casino G26 and G27: spades. players-edge 12.B: diamonds.
BEST_SUIT = {
    "maryland": "s",
    "maryland-v1": "s",
    "massachusetts": "s",
    "players-edge": "d",
    "uk-casino": "s",
    "pontoon": "s",
    "red-dragon": "s",
}
MIXED, SUITED, BEST = THREE_TO_TWO, Fraction(2), Fraction(3)
LONG_21 = {5: THREE_TO_TWO, 6: Fraction(2), 7: Fraction(3)}

# maryland 12.A(3), massachusetts 11(c), players-edge 12.A(3) and (4), uk-casino G22.
INSURANCE = dict.fromkeys(BOOKS + GUIDED_BOOKS, (2, 2)) | {"players-edge": (2, 5)}

# For each matching card (maryland 12.A(4), massachusetts 6(e)), by decks: the same suit, another suit.
EACH_MATCH = {6: (9, 4), 8: (12, 3)}
# By (suited matches, other matches): uk-casino M3 by decks, players-edge 12.A(5) by paytable.
UK_MATCH = {
    6: {(0, 1): 4, (0, 2): 8, (1, 0): 9, (1, 1): 13, (2, 0): 18},
    8: {(0, 1): 3, (0, 2): 6, (1, 0): 12, (1, 1): 15, (2, 0): 24},
}
EDGE_MATCH = {
    "A": {(2, 0): 18, (1, 1): 13, (1, 0): 9, (0, 2): 8, (0, 1): 4},
    "B": {(2, 0): 24, (1, 1): 15, (1, 0): 12, (0, 2): 6, (0, 1): 3},
    "C": {(2, 0): 26, (1, 1): 16, (1, 0): 13, (0, 2): 6, (0, 1): 3},
}

# players-edge 12.D: parts of the meter, then dollars.
MONSTER = {
    "A": (Fraction(1), Fraction(1, 10), 200, 20, 12, 3),
    "B": (Fraction(1), Fraction(1, 10), 200, 25, 10, 2),
    "C": (Fraction(1), Fraction(1), 200, 20, 12, 3),
    "D": (Fraction(1), Fraction(1), 200, 20, 10, 2),
    "E": (Fraction(1), Fraction(1), 200, 25, 10, 2),
}

# maryland 12.D: dollars by symbol; then what the others on the wager are paid, 12.D(9) and (10).
SPIN = {
    "A": {"1000": 1000, "350": 350, "120": 120, "50": 50, "33": 33, "20": 20, "10": 10},
    "B": {"1000": 1000, "350": 350, "120": 120, "50": 50, "33": 33, "15": 15, "10": 10},
    "C": {
        "5000": 5000,
        "2500": 2500,
        "850": 850,
        "250": 250,
        "165": 165,
        "100": 100,
        "70": 70,
        "60": 60,
        "50": 50,
        "40": 40,
    },
    "D": {
        "5000": 5000,
        "600": 600,
        "750": 750,
        "250": 250,
        "115": 115,
        "75": 75,
        "70": 70,
        "60": 60,
        "50": 50,
        "40": 40,
    },
}
SPIN_PAIRS = {
    "A": {"250+100": (250, 100), "100+20": (100, 20), "30+3": (30, 3)},
    "B": {"250+100": (250, 100), "100+20": (100, 20), "30+3": (30, 3)},
    "C": {"750+100": (750, 100), "200+50": (200, 50), "150+15": (150, 15)},
    "D": {"500+100": (500, 100), "200+50": (200, 50), "100+15": (100, 15)},
}
SPIN_JACKPOT_IS_METER = {"A": False, "B": True, "C": False, "D": True}

# maryland 12.E.
XTREME = {
    "1000": 1000,
    "600": 600,
    "500": 500,
    "400": 400,
    "350": 350,
    "300": 300,
    "250": 250,
    "200": 200,
}
XTREME_OTHERS = {"150": 150, "100": 100, "75": 75, "50": 50, "40": 40, "35": 35, "30": 30, "25": 25}


@dataclass
class House:
    """What the operator chose on top of the book, in the words of its submission."""

    book: str
    decks: int = 6
    chip: int = 50
    hole_card: bool = True
    card_reader: bool = True
    settlement_order: str = "right_to_left"
    odd_money: str = "up"
    surrender_half: str = "exact"
    coupon_counts: str = "for_everything"
    envy_below_least: str = "paid"
    bonus_on_split: bool = False
    """Whether a split hand has the better odds, where a ruling of the book says so."""
    draws_soft_17: bool = False
    shared_box_bonus: str = "envy_payout"
    void_round: str = "all_undone"
    dead_hands: str = "settled_stand"
    two_card_21_after_split: str = "wins"
    dealer_blackjack_takes: str = "original"
    rescue_forfeits: str = "before_last_double"
    seven_card_21: str = "seven_or_more"
    super_bonus: str = "on_top"
    envy: str = "each_person"
    payout_limit: int = 0
    limit_covers: str = "main_wager"
    match_paytable: str = "A"
    monster_paytable: str = "A"
    monster_each_pair: bool = False
    spin_paytables: dict[int, str] = field(default_factory=lambda: {100: "B"})
    """The paytable of each amount of Bonus Spin."""
    spin_mixed_community: str = "by_rank"
    xtreme_paytables: dict[int, str] = field(default_factory=lambda: {500: "A"})
    xtreme_hot_spot: str = "drawn_position"
    community_own_boxes: str = "other_people"
    meter_share: str = "down"
    boxes: int = 7
    wheels: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    """Symbol and prize of every stop of the wheels "spin_B", "xtreme_A", "xtreme_community_A" and so on."""
    meters: dict[str, tuple[int, Fraction]] = field(default_factory=dict)
    """What a meter is reset to and the part of each wager that it takes."""


@dataclass
class Hand:
    """A hand of a box: its cards, and by person the wager and the doubles on it, one by one."""

    cards: list[Card]
    wagers: dict[str, int]
    doubles: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    coupons: dict[str, int] = field(default_factory=dict)
    rescued: set[str] = field(default_factory=set)
    is_doubled: bool = False
    cards_at_double: int = 0
    """How many cards it had when it was doubled last."""
    is_split: bool = False
    is_surrendered: bool = False
    dead: str = ""


@dataclass
class Money:
    """What became of the wagers of one kind of one person on one box."""

    collected: int = 0
    returned: int = 0
    paid: int = 0


@dataclass
class Outcome:
    """What a round must have come to."""

    wagers: dict[Key, Money] = field(default_factory=lambda: defaultdict(Money))
    bonuses: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    meters: dict[str, Fraction] = field(default_factory=dict)
    paid_on_hand: dict[tuple[str, int], int] = field(default_factory=lambda: defaultdict(int))
    """What each person has been paid on the first hand of a box, where the payout limit covers everything."""


def gain(person: str, outcome: Outcome) -> int:
    """What a person won or lost in the round, all wagers and bonuses together."""
    total = 0
    for (name, _box, _kind), money in outcome.wagers.items():
        if name == person:
            total += money.paid - money.collected
    return total + sum(paid for (name, _kind), paid in outcome.bonuses.items() if name == person)


# -- cards -----------------------------------------------------------------------------------------


def points(card: Card) -> int:
    """Face value, 10 for a court card, 1 for an ace."""
    rank = card[0]
    return 1 if rank == "A" else 10 if rank in "TJQK" else int(rank)


def score(cards: list[Card]) -> int:
    """The best total: one ace counts 11 where that does not go over 21."""
    total = sum(points(card) for card in cards)
    has_ace = any(card[0] == "A" for card in cards)
    return total + 10 if has_ace and total + 10 <= 21 else total


def worth(hand: Hand, house: House) -> int:
    """The total of a hand; pontoon RW7: the aces that it had when it was doubled count 1."""
    if house.book != "pontoon" or not hand.is_doubled:
        return score(hand.cards)
    total = sum(points(card) for card in hand.cards)
    drawn = hand.cards[hand.cards_at_double :]
    return total + 10 if any(card[0] == "A" for card in drawn) and total + 10 <= 21 else total


def is_soft(cards: list[Card]) -> bool:
    return score(cards) != sum(points(card) for card in cards)


def is_ace_and_ten(cards: list[Card]) -> bool:
    return len(cards) == 2 and sorted(points(card) for card in cards) == [1, 10]


def ranks(cards: list[Card]) -> str:
    return "".join(sorted(card[0] for card in cards))


def suits(cards: list[Card]) -> set[str]:
    return {card[1] for card in cards}


def color(card: Card) -> str:
    return "red" if card[1] in "dh" else "black"


# -- the facts of a round --------------------------------------------------------------------------


class Round:
    """The facts of one round, gathered from its events."""

    def __init__(self, events: list[ev.Event]) -> None:
        self.mains: dict[tuple[str, int], int] = defaultdict(int)
        self.coupons: dict[Key, int] = defaultdict(int)
        self.sides: dict[Key, int] = defaultdict(int)
        self.insurance: dict[tuple[str, int], int] = defaultdict(int)
        self.hands: dict[int, list[Hand]] = {}
        self.first_two: dict[int, list[Card]] = {}
        self.dealer: list[Card] = []
        self.hole_is_down = False
        self.spins: list[ev.WheelSpun] = []
        self.hot_spots: list[int] = []
        self.community_stops: dict[int, int] = {}
        self.is_void = False
        self.undone_by = ""
        self.reader_failed = False
        self.reader_said_no = False
        self.announced: set[int] = set()
        self.settled: set[tuple[int, int]] = set()
        for event in events:
            self.add(event)

    def add(self, event: ev.Event) -> None:
        match event:
            case ev.WagerPlaced():
                self.coupons[event.person, event.box, event.kind] += event.coupon
                if event.kind == "main":
                    self.mains[event.person, event.box] += event.amount
                else:
                    self.sides[event.person, event.box, event.kind] += event.amount
            case ev.WagerWithdrawn():
                self.coupons.pop((event.person, event.box, event.kind), None)
                if event.kind == "main":
                    self.mains.pop((event.person, event.box), None)
                else:
                    self.sides.pop((event.person, event.box, event.kind), None)
            case ev.WagersClosed():
                for (person, box), amount in self.mains.items():
                    if box not in self.hands:
                        self.hands[box] = [Hand([], {})]
                        self.first_two[box] = []
                    self.hands[box][0].wagers[person] = amount
                    self.hands[box][0].coupons[person] = self.coupons[person, box, "main"]
            case ev.CardDealt():
                self.card(CARD_TEXT[event.card], event)
            case ev.HoleCardTurned():
                self.dealer[1] = CARD_TEXT[event.card]
                self.hole_is_down = False
            case ev.InsurancePlaced():
                self.insurance[event.person, event.box] += event.amount
            case ev.DoubleMade():
                hand = self.hands[event.box][event.hand]
                hand.is_doubled = True
                hand.cards_at_double = len(hand.cards)
                hand.doubles[event.person].append(event.amount)
            case ev.DoubleFollowed():
                if event.amount:
                    self.hands[event.box][event.hand].doubles[event.person].append(event.amount)
            case ev.PairSplit():
                self.split(event)
            case ev.SplitFollowed():
                self.follow_split(event)
            case ev.HandSurrendered():
                self.hands[event.box][event.hand].is_surrendered = True
            case ev.DoubleRescued():
                self.hands[event.box][event.hand].rescued.add(event.person)
            case ev.WheelSpun():
                self.spins.append(event)
            case ev.HotSpotDrawn():
                self.hot_spots.append(event.box)
            case ev.CommunityWheelSpun():
                assert event.wager not in self.community_stops
                self.community_stops[event.wager] = event.stop
            case ev.RoundVoided():
                self.is_void, self.undone_by = True, "void_round"
            case ev.HandsCalledDead():
                self.is_void, self.undone_by = True, "dead_hands"
            case ev.HandDead():
                self.hands[event.box][event.hand].dead = event.why
            case ev.ReaderFailed():
                self.reader_failed = True
            case ev.ReaderAnswered():
                self.reader_said_no = not event.blackjack
            case ev.WagerSettled():
                if event.kind == "main" and not self.is_void:
                    self.settled.add((event.box, event.hand))
            case ev.BlackjackAnnounced():
                self.announced.add(event.box)
            case _:
                pass

    def card(self, card: Card, event: ev.CardDealt) -> None:
        if event.box == 0:
            self.dealer.append(card)
            self.hole_is_down = self.hole_is_down or event.face_down
            return
        self.hands[event.box][event.hand].cards.append(card)
        if len(self.first_two[event.box]) < 2:
            self.first_two[event.box].append(card)

    def split(self, event: ev.PairSplit) -> None:
        hands = self.hands[event.box]
        old = hands[event.hand]
        first, second = old.cards
        hands[event.hand] = Hand([first], old.wagers, coupons=old.coupons, is_split=True)
        hands.insert(event.hand + 1, Hand([second], {event.person: event.amount}, is_split=True))

    def follow_split(self, event: ev.SplitFollowed) -> None:
        left, right = self.hands[event.box][event.hand : event.hand + 2]
        if event.amount:
            right.wagers[event.person] = event.amount
        elif event.goes_to == 1:
            right.wagers[event.person] = left.wagers.pop(event.person)
            right.coupons[event.person] = left.coupons.pop(event.person, 0)

    def reader_is_used(self, house: House) -> bool:
        """massachusetts 15(k)#2 goes on without a reader that fails; elsewhere it is repaired first."""
        return house.card_reader and not (self.reader_failed and house.book == "massachusetts")

    def was_never_dealt(self, box: int) -> bool:
        """A hand called dead for want of its first two cards (maryland 13.M, 13.N)."""
        return self.hands[box][0].dead in ("no_cards_dealt", "one_card_dealt")

    @property
    def people(self) -> list[str]:
        return sorted({person for person, _box in self.mains})

    def boxes_of(self, person: str) -> list[int]:
        return sorted(box for one, box in self.mains if one == person)


# -- one hand --------------------------------------------------------------------------------------


def odds_of(hand: Hand, house: House) -> Fraction:
    """What a winning hand pays."""
    cards = hand.cards
    if is_ace_and_ten(cards):
        if not hand.is_split:
            return THREE_TO_TWO
        return THREE_TO_TWO if house.two_card_21_after_split == "pays_blackjack" else EVEN
    if hand.is_doubled:
        return EVEN
    if hand.is_split and house.book != "massachusetts" and not house.bonus_on_split:
        return EVEN
    if ranks(cards) in ("678", "777"):
        if len(suits(cards)) > 1:
            return MIXED
        return BEST if suits(cards) == {BEST_SUIT[house.book]} else SUITED
    if score(cards) == 21 and len(cards) >= 5:
        if len(cards) > 7:
            return EVEN if house.seven_card_21 == "exactly_seven" else LONG_21[7]
        return LONG_21[len(cards)]
    return EVEN


def result_of(hand: Hand, dealer: list[Card], house: House) -> str:
    """Whether a hand wins, ties or loses against a dealer without a Blackjack."""
    mine, theirs = worth(hand, house), score(dealer)
    if mine > 21:
        return "lose"
    if theirs > 21 or mine > theirs:
        return "win"
    if mine < theirs:
        return "lose"
    if mine < 21:
        return "tie"
    if is_ace_and_ten(hand.cards) and hand.is_split and house.two_card_21_after_split == "ties":
        return "tie"
    return "win"


def wins_anyhow(hand: Hand, house: House) -> bool:
    """A 21 that beats whatever the dealer would draw, so that the dealer need not (maryland 7.N)."""
    is_short = is_ace_and_ten(hand.cards) and hand.is_split
    return worth(hand, house) == 21 and not (is_short and house.two_card_21_after_split == "ties")


def to_chips(amount: Fraction, house: House) -> int:
    """Odd money, as the house pays it."""
    if house.odd_money == "exact":
        return floor(amount)
    down = floor(amount / house.chip) * house.chip
    return down if amount == down or house.odd_money == "down" else down + house.chip


def half_back(wager: int, house: House) -> int:
    """The half of a surrendered wager that goes back: to the cent, never more than half, or in chips."""
    back = Fraction(wager, 2)
    if house.surrender_half == "exact":
        return floor(back)
    chips = back / house.chip
    return house.chip * (ceil(chips) if house.surrender_half == "up" else floor(chips))


def limited(paid: int, house: House) -> int:
    return min(paid, house.payout_limit) if house.payout_limit else paid


def limited_with_all(paid: int, person: str, box: int, house: House, outcome: Outcome) -> int:
    """What is left of a payment where the limit covers everything that is paid on a hand."""
    if not house.payout_limit or house.limit_covers == "main_wager":
        return paid
    paid = min(paid, house.payout_limit - outcome.paid_on_hand[person, box])
    outcome.paid_on_hand[person, box] += paid
    return paid


def winnings(person: str, hand: Hand, odds: Fraction, house: House) -> int:
    """What a winning hand is paid: chips and the coupon beside them as one wager (massachusetts 5(c))."""
    wager = at_stake(person, hand, house) + hand.coupons.get(person, 0)
    return limited(to_chips(wager * odds, house), house)


def size_of(chips: int, coupon: int, house: House) -> int:
    """How large a wager is, for all but its odds."""
    return chips + coupon if house.coupon_counts == "for_everything" else chips


# -- the whole round -------------------------------------------------------------------------------


def settle(events: list[ev.Event], house: House, meters: dict[str, Fraction]) -> Outcome:
    """What the round must have come to; `meters` as they stood before it."""
    facts = Round(events)
    outcome = Outcome()
    outcome.meters = dict(meters)
    feed_meters(facts, house, outcome)
    if facts.is_void:
        settle_void(facts, house, outcome)
        return outcome
    for person, box in facts.mains:
        check_sizes(person, box, facts, house)
        settle_match_wager(person, box, "match", facts, house, outcome)
        main_is_first = is_paid_before_the_dealer(box, facts, house)
        if main_is_first:
            settle_main(person, box, facts, house, outcome)
        settle_insurance(person, box, facts, house, outcome)
        settle_match_wager(person, box, "match_down", facts, house, outcome)
        if not main_is_first:
            settle_main(person, box, facts, house, outcome)
    pay_super_bonuses(facts, house, outcome)
    settle_monster(facts, house, outcome)
    settle_spin(facts, house, outcome)
    settle_xtreme(facts, house, outcome)
    return outcome


def feed_meters(facts: Round, house: House, outcome: Outcome) -> None:
    fed_by = {"spin": "spin", "monster": "monster", "xtreme": "xtreme", "xtreme_secondary": "xtreme"}
    for (_person, _box, kind), amount in facts.sides.items():
        if kind == "spin" and not SPIN_JACKPOT_IS_METER[house.spin_paytables[amount]]:
            continue
        for meter, feeder in fed_by.items():
            if feeder == kind and meter in outcome.meters:
                outcome.meters[meter] += amount * house.meters[meter][1]


def win_meter(name: str, house: House, outcome: Outcome) -> int:
    """Pay all that a meter shows; what is less than a unit stays for the next winner."""
    shown = floor(outcome.meters[name])
    outcome.meters[name] += house.meters[name][0] - shown
    return shown


# -- how large wagers may be -----------------------------------------------------------------------


def check_sizes(person: str, box: int, facts: Round, house: House) -> None:
    """massachusetts 9(a), 10(a), 11(b) and their like: the most of doubles and insurance; equal splits."""
    size = size_of(facts.mains[person, box], facts.coupons[person, box, "main"], house)
    half = Fraction(size, 2) / house.chip
    most = house.chip * (floor(half) if house.book in ("uk-casino", "pontoon") else ceil(half))
    assert facts.insurance.get((person, box), 0) <= most
    for hand in facts.hands[box]:
        if person not in hand.wagers:
            continue
        before = size_of(hand.wagers[person], hand.coupons.get(person, 0), house)
        if hand.is_split:
            assert before == size, "a split hand has a wager equal to the first"
        for double in hand.doubles[person]:
            assert double <= before, "a double is at most what lies there"
            before += double


# -- the main wager --------------------------------------------------------------------------------


def is_paid_before_the_dealer(box: int, facts: Round, house: House) -> bool:
    """players-edge 7.H(1): a Blackjack is paid in its turn, before wagers on the hole card are."""
    hand = facts.hands[box][0]
    is_blackjack = is_ace_and_ten(hand.cards) and not hand.is_split
    return house.book in ("players-edge", *GUIDED_BOOKS) and is_blackjack and box in facts.announced


def dealer_has_blackjack(facts: Round) -> bool:
    return not facts.hole_is_down and is_ace_and_ten(facts.dealer[:2])


def may_yet_be_blackjack(facts: Round, house: House) -> bool:
    """The dealer's second card was never seen and no reader has ruled a Blackjack out."""
    seen = len(facts.dealer) > 1 and not facts.hole_is_down
    if seen or facts.reader_said_no:
        return False
    return not facts.reader_is_used(house) and points(facts.dealer[0]) in (1, 10)


def settle_main(person: str, box: int, facts: Round, house: House, outcome: Outcome) -> None:
    money = outcome.wagers[person, box, "main"]
    hands = [hand for hand in facts.hands[box] if person in hand.wagers]
    original = facts.mains[person, box]
    if dealer_has_blackjack(facts):
        settle_against_blackjack(person, original, hands, house, money)
        first = facts.hands[box][0]
        if person in first.wagers and first.cards and money.paid and wins_a_blackjack(first, house):
            own = winnings(person, first, THREE_TO_TWO, house)
            money.paid += limited_with_all(own, person, box, house, outcome) - own
        return
    for hand in hands:
        before = money.paid
        settle_hand(person, hand, facts, house, money)
        if hand is facts.hands[box][0]:
            own = money.paid - before
            money.paid += limited_with_all(own, person, box, house, outcome) - own
    if may_yet_be_blackjack(facts, house):
        against = Money()
        settle_against_blackjack(person, original, hands, house, against)
        assert money == against, f"the dealer's second card decides box {box} and was not seen"


def taken_back(person: str, hand: Hand, house: House) -> int:
    """players-edge 10.H: a rescue takes the last double back, in the other reading all of them."""
    if person not in hand.rescued:
        return 0
    doubles = hand.doubles[person]
    return sum(doubles) if house.rescue_forfeits == "first_wager" else doubles[-1]


def at_stake(person: str, hand: Hand, house: House) -> int:
    """All that still lies on the hand."""
    return hand.wagers[person] + sum(hand.doubles[person]) - taken_back(person, hand, house)


def is_paid_at_once(hand: Hand, house: House) -> bool:
    """pontoon RW4: any 21 is paid whatever the dealer has."""
    return house.book == "pontoon" and not hand.dead and worth(hand, house) == 21


def wins_a_blackjack(hand: Hand, house: House) -> bool:
    """A hand that is paid 3 to 2 whatever the dealer has."""
    return not hand.dead and is_ace_and_ten(hand.cards) and odds_of(hand, house) == THREE_TO_TWO


def settle_against_blackjack(
    person: str, original: int, hands: list[Hand], house: House, money: Money
) -> None:
    """maryland 7.O(3), 10.E, 11.E; massachusetts 5(a)(3), 5(b), 8(a)(2), 9(c), 10(d); uk-casino G0, G16."""
    losing = lost_by_bust = waiting = 0
    for hand in hands:
        money.returned += taken_back(person, hand, house)
        stake = at_stake(person, hand, house)
        if hand.dead:
            money.returned += stake
        elif wins_a_blackjack(hand, house):
            money.returned += stake
            money.paid += winnings(person, hand, THREE_TO_TWO, house)
        elif is_paid_at_once(hand, house):
            money.returned += stake
            money.paid += winnings(person, hand, odds_of(hand, house), house)
        else:
            losing += stake
            if worth(hand, house) > 21:
                lost_by_bust += stake
            else:
                waiting += 1
    if house.dealer_blackjack_takes == "all":
        taken = losing
    elif house.dealer_blackjack_takes == "original_or_busted":
        taken = max(min(losing, original), lost_by_bust)
    elif house.dealer_blackjack_takes == "busted_plus_one":
        taken = min(losing, lost_by_bust + original)
    elif house.dealer_blackjack_takes == "each_hand":
        taken = min(losing, lost_by_bust + waiting * original)
    else:
        taken = min(losing, original)
    money.collected += taken
    money.returned += losing - taken


def settle_hand(person: str, hand: Hand, facts: Round, house: House, money: Money) -> None:
    stake = at_stake(person, hand, house)
    if hand.dead:
        money.returned += stake
    elif hand.is_surrendered:
        back = half_back(stake, house)
        money.returned += back
        money.collected += stake - back
    elif person in hand.rescued:
        money.returned += taken_back(person, hand, house)
        money.collected += stake
    elif worth(hand, house) > 21:
        money.collected += stake
    elif is_ace_and_ten(hand.cards) and not hand.is_split:
        money.returned += stake
        money.paid += winnings(person, hand, THREE_TO_TWO, house)
    else:
        if dealer_is_done(facts, house):
            result = result_of(hand, facts.dealer, house)
        else:
            result = "win"
            assert wins_anyhow(hand, house), f"{hand.cards} stand and the dealer stops with {facts.dealer}"
        if result == "lose":
            money.collected += stake
            return
        money.returned += stake
        if result == "win":
            odds = odds_of(hand, house)
            if house.super_bonus == "instead" and super_bonus_of(person, hand, facts, house):
                odds = Fraction(0)
            money.paid += winnings(person, hand, odds, house)


def dealer_is_done(facts: Round, house: House) -> bool:
    """The dealer stands on every 17, but players-edge 7.M draws on a soft one."""
    if facts.hole_is_down or len(facts.dealer) < 2:
        return False
    draws_soft_17 = house.book in ("players-edge", "pontoon") or house.draws_soft_17
    for count in range(2, len(facts.dealer) + 1):
        cards = facts.dealer[:count]
        total = score(cards)
        stands = total >= 17 and not (draws_soft_17 and total == 17 and is_soft(cards))
        if stands != (count == len(facts.dealer)):
            return False
    return True


# -- fixed payouts ---------------------------------------------------------------------------------


def is_super_hand(hand: Hand, facts: Round) -> bool:
    """maryland 12.C, massachusetts 5(g), players-edge 12.C, uk-casino G28."""
    if hand.is_doubled or hand.is_split or hand.is_surrendered or hand.dead:
        return False
    return ranks(hand.cards) == "777" and len(suits(hand.cards)) == 1 and facts.dealer[0][0] == "7"


def super_bonus_of(person: str, hand: Hand, facts: Round, house: House) -> int:
    """Cents by the size of the wager; uk-casino has no lower end."""
    if not is_super_hand(hand, facts):
        return 0
    wager = size_of(hand.wagers[person], hand.coupons.get(person, 0), house)
    if wager >= 25_00:
        return 5000_00
    return 1000_00 if wager >= 5_00 or house.book == "uk-casino" else 0


def pay_super_bonuses(facts: Round, house: House, outcome: Outcome) -> None:
    """The envy payout comes once for a hand, to everybody in the round but those whose hand it is."""
    for box in sorted(facts.hands):
        for hand in facts.hands[box]:
            if not is_super_hand(hand, facts):
                continue
            bonuses = {person: super_bonus_of(person, hand, facts, house) for person in hand.wagers}
            for person, bonus in bonuses.items():
                bonus = limited_with_all(bonus, person, box, house, outcome)
                outcome.bonuses[person, "super_bonus"] += bonus
            if house.envy_below_least == "not_paid" and not any(bonuses.values()):
                continue
            for other in facts.people:
                if other not in hand.wagers or is_another_player(other, bonuses, house):
                    pay_envy(other, facts, house, outcome)


def is_another_player(person: str, bonuses: dict[str, int], house: House) -> bool:
    """massachusetts 5(g), 13(a): somebody on the winning box beside others, without a bonus of their own."""
    return house.shared_box_bonus == "envy_payout" and len(bonuses) > 1 and not bonuses[person]


def pay_envy(other: str, facts: Round, house: House, outcome: Outcome) -> None:
    boxes = facts.boxes_of(other)
    if house.envy == "each_box":
        for box in boxes:
            outcome.bonuses[other, "envy"] += envy_for([box], facts, house)
    else:
        outcome.bonuses[other, "envy"] += envy_for(boxes, facts, house)


def envy_for(boxes: list[int], facts: Round, house: House) -> int:
    """$50, or in players-edge 12.C(4) $100 to whoever has a 7 in the first two cards."""
    has_seven = any(card[0] == "7" for box in boxes for card in facts.first_two[box])
    return 100_00 if house.book == "players-edge" and has_seven else 50_00


# -- insurance and matches -------------------------------------------------------------------------


def settle_insurance(person: str, box: int, facts: Round, house: House, outcome: Outcome) -> None:
    amount = facts.insurance.get((person, box), 0)
    if not amount:
        return
    money = outcome.wagers[person, box, "insurance"]
    assert facts.dealer[0][0] == "A", "insurance is offered on an ace alone"
    if dealer_has_blackjack(facts):
        mixed, suited = INSURANCE[house.book]
        money.returned += amount
        paid = limited(amount * (suited if len(suits(facts.dealer[:2])) == 1 else mixed), house)
        money.paid += limited_with_all(paid, person, box, house, outcome)
    else:
        assert len(facts.dealer) >= 2
        money.collected += amount


def settle_match_wager(
    person: str, box: int, kind: str, facts: Round, house: House, outcome: Outcome
) -> None:
    amount = facts.sides.get((person, box, kind), 0)
    if not amount:
        return
    if facts.was_never_dealt(box):
        outcome.wagers[person, box, kind].returned += amount
        return
    at = 0 if kind == "match" else 1
    assert at == 0 or not facts.hole_is_down
    settle_match(person, box, kind, facts.dealer[at], facts, house, outcome)


def settle_match(
    person: str, box: int, kind: str, against: Card, facts: Round, house: House, outcome: Outcome
) -> None:
    """A coupon beside the chips (massachusetts 6(c)) makes one wager with them."""
    money = outcome.wagers[person, box, kind]
    amount = facts.sides[person, box, kind]
    times = match_pays(facts.first_two[box], against, house)
    if not times:
        money.collected += amount
        return
    money.returned += amount
    coupon = facts.coupons.get((person, box, kind), 0)
    paid = limited(to_chips(Fraction((amount + coupon) * times), house), house)
    money.paid += limited_with_all(paid, person, box, house, outcome)


def match_pays(cards: list[Card], against: Card, house: House) -> int:
    suited = sum(card == against for card in cards)
    unsuited = sum(card[0] == against[0] and card[1] != against[1] for card in cards)
    if house.book == "players-edge":
        return EDGE_MATCH[house.match_paytable].get((suited, unsuited), 0)
    if house.book == "uk-casino":
        return UK_MATCH[house.decks].get((suited, unsuited), 0)
    same, other = EACH_MATCH[house.decks]
    return suited * same + unsuited * other


# -- progressives ----------------------------------------------------------------------------------


def settle_monster(facts: Round, house: House, outcome: Outcome) -> None:
    """players-edge 7.O: from the dealer's right, each from the meter as it then stands."""
    for box in sorted(facts.hands, reverse=True):
        for person in sorted(facts.hands[box][0].wagers):
            amount = facts.sides.get((person, box, "monster"), 0)
            if amount:
                money = outcome.wagers[person, box, "monster"]
                if facts.was_never_dealt(box):
                    money.returned += amount
                    continue
                assert not facts.hole_is_down
                money.collected += amount
                four = [*facts.first_two[box], *facts.dealer[:2]]
                money.paid += monster_prize(four, house, outcome)


def monster_prize(cards: list[Card], house: House, outcome: Outcome) -> int:
    suited_four, colored_four, four, colored_three, three, pair = MONSTER[house.monster_paytable]
    by_rank: dict[str, list[Card]] = defaultdict(list)
    for card in cards:
        by_rank[card[0]].append(card)
    alike = max(by_rank.values(), key=len)
    if len(alike) == 4:
        if len(suits(alike)) == 1:
            return monster_share(suited_four, house, outcome)
        if len({color(card) for card in alike}) == 1:
            return monster_share(colored_four, house, outcome)
        return four * 100
    if len(alike) == 3:
        return 100 * (colored_three if len({color(card) for card in alike}) == 1 else three)
    pairs = sum(cards.count(card) == 2 for card in cards) // 2
    return 100 * pair * (pairs if house.monster_each_pair else min(pairs, 1))


def monster_share(part: Fraction, house: House, outcome: Outcome) -> int:
    if part == 1:
        return win_meter("monster", house, outcome)
    exact = floor(outcome.meters["monster"]) * part
    share = floor(exact)
    if exact != share and house.meter_share != "down":
        share = share + 1 if house.meter_share == "up" else house.chip * (share // house.chip + 1)
    outcome.meters["monster"] -= share
    return share


def settle_spin(facts: Round, house: House, outcome: Outcome) -> None:
    """maryland 6.G(2), 12.D: a Blackjack in the first two cards turns the wheel."""
    bettors = progressive_bettors("spin", facts, outcome)
    winners = {(person, box) for person, box in bettors if is_ace_and_ten(facts.first_two[box])}
    spins = [spin for spin in facts.spins if spin.kind == "spin"]
    assert sorted((spin.person, spin.box) for spin in spins) == sorted(winners), "who turned the wheel"
    turned = [spin.box for spin in spins]
    if points(facts.dealer[0]) not in (1, 10):
        assert turned == sorted(turned), "7.H: Blackjacks are paid from the dealer's left"
    elif house.settlement_order == "right_to_left":
        assert turned == sorted(turned, reverse=True), "7.R(2): wagers are paid from the dealer's right"
    for spin in spins:
        pay_spin(spin, bettors, facts, house, outcome)


def progressive_bettors(side: str, facts: Round, outcome: Outcome) -> list[tuple[str, int]]:
    """Who has such a wager in the round; it is taken, or goes back where no hand was dealt."""
    bettors = []
    for (person, box, kind), amount in facts.sides.items():
        if kind != side:
            continue
        if facts.was_never_dealt(box):
            outcome.wagers[person, box, kind].returned += amount
        else:
            outcome.wagers[person, box, kind].collected += amount
            bettors.append((person, box))
    return bettors


def pay_spin(
    spin: ev.WheelSpun, bettors: list[tuple[str, int]], facts: Round, house: House, outcome: Outcome
) -> None:
    table = house.spin_paytables[facts.sides[spin.person, spin.box, "spin"]]
    money = outcome.wagers[spin.person, spin.box, "spin"]
    symbol, prize = house.wheels[f"spin_{table}"][spin.stop]
    if symbol == "jackpot":
        money.paid += win_meter("spin", house, outcome) if SPIN_JACKPOT_IS_METER[table] else prize
    elif symbol in SPIN_PAIRS[table]:
        own, shown = SPIN_PAIRS[table][symbol]
        money.paid += own * 100
        rank = list(SPIN_PAIRS[table]).index(symbol)
        for other, box in bettors:
            if box == spin.box or is_the_winners_own(other, spin.person, house):
                continue
            theirs = house.spin_paytables[facts.sides[other, box, "spin"]]
            by_rank = list(SPIN_PAIRS[theirs].values())[rank][1]
            paid = by_rank if house.spin_mixed_community == "by_rank" else shown
            outcome.bonuses[other, "community"] += paid * 100
    else:
        money.paid += SPIN[table][symbol] * 100


def is_the_winners_own(person: str, winner: str, house: House) -> bool:
    """Whether community pay passes a box over because it is the winner's own."""
    return person == winner and house.community_own_boxes == "other_people"


def settle_xtreme(facts: Round, house: House, outcome: Outcome) -> None:
    """maryland 6.G(3), 12.E: a 6 and a ten-value card as the dealer's first two."""
    bettors = progressive_bettors("xtreme", facts, outcome)
    spins = {(spin.person, spin.box): spin.stop for spin in facts.spins if spin.kind == "xtreme"}
    wins = bool(bettors) and sorted(points(card) for card in facts.dealer[:2]) == [6, 10]
    assert len(facts.hot_spots) == (1 if wins and house.xtreme_hot_spot != "each_bettor" else 0)
    if not wins:
        assert not spins
        assert not facts.community_stops
        return
    assert not facts.hole_is_down
    turning = prize_wheel_turners(bettors, facts, house)
    assert set(spins) == set(turning), "who turned the prize wheel"
    community = set()
    # From the dealer's right; a meter is won by whoever comes first.
    for person, box in sorted(bettors, key=lambda one: -one[1]):
        money = outcome.wagers[person, box, "xtreme"]
        wager = facts.sides[person, box, "xtreme"]
        table = house.xtreme_paytables[wager]
        if (person, box) in spins:
            symbol, prize = house.wheels[f"xtreme_{table}"][spins[person, box]]
            if symbol in ("primary", "secondary"):
                meter = "xtreme" if symbol == "primary" else "xtreme_secondary"
                money.paid += win_meter(meter, house, outcome)
            else:
                money.paid += prize or XTREME[symbol] * 100
        elif not any(is_the_winners_own(person, winner, house) for winner, _box in turning):
            symbol, prize = house.wheels[f"xtreme_community_{table}"][facts.community_stops[wager]]
            money.paid += prize or XTREME_OTHERS[symbol] * 100
            community.add(wager)
    assert community == set(facts.community_stops), "for whom the community wheel turned"


def prize_wheel_turners(bettors: list[tuple[str, int]], facts: Round, house: House) -> list[tuple[str, int]]:
    """Whoever has the wager at the position drawn; everybody where the ruling says so."""
    if house.xtreme_hot_spot == "each_bettor":
        return bettors
    (hot,) = facts.hot_spots
    assert 1 <= hot <= house.boxes
    at_hot_spot = [(person, box) for person, box in bettors if box == hot]
    assert at_hot_spot or house.xtreme_hot_spot == "drawn_position"
    return at_hot_spot[:1]


# -- void rounds -----------------------------------------------------------------------------------


def settle_void(facts: Round, house: House, outcome: Outcome) -> None:
    """Every wager that was not yet decided goes back as it stands; the meters keep what they took."""
    settle_what_was_decided(facts, house, outcome)
    if facts.undone_by:
        undo(facts, getattr(house, facts.undone_by), outcome)


def undo(facts: Round, reading: str, outcome: Outcome) -> None:
    """maryland 13.B and 13.D, massachusetts 15(a) and (b): all of it, but not a progressive payout that was
    validated; uk-casino G0: in the player's favour; maryland 13.P(1), massachusetts 15(l)(1): nothing."""
    stands = {(spin.person, spin.box, spin.kind) for spin in facts.spins}
    for key, money in outcome.wagers.items():
        if key in stands or reading == "settled_stand":
            continue
        money.returned += money.collected
        money.collected = 0
        if reading == "all_undone":
            money.paid = 0


def settle_what_was_decided(facts: Round, house: House, outcome: Outcome) -> None:
    deal_is_complete = len(facts.dealer) >= (2 if house.hole_card else 1) and all(
        len(cards) == 2 or facts.was_never_dealt(box) for box, cards in facts.first_two.items()
    )
    spun = {(spin.person, spin.box) for spin in facts.spins}
    bettors = [
        (person, box)
        for person, box, kind in facts.sides
        if kind == "spin" and not facts.was_never_dealt(box)
    ]
    for (person, box, kind), amount in facts.sides.items():
        money = outcome.wagers[person, box, kind]
        if kind == "match" and deal_is_complete and not facts.was_never_dealt(box):
            settle_match(person, box, kind, facts.dealer[0], facts, house, outcome)
        elif kind == "spin" and (person, box) in spun:
            money.collected += amount
        else:
            money.returned += amount
    for person, box in facts.mains:
        for hand in facts.hands[box]:
            if person in hand.wagers:
                void_hand(person, hand, box, facts, house, outcome)
        insured = facts.insurance.get((person, box), 0)
        if insured:
            money = outcome.wagers[person, box, "insurance"]
            second_is_seen = len(facts.dealer) > 1 and not facts.hole_is_down
            if facts.reader_said_no or second_is_seen:
                money.collected += insured
            else:
                money.returned += insured
    for spin in facts.spins:
        pay_spin(spin, bettors, facts, house, outcome)


def void_hand(person: str, hand: Hand, box: int, facts: Round, house: House, outcome: Outcome) -> None:
    """maryland 7.H(1)(a), 9.C, 10.H, massachusetts 8(a)(2) and their like decide a hand early."""
    up_is_high = bool(facts.dealer) and points(facts.dealer[0]) in (1, 10)
    is_decided = False
    if hand.is_surrendered:
        second_is_seen = len(facts.dealer) > 1 and not facts.hole_is_down
        is_decided = not up_is_high or second_is_seen
    elif person in hand.rescued:
        is_decided = not up_is_high or facts.reader_is_used(house)
    elif is_ace_and_ten(hand.cards) and not hand.is_split and box in facts.announced:
        in_maryland = house.book in ("maryland", "maryland-v1")
        is_decided = house.book in ("players-edge", *GUIDED_BOOKS) or (in_maryland and not up_is_high)
    elif is_paid_at_once(hand, house):
        is_decided = (box, facts.hands[box].index(hand)) in facts.settled
    money = outcome.wagers[person, box, "main"]
    if not is_decided:
        money.returned += hand.wagers[person] + sum(hand.doubles[person])
        return
    before = money.paid
    settle_hand(person, hand, facts, house, money)
    own = money.paid - before
    money.paid += limited_with_all(own, person, box, house, outcome) - own
