"""Settling the boxes in the compiled game: the hands' wins, the losses to a Blackjack, the bonus 21s."""

from typing import Any

from spanish21.game import pays
from spanish21.simulation.plan.count_names import (
    BEFORE_KINDS,
    BLACKJACK_END,
    DOUBLES,
    ENVY,
    MAIN,
    SPLIT,
    SUPER_BONUS,
)
from spanish21.simulation.plan.kernel_options import called_by_kernels, part_of_kernel

_FIRST_BONUS = (BEFORE_KINDS + 1) * DOUBLES


@part_of_kernel
def count_bonus(sums: Any, kind: Any, added: Any, times: Any) -> None:
    """Counts hands paid as a kind of 21, each on its own box."""
    bonus = sums.bonuses[kind]
    bonus.times += times
    bonus.money += times * added
    bonus.squares += times * added * added
    bonus.times_squares += times


@called_by_kernels
def pay_super_bonus(setup: Any, round_: Any, box: Any) -> None:
    """Pays three suited 7s against a 7, and those who envy it."""
    super_bonus = setup.levels[round_.level].super_bonus
    if super_bonus == 0 and setup.envy_needs_least:
        return
    round_.has_more = 1
    round_.boxes[box].money[SUPER_BONUS] += super_bonus
    if setup.super_bonus_replaces_odds and super_bonus > 0:
        round_.boxes[box].money[MAIN] = 0
    number = -1
    while number + 1 < setup.boxes:
        number += 1
        other = round_.boxes[number]
        if number != box:
            has_seven = other.first >> 2 == 7 or other.second >> 2 == 7
            other.money[ENVY] += setup.envy_with_seven if has_seven else setup.envy_pays


@called_by_kernels
def settle_split(setup: Any, tables: Any, round_: Any, sums: Any, box: Any) -> None:
    """Pays or takes the wagers of a split box; squares of bonuses are of the box's sums."""
    settled = round_.boxes[box]
    first, dealer = round_.level * setup.finals, round_.dealer
    money, put_down, taken, busted, waiting = 0, 0, 0, 0, 0
    for hand in range(settled.hands):
        final = tables.finals[first + round_.finals[box, hand]]
        result, won = final.outcome[dealer] // DOUBLES, final.net[dealer]
        put_down += final.amount
        taken += final.taken
        busted += final.busted
        waiting += final.waiting
        money += won
        sums.splits[result].times += 1
        sums.splits[result].money += won
        if result > BEFORE_KINDS:
            bonus = sums.bonuses[result - BEFORE_KINDS]
            count_bonus(sums, result - BEFORE_KINDS, final.added, 1)
            # The square of a sum is the squares of its parts and twice their products.
            for before in range(hand):
                other = tables.finals[first + round_.finals[box, before]]
                if other.outcome[dealer] // DOUBLES == result:
                    bonus.squares += 2 * final.added * other.added
                    bonus.times_squares += 2
    if dealer == BLACKJACK_END:
        wager = setup.levels[round_.level].amount
        money -= pays.taken_by_blackjack(setup.dealer_blackjack_takes, wager, taken, busted, waiting)
    settled.money[MAIN], settled.put_down = money, put_down
    settled.outcome = SPLIT * DOUBLES


@part_of_kernel
def settle_boxes(setup: Any, tables: Any, round_: Any, sums: Any) -> None:
    """Pays or takes the wager of every box and notes how it ended."""
    first, dealer = round_.level * setup.finals, round_.dealer
    box = -1
    while box + 1 < setup.boxes:
        box += 1
        settled = round_.boxes[box]
        if settled.hands > 1:
            settle_split(setup, tables, round_, sums, box)
            continue
        final = tables.finals[first + settled.final]
        outcome = final.outcome[dealer]
        settled.money[MAIN], settled.put_down, settled.outcome = final.net[dealer], final.amount, outcome
        if outcome >= _FIRST_BONUS:
            count_bonus(sums, outcome // DOUBLES - BEFORE_KINDS, final.added, 1)
            if final.is_suited_777 and round_.up >> 2 == pays.SUPER_BONUS_UP:
                pay_super_bonus(setup, round_, box)
