"""The end of a round in one step: the hole card, the dealer's draws, settling and the pick-up.

For the automatic dealer, when nothing interrupts. The events are the same as command by command, and so is
the table that they make (a law checks it); only the tables in between are not built.
"""

from msgspec.structs import replace

from spanish21.game.cards import TEN
from spanish21.game.chapters.payment.pick_up import cards_collected, cards_to_pick_up
from spanish21.game.chapters.payment.settling import main_settlements
from spanish21.game.events import (
    BonusPaid,
    CardDealt,
    CardsCollected,
    DealerDone,
    Event,
    HoleCardTurned,
    WagerSettled,
)
from spanish21.game.hands import POINTS, dealer_draws, is_two_card_21, total
from spanish21.game.moves.act import Act
from spanish21.game.round.digest import digest_of
from spanish21.game.round.phases import total_matters
from spanish21.game.round.places import dealer_sums
from spanish21.game.round.start import NO_TROUBLE
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Person, Table
from spanish21.game.words import DealerTotalAnnounced

_EACH_CARD = DealerTotalAnnounced.EACH_CARD
_SURRENDERED = HandState.SURRENDERED
_DEALER, _SETTLE = Phase.DEALER, Phase.SETTLE


def finish_round(act: Act) -> bool:
    """Carry a round from the hole card to the pick-up; False when it must go command by command."""
    table = act.table
    if not _is_plain(table):
        return False
    events: list[Event] = []
    hand = _dealers_hand(table, events)
    if hand is None:
        return False
    dealer, points, blackjack = hand
    table = replace(
        table,
        phase=_SETTLE,
        dealt=table.dealt + len(dealer) - 2,
        dealer=dealer,
        hole_down=False,
        dealer_has_blackjack=blackjack,
    )
    settled = main_settlements(table, points)
    people, inventory, taken = _paid(table, settled)
    if taken > table.inventory:
        return False
    table = replace(table, people=people, inventory=inventory)
    collected = CardsCollected(cards_to_pick_up(table), (), digest_of(table))
    events += settled
    events.append(collected)
    act.events += events
    act.table = cards_collected(table, collected)
    return True


def _is_plain(table: Table) -> bool:
    """The turn of a hole card from a known shoe, with no wager but those on hands that stand or are bust."""
    if table.phase != _DEALER or not table.hole_down or table.has_side_wagers or table.is_real_shoe:
        return False
    if table.trouble is not NO_TROUBLE or table.slip is not None or table.offers:
        return False
    if not table.rules.mid_shoe_entry or table.rules.any_21_paid_at_once:
        return False
    for box in table.boxes:
        for stake in box.stakes:
            if stake.insurance:
                return False
        for hand in box.hands:
            if hand.state == _SURRENDERED:
                return False
    return True


def _dealers_hand(table: Table, events: list[Event]) -> tuple[tuple[int, ...], int, bool] | None:
    """Turn the hole card and draw by the book: the dealer's cards, their point count and whether they
    are a Blackjack. None if a 10, the cover card or the end of the shoe interrupts."""
    rules, dealer, dealt, shoe = table.rules, table.dealer, table.dealt, table.shoe
    each_card = rules.dealer_total_announced == _EACH_CARD
    blackjack = is_two_card_21(dealer[0], dealer[1])
    events.append(HoleCardTurned(dealer[1], 0))
    hard, aces = dealer_sums(dealer)
    if not blackjack and total_matters(table):
        hits_soft_17 = rules.dealer_hits_soft_17
        end = len(shoe)
        if table.cover is not None and table.cover < end and not table.cover_seen:
            end = table.cover
        while dealer_draws(hard, aces, hits_soft_17):
            if dealt >= end or shoe[dealt] >> 2 == TEN:
                return None
            card = shoe[dealt]
            dealt += 1
            dealer += (card,)
            hard += POINTS[card]
            aces += card >> 2 == 1
            events.append(CardDealt(card, 0, 0, False, total(hard, aces) if each_card else 0))
    points = total(hard, aces)
    events.append(DealerDone(0 if each_card else points))
    return dealer, points, blackjack


def _paid(table: Table, settled: list[Event]) -> tuple[tuple[Person, ...], int, int]:
    """Everyone's chips and the inventory after the settlements, and the chips that were taken from it."""
    gains: dict[str, int] = {}
    inventory, taken = table.inventory, 0
    for event in settled:
        if type(event) is WagerSettled:
            gained, paid = event.returned + event.paid, event.paid
            inventory += event.collected
        else:
            assert type(event) is BonusPaid
            gained = paid = event.paid
        if gained:
            inventory -= paid
            taken += paid
            gains[event.person] = gains.get(event.person, 0) + gained
    people = [
        replace(person, chips=person.chips + gains[person.name]) if person.name in gains else person
        for person in table.people
    ]
    return tuple(people), inventory, taken
