"""`spanish21 play`: a seat at an automatic table in the terminal."""

import random
from pathlib import Path

import click

from spanish21.cli.choosing import AMOUNT, BOOK, examples, rules_options

ME = "you"
OTHERS = ("Ines", "Omar", "Petra", "Lars", "Mei", "Tomas")


@click.command(
    epilog=examples(
        "spanish21 play",
        "spanish21 play uk-casino --seed 7",
        "spanish21 play maryland --people 2 --bet 25",
        "spanish21 play players-edge --save rounds.txt",
        "spanish21 play massachusetts --procedure",
    )
)
@click.argument("book", type=BOOK, required=False)
@rules_options
@click.option("--bankroll", type=AMOUNT, default="500.00", show_default=True, help="The chips you bring.")
@click.option("--bet", type=AMOUNT, help="The wager that Enter places.  [default: the table's minimum]")
@click.option("--people", type=int, default=0, show_default=True, help="How many others play at the table.")
@click.option("--seed", type=int, help="The same seed and the same decisions give the same cards.")
@click.option("--save", metavar="FILE", help="Write every round played, in the notation that settle reads.")
@click.option(
    "--procedure",
    is_flag=True,
    help="Show every instruction to the dealer and the floorperson, from the opening on.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print JSON, one object per line, instead of the picture: what you see, may do and get.",
)
def play(
    book: str | None,
    submission: str | None,
    choices: tuple[str, ...],
    what_if: tuple[str, ...],
    decks: int | None,
    bankroll: int,
    bet: int | None,
    people: int,
    seed: int | None,
    save: str | None,
    procedure: bool,
    as_json: bool,
) -> None:
    """Play Spanish 21 in the terminal, at an automatic table.

    You place a wager and decide with the keys that are shown: they are exactly what the rules allow at
    that moment. Anything else is refused, with the clause that says so; ? explains what was
    just paid or offered. The game ends with q, or with the end of the input.
    """
    from spanish21.cli.choosing import Chosen
    from spanish21.cli.seat import Seat
    from spanish21.errors import BadInput

    asked = Chosen(book, submission, choices, what_if, decks)
    rules = asked.rules
    wager = rules.table_minimum if bet is None else bet
    if not 0 <= people <= min(len(OTHERS), rules.boxes - 1):
        most = min(len(OTHERS), rules.boxes - 1)
        raise BadInput(f"--people is {people}; this table seats 0 to {most} others")
    if save is not None:
        _check_writable(save)
    chance = random.Random(seed) if seed is not None else random.SystemRandom()
    others = dict.fromkeys(OTHERS[:people], 100 * rules.table_minimum)
    seat = Seat(rules, asked.submission, {ME: bankroll, **others}, wager, chance, as_json, procedure)
    try:
        seat.play()
    finally:
        if save is not None:
            Path(save).write_text(seat.notation(), encoding="utf-8")


def _check_writable(path: str) -> None:
    """Refuse a file that cannot be written before the table opens, not after the last round."""
    from spanish21.errors import BadInput

    try:
        with open(path, "ab"):
            pass
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{path}: cannot be written: {reason}") from None
