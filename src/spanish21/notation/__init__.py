"""A round as text, read and written without loss.

It may import books and the game. Begin with reading.py and writing.py.

A line is UTF-8 text; `#` begins a comment. The first lines describe the table:

    book maryland                       a book's name, or the path of its file
    submission FILE                     a Rules Submission; by default the book's sample
    set decks 8                         an operator's choice, or a ruling by its id
    what-if pays_blackjack [6,5]        a setting changed outside the book
    state left 120                      other facts: the round's number, the cards left, the cover card
    meter spin 1034.20 carries 40       the amount of a progressive meter, and its carried part
    sit ann 1 500.00                    a person, a box, chips; `stand bob 500.00` for a person standing
    consents ann bob                    ann lets bob wager on her box
    bet ann 1 10.00                     a wager; `bet ann 1 5.00 match`, `bet bob 2 20.00 cash`
    cards 7s Kd 7h 9c                   the cards in the order in which they left the shoe, hole card included

The other lines are, in order, people's decisions (`ann draws`, `ann doubles 10.00`, `bob takes hand 2`),
random results (`spin ann 1 spin stop 3`, `dealer draws hot spot 2`,
`dealer spins community 5.00 stop 7`), and irregularities (`dealer finds face up`). What the house must do is
not written; `house 3` says that three of its steps, one card each, come before the next line. A line `---`
separates rounds, and `stop` ends an unfinished round.
"""

import os
from collections.abc import Iterable

from spanish21.books.rulebook import file_text
from spanish21.books.submissions.submission_file import Submission
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out
from spanish21.game.events import CardsCollected, Event
from spanish21.game.moves.act import Act
from spanish21.game.round.phases import is_between_rounds
from spanish21.game.table import Table
from spanish21.notation.reading import BETWEEN_ROUNDS as BETWEEN_ROUNDS
from spanish21.notation.reading import read as read
from spanish21.notation.reading import read_all as read_all
from spanish21.notation.round_rows import Rounds as Rounds
from spanish21.notation.writing import Round as Round
from spanish21.notation.writing import write as write


def read_rounds(source: str | os.PathLike[str]) -> Rounds:
    """The rounds of a text, or of the file that a `Path` names; each is played to its end."""
    if isinstance(source, str):
        return Rounds(read_all(source))
    return Rounds(read_all(file_text(source), os.fspath(source)))


def write_rounds(rounds: Round | Iterable[Round]) -> str:
    """Rounds as text that `read_rounds` reads back."""
    return write_all([rounds] if isinstance(rounds, Round) else rounds)


def write_all(rounds: Iterable[Round]) -> str:
    """Several rounds as text, separated by lines of ---."""
    return f"{BETWEEN_ROUNDS}\n".join(write(played) for played in rounds)


class Recorder:
    """Records the commands of a round as they are carried out, and the finished rounds."""

    def __init__(self, submission: Submission | None = None) -> None:
        self.submission = submission
        self.rounds = Rounds()
        self._start: Table | None = None
        self._commands: list[cmd.Command] = []
        self._events: list[Event] = []

    def __repr__(self) -> str:
        going_on = "" if self._start is None else ", one in progress"
        return f"<Recorder: {len(self.rounds)} rounds{going_on}>"

    def carry_out(self, table: Table, command: cmd.Command) -> Act:
        """Carry out a command and record it."""
        act = carry_out(table, command)
        self.keep(table, command, act)
        return act

    def keep(self, table: Table, command: cmd.Command, act: Act) -> None:
        """Record a command that was carried out on `table`."""
        if is_between_rounds(table):
            self._start, self._commands, self._events = table, [], []
        if self._start is None:
            return
        self._commands.append(command)
        self._events += act.events
        if any(isinstance(event, CardsCollected) for event in act.events):
            self.rounds.append(self._round(self._start, act.table))
            self._start = None
        elif not act.table.boxes and not act.table.offers:
            self._start = None

    def unfinished(self, table: Table) -> Round | None:
        """The current round at `table`, or None between rounds."""
        if self._start is None or is_between_rounds(table):
            return None
        return self._round(self._start, table)

    def _round(self, start: Table, end: Table) -> Round:
        return Round(start, tuple(self._commands), tuple(self._events), end, self.submission)
