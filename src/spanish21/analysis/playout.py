"""Hands played to their ends by fixed decisions, forward, with what they win and how they end.

Where `player.py` works back from the highest hands to find the best decisions, this follows decisions that
are already made; so it visits only the hands that they lead to, and it can be told that further cards of one
value have left the shoe, which is how the other hands of a split box are felt.
"""

from typing import Any

from numba import njit

from spanish21.analysis.dealer import blackjack_chance
from spanish21.analysis.outcomes import DEALER_BLACKJACK, DEALER_BUSTS, DEALER_IDLE, LOST, RESCUED, TIED, WON
from spanish21.analysis.player import hand_kind, stand_value
from spanish21.game import hands
from spanish21.strategy import DOUBLE, DOUBLED, FIRST, HIT, MOST_DOUBLES, RESCUE, SPLIT_LAST, STAND


@njit(cache=True, nogil=True)
def allowed(option: int, total: int, doubles: int, split: int, stands: bool, terms: Any) -> int:
    """The option, or standing where the rules do not allow it."""
    if stands:
        return STAND
    if doubles == 0:
        if option == HIT and terms.may_hit[total]:
            return HIT
    elif option == RESCUE and terms.may_rescue[doubles, total]:
        return RESCUE
    if option == DOUBLE and terms.may_double[split, doubles, total]:
        return DOUBLE
    return STAND


@njit(cache=True, nogil=True)
def dealers_ends(
    hand: int, pair: int, removed: int, up: int, numbers: Any, base_totals: Any, place: Any, totals: Any
) -> Any:
    """The chances of the dealer's totals against a hand, `removed` cards of the pair gone beside its own."""
    top, beyond = hand, 0
    for _ in range(removed):
        if beyond == 0 and numbers.following[top, pair] >= 0:
            top = numbers.following[top, pair]
        else:
            beyond += 1
    return base_totals[top, up] if beyond == 0 else totals[place[pair, top, beyond], up]


@njit(cache=True, nogil=True)
def play_on(
    pair: int,
    up: int,
    removed: int,
    split: int,
    weight: Any,
    counts: Any,
    numbers: Any,
    terms: Any,
    choices: Any,
    base_totals: Any,
    place: Any,
    totals: Any,
    law: Any,
    counts_law: bool,
) -> float:
    """Play every hand of `weight[0, hand]` to its end, `removed` cards of the pair gone beside its own.

    Gives what they win; empties `weight`; adds to `law` where that is wanted. A pair of 0 is no pair.
    """
    value = 0.0
    most_doubles = 0
    cards = counts.sum() - 1 - removed
    stands_on_two = pair == 1 and terms.split_aces_one_card
    for doubles in range(MOST_DOUBLES + 1):
        if doubles > most_doubles:
            break
        situation = DOUBLED + doubles - 1 if doubles > 0 else SPLIT_LAST if split == 1 else FIRST
        stake = terms.stake[doubles]
        for hand in range(1, len(numbers.hard)):
            here = weight[doubles, hand]
            if here == 0.0:
                continue
            weight[doubles, hand] = 0.0
            held, hard, size = numbers.held[hand], numbers.hard[hand], numbers.size[hand]
            total = hands.total(hard, numbers.aces[hand])
            left = cards - size
            aces = counts[1] - held[1] - (1 if up == 1 else 0) - (removed if pair == 1 else 0)
            tens = counts[10] - held[10] - (1 if up == 10 else 0) - (removed if pair == 10 else 0)
            blackjack = blackjack_chance(up, aces, tens, left)
            option = allowed(choices[situation, hand, up], total, doubles, split, stands_on_two, terms)
            if option == STAND:
                ends = dealers_ends(hand, pair, removed, up, numbers, base_totals, place, totals)
                kind = hand_kind(held, hard, size, terms.long_kind) if total == 21 else hands.ORDINARY
                sign = terms.sign[1 if split == 1 and size == 2 and total == 21 else 0, total]
                pay = terms.pay[split, doubles, kind]
                value += here * stand_value(sign, ends, 1.0 - blackjack, pay, stake)
                wins = split == 1 and size == 2 and total == 21 and terms.split_21_beats_blackjack
                if wins:
                    value += here * blackjack * pay
                else:
                    value -= here * blackjack * terms.taken_standing[split, doubles]
                if counts_law:
                    count_standing(
                        law, here, sign, ends, blackjack, wins, doubles, terms.paid[split, doubles, kind]
                    )
            elif option == RESCUE:
                value -= here * (
                    (1.0 - blackjack) * terms.rescue[doubles]
                    + blackjack * terms.taken_rescued[split, doubles]
                )
                if counts_law:
                    law[DEALER_IDLE, RESCUED + doubles] += here * (1.0 - blackjack)
                    law[DEALER_BLACKJACK, RESCUED + doubles] += here * blackjack
            else:
                after_doubles = doubles + 1 if option == DOUBLE else doubles
                most_doubles = max(most_doubles, after_doubles)
                bust, bust_blackjack = 1.0, blackjack
                for drawn in range(1, min(10, 21 - hard) + 1):
                    cards_left = counts[drawn] - held[drawn]
                    cards_left -= (1 if drawn == up else 0) + (removed if drawn == pair else 0)
                    if cards_left <= 0:
                        continue
                    chance = cards_left / left
                    weight[after_doubles, numbers.following[hand, drawn]] += here * chance
                    bust -= chance
                    bust_blackjack -= chance * blackjack_chance(
                        up, aces - (1 if drawn == 1 else 0), tens - (1 if drawn == 10 else 0), left - 1
                    )
                if hard > 11:
                    value -= here * (
                        (bust - bust_blackjack) * terms.stake[after_doubles]
                        + bust_blackjack * terms.taken_busted[split, after_doubles]
                    )
                    if counts_law:
                        law[DEALER_IDLE, LOST + after_doubles] += here * (bust - bust_blackjack)
                        law[DEALER_BLACKJACK, LOST + after_doubles] += here * bust_blackjack
    return value


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def draw_one(
    pair: int, up: int, removed: int, hand: int, amount: float, counts: Any, numbers: Any, weight: Any
) -> None:
    """Add what one card drawn to a hand of at most 11 makes of `amount` to `weight`."""
    left = counts.sum() - 1 - removed - numbers.size[hand]
    for drawn in range(1, 11):
        cards_left = counts[drawn] - numbers.held[hand, drawn]
        cards_left -= (1 if drawn == up else 0) + (removed if drawn == pair else 0)
        after = numbers.following[hand, drawn]
        if cards_left > 0 and after >= 0:
            weight[0, after] += amount * cards_left / left


@njit(cache=True, nogil=True)
def play_with(
    option: int,
    hand: int,
    amount: float,
    pair: int,
    up: int,
    removed: int,
    split: int,
    weight: Any,
    counts: Any,
    numbers: Any,
    terms: Any,
    choices: Any,
    base_totals: Any,
    place: Any,
    totals: Any,
    law: Any,
    counts_law: bool,
) -> float:
    """What a two-card hand wins when `option` is taken first and the choices are followed after it."""
    situation = SPLIT_LAST if split == 1 else FIRST
    weight[0, hand] = amount
    kept = choices[situation, hand, up]
    choices[situation, hand, up] = option
    value = play_on(
        pair,
        up,
        removed,
        split,
        weight,
        counts,
        numbers,
        terms,
        choices,
        base_totals,
        place,
        totals,
        law,
        counts_law,
    )
    choices[situation, hand, up] = kept
    return float(value)
