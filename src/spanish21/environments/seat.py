"""One person at an automatic table: rounds that pause at the person's decisions.

The engine decides everything: legal moves, events, payments. A `Seat` only deals the
rounds: each from a fresh shoe, or a shoe until its cover card has come out.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import AnyRules, as_rules, rules_of
from spanish21.dealer import begin_round, open_table, ready, run_house
from spanish21.environments.actions import FIRST_WAGER, Action, commands_of
from spanish21.errors import BadInput, Spanish21Error
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out, legal
from spanish21.game.events import Event
from spanish21.game.money import amount_text
from spanish21.game.moves.act import Act
from spanish21.game.rules import Rules, least_wager
from spanish21.game.states import Phase
from spanish21.game.table import FaceDown, Table

PLAYER = "player"
CHIPS = 10**12
MOST_WAGERS = 16
_DEAL, _WAGERS = Phase.DEAL, Phase.WAGERS


def rules_for(book: AnyRules | None, choices: Mapping[str, Any] | None = None) -> Rules:
    """The rules of an environment: of a book, file or submission, with choices that the book leaves open."""
    given = BOOKS[0] if book is None else book
    if not choices:
        return as_rules(given)
    if isinstance(given, Rules):
        raise BadInput("choices go with a book, not with rules; what_if changes rules")
    submission = None if not hasattr(given, "book") else given
    named: Any = given.book if submission is not None else given  # type: ignore[union-attr]
    return rules_of(named, submission, **choices)  # type: ignore[arg-type]


class Seat:
    """A person on box 1 of a table that deals automatically; `chance` draws what the game leaves to
    chance."""

    def __init__(
        self,
        rules: Rules,
        wagers: Sequence[int] = (),
        sides: Mapping[str, int] | None = None,
        is_fresh: bool = True,
    ) -> None:
        self.rules = rules
        self.wagers = tuple(wagers) or (least_wager(rules),)
        self.sides = dict(sides or {})
        self.is_fresh = is_fresh
        self.chance = random.Random(0)
        self.opened, _ = open_table(rules, {PLAYER: CHIPS}, self.chance, inventory=CHIPS)
        self.cards = tuple(sorted(self.opened.shoe))
        self.table = self.opened
        self.dealt = self.opened
        """The table after the first cards, which is shown where a round leaves nothing to decide."""
        self.chips = CHIPS
        self.won = 0
        """What the last round brought, until it is collected."""
        self.is_over = False
        self.events: list[Event] = []
        """What has happened since the round began."""
        self._commands: dict[int, cmd.Command] | None = None
        self._check_wagers()

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return FIRST_WAGER + (len(self.wagers) if len(self.wagers) > 1 else 0)

    @property
    def unit(self) -> int:
        """The wager in which rewards are counted: the first that is offered."""
        return self.wagers[0]

    @property
    def shown(self) -> Table:
        """The table as its observation shows it."""
        return self.dealt if self.is_over else self.table

    @property
    def is_shoe_over(self) -> bool:
        """Whether the shoe is over: the cards were shuffled after the last round."""
        return self.table.rounds_since_shuffle == 0

    def restart(self, cards: Sequence[int] | None = None) -> None:
        """Before the first round of a new shoe, which has these cards in this order, the burned one first."""
        self.table = with_shoe(self.opened, cards) if cards is not None else self.opened
        self.chips, self.won, self.is_over = CHIPS, 0, False
        self._commands = None

    def deal(self, wager: int) -> None:
        """Place a wager, and go on to the first decision or the end of the round."""
        places = [cmd.PlaceWager(by=PLAYER, box=1, amount=wager)]
        places += [
            cmd.PlaceWager(by=PLAYER, box=1, amount=most, kind=kind) for kind, most in self.sides.items()
        ]
        act = Act(self.table)
        begin_round(act, places)
        self.dealt, first = run_house(act.table, self.chance, stop_at=_is_dealt)
        self.events = [*act.events, *first]
        self._go_on(self.dealt)

    def legal(self) -> dict[int, cmd.Command | None]:
        """The legal actions and the commands that they send; None goes on where nothing can be decided."""
        if self.is_over:
            return {Action.STAND: None}
        if self.table.phase == _WAGERS:
            return {FIRST_WAGER + place: None for place in range(len(self.wagers))}
        if self._commands is None:
            self._commands = commands_of(legal(self.table, PLAYER), PLAYER)
        return dict(self._commands)

    def take(self, action: int) -> None:
        """Carry out a legal action."""
        if self.is_over:
            self.is_over = False
        elif self.table.phase == _WAGERS:
            self.deal(self.wagers[action - FIRST_WAGER])
        else:
            assert self._commands is not None or self.legal()
            act = carry_out(self.table, (self._commands or {})[action])
            self.events += act.events
            self._go_on(act.table)
            self.is_over = False

    def collect(self) -> int:
        """What was won since the last time, in the smallest unit."""
        won, self.won = self.won, 0
        return won

    def _go_on(self, table: Table) -> None:
        """On to the next decision; a round that ends is counted."""
        self.table, _ = ready(table, self.events, self.chance)
        self._commands = None
        if self.table.phase == _WAGERS:
            chips = self.table.people[0].chips
            self.won += chips - self.chips
            self.chips, self.is_over = chips, True

    def _check_wagers(self) -> None:
        if len(self.wagers) > MOST_WAGERS:
            raise BadInput(f"there are {len(self.wagers)} wagers; there can be {MOST_WAGERS} at most")
        for wager in self.wagers:
            try:
                self.deal(wager)
            except Spanish21Error as error:
                raise BadInput(
                    f"a wager of {amount_text(wager)} with {self.sides or 'no side wager'}: {error}"
                ) from None
            self.restart()


def _is_dealt(table: Table) -> bool:
    return table.phase != _DEAL


def with_shoe(opened: Table, cards: Sequence[int]) -> Table:
    """A table before its first round with other cards in its shoe: the same ones in another order."""
    table = replace(opened, shoe=tuple(cards))
    if not opened.dealt:
        return table
    burned = cards[0]
    return replace(table, rack=((burned,),), face_down=(FaceDown(burned, ()),), burn_card=burned)
