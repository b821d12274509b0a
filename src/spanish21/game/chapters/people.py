"""People at the table and their chips."""

from collections.abc import Iterator

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act, refuse, require_person
from spanish21.game.chapters.inventory import MOST_CHIPS
from spanish21.game.choices import Amounts, May, OneOf, may
from spanish21.game.table import HOUSE, Table, person_of


def join(act: Act, command: cmd.Join) -> None:
    table = act.table
    name = command.by
    if name in HOUSE or not name or person_of(table, name) is not None:
        refuse("name_taken")
    if command.seat and command.seat not in free_seats(table):
        refuse("no_such_box" if not 0 < command.seat <= table.rules.boxes else "box_is_taken")
    if not 0 <= command.chips <= MOST_CHIPS:
        refuse("not_enough_chips")
    barred = not table.rules.mid_shoe_entry and table.rounds_since_shuffle > 0
    act.emit(ev.PersonJoined(name, command.chips, command.seat, barred))


def leave(act: Act, command: cmd.Leave) -> None:
    person = require_person(act.table, command.by)
    if has_wager(act.table, command.by):
        refuse("wager_is_locked")
    act.emit(ev.PersonLeft(command.by, person.chips))


def buy_chips(act: Act, command: cmd.BuyChips) -> None:
    person = require_person(act.table, command.by)
    if not 1 <= command.amount <= MOST_CHIPS - person.chips:
        refuse("not_enough_chips")
    if has_offered_cash(act.table, command.by):
        refuse("answer_first")
    if act.table.slip is None and command.amount <= act.table.inventory:
        act.emit(ev.ChipsBought(command.by, command.amount))
    else:  # the dealer changes it as soon as the inventory can
        act.emit(ev.CashOffered(command.by, 0, "chips", command.amount))


def has_offered_cash(table: Table, name: str) -> bool:
    """Whether a person's cash for chips still waits to be changed."""
    return any(offer.person == name and not offer.box for offer in table.offers)


def has_wager(table: Table, name: str) -> bool:
    """Whether a person has money on the layout."""
    return any(stake.person == name for box in table.boxes for stake in box.stakes)


def free_seats(table: Table) -> tuple[int, ...]:
    """The boxes where nobody sits and nobody else wagers."""
    taken = {person.seat for person in table.people} | {box.number for box in table.boxes}
    taken |= {offer.box for offer in table.offers}
    return tuple(number for number in range(1, table.rules.boxes + 1) if number not in taken)


def mays(table: Table, who: str) -> Iterator[May]:
    """What this chapter lets `who` do."""
    if who in HOUSE:
        return
    person = person_of(table, who)
    if person is None:
        if who:
            yield may(cmd.Join, chips=Amounts(0, MOST_CHIPS, 1), seat=OneOf((0, *free_seats(table))))
        return
    if not has_wager(table, who):
        yield may(cmd.Leave)
    if person.chips < MOST_CHIPS and not has_offered_cash(table, who):
        yield may(cmd.BuyChips, amount=Amounts(1, MOST_CHIPS - person.chips, 1))


DECIDES = {cmd.Join: join, cmd.Leave: leave, cmd.BuyChips: buy_chips}
