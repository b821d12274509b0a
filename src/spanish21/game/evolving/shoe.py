"""The cover card went in, the shoe was loaded, a card was burned."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves
from spanish21.game.states import Phase
from spanish21.game.table import FaceDown, Table, device_shuffles


def cover_card_placed(table: Table, event: ev.CoverCardPlaced) -> Table:
    size = len(table.pool) if table.is_real_shoe else len(table.shoe)
    phase: Phase = Phase.LOAD
    if device_shuffles(table) and table.rules.device_loads_shoe:
        table = _looked_at(table)
        phase = Phase.BURN if table.burns_due else _after_burn(table)
    mid_round = table.trouble.resume is not None
    return replace(
        table,
        cover=size - event.behind,
        phase=phase,
        cover_seen=mid_round,
        reshuffle_ordered=False,
    )


def _after_burn(table: Table) -> Phase:
    return table.trouble.resume or Phase.WAGERS


def _looked_at(table: Table) -> Table:
    """With the cards in the shoe, the idle time is over."""
    return replace(table, opening=replace(table.opening, after_idle=False))


def shoe_loaded(table: Table, event: ev.ShoeLoaded) -> Table:
    table = _looked_at(table)
    if not table.rules.cut_cards:  # else the cover card, which went in before, has seen to it
        table = replace(table, reshuffle_ordered=False, cover_seen=table.trouble.resume is not None)
    if table.burns_due:
        return replace(table, phase=Phase.BURN)
    return replace(table, phase=_after_burn(table), trouble=replace(table.trouble, resume=None))


def card_burned(table: Table, event: ev.CardBurned) -> Table:
    return replace(
        table,
        dealt=table.dealt + 1,
        rack=(*table.rack, (event.card,)),
        face_down=(*table.face_down, FaceDown(event.card, ())),
        burn_card=event.card,
        burns_due=0,
        phase=_after_burn(table),
        trouble=replace(table.trouble, resume=None) if table.trouble.resume else table.trouble,
    )


def burn_card_disclosed(table: Table, event: ev.BurnCardDisclosed) -> Table:
    """The person has now seen the card: the last one of its kind that went into the rack face down."""
    cards = table.face_down
    to = (event.person, table.round_number)
    for at in reversed(range(len(cards))):
        if cards[at].card == event.card:
            shown = replace(cards[at], shown=tuple(dict.fromkeys((*cards[at].shown, to))))
            return replace(table, face_down=(*cards[:at], shown, *cards[at + 1 :]))
    return table


def dealer_relieved(table: Table, event: ev.DealerRelieved) -> Table:
    return replace(table, burns_due=1, phase=Phase.BURN)


EVOLVES: Evolves = {
    ev.CoverCardPlaced: cover_card_placed,
    ev.ShoeLoaded: shoe_loaded,
    ev.CardBurned: card_burned,
    ev.BurnCardDisclosed: burn_card_disclosed,
    ev.DealerRelieved: dealer_relieved,
}
