"""The chapters in the order of the procedure: every move, and the effect of every event."""

from collections.abc import Callable
from typing import Any, Protocol

from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.betting import cash, closing, wagers
from spanish21.game.chapters.floor import inventory, opening, people
from spanish21.game.chapters.irregularities import devices, irregular_cards, missed_cards, voiding
from spanish21.game.chapters.payment import bonuses, matches, pick_up, settling, spinning, validating
from spanish21.game.chapters.play import (
    announcing,
    dealers_hand,
    dealing,
    doubling,
    drawing,
    insurance,
    splitting,
)
from spanish21.game.chapters.shoes import cutting, decks, drawn_cards, real_shoe, shoe, shuffling, spreading
from spanish21.game.moves.act import EVOLVE
from spanish21.game.moves.move import Move
from spanish21.game.round.with_parts import Evolves
from spanish21.game.seen import SEES, Sees

CHAPTERS = (
    people,
    inventory,
    opening,
    decks,
    spreading,
    shuffling,
    cutting,
    shoe,
    drawn_cards,
    wagers,
    cash,
    closing,
    dealing,
    matches,
    insurance,
    announcing,
    drawing,
    doubling,
    splitting,
    dealers_hand,
    spinning,
    validating,
    settling,
    bonuses,
    pick_up,
    irregular_cards,
    missed_cards,
    devices,
    real_shoe,
    voiding,
)

MOVES: dict[type[cmd.Command], Move] = {}
"""The moves by command."""

DERIVED: list[Callable[[], None]] = []
"""Functions that derive more from the chapters; they run again when a chapter is added or removed."""


class Chapter(Protocol):
    """A module, or any object, with the moves of a chapter, the effects of its events and who sees them."""

    @property
    def MOVES(self) -> tuple[Move, ...]: ...
    @property
    def EVOLVES(self) -> Evolves: ...
    @property
    def SEES(self) -> dict[type[ev.Event], dict[str, Sees]]: ...


def register_chapter(chapter: Chapter) -> None:
    """Add a chapter that is defined outside the package, with commands and events of new names."""
    kinds = {kind.__name__: kind for kind in (*MOVES, *EVOLVE)}
    for kind in (*(move.command for move in chapter.MOVES), *chapter.EVOLVES):
        if kind.__name__ in kinds:
            raise BadInput(f"there is a {kind.__name__} already")
    if lacking := chapter.EVOLVES.keys() - chapter.SEES.keys():
        raise BadInput(f"SEES does not say who sees {', '.join(sorted(kind.__name__ for kind in lacking))}")
    _add(chapter)
    SEES.update(chapter.SEES)
    _derive()


def unregister_chapter(chapter: Chapter) -> None:
    """Take a chapter away that was added."""
    for move in chapter.MOVES:
        del MOVES[move.command]
    for kind in chapter.EVOLVES:
        del EVOLVE[kind], SEES[kind]
    _derive()


def _add(chapter: Any) -> None:
    MOVES.update({move.command: move for move in getattr(chapter, "MOVES", ())})
    EVOLVE.update(getattr(chapter, "EVOLVES", {}))


def _derive() -> None:
    for derive in DERIVED:
        derive()


def step_of(command: type) -> type[ev.Event] | None:
    """The step of the procedure for which a command is: the event under which the books speak of it, if there
    is a single one."""
    move = MOVES.get(command)
    if move is None or not move.is_step or not move.emits:
        return None
    return move.step or move.emits[0]


EVOLVE.update(dict.fromkeys((ev.TableSetUp, *ev.BESIDE_THE_GAME), lambda table, event: table))
for _chapter in CHAPTERS:
    _add(_chapter)
