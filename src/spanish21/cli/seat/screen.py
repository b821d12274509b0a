"""The screen of a seat: sentences, the picture of the table and questions; or JSON for a program."""

import sys
from collections.abc import Sequence
from typing import Any

import click

from spanish21.cli.printing import (
    NARROW,
    in_lines,
    json_line,
    padded,
    screen_width,
    styled,
    width_of,
    wrapped,
)
from spanish21.cli.seat.seat_picture import DEALER_ROW, HandPlace, cards_shown, picture
from spanish21.cli.signs import readable
from spanish21.errors import BadInput
from spanish21.game.states import Phase
from spanish21.game.table import Table
from spanish21.game.view import View, view

MARGIN = "  "
_AMOUNTS = 11
"""How far to the right the amounts of results end."""


class Left(Exception):
    """The person at the keyboard has left, or the input has ended."""


class Screen:
    """Where one person reads what happens, and types."""

    def __init__(self, me: str, as_json: bool) -> None:
        self.me = me
        self.as_json = as_json
        self._cards: dict[HandPlace, tuple[str, ...]] = {}
        self._picture = ""

    def say(self, text: str = "", margin: str = MARGIN, hanging: str = MARGIN, **style: Any) -> None:
        """A sentence, broken between words at the width of the screen."""
        if self.as_json:
            return
        shown = styled(readable(text), **style) if style else readable(text)
        click.echo(wrapped(shown, screen_width(), margin, hanging) if text else "")

    def result(self, amount: str, text: str) -> None:
        """What a wager got, the amounts below one another."""
        if screen_width() < NARROW:
            self.say(f"{amount} {text}", hanging="    ")
        else:
            margin = " " * max(1, _AMOUNTS - width_of(readable(amount)))
            self.say(f"{amount} {text}", margin, " " * (_AMOUNTS + 1))

    def rows(self, rows: Sequence[tuple[str, str]]) -> None:
        """Rows of two cells below one another, the first to the right; the second wrapped by words."""
        width = max((width_of(readable(first)) for first, _ in rows), default=0)
        for first, second in rows:
            margin = f"{2 * MARGIN}{padded(readable(first), width, right=True)}  "
            text = second.lstrip()
            margin += " " * (len(second) - len(text))
            self.say(text, margin, " " * width_of(margin))

    def lines(self, text: str) -> None:
        """Lines that are laid out already."""
        if not self.as_json:
            click.echo(readable(text))

    def items(self, items: list[str], **style: Any) -> None:
        """Items side by side, in as many lines as they need."""
        for line in in_lines(map(readable, items), screen_width() - len(MARGIN), "  "):
            if not self.as_json:
                click.echo(MARGIN + (click.style(line, **style) if style else line))

    def tell(self, **document: Any) -> None:
        """A JSON object for a program."""
        if self.as_json:
            json_line(document)

    # -- the picture -------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """Forget what was shown: the layout is empty."""
        self._cards, self._picture = {}, ""

    def show(self, table: Table) -> None:
        """The picture of the whole table, unless its cards are as they were last shown."""
        seen = view(table, self.me)
        now = picture(seen, table.rules.currency)
        is_known = cards_shown(seen) == self._cards
        has_one_hand = sum(len(box.hands) for box in seen.boxes) == 1
        if now != self._picture and not (is_known and (has_one_hand or seen.phase == Phase.INSURANCE)):
            self.lines(now)
        self._remember(seen, now)

    def show_changes(self, table: Table, of_players: bool = False) -> None:
        """The hands that have other cards than when they were last shown; or only if players' hands have."""
        seen = view(table, self.me)
        changed = [place for place, cards in cards_shown(seen).items() if self._cards.get(place) != cards]
        if not changed or (of_players and changed == [DEALER_ROW]):
            return
        only = frozenset((DEALER_ROW, *changed))
        self.lines(picture(seen, table.rules.currency, only))
        self.tell(shown=seen)
        self._remember(seen, "")

    def _remember(self, seen: View, shown: str) -> None:
        self._cards.update(cards_shown(seen))
        self._picture = shown

    # -- questions ---------------------------------------------------------------------------------

    def line(self, prompt: str = "") -> str:
        """What is typed after a prompt; `Left` at the end of the input."""
        if not self.as_json:
            click.echo(f"{readable(prompt)}> ", nl=False)
        if sys.stdin is None:
            raise Left
        try:
            text = sys.stdin.readline()
        except UnicodeDecodeError:
            raise BadInput("that is not text") from None
        except OSError:  # the terminal was closed
            raise Left from None
        if not text:
            raise Left
        if not self.as_json and not sys.stdin.isatty():
            click.echo(text.strip())
        return text.strip()
