"""A row a hand of what is exported: held against what `settle` says of the same rounds."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from spanish21.cli.commands.settle_command import settled
from spanish21.game.seen import seen
from spanish21.notation import Round, read, read_all
from spanish21.notation.recalling import NOBODY
from spanish21.server.rounds.exported_hands import hand_rows

FILES = sorted((Path(__file__).parents[1] / "rounds").glob("*.txt"))


def rows_of(played: Round) -> list[dict[str, Any]]:
    events = [{"at": at, "event": seen(event, NOBODY)} for at, event in enumerate(played.events)]
    ones = played.start.rules.doubled_aces_count_1
    return list(hand_rows({"table": "t", "round": 7, "doubled_aces_count_1": ones, "events": events}))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_rows_hold_the_cards_and_the_money_of_a_round(file: Path) -> None:
    for played in read_all(file.read_text("utf-8"), file.name):
        rows, told = rows_of(played), settled(played)
        net: Counter[str] = Counter()
        for row in rows:
            net[row["person"]] += row["net"] + row["sides_net"]
        assert {person["person"]: person["net"] for person in told["people"]} == {
            person["person"]: net[person["person"]] for person in told["people"]
        }
        assert {(row["box"], row["hand"]): (" ".join(row["cards"]), row["total"]) for row in rows} == {
            (hand["box"], hand["hand"]): (hand["cards"], hand["total"])
            for hand in told["hands"]
            if hand["people"]
        }


def test_a_row_tells_a_split_hand_from_its_wager_to_its_result() -> None:
    text = (
        "book maryland\nsit ann 1 500\nbet ann 1 10\nbet ann 1 5 match\n"
        "cards 8s 8h 8d 9c 3h 9d 2d Kd\nann splits\nann doubles 10\nann stands\nann draws\nann stands\n"
    )
    first, second = rows_of(read(text))
    assert (first["cards"], first["decisions"]) == (["8s", "3h", "9d"], ["split", "double", "stand"])
    assert (second["cards"], second["decisions"]) == (["8d", "2d", "Kd"], ["hit", "stand"])
    assert (first["wager"], first["doubled"], second["wager"], second["doubled"]) == (10_00, 10_00, 10_00, 0)
    assert first["from_split"]
    assert second["from_split"]
    assert [side["kind"] for side in first["sides"]] == ["match"]
    assert second["sides"] == []
    assert first["begun"] < first["settled"] < first["ended"]
    assert (first["round"], first["hand"], second["hand"]) == (7, 1, 2)
