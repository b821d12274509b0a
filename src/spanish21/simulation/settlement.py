"""Settling a box in the compiled game: what its hands win, what a Blackjack takes, which 21s are bonuses."""

from typing import Any

from spanish21.game import hands, pays
from spanish21.simulation.compiling import kernel, part_of_kernel
from spanish21.simulation.layout import (
    BEFORE_KINDS,
    BUSTED,
    DEALER_BLACKJACK,
    DOUBLES,
    ENVY,
    LOST,
    MAIN,
    RESCUED,
    SPLIT,
    SUPER_BONUS,
    SURRENDERED,
    TIED,
    WON,
)
from spanish21.simulation.places import (
    AMOUNT,
    BONUS_MONEY,
    BONUS_SQUARES,
    BONUS_TIMES,
    BONUS_TIMES_SQUARES,
    COUNT,
    COUNTED,
    DOUBLED_TIMES,
    FIRST_CARD,
    FORFEIT,
    HAND_RESULT,
    HANDS,
    KIND,
    PLAYER_BLACKJACK,
    PUT_DOWN,
    RESULT,
    SECOND_CARD,
    SPLIT_MONEY,
    SPLIT_TIMES,
    STATE,
    STOOD,
    SUPER,
    SURRENDER,
    TAKES_ALL,
    TAKES_BUSTED,
    TAKES_ORIGINAL,
    TIMES_DOUBLED,
    TOTAL,
    WIN,
)


@part_of_kernel
def beats_blackjack(rules: Any, hands_: Any, boxes_: Any, box: Any, hand: Any) -> Any:
    """Whether a hand beats a dealer's Blackjack: one, or in one reading a two-card 21 after a split."""
    if hands_[box, hand, STATE] == PLAYER_BLACKJACK:
        return True
    two_card_21 = hands_[box, hand, COUNT] == 2 and hands_[box, hand, TOTAL] == 21
    return boxes_[box, HANDS] > 1 and two_card_21 and pays.counts_as_blackjack(rules)


@part_of_kernel
def loss_to_blackjack(table: Any, rules: Any, hands_: Any, boxes_: Any, box: Any, level: Any) -> Any:
    """What a dealer's Blackjack takes from a box that played on before it was seen."""
    wager = table[level, AMOUNT]
    busted, everything = 0, 0
    for hand in range(boxes_[box, HANDS]):
        if beats_blackjack(rules, hands_, boxes_, box, hand):
            continue
        # A rescue has left on the hand what it forfeits.
        rescued = hands_[box, hand, STATE] == RESCUED
        amount = table[level, (FORFEIT if rescued else AMOUNT) + hands_[box, hand, TIMES_DOUBLED]]
        everything += amount
        if hands_[box, hand, STATE] == BUSTED:
            busted += amount
    if rules.dealer_blackjack_takes == TAKES_ORIGINAL:
        return min(wager, everything)
    if rules.dealer_blackjack_takes == TAKES_BUSTED:
        return min(max(wager, busted), everything)
    return everything


@part_of_kernel
def total_matters(rules: Any, hands_: Any, boxes_: Any, box: Any) -> Any:
    """Whether a hand of the box is left whose outcome the dealer's total can change."""
    for hand in range(boxes_[box, HANDS]):
        if hands_[box, hand, STATE] == STOOD:
            if hands_[box, hand, TOTAL] < 21:
                return True
            tie = rules.two_card_21_after_split == pays.SPLIT_21_TIES
            if tie and boxes_[box, HANDS] > 1 and hands_[box, hand, COUNT] == 2:
                return True
    return False


@part_of_kernel
def second_card_matters(
    table: Any, rules: Any, hands_: Any, boxes_: Any, box: Any, level: Any, may_be_blackjack: Any
) -> Any:
    """Whether a dealer without a hole card draws one for a box that no total can change: for a Blackjack."""
    put_down = 0
    for hand in range(boxes_[box, HANDS]):
        state = hands_[box, hand, STATE]
        if may_be_blackjack and (state == STOOD or state == SURRENDERED or state == RESCUED):
            return True
        put_down += table[level, AMOUNT + hands_[box, hand, TIMES_DOUBLED]]
    more = rules.dealer_blackjack_takes != TAKES_ALL and put_down > table[level, AMOUNT]
    return may_be_blackjack and more


@part_of_kernel
def added_by_odds(table: Any, level: Any, kind: Any, doubles: Any) -> Any:
    """What the odds of a kind of 21 pay a hand beyond even money."""
    return table[level, WIN + kind * DOUBLES + doubles] - table[level, WIN + doubles]


@part_of_kernel
def count_bonus(about: Any, kind: Any, added: Any, times: Any) -> None:
    """Counts hands paid as a kind of 21, each on a box of its own."""
    about[BONUS_TIMES + kind] += times
    about[BONUS_MONEY + kind] += times * added
    about[BONUS_SQUARES + kind] += times * added * added
    about[BONUS_TIMES_SQUARES + kind] += times


@kernel
def count_bonus_of_hand(table: Any, hands_: Any, about: Any, box: Any, hand: Any, level: Any) -> None:
    """Counts a hand paid as a kind of 21; squares are of a box's sums, which may have more than one."""
    result = hands_[box, hand, HAND_RESULT]
    kind = result - BEFORE_KINDS
    added = added_by_odds(table, level, kind, hands_[box, hand, TIMES_DOUBLED])
    count_bonus(about, kind, added, about[COUNTED])
    # The square of a sum is the squares of its parts and twice their products.
    for other in range(hand):
        if hands_[box, other, HAND_RESULT] == result:
            before = added_by_odds(table, level, kind, hands_[box, other, TIMES_DOUBLED])
            about[BONUS_SQUARES + kind] += 2 * added * before * about[COUNTED]
            about[BONUS_TIMES_SQUARES + kind] += 2 * about[COUNTED]


@part_of_kernel
def settle_box(
    table: Any,
    rules: Any,
    hands_: Any,
    boxes_: Any,
    money_: Any,
    about: Any,
    box: Any,
    boxes: Any,
    level: Any,
    dealer_total: Any,
    dealer_count: Any,
    dealer_blackjack: Any,
    up: Any,
) -> None:
    """Pays or takes the wager of a box and notes how it ended."""
    played = boxes_[box, HANDS]
    split = played > 1
    money, put_down = 0, 0
    result = LOST
    for hand in range(played):
        state, doubles = hands_[box, hand, STATE], hands_[box, hand, TIMES_DOUBLED]
        amount = table[level, AMOUNT + doubles]
        put_down += amount
        if state == SURRENDERED:
            result, won = SURRENDERED, -table[level, SURRENDER]
        elif state == BUSTED:
            result, won = BUSTED, -amount
        elif state == RESCUED:
            result, won = RESCUED, -table[level, FORFEIT + doubles]
        else:
            total, count, kind = hands_[box, hand, TOTAL], hands_[box, hand, COUNT], hands_[box, hand, KIND]
            blackjack = state == PLAYER_BLACKJACK
            outcome = pays.outcome(
                total, count, blackjack, split, dealer_total, dealer_count, dealer_blackjack, rules
            )
            if outcome == pays.WON:
                paid = pays.paid_kind(kind, count, total, doubles, split, rules)
                result = WON if paid == hands.ORDINARY else BEFORE_KINDS + paid
                won = table[level, WIN + paid * DOUBLES + doubles]
                if (
                    (kind == hands.SUITED_777 or kind == hands.TOP_777)
                    and doubles == 0
                    and not split
                    and up >> 2 == 7
                    and (table[level, SUPER] > 0 or not rules.envy_needs_least)
                ):
                    money_[box, SUPER_BONUS] += table[level, SUPER]
                    if rules.super_bonus_replaces_odds and table[level, SUPER] > 0:
                        won = 0
                    for other in range(boxes):
                        if other != box:
                            seven = (
                                boxes_[other, FIRST_CARD] >> 2 == 7 or boxes_[other, SECOND_CARD] >> 2 == 7
                            )
                            money_[other, ENVY] += rules.envy_with_seven if seven else rules.envy_pays
            elif outcome == pays.TIED:
                result, won = TIED, 0
            else:
                result, won = LOST, -amount
        if dealer_blackjack and not beats_blackjack(rules, hands_, boxes_, box, hand):
            result, won = DEALER_BLACKJACK, 0
        money += won
        if split:
            about[SPLIT_TIMES + result] += about[COUNTED]
            about[SPLIT_MONEY + result] += won * about[COUNTED]
        hands_[box, hand, HAND_RESULT] = result
        if result > BEFORE_KINDS:
            count_bonus_of_hand(table, hands_, about, box, hand, level)
    if dealer_blackjack:
        money -= loss_to_blackjack(table, rules, hands_, boxes_, box, level)
    money_[box, MAIN] = money
    boxes_[box, RESULT] = SPLIT if split else result
    boxes_[box, DOUBLED_TIMES] = 0 if split else hands_[box, 0, TIMES_DOUBLED]
    boxes_[box, PUT_DOWN] = put_down
