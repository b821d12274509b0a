"""A 10 came out; the round is void or its hands are dead, and what it settled undone."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves, with_chips
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Hand, Table


def ten_found(table: Table, event: ev.TenFound) -> Table:
    trouble = replace(table.trouble, tens_found=table.trouble.tens_found + 1, ten_to_remove=event.card)
    return replace(table, dealt=table.dealt + 1, trouble=trouble)


def round_voided(table: Table, event: ev.RoundVoided) -> Table:
    return replace(
        table,
        phase=Phase.COLLECT,
        asked=(),
        reshuffle_ordered=table.reshuffle_ordered or event.reshuffle,
        trouble=replace(table.trouble, void=event.why),
    )


def hands_called_dead(table: Table, event: ev.HandsCalledDead) -> Table:
    boxes = tuple([replace(box, hands=tuple(map(_dead, box.hands))) for box in table.boxes])
    return replace(table, phase=Phase.COLLECT, boxes=boxes, asked=())


def _dead(hand: Hand) -> Hand:
    """The hand called dead, unless it was paid and its cards are gone."""
    return hand if hand.state == HandState.REMOVED else replace(hand, state=HandState.DEAD)


def settlement_undone(table: Table, event: ev.SettlementUndone) -> Table:
    gained = event.returned - event.taken
    return replace(
        table,
        people=with_chips(table.people, event.person, gained),
        inventory=table.inventory - gained,
    )


EVOLVES: Evolves = {
    ev.TenFound: ten_found,
    ev.HandsCalledDead: hands_called_dead,
    ev.RoundVoided: round_voided,
    ev.SettlementUndone: settlement_undone,
}
