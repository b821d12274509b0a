"""A round as text: read and written without loss, and every mistake told in one line."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from explore import Walk, a_command, everybody
from scenes import MARYLAND_BOOKS
from spanish21.books.rulebook import BOOKS, RULEBOOKS, load_book
from spanish21.books.setting_text import setting_text, setting_value
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import sample_submission
from spanish21.dealer import open_table, with_chance
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.cards import CARD_TEXT, SPANISH_DECK, UNSEEN, text_of
from spanish21.game.decide import carry_out, legal
from spanish21.game.due import due
from spanish21.game.events import CardBurned, RecutOrdered, ShoeEmptied, TenFound
from spanish21.game.money import amount_of, amount_text
from spanish21.game.rules import Rules, what_if
from spanish21.game.table import DEALER, Table, cards_left
from spanish21.notation import Recorder, Round, is_between_rounds, read, read_all, write, write_all
from spanish21.notation.opening_tables import rules_lines
from spanish21.notation.phrases import line_of_command, phrases, tokens, understood
from spanish21.notation.under_other_rules import under

every_book = pytest.mark.parametrize("book", BOOKS)
FILES = sorted((Path(__file__).parent.parent / "rounds").glob("*.txt"))

A_ROUND = """book maryland
sit ann 1 500.00
bet ann 1 10.00
cards Ks 9d 6h 7c 5c
ann draws
"""


# -- the laws --------------------------------------------------------------------------------------


class Recorded(Walk):
    """A random walk that keeps its rounds."""

    def __init__(self, rules: Rules, chance: random.Random, real: bool = False, short: bool = False) -> None:
        super().__init__(rules, chance, real)
        self.recorder = Recorder()
        self.short = short
        self.unfinished: list[Round] = []

    def do(self, command: cmd.Command) -> None:
        super().do(command)
        assert self.recorder is not None
        if self.chance.random() < 0.01 and (going := self.recorder.unfinished(self.table)) is not None:
            self.unfinished.append(going)
        if self.short and is_between_rounds(self.table) and cards_left(self.table) > 20:
            self.table = short_shoe(self.table, self.chance)


def short_shoe(table: Table, chance: random.Random) -> Table:
    """The same table with only a few cards left in the shoe."""
    dealt = len(table.shoe) - chance.randint(5, 20)
    cover = chance.choice((len(table.shoe) - 3, len(table.shoe)))
    return replace(table, dealt=dealt, rack=(table.shoe[:dealt],), cover=cover)


def check_law(played: Round) -> None:
    """Read again, a written round has the same events; written again, the same text."""
    text = write(played)
    again = read(text)
    assert again.events == played.events, text
    assert again.is_over == played.is_over
    assert write(again) == text


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(BOOKS), st.integers(0, 2**32), st.sampled_from((0.02, 0.1, 0.3)), st.booleans())
def test_any_round_is_read_as_it_was_written(book: str, seed: int, irregular: float, eight: bool) -> None:
    few, *more = load_book(book).bounds["decks"][0]
    walk = Recorded(rules_of(book, decks=more[-1] if eight and more else few), random.Random(seed))
    for _ in range(600):
        walk.step(irregular)
    for played in (*walk.recorder.rounds, *walk.unfinished):
        check_law(played)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(MARYLAND_BOOKS), st.integers(0, 2**32))
def test_a_round_at_a_device_with_a_second_batch_is_read_as_it_was_written(book: str, seed: int) -> None:
    walk = Recorded(rules_of(book, shuffling="device"), random.Random(seed))
    for _ in range(400):
        walk.step(0.2)
    for played in (*walk.recorder.rounds, *walk.unfinished):
        check_law(played)


def test_the_batch_in_the_device_can_be_told() -> None:
    told = A_ROUND.replace("book maryland\n", "book maryland\nset shuffling device\nstate batch BATCH\n")
    batch = ",".join(CARD_TEXT[card] for card in SPANISH_DECK * 6)
    (kept,) = read(told.replace("BATCH", batch)).start.device
    assert kept.cards == SPANISH_DECK * 6
    for wrong, problem in (
        (told.replace("BATCH", "7s,8s"), "the batch in the device is not 6 decks of 48 cards"),
        (told.replace("BATCH", "??"), "list every card of the batch, such as 7s,Kd,9h"),
        (told.replace("BATCH", batch).replace("set shuffling device\n", ""), "keeps no batch"),
    ):
        with pytest.raises(BadInput, match=problem):
            read(wrong)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(BOOKS), st.integers(0, 2**32))
def test_a_round_in_which_the_shoe_runs_out_is_read_as_it_was_written(book: str, seed: int) -> None:
    walk = Recorded(rules_of(book), random.Random(seed), short=True)
    for _ in range(500):
        walk.step()
    for played in walk.recorder.rounds:
        check_law(played)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(BOOKS), st.integers(0, 2**32))
def test_a_round_from_a_real_shoe_is_read_as_it_was_written(book: str, seed: int) -> None:
    walk = Recorded(rules_of(book), random.Random(seed), real=True)
    for _ in range(1_500):
        walk.step(0.02)
    for played in walk.recorder.rounds:
        check_law(played)


def test_the_random_rounds_hold_what_is_rare() -> None:
    """The laws above would say little if no shoe ran out and no cards were cut again or burned."""
    kinds: set[type] = set()
    for book in ("massachusetts", "maryland"):
        for short in (False, True):
            walk = Recorded(rules_of(book), random.Random(21), short=short)
            for _ in range(2_500):
                walk.step(0.3)
            for played in walk.recorder.rounds:
                check_law(played)
                kinds |= {type(event) for event in played.events}
    assert {ShoeEmptied, RecutOrdered, CardBurned} <= kinds


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_round_obeys_the_law(path: Path) -> None:
    check_law(read(path.read_text("utf-8"), str(path)))


# -- the rules of a round --------------------------------------------------------------------------


@pytest.mark.parametrize("book", RULEBOOKS)
def test_choices_and_rulings_are_told_and_read(book: str) -> None:
    sets: dict[str, Any] = {"decks": 8, "table_minimum": 10_00, "offers": [], "odd_money": "down"}
    rules = rules_of(book, **sets)
    lines = rules_lines(rules)
    assert {line.split()[1] for line in lines} == {"decks", "table_minimum", "offers", "odd-money"}
    text = "\n".join([f"book {book}", *lines, "sit ann 1 500.00", "bet ann 1 10.00", "stop", ""])
    assert read(text).start.rules == rules


def test_rules_outside_the_book_are_told_and_read() -> None:
    rules = what_if(rules_of("maryland"), pays_blackjack=(6, 5), dealer_hits_soft_17=True)
    assert rules_lines(rules) == ["what-if dealer_hits_soft_17 true", "what-if pays_blackjack [6,5]"]
    text = "\n".join(
        ["book maryland", *rules_lines(rules), "sit ann 1 500.00", "bet ann 1 10.00", "stop", ""]
    )
    assert read(text).start.rules == rules


def test_a_choice_that_the_book_refuses_is_told_as_outside_of_it() -> None:
    rules = what_if(rules_of("maryland", table_minimum=10_00), decks=7)
    assert rules_lines(rules) == ["what-if decks 7", "what-if table_minimum 10.00"]


def test_a_submission_is_named_by_its_file(tmp_path: Path) -> None:
    sample = Path(__file__).parents[2] / "src/spanish21/rulebooks/submissions/maryland.toml"
    (tmp_path / "casino.toml").write_text(
        sample.read_text("utf-8").replace("decks = 6", "decks = 8"), "utf-8"
    )
    text = A_ROUND.replace("book maryland\n", "book maryland\nsubmission casino.toml\n")
    played = read(text, str(tmp_path / "round.txt"))
    assert played.start.rules.decks == 8
    assert write(played) == text


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("decks", "8", 8),
        ("table_minimum", "15.00", 15_00),
        ("table_minimum", "15", 15_00),
        ("table_minimum", "$15.50", 15_50),
        ("table_minimum", "£15", 15_00),
        ("spin_wager", "5.00", 5_00),
        ("spin_wager", "5", 5_00),
        ("offers", "match,spin", ["match", "spin"]),
        ("offers", "none", []),
        ("mid_shoe_entry", "false", False),
        ("settlement_order", "right_to_left", "right_to_left"),
    ],
)
def test_a_value_is_read_by_what_it_is_for(name: str, text: str, value: object) -> None:
    assert setting_value(name, text) == value
    assert setting_value(name, setting_text(name, value)) == value


# -- words -----------------------------------------------------------------------------------------


@given(st.integers(0, 10**17 - 1))
def test_an_amount_is_read_as_it_is_written(amount: int) -> None:
    assert amount_of(amount_text(amount)) == amount


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12), st.integers(0, 99))
def test_anybody_may_have_any_name(name: str, seed: int) -> None:
    if name in ("dealer", "floorperson"):
        return
    table, _ = open_table(rules_of("uk-casino"), {name: 500_00}, random.Random(seed))
    recorder = Recorder()
    table = recorder.carry_out(table, cmd.PlaceWager(by=name, box=1, amount=5_00)).table
    table = recorder.carry_out(table, cmd.CloseWagers(by=DEALER)).table
    played = recorder.unfinished(table)
    assert played is not None
    assert read(write(played)).events == played.events


@every_book
def test_every_legal_command_of_a_round_can_be_said(book: str) -> None:
    chance = random.Random(3)
    walk = Walk(rules_of(book), chance)
    heard: set[str] = set()
    for _ in range(1_500):
        walk.step(0.2)
        for who in everybody(walk.table):
            for may in legal(walk.table, who):
                if may.command in heard or may.command in ("PlaceWager", "CloseWagers", "Spin", "Deal"):
                    continue
                heard.add(may.command)
                command = a_command(may, who, chance)
                words = tokens(line_of_command(command))
                assert understood(words[0].text, words[1:]) == command, line_of_command(command)
    assert len(heard) > 30


def test_every_phrase_is_shown_in_help() -> None:
    listed = list(phrases())
    assert "doubles AMOUNT" in listed
    assert len(set(listed)) == len(listed)


# -- how it is played ------------------------------------------------------------------------------


def test_the_house_goes_without_saying() -> None:
    played = read(A_ROUND)
    assert played.is_over
    assert [type(command).__name__ for command in played.commands[-3:]] == [
        "TurnHoleCard",
        "Settle",
        "CollectCards",
    ]


def test_a_comment_ends_a_line_and_empty_lines_are_free() -> None:
    text = A_ROUND.replace("\n", "  # so it was\n\n")
    assert write(read(text)) == A_ROUND


def test_rounds_are_parted_by_a_line() -> None:
    rounds = read_all(A_ROUND + "---\n" + A_ROUND)
    assert len(rounds) == 2
    assert write_all(rounds) == A_ROUND + "---\n" + A_ROUND


def test_the_hole_card_of_a_real_shoe_is_told_while_cash_waits_to_be_confirmed() -> None:
    """What is due then is the confirmation, so that turning the hole card does not go without saying."""
    text = """book maryland
state inventory 50.00
shoe real
sit ann 1 500.00
stand bob 10.00
bet ann 1 10.00
cards Ks 9d 9h 8c
bob buys 200.00
house 0
ann stands
house 0
dealer turns hole card
"""
    played = read(text)
    assert played.is_over
    again = write(played)
    assert "dealer turns hole card" in again
    assert read(again).events == played.events


def test_a_hole_card_of_a_real_shoe_that_nobody_saw_stays_unseen() -> None:
    text = """book maryland
shoe real
sit ann 1 500.00
bet ann 1 10.00
cards Ks 9d 6h ??
floorperson reports insertion seen
"""
    played = read(text)
    assert played.end.rack[-1][1] == UNSEEN
    assert write(played) == text


def test_a_ten_in_the_listed_cards_was_in_the_shoe() -> None:
    played = read(A_ROUND.replace("cards Ks 9d", "cards Ks Td 9d"))
    assert any(isinstance(event, TenFound) for event in played.events)


def test_tens_that_nobody_saw_can_be_told() -> None:
    text = A_ROUND.replace("sit ann", "state tens Td,Ts\nsit ann")
    played = read(text)
    assert len(played.start.pool) == 290
    assert write(played) == text
    with pytest.raises(BadInput, match="round:2: '9d' is not a list of 10s; write Td,Ts or none"):
        read(text.replace("Td,Ts", "9d"))


@pytest.mark.parametrize(("more", "count"), [("", 288), (",Td", 289), (",Td,Ts", 290)])
def test_a_batch_in_the_device_may_have_10s_that_nobody_saw(more: str, count: int) -> None:
    batch = ",".join(text_of(SPANISH_DECK * 6).split())
    told = "set shuffling device\nstate batch_order shuffled\nstate batch {}\nsit ann"
    played = read(A_ROUND.replace("sit ann", told.format(batch + more)))
    assert [len(one.cards) for one in played.start.device] == [count]
    minutes = "state deck_minutes 100\nstate batch_minutes 30\n" + told.format(batch + more)
    (later,) = read(A_ROUND.replace("sit ann", minutes)).start.device
    assert (later.opened, later.shuffled) == (70, True)
    with pytest.raises(BadInput, match="the batch in the device is not 6 decks of 48 cards"):
        read(A_ROUND.replace("sit ann", told.format(f"{batch},9s")))


def test_the_recorder_keeps_only_whole_rounds() -> None:
    chance = random.Random(5)
    table, _ = open_table(rules_of("uk-casino"), {"ann": 500_00}, chance)
    recorder = Recorder(sample_submission("uk-casino"))
    for round_number in range(1, 4):
        table = recorder.carry_out(table, cmd.PlaceWager(by="ann", box=1, amount=5_00)).table
        table = recorder.carry_out(table, cmd.CloseWagers(by=DEALER)).table
        while table.phase not in ("wagers", "stack"):
            command = due(table)
            if command is None and table.phase == "insurance":
                command = cmd.DeclineInsurance(by="ann", box=1)
            step = with_chance(table, command, chance) if command is not None else cmd.Stand(by="ann")
            table = recorder.carry_out(table, step).table
        assert recorder.unfinished(table) is None
        assert len(recorder.rounds) == round_number


def test_a_wager_taken_back_is_no_round() -> None:
    table, _ = open_table(rules_of("maryland"), {"ann": 500_00}, random.Random(5))
    recorder = Recorder(sample_submission("maryland"))
    for command in (cmd.PlaceWager(by="ann", box=1, amount=5_00), cmd.WithdrawWager(by="ann", box=1)):
        table = recorder.carry_out(table, command).table
    assert recorder.unfinished(table) is None
    before = table
    wager = cmd.PlaceWager(by="ann", box=1, amount=10_00)
    table = recorder.carry_out(table, wager).table
    going = recorder.unfinished(table)
    assert going is not None
    assert going.commands == (wager,)
    assert going.start == before
    assert going.end == table
    assert going.submission == sample_submission("maryland")
    assert recorder.rounds == []


def test_a_recorder_that_comes_in_the_middle_of_a_round_keeps_the_next() -> None:
    table, _ = open_table(rules_of("maryland"), {"ann": 500_00}, random.Random(5))
    table = carry_out(table, cmd.PlaceWager(by="ann", box=1, amount=5_00)).table
    recorder = Recorder()
    table = recorder.carry_out(table, cmd.CloseWagers(by=DEALER)).table
    assert recorder.unfinished(table) is None
    assert recorder.rounds == []


def test_the_table_is_between_rounds_when_it_waits_for_the_first_wager() -> None:
    table, _ = open_table(rules_of("maryland"), {"ann": 500_00}, random.Random(5))
    assert is_between_rounds(table)
    offered = carry_out(table, cmd.PlaceWager(by="ann", box=1, amount=5_00, instrument="cash")).table
    assert offered.offers
    assert not is_between_rounds(offered)
    assert not is_between_rounds(carry_out(table, cmd.PlaceWager(by="ann", box=1, amount=5_00)).table)
    counted = carry_out(table, cmd.CountInventory(by=DEALER, amount=table.inventory)).table
    assert counted.slip is not None
    assert not is_between_rounds(counted)
    assert not is_between_rounds(replace(table, trouble=replace(table.trouble, ten_to_remove=1)))
    assert not is_between_rounds(replace(table, phase="stack"))


# -- another book ----------------------------------------------------------------------------------


def test_the_same_round_under_a_book_without_a_hole_card() -> None:
    again, notes = under(read(A_ROUND), rules_of("uk-casino"))
    assert again.end.people[0].chips == read(A_ROUND).end.people[0].chips
    assert notes == ()
    check_law(again)


def test_another_book_pays_what_it_says() -> None:
    text = "book maryland\nsit ann 1 500.00\nbet ann 1 10.00\ncards 7d 9c 6d Kc 8d\nann draws\n"
    assert read(text).end.people[0].chips == 520_00  # 6-7-8 of one suit: 2 to 1
    assert (
        under(read(text), rules_of("players-edge"))[0].end.people[0].chips == 530_00
    )  # diamonds are the top suit


def test_a_wager_that_the_other_book_does_not_offer_is_left_out() -> None:
    text = A_ROUND.replace("cards", "bet ann 1 1.00 spin\ncards")
    _again, notes = under(read(text), rules_of("uk-casino"))
    assert notes == ("uk-casino does not offer spin: left out for ann",)


def test_what_the_other_book_refuses_is_told_with_its_clause() -> None:
    path = next(path for path in FILES if path.stem == "maryland-rescue")
    with pytest.raises(BadInput, match="under uk-casino: no player is asked for the decision: ann rescues"):
        under(read(path.read_text("utf-8")), rules_of("uk-casino"))


def test_a_round_in_which_something_went_wrong_belongs_to_its_book() -> None:
    path = next(path for path in FILES if path.stem == "maryland-card-face-up-in-the-shoe")
    with pytest.raises(BadInput, match="nothing goes wrong"):
        under(read(path.read_text("utf-8")), rules_of("uk-casino"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_golden_round_can_be_asked_about_every_book(path: Path) -> None:
    played = read(path.read_text("utf-8"), str(path))
    own = played.start.rules
    for book in BOOKS:
        try:
            again, _ = under(played, rules_of(book))
        except BadInput:
            continue
        check_law(again)
        if own == rules_of(book) and not played.start.meters:
            assert again.events == played.events


# -- mistakes --------------------------------------------------------------------------------------

MISTAKES = [
    ("", "round:1: a round must first name its book, such as: book maryland"),
    ("book vegas\n", "round:1: there is no book 'vegas'; the books are maryland, "),
    ("book maryland\nbook maryland\n", "round:2: book is given here and in line 1"),
    ("book maryland\nset decks 7\ncards\n", "round:2: decks is 7; it must be one of 6, 8 (maryland 3.A)"),
    ("book maryland\nset\n", "round:2: set is written: set NAME VALUE"),
    ("book maryland\nset book uk\ncards\n", "round:2: book is not a choice"),
    ("book maryland\nwhat-if nonsense 3\ncards\n", "round:2: nonsense is not a setting"),
    (
        "book maryland\nwhat-if decks many\ncards\n",
        "round:2: decks is many; it must be a whole number from 1 to",
    ),
    ("book maryland\nstate weather fine\ncards\n", "round:2: 'weather' is not a state of the table"),
    ("book maryland\nstate left 999\ncards\n", "round:3: 999 cards cannot be left in a shoe of 288"),
    (
        "book maryland\nmeter monster 5.00\ncards\n",
        "round:2: this table has no meter 'monster'; its meters: spin",
    ),
    ("book maryland\nsubmission nowhere.toml\n", "round:2: nowhere.toml: cannot be read: No such file"),
    ("book maryland\nsit ann 9 5.00\ncards\n", "round:2: there is no box 9; the table has boxes 1 to 7"),
    ("book maryland\nsit ann 1 5.00\nsit bob 1 5.00\ncards\n", "round:3: box 1 is already taken"),
    ("book maryland\nsit dealer 1 5.00\ncards\n", "round:2: 'dealer' is taken"),
    ("book maryland\nsit ann one 5.00\ncards\n", 'round:2: "one" is not a whole number'),
    ("book maryland\nsit ann 1 5.0\ncards\n", 'round:2: "5.0" is not an amount; write an amount as 12.50'),
    ('book maryland\nsit "ann 1 5.00\n', "round:2: a quotation mark is not closed"),
    (A_ROUND.replace("Ks", "1s"), 'round:4: "1s" is not a card; a card is a rank of A23456789TJQK'),
    (
        A_ROUND.replace("Ks 9d", "Ks Ks Ks Ks Ks Ks Ks 9d"),
        "round:4: Ks is listed too often; 6 decks hold 6",
    ),
    (A_ROUND.replace(" 5c", ""), "round:5: the round needs more cards than the 4 that line 4 lists"),
    (A_ROUND.replace("5c", "5c 4c"), "round:4: 1 of the 6 cards are left over"),
    (A_ROUND.replace("ann draws\n", ""), "round:4: the round is not over: ann must decide on box 1, hand 1"),
    (
        A_ROUND.replace("ann draws", "ann dances"),
        'round:5: "dances" is not a decision; the decisions are draws',
    ),
    (A_ROUND.replace("ann draws", "ann doubles"), 'round:5: "doubles" is written: ann doubles AMOUNT'),
    (A_ROUND.replace("ann draws", "ann"), 'round:5: "ann": after a name comes one of draws'),
    (A_ROUND.replace("ann draws", "bob draws"), "round:5: that person is not at the table"),
    (A_ROUND.replace("ann draws", "ann splits"), "round:5: this hand may not be split [maryland 11.A"),
    (A_ROUND.replace("10.00", "4.00"), "round:3: the wager is below the minimum (at least $5.00)"),
    (A_ROUND.replace("10.00\ncards", "10.00 gold\ncards"), "round:3: that side wager is not offered"),
    (A_ROUND + "ann stands\n", "round:6: the round is over before this line"),
    (A_ROUND + "house 2\nhouse 3\n", "round:7: two house lines in a row"),
    (
        A_ROUND.replace("ann draws", "house 99\nann draws"),
        "round:6: the house has 4 steps to do here, not 99",
    ),
    (A_ROUND + "stop\nann draws\n", "round:7: nothing may follow stop"),
    (A_ROUND.replace("ann draws", "spin ann 1 spin stop 3"), "round:5: the procedure is not at that step"),
    (A_ROUND.replace("cards Ks", "#"), "round:5: a round needs a line of cards"),
    (A_ROUND + "---\n" + A_ROUND, "round: there are 2 rounds here; there must be one"),
]


@pytest.mark.parametrize(("text", "problem"), MISTAKES)
def test_a_mistake_is_told_in_one_line_that_names_its_own(text: str, problem: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(text)
    assert str(caught.value).startswith(problem)
    assert "\n" not in str(caught.value)


WORDS = st.sampled_from(
    re.findall(
        r"\S+",
        """book maryland uk-casino set decks 8 what-if state left cover seen meter spin sit stand ann bob 1 2
        0 -1 5.00 10.00 bet match cash coupon cards Ks 9d As Td ?? house dealer floorperson draws stands
        doubles splits insures declines finds face up in error exposed reports reader failure shuffles stop
        --- shoe real burns consents "big bob" "" # é""",
    )
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(WORDS, max_size=7), max_size=12), st.booleans())
def test_any_words_are_a_round_or_one_line(lines: list[list[str]], whole: bool) -> None:
    text = "\n".join(" ".join(words) for words in lines)
    one_line_or_read(A_ROUND + text if whole else text)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_a_round_or_one_line(text: str) -> None:
    one_line_or_read(text)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(FILES), st.integers(0, 10**6), st.text(max_size=3), st.integers(0, 4))
def test_a_golden_round_with_a_slip_is_a_round_or_one_line(path: Path, at: int, slip: str, gone: int) -> None:
    text = path.read_text("utf-8")
    at %= len(text)
    one_line_or_read(text[:at] + slip + text[at + gone :])


def one_line_or_read(text: str) -> None:
    problem = ""
    try:
        for played in read_all(text):
            check_law(played)
    except BadInput as error:
        problem = str(error)
    assert not problem or problem.startswith("round:")
    assert "\n" not in problem


def test_a_game_that_was_never_cut_is_told() -> None:
    """A device that loads the shoe leaves no cut; whoever came first is offered the next one."""
    chance = random.Random(21)
    uncut = {"device-loads-shoe": "no_cut"}
    rules = rules_of("maryland", shuffling="device", device_loads_shoe=True, **uncut)
    table, _ = open_table(rules, {"ann": 500_00, "bob": 500_00}, chance)
    recorder = Recorder()
    for command in (
        cmd.PlaceWager(by="bob", box=2, amount=10_00),
        cmd.CloseWagers(by=DEALER),
        cmd.Deal(by=DEALER),
    ):
        table = recorder.carry_out(table, command).table
    text = write(recorder.unfinished(table))  # type: ignore[arg-type]
    assert "state game beginning" in text
    assert read(text).start.cutting.just_beginning
