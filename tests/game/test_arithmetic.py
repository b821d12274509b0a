"""The arithmetic by itself: every function of ints against its meaning, spelled out another way."""

import random
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from scenes import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput
from spanish21.game import hands, options, pays
from spanish21.game.cards import SPANISH_DECK, card, cards, text_of
from spanish21.game.round.meters import meter_step
from spanish21.game.rules import PAY_NAMES, WORDS
from spanish21.game.side_wagers import match, monster, xtreme
from spanish21.game.side_wagers.prizes import prize_of
from spanish21.game.side_wagers.registry import PACKAGED, side_wagers

FEW = cards("Ac Ad 6c 6s 7c 7d 8h 9s Jc Jd Kh Ks")


def rules(**settings: Any) -> Any:
    """Settings of Maryland, but for these."""
    base = rules_of("maryland")
    return SimpleNamespace(**{name: getattr(base, name) for name in base.__struct_fields__} | settings)


# -- hands -----------------------------------------------------------------------------------------


def test_a_card_counts_its_number_an_ace_one_and_a_court_card_ten() -> None:
    for one in SPANISH_DECK:
        letter = text_of((one,))[0]
        expected = 1 if letter == "A" else 10 if letter in "JQK" else int(letter)
        assert hands.value(one) == hands.POINTS[one] == expected
        assert hands.is_ace(one) == (letter == "A")


@pytest.mark.parametrize("aces", [0, 1, 2])
@pytest.mark.parametrize("hard", range(2, 27))
def test_an_ace_counts_11_while_the_hand_stays_within_21(hard: int, aces: int) -> None:
    soft = aces > 0 and hard + 10 <= 21
    assert hands.is_soft(hard, aces) == soft
    assert hands.total(hard, aces) == (hard + 10 if soft else hard)


def test_a_card_is_written_in_either_case_and_a_ten_in_either_way() -> None:
    assert card("10s") == card("Ts") == card("tS") == card(" 10S ")
    assert cards("10c 7h") == (card("Tc"), card("7h"))
    assert text_of((card("10s"),)) == "Ts"


def test_a_prize_is_money_or_a_part_of_a_meter() -> None:
    terms = rules_of("players-edge").sides["monster"]
    fours, last = monster.MONSTER.shared_lines, len(terms.pays) - 1
    assert prize_of(monster.MONSTER, terms, last, 2) == (2 * terms.pays[last], "", 0)
    assert fours > 0
    assert prize_of(monster.MONSTER, terms, 0, 1) == (0, "monster", terms.shares[0])


def test_the_lines_of_the_side_wagers_have_the_names_that_figures_and_books_use() -> None:
    matched = ("two_suited", "suited_and_unsuited", "suited", "two_unsuited", "unsuited")
    fours = ("four_suited", "four_same_color", "four", "three_same_color", "three", "suited_pair")
    lines = {record.kind: record.lines for record in PACKAGED}
    assert (lines["match"], lines["match_down"], lines["monster"]) == (matched, matched, fours)
    assert lines["spin"] == lines["xtreme"] == ("wheel",)


@pytest.mark.parametrize("text", ["??", " ??", "", "1s", "Ax", "s"])
def test_what_no_card_is_called_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is not a card; a card is a rank of"):
        card(text)


def test_a_two_card_21_is_an_ace_with_a_court_card_in_either_order() -> None:
    for first, second in product(SPANISH_DECK, repeat=2):
        letters = sorted((text_of((first,))[0], text_of((second,))[0]))
        assert hands.is_two_card_21(first, second) == (letters[0] == "A" and letters[1] in "JQK")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("6c 7d 8h", hands.MIXED_678),
        ("8c 6c 7d", hands.MIXED_678),
        ("6h 7h 8d", hands.MIXED_678),
        ("6h 7d 8h", hands.MIXED_678),
        ("7h 8h 6h", hands.SUITED_678),
        ("6s 8s 7s", hands.TOP_678),
        ("7c 7d 7h", hands.MIXED_777),
        ("7c 7c 7d", hands.MIXED_777),
        ("7c 7d 7c", hands.MIXED_777),
        ("7c 7c 7c", hands.SUITED_777),
        ("7s 7s 7s", hands.TOP_777),
        ("6c 6d 9h", hands.ORDINARY),
        ("5c 7d 9h", hands.ORDINARY),
        ("8c 8d 5h", hands.ORDINARY),
        ("6c 9d 6h", hands.ORDINARY),
        ("Kc 5d 6h", hands.ORDINARY),
        ("4c 8d 9h", hands.ORDINARY),
        ("9c 8d 4h", hands.ORDINARY),
        ("8c 4d 9h", hands.ORDINARY),
    ],
)
def test_which_three_cards_earn_more(text: str, kind: int) -> None:
    assert hands.kind_of_three(*cards(text), 3) == kind


def test_only_three_different_of_6_7_8_or_three_7s_earn_more() -> None:
    ranks = [text_of((one,))[0] for one in FEW]
    for first, second, third in product(range(len(FEW)), repeat=3):
        chosen = sorted((ranks[first], ranks[second], ranks[third]))
        found = hands.kind_of_three(FEW[first], FEW[second], FEW[third], 3)
        expected = {"678": "678", "777": "777"}.get("".join(chosen), "")
        names = {hands.MIXED_678: "678", hands.SUITED_678: "678", hands.TOP_678: "678"}
        names |= {hands.MIXED_777: "777", hands.SUITED_777: "777", hands.TOP_777: "777"}
        assert names.get(found, "") == expected


def test_long_hands_earn_more_from_five_cards_on() -> None:
    kinds = [hands.kind_of_long(count, False) for count in range(2, 11)]
    long = [hands.FIVE_CARD_21, hands.SIX_CARD_21, hands.SEVEN_CARD_21]
    assert kinds == [hands.ORDINARY] * 3 + long + [hands.SEVEN_CARD_21] * 3
    exactly = [hands.kind_of_long(count, True) for count in range(2, 11)]
    assert exactly == [hands.ORDINARY] * 3 + long + [hands.ORDINARY] * 3


@pytest.mark.parametrize("hits", [False, True])
def test_the_dealer_draws_to_16_and_in_some_books_to_a_soft_17(hits: bool) -> None:
    for hard in range(2, 22):
        assert hands.dealer_draws(hard, 0, hits) == (hard < 17)
        soft = hard + 10 if hard <= 11 else 0
        expected = (soft < 17 or (soft == 17 and hits)) if soft else hard < 17
        assert hands.dealer_draws(hard, 1, hits) == expected


# -- options ---------------------------------------------------------------------------------------


def test_a_hand_draws_below_21_unless_doubled_or_a_split_ace_with_its_card() -> None:
    for total, doubles, aces, count in product((20, 21, 22), (0, 1), (False, True), (1, 2, 3)):
        for one_card in (False, True):
            blocked = aces and one_card and count >= 2
            found = options.may_draw(total, doubles, aces, count, rules(split_aces_one_card=one_card))
            assert found == (total < 21 and doubles == 0 and not blocked)


def test_a_hand_doubles_as_often_as_the_book_allows_and_not_over_21() -> None:
    for total, count, doubles, split in product((12, 20, 21, 22), (1, 2, 3), (0, 1, 2), (False, True)):
        for most, on_21, after_split in product((1, 2), (False, True), (False, True)):
            book = rules(most_doubles=most, may_double_21=on_21, may_double_after_split=after_split)
            at_21 = total != 21 or (on_21 and doubles == 0)
            expected = count >= 2 and doubles < most and total <= 21 and at_21 and (after_split or not split)
            assert options.may_double(total, count, doubles, split, False, book) == expected
    assert options.may_double(17, 2, 0, True, True, rules())
    assert not options.may_double(17, 2, 0, True, True, rules(split_aces_one_card=True))
    assert options.may_double(17, 2, 0, True, False, rules(split_aces_one_card=True))


def test_two_cards_of_one_value_split_up_to_the_most_hands() -> None:
    for most, limit in ((0, 9), (4, 4), (2, 2)):
        for held in range(1, 7):
            for split, again in product((False, True), repeat=2):
                book = rules(most_hands=most, may_split_again=again)
                expected = held < limit and (again or not split)
                assert options.may_split(8, 8, 2, 0, held, split, book) == expected
    for again, aces in product((False, True), repeat=2):
        book = rules(may_split_again=again, may_split_aces_again=aces)
        assert options.may_split(1, 1, 2, 0, 1, False, book)
        assert options.may_split(1, 1, 2, 0, 2, True, book) == (again and aces)
        assert options.may_split(2, 2, 2, 0, 2, True, book) == again
    assert not options.may_split(8, 9, 2, 0, 1, False, rules())
    assert not options.may_split(8, 8, 3, 0, 1, False, rules())
    assert not options.may_split(8, 8, 2, 1, 1, False, rules())


def test_surrender_is_the_first_decision_and_rescue_comes_after_a_double_within_21() -> None:
    assert options.may_surrender(2, 0, False, False, rules())
    for wrong in ((3, 0, False, False), (2, 1, False, False), (2, 0, True, False), (2, 0, False, True)):
        assert not options.may_surrender(*wrong, rules())
    assert not options.may_surrender(2, 0, False, False, rules(may_surrender=False))
    found = [options.may_rescue(total, doubles, rules()) for total in (20, 21, 22) for doubles in (0, 1, 2)]
    assert found == [False, True, True, False, True, True, False, False, False]
    assert not options.may_rescue(20, 1, rules(may_rescue=False))


# -- pays ------------------------------------------------------------------------------------------

WON, TIED, LOST = pays.WON, pays.TIED, pays.LOST


@pytest.mark.parametrize(
    ("hand", "dealer", "result"),
    [
        ((22, 3), (23, 3), LOST),
        ((20, 2), (19, 2), WON),
        ((19, 2), (20, 2), LOST),
        ((19, 2), (19, 3), TIED),
        ((12, 2), (22, 3), WON),
        ((21, 3), (22, 3), WON),
        ((21, 3), (21, 3), WON),
        ((21, 3), (20, 3), WON),
        ((20, 3), (21, 3), LOST),
    ],
)
def test_who_wins(hand: tuple[int, int], dealer: tuple[int, int], result: int) -> None:
    assert pays.outcome(*hand, False, False, *dealer, False, rules()) == result


def test_a_blackjack_wins_always_and_a_dealers_beats_every_other_hand() -> None:
    assert pays.outcome(21, 2, True, False, 21, 2, True, rules()) == WON
    for total in (12, 20, 21):
        assert pays.outcome(total, 3, False, False, 21, 2, True, rules()) == LOST


def test_a_two_card_21_after_a_split_in_each_reading() -> None:
    for reading, against_three, against_blackjack in (
        (pays.SPLIT_21_WINS, WON, LOST),
        (pays.SPLIT_21_TIES, TIED, LOST),
        (pays.SPLIT_21_PAYS_BLACKJACK, WON, WON),
    ):
        book = rules(two_card_21_after_split=reading)
        assert pays.outcome(21, 2, False, True, 21, 3, False, book) == against_three
        assert pays.outcome(21, 2, False, True, 21, 2, True, book) == against_blackjack
        assert pays.outcome(21, 3, False, True, 21, 3, False, book) == WON
        assert pays.outcome(21, 2, False, True, 21, 2, False, book) == WON
        assert pays.outcome(21, 2, False, False, 21, 3, False, book) == WON
        kinds = [pays.paid_kind(0, 2, 21, doubles, True, book) for doubles in (0, 1)]
        pays_blackjack = reading == pays.SPLIT_21_PAYS_BLACKJACK
        assert kinds == [hands.BLACKJACK if pays_blackjack else hands.ORDINARY, hands.ORDINARY]


def test_doubles_and_splits_take_a_bonus_away_where_the_book_says_so() -> None:
    for on_double, on_split in product((False, True), repeat=2):
        book = rules(bonus_on_double=on_double, bonus_on_split=on_split)
        for doubles, split in product((0, 1, 2), (False, True)):
            kept = (on_double or doubles == 0) and (on_split or not split)
            found = pays.paid_kind(hands.FIVE_CARD_21, 5, 21, doubles, split, book)
            assert found == (hands.FIVE_CARD_21 if kept else hands.ORDINARY)
    assert pays.paid_kind(hands.BLACKJACK, 2, 21, 0, False, rules()) == hands.BLACKJACK


@pytest.mark.parametrize(
    ("amount", "odds", "up", "down", "exact"),
    [
        (10_00, (3, 2), 15_00, 15_00, 15_00),
        (5_50, (3, 2), 8_50, 8_00, 8_25),
        (5_00, (1, 1), 5_00, 5_00, 5_00),
        (5_25, (1, 1), 5_50, 5_00, 5_25),
        (33, (1, 2), 50, 0, 16),
        (10_00, (0, 1), 0, 0, 0),
    ],
)
def test_odd_money_in_each_reading(
    amount: int, odds: tuple[int, int], up: int, down: int, exact: int
) -> None:
    for reading, paid in ((pays.ROUND_UP, up), (pays.ROUND_DOWN, down), (pays.ROUND_EXACT, exact)):
        assert pays.payment(amount, odds, rules(odd_money=reading, smallest_chip=50)) == paid


def test_a_blackjack_is_paid_as_one_and_an_ordinary_hand_as_it_is() -> None:
    book = rules(bonus_on_double=False, bonus_on_split=False)
    for kind, doubles in product((hands.BLACKJACK, hands.ORDINARY), (0, 1)):
        assert pays.paid_kind(kind, 2, 21, doubles, False, book) == kind


def test_a_payment_is_at_most_the_payout_limit_and_without_one_whatever_it_comes_to() -> None:
    for limit, paid in ((0, 15_00), (1, 1), (14_50, 14_50), (15_00, 15_00), (15_50, 15_00)):
        assert pays.payment(10_00, (3, 2), rules(payout_limit=limit, smallest_chip=50)) == paid


@pytest.mark.parametrize(
    ("wager", "exact", "up", "down"),
    [(10_00, 5_00, 5_00, 5_00), (5_50, 2_75, 3_00, 2_50), (33, 16, 50, 0)],
)
def test_half_of_a_surrendered_wager_in_each_reading(wager: int, exact: int, up: int, down: int) -> None:
    for reading, half in ((pays.HALF_EXACT, exact), (pays.HALF_UP, up), (pays.HALF_DOWN, down)):
        assert pays.returned_by_surrender(wager, rules(surrender_half=reading, smallest_chip=50)) == half
    assert pays.most_insurance(wager, rules(insurance_rounds_up=True, smallest_chip=50)) == up
    assert pays.most_insurance(wager, rules(insurance_rounds_up=False, smallest_chip=50)) == down


def test_a_coupon_makes_a_wager_larger_where_it_counts_for_everything() -> None:
    words = WORDS["coupon_counts"]
    assert pays.counted_wager(10_00, 5_00, rules(coupon_counts=words.index("for_everything"))) == 15_00
    assert pays.counted_wager(10_00, 5_00, rules(coupon_counts=words.index("for_the_odds"))) == 10_00


def test_a_word_of_a_setting_is_kept_as_its_place() -> None:
    for name, kept in {
        "two_card_21_after_split": {
            "wins": pays.SPLIT_21_WINS,
            "ties": pays.SPLIT_21_TIES,
            "pays_blackjack": pays.SPLIT_21_PAYS_BLACKJACK,
        },
        "odd_money": {"up": pays.ROUND_UP, "down": pays.ROUND_DOWN, "exact": pays.ROUND_EXACT},
        "surrender_half": {"exact": pays.HALF_EXACT, "up": pays.HALF_UP, "down": pays.HALF_DOWN},
        "coupon_counts": {"for_everything": pays.COUPON_FOR_EVERYTHING},
    }.items():
        assert {word: WORDS[name].index(word) for word in kept} == kept


def test_a_kind_of_hand_is_the_place_of_its_odds() -> None:
    kinds = (
        (hands.ORDINARY, "pays_win"),
        (hands.BLACKJACK, "pays_blackjack"),
        (hands.MIXED_678, "pays_678_mixed"),
        (hands.SUITED_678, "pays_678_suited"),
        (hands.TOP_678, "pays_678_top"),
        (hands.MIXED_777, "pays_777_mixed"),
        (hands.SUITED_777, "pays_777_suited"),
        (hands.TOP_777, "pays_777_top"),
        (hands.FIVE_CARD_21, "pays_five_card_21"),
        (hands.SIX_CARD_21, "pays_six_card_21"),
        (hands.SEVEN_CARD_21, "pays_seven_card_21"),
    )
    assert [PAY_NAMES[kind] for kind, _ in kinds] == [name for _, name in kinds]
    assert len(kinds) == hands.KINDS
    assert pays.LOST < 0 == pays.TIED < pays.WON == -pays.LOST


def test_the_super_bonus_goes_by_the_wager() -> None:
    book = rules(
        super_bonus_from=5_00, super_bonus_large_from=25_00, super_bonus_small=1_000_00, super_bonus_large=7
    )
    found = [pays.super_bonus(wager, book) for wager in (4_99, 5_00, 24_99, 25_00, 90_00)]
    assert found == [0, 1_000_00, 1_000_00, 7, 7]


# -- side wagers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("two", "up", "line"),
    [
        ("7c 7c", "7c", match.TWO_SUITED),
        ("7c 7d", "7c", match.SUITED_AND_UNSUITED),
        ("7d 7c", "7c", match.SUITED_AND_UNSUITED),
        ("7c 8c", "7c", match.ONE_SUITED),
        ("8c 7c", "7c", match.ONE_SUITED),
        ("7d 7h", "7c", match.TWO_UNSUITED),
        ("7d 7d", "7c", match.TWO_UNSUITED),
        ("7d 8c", "7c", match.ONE_UNSUITED),
        ("8c 7d", "7c", match.ONE_UNSUITED),
        ("8c 9c", "7c", match.NO_MATCH),
        ("Jc Qc", "Kc", match.NO_MATCH),
    ],
)
def test_how_two_cards_match_a_third(two: str, up: str, line: int) -> None:
    assert match.match_line(*cards(two), card(up)) == line


def by_counting(four: tuple[int, ...]) -> int:
    """The best line of Monster Match, found by counting ranks, colours and cards."""
    best = monster.NO_LINE
    texts = [text_of((one,)) for one in four]
    for size in (4, 3):
        for rank in {text[0] for text in texts}:
            same = [text for text in texts if text[0] == rank]
            if len(same) == size:
                one_colour = len({text[1] in "dh" for text in same}) == 1
                if size == 4 and len(set(same)) == 1:
                    return monster.FOUR_SUITED
                if size == 4:
                    return monster.FOUR_SAME_COLOR if one_colour else monster.FOUR
                return monster.THREE_SAME_COLOR if one_colour else monster.THREE
    return monster.SUITED_PAIR if len(set(texts)) < 4 else best


def test_monster_match_is_the_best_line_of_four_cards() -> None:
    few = cards("7c 7d 7h 7s 8c 8h 9d")
    for four in product(few, repeat=4):
        assert monster.line(*four) == by_counting(four), text_of(four)


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("7c 7c 8d 8d", 2),
        ("7c 8d 7c 8d", 2),
        ("7c 8d 8d 7c", 2),
        ("7c 7c 8d 8h", 1),
        ("7c 8d 7c 9h", 1),
        ("7c 8d 9h 7c", 1),
        ("9h 7c 7c 8d", 1),
        ("9h 7c 8d 7c", 1),
        ("9h 8d 7c 7c", 1),
        ("7c 7d 8h 8s", 0),
    ],
)
def test_how_many_suited_pairs_lie_among_four_cards(text: str, pairs: int) -> None:
    assert monster.suited_pairs(*cards(text)) == pairs


def test_every_side_wager_makes_one_of_its_lines_or_the_one_after_them() -> None:
    chance = random.Random(1)
    for record in side_wagers():
        made = {record.line(*record.cards_seen(*chance.sample(SPANISH_DECK, 4))) for _ in range(5_000)}
        assert made <= set(range(len(record.lines) + 1)), record.kind
        assert len(record.lines) in made


def test_xtreme_16_is_a_6_and_a_court_card() -> None:
    for first, second in product(SPANISH_DECK, repeat=2):
        letters = {text_of((first,))[0], text_of((second,))[0]}
        expected = "6" in letters and bool(letters & {*"JQK"})
        assert xtreme.is_six_and_ten_value(first, second) == expected


def test_a_meter_carries_what_is_less_than_a_unit() -> None:
    amount, carried = 0, 0
    for _ in range(7):
        added, carried = meter_step(carried, 5_00, (3, 1000))
        amount += added
        assert 0 <= carried < 1000
    assert amount * 1000 + carried == 7 * 5_00 * 3


@pytest.mark.parametrize("book", BOOKS)
def test_insurance_is_half_the_wager_up_or_down_to_a_chip(book: str) -> None:
    base = rules_of(book)
    for wager in (5_00, 5_50, 10_00, 7_50):
        least = wager // 2
        most = pays.most_insurance(wager, base)
        assert most % base.smallest_chip == 0
        if base.insurance_rounds_up:
            assert least <= most < least + base.smallest_chip
        else:
            assert least - base.smallest_chip < most <= least


@pytest.mark.parametrize(
    ("everything", "busted", "by_word"),
    [
        (10, 0, (10, 10, 10, 10, 10)),
        (40, 0, (10, 10, 40, 10, 20)),
        (40, 20, (10, 20, 40, 30, 40)),
        (30, 30, (10, 30, 30, 30, 30)),
        (5, 0, (5, 5, 5, 5, 5)),
    ],
)
def test_what_a_blackjack_takes_of_a_wager_of_10_in_each_reading(
    everything: int, busted: int, by_word: tuple[int, ...]
) -> None:
    waiting = 2 if everything == 40 else int(everything > busted)
    for takes, word in enumerate(WORDS["dealer_blackjack_takes"]):
        taken = pays.taken_by_blackjack(takes, 10, everything, busted, waiting)
        assert taken == by_word[takes], word
        # More is taken than the wager exactly where the word says so of a busted or another hand.
        of_each_hand = word == "original_of_each_hand" and waiting > 1
        assert pays.takes_beyond_wager(takes, busted > 0) or taken <= 10 or of_each_hand
        # A part of what is staked comes back, so somebody must see the Blackjack; or a hand waits for it.
        comes_back = word in ("original", "original_or_busted") and everything > 10
        assert pays.blackjack_matters(takes, False, everything, 10) == comes_back
        assert pays.blackjack_matters(takes, True, everything, 10)


def test_a_hand_waits_for_the_dealers_total_unless_it_always_wins() -> None:
    for reading in (pays.SPLIT_21_WINS, pays.SPLIT_21_TIES, pays.SPLIT_21_PAYS_BLACKJACK):
        book = rules(two_card_21_after_split=reading)
        for total, count, split in product((4, 20, 21), (2, 3), (False, True)):
            outcomes = {
                pays.outcome(total, count, False, split, dealer, 3, False, book) for dealer in range(17, 23)
            }
            if count == 2 and total == 21 and not split:
                continue  # a Blackjack
            assert pays.is_open_to_total(total, count, split, book) == (len(outcomes) > 1)


def test_a_rescue_forfeits_the_first_wager_or_what_was_there_before_the_last_double() -> None:
    words = WORDS["rescue_forfeits"]
    for word, costs in (("first_wager", (10, 10, 10)), ("before_last_double", (10, 10, 20))):
        book = rules(rescue_forfeits=words.index(word))
        assert tuple(pays.forfeited_by_rescue(10, doubles, book) for doubles in range(3)) == costs
        assert pays.returned_by_rescue(30, 20, book) == (30 if word == "first_wager" else 20)


def test_the_fixed_payouts_are_won_by_three_suited_sevens_against_a_seven_alone() -> None:
    for kind, up, doubles, split in product(range(hands.KINDS), range(1, 11), (0, 1), (False, True)):
        won = kind in (hands.SUITED_777, hands.TOP_777) and (up, doubles, split) == (7, 0, False)
        assert pays.wins_fixed_payouts(kind, up, doubles, split) == won
