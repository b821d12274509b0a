"""The words of settings: what a stored number means never changes."""

import msgspec
import pytest

from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput
from spanish21.game.events import LOG_VERSION, TableSetUp
from spanish21.game.log.upcasting import upcast
from spanish21.game.log.wire import event_of, json_of
from spanish21.game.rules import SETTINGS, WORDS, settings_of, what_if
from spanish21.game.words import Shuffling

STORED = """
top_suit: clubs diamonds hearts spades
two_card_21_after_split: wins ties pays_blackjack
dealer_blackjack_takes: original original_or_busted all busted_plus_one original_of_each_hand
rescue_forfeits: before_last_double first_wager
odd_money: up down exact
surrender_half: exact up down
coupon_counts: for_everything for_the_odds
void_undoes: all losses nothing
payout_limit_covers: main_wager everything
wagers_made_when: closed placed
blackjack_paid: at_end at_once_v_2_to_9 at_once
settlement_order: losers_first right_to_left
shuffling: hand device continuous
cut_order: cover_card_box rotating
recut_until: shoe deal
recut_by: last next
idle_spread: face_down face_up
reader_failure: halt without
second_ten: decks_removed reshuffled
shuffler_failure: covered removed
second_batch: none kept_safe not_kept_safe
dealing_hands: either nearest_draws left_draws
one_hand_cards: none all further
shoe_side: left right
dead_undoes: all losses nothing
meter_share: down up up_to_chip
shuffled_by: dealer floorperson
rack_height: exact marked
payouts_posted: layout sign
double_on: any_total nine_to_eleven
surrender_against: any_card ace_or_court
dealer_total_announced: each_card at_end
"""


def test_the_number_of_a_word_is_the_one_that_logs_have() -> None:
    stored = dict(line.split(": ") for line in STORED.strip().splitlines())
    for name, words in stored.items():
        assert WORDS[name] == tuple(words.split()), name
    assert stored.keys() <= WORDS.keys()


def test_the_numbers_of_a_side_wagers_words_in_older_logs_become_words() -> None:
    words = ("drawn_position", "drawn_bettor", "every_bettor")
    for number, word in enumerate(words):
        flat = {"xtreme_offered": True, "xtreme_tables": [], "xtreme_spinner": number}
        raw = upcast({"type": "TableSetUp", "rules": flat}, 0)
        assert raw["rules"]["sides"]["xtreme"]["options"] == {"spinner": word, "own_boxes": True}
        assert SETTINGS["xtreme_spinner"].words == words


@pytest.mark.parametrize("word", WORDS["shuffling"])
def test_a_word_is_stored_as_its_number_and_read_back_as_the_word(word: str) -> None:
    rules = what_if(rules_of("maryland"), shuffling=word)
    line = json_of(TableSetUp(LOG_VERSION, rules, 0, False, False, 1))
    assert b'"shuffling":%d,' % WORDS["shuffling"].index(word) in line
    back = event_of(line)
    assert isinstance(back, TableSetUp)
    assert back.rules == rules
    assert back.rules.shuffling is Shuffling[word.upper()]
    assert settings_of(back.rules)["shuffling"] == word


def test_a_number_without_a_word_is_refused() -> None:
    line = json_of(TableSetUp(LOG_VERSION, rules_of("maryland"), 0, False, False, 1))
    told = msgspec.json.decode(line)
    told["rules"]["shuffling"] = 3
    with pytest.raises(BadInput) as refusal:
        event_of(msgspec.json.encode(told))
    assert str(refusal.value) == "TableSetUp: shuffling of rules cannot be 3"
