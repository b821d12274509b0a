"""The pick-up: when every wager is settled, the cards go into the discard rack."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import Move
from spanish21.game.round.digest import digest_of
from spanish21.game.round.start import NO_TROUBLE, interned
from spanish21.game.round.with_parts import Evolves
from spanish21.game.states import HandState, Irregularity, Phase, ShufflerState
from spanish21.game.table import DEALER, FaceDown, Person, Table, Trouble
from spanish21.game.words import SecondTen, Shuffling


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


MOVES = (
    Move(
        cmd.CollectCards,
        (DEALER,),
        frozenset((Phase.COLLECT,)),
        collect_cards,
        emits=(ev.CardsCollected, ev.CardDiscarded, ev.DecksRemoved),
    ),
)


# The effects of its events


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
    """The round is over: the table gets the values of `NO_ROUND`, field by field (by a dict of them it
    takes three times as long)."""
    if table.hole_down and len(table.dealer) > 1:
        table = replace(table, face_down=(*table.face_down, FaceDown(table.dealer[1], ())))
    if event.barred:
        table = replace(table, people=_with_barred(table.people, event.barred))
    if table.trouble is not NO_TROUBLE:
        table = replace(table, trouble=_that_stays(table.trouble))
    if table.has_side_wagers:
        table = replace(table, has_side_wagers=False, hot_spot=0, community_stops=())
    continuous = table.rules.shuffling == _CONTINUOUS and table.trouble.shuffler == _WORKING
    again = table.cover_seen or table.reshuffle_ordered or continuous or not table.rules.cut_cards
    return replace(
        table,
        phase=_STACK if again else _WAGERS,
        boxes=(),
        turn_box=-1,
        turn_hand=-1,
        dealer=(),
        hole_down=False,
        dealer_has_blackjack=False,
        step=0,
        reader_answered=False,
        asked=(),
        settled=(),
        rounds_since_shuffle=table.rounds_since_shuffle + 1,
        rack=table.rack + event.hands,
    )


def _with_barred(people: tuple[Person, ...], names: tuple[str, ...]) -> tuple[Person, ...]:
    return tuple(replace(person, barred=True) if person.name in names else person for person in people)


def _that_stays(trouble: Trouble) -> Trouble:
    """The irregularity that is still open when the round is over."""
    return interned(
        replace(
            NO_TROUBLE,
            reader_broken=trouble.reader_broken,
            shuffler=trouble.shuffler,
            ten_to_remove=trouble.ten_to_remove,
        )
    )


EVOLVES: Evolves = {
    ev.CardsCollected: cards_collected,
}
