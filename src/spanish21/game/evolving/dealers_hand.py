"""The dealer's hand: the reader's answer, the hole card, the end."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves
from spanish21.game.hands import is_two_card_21
from spanish21.game.phases import start_of_play
from spanish21.game.states import Phase
from spanish21.game.table import Table, layout_is_clear


def reader_answered(table: Table, event: ev.ReaderAnswered) -> Table:
    if event.blackjack:
        return replace(table, reader_answered=True, dealer_has_blackjack=True, phase=Phase.DEALER)
    return start_of_play(replace(table, reader_answered=True))


def hole_card_turned(table: Table, event: ev.HoleCardTurned) -> Table:
    dealer = (table.dealer[0], event.card)
    return replace(
        table,
        dealer=dealer,
        hole_down=False,
        dealer_has_blackjack=is_two_card_21(dealer[0], dealer[1]),
    )


def dealers_card_announced(table: Table, event: ev.DealersCardAnnounced) -> Table:
    return replace(table, step=-1)


def dealer_done(table: Table, event: ev.DealerDone) -> Table:
    return replace(table, phase=Phase.COLLECT if layout_is_clear(table.boxes) else Phase.SETTLE)


EVOLVES: Evolves = {
    ev.ReaderAnswered: reader_answered,
    ev.HoleCardTurned: hole_card_turned,
    ev.DealersCardAnnounced: dealers_card_announced,
    ev.DealerDone: dealer_done,
}
