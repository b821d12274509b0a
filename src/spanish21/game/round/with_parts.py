"""Small parts: one box, hand, stake or person of a table replaced by another."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from spanish21.game.events import Event
from spanish21.game.round.start import NO_TROUBLE
from spanish21.game.states import HandState
from spanish21.game.table import Batch, Box, Hand, Person, Table, Trouble, box_index, stake_index

Evolves = dict[type[Event], Callable[[Table, Any], Table]]
"""The effect of each kind of event of a chapter."""


def with_chips(people: tuple[Person, ...], name: str, amount: int) -> tuple[Person, ...]:
    for index, person in enumerate(people):
        if person.name == name:
            changed = replace(person, chips=person.chips + amount)
            return (changed,) if len(people) == 1 else people[:index] + (changed,) + people[index + 1 :]
    return people


def with_nobody_barred(people: tuple[Person, ...]) -> tuple[Person, ...]:
    """After a shuffle everyone may wager again."""
    return tuple(replace(person, barred=False) for person in people)


def with_tens_out(table: Table, cards: tuple[int, ...], torn: bool) -> Table:
    """10s that leave the decks: torn into the decks' container, or set aside whole, as the book has it."""
    if torn:
        return replace(table, torn=table.torn + cards)
    return replace(table, set_aside=table.set_aside + cards)


def with_batch(table: Table, batch: Batch) -> Table:
    """The decks of a batch on the table, in play."""
    return replace(
        table,
        pool=tuple(sorted(batch.cards)),
        decks_opened=batch.opened,
        torn=batch.torn,
        set_aside=batch.set_aside,
    )


def with_box(boxes: tuple[Box, ...], index: int, box: Box) -> tuple[Box, ...]:
    if len(boxes) == 1:
        return (box,)
    changed = list(boxes)  # with many boxes faster than to put slices together
    changed[index] = box
    return tuple(changed)


def with_hand(box: Box, index: int, hand: Hand) -> Box:
    hands = box.hands
    return replace(box, hands=(hand,) if len(hands) == 1 else hands[:index] + (hand,) + hands[index + 1 :])


def with_amount(amounts: tuple[int, ...], index: int, amount: int) -> tuple[int, ...]:
    return amounts[:index] + (amount,) + amounts[index + 1 :]


def draw_from_shoe(table: Table) -> tuple[int, Trouble]:
    """`dealt` and `trouble` once a card is drawn: the loose one is used up first, else the shoe gives one."""
    trouble = table.trouble
    if trouble is not NO_TROUBLE and trouble.loose_card:
        return table.dealt, replace(trouble, loose_card=None, loose_exposed=False)
    return table.dealt + 1, trouble


def hand_in_state(table: Table, number: int, hand_index: int, state: HandState) -> tuple[Box, ...]:
    """The boxes with one hand in another state."""
    boxes, index = table.boxes, box_index(table, number)
    box = boxes[index]
    hands = box.hands
    if len(hands) == 1:  # written out, because every decision comes here
        box = replace(box, hands=(replace(hands[0], state=state),))
    else:
        box = with_hand(box, hand_index, replace(hands[hand_index], state=state))
    return (box,) if len(boxes) == 1 else with_box(boxes, index, box)


def with_stake(table: Table, number: int, person: str, **changes: Any) -> Table:
    index = box_index(table, number)
    box = table.boxes[index]
    at = stake_index(box, person)
    stakes = box.stakes[:at] + (replace(box.stakes[at], **changes),) + box.stakes[at + 1 :]
    return replace(table, boxes=with_box(table.boxes, index, replace(box, stakes=stakes)))


def with_side(table: Table, number: int, person: str, kind: str, **changes: Any) -> Table:
    box = table.boxes[box_index(table, number)]
    stake = box.stakes[stake_index(box, person)]
    sides = tuple(replace(side, **changes) if side.kind == kind else side for side in stake.sides)
    return with_stake(table, number, person, sides=sides)


def with_opening(table: Table, **steps: bool | int) -> Table:
    return replace(table, opening=replace(table.opening, **steps))
