"""Spanish 21: the rulebooks as data, the game as pure functions.

Everything that a program needs has its name here; nothing is loaded before it is used.

books       BOOKS, book(name or path), rules_of, what_if, Rulebook, Rules
sides       SideWager, register_side_wager: a side wager of your own
submission  load_submission, check_submission, sample_submission, Submission
table       open_table, new_table, run_house, play_round: a house that deals automatically
game        decide, carry_out, evolve, replay, legal, why_not, due, waits_for; commands, events
its types   Table with hand_total, Command, Event, Act (from carry_out), May (from legal), Why (from why_not)
seen        view, View, seen: what one person may see of the table, and of an event
log         read_log, written_log: a table's log as JSON Lines
why         cite, explain, and the errors: Spanish21Error, BadInput, BadRules, Refused
rounds      read_rounds, write_rounds, Recorder, Round, Rounds: a round as text, rounds as rows
strategy    Chart, chart_of, player: a strategy as a person at the table

`spanish21.analysis` has prices and strategies, `spanish21.simulation` plays many rounds; both need numba.
"""

from importlib import import_module

TYPE_CHECKING = False  # as type checkers know it; importing `typing` would take most of this module's time
if TYPE_CHECKING:
    from spanish21.books.clauses import Rulebook
    from spanish21.books.explaining import cite, explain
    from spanish21.books.rulebook import BOOKS
    from spanish21.books.rulebook import load_book as book
    from spanish21.books.submissions.submission import check_submission, rules_of
    from spanish21.books.submissions.submission_file import Submission, load_submission, sample_submission
    from spanish21.dealer import new_table, open_table, play_round, run_house
    from spanish21.errors import BadInput, BadRules, Refused, Spanish21Error
    from spanish21.game import commands, events
    from spanish21.game.commands import Command
    from spanish21.game.decide import carry_out, decide, legal, why_not
    from spanish21.game.due import due
    from spanish21.game.events import Event
    from spanish21.game.evolve import evolve, replay
    from spanish21.game.log.log_text import read_log, written_log
    from spanish21.game.moves.act import Act
    from spanish21.game.moves.choices import May
    from spanish21.game.moves.move import Why
    from spanish21.game.rules import Rules, what_if
    from spanish21.game.seen import seen
    from spanish21.game.side_wagers.record import SideWager
    from spanish21.game.side_wagers.registry import register as register_side_wager
    from spanish21.game.table import Table, hand_total
    from spanish21.game.view import View, view
    from spanish21.game.waiting import waits_for
    from spanish21.notation import Recorder, Round, Rounds, read_rounds, write_rounds
    from spanish21.strategy.chart_format import chart_of
    from spanish21.strategy.charts import Chart
    from spanish21.strategy.player import player

__version__ = "0.2.0"

__all__ = [
    "BOOKS",
    "Act",
    "BadInput",
    "BadRules",
    "Chart",
    "Command",
    "Event",
    "May",
    "Recorder",
    "Refused",
    "Round",
    "Rounds",
    "Rulebook",
    "Rules",
    "SideWager",
    "Spanish21Error",
    "Submission",
    "Table",
    "View",
    "Why",
    "book",
    "carry_out",
    "chart_of",
    "check_submission",
    "cite",
    "commands",
    "decide",
    "due",
    "events",
    "evolve",
    "explain",
    "hand_total",
    "legal",
    "load_submission",
    "new_table",
    "open_table",
    "play_round",
    "player",
    "read_log",
    "read_rounds",
    "register_side_wager",
    "replay",
    "rules_of",
    "run_house",
    "sample_submission",
    "seen",
    "view",
    "waits_for",
    "what_if",
    "why_not",
    "write_rounds",
    "written_log",
]

_HOME = {
    "books.clauses": "Rulebook",
    "books.explaining": "cite explain",
    "books.rulebook": "BOOKS book=load_book",
    "books.submissions.submission": "check_submission rules_of",
    "books.submissions.submission_file": "Submission load_submission sample_submission",
    "dealer": "new_table open_table play_round run_house",
    "errors": "BadInput BadRules Refused Spanish21Error",
    "game": "commands events",
    "game.moves.act": "Act",
    "game.moves.choices": "May",
    "game.commands": "Command",
    "game.decide": "carry_out decide legal why_not",
    "game.due": "due",
    "game.events": "Event",
    "game.evolve": "evolve replay",
    "game.log.log_text": "read_log written_log",
    "game.moves.move": "Why",
    "game.rules": "Rules what_if",
    "game.seen": "seen",
    "game.side_wagers.record": "SideWager",
    "game.side_wagers.registry": "register_side_wager=register",
    "game.table": "Table hand_total",
    "game.view": "View view",
    "game.waiting": "waits_for",
    "notation": "Recorder Round Rounds read_rounds write_rounds",
    "strategy.charts": "Chart",
    "strategy.player": "player",
    "strategy.chart_format": "chart_of",
}
"""Where the names of this module are at home; `book=load_book` has another name there."""

_PLACES = {
    name: (module, there or name)
    for module, names in _HOME.items()
    for name, _, there in (word.partition("=") for word in names.split())
}


if not TYPE_CHECKING:  # which would otherwise believe that every name is here

    def __getattr__(name):
        """A name is loaded when it is first used."""
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, there = _PLACES[name]
        home = import_module(f"{__name__}.{module}")
        found = getattr(home, there) if hasattr(home, there) else import_module(f"{home.__name__}.{there}")
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
