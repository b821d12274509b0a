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
more: the order of the cards in a hand and of hands that are over, the suits of cards that can no longer make
6-7-8 or 7-7-7, which of jack, queen and king a card is, and of a hand that is over all but its end. With
`merges=False` only equal hands in equal places with equal cards left are taken for equal.
"""

import random
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from msgspec.structs import replace

from spanish21.dealer import new_table, ready
from spanish21.game import commands as cmd
from spanish21.game.cards import UNSEEN
from spanish21.game.chapters.dealers_hand import possible_hole_cards
from spanish21.game.decide import carry_out, legal
from spanish21.game.due import due
from spanish21.game.events import BonusPaid, Event, WagerSettled
from spanish21.game.hands import is_two_card_21, value
from spanish21.game.rules import Rules
from spanish21.game.table import DEALER, Hand, Table, hand_total

Left = tuple[int, ...]
"""How many of each card of the shoe nobody has seen, in the order of `EngineTree.cards`."""

ANN = "ann"
NOTHING = Fraction(0)
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
        self.known: dict[Any, Fraction] = {}
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
            return NOTHING
        return self.value(carry_out(table, cmd.InsertHoleCard(by=DEALER, answer=True)).table, left)

    def best(self, hand: tuple[int, ...]) -> Fraction:
        """What the box wins with these two cards, the dealer's Blackjacks included."""
        if not is_two_card_21(hand[0], hand[1]):
            return max(self.first_decision(hand).options.values()) + self.told_of_blackjack(hand)
        table, left = self.dealt(hand)
        if table.phase == "reader":
            table = carry_out(table, cmd.InsertHoleCard(by=DEALER, answer=False)).table
        return self.value(table, left) + self.told_of_blackjack(hand)

    # The round from anywhere

    def value(self, table: Table, left: Left) -> Fraction:
        """What the box wins from here on, in wagers."""
        key = None
        if table.phase != "settle" and table.phase not in OVER:
            key = self.key(table, left)
            found = self.known.get(key)
            if found is not None:
                return found
        won = NOTHING
        while table.phase not in OVER:
            command = due(table)
            if command is None:
                won += self.decided(table, left)
                break
            if isinstance(command, cmd.Deal | cmd.TurnHoleCard):
                won += self.drawn(table, command, left)
                break
            act = carry_out(table, command)
            won += self.won(act.events, table, left)
            table = act.table
        if key is not None:
            self.known[key] = won
        return won

    def drawn(self, table: Table, command: cmd.Command, left: Left) -> Fraction:
        """The mean over every card that may come."""
        turned = isinstance(command, cmd.TurnHoleCard)
        possible = possible_hole_cards(table) if turned else ()
        together = NOTHING
        for places in self.alike[self.suits_matter(table)]:
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
        return together / sum(left)

    def decided(self, table: Table, left: Left) -> Fraction:
        if len(table.boxes[0].hands) == 1:
            return max(self.decision(table, left).options.values())
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
            options = {}
            for option in self.may(table):
                if not (hand.split and option == "split"):
                    options[option] = self.after(table, option, left)
            self.decisions[key] = Decision(hand, self.blackjack(left), options)
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
        options = self.decision(alone, self.without((self.up, *hand.cards))).options
        best = max(options.values())
        return [option for option, worth in options.items() if worth == best]

    def after(self, table: Table, option: str, left: Left) -> Fraction:
        """What the box wins from here on if this is done."""
        hand = table.boxes[0].hands[table.turn_hand]
        amount = {"amount": hand.wagers[0] + hand.doubles[0]} if option == "double" else {}
        act = carry_out(table, OPTIONS[option](by=ANN, **amount))
        return self.won(act.events, table, left) + self.value(act.table, left)

    def may(self, table: Table) -> list[str]:
        """What the table allows."""
        allowed = {NAMES[one.command] for one in legal(table, ANN) if one.command in NAMES}
        return [option for option in OPTIONS if option in allowed]

    def won(self, events: list[Event], table: Table, left: Left) -> Fraction:
        """What was settled, in wagers, times the chance of a hole card that fits the reader's answer."""
        amount = 0
        for event in events:
            if isinstance(event, WagerSettled):
                self.note(table, event)
                amount += event.paid - event.collected
            elif self.counts_bonuses and isinstance(event, BonusPaid):
                amount += event.paid
        if not amount:
            return NOTHING
        paid = Fraction(amount, self.wager)
        return paid * (1 - self.blackjack(left)) if table.hole_down and self.reader else paid

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
        pairs = zip(self.cards, left, strict=True)
        return Fraction(sum(count for card, count in pairs if is_two_card_21(self.up, card)), sum(left))

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

    def suits_matter(self, table: Table) -> bool:
        """Whether a hand may still become 6-7-8 or 7-7-7."""
        return any(
            hand.state in UNFINISHED and len(hand.cards) <= 2 and are_of_bonus(hand.cards)
            for hand in table.boxes[0].hands
        )

    def face(self, card: int, suits: bool) -> int:
        """What a card is taken for: itself where its suit may matter, else a card of its value."""
        return card if not self.merges or (suits and 6 <= card >> 2 <= 8) else value(card) << 2

    def key(self, table: Table, left: Left) -> Any:
        """Equal for tables that go on equally."""
        box, blackjack = table.boxes[0], table.dealer_has_blackjack
        place = (table.phase, table.turn_hand, table.asked, box.announced, table.step, table.hole_down)
        if not self.merges:
            return place, box.hands, table.dealer, blackjack, left
        groups = self.alike[self.suits_matter(table)]
        counts = tuple([sum([left[place] for place in places]) for places in groups])
        over = sorted(self.end(hand) for hand in box.hands if hand.state not in UNFINISHED)
        playing = [self.standing(hand) for hand in box.hands if hand.state in UNFINISHED]
        aces = sum(card >> 2 == 1 for card in table.dealer)
        dealer = (sum(map(value, table.dealer)), aces, min(len(table.dealer), 3), blackjack)
        return place, tuple(over), tuple(playing), dealer, counts

    def standing(self, hand: Hand) -> Any:
        """All that the rules may still read of a hand that is not over."""
        suits = len(hand.cards) <= 3 and are_of_bonus(hand.cards)
        cards = tuple(sorted(self.face(one, suits) for one in hand.cards))
        money = (hand.wagers, hand.doubles, hand.last_doubles, hand.times_doubled)
        return cards, hand.state, money, hand.split, hand.split_aces

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
