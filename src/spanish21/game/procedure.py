"""The chapters in the order of the procedure: every move that can be made, and what every event changes."""

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import EVOLVE
from spanish21.game.chapters import (
    announcing,
    bonuses,
    cash,
    closing,
    cutting,
    dealers_hand,
    dealing,
    decks,
    devices,
    doubling,
    drawing,
    drawn_cards,
    insurance,
    inventory,
    irregular_cards,
    matches,
    missed_cards,
    opening,
    people,
    pick_up,
    real_shoe,
    settling,
    shoe,
    shuffling,
    spinning,
    splitting,
    spreading,
    validating,
    voiding,
    wagers,
)
from spanish21.game.moves import Move

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

MOVES: dict[type[cmd.Command], Move] = {
    move.command: move for chapter in CHAPTERS for move in getattr(chapter, "MOVES", ())
}
"""What each kind of command does, and when."""

EVOLVE[ev.TableSetUp] = EVOLVE[ev.LogContinued] = lambda table, event: table
for _chapter in CHAPTERS:
    EVOLVE |= getattr(_chapter, "EVOLVES", {})
