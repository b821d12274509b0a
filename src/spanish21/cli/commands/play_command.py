"""`spanish21 play`: a seat at an automatic table in the terminal."""

import random
from typing import TYPE_CHECKING, NamedTuple

import click

from spanish21.cli.choosing import AMOUNT, BOOK, RulesAsked, examples, gathered, rules_options
from spanish21.game.pictures.count_text import count_text

if TYPE_CHECKING:
    from spanish21.cli.choosing import ChosenRules
    from spanish21.game.events import Event

ME = "you"
OTHERS = ("Ines", "Omar", "Petra", "Lars", "Mei", "Tomas")


class VisitOptions(NamedTuple):
    """How a player comes to the table: the options of `play` apart from the rules."""

    bankroll: int
    bet: int | None
    people: int
    seed: int | None
    coached: bool
    save: str | None
    resume: str | None
    rounds: str | None
    procedure: bool
    language: str | None
    as_json: bool


@click.command(
    epilog=examples(
        "spanish21 play",
        "spanish21 play uk-casino --seed 7",
        "spanish21 play maryland --people 2 --bet 25 --coach",
        "spanish21 play players-edge --save visit.jsonl",
        "spanish21 play --resume visit.jsonl",
        "spanish21 play massachusetts --procedure",
    )
)
@click.argument("book", type=BOOK, required=False)
@rules_options
@click.option("--bankroll", type=AMOUNT, default="500.00", show_default=True, help="The chips you bring.")
@click.option("--bet", type=AMOUNT, help="The wager that Enter places.  [default: the table's minimum]")
@click.option("--people", type=int, default=0, show_default=True, help="How many others play at the table.")
@click.option("--seed", type=int, help="The same seed and the same decisions give the same cards.")
@click.option("--coach", "coached", is_flag=True, help="Point out mistakes, with their cost.")
@click.option("--save", metavar="FILE", help="Append the visit to a file, after every command.")
@click.option("--resume", metavar="FILE", help="Sit down again where the last visit in a file ended.")
@click.option("--rounds", metavar="FILE", help="Append every round to a file, in the notation of settle.")
@click.option(
    "--procedure",
    is_flag=True,
    help="Show every instruction to the dealer and the floorperson, from the opening on.",
)
@click.option(
    "--language",
    type=click.Choice(["en", "es"]),
    help="The language of the table's messages; the keys stay the same.  [default: as LANG says]",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print JSON, one object per line, instead of the picture: your view, your options, your results.",
)
@gathered(asked=RulesAsked, visit=VisitOptions)
def play(book: str | None, asked: RulesAsked, visit: VisitOptions) -> None:
    """Play Spanish 21 in the terminal, at an automatic table.

    You place a wager and decide with the keys on the screen: they are exactly the moves that are legal at
    that moment. Anything else is refused, with the clause that says so; ? explains what was
    just paid, is offered or is not. hint, chart, drill and --coach teach; history and stats look
    back. The game ends with q, or with the end of the input.
    """
    from spanish21.cli.seat.rounds_file import VisitRoundsFile
    from spanish21.cli.seat.screen import Screen
    from spanish21.cli.seat.terminal_seat import TerminalSeat
    from spanish21.cli.seat.visit_file import Saved
    from spanish21.sentences.languages import language_of, language_of_terminal

    chance = random.Random(visit.seed) if visit.seed is not None else random.SystemRandom()
    if visit.resume is not None:
        _check_resume(any(asked) or visit.people, visit.save, visit.resume)
        log, submitted = _resumed(book, visit.resume), None
    else:
        chosen = asked.of(book)
        log, submitted = _opened(chosen, visit, chance), chosen.submission
    seat = TerminalSeat(log, visit.bet, chance, Screen(ME, visit.as_json), submitted)
    seat.procedure = visit.procedure
    seat.speak(language_of(visit.language or language_of_terminal()))
    if kept_in := visit.save or visit.resume:
        saved = Saved(kept_in)
        saved.append(_continued() if visit.resume else log)
        seat.keep, seat.kept_in = saved.append, kept_in
    if visit.coached and seat.talk.teacher.has_coach():
        seat.talk.teacher.speaks = True
    if visit.rounds is not None:
        seat.write_round = VisitRoundsFile(visit.rounds).append
    try:
        seat.play()
    finally:
        seat.write_unfinished()


def _opened(chosen: "ChosenRules", visit: VisitOptions, chance: random.Random) -> "list[Event]":
    """The log of a table with everyone seated: opened, or before its opening if the procedure is shown."""
    from spanish21.dealer import new_table, open_table, seated
    from spanish21.errors import BadInput

    rules, people = chosen.rules, visit.people
    most = min(len(OTHERS), rules.boxes - 1)
    if not 0 <= people <= most:
        raise BadInput(f"--people is {people}; this table seats 0 to {count_text(most, 'other')}")
    chips = {ME: visit.bankroll, **dict.fromkeys(OTHERS[:people], 100 * rules.table_minimum)}
    step = seated(*new_table(rules), chips) if visit.procedure else open_table(rules, chips, chance)
    return step[1]


def _check_resume(table: object, save: str | None, resume: str) -> None:
    from spanish21.errors import BadInput

    if save is not None and save != resume:
        raise BadInput("--resume appends to the same file; leave out --save")
    if table:
        raise BadInput("--resume plays by the rules of the saved visit, with its people; leave the other out")


def _resumed(book: str | None, path: str) -> "list[Event]":
    """The log of the last visit in a file."""
    from spanish21.cli.seat.visit_file import last_visit
    from spanish21.errors import BadInput
    from spanish21.game.evolve import replay
    from spanish21.game.table import person_of

    log = last_visit(path)
    try:
        table = replay(log)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    if person_of(table, ME) is None:
        raise BadInput(f"{path} is the log of a table at which you do not sit")
    if book is not None and table.rules.book != book:
        raise BadInput(f"{path} is a visit to {table.rules.book}, not to {book}")
    return log


def _continued() -> "list[Event]":
    from spanish21.game.events import LOG_VERSION, LogContinued

    return [LogContinued(LOG_VERSION)]
