"""The discard rack read back: which cards made which hand, from the order in which they were put there.

The rack is a row of packets. A burn card and a card that no hand may use are packets of one card; a hand
paid early is where it was put; at the end of a round the hands follow from the dealer's right to the
left, the hands of a box in their order, and the dealer's own hand last. To settle a dispute, or in an audit,
the hands are rebuilt from there and the round is settled on them again.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import text_of
from spanish21.game.decide import carry_out
from spanish21.game.hands import is_ace, value
from spanish21.game.moves.act import Act
from spanish21.game.states import Phase
from spanish21.game.table import Hand, Table

Packets = Sequence[tuple[int, ...]]
Hands = dict[tuple[int, int], tuple[int, ...]]
"""Cards by box and hand; (0, 0) is the dealer's."""

_SINGLE = (ev.CardBurned, ev.FaceUpFound, ev.CardDiscarded)
_EMPTIES = (ev.ShoeShuffled, ev.BatchPlaced, ev.RecutOrdered, ev.TableIdle, ev.DecksRemoved)


def hands_of_round(packets: Packets, hands_of_boxes: dict[int, int], paid_early: Sequence[int]) -> Hands:
    """The hands of a round as (box, hand) -> cards, the dealer's under (0, 0).

    `packets` are those that the round put into the rack, without single cards; `hands_of_boxes` says how
    many hands each box had at the end, and `paid_early` names the boxes whose Blackjack was paid and taken
    away before the others, in that order.
    """
    remaining = iter(packets)
    hands = {(box, 0): next(remaining) for box in paid_early}
    for box in sorted(hands_of_boxes, reverse=True):
        if box in paid_early:
            continue
        for index in range(hands_of_boxes[box]):
            hands[box, index] = next(remaining)
    hands[0, 0] = next(remaining)
    return hands


def hands_in_rack(before: Packets, after: Packets, events: Iterable[ev.Event]) -> Hands:
    """The hands of a finished round, from the rack before and after it.

    The events tell how many packets were put there and for which boxes, never their cards. A Blackjack
    paid early is missing if its packet was shuffled back into the shoe in the same round; all hands are, if
    their decks left the table.
    """
    at = len(before)
    packets: list[tuple[int, ...]] = []
    early: list[int] = []
    lost: list[int] = []
    counts: Counter[int] = Counter()
    collected = 0
    for event in events:
        if isinstance(event, _EMPTIES):
            at, packets, collected = 0, [], 0
            lost, early = lost + early, []
        elif isinstance(event, _SINGLE):
            at += 1
        elif isinstance(event, ev.HandRemoved):
            packets += after[at : at + 1]
            early.append(event.box)
            at += 1
        elif isinstance(event, ev.CardDealt) and event.box:
            counts[event.box] = max(counts[event.box], 1)
        elif isinstance(event, ev.PairSplit):
            counts[event.box] += 1
        elif isinstance(event, ev.CardsCollected):
            collected = len(event.hands)
    if not collected:
        return {}
    hands_of_boxes = {box: count for box, count in counts.items() if box not in lost}
    return hands_of_round([*packets, *after[at : at + collected]], hands_of_boxes, early)


def hands_dealt(events: Iterable[ev.Event]) -> Hands:
    """The hands of a round as the cards dealt and the pairs split make them."""
    boxes: dict[int, list[list[int]]] = {}
    dealer: list[int] = []
    for event in events:
        if isinstance(event, ev.CardDealt):
            if event.box == 0:
                dealer.append(event.card)
            else:
                boxes.setdefault(event.box, [[]])[event.hand].append(event.card)
        elif isinstance(event, ev.HoleCardTurned):
            dealer[1] = event.card
        elif isinstance(event, ev.PairSplit):
            hands = boxes[event.box]
            hands.insert(event.hand + 1, [hands[event.hand].pop()])
    found = {(box, i): tuple(hand) for box, hands in boxes.items() for i, hand in enumerate(hands) if hand}
    return {**found, (0, 0): tuple(dealer)}


def rack_differences(before: Packets, after: Packets, events: Sequence[ev.Event]) -> tuple[str, ...]:
    """Differences between the hands in the rack and the dealt ones, one line per hand; an audit finds
    none."""
    dealt, found = hands_dealt(events), hands_in_rack(before, after, events)
    return tuple(
        f"{_place(place)}: {text_of(dealt.get(place, ()))} was dealt, the rack shows {text_of(cards)}"
        for place, cards in found.items()
        if dealt.get(place, ()) != cards
    )


def _place(place: tuple[int, int]) -> str:
    return f"box {place[0]}, hand {place[1] + 1}" if place[0] else "the dealer's hand"


def settlement_on(start: Table, commands: Iterable[cmd.Command], hands: Hands) -> Act:
    """The events when the same commands end a round with these hands on the layout."""
    table = start
    whole = Act(start)
    for command in commands:
        if table.phase == Phase.SETTLE and isinstance(command, cmd.Settle):
            table = _with_hands(table, hands)
        act = carry_out(table, command)
        table = whole.table = act.table
        whole.events += act.events
    return whole


def _with_hands(table: Table, hands: Hands) -> Table:
    boxes = []
    for box in table.boxes:
        places = [(box.number, at) for at in range(len(box.hands))]
        laid = [
            _with_cards(hand, hands.get(place, hand.cards))
            for place, hand in zip(places, box.hands, strict=True)
        ]
        boxes.append(replace(box, hands=tuple(laid)))
    return replace(table, boxes=tuple(boxes), dealer=hands.get((0, 0), table.dealer))


def _with_cards(hand: Hand, cards: tuple[int, ...]) -> Hand:
    aces_of_1 = sum(map(is_ace, hand.cards)) - hand.aces  # some rules count the aces of a doubled hand 1
    aces = max(sum(map(is_ace, cards)) - aces_of_1, 0)
    return replace(hand, cards=cards, hard=sum(map(value, cards)), aces=aces)
