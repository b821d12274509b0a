"""The kernel's plain twin: one round in plain Python, card by card, straight from the arithmetic.

Slow and simple on purpose. It asks the strategy itself (`strategy.decision`), keeps hands as lists of cards,
and shares nothing with the compiled kernel but the functions of `spanish21.game`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from spanish21.game import hands, options, pays
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.prizes import prize_of
from spanish21.game.side_wagers.registry import side_wager
from spanish21.simulation.plan.decision_table import Strategy
from spanish21.strategy import Chart, decision, decision_by_composition


@dataclass
class PlainHand:
    """A hand of a box."""

    cards: list[int]
    split: bool = False
    from_aces: bool = False
    doubles: int = 0
    count_1: int = 0
    """How many of its cards were there when it was doubled under rules by which their aces then count 1."""
    state: str = "open"

    @property
    def hard(self) -> int:
        return sum(map(hands.value, self.cards))

    @property
    def aces(self) -> int:
        return sum(map(hands.is_ace, self.cards[self.count_1 :]))

    @property
    def total(self) -> int:
        return hands.total(self.hard, self.aces)

    @property
    def is_blackjack(self) -> bool:
        return not self.split and len(self.cards) == 2 and hands.is_two_card_21(*self.cards)


@dataclass
class PlainRound:
    """What one round came to: money by box and wager, the cards that it used."""

    money: list[dict[str, int]]
    used: int = 0
    dealer: list[int] = field(default_factory=list)
    boxes: list[list[PlainHand]] = field(default_factory=list)


def play_round_plain(
    rules: Rules,
    strategy: Strategy,
    cards: Sequence[int],
    wagers: Sequence[int],
    sides: Sequence[dict[str, int]] = (),
    insures: bool = False,
) -> PlainRound:
    """Plays one round with `cards` as they come; side wagers that need a wheel or a meter are left out."""
    deck = _Deck(cards)
    boxes = [PlainHand([deck.next()]) for _ in wagers]
    dealer = [deck.next()]
    for box in boxes:
        box.cards.append(deck.next())
    played = PlainRound([{} for _ in wagers], dealer=dealer, boxes=[[box] for box in boxes])
    up = dealer[0]
    first_two = [list(box.cards) for box in boxes]
    if rules.hole_card:
        dealer.append(deck.next())
    insured = insures and hands.is_ace(up) and all(pays.most_insurance(wager, rules) for wager in wagers)
    seen_early = rules.card_reader and len(dealer) == 2 and hands.is_two_card_21(*dealer)
    if not seen_early:
        order = range(len(wagers) - 1, -1, -1) if rules.plays_from_right else range(len(wagers))
        for number in order:
            _play_box(rules, strategy, played.boxes[number], up, deck)
    total_open = not seen_early and any(_total_open(rules, hand) for box in played.boxes for hand in box)
    wants_second = insured or any(
        stake > 0 and side_wager(name).needs_second for stakes in sides for name, stake in stakes.items()
    )
    if len(dealer) == 1 and (wants_second or any(_second_matters(rules, box, up) for box in played.boxes)):
        dealer.append(deck.next())
    if total_open and not _is_blackjack(dealer):
        while hands.dealer_draws(
            sum(map(hands.value, dealer)), sum(map(hands.is_ace, dealer)), rules.dealer_hits_soft_17
        ):
            dealer.append(deck.next())
    for number, (own, wager) in enumerate(zip(played.boxes, wagers, strict=True)):
        main, bonus, fixed_payouts = _money_of_box(rules, own, wager, dealer, up)
        played.money[number]["main"] = main
        if insured:
            played.money[number]["insurance"] = _insurance(rules, wager, dealer)
        if bonus:
            played.money[number]["super_bonus"] = bonus
        if fixed_payouts and (bonus or not rules.envy_needs_least):
            for other, other_money in enumerate(played.money):
                if other != number:
                    seven = any(card >> 2 == 7 for card in first_two[other])
                    envy = rules.envy_with_seven if seven else rules.envy_pays
                    other_money["envy"] = other_money.get("envy", 0) + envy
        if number < len(sides):
            played.money[number] |= _side_money(rules, sides[number], first_two[number], dealer)
    played.used = deck.used
    return played


class _Deck:
    def __init__(self, cards: Sequence[int]) -> None:
        self._cards: Iterator[int] = iter(cards)
        self.used = 0

    def next(self) -> int:
        self.used += 1
        return int(next(self._cards))


def _is_blackjack(dealer: Sequence[int]) -> bool:
    return len(dealer) == 2 and hands.is_two_card_21(dealer[0], dealer[1])


def _play_box(rules: Rules, strategy: Strategy, box: list[PlainHand], up: int, deck: _Deck) -> None:
    if box[0].is_blackjack:
        box[0].state = "blackjack"
        return
    place = 0
    while place < len(box):
        hand = box[place]
        if len(hand.cards) == 1:
            hand.cards.append(deck.next())
        option = _option(rules, strategy, box, hand, up)
        if option == "split":
            from_aces = hands.is_ace(hand.cards[0])
            new = PlainHand([hand.cards.pop()], split=True, from_aces=from_aces)
            hand.split, hand.from_aces = True, from_aces
            box.insert(place + 1, new)
            continue
        if option in ("hit", "double"):
            hand.doubles += option == "double"
            if option == "double" and rules.doubled_aces_count_1:
                hand.count_1 = len(hand.cards)
            hand.cards.append(deck.next())
            if hand.total <= 21:
                continue
            hand.state = "busted"
        else:
            hand.state = {"stand": "stood", "surrender": "surrendered", "rescue": "rescued"}[option]
        place += 1


def _option(rules: Rules, strategy: Strategy, box: list[PlainHand], hand: PlainHand, up: int) -> str:
    count, total, doubles, split = len(hand.cards), hand.total, hand.doubles, hand.split
    value1, value2 = hands.value(hand.cards[0]), hands.value(hand.cards[1])
    may = set()
    if options.may_draw(total, doubles, hand.from_aces, count, rules):
        may.add("hit")
    if not may or options.may_stand(total, doubles, rules):
        may.add("stand")
    counted = options.counted_for_double(hand.hard, hand.aces, rules)
    is_open = total < 21 or counted == total
    if is_open and options.may_double(counted, count, doubles, split, hand.from_aces, rules):
        may.add("double")
    if options.may_split(value1, value2, count, doubles, len(box), split, rules):
        may.add("split")
    if options.may_surrender(count, doubles, split, False, rules) and options.is_surrender_card(up, rules):
        may.add("surrender")
    if options.may_rescue(total, doubles, rules):
        may.add("rescue")
    count_1 = hand.count_1 > 0 and not hand.aces and any(map(hands.is_ace, hand.cards))
    if isinstance(strategy, Chart):
        return decision(strategy, hand.cards, up, may, rules.top_suit, doubles, split, count_1)
    return decision_by_composition(strategy, hand.cards, up, may, doubles, split, count_1)


def _total_open(rules: Rules, hand: PlainHand) -> bool:
    """Whether the dealer's total can change the outcome of a hand."""
    return hand.state == "stood" and pays.is_open_to_total(hand.total, len(hand.cards), hand.split, rules)


def _second_matters(rules: Rules, box: list[PlainHand], up: int) -> bool:
    """Whether a dealer without a hole card draws one for a box."""
    if any(_total_open(rules, hand) for hand in box):
        return True
    early = rules.any_21_paid_at_once
    unpaid = [hand for hand in box if not (early and _beats_blackjack(rules, hand))]
    waits = any(hand.state in ("stood", "surrendered", "rescued") for hand in unpaid)
    staked = sum(1 << hand.doubles for hand in unpaid)
    return hands.may_be_blackjack(up) and pays.blackjack_matters(
        rules.dealer_blackjack_takes, waits, staked, 1
    )


def _beats_blackjack(rules: Rules, hand: PlainHand) -> bool:
    return pays.beats_blackjack(hand.total, len(hand.cards), hand.is_blackjack, hand.split, rules)


def _kind(rules: Rules, hand: PlainHand) -> int:
    if hand.is_blackjack:
        return hands.BLACKJACK
    return hands.kind_of_hand(hand.cards, hand.total, rules.top_suit, rules.seven_card_21_exactly)


def _money_of_box(
    rules: Rules, box: list[PlainHand], wager: int, dealer: list[int], up: int
) -> tuple[int, int, bool]:
    """What the box wins or loses on its hands, its super bonus, and whether its hand pays the others."""
    dealer_total = hands.total(sum(map(hands.value, dealer)), sum(map(hands.is_ace, dealer)))
    dealer_blackjack = _is_blackjack(dealer)
    money, bonus, fixed_payouts = 0, 0, False
    if dealer_blackjack:
        money -= _taken_by_blackjack(rules, box, wager)
    for hand in box:
        if dealer_blackjack and not _beats_blackjack(rules, hand):
            continue
        amount = wager << hand.doubles
        if hand.state == "surrendered":
            money -= wager - pays.returned_by_surrender(wager, rules)
        elif hand.state == "busted":
            money -= amount
        elif hand.state == "rescued":
            money -= pays.forfeited_by_rescue(wager, hand.doubles, rules)
        else:
            outcome = pays.outcome(
                hand.total,
                len(hand.cards),
                hand.is_blackjack,
                hand.split,
                dealer_total,
                len(dealer),
                dealer_blackjack,
                rules,
            )
            if outcome == pays.LOST:
                money -= amount
            if outcome == pays.WON:
                kind = _kind(rules, hand)
                paid = pays.paid_kind(kind, len(hand.cards), hand.total, hand.doubles, hand.split, rules)
                if pays.wins_fixed_payouts(kind, hands.value(up), hand.doubles, hand.split):
                    fixed_payouts, bonus = True, pays.super_bonus(wager, rules)
                if not (bonus and rules.super_bonus_replaces_odds):
                    money += pays.payment(amount, rules.pays_by_kind[paid], rules)
    return money, bonus, fixed_payouts


def _taken_by_blackjack(rules: Rules, box: list[PlainHand], wager: int) -> int:
    """What a dealer's Blackjack takes: the original wager, or more where the rules read it so."""
    losing = [hand for hand in box if not _beats_blackjack(rules, hand)]
    amounts: list[int] = [
        pays.forfeited_by_rescue(wager, hand.doubles, rules)
        if hand.state == "rescued"
        else wager << hand.doubles
        for hand in losing
    ]
    busted = sum(amount for amount, hand in zip(amounts, losing, strict=True) if hand.state == "busted")
    waiting = sum(hand.state != "busted" for hand in losing)
    return pays.taken_by_blackjack(rules.dealer_blackjack_takes, wager, sum(amounts), busted, waiting)


def _insurance(rules: Rules, wager: int, dealer: list[int]) -> int:
    stake = pays.most_insurance(wager, rules)
    if not _is_blackjack(dealer):
        return -stake
    suited = dealer[0] & 3 == dealer[1] & 3
    return pays.payment(stake, rules.pays_insurance_suited if suited else rules.pays_insurance, rules)


def _side_money(
    rules: Rules, stakes: dict[str, int], first_two: list[int], dealer: list[int]
) -> dict[str, int]:
    """What the side wagers without a wheel win or lose; what a meter pays is left out."""
    money = {}
    for name, stake in stakes.items():
        record = side_wager(name)
        if not stake or record.wheel:
            continue
        terms, cards = rules.sides[name], (*first_two, dealer[0], dealer[1] if record.needs_second else 0)
        line = record.line_of(*cards)
        if line == len(record.lines):
            money[name] = -stake
        elif record.pays_by == "odds":
            money[name] = pays.payment(stake, (terms.pays[line], 1), rules)
        else:
            money[name] = prize_of(record, terms, line, record.times_of(terms.options, *cards)).money - stake
    return money
