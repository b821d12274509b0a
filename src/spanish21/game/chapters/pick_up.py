"""The pick-up: when every wager is settled, the cards go into the discard rack."""

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act
from spanish21.game.moves import Move
from spanish21.game.rules import WORDS
from spanish21.game.table import DEALER, Table

_DECKS_REMOVED = WORDS["second_ten"].index("decks_removed")


def collect_cards(act: Act, command: cmd.CollectCards) -> None:
    table = act.table
    if table.trouble.loose_card:
        act.emit(ev.CardDiscarded(table.trouble.loose_card, "no_hand_can_use_it"))
        table = act.table
    barred: tuple[str, ...] = ()
    if not table.rules.mid_shoe_entry:
        played = {stake.person for box in table.boxes for stake in box.stakes}
        barred = tuple(person.name for person in table.people if person.name not in played)
    decks_go = table.trouble.void == "second_ten" and table.rules.second_ten == _DECKS_REMOVED
    act.emit(ev.CardsCollected(cards_to_pick_up(table), barred))
    if decks_go:
        act.emit(ev.DecksRemoved())


def cards_to_pick_up(table: Table) -> tuple[tuple[int, ...], ...]:
    """The hands on the table in the order of the pick-up: from the dealer's right, the dealer's own last."""
    hands = [
        hand.cards
        for box in reversed(table.boxes)
        for hand in box.hands
        if hand.state != "removed" and hand.cards
    ]
    return (*hands, table.dealer) if table.dealer else tuple(hands)


MOVES = (Move(cmd.CollectCards, (DEALER,), frozenset(("collect",)), collect_cards),)
