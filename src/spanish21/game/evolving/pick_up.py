"""The cards went into the discard rack: the end of the round."""

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.evolving.parts import Evolves
from spanish21.game.evolving.start import NO_TROUBLE, interned, without_round
from spanish21.game.states import HandState, Phase, ShufflerState
from spanish21.game.table import Table
from spanish21.game.words import Shuffling

_REMOVED = HandState.REMOVED
_STACK, _WAGERS = Phase.STACK, Phase.WAGERS
_WORKING = ShufflerState.WORKING
_CONTINUOUS = Shuffling.CONTINUOUS


def cards_to_pick_up(table: Table) -> tuple[tuple[int, ...], ...]:
    """The hands on the table in the order of the pick-up: from the dealer's right, the dealer's own last."""
    hands = []
    for box in reversed(table.boxes):
        for hand in box.hands:
            if hand.state != _REMOVED and hand.cards:
                hands.append(hand.cards)
    if table.dealer:
        hands.append(table.dealer)
    return tuple(hands)


def cards_collected(table: Table, event: ev.CardsCollected) -> Table:
    people = table.people
    if event.barred:
        people = tuple(
            replace(person, barred=True) if person.name in event.barred else person for person in people
        )
    continuous = table.rules.shuffling == _CONTINUOUS and table.trouble.shuffler == _WORKING
    again = table.cover_seen or table.reshuffle_ordered or continuous
    trouble = table.trouble
    if trouble is not NO_TROUBLE:
        trouble = interned(
            replace(
                NO_TROUBLE,
                reader_broken=trouble.reader_broken,
                shuffler=trouble.shuffler,
                ten_to_remove=trouble.ten_to_remove,
            )
        )
    return replace(
        without_round(table),
        phase=_STACK if again else _WAGERS,
        rounds_since_shuffle=table.rounds_since_shuffle + 1,
        people=people,
        rack=table.rack + event.hands,
        trouble=trouble,
    )


EVOLVES: Evolves = {
    ev.CardsCollected: cards_collected,
}
