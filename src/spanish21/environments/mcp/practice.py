"""Practice tables: a person plays, and is told what a person in that seat would see."""

import random
import threading
from itertools import count
from typing import Any

import msgspec

from spanish21.books.submissions.submission import rules_of
from spanish21.environments.actions import action_words
from spanish21.environments.ansi import table_text
from spanish21.environments.mcp.mcp_tools import packaged_book
from spanish21.environments.seat import PLAYER, Seat
from spanish21.environments.text.decision_words import GO_ON, action_named, why_not_words
from spanish21.errors import BadInput, one_line
from spanish21.game.log.snapshot import json_of_table
from spanish21.game.pictures.count_text import count_text
from spanish21.game.view import view

MOST_TABLES = 100


class Practice:
    """The practice tables of one person; only one call at a time changes them."""

    def __init__(self, chance: random.Random | None = None, most_tables: int = MOST_TABLES) -> None:
        self.chance = chance or random.SystemRandom()
        self.most_tables = most_tables
        self.seats: dict[int, Seat] = {}
        self.won: dict[int, int] = {}
        self.numbers = count(1)
        self.lock = threading.Lock()

    def open_table(self, book: str, wager: int = 0) -> dict[str, Any]:
        """Open a practice table of a book; `wager` is placed in every round (0: the table's minimum)."""
        if len(self.seats) >= self.most_tables:
            many = count_text(self.most_tables, "table")
            raise BadInput(f"{many} are open, which is as many as there can be; close one first")
        seat = Seat(rules_of(packaged_book(book)), (wager,) if wager else ())
        number = next(self.numbers)
        self.seats[number], self.won[number] = seat, 0
        seat.chance = self.chance
        self._deal(seat)
        return self.view_table(number)

    def view_table(self, table: int) -> dict[str, Any]:
        """What the person at a practice table sees: cards, money and the legal actions."""
        seat = self._seat(table)
        return {
            "table": table,
            "text": table_text(seat),
            "seen": msgspec.to_builtins(view(seat.shown, PLAYER)),
            "legal": self.legal(table),
            "round_is_over": seat.is_over,
            "won_before": self.won[table],
        }

    def legal(self, table: int) -> dict[str, str]:
        """The legal actions of a practice table: number and words."""
        seat = self._seat(table)
        if seat.is_over:
            return {"0": GO_ON}
        return {str(action): action_words(action) for action in sorted(seat.legal())}

    def act(self, table: int, action: str) -> dict[str, Any]:
        """Act at a practice table: a number or the words of a legal action, such as "hit"."""
        seat = self._seat(table)
        legal = seat.legal()
        number = 0 if seat.is_over and action.strip().lower() == GO_ON else action_named(action, legal)
        if number is None:
            raise BadInput(self._why_not(seat, table, action))
        seat.take(number)
        if seat.table.boxes:
            return self.view_table(table)
        won = seat.collect()
        self.won[table] += won
        self._deal(seat)
        return {"round_won": won, **self.view_table(table)}

    def snapshot(self, table: int) -> bytes | None:
        """A practice table for the analyser, if there is something to decide at it."""
        seat = self._seat(table)
        return None if seat.is_over else json_of_table(seat.table)

    def close_table(self, table: int) -> dict[str, int]:
        """Close a practice table: what was won at it in all."""
        self._seat(table)
        del self.seats[table]
        return {"won": self.won.pop(table)}

    def _seat(self, table: int) -> Seat:
        if table not in self.seats:
            raise BadInput(f"there is no table {table}; open are {', '.join(map(str, self.seats)) or 'none'}")
        return self.seats[table]

    def _deal(self, seat: Seat) -> None:
        cards = list(seat.cards)
        self.chance.shuffle(cards)
        seat.restart(cards)
        seat.deal(seat.unit)

    def _why_not(self, seat: Seat, table: int, action: str) -> str:
        legal = ", ".join(self.legal(table).values())
        why = why_not_words(seat, action)
        return one_line(f"{action!r} is not legal now{f': {why}' if why else ''}; legal are {legal}")
