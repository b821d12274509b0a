"""The pick-up: when every wager is settled, the cards go into the discard rack."""

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act
from spanish21.game.digest import digest_of
from spanish21.game.evolving.pick_up import cards_to_pick_up
from spanish21.game.moves import Move
from spanish21.game.states import Irregularity, Phase
from spanish21.game.table import DEALER
from spanish21.game.words import SecondTen


def collect_cards(act: Act, command: cmd.CollectCards) -> None:
    table = act.table
    if table.trouble.loose_card:
        act.emit(ev.CardDiscarded(table.trouble.loose_card, Irregularity.NO_HAND_CAN_USE_IT))
        table = act.table
    barred: tuple[str, ...] = ()
    if not table.rules.mid_shoe_entry:
        played = {stake.person for box in table.boxes for stake in box.stakes}
        barred = tuple(person.name for person in table.people if person.name not in played)
    decks_go = (
        table.trouble.void == Irregularity.SECOND_TEN and table.rules.second_ten == SecondTen.DECKS_REMOVED
    )
    act.emit(ev.CardsCollected(cards_to_pick_up(table), barred, digest_of(table)))
    if decks_go:
        act.emit(ev.DecksRemoved())


MOVES = (Move(cmd.CollectCards, (DEALER,), frozenset((Phase.COLLECT,)), collect_cards),)
