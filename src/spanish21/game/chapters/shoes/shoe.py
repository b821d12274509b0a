"""The stack on its way into play: the cover card, the shoe, the burn card; and that of a new dealer."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import UNSEEN
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import ANY_PHASE, PLAYER, Field, Move, Offer, from_to
from spanish21.game.reasons import Reason
from spanish21.game.round.stack import cover_bounds
from spanish21.game.round.with_parts import Evolves
from spanish21.game.rules import Rules
from spanish21.game.states import Phase
from spanish21.game.table import (
    DEALER,
    FLOORPERSON,
    FaceDown,
    Table,
    cards_left,
    cover_card_is_next,
    device_shuffles,
)


def places_of_cover_card(table: Table, who: str) -> Offer:
    """How many cards may be behind the cover card."""
    return from_to(*cover_bounds(table), Reason.COVER_CARD_TOO_NEAR_THE_BACK, unit="cards_behind")


def place_cover_card(act: Act, command: cmd.PlaceCoverCard) -> None:
    act.emit(ev.CoverCardPlaced(command.behind))


def load_shoe(act: Act, command: cmd.LoadShoe) -> None:
    act.emit(ev.ShoeLoaded())


def burn_card(act: Act, command: cmd.BurnCard) -> None:
    table = act.table
    if cover_card_is_next(table):
        act.emit(ev.CoverCardReached(0))
        table = act.table
    act.emit(ev.CardBurned(UNSEEN if table.is_real_shoe else table.shoe[table.dealt]))


def no_disclosure(rules: Rules) -> Reason | None:
    return None if rules.burn_disclosed else Reason.NO_BURN_DISCLOSURE


def why_not_ask(table: Table, who: str) -> Reason | None:
    return None if table.burn_card else Reason.NOT_NOW


def ask_burn_card(act: Act, command: cmd.AskBurnCard) -> None:
    act.emit(ev.BurnCardDisclosed(command.by, act.table.burn_card))


def why_not_relieve(table: Table, who: str) -> Reason | None:
    """A new dealer burns a card, so there must be one."""
    return None if cards_left(table) >= 1 else Reason.NOT_NOW


def relieve_dealer(act: Act, command: cmd.RelieveDealer) -> None:
    act.emit(ev.DealerRelieved())


MOVES = (
    Move(
        cmd.PlaceCoverCard,
        (DEALER,),
        frozenset((Phase.COVER,)),
        place_cover_card,
        fields=(Field("behind", places_of_cover_card),),
        emits=(ev.CoverCardPlaced,),
    ),
    Move(cmd.LoadShoe, (DEALER,), frozenset((Phase.LOAD,)), load_shoe, emits=(ev.ShoeLoaded,)),
    Move(
        cmd.BurnCard,
        (DEALER,),
        frozenset((Phase.BURN,)),
        burn_card,
        emits=(ev.CardBurned, ev.CoverCardReached),
    ),
    Move(
        cmd.AskBurnCard,
        (PLAYER,),
        ANY_PHASE,
        ask_burn_card,
        why_not_ask,
        absent=no_disclosure,
        emits=(ev.BurnCardDisclosed,),
        at_any_time=True,
    ),
    Move(
        cmd.RelieveDealer,
        (FLOORPERSON,),
        frozenset((Phase.WAGERS,)),
        relieve_dealer,
        why_not_relieve,
        emits=(ev.DealerRelieved,),
    ),
)


# The effects of its events


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
