"""The insurance wager: against an ace, at most half the wager, each person for themselves."""

from collections.abc import Iterator

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act, refuse, require_dealer, require_person, require_phase
from spanish21.game.cards import ACE
from spanish21.game.chapters.turns import stake_index
from spanish21.game.choices import Amounts, May, OneOf, may
from spanish21.game.pays import counted_wager, most_insurance
from spanish21.game.rules import Rules
from spanish21.game.table import DEALER, HOUSE, Box, Stake, Table, box_index, person_of

AFTER_INSURANCE = frozenset(("reader", "play", "dealer", "settle", "collect"))
"""The phases of a round in which insurance is no longer offered."""


def insure(act: Act, command: cmd.Insure) -> None:
    stake = _open_stake(act.table, command.by, command.box)
    person = require_person(act.table, command.by)
    chip = act.table.rules.smallest_chip
    most = insurance_limit(stake, act.table.rules)
    if command.amount > most:
        refuse("insurance_too_high", f"at most {most}")
    if command.amount < chip or command.amount % chip:
        refuse("not_in_chips", f"multiples of {chip}")
    if command.amount > person.chips:
        refuse("not_enough_chips")
    act.emit(ev.InsurancePlaced(command.by, command.box, command.amount))


def decline_insurance(act: Act, command: cmd.DeclineInsurance) -> None:
    _open_stake(act.table, command.by, command.box)
    act.emit(ev.InsuranceDeclined(command.by, command.box))


def _open_stake(table: Table, by: str, number: int) -> Stake:
    require_person(table, by)
    if table.phase != "insurance":
        if table.dealer and table.dealer[0] >> 2 != ACE:
            refuse("insurance_not_offered")
        refuse("insurance_is_closed" if table.phase in AFTER_INSURANCE else "not_now")
    index = box_index(table, number)
    box = table.boxes[index] if index >= 0 else None
    at = stake_index(box, by) if box is not None else -1
    if box is None or at < 0 or not may_insure(box):
        refuse("no_wager")
    if box.stakes[at].answered:
        refuse("wager_is_locked")
    return box.stakes[at]


def may_insure(box: Box) -> bool:
    """A box whose hand is not dead."""
    return box.hands[0].state != "dead"


def insurance_limit(stake: Stake, rules: Rules) -> int:
    """The most that a person may insure a wager for."""
    return most_insurance(counted_wager(stake.wager, stake.coupon, rules), rules)


def all_answered(table: Table) -> bool:
    """Whether everybody has taken or declined insurance."""
    return all(stake.answered for box in table.boxes if may_insure(box) for stake in box.stakes)


def close_insurance(act: Act, command: cmd.CloseInsurance) -> None:
    require_dealer(command.by)
    require_phase(act.table, "insurance")
    act.emit(ev.InsuranceClosed())


def mays(table: Table, who: str) -> Iterator[May]:
    """What this chapter lets `who` do."""
    if table.phase != "insurance":
        return
    if who == DEALER:
        yield may(cmd.CloseInsurance)
    if who in HOUSE:
        return
    person = person_of(table, who)
    if person is None:
        return
    for box in table.boxes:
        at = stake_index(box, who)
        if at < 0 or box.stakes[at].answered or not may_insure(box):
            continue
        yield may(cmd.DeclineInsurance, box=OneOf((box.number,)))
        chip = table.rules.smallest_chip
        most = min(insurance_limit(box.stakes[at], table.rules), person.chips)
        if most >= chip:
            yield may(cmd.Insure, box=OneOf((box.number,)), amount=Amounts(chip, most - most % chip, chip))


DECIDES = {cmd.Insure: insure, cmd.DeclineInsurance: decline_insurance, cmd.CloseInsurance: close_insurance}
