"""Several people at an automatic table: whom it awaits, what each may do, what a round brings them."""

import random
from collections.abc import Mapping, Sequence

from spanish21.dealer import new_table, ready, run_house
from spanish21.environments.actions import Action, commands_of
from spanish21.environments.seat import CHIPS, with_shoe
from spanish21.errors import BadInput, Spanish21Error
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out, legal
from spanish21.game.moves.choices import Amounts, May, OneOf
from spanish21.game.rules import Rules, least_wager
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, Table, person_of
from spanish21.game.waiting import people_awaited

_DEAL, _WAGERS = Phase.DEAL, Phase.WAGERS


class Party:
    """People by name, each with a wager on the box that is named; rounds from fresh shoes.

    Several boxes may be one person's, and several people may be on one box, as far as the book allows it. Who
    sits at a box calls its decisions.
    """

    def __init__(self, rules: Rules, boxes: Mapping[str, Sequence[int]], wager: int = 0) -> None:
        self.rules, self.boxes = rules, {name: tuple(places) for name, places in boxes.items()}
        self.names = tuple(self.boxes)
        self.wager = wager or least_wager(rules)
        self.chance = random.Random(0)
        self.seats = _seats(self.boxes, rules)
        self.opened = self._opened()
        self.cards = tuple(sorted(self.opened.shoe))
        self.table = self.dealt = self.opened
        self.is_over = False
        self.deal(list(self.opened.shoe))

    def deal(self, cards: Sequence[int]) -> None:
        """A round from a shoe of these cards, up to its first decision or its end."""
        table = with_shoe(self.opened, cards)
        for name, box in self.seats.items():
            table = self._placed(table, name, box) if box else table
        for name, places in self.boxes.items():
            for box in places:
                table = self._placed(table, name, box) if box != self.seats[name] else table
        table = carry_out(table, cmd.CloseWagers(by=DEALER)).table
        self.dealt, _ = run_house(table, self.chance, stop_at=_is_dealt)
        self._go_on(self.dealt)

    def awaited(self) -> tuple[str, ...]:
        """Whom the table awaits; the first person where a round is over and no one decides."""
        return self.names[:1] if self.is_over else people_awaited(self.table)

    def legal(self, name: str) -> dict[int, cmd.Command | None]:
        """What a person may do now, by action; None is to go on."""
        if name not in self.awaited():
            return {}
        if self.is_over:
            return {Action.STAND: None}
        offered = legal(self.table, name)
        found: dict[int, cmd.Command | None] = dict(commands_of(offered, name))
        for one in offered:
            found.update(_along(one, name))
        return found

    def take(self, name: str, action: int) -> None:
        """Carry out a legal action."""
        command = self.legal(name)[action]
        if command is not None:
            self._go_on(carry_out(self.table, command).table)

    def won(self, name: str) -> float:
        """What a finished round brought a person, in wagers."""
        person = person_of(self.table, name)
        return ((person.chips if person is not None else 0) - CHIPS) / self.wager

    @property
    def shown(self) -> Table:
        """The table as observations show it."""
        return self.dealt if self.is_over else self.table

    def _opened(self) -> Table:
        table, events = new_table(self.rules, CHIPS)
        for name, seat in self.seats.items():
            table = carry_out(table, cmd.Join(by=name, chips=CHIPS, seat=seat)).table
        return ready(table, events, self.chance)[0]

    def _placed(self, table: Table, name: str, box: int) -> Table:
        """The table with a wager on a box, after the person seated there has consented."""
        for owner in table.people:
            if owner.seat == box and owner.name != name and name not in owner.consents:
                consents = [one for one in legal(table, owner.name) if one.command == "Consent"]
                if consents:
                    table = carry_out(table, cmd.Consent(by=owner.name, person=name)).table
        try:
            return carry_out(table, cmd.PlaceWager(by=name, box=box, amount=self.wager)).table
        except Spanish21Error as error:
            raise BadInput(f"{name} cannot wager on box {box} at this table: {error}") from None

    def _go_on(self, table: Table) -> None:
        self.table, _ = ready(table, [], self.chance)
        self.is_over = self.table.phase == _WAGERS


def _seats(boxes: Mapping[str, Sequence[int]], rules: Rules) -> dict[str, int]:
    """Where each person sits: at their first box, unless another sits there; then they stand (0)."""
    seats: dict[str, int] = {}
    for name, places in boxes.items():
        first = places[0] if places else 0
        if not 1 <= first <= rules.boxes:
            raise BadInput(
                f"{name} cannot wager on box {first} at this table; it has boxes 1 to {rules.boxes}"
            )
        seats[name] = 0 if first in seats.values() else first
    return seats


def _along(offered: May, name: str) -> dict[int, cmd.Command | None]:
    """On a box that another person calls: to go along with a double or a split, or not."""
    if offered.command == "FollowDouble":
        amounts = offered.fields["amount"]
        assert isinstance(amounts, Amounts)
        found: dict[int, cmd.Command | None] = {Action.STAND: cmd.FollowDouble(by=name, amount=0)}
        if amounts.most:
            found[Action.DOUBLE] = cmd.FollowDouble(by=name, amount=amounts.most)
        if 0 < amounts.step < amounts.most:
            found[Action.DOUBLE_FOR_LESS] = cmd.FollowDouble(by=name, amount=amounts.step)
        return found
    if offered.command == "FollowSplit":
        covers = offered.fields["covers"]
        assert isinstance(covers, OneOf)
        stays: dict[int, cmd.Command | None] = {Action.STAND: cmd.FollowSplit(by=name, covers=False, hand=0)}
        if True in covers.values:
            stays[Action.SPLIT] = cmd.FollowSplit(by=name, covers=True)
        return stays
    return {}


def _is_dealt(table: Table) -> bool:
    return table.phase != _DEAL
