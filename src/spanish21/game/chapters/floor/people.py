"""People at the table and their chips."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.floor.inventory import MOST_CHIPS
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import ANY_PHASE, PLAYER, STRANGER, Field, Move, Offer, Why, from_to, one_of
from spanish21.game.reasons import Reason
from spanish21.game.round.with_parts import Evolves, with_chips
from spanish21.game.table import Person, Table, is_in_round, person_of

_CHIPS = Why(Reason.NOT_ENOUGH_CHIPS)


def at_the_table(table: Table, name: str) -> Person:
    """A person who is known to be at the table."""
    person = person_of(table, name)
    assert person is not None
    return person


def why_not_join(table: Table, who: str) -> Reason | None:
    return None if who else Reason.NAME_TAKEN


def seats_offered(table: Table, who: str) -> Offer:
    """A free seat, or 0: to stand behind the table."""
    boxes = table.rules.boxes
    return one_of(
        (0, *free_seats(table)),
        lambda seat: Reason.NO_SUCH_BOX if not 0 < seat <= boxes else Reason.BOX_IS_TAKEN,
    )


def free_seats(table: Table) -> tuple[int, ...]:
    """The boxes without a player and without anyone else's wager."""
    taken = {person.seat for person in table.people} | {box.number for box in table.boxes}
    taken |= {offer.box for offer in table.offers}
    return tuple(number for number in range(1, table.rules.boxes + 1) if number not in taken)


def join(act: Act, command: cmd.Join) -> None:
    rules = act.table.rules
    barred = not rules.mid_shoe_entry and act.table.rounds_since_shuffle > 0
    act.emit(ev.PersonJoined(command.by, command.chips, command.seat, barred))


def why_not_leave(table: Table, who: str) -> Reason | None:
    return Reason.WAGER_IS_LOCKED if is_in_round(table, who) else None


def leave(act: Act, command: cmd.Leave) -> None:
    act.emit(ev.PersonLeft(command.by, at_the_table(act.table, command.by).chips))


def why_not_buy(table: Table, who: str) -> Reason | None:
    return Reason.ANSWER_FIRST if has_offered_cash(table, who) else None


def has_offered_cash(table: Table, name: str) -> bool:
    """Whether a person's cash for chips still waits to be changed."""
    return any(offer.person == name and not offer.box for offer in table.offers)


def chips_offered(table: Table, who: str) -> Offer:
    """As many chips as a person can hold."""
    room = MOST_CHIPS - at_the_table(table, who).chips
    return from_to(1, room, _CHIPS) if room > 0 else _CHIPS


def buy_chips(act: Act, command: cmd.BuyChips) -> None:
    if act.table.slip is None and command.amount <= act.table.inventory:
        act.emit(ev.ChipsBought(command.by, command.amount))
    else:  # the dealer changes it as soon as the inventory can
        act.emit(ev.CashOffered(command.by, 0, "chips", command.amount))


MOVES = (
    Move(
        cmd.Join,
        (STRANGER,),
        ANY_PHASE,
        join,
        why_not_join,
        (
            Field("seat", seats_offered),
            Field("chips", lambda table, who: from_to(0, MOST_CHIPS, _CHIPS)),
        ),
        not_for=Reason.NAME_TAKEN,
        in_any_case=True,
        emits=(ev.PersonJoined,),
        at_any_time=True,
    ),
    Move(
        cmd.Leave,
        (PLAYER,),
        ANY_PHASE,
        leave,
        why_not_leave,
        in_any_case=True,
        emits=(ev.PersonLeft,),
        at_any_time=True,
    ),
    Move(
        cmd.BuyChips,
        (PLAYER,),
        ANY_PHASE,
        buy_chips,
        why_not_buy,
        (Field("amount", chips_offered),),
        in_any_case=True,
        emits=(ev.ChipsBought, ev.CashOffered),
        at_any_time=True,
    ),
)


# The effects of its events


def person_joined(table: Table, event: ev.PersonJoined) -> Table:
    person = Person(event.person, event.chips, event.seat, event.barred, ())
    return replace(table, people=(*table.people, person))


def person_left(table: Table, event: ev.PersonLeft) -> Table:
    cutting = table.cutting
    if event.person in cutting.order:
        gone, offered = cutting.order.index(event.person), cutting.offered
        cutting = replace(
            cutting,
            order=cutting.order[:gone] + cutting.order[gone + 1 :],
            offered=offered - 1 if offered is not None and gone < offered else offered,
        )
    return replace(
        table,
        cutting=cutting,
        people=tuple(person for person in table.people if person.name != event.person),
        offers=tuple(offer for offer in table.offers if offer.person != event.person),
    )


def chips_bought(table: Table, event: ev.ChipsBought) -> Table:
    return replace(
        table,
        people=with_chips(table.people, event.person, event.amount),
        inventory=table.inventory - event.amount,
        drop_box=table.drop_box + event.amount,
    )


EVOLVES: Evolves = {
    ev.PersonJoined: person_joined,
    ev.PersonLeft: person_left,
    ev.ChipsBought: chips_bought,
}
