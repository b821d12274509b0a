"""A round to its first decision in one step: plain wagers, each on its player's own box, and the first cards.

The events are those of the single commands, and so is the table that they make (a law checks it); only the
tables in between are not built.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from spanish21.game import cards as decks
from spanish21.game.chapters.betting.closing import why_not_begin
from spanish21.game.chapters.betting.wagers import main_bounds, new_stake
from spanish21.game.commands import PlaceWager
from spanish21.game.events import CardDealt, Event, WagerPlaced, WagersClosed
from spanish21.game.hands import POINTS, is_two_card_21
from spanish21.game.moves.act import Act
from spanish21.game.round.phases import after_deal
from spanish21.game.round.start import NO_TROUBLE
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Box, Hand, Table

_BLACKJACK, _OPEN = HandState.BLACKJACK, HandState.OPEN
_DEAL, _WAGERS = Phase.DEAL, Phase.WAGERS

_ZERO = (0,)

TENS = frozenset(decks.TENS)


def begin_plain_round(act: Act, wagers: Sequence[PlaceWager]) -> bool:
    """Take the wagers, close them and deal the first cards; False, and nothing done, where it must go command
    by command."""
    table, count = act.table, len(wagers)
    hole_card = table.rules.hole_card
    needed = 2 * count + (2 if hole_card else 1)
    if not count or not _is_plain(table):
        return False
    cards = _undisturbed_cards(table, needed)
    if not cards:
        return False
    people, boxes, callers, last = list(table.people), [], [], 0
    maximum = table.rules.table_maximum
    least, most = main_bounds(table.rules, maximum, 0, maximum)
    placed: list[Event] = []
    firsts: list[Event] = []
    seconds: list[Event] = []
    for index, wager in enumerate(wagers):
        name, number, amount = wager.by, wager.box, wager.amount
        at = _plain_wager_of(table, wager, index)
        if at is None or number <= last or not least <= amount <= most:
            return False
        last = number
        first, second = cards[index], cards[count + 1 + index]
        people[at] = replace(people[at], chips=people[at].chips - amount)
        boxes.append(_box_with_cards(wager, first, second))
        callers.append((number, name))
        placed.append(WagerPlaced(name, number, "main", amount, 0))
        firsts.append(CardDealt(first, number, 0, False, 0))
        seconds.append(CardDealt(second, number, 0, False, 0))
    dealer: tuple[int, ...] = (cards[count],)
    round_number = table.round_number + 1
    events = act.events
    events += placed
    events.append(WagersClosed(round_number, tuple(callers)))
    events += firsts
    events.append(CardDealt(cards[count], 0, 0, False, 0))
    events += seconds
    if hole_card:
        dealer = (cards[count], cards[-1])
        events.append(CardDealt(cards[-1], 0, 0, True, 0))
    act.table = after_deal(
        replace(
            table,
            phase=_DEAL,
            boxes=tuple(boxes),
            dealt=table.dealt + needed,
            dealer=dealer,
            hole_down=hole_card,
            people=tuple(people),
            step=2 * count + 1,
            round_number=round_number,
        )
    )
    return True


def _is_plain(table: Table) -> bool:
    """A round can begin, and nothing is out of the ordinary."""
    if table.phase != _WAGERS or table.boxes or table.offers or table.is_real_shoe:
        return False
    return table.trouble is NO_TROUBLE and table.slip is None and not why_not_begin(table)


def _undisturbed_cards(table: Table, needed: int) -> tuple[int, ...]:
    """The next cards of a known shoe, or none if the cover card, a 10 or the shoe's end is among them."""
    start = table.dealt
    if table.cover is not None and table.cover < start + needed and not table.cover_seen:
        return ()
    cards = table.shoe[start : start + needed]
    if len(cards) < needed or not TENS.isdisjoint(cards):
        return ()
    return cards


def _plain_wager_of(table: Table, wager: PlaceWager, index: int) -> int | None:
    """Who makes a main wager of whole chips that they have, on their own box; None: it is another wager.

    Most often it is the person at `index`, who is looked at first.
    """
    if wager.kind != "main" or wager.instrument != "chips" or wager.amount % table.rules.smallest_chip:
        return None
    people, name = table.people, wager.by
    if index >= len(people) or people[index].name != name:
        index = next((at for at, person in enumerate(people) if person.name == name), -1)
        if index < 0:
            return None
    person = people[index]
    if person.barred or person.seat != wager.box or wager.amount > person.chips:
        return None
    return index


def _box_with_cards(wager: PlaceWager, first: int, second: int) -> Box:
    two = (first, second)
    hard = POINTS[first] + POINTS[second]
    aces = (first >> 2 == 1) + (second >> 2 == 1)
    state: HandState = _BLACKJACK if is_two_card_21(first, second) else _OPEN
    hand = Hand(two, hard, aces, state, (wager.amount,), _ZERO, _ZERO, _ZERO, 0, False, False, False)
    return Box(wager.box, (new_stake(wager.by, wager.amount, 0),), (hand,), False, 0, two)
