"""What to do with a hand: charts by totals and strategies by composition; text in and out.

A chart
    One cell for each hard total, soft total or pair against each value of the up card (1 is an ace, 10 is a
    jack, queen or king). `option_by_cell` is the one reading of a cell: plain Python calls it through
    `decision`, a kernel with the numbers of `chart_arrays`.

A strategy by composition
    A hand is a multiset of card values (1 to 10, court cards 10) whose sum with every ace as 1 is at most 21.
    `hand_numbers` numbers these multisets from 0 (no card) upwards by that sum, so that a drawn card always
    leads to a higher number: `following[hand, value]` is the number after drawing a card, -1 is a bust. To
    number a hand, start at 0 and follow its cards in any order.

    The suits of a hand matter to a decision only while it is one card short of 6-7-8 or 7-7-7. Such a hand,
    when suited, is a state of its own behind the multisets: `suited_state(pair, suit, up_suited)` where
    `pair` counts 6-7, 6-8, 7-8, 7-7 and `up_suited` tells whether the up card has the same suit. An unsuited
    one, and every other hand, has its multiset's number as its state.

    `CompositionStrategy.choices[situation, state, up]` is an option. The situations are: a hand that has not
    been split (`FIRST`), a split hand that may be split again (`SPLIT_AGAIN`), a split hand that may not
    (`SPLIT_LAST`), and a hand that has been doubled once, twice or three times (`DOUBLED` + 0, 1, 2). An
    option that the table does not allow is replaced by standing (split aces that may not draw).
"""

import csv
import io
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from spanish21.errors import BadInput
from spanish21.game import hands

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Int8s = NDArray[numpy.int8]
    Int16s = NDArray[numpy.int16]

STAND, HIT, DOUBLE, SPLIT, SURRENDER, RESCUE = range(6)
OPTIONS = ("stand", "hit", "double", "split", "surrender", "rescue")
LETTERS = "SHDPRX"
"""The options as a chart's cells write them; P parts a pair, R surrenders, X rescues."""

UP_VALUES = tuple(range(1, 11))
UP_LABELS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
HARD_TOTALS = tuple(range(4, 22))
SOFT_TOTALS = tuple(range(12, 22))
MOST_DOUBLES = 3

# How near a two-card hand is to 6-7-8 or 7-7-7, as the marks of a cell count it.
UNMARKED, ANY_BONUS, SUITED_BONUS, TOP_BONUS = range(4)

FIRST, SPLIT_AGAIN, SPLIT_LAST, DOUBLED = range(4)
SITUATIONS = DOUBLED + MOST_DOUBLES
SUITED_PAIRS = ((6, 7), (6, 8), (7, 8), (7, 7))
"""The two-card hands whose suits matter, in the order of their states."""
SUITED_STATES = 8 * len(SUITED_PAIRS)


class Cell(msgspec.Struct, frozen=True):
    """A decision: the option, what else if it is not allowed, and when to hit instead."""

    action: str = "stand"
    otherwise: str = "stand"
    hit_from: int = 0
    """Hit instead with this many cards or more; 0 is never."""
    hit_for: int = 0
    """Hit instead when one card short of a bonus: 1 any, 2 suited, 3 of the top suit; 0 is never."""


class AfterDouble(msgspec.Struct, frozen=True):
    """A decision on a doubled hand: stand, rescue or double; and what else if that is not allowed."""

    action: str = "stand"
    otherwise: str = "stand"


Row = tuple[Cell, ...]
DoubledRow = tuple[AfterDouble, ...]


class Chart(msgspec.Struct, frozen=True):
    """A strategy by totals: `hard[total][up]`, `soft[total][up]`, `pair[value][up]`; places not in use stand.

    `after_double_hard[doubles][total][up]` and its soft twin hold for a hand doubled that many times.
    """

    name: str
    hard: tuple[Row, ...]
    soft: tuple[Row, ...]
    pair: tuple[Row, ...]
    after_double_hard: tuple[tuple[DoubledRow, ...], ...]
    after_double_soft: tuple[tuple[DoubledRow, ...], ...]
    marks_after_split: bool = True
    """Whether the exceptions by number of cards and by suit hold for a split hand, too."""
    insures: bool = False


class ChartArrays(NamedTuple):
    """A chart as numbers; the last axis of a cell is action, otherwise, hit_from, hit_for."""

    hard: "Int8s"
    soft: "Int8s"
    pair: "Int8s"
    after_double_hard: "Int8s"
    after_double_soft: "Int8s"
    marks_after_split: bool


class HandNumbers(NamedTuple):
    """The multisets of card values up to 21: what each holds and where a further card leads."""

    following: "Int16s"
    hard: "Int16s"
    aces: "Int16s"
    size: "Int16s"
    held: "Int8s"


class CompositionStrategy(msgspec.Struct, frozen=True):
    """A decision for every composition: `choices[situation, state, up]`, options as int8."""

    name: str
    choices: Any


def is_allowed(option: int, may_hit: bool, may_double: bool, may_split: bool, may_surrender: bool) -> bool:
    if option == HIT:
        return may_hit
    if option == DOUBLE:
        return may_double
    if option == SPLIT:
        return may_split
    return option == STAND or (option == SURRENDER and may_surrender)


def option_by_cell(
    action: int,
    otherwise: int,
    hit_from: int,
    hit_for: int,
    count: int,
    mark: int,
    may_hit: bool,
    may_double: bool,
    may_split: bool,
    may_surrender: bool,
) -> int:
    """What a cell says to do with a hand of `count` cards that is `mark` near to a bonus; plain ints."""
    if may_hit and ((0 < hit_from <= count) or (0 < hit_for <= mark)):
        return HIT
    if is_allowed(action, may_hit, may_double, may_split, may_surrender):
        return action
    if is_allowed(otherwise, may_hit, may_double, may_split, may_surrender):
        return otherwise
    return STAND


def option_after_double(action: int, otherwise: int, may_double: bool, may_rescue: bool) -> int:
    """What a cell says to do with a doubled hand; plain ints."""
    if (action == DOUBLE and may_double) or (action == RESCUE and may_rescue):
        return action
    if (otherwise == DOUBLE and may_double) or (otherwise == RESCUE and may_rescue):
        return otherwise
    return STAND


def bonus_mark(first: int, second: int, top_suit: int) -> int:
    """How near two cards are to 6-7-8 or 7-7-7: not, any, suited or top suit; plain ints."""
    rank1, rank2 = first >> 2, second >> 2
    if rank1 < 6 or rank1 > 8 or rank2 < 6 or rank2 > 8 or (rank1 == rank2 and rank1 != 7):
        return UNMARKED
    if first & 3 != second & 3:
        return ANY_BONUS
    return TOP_BONUS if first & 3 == top_suit else SUITED_BONUS


def suited_pair(first: int, second: int) -> int:
    """Which of `SUITED_PAIRS` two suited cards are, -1 for none; plain ints."""
    rank1, rank2 = first >> 2, second >> 2
    if first & 3 != second & 3 or rank1 < 6 or rank1 > 8 or rank2 < 6 or rank2 > 8:
        return -1
    if rank1 == rank2:
        return 3 if rank1 == 7 else -1
    return rank1 + rank2 - 13


def suited_state(pair: int, suit: int, up_suited: bool, multisets: int) -> int:
    """The state of a suited two-card hand that is one card short of a bonus; plain ints."""
    return multisets + 8 * pair + 2 * suit + (1 if up_suited else 0)


def decision(
    chart: Chart,
    cards: Sequence[int],
    up: int,
    may: Collection[str],
    top_suit: int,
    doubles: int = 0,
    split: bool = False,
) -> str:
    """What `chart` does with `cards` against the dealer's card `up`, among the options in `may`."""
    hard = sum(hands.value(one) for one in cards)
    aces = sum(hands.is_ace(one) for one in cards)
    total, soft, up_value = hands.total(hard, aces), hands.is_soft(hard, aces), hands.value(up)
    if total > 21:
        return "stand"
    if doubles > 0:
        rows = chart.after_double_soft if soft else chart.after_double_hard
        after = rows[min(doubles, MOST_DOUBLES)][total][up_value]
        chosen = option_after_double(
            OPTIONS.index(after.action), OPTIONS.index(after.otherwise), "double" in may, "rescue" in may
        )
        return OPTIONS[chosen]
    if len(cards) == 2 and hands.value(cards[0]) == hands.value(cards[1]):
        cell = chart.pair[hands.value(cards[0])][up_value]
    else:
        cell = (chart.soft if soft else chart.hard)[total][up_value]
    marked = chart.marks_after_split or not split
    chosen = option_by_cell(
        OPTIONS.index(cell.action),
        OPTIONS.index(cell.otherwise),
        cell.hit_from if marked else 0,
        cell.hit_for if marked else 0,
        len(cards),
        bonus_mark(cards[0], cards[1], top_suit) if len(cards) == 2 else UNMARKED,
        "hit" in may,
        "double" in may,
        "split" in may,
        "surrender" in may,
    )
    return OPTIONS[chosen]


def chart_arrays(chart: Chart) -> ChartArrays:
    """The chart as numbers, for kernels."""
    import numpy

    def numbers(rows: tuple[Row, ...]) -> "Int8s":
        return numpy.array(
            [
                [(OPTIONS.index(c.action), OPTIONS.index(c.otherwise), c.hit_from, c.hit_for) for c in row]
                for row in rows
            ],
            dtype=numpy.int8,
        )

    def doubled_numbers(tables: tuple[tuple[DoubledRow, ...], ...]) -> "Int8s":
        return numpy.array(
            [
                [[(OPTIONS.index(c.action), OPTIONS.index(c.otherwise)) for c in row] for row in rows]
                for rows in tables
            ],
            dtype=numpy.int8,
        )

    return ChartArrays(
        numbers(chart.hard),
        numbers(chart.soft),
        numbers(chart.pair),
        doubled_numbers(chart.after_double_hard),
        doubled_numbers(chart.after_double_soft),
        chart.marks_after_split,
    )


@cache
def hand_numbers() -> HandNumbers:
    """Every multiset of card values up to 21, numbered by its sum."""
    import numpy

    every = [(0, *held) for held in _multisets(21, 1)]
    found = sorted(every, key=lambda held: (sum(value * copies for value, copies in enumerate(held)), held))
    number = {held: index for index, held in enumerate(found)}
    following = numpy.full((len(found), 11), -1, dtype=numpy.int16)
    for held, index in number.items():
        for value in UP_VALUES:
            more = held[:value] + (held[value] + 1,) + held[value + 1 :]
            following[index, value] = number.get(more, -1)
    held_array = numpy.array(found, dtype=numpy.int8)
    hard = (held_array @ numpy.arange(11)).astype(numpy.int16)
    size = held_array.sum(axis=1, dtype=numpy.int16)
    return HandNumbers(following, hard, held_array[:, 1].astype(numpy.int16), size, held_array)


def _multisets(room: int, value: int) -> Iterator[tuple[int, ...]]:
    """The counts of the values from `value` to 10 that sum to at most `room`."""
    if value == 11:
        yield ()
        return
    for copies in range(room // value + 1):
        for rest in _multisets(room - copies * value, value + 1):
            yield (copies, *rest)


def hand_number(cards: Sequence[int]) -> int:
    """The number of the multiset of `cards`, -1 if they bust."""
    following = hand_numbers().following
    hand = 0
    for one in cards:
        hand = int(following[hand, hands.value(one)])
        if hand < 0:
            return -1
    return hand


def hand_state(cards: Sequence[int], up: int) -> int:
    """The state of `cards` against the card `up` in a strategy by composition."""
    hand = hand_number(cards)
    pair = suited_pair(cards[0], cards[1]) if len(cards) == 2 else -1
    if pair < 0:
        return hand
    return suited_state(pair, cards[0] & 3, up & 3 == cards[0] & 3, len(hand_numbers().hard))


def decision_by_composition(
    strategy: CompositionStrategy,
    cards: Sequence[int],
    up: int,
    may: Collection[str],
    doubles: int = 0,
    split: bool = False,
) -> str:
    """What `strategy` does with `cards` against the dealer's card `up`, among the options in `may`."""
    if doubles > 0:
        situation = DOUBLED + min(doubles, MOST_DOUBLES) - 1
    elif split:
        situation = SPLIT_AGAIN if "split" in may else SPLIT_LAST
    else:
        situation = FIRST
    state = hand_state(cards, up)
    if state < 0:
        return "stand"
    option = OPTIONS[strategy.choices[situation, state, hands.value(up)]]
    return option if option in may else "stand"


# Charts as text


def cell_text(cell: Cell | AfterDouble) -> str:
    """A cell as text: its letter, `n+` for the cards from which it hits, `*` marks, `/` what else.

    >>> cell_text(Cell("double", "hit", 4, 0)), cell_text(Cell("stand", "stand", 6, 2))
    ('D4+/H', 'S6+**')
    """
    text = LETTERS[OPTIONS.index(cell.action)]
    if isinstance(cell, Cell):
        text += (f"{cell.hit_from}+" if cell.hit_from else "") + "*" * cell.hit_for
    otherwise = LETTERS[OPTIONS.index(cell.otherwise)]
    return text if otherwise == "S" else f"{text}/{otherwise}"


def cell_of(text: str, place: str) -> Cell:
    """The cell written as `text`; `place` names it in an error."""
    head, _, tail = text.strip().upper().partition("/")
    letter, rest = head[:1], head[1:]
    marks = len(rest) - len(rest.rstrip("*"))
    digits = rest.rstrip("*").removesuffix("+")
    if (
        letter not in LETTERS[:RESCUE]
        or not letter
        or (tail or "S") not in LETTERS[:RESCUE]
        or marks > TOP_BONUS
        or (digits and not (digits.isascii() and digits.isdigit() and 3 <= int(digits) <= 21))
    ):
        raise BadInput(
            f"{place}: {text!r} is not a cell; write S, H, D, P or R, then 3+ to 21+ and up to three * to hit"
            " instead, then / and what else, such as D4+/H"
        )
    action, otherwise = OPTIONS[LETTERS.index(letter)], OPTIONS[LETTERS.index(tail or "S")]
    return Cell(action, otherwise, int(digits) if digits else 0, marks)


def after_double_of(text: str, place: str) -> AfterDouble:
    """The cell of a doubled hand written as `text`; `place` names it in an error."""
    head, _, tail = text.strip().upper().partition("/")
    if head not in ("S", "X", "D") or (tail or "S") not in ("S", "X", "D"):
        raise BadInput(f"{place}: {text!r} is not a cell of a doubled hand; write S, X (rescue) or D")
    return AfterDouble(OPTIONS[LETTERS.index(head)], OPTIONS[LETTERS.index(tail or "S")])


def chart_lines(chart: Chart) -> list[list[str]]:
    """The chart as lines of cells: the table, the row, and one cell for each up card."""
    lines = [["hard", str(total), *_texts(chart.hard[total])] for total in HARD_TOTALS]
    lines += [["soft", str(total), *_texts(chart.soft[total])] for total in SOFT_TOTALS]
    lines += [["pair", UP_LABELS[value - 1], *_texts(chart.pair[value])] for value in UP_VALUES]
    for doubles in range(1, MOST_DOUBLES + 1):
        hard, soft = chart.after_double_hard[doubles], chart.after_double_soft[doubles]
        lines += [[f"doubled {doubles} hard", str(total), *_texts(hard[total])] for total in HARD_TOTALS]
        lines += [[f"doubled {doubles} soft", str(total), *_texts(soft[total])] for total in SOFT_TOTALS]
    return lines


def _texts(row: Sequence[Cell | AfterDouble]) -> list[str]:
    return [cell_text(row[up]) for up in UP_VALUES]


def chart_csv(chart: Chart) -> str:
    """The chart as CSV: its name and switches in the first line, a heading, then one line for each row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["chart", chart.name, *_switches(chart)])
    writer.writerow(["table", "row", *UP_LABELS])
    writer.writerows(chart_lines(chart))
    return out.getvalue()


def chart_json(chart: Chart) -> str:
    """The chart as JSON: `tables[table][row][up]`, with the same cells as in CSV."""
    tables: dict[str, dict[str, dict[str, str]]] = {}
    for table, row, *cells in chart_lines(chart):
        tables.setdefault(table, {})[row] = dict(zip(UP_LABELS, cells, strict=True))
    return json.dumps(
        {
            "name": chart.name,
            "marks_after_split": chart.marks_after_split,
            "insures": chart.insures,
            "tables": tables,
        },
        indent=1,
    )


def _switches(chart: Chart) -> list[str]:
    return (["marks after split"] if chart.marks_after_split else []) + (["insures"] if chart.insures else [])


def chart_of(text: str) -> Chart:
    """The chart written as CSV or JSON in `text`."""
    return _chart_of_json(text) if text.lstrip().startswith("{") else _chart_of_csv(text)


def _chart_of_csv(text: str) -> Chart:
    lines = [line for line in csv.reader(io.StringIO(text)) if line and any(word.strip() for word in line)]
    name, switches = "chart", ["marks after split"]
    if lines and lines[0][0].strip().lower() == "chart":
        name = lines[0][1] if len(lines[0]) > 1 else name
        switches = [word.strip().lower() for word in lines[0][2:]]
        lines = lines[1:]
    if not lines or [word.strip() for word in lines[0]] != ["table", "row", *UP_LABELS]:
        raise BadInput(f"the chart's heading must be: table,row,{','.join(UP_LABELS)}")
    cells: dict[tuple[str, str], dict[str, str]] = {}
    for line in lines[1:]:
        if len(line) != 12:
            raise BadInput(f"{' '.join(line[:2])}: {len(line) - 2} cells; a row has 10, from A to 10")
        cells[line[0].strip().lower(), line[1].strip().upper()] = dict(zip(UP_LABELS, line[2:], strict=True))
    return _chart_of_cells(name, cells, "marks after split" in switches, "insures" in switches)


class _ChartFile(msgspec.Struct, forbid_unknown_fields=True):
    tables: dict[str, dict[str, dict[str, str]]]
    name: str = "chart"
    marks_after_split: bool = True
    insures: bool = False


def _chart_of_json(text: str) -> Chart:
    try:
        read = msgspec.json.decode(text, type=_ChartFile)
    except msgspec.DecodeError as error:
        raise BadInput(f"the chart is not readable as JSON: {error}") from None
    cells = {(table, row): by_up for table, rows in read.tables.items() for row, by_up in rows.items()}
    return _chart_of_cells(read.name, cells, read.marks_after_split, read.insures)


def _chart_of_cells(
    name: str, cells: Mapping[tuple[str, str], Mapping[str, str]], marks_after_split: bool, insures: bool
) -> Chart:
    """The chart of its rows; a missing pair is played by its total, a missing doubled row stands."""
    known = {(line[0], line[1]) for line in chart_lines(chart_of_tables("", {}, {}, {}))}
    for table, row in cells:
        if (table, row) not in known:
            raise BadInput(f"{table} {row}: no such row in a chart")
    for table, totals in (("hard", HARD_TOTALS), ("soft", SOFT_TOTALS)):
        for total in totals:
            if total != 21 and (table, str(total)) not in cells and (table, total) != ("hard", 4):
                raise BadInput(f"{table} {total}: the row is missing from the chart")
    read: dict[tuple[str, int, int], Cell] = {}
    doubled: dict[tuple[int, bool, int, int], AfterDouble] = {}
    for (table, row), by_up in cells.items():
        for label, up in zip(UP_LABELS, UP_VALUES, strict=True):
            place = f"{table} {row} against {label}"
            if label not in by_up:
                raise BadInput(f"{place}: the cell is missing from the chart")
            number = 1 if row == "A" else int(row)
            if table.startswith("doubled"):
                _, doubles, softness = table.split()
                cell = after_double_of(by_up[label], place)
                doubled[int(doubles), softness == "soft", number, up] = cell
            else:
                read[table, number, up] = cell_of(by_up[label], place)
    by_table = {
        table: {(number, up): cell for (found, number, up), cell in read.items() if found == table}
        for table in ("hard", "soft", "pair")
    }
    for up in UP_VALUES:
        by_table["hard"].setdefault((4, up), by_table["hard"][5, up])
        for value in UP_VALUES:
            same = by_table["soft"][12, up] if value == 1 else by_table["hard"][2 * value, up]
            by_table["pair"].setdefault((value, up), same)
    return chart_of_tables(
        name, by_table["hard"], by_table["soft"], by_table["pair"], doubled, marks_after_split, insures
    )


def chart_of_tables(
    name: str,
    hard: Mapping[tuple[int, int], Cell],
    soft: Mapping[tuple[int, int], Cell],
    pair: Mapping[tuple[int, int], Cell],
    doubled: Mapping[tuple[int, bool, int, int], AfterDouble] | None = None,
    marks_after_split: bool = True,
    insures: bool = False,
) -> Chart:
    """The chart of cells by (total or value, up) and of doubled cells by (doubles, soft, total, up)."""
    after = doubled or {}

    def rows(cells: Mapping[tuple[int, int], Cell], length: int) -> tuple[Row, ...]:
        return tuple(tuple(cells.get((row, up), Cell()) for up in range(11)) for row in range(length))

    def doubled_rows(soft_hand: bool) -> tuple[tuple[DoubledRow, ...], ...]:
        return tuple(
            tuple(
                tuple(after.get((doubles, soft_hand, total, up), AfterDouble()) for up in range(11))
                for total in range(22)
            )
            for doubles in range(MOST_DOUBLES + 1)
        )

    return Chart(
        name,
        rows(hard, 22),
        rows(soft, 22),
        rows(pair, 11),
        doubled_rows(False),
        doubled_rows(True),
        marks_after_split,
        insures,
    )
