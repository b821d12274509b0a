"""Recorded rounds in full: the cards of every hand and the decisions on it.

The kernel records where a round began and how many cards it took. The cards follow from the seed, the
decisions from the table of which the kernel's nodes are made.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from spanish21.game import hands, options
from spanish21.game.rules import Rules
from spanish21.simulation.kernel.compiled_rounds import CARDS_OF_DECK, has_more_cards
from spanish21.simulation.plan.decision_table import ACES_AGAIN, state_in_table
from spanish21.simulation.plan.kernel_options import kernel
from spanish21.simulation.plan.kernel_records import SHOE, one
from spanish21.simulation.plan.run_plan import Plan, Prepared, decisions_of
from spanish21.simulation.plan.streams import shuffled_shoe
from spanish21.strategy import (
    DOUBLE,
    FIRST,
    HIT,
    MOST_DOUBLES,
    OPTIONS,
    SPLIT,
    SPLIT_AGAIN,
    doubled_situation,
)


class PlayedHand:
    """A hand of a box, and the decisions on it in order."""

    def __init__(self, *cards: int) -> None:
        self.cards = list(cards)
        self.decisions: list[str] = []
        self.doubles = 0
        self.aces_count_1 = False
        """Whether it was doubled and every ace of it counts 1."""

    @property
    def is_busted(self) -> bool:
        return hands.total(sum(map(hands.value, self.cards)), sum(map(hands.is_ace, self.cards))) > 21


class ReplayedRound(NamedTuple):
    """A round: the dealer's cards, and the hands of each box in the order in which they were played."""

    dealer: list[int]
    boxes: list[list[PlayedHand]]


@kernel
def refill(setup: Any, shoe: Any) -> Any:
    """Puts the shuffled discards after the last card of a shoe."""
    return has_more_cards(setup, shoe)


class Replay:
    """Plays recorded rounds again."""

    def __init__(self, plan: Plan, ready: Prepared) -> None:
        self.rules: Rules = plan.rules
        self.seed, self.setup, self.boxes = plan.seed, ready.setup, ready.boxes
        self.options = decisions_of(plan)
        self.tags: list[int] = ready.setup["tags"].tolist()
        self._number, self._shoe = -1, [0]

    def round(self, number: int, first: int, used: int) -> ReplayedRound:
        """The round that began with a shoe's card at `first` and took `used` cards."""
        cards, boxes = self._cards(number, first, used), self.boxes
        deal = cards[first : first + 2 * boxes + 1 + self.rules.hole_card]
        dealer = [deal[boxes], *deal[2 * boxes + 1 :]]
        played = [[PlayedHand(deal[box], deal[boxes + 1 + box])] for box in range(boxes)]
        place = first + len(deal)
        seen_early = self.rules.card_reader and len(dealer) == 2 and hands.is_two_card_21(*dealer)
        turns = range(boxes - 1, -1, -1) if self.rules.plays_from_right else range(boxes)
        for box in () if seen_early else turns:
            told = self.options[self._bucket(cards, place, dealer)][:, :, hands.value(dealer[0])]
            self._play_box(played[box], told, dealer[0], iter(cards[place:]))
            place += sum(len(hand.cards) for hand in played[box]) - 2
        return ReplayedRound([*dealer, *cards[place : first + used]], played)

    def _cards(self, number: int, first: int, used: int) -> list[int]:
        """The cards of a shoe; if a round took more than were left, followed by the shuffled discards."""
        if number != self._number:
            self._number = number
            self._shoe = shuffled_shoe(self.rules.decks, self.seed, number).tolist()
        size = len(self._shoe)
        if first + used <= size:
            return self._shoe
        shoe = one(SHOE)
        shoe["cards"][:size] = self._shoe
        shoe["ready"] = shoe["end"] = shoe["size"] = size
        shoe["number"], shoe["streamed"], shoe["round_start"] = number, 1, first
        refill(self.setup, shoe)
        found: list[int] = shoe["cards"][: int(shoe["end"])].tolist()
        return found

    def _bucket(self, cards: list[int], place: int, dealer: list[int]) -> int:
        """The bucket of the count for a box whose turn begins at a place; the hole card is not seen yet."""
        buckets = int(self.setup["buckets"])
        if buckets == 1:
            return 0
        seen = cards[int(self.rules.burns_first_card) : place]
        count = int(self.setup["first_count"]) + sum(self.tags[card >> 2] for card in seen)
        count -= sum(self.tags[card >> 2] for card in dealer[1:])
        true_count = count * CARDS_OF_DECK // max(len(cards) - place, 1)
        return min(max(true_count - int(self.setup["lowest_count"]), 0), buckets - 1)

    def _play_box(self, box: list[PlayedHand], told: Any, up: int, drawn: Iterator[int]) -> None:
        if hands.is_two_card_21(*box[0].cards):
            return
        place = 0
        while place < len(box):
            hand = box[place]
            if len(hand.cards) == 1:
                hand.cards.append(next(drawn))
            option = int(told[self._situation(hand, box), state_in_table(hand.cards, up)])
            hand.decisions.append(OPTIONS[option])
            if option == SPLIT:
                box.insert(place + 1, PlayedHand(hand.cards.pop()))
                continue
            if option in (HIT, DOUBLE):
                if option == DOUBLE:
                    hand.doubles += 1
                    hand.aces_count_1 = self.rules.doubled_aces_count_1 and any(map(hands.is_ace, hand.cards))
                hand.cards.append(next(drawn))
                hand.aces_count_1 = hand.aces_count_1 and not hands.is_ace(hand.cards[-1])
                if not hand.is_busted:
                    continue
            place += 1

    def _situation(self, hand: PlayedHand, box: list[PlayedHand]) -> int:
        if hand.doubles:
            level = hand.doubles + MOST_DOUBLES if hand.aces_count_1 else hand.doubles
            return doubled_situation(level, len(box) > 1)
        if len(box) == 1:
            return FIRST
        is_last = not options.has_room_for_hand(len(box), self.rules.most_hands)
        return (ACES_AGAIN if hands.is_ace(hand.cards[0]) else SPLIT_AGAIN) + is_last
