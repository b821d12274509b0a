"""Every card of a small shoe through the game's own `decide`, with decisions found by the tree itself.

One person on one box of a table with a real shoe: the table is told every card as it is drawn, the hole card
when it is turned. Cards that nobody has seen are exchangeable, so the next one is any of those left, a hole
card that lies face down included; where the card reader has spoken, only hole cards that fit its answer go
on. A value is therefore joint with that answer and is never divided by its chance.

What is independent of the analyser: who may do what (`legal`), what the house does (`due`), every card and
every payment (`carry_out`), every decision, and all arithmetic (fractions). No strategy is read:

- A hand that has not been split takes the best of what the table allows, here and after every further card.
- A hand of a split box is split again while the table allows it. Else it takes the decision that is best for
  it when it is alone on the box, still marked as a split hand, with its own cards and the up card gone: the
  other hands are taken off the table, and the same tree is walked from there.

What is shared: the engine and the analyser read the same plain functions of hands, options and pays.

Equal subtrees are walked once. Two tables are taken for equal when they differ only in what no rule reads any
more: the order of the cards in a hand that is not a pair and of hands that are over, the suits of cards that
can no longer make 6-7-8 or 7-7-7, which of jack, queen and king a card is, and of a hand that is over all but
its end. With `merges=False` only equal hands in equal places with equal cards left are taken for equal.

Inside the tree a value is a whole number: what the box wins in cents, summed over every order in which the
cards that nobody has seen may lie. A card that is drawn leaves the orders of the others, so nothing is ever
divided; what is handed out is the exact fraction of wagers and orders.
"""

import random
from fractions import Fraction
from functools import cache, cached_property
from math import factorial
from typing import Any, NamedTuple

from msgspec.structs import replace

from spanish21.dealer import new_table, ready
from spanish21.game import commands as cmd
from spanish21.game.cards import UNSEEN
from spanish21.game.chapters.play.dealers_hand import possible_hole_cards
from spanish21.game.decide import carry_out, legal
from spanish21.game.due import due
from spanish21.game.events import BonusPaid, Event, WagerSettled
from spanish21.game.hands import is_two_card_21, value
from spanish21.game.rules import Rules
from spanish21.game.table import DEALER, Hand, Table, hand_total

Left = tuple[int, ...]
"""How many of each card of the shoe nobody has seen, in the order of `EngineTree.cards`."""

ANN = "ann"
ORDERS = tuple(map(factorial, range(60)))
"""In how many orders so many cards may lie."""
OPTIONS: dict[str, Any] = {
    "stand": cmd.Stand,
    "hit": cmd.Draw,
    "rescue": cmd.Rescue,
    "double": cmd.Double,
    "split": cmd.Split,
    "surrender": cmd.Surrender,
}
"""The options and their commands; of options that are worth the same, the first is taken."""
NAMES = {command.__name__: option for option, command in OPTIONS.items()}
UNFINISHED = frozenset(("dealt", "open", "drawing", "doubling", "doubled", "waiting"))
OVER = frozenset(("collect", "wagers", "stack"))


class Decision(NamedTuple):
    """A hand that decides alone on its box, and what each of its options is worth to the end of the round."""

    hand: Hand
    blackjack: Fraction
    """The chance that the dealer's next card makes a Blackjack."""
    options: dict[str, Fraction]
    sums: dict[str, int]
    """The options as the tree adds them up, in cents over all orders of the cards left."""


class Hands(NamedTuple):
    """All that a key reads of the hands of a box."""

    suits_matter: bool
    """Whether a hand may still become 6-7-8 or 7-7-7."""
    over: tuple[Any, ...]
    playing: tuple[Any, ...]


class EngineTree:
    """All rounds of one box against one up card from one shoe."""

    def __init__(
        self,
        rules: Rules,
        up: int,
        shoe: tuple[int, ...],
        wager: int = 10_00,
        counts_bonuses: bool = False,
        merges: bool = True,
    ) -> None:
        self.rules, self.up, self.shoe = rules, up, tuple(sorted(shoe))
        self.wager, self.counts_bonuses, self.merges = wager, counts_bonuses, merges
        self.reader = rules.hole_card and rules.card_reader
        self.cards = tuple(sorted(set(shoe)))
        """The different cards of the shoe."""
        self.alike = {suits: self.groups(suits) for suits in (False, True)}
        """The places of cards that make no difference, by whether suits may matter."""
        self.known: dict[Any, int] = {}
        self.settled: dict[Any, int] = {}
        """What tables at which no card comes any more win, in cents."""
        self.of_hands = cache(self._of_hands)
        self.decisions: dict[Any, Decision] = {}
        self.most_hands = 0
        self.most_cards = [0, 0]
        """The most cards of a hand that was settled: not split, split."""
        self.dealers: set[str] = set()
        """How the dealer's hand ended: "Blackjack", "bust", "stood"."""
        self.paid: set[tuple[str, bool, int]] = set()
        """Why a hand was settled as it was, whether it was split, how often it was doubled."""
        self.toss_ups = 0
        """Decisions of split hands that are equal alone and not equal on the box: none is the policy's."""

    # The round from its beginning

    @cached_property
    def empty(self) -> Table:
        """The table before the deal, with the small shoe."""
        table, events = new_table(self.rules, is_real_shoe=True)
        table = carry_out(table, cmd.Join(by=ANN, chips=10**9, seat=1)).table
        table, _ = ready(table, events, random.Random(1))
        table = replace(table, pool=self.shoe, dealt=0, rack=())
        table = carry_out(table, cmd.PlaceWager(by=ANN, box=1, amount=self.wager)).table
        return carry_out(table, cmd.CloseWagers(by=DEALER)).table

    def dealt(self, hand: tuple[int, ...]) -> tuple[Table, Left]:
        """The table with the first cards on it and insurance declined, and the cards left."""
        first, second = hand
        table = carry_out(self.empty, cmd.Deal(by=DEALER, cards=(first, self.up, second))).table
        if self.rules.hole_card:
            table = carry_out(table, cmd.Deal(by=DEALER, cards=(UNSEEN,))).table
        if table.phase == "insurance":
            table = carry_out(table, cmd.DeclineInsurance(by=ANN, box=1)).table
            table = carry_out(table, cmd.CloseInsurance(by=DEALER)).table
        return table, self.without((self.up, *hand))

    def first_decision(self, hand: tuple[int, ...]) -> Decision:
        """What every option of the first two cards is worth, joint with "no Blackjack" from a reader."""
        table, left = self.dealt(hand)
        if table.phase == "reader":
            table = carry_out(table, cmd.InsertHoleCard(by=DEALER, answer=False)).table
        while (command := due(table)) is not None:
            table = carry_out(table, command).table
        return self.decision(table, left)

    def told_of_blackjack(self, hand: tuple[int, ...]) -> Fraction:
        """What the box wins where a reader says that the dealer has a Blackjack, joint with that."""
        table, left = self.dealt(hand)
        if table.phase != "reader":
            return Fraction(0)
        table = carry_out(table, cmd.InsertHoleCard(by=DEALER, answer=True)).table
        return self.in_wagers(self.value(table, left), left)

    def best(self, hand: tuple[int, ...]) -> Fraction:
        """What the box wins with these two cards, the dealer's Blackjacks included."""
        if not is_two_card_21(hand[0], hand[1]):
            return max(self.first_decision(hand).options.values()) + self.told_of_blackjack(hand)
        table, left = self.dealt(hand)
        if table.phase == "reader":
            table = carry_out(table, cmd.InsertHoleCard(by=DEALER, answer=False)).table
        return self.in_wagers(self.value(table, left), left) + self.told_of_blackjack(hand)

    def in_wagers(self, cents: int, left: Left) -> Fraction:
        """A sum over all orders of the cards left, as a mean in wagers."""
        return Fraction(cents, self.wager * ORDERS[sum(left)])

    # The round from anywhere

    def value(self, table: Table, left: Left) -> int:
        """What the box wins from here on."""
        if table.phase in OVER:
            return 0
        if table.phase == "settle":
            return self.settlement(table) * self.orders(table, left)
        key = self.key(table, left)
        found = self.known.get(key)
        if found is not None:
            return found
        won = 0
        while table.phase not in OVER:
            command = due(table)
            if command is None:
                won += self.decided(table, left)
                break
            if type(command) is cmd.Deal or type(command) is cmd.TurnHoleCard:
                won += self.drawn(table, command, left)
                break
            act = carry_out(table, command)
            won += self.won(act.events, table, left)
            table = act.table
        self.known[key] = won
        return won

    def settlement(self, table: Table) -> int:
        """What the box wins where only the settling is left, in cents."""
        lengths = tuple([len(hand.cards) for hand in table.boxes[0].hands])
        key = (self.key(table, ()), lengths) if self.merges else None
        if key is not None and key in self.settled:
            return self.settled[key]
        won, hole_down = 0, table.hole_down
        while table.phase not in OVER:
            command = due(table)
            assert command is not None
            assert table.hole_down == hole_down, "the orders that fit the reader's answer are others now"
            act = carry_out(table, command)
            won += self.cents(act.events, table)
            table = act.table
        if key is not None:
            self.settled[key] = won
        return won

    def drawn(self, table: Table, command: cmd.Command, left: Left) -> int:
        """The sum over every card that may come."""
        if not any(left):
            raise ZeroDivisionError("the shoe has run out in the middle of a round")
        turned = isinstance(command, cmd.TurnHoleCard)
        possible = possible_hole_cards(table) if turned else ()
        together = 0
        for places in self.alike[self.of_hands(table.boxes[0].hands).suits_matter]:
            count = sum([left[place] for place in places])
            if not count:
                continue
            place = next(place for place in places if left[place])
            card = self.cards[place]
            if turned and card not in possible:
                continue  # not what the reader said: it belongs to the other answer
            told = cmd.TurnHoleCard(by=DEALER, card=card) if turned else cmd.Deal(by=DEALER, cards=(card,))
            act = carry_out(table, told)
            rest = (*left[:place], left[place] - 1, *left[place + 1 :])
            together += count * (self.won(act.events, act.table, rest) + self.value(act.table, rest))
        return together

    def decided(self, table: Table, left: Left) -> int:
        if len(table.boxes[0].hands) == 1:
            return max(self.decision(table, left).sums.values())
        taken, *equal = self.zero_memory(table)
        worth = self.after(table, taken, left)
        for option in equal:
            self.toss_ups += self.after(table, option, left) != worth
        return worth

    def decision(self, table: Table, left: Left) -> Decision:
        """What every option of the only hand of a box is worth; a split hand alone is not split again."""
        key = self.key(table, left)
        if key not in self.decisions:
            hand = table.boxes[0].hands[0]
            sums = {}
            for option in self.may(table):
                if not (hand.split and option == "split"):
                    sums[option] = self.after(table, option, left)
            options = {option: self.in_wagers(worth, left) for option, worth in sums.items()}
            self.decisions[key] = Decision(hand, self.blackjack(left), options, sums)
        return self.decisions[key]

    def zero_memory(self, table: Table) -> list[str]:
        """The decision of a hand of a split box; several where they are worth the same to it alone."""
        may = self.may(table)
        if "split" in may:
            return ["split"]
        if may == ["stand"]:
            return may
        box = table.boxes[0]
        hand = box.hands[table.turn_hand]
        alone = replace(table, boxes=(replace(box, hands=(hand,)),), turn_hand=0)
        sums = self.decision(alone, self.without((self.up, *hand.cards))).sums
        best = max(sums.values())
        return [option for option, worth in sums.items() if worth == best]

    def after(self, table: Table, option: str, left: Left) -> int:
        """What the box wins from here on if this is done."""
        hand = table.boxes[0].hands[table.turn_hand]
        amount = {"amount": hand.wagers[0] + hand.doubles[0]} if option == "double" else {}
        act = carry_out(table, OPTIONS[option](by=ANN, **amount))
        return self.won(act.events, table, left) + self.value(act.table, left)

    def may(self, table: Table) -> list[str]:
        """What the table allows."""
        allowed = {NAMES[one.command] for one in legal(table, ANN) if one.command in NAMES}
        return [option for option in OPTIONS if option in allowed]

    def won(self, events: list[Event], table: Table, left: Left) -> int:
        """What was settled, in every order of the cards that fits the reader's answer."""
        amount = self.cents(events, table)
        return amount * self.orders(table, left) if amount else 0

    def cents(self, events: list[Event], table: Table) -> int:
        """What was settled."""
        amount = 0
        for event in events:
            if isinstance(event, WagerSettled):
                self.note(table, event)
                amount += event.paid - event.collected
            elif self.counts_bonuses and isinstance(event, BonusPaid):
                amount += event.paid
        return amount

    def orders(self, table: Table, left: Left) -> int:
        """In how many orders the cards left may lie; the hole card, face down, fits the reader's answer."""
        size = sum(left)
        if table.hole_down and self.reader:
            return (size - self.making_blackjack(left)) * ORDERS[size - 1]
        return ORDERS[size]

    def note(self, table: Table, event: WagerSettled) -> None:
        """Keep in mind what kind of hand was settled."""
        hands = table.boxes[0].hands
        hand = hands[event.hand]
        split = len(hands) > 1
        self.most_hands = max(self.most_hands, len(hands))
        self.most_cards[split] = max(self.most_cards[split], len(hand.cards))
        self.paid.add((event.why, split, hand.times_doubled))
        if len(table.dealer) > 1:
            bust = sum(map(value, table.dealer)) > 21
            self.dealers.add("Blackjack" if table.dealer_has_blackjack else "bust" if bust else "stood")

    def blackjack(self, left: Left) -> Fraction:
        return Fraction(self.making_blackjack(left), sum(left))

    def making_blackjack(self, left: Left) -> int:
        """How many of the cards left make a Blackjack with the up card."""
        pairs = zip(self.cards, left, strict=True)
        return sum([count for card, count in pairs if is_two_card_21(self.up, card)])

    def without(self, gone: tuple[int, ...]) -> Left:
        """The cards left when these are gone."""
        left = tuple(self.shoe.count(one) - gone.count(one) for one in self.cards)
        assert sum(left) == len(self.shoe) - len(gone), "a card is gone that the shoe did not hold"
        assert min(left) >= 0, "a card is gone more often than the shoe held it"
        return left

    # What makes two tables equal

    def groups(self, suits: bool) -> list[list[int]]:
        """The places of cards that are taken for the same."""
        together: dict[int, list[int]] = {}
        for place, one in enumerate(self.cards):
            together.setdefault(self.face(one, suits), []).append(place)
        return list(together.values())

    def _of_hands(self, hands: tuple[Hand, ...]) -> Hands:
        return Hands(
            suits_matter=any(
                hand.state in UNFINISHED and len(hand.cards) <= 2 and are_of_bonus(hand.cards)
                for hand in hands
            ),
            over=tuple(sorted(self.end(hand) for hand in hands if hand.state not in UNFINISHED)),
            playing=tuple(self.standing(hand) for hand in hands if hand.state in UNFINISHED),
        )

    def face(self, card: int, suits: bool) -> int:
        """What a card is taken for: itself where its suit may matter, else a card of its value."""
        return card if not self.merges or (suits and 6 <= card >> 2 <= 8) else value(card) << 2

    def key(self, table: Table, left: Left) -> Any:
        """Equal for tables that go on equally; without `left`, for tables at which no card comes any more."""
        box, blackjack = table.boxes[0], table.dealer_has_blackjack
        place = (table.phase, table.turn_hand, table.asked, box.announced, table.step, table.hole_down)
        if not self.merges:
            return place, box.hands, table.dealer, blackjack, left
        hands = self.of_hands(box.hands)
        groups = self.alike[hands.suits_matter] if left else ()
        counts = tuple([sum([left[place] for place in places]) for places in groups])
        aces = sum([card >> 2 == 1 for card in table.dealer])
        dealer = (sum(map(value, table.dealer)), aces, min(len(table.dealer), 3), blackjack)
        return place, hands.over, hands.playing, dealer, counts

    def standing(self, hand: Hand) -> Any:
        """All that the rules may still read of a hand that is not over."""
        suits = len(hand.cards) <= 3 and are_of_bonus(hand.cards)
        cards = [self.face(one, suits) for one in hand.cards]
        if len(cards) != 2 or value(cards[0]) != value(cards[1]):
            cards.sort()  # of a pair, the first card begins the hand that is played first
        money = (hand.wagers, hand.doubles, hand.last_doubles, hand.times_doubled)
        return tuple(cards), hand.aces, hand.state, money, hand.split, hand.split_aces

    def end(self, hand: Hand) -> Any:
        """All that the rules may still read of a hand that is over."""
        money = (hand.state, hand.wagers, hand.doubles, hand.last_doubles, hand.times_doubled, hand.split)
        points = hand_total(hand)
        if hand.state == "busted" or points != 21:
            return *money, min(points, 22), 0, ()
        return *money, points, len(hand.cards), tuple(sorted(hand.cards)) if len(hand.cards) == 3 else ()


def are_of_bonus(cards: tuple[int, ...]) -> bool:
    """Whether all cards are 6s, 7s and 8s."""
    return all(6 <= card >> 2 <= 8 for card in cards)
