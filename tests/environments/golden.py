"""What a learner meets under each book, as digests that belong to the environment's version.

`python tests/environments/golden.py` writes golden.json: after the version went up, or for a new book.
While the version stays, a digest that differs is refused.
"""

import hashlib
import inspect
import json
import random
import sys
from pathlib import Path
from typing import Any

from spanish21 import BOOKS, rules_of
from spanish21.analysis import edge
from spanish21.environments import TABLE_ID, Table
from spanish21.environments.actions import Action, mask_of
from spanish21.environments.observation import FIELDS, seen_row
from spanish21.environments.seat import PLAYER, Seat, rules_for

FILE = Path(__file__).with_name("golden.json")
ROUNDS = 400


def digest_of(told: Any) -> str:
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def spaces() -> str:
    """Fields, actions, arguments and their defaults."""
    arguments = [str(one) for one in inspect.signature(Table.__init__).parameters.values()]
    return digest_of(
        [[[one.name, one.low, one.high] for one in FIELDS], [one.name for one in Action], arguments]
    )


def playthrough(book: str) -> list[Any]:
    """Rounds from seeded shoes by actions that are drawn: all that is seen, and what they bring."""
    seat, chance, told = Seat(rules_of(book)), random.Random(book), list[Any]()
    for _ in range(ROUNDS):
        cards = list(seat.cards)
        chance.shuffle(cards)
        seat.restart(cards)
        seat.deal(seat.unit)
        is_over = False
        while not is_over:
            legal = sorted(seat.legal())
            row = seen_row(seat.shown, PLAYER, "counts", seat.is_over)
            told.append([row.tolist(), mask_of(legal, seat.actions).tolist()])
            was_over = seat.is_over
            hits = Action.HIT in legal and row[1] < 17 and chance.random() < 0.7
            seat.take(int(Action.HIT) if hits else chance.choice(legal))
            is_over = was_over or not seat.table.boxes
        told.append(seat.collect())
    return told


def golden() -> dict[str, Any]:
    """The digests as they are now."""
    default = rules_for(None).book
    books = {
        book: digest_of([playthrough(book), f"{edge(rules_of(book)).expected_value:.5f}"]) for book in BOOKS
    }
    return {"environment": TABLE_ID, "default": default, "spaces": spaces(), "books": books}


def differences(recorded: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """What changed although the version is the same; a new book changes nothing for the others."""
    if recorded["environment"] != now["environment"]:
        return []
    found = [name for name in ("default", "spaces") if recorded[name] != now[name]]
    return found + [book for book, digest in recorded["books"].items() if now["books"].get(book) != digest]


def main() -> None:
    now = golden()
    changed = differences(json.loads(FILE.read_text("utf-8")), now) if FILE.exists() else []
    if changed:
        sys.exit(f"{', '.join(changed)} changed under {TABLE_ID}: raise it in environments/__init__.py")
    FILE.write_text(json.dumps(now, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
