"""What the side wagers of a box come to by its first cards, as a table: settled once for all cards.

The kernel's own settlement fills it, so that nothing about a wager stands here. Cards that turn a wheel or
hit a meter are left to the kernel.
"""

from typing import Any, NamedTuple

import numpy

from spanish21.simulation.compiling import kernel, part_of_kernel
from spanish21.simulation.layout import MATCH, METERS, SIDE_WAGERS
from spanish21.simulation.plan import Prepared
from spanish21.simulation.records import SHOE, new_round, one
from spanish21.simulation.side_wagers import clear_more, settle_sides

FIRST_CARD, CARDS = 4, 52
"""The least card as a number, and how many numbers a table has for one."""
LEFT_TO_KERNEL = 0
MOST_RESULTS = 255

SIDE_RESULT = numpy.dtype(
    [("money", numpy.int64, (len(SIDE_WAGERS),)), ("units", numpy.int64), ("times", numpy.int64)]
)
"""What the side wagers of a box come to, in money and together in units, and how often that was found."""


class Sides(NamedTuple):
    """A result by the first cards of a box, and what each result is."""

    by_cards: Any
    results: Any


def sides_of(ready: Prepared) -> Sides | None:
    """The table of a plan's side wagers; None where it would be too much for one."""
    if not ready.has_sides:
        return Sides(numpy.zeros(1, dtype=numpy.uint8), numpy.zeros(1, dtype=SIDE_RESULT))
    setup = ready.setup.copy()
    setup["boxes"] = 1
    cards = numpy.unique(setup["unshuffled"][: ready.size]).astype(numpy.int64)
    results = numpy.zeros(MOST_RESULTS + 1, dtype=SIDE_RESULT)
    by_cards = numpy.zeros(CARDS**4 if setup["needs_second"] else CARDS**3, dtype=numpy.uint8)
    found = tabulate(setup, one(SHOE), new_round(), cards, by_cards, results)
    money = results["money"][:found]
    if found > MOST_RESULTS or (money % ready.unit).any():
        return None
    results["units"][:found] = money.sum(axis=1) // ready.unit
    return Sides(by_cards, results[:found].copy())


@part_of_kernel
def place_of(first: Any, second: Any, up: Any) -> Any:
    """Where a box's first cards stand in the table, but for the hole card."""
    return ((first - FIRST_CARD) * CARDS + second - FIRST_CARD) * CARDS + up - FIRST_CARD


@part_of_kernel
def result_of(setup: Any, shoe: Any, round_: Any, results: Any, found: Any) -> Any:
    """Settles the side wagers of a box: the number of its result, `found` where it is a new one."""
    clear_more(setup, round_)
    shoe.wheel_turns = 0
    settle_sides(setup, shoe, round_)
    hits = numpy.int64(shoe.wheel_turns)
    for meter in range(len(METERS)):
        hits += round_.meter_shares[meter, 0]
    if hits > 0:
        return numpy.int64(LEFT_TO_KERNEL)
    for number in range(1, found):
        same = True
        for side in range(len(SIDE_WAGERS)):
            same = same and results[number].money[side] == round_.boxes[0].money[MATCH + side]
        if same:
            return numpy.int64(number)
    for side in range(len(SIDE_WAGERS)):
        results[found].money[side] = round_.boxes[0].money[MATCH + side]
    return numpy.int64(found)


@kernel
def tabulate(setup: Any, shoe: Any, round_: Any, cards: Any, by_cards: Any, results: Any) -> Any:
    """Settles the side wagers of a box for all its first cards; how many different results there are."""
    found = 1
    box, holes = round_.boxes[0], len(cards) if setup.needs_second else 1
    for low in range(len(cards)):
        for high in range(low, len(cards)):
            box.first, box.second = cards[low], cards[high]
            for up in cards:
                round_.up = up
                for number in range(holes):
                    hole = numpy.int64(cards[number])
                    round_.hole = hole
                    result = result_of(setup, shoe, round_, results, found)
                    found = max(found, result + 1)
                    if found > MOST_RESULTS:
                        return found
                    there, back = place_of(box.first, box.second, up), place_of(box.second, box.first, up)
                    if holes > 1:
                        there, back = there * CARDS + hole - FIRST_CARD, back * CARDS + hole - FIRST_CARD
                    by_cards[there] = by_cards[back] = result
    return found
