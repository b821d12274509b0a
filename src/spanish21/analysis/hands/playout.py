"""Hands played forward to their ends by fixed decisions, with their winnings and outcomes.

Where hand_values.py works back from the highest hands to find the best decisions, this follows decisions that
are already made; so it visits only the hands that they lead to, and it can be told that further cards of
one value have left the shoe, which is how the other hands of a split box matter.
"""

from typing import Any

from spanish21.analysis.hands.dealer_totals import blackjack_chance
from spanish21.analysis.hands.hand_values import hand_kind, stand_value
from spanish21.analysis.hands.kernel_structs import (
    allowed_on_level,
    dealers_row,
    left_of,
    levels_of,
    part_of_kernel,
)
from spanish21.analysis.hands.outcomes import (
    DEALER_BLACKJACK,
    DEALER_BUSTS,
    DEALER_IDLE,
    LOST,
    RESCUED,
    TIED,
    WON,
)
from spanish21.game import hands
from spanish21.strategy import (
    DOUBLE,
    FIRST,
    MOST_DOUBLES,
    RESCUE,
    SPLIT_LAST,
    STAND,
    doubled_situation,
    doubles_of,
    level_after_card,
    level_after_double,
    total_on_level,
)


@part_of_kernel
def play_on(case: Any, weight: Any, law: Any, ground: Any) -> float:
    """Play every hand of `weight[0, hand]` to its end, `case.removed` cards of the pair gone besides its own.

    Gives their winnings; empties `weight`, which is by level and hand; adds to `law` unless that is `NO_LAW`.
    """
    numbers, terms = ground.numbers, ground.terms
    pair, up, removed, split = case.pair, case.up, case.removed, case.split
    value = 0.0
    most_doubles = 0
    cards = ground.cards - 1 - removed
    counts_law = len(law) > 1
    for doubles in range(MOST_DOUBLES + 1):
        if doubles > most_doubles:
            break
        stake = terms.stake[doubles]
        levels = levels_of(doubles, terms)
        for place in range(levels * len(numbers.hard)):
            # Hand by hand, those whose aces count 1 first: another ace leads to the others.
            hand, level = place, doubles
            if levels == 2:
                hand, level = place // 2, doubles + (MOST_DOUBLES if place % 2 == 0 else 0)
            here = weight[level, hand]
            if here == 0.0 or hand == 0:
                continue
            weight[level, hand] = 0.0
            situation = SPLIT_LAST if split == 1 else FIRST
            if doubles > 0:
                situation = doubled_situation(level, split == 1)
            held, hard, size = numbers.held[hand], numbers.hard[hand], numbers.size[hand]
            total = total_on_level(level, hard, numbers.aces[hand])
            left = cards - size
            aces = ground.counts[1] - held[1] - (1 if up == 1 else 0) - (removed if pair == 1 else 0)
            tens = ground.counts[10] - held[10] - (1 if up == 10 else 0) - (removed if pair == 10 else 0)
            blackjack = blackjack_chance(up, aces, tens, left)
            option = allowed_on_level(ground.choices[situation, hand, up], level, hand, case, numbers, terms)
            if option == STAND:
                row = dealers_row(hand, case, ground)
                ends = ground.totals[row, up] if row >= 0 else ground.removed[-1 - row, up]
                kind = hand_kind(held, size, terms) if total == 21 else hands.ORDINARY
                sign = terms.sign[1 if split == 1 and size == 2 and total == 21 else 0, total]
                pay = terms.pay[split, doubles, kind]
                value += here * stand_value(sign, ends, 1.0 - blackjack, pay, stake)
                wins = split == 1 and size == 2 and total == 21 and terms.split_21_beats_blackjack == 1
                if total == 21 and terms.any_21_beats_blackjack == 1:
                    wins = True
                    # What is lost to a Blackjack in any case is not lost: of a split box `beyond` says so.
                    value += here * blackjack * (0.0 if split == 1 else 1.0)
                if wins:
                    value += here * blackjack * pay
                else:
                    value -= here * blackjack * terms.taken_standing[split, doubles]
                if counts_law:
                    paid = terms.paid[split, doubles, kind]
                    count_standing(law, here, sign, ends, blackjack, wins, doubles, paid)
            elif option == RESCUE:
                kept = (1.0 - blackjack) * terms.rescue[doubles]
                value -= here * (kept + blackjack * terms.taken_rescued[split, doubles])
                if counts_law:
                    law[DEALER_IDLE, RESCUED + doubles] += here * (1.0 - blackjack)
                    law[DEALER_BLACKJACK, RESCUED + doubles] += here * blackjack
            else:
                after_level = level
                if option == DOUBLE:
                    after_level = level_after_double(level, numbers.aces[hand], terms.aces_count_1 == 1)
                after_doubles = doubles_of(after_level)
                most_doubles = max(most_doubles, after_doubles)
                bust, bust_blackjack = 1.0, blackjack
                for drawn in range(1, min(10, 21 - hard) + 1):
                    cards_left = left_of(drawn, hand, case, ground)
                    if cards_left <= 0:
                        continue
                    chance = cards_left / left
                    weight[level_after_card(after_level, drawn), numbers.following[hand, drawn]] += (
                        here * chance
                    )
                    bust -= chance
                    bust_blackjack -= chance * blackjack_chance(
                        up, aces - (1 if drawn == 1 else 0), tens - (1 if drawn == 10 else 0), left - 1
                    )
                if hard > 11:
                    _count_busts(law, here, bust, bust_blackjack, after_doubles)
                    lost = (bust - bust_blackjack) * terms.stake[after_doubles]
                    value -= here * (lost + bust_blackjack * terms.taken_busted[split, after_doubles])
    return value


@part_of_kernel
def _count_busts(law: Any, weight: float, bust: float, blackjack: float, doubles: int) -> None:
    if len(law) > 1:
        law[DEALER_IDLE, LOST + doubles] += weight * (bust - blackjack)
        law[DEALER_BLACKJACK, LOST + doubles] += weight * blackjack


@part_of_kernel
def count_standing(
    law: Any, weight: float, sign: Any, ends: Any, blackjack: float, wins: bool, doubles: int, kind: int
) -> None:
    """Count a standing hand's outcomes against each end of the dealer's hand.

    In the row of a dealer's Blackjack a tie means that the hand stood, a loss that it was bust; it is won
    where the hand `wins` even so.
    """
    bust = 1.0 - blackjack
    won = WON + doubles * hands.KINDS + kind
    for total in range(5):
        bust -= ends[total]
        category = won if sign[total] > 0 else LOST + doubles if sign[total] < 0 else TIED + doubles
        law[total, category] += weight * ends[total]
    law[DEALER_BUSTS, won] += weight * bust
    law[DEALER_BLACKJACK, won if wins else TIED + doubles] += weight * blackjack


@part_of_kernel
def draw_one(hand: int, amount: float, case: Any, ground: Any, weight: Any) -> None:
    """Add the results of one card drawn to a hand of at most 11 to `weight`, weighted by `amount`."""
    left = ground.cards - 1 - case.removed - ground.numbers.size[hand]
    for drawn in range(1, 11):
        cards_left = left_of(drawn, hand, case, ground)
        after = ground.numbers.following[hand, drawn]
        if cards_left > 0 and after >= 0:
            weight[0, after] += amount * cards_left / left


@part_of_kernel
def play_with(option: int, hand: int, amount: float, case: Any, weight: Any, law: Any, ground: Any) -> float:
    """A two-card hand's win when `option` is taken first and the choices are followed after it."""
    situation = SPLIT_LAST if case.split == 1 else FIRST
    weight[0, hand] = amount
    kept = ground.choices[situation, hand, case.up]
    ground.choices[situation, hand, case.up] = option
    value = play_on(case, weight, law, ground)
    ground.choices[situation, hand, case.up] = kept
    return float(value)
