"""The end of a round at once: the hole card, the dealer's draws, settling and the pick-up.

For the automatic dealer, when nothing interrupts. The events are the same as command by command, and so is
the table that they make (a law checks it); only the tables in between are not built.
"""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.act import Act
from spanish21.game.chapters.dealing import cards_to_pick_up, dealer_sums
from spanish21.game.chapters.first_cards import TENS
from spanish21.game.chapters.settling import main_settlements
from spanish21.game.evolve import EVOLVE
from spanish21.game.hands import dealer_draws, is_ace, is_two_card_21, total, value
from spanish21.game.phases import total_matters
from spanish21.game.table import Person, Table

MOST_DRAWS = 15
"""No dealer's hand takes more cards than this after the first two."""

_EACH_CARD = 0


def finish_round(act: Act) -> bool:
    """Carry a round from the hole card to the pick-up; False when it must go command by command."""
    table = act.table
    if not _is_undisturbed(table):
        return False
    table = _dealers_hand(act, table)
    settled = main_settlements(table)
    act.events += settled
    people, inventory = _paid(table, settled)
    table = replace(table, people=people, inventory=inventory, phase="collect")
    collected = ev.CardsCollected(cards_to_pick_up(table), ())
    act.events.append(collected)
    act.table = EVOLVE[ev.CardsCollected](table, collected)
    return True


def _is_undisturbed(table: Table) -> bool:
    """A hole card from a known shoe, no wager but those on hands, and nothing odd among the next cards."""
    if table.phase != "dealer" or not table.hole_down or table.is_real_shoe or not table.rules.mid_shoe_entry:
        return False
    trouble, start = table.trouble, table.dealt
    if trouble.loose_card or trouble.reader_broken or trouble.shuffler == "broken":
        return False
    if not table.cover_seen and start <= table.cover < start + MOST_DRAWS:
        return False
    cards = table.shoe[start : start + MOST_DRAWS]
    if len(cards) < MOST_DRAWS or not TENS.isdisjoint(cards):
        return False
    for box in table.boxes:
        for stake in box.stakes:
            if stake.sides or stake.insurance:
                return False
        for hand in box.hands:
            if hand.state == "surrendered":
                return False
    return True


def _dealers_hand(act: Act, table: Table) -> Table:
    """Turn the hole card and draw what the book says; the table is then ready to be settled."""
    rules, dealer, dealt = table.rules, table.dealer, table.dealt
    blackjack = is_two_card_21(dealer[0], dealer[1])
    act.events.append(ev.HoleCardTurned(dealer[1], 0))
    hard, aces = dealer_sums(dealer)
    if not blackjack and total_matters(table):
        while dealer_draws(hard, aces, rules.dealer_hits_soft_17):
            card = table.shoe[dealt]
            dealt += 1
            dealer = (*dealer, card)
            hard, aces = hard + value(card), aces + is_ace(card)
            announced = total(hard, aces) if rules.dealer_total_announced == _EACH_CARD else 0
            act.events.append(ev.CardDealt(card, 0, 0, False, announced))
    announced = 0 if rules.dealer_total_announced == _EACH_CARD else total(hard, aces)
    act.events.append(ev.DealerDone(announced))
    return replace(
        table,
        dealer=dealer,
        dealt=dealt,
        hole_down=False,
        dealer_has_blackjack=blackjack,
        phase="settle",
    )


def _paid(table: Table, settled: list[ev.Event]) -> tuple[tuple[Person, ...], int]:
    """Everybody's chips and the inventory after the settlements."""
    gains: dict[str, int] = {}
    inventory = table.inventory
    for event in settled:
        if isinstance(event, ev.WagerSettled):
            gains[event.person] = gains.get(event.person, 0) + event.returned + event.paid
            inventory += event.collected - event.paid
        elif isinstance(event, ev.BonusPaid):
            gains[event.person] = gains.get(event.person, 0) + event.paid
            inventory -= event.paid
    people = tuple(
        [
            replace(person, chips=person.chips + gains[person.name]) if person.name in gains else person
            for person in table.people
        ]
    )
    return people, inventory
