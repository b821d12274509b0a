"""An ordinary round, which a break must leave possible: one that stops every table proves nothing."""

from typing import Any

from breaking import hooks
from scenes import DEALER, Scene
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game.due import due

CARDS = "9h Kh 6c 9d 8c 5d"
"""Two hands that stand, and a dealer who draws; where there is no hole card, the dealer draws more."""
_LONGEST = 200


def is_possible(book: str) -> bool:
    """Whether a table still opens and plays a round in which nothing happens that a clause has in mind."""
    hooks.restart()
    try:
        scene = Scene(book, {"ann": 1_000_00, "bob": 1_000_00}, offers=[])
        scene.bet("ann", 10_00).bet("bob", 10_00).stack(CARDS)
        scene.do(cmd.CloseWagers(by=DEALER))
        for _ in range(_LONGEST):
            if scene.names()[-1] == "CardsCollected":
                return True
            _goes_on(scene)
    except Exception:
        return False
    return False


def _goes_on(scene: Scene) -> None:
    """One step: what is due, or the decision of whose turn it is, which is to stand, else to draw."""
    if due(scene.table) is not None:
        scene.house(1)
    elif scene.table.phase == "insurance":
        _insurance_declined(scene)
    else:
        before = scene.table
        name = scene.table.boxes[scene.table.turn_box].stakes[0].person
        _tried(scene, cmd.Stand(by=name))
        if scene.table == before:
            _tried(scene, cmd.Draw(by=name))


def _insurance_declined(scene: Scene) -> None:
    for box in scene.table.boxes:
        _tried(scene, cmd.DeclineInsurance(by=box.stakes[0].person, box=box.number))
    _tried(scene, cmd.CloseInsurance(by=DEALER))


def _tried(scene: Scene, command: Any) -> None:
    try:
        scene.do(command)
    except Refused:
        return
