"""Lines of a round that cannot be right: each is named by its number, and what would be right is told."""

from typing import Any

import msgspec
import pytest

from spanish21.books.submissions.submission_file import Submission, sample_submission
from spanish21.errors import BadInput
from spanish21.game.cards import SPANISH_DECK, cards, text_of
from spanish21.notation import read, write

HEAD = "book maryland\nsit ann 1 500.00\n"
ROUND = HEAD + "bet ann 1 10.00\ncards 6s 9d 7s Kc 8s\nann draws\n"
REAL = ROUND.replace("sit", "shoe real\nsit")
INSURED = HEAD + "bet ann 1 10.00\ncards 9s Ac 9h 8d\n"
SPUN = HEAD + "bet ann 1 10.00\nbet ann 1 1.00 spin\ncards As 9d Ks Kc\n"
XTREME = (
    "book maryland\nsit ann 1 500.00\nsit bob 2 500.00\nbet ann 1 10.00\nbet bob 2 10.00\n"
    "bet ann 1 5.00 xtreme\nbet bob 2 5.00 xtreme\ncards 9s 9d 6s 9h 9c Kc 5d\n"
    "ann stands\nbob stands\n"
)
SHARED = (
    "book massachusetts\nsit ann 1 500.00\nstand bob 500.00\nconsents ann bob\nbet ann 1 10.00\n"
    "bet bob 1 10.00\ncards 5h 9c 6d 9s 8c\nann doubles 10.00\n"
)


@pytest.mark.parametrize(
    ("text", "line", "tells"),
    [
        ("book maryland\n" + "#" * 4_000_000, 0, "too many"),
        (HEAD + "set decks 6\nset decks 8\ncards\n", 4, "line 3"),
        (HEAD + "state cut_order ann eve\ncards\n", 3, "people at the table"),
        (HEAD + "state round 3\nstate round 4\ncards\n", 4, "round"),
        (HEAD + "state round 0\ncards\n", 3, "round 1"),
        (HEAD + "state reader asleep\ncards\n", 3, "broken"),
        (HEAD + "sit eve 2 99999999999999999.00\ncards\n", 3, "amount"),
        (HEAD + "sit eve\ncards\n", 3, "sit NAME BOX CHIPS"),
        (HEAD + "stand eve 2 5.00\ncards\n", 3, "stand NAME CHIPS"),
        (HEAD + "consents eve ann\ncards\n", 3, "consents NAME NAME"),
        (HEAD + "meter spin\ncards\n", 3, "meter NAME AMOUNT"),
        (HEAD + "meter spin 5.00 holds 3\ncards\n", 3, "meter NAME AMOUNT"),
        (HEAD + "meter spin 5.00 carries 999999999\ncards\n", 3, "below"),
        (ROUND + "ann stands\n", 6, "over"),
        (ROUND + "house 9\nann stands\n", 7, "steps"),
        (ROUND.replace("ann draws\n", "stop here\n"), 5, "stop"),
        (ROUND.replace("10.00", "10.00 match gold"), 3, "cash or coupon"),
        (ROUND.replace("bet ann 1 10.00", "bet ann"), 3, "bet NAME BOX AMOUNT"),
        (ROUND.replace("ann draws", "spin ann 1"), 5, "spin NAME BOX WAGER stop NUMBER"),
        (ROUND.replace("ann draws", "spin ann 1 spin stop 1 others 2"), 5, "spin NAME BOX WAGER stop NUMBER"),
        (ROUND.replace("ann draws", "ann doubles ten"), 5, "amount"),
        (ROUND.replace("ann draws", 'ann "draws"'), 5, "draws"),
        (HEAD + 'bet "ann\\q" 1 10.00\ncards\n', 3, "quotation mark"),
        (INSURED, 4, "every player must insure or decline"),
        (SHARED, 8, "bob"),
        (HEAD + "bet ann 1 10.00\n", 3, "cards"),
        (REAL.replace("ann draws", "house 1\ndealer inserts hole card"), 7, "not at that step"),
        (REAL.replace("ann draws", "house 1\ndealer turns hole card"), 7, "not at that step"),
        (REAL.replace("ann draws", "dealer turns hole card").replace("maryland", "uk-casino"), 6, "not at"),
        (HEAD + "stop\nann draws\n", 4, "stop"),
        (SPUN, 5, "spin ann 1 spin stop 0"),
        ("\n\nsit ann 1 500.00\n", 3, "name its book, such as: book maryland"),
        (HEAD + "book\n", 3, "line 1; give it once"),
        ("book\n", 1, "book is written: book NAME"),
        ("book maryland uk\n", 1, "book is written: book NAME"),
        (HEAD + "submission\ncards\n", 3, "submission is written: submission FILE"),
        (HEAD + "submission a\nsubmission b\ncards\n", 4, "line 3; give it once"),
        (HEAD + "set decks\ncards\n", 3, "set is written: set NAME VALUE"),
        (HEAD + "what-if decks\ncards\n", 3, "what-if is written: what-if NAME VALUE"),
        (HEAD + "set decks six\ncards\n", 3, "decks is six; it must be a whole number"),
        (HEAD + "set table_minimum 10\nset decks 7\ncards\n", 4, "decks is 7; it must be one of 6, 8"),
        (HEAD + "set decks 7\nset table_minimum 10\ncards\n", 3, "decks is 7; it must be one of 6, 8"),
        (HEAD + "set decks 8\nset odd_money sideways\ncards\n", 4, "one of up, down, exact"),
        (HEAD + "set odd-money up\nset odd-money up\ncards\n", 4, "odd-money already has a value in line 3"),
        (HEAD + "what-if decks 7\nwhat-if table-minimum 6000\ncards\n", 4, "table_minimum is 6000.00"),
        (
            HEAD + "what-if pays-win 1\nwhat-if pays_win 2\ncards\n",
            4,
            "pays_win already has a value in line 3",
        ),
        (HEAD + "set submission x\ncards\n", 3, "submission is not a choice"),
        (HEAD + "what-if book uk\ncards\n", 3, "book is not a setting"),
        (
            HEAD + "state round\ncards\n",
            3,
            "state NAME VALUE; the names are round, since_shuffle, inventory,",
        ),
        (HEAD + "state cut_order\ncards\n", 3, "state NAME VALUE"),
        (HEAD + "state cut_order dealer ann\ncards\n", 3, "people at the table"),
        (
            HEAD + "state rounds 3\ncards\n",
            3,
            "'rounds' is not a state of the table; the states are round, since",
        ),
        (HEAD + "state inventory 5.0\ncards\n", 3, "amount"),
        (HEAD + "state drop_box x\ncards\n", 3, "amount"),
        (HEAD + "state burn_card 1s\ncards\n", 3, "is not a card"),
        (
            HEAD + "state shuffler asleep\ncards\n",
            3,
            "shuffler is 'asleep'; it must be one of working, broken, covered",
        ),
        (HEAD + "state game over\ncards\n", 3, "game is 'over'; it must be one of going, beginning"),
        (HEAD + "state counted perhaps\ncards\n", 3, "it must be one of yes, no"),
        (HEAD + "state batch_order sorted\ncards\n", 3, "it must be one of shuffled, jammed"),
        (HEAD + "state reader asleep\ncards\n", 3, "it must be one of inspected, uninspected, broken"),
        (HEAD + "state cover soon\ncards\n", 3, "whole number"),
        (HEAD + "state left many\ncards\n", 3, "whole number"),
        (HEAD + "state tens " + ",".join(["Td"] * 65) + "\ncards\n", 3, "is not a list of 10s"),
        (HEAD + "state tens Td,9s\ncards\n", 3, "'Td,9s' is not a list of 10s; write Td,Ts or none"),
        (HEAD + "sit eve 0 5.00\ncards\n", 3, "there is no box 0; the table has boxes 1 to 7"),
        (HEAD + "sit eve 8 5.00\ncards\n", 3, "there is no box 8; the table has boxes 1 to 7"),
        (HEAD + "sit eve 2 five\ncards\n", 3, "amount"),
        (HEAD + "stand eve five\ncards\n", 3, "amount"),
        (HEAD + "sit ann 2 5.00\ncards\n", 3, "'ann' is taken; each person needs a unique name"),
        (HEAD + 'sit "" 2 5.00\ncards\n', 3, "'' is taken"),
        (HEAD + "stand floorperson 5.00\ncards\n", 3, "not dealer or floorperson"),
        (HEAD + "sit eve 1 5.00\ncards\n", 3, "box 1 is already taken"),
        (HEAD + "sit eve 2 barred\ncards\n", 3, "sit NAME BOX CHIPS"),
        (HEAD + "consents ann\ncards\n", 3, "consents NAME NAME"),
        (HEAD + "meter keno 5.00\ncards\n", 3, "no meter 'keno'; its meters: spin, xtreme, xtreme_secondary"),
        (HEAD + "meter spin 5.00 carries\ncards\n", 3, "meter NAME AMOUNT"),
        (HEAD + "meter spin 5.00 carries 3 4\ncards\n", 3, "meter NAME AMOUNT"),
        (HEAD + "meter spin five\ncards\n", 3, "amount"),
        (HEAD + "meter spin 5.00 carries x\ncards\n", 3, "whole number"),
        (HEAD + "meter spin 5.00 carries 100\ncards\n", 3, "the remainder must be below 100"),
        ("book uk-casino\nmeter spin 5.00\ncards\n", 2, "no meter 'spin'; its meters: none"),
        ("what-if spin_offered yes\nbook pontoon\ncards\n", 1, "spin_tables is empty; spin is offered"),
        ("book maryland\nset decks 6\nset deckz 8\ncards\n", 3, "did you mean decks"),
        (HEAD + "shoe 7s 1s\ncards\n", 3, "is not a card"),
        (HEAD + "shoe real\nshoe real\ncards\n", 4, "line 3; give it once"),
        (HEAD + "burns 7x\ncards\n", 3, "is not a card"),
        (HEAD + "burns 7s\nburns 8s\ncards\n", 4, "burns is given here and in line 3"),
        (HEAD + "cards 7s\ncards 8s\n", 4, "cards is given here and in line 3"),
        (HEAD + "bet ann 1 10.00\ncards ??\n", 4, "an unseen card is listed too often"),
        (ROUND.replace("8s", "8s 9s 9s"), 4, "2 of the 7 cards are left over"),
        (ROUND.replace("ann draws\n", "stop\n") + "ann draws\n", 6, "nothing may follow stop"),
        (ROUND.replace("ann draws", "house\nann draws"), 5, "house is written: house NUMBER"),
        (ROUND.replace("ann draws", "house x\nann draws"), 5, "whole number"),
        (
            ROUND.replace("ann draws", "house 1\nhouse 2\nann draws"),
            6,
            "two house lines in a row",
        ),
        (
            ROUND.replace("ann draws", "house 0\nhouse 2\nann draws"),
            6,
            "two house lines in a row",
        ),
        (ROUND.replace("ann draws", "house 5\nann draws"), 6, "the house has 4 steps to do here, not 5"),
        (ROUND.replace("bet ann 1 10.00", "bet ann one 10.00"), 3, "whole number"),
        (ROUND.replace("bet ann 1 10.00", "bet ann 1 ten"), 3, "amount"),
        (ROUND.replace("bet ann 1 10.00", "bet cash"), 3, "bet NAME BOX AMOUNT"),
        (ROUND.replace("10.00", "10.00 main chips"), 3, "'chips' is not a way to pay; write cash or coupon"),
        (ROUND.replace("10.00", "10.00 main a b"), 3, "bet NAME BOX AMOUNT"),
        (SPUN + "spin ann 1 spin halt 0\n", 6, "spin NAME BOX WAGER stop NUMBER"),
        (SPUN + "spin ann one spin stop 0\n", 6, "whole number"),
        (SPUN + "spin ann 1 spin stop x\n", 6, "whole number"),
        (SPUN + "spin ann 1 spin stop 0\nann stands\n", 7, "the round is over before this line"),
        (XTREME, 10, "the hot spot is drawn here; add a line such as: dealer draws hot spot 1"),
        (XTREME + "dealer draws hot spot 1\n", 11, "such as: dealer spins community 5.00 stop 0"),
        (
            XTREME + "dealer draws hot spot 1\ndealer spins community 5.00 stop 7\n",
            12,
            "the wheel turns here; add a line such as: spin ann 1 xtreme stop 0",
        ),
        (
            ROUND + "house 3\ndealer collects cards\nann stands\n",
            8,
            "the round is over; only --- and another round may follow",
        ),
        (ROUND.replace("sit", "state left 4\nsit"), 6, "such as: dealer shuffles 7s Kd 9h"),
        (REAL.replace(" 8s", ""), 6, "the round needs more cards than the 4 that line 5 lists"),
        (ROUND.replace("sit", "state cover 2\nsit") + "house 9\nstop\n", 8, "has 4 steps to do here, not 9"),
        (ROUND.replace("ann draws\n", ""), 4, "the round is not over: ann must decide on box 1, hand 1"),
        (SHARED.replace("ann doubles 10.00\n", ""), 7, "ann must decide on box 1, hand 1"),
        (SHARED, 8, "the round is not over: bob must answer"),
    ],
)
def test_a_line_that_cannot_be_right_is_named(text: str, line: int, tells: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(text)
    message = str(caught.value)
    assert message.startswith(f"round:{line}: " if line else "round: "), message
    assert tells in message
    assert "\n" not in message


def test_the_rounds_without_a_mistake_are_read() -> None:
    assert read(ROUND).is_over
    assert read(INSURED + "ann declines 1\nann stands\n").is_over
    assert read(SPUN + "spin ann 1 spin stop 0\n").is_over
    assert read(SHARED + "bob declines double\nann stands\n").is_over


def test_a_round_is_over_before_the_cards_are_shuffled_for_the_next() -> None:
    played = read(ROUND.replace("sit", "state cover 2\nsit") + "stop\n")
    assert played.is_over
    assert played.end.phase == "stack"


def test_the_house_may_be_told_to_do_what_it_must() -> None:
    assert read(ROUND + "house 3\ndealer collects cards\n").is_over
    assert not read(ROUND + "house 2\nstop\n").is_over


def shuffled_at(place: int, cut: str = "ann cuts 24\n", *more: str) -> str:
    """A round of one deck whose fifth card comes after a shuffle: the 8 of spades, laid at this place."""
    first = cards("6s 9d 7s Kc 8s")
    order = [text_of((one,)) for one in SPANISH_DECK if one not in first]
    order.insert(place, "8s")
    return (
        "book maryland\nwhat-if decks 1\nstate left 4\nsit ann 1 500.00\nbet ann 1 10.00\n"
        f"cards 6s 9d 7s Kc 8s\nann draws\ndealer shuffles {' '.join((*order, *more))}\n{cut}"
    )


def test_a_shuffle_in_the_middle_of_a_round_is_told_with_its_cards() -> None:
    text = shuffled_at(25)  # cut at 24, and the first card is burned
    played = read(text)
    assert played.is_over
    assert len(played.start.pool) == 48
    assert write(played) == text


def test_a_10_that_a_shuffle_brings_was_in_the_decks() -> None:
    text = shuffled_at(25, "ann cuts 24\n", "Td")
    played = read(text)
    assert len(played.start.pool) == 49
    assert write(played) == text


@pytest.mark.parametrize(
    ("text", "line", "tells"),
    [
        (shuffled_at(25, ""), 8, "the round is not over: the table waits (cut)"),
        (shuffled_at(24), 6, "the cards listed do not match the shuffle"),
        (shuffled_at(26), 6, "the cards listed do not match the shuffle"),
        (shuffled_at(25, "ann cuts 24\n", "1s"), 8, '"1s" is not a card'),
        (shuffled_at(25, "ann cuts 24\n", "9s"), 8, "does not hold the cards in play"),
    ],
)
def test_a_shuffle_that_cannot_be_right_is_told(text: str, line: int, tells: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(text)
    assert str(caught.value).startswith(f"round:{line}: ")
    assert tells in str(caught.value)


def test_a_text_may_be_long_but_not_longer_than_four_million_characters() -> None:
    room = 4_000_000 - len(ROUND)
    assert read(ROUND + "#" * room).is_over
    with pytest.raises(BadInput, match=r"^round: 4000001 characters are too many for a round$"):
        read(ROUND + "#" * (room + 1))


def test_a_source_is_named_and_a_submission_is_loaded_as_asked() -> None:
    with pytest.raises(BadInput, match=r"^night\.txt:1: "):
        read("", "night.txt")
    with pytest.raises(BadInput, match=r"^night\.txt: there are 2 rounds here; there must be one"):
        read(ROUND + "---\n" + ROUND, "night.txt")
    text = ROUND.replace("book maryland\n", "book maryland\nsubmission casino\n")
    asked: list[str] = []

    def load(path: str) -> Submission:
        asked.append(path)
        return sample_submission("maryland")

    played = read(text, "night.txt", load)
    assert asked == ["casino"]
    assert played.submission is not None
    assert played.submission.source == "casino"
    assert write(played) == text


def test_a_submission_that_does_not_fit_its_book_is_told_at_the_line_of_the_book() -> None:
    def load(path: str) -> Submission:
        sample = sample_submission("maryland")
        return msgspec.structs.replace(sample, choose={**sample.choose, "decks": 7})

    text = "sit ann 1 500.00\nbook maryland\nsubmission casino\ncards\n"
    with pytest.raises(BadInput, match=r"^round:2: casino: decks is 7; it must be one of 6, 8"):
        read(text, load=load)


# -- what the first lines tell ---------------------------------------------------------------------

TOLD: list[tuple[str, str, Any]] = [
    ("state round 3", "round_number", 2),
    ("state since_shuffle 4", "rounds_since_shuffle", 4),
    ("state inventory 500.50", "inventory", 500_50),
    ("state drop_box 20.00", "drop_box", 20_00),
    ("state counted no", "inventory_counted", False),
    ("state left 100", "dealt", 0),
    ("state cover 50", "cover", 50),
    ("state cover seen", "cover_seen", True),
    ("state burn_card 7s", "burn_card", 31),
    ("state reader uninspected", "opening.reader_inspected", False),
    ("state reader broken", "trouble.reader_broken", True),
    ("state shuffler covered", "trouble.shuffler", "covered"),
    ("state deck_minutes 90", "minutes", 90),
    ("state game beginning", "cutting.just_beginning", True),
    ("state rotation 2", "cutting.rotation", 2),
    ("state cover_seen_by ann", "cover_seen_by", "ann"),
    ("state cut_by ann", "cutting.cut_by", "ann"),
    ("state cut_order dealer", "cutting.order", ()),
    ("meter spin 1034.20 carries 99", "meters", ("spin", 1034_20, 99)),
    ("meter xtreme 10000.01", "meters", ("xtreme", 10_000_01, 0)),
]


@pytest.mark.parametrize(("line", "field", "value"), TOLD, ids=[line for line, _, _ in TOLD])
def test_a_line_on_the_table_is_heard_and_written_back(line: str, field: str, value: Any) -> None:
    text = f"book maryland\n{line}\nsit ann 1 500.00\nbet ann 1 10.00\nstop\n"
    played = read(text)
    found: Any = played.start
    for name in field.split("."):
        found = getattr(found, name)
    if field == "meters":
        found = next((one.name, one.amount, one.remainder) for one in found if one.name == value[0])
    assert found == value
    assert write(played) == text


def test_cards_left_in_the_shoe_are_told_and_the_others_lie_in_the_rack() -> None:
    text = ROUND.replace("book maryland\n", "book maryland\nstate left 100\n")
    played = read(text)
    assert len(played.start.shoe) == 100
    assert sum(len(cards) for cards in played.start.rack) == 188
    assert write(played) == text


def test_people_sit_stand_are_barred_and_consent() -> None:
    text = (
        "book massachusetts\nsit ann 1 500.00\nstand bob 50.50\nsit eve 3 7.00 barred\nconsents ann bob eve\n"
        "bet ann 1 10.00\nstop\n"
    )
    played = read(text)
    people = [(one.name, one.seat, one.chips, one.barred, one.consents) for one in played.start.people]
    assert people == [
        ("ann", 1, 500_00, False, ("bob", "eve")),
        ("bob", 0, 50_50, False, ()),
        ("eve", 3, 7_00, True, ()),
    ]
    assert write(played) == text
