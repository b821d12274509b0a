"""Rounds written down one by one: JSON Lines, or Parquet where the file's name ends so."""

import json
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from spanish21.errors import BadInput, how_to_install
from spanish21.game.cards import CARD_TEXT, text_of
from spanish21.game.side_wagers.registry import current_dict
from spanish21.simulation.kernel.round_replay import Replay
from spanish21.simulation.plan.count_names import RESULTS, WAGERS
from spanish21.simulation.plan.kernel_records import RECORD

_COLUMNS = {
    "shoe": "number of the shoe in the run; with the seed it decides every card",
    "first_card": "place in the shoe of the round's first card, from 0",
    "box": "box of the table, 1 on the dealer's left",
    "up": "the dealer's up card",
    "hole": "the dealer's second card; empty where none was drawn",
    "dealer": "all cards of the dealer",
    "cards": "the cards of the box's hands, in the order of play; / between hands",
    "decisions": "the decisions on each hand, in order: hit, stand, double, split, surrender, rescue",
    "wager": "the wager before the cards, in the smallest unit of money",
    "put_down": "all money put on the box's hands, doubles and splits included",
    "hands": "hands of the box; more than 1 after a split",
    "result": "how the box ended; split for all boxes that split",
    "doubles": "times doubled, of a box that did not split",
}
DICTIONARY = current_dict(
    lambda: {**_COLUMNS, **{name: f"money won or lost on {name.replace('_', ' ')}" for name in WAGERS}}
)
"""The columns of a row, one for each box of a round; money is in the smallest unit, lost money below 0."""
_TEXTS = ("up", "hole", "dealer", "cards", "decisions", "result")
_REPLAYED = ("dealer", "cards", "decisions")
assert {*(RECORD.names or ()), *_REPLAYED} == {*_COLUMNS, "money", "used"}


class RoundsFile:
    """A file of rounds that grows task by task."""

    def __init__(self, path: Path, replay: Replay) -> None:
        self.path, self._replay = path, replay
        self._parquet: Any = None
        if path.suffix == ".parquet":
            try:
                import pyarrow  # noqa: F401
            except ImportError:
                raise BadInput(f"{path}: Parquet needs pyarrow: run {how_to_install('rounds')}") from None
        try:
            self._file = open(path, "wb")  # noqa: SIM115  (closed by `close`)
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None

    def write(self, records: NDArray[Any]) -> None:
        """Appends the records of a task."""
        replayed = self._replayed(records)
        columns: dict[str, list[Any]] = {
            name: replayed[name] if name in replayed else records[name].tolist() for name in _COLUMNS
        }
        for name in ("up", "hole"):
            columns[name] = [CARD_TEXT[card] if card else "" for card in columns[name]]
        columns["result"] = [RESULTS[result] for result in columns["result"]]
        for name, place in WAGERS.items():
            columns[name] = records["money"][:, place].tolist()
        if self.path.suffix == ".parquet":
            self._write_parquet(columns)
            return
        for row in zip(*columns.values(), strict=True):
            self._file.write(json.dumps(dict(zip(columns, row, strict=True))).encode() + b"\n")

    def _replayed(self, records: NDArray[Any]) -> dict[str, list[str]]:
        """The columns that follow from playing the rounds again."""
        found: dict[str, list[str]] = {name: [] for name in _REPLAYED}
        rounds = records[:: self._replay.boxes]
        names = ("shoe", "first_card", "used")
        for where in zip(*(rounds[name].tolist() for name in names), strict=True):
            played = self._replay.round(*where)
            for box in played.boxes:
                found["dealer"].append(text_of(played.dealer))
                found["cards"].append(" / ".join(text_of(hand.cards) for hand in box))
                found["decisions"].append(" / ".join(" ".join(hand.decisions) for hand in box))
        return found

    def _write_parquet(self, columns: dict[str, list[Any]]) -> None:
        import pyarrow
        from pyarrow import parquet

        fields = [
            pyarrow.field(name, pyarrow.string() if name in _TEXTS else pyarrow.int64()) for name in columns
        ]
        described = [field.with_metadata({"description": DICTIONARY[field.name]}) for field in fields]
        table = pyarrow.table(columns, schema=pyarrow.schema(described))
        if self._parquet is None:
            self._parquet = parquet.ParquetWriter(self._file, table.schema)
        self._parquet.write_table(table)

    def close(self) -> None:
        if self._parquet is not None:
            self._parquet.close()
        self._file.close()
