"""A round under other rules: the same wagers, cards and decisions, and what they come to there."""

import pytest

from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.rules import Rules, what_if
from spanish21.notation import read
from spanish21.notation.under_other_rules import under
from spanish21.notation.writing import Round

ALONE = "book maryland\nsit ann 1 500.00\nbet ann 1 10.00\n"
DRAWN = ALONE + "cards Ks 9d 6h 7c 5c\nann draws\n"
TWO = "book maryland\nsit ann 1 500.00\nsit bob 3 500.00\n"
SHARED = (
    "book massachusetts\nsit ann 1 500.00\nstand bob 500.00\nconsents ann bob\nbet ann 1 10.00\n"
    "bet bob 1 10.00\ncards 5h 9c 6d 9s 8c\nann doubles 10.00\n"
)
XTREME = (
    "book maryland\nsit ann 1 500.00\nsit bob 2 500.00\nbet ann 1 10.00\nbet bob 2 10.00\n"
    "bet ann 1 5.00 xtreme\nbet bob 2 5.00 xtreme\ncards 9s 9d 6s 9h 9c Kc 5d\nann stands\nbob stands\n"
    "dealer draws hot spot 1\ndealer spins community 5.00 stop 7\nspin ann 1 xtreme stop 5\n"
)


def chips_under(text: str, rules: Rules) -> dict[str, int]:
    """What people have after the round under other rules."""
    again, _ = under(read(text), rules)
    return {person.name: person.chips for person in again.end.people}


def refusal_under(text: str, rules: Rules) -> str:
    told = read(text)
    with pytest.raises(BadInput) as refusal:
        under(told, rules)
    return str(refusal.value)


def commands_of(played: Round, *kinds: type[cmd.Command]) -> list[cmd.Command]:
    return [command for command in played.commands if isinstance(command, kinds)]


@pytest.mark.parametrize(
    ("text", "book", "chips"),
    [
        (DRAWN, "uk-casino", {"ann": 510_00}),
        (ALONE + "cards 9s Ac 9h Kd\nann insures 1 5.00\n", "massachusetts", {"ann": 500_00}),
        (ALONE + "cards 9s Ac 9h Kd\nann declines 1\n", "massachusetts", {"ann": 490_00}),
        (ALONE + "cards 5s 9c 6h Kd 9d\nann doubles 10.00\nann stands\n", "massachusetts", {"ann": 520_00}),
        (ALONE + "cards Ks 9d 6h 7c\nann surrenders\n", "massachusetts", {"ann": 495_00}),
        (DRAWN.replace("10.00\n", "10.00 cash\n"), "massachusetts", {"ann": 520_00}),
        (
            SHARED + "bob follows 10.00\nann stands\nbob stands\n",
            "massachusetts",
            {"ann": 520_00, "bob": 520_00},
        ),
        (
            SHARED + "bob follows 5.00\nann stands\nbob stands\n",
            "massachusetts",
            {"ann": 520_00, "bob": 515_00},
        ),
        (
            SHARED + "bob follows 5.00\nann stands\nbob rescues\n",
            "massachusetts",
            {"ann": 520_00, "bob": 490_00},
        ),
        (SHARED + "bob declines double\nann stands\n", "massachusetts", {"ann": 520_00, "bob": 510_00}),
        (XTREME, "maryland", {"ann": 885_00, "bob": 510_00}),
    ],
)
def test_the_same_decisions_are_taken_and_paid_as_the_book_says(
    text: str, book: str, chips: dict[str, int]
) -> None:
    assert chips_under(text, rules_of(book)) == chips


def test_each_person_insures_or_declines_as_in_the_round_told() -> None:
    text = (
        TWO.replace("bob 3", "bob 2")
        + "bet ann 1 10.00\nbet bob 2 10.00\ncards 9s 9d Ac 9h 9c 8d\nann declines 1\nbob insures 2 5.00\n"
        "ann stands\nbob stands\n"
    )
    again, _ = under(read(text), rules_of("uk-casino"))
    assert commands_of(again, cmd.Insure, cmd.DeclineInsurance) == [
        cmd.DeclineInsurance(by="ann", box=1),
        cmd.Insure(by="bob", box=2, amount=5_00),
    ]
    assert [person.chips for person in again.end.people] == [490_00, 485_00]


def test_whoever_sits_where_the_other_table_has_no_box_stands() -> None:
    text = TWO + "bet ann 1 10.00\ncards Ks 9d 6h 7c 5c\nann draws\n"
    for boxes, seat in ((3, 3), (2, 0)):
        again, _ = under(read(text), rules_of("maryland", boxes=boxes, adjacent_boxes=2))
        assert [person.seat for person in again.start.people] == [1, seat]
    wagers = TWO + "bet bob 3 10.00\ncards Ks 9d 6h 7c 5c\nbob draws\n"
    few = rules_of("maryland", boxes=2, adjacent_boxes=2)
    assert refusal_under(wagers, few).startswith("under maryland: the table has no such box [maryland 2.A]")


def test_consent_counts_only_where_several_people_wager_on_a_box() -> None:
    text = (
        "book massachusetts\nsit ann 1 500.00\nstand bob 500.00\nbet ann 1 10.00\nann consents bob\n"
        "cards 5h 9c 9d 9s\nann stands\n"
    )
    for book, times in (("maryland", 0), ("massachusetts", 1)):
        again, notes = under(read(text), rules_of(book))
        assert len(commands_of(again, cmd.Consent)) == times
        assert notes == ()
    assert refusal_under(SHARED + "bob declines double\nann stands\n", rules_of("maryland")).startswith(
        "under maryland: another player sits at that box"
    )


@pytest.mark.parametrize(
    ("text", "rules", "problem"),
    [
        (
            DRAWN.replace("ann draws", "stop").replace(" 5c", ""),
            rules_of("maryland"),
            "only a round that is over, from a shoe that is known can be settled",
        ),
        (
            DRAWN.replace("book maryland\n", "book maryland\nshoe real\n"),
            rules_of("maryland"),
            "only a round that is over, from a shoe that is known can be settled",
        ),
        (
            ALONE + "cards Ks Ad 8h 6c\nann declines 1\nann stands\n",
            what_if(rules_of("maryland"), dealer_hits_soft_17=True),
            "under maryland: the dealer is dealt a card that is not in the round",
        ),
        (
            ALONE + "cards Ks 9d Ks 6c 5c\nann stands\n",
            what_if(rules_of("maryland"), decks=1),
            "under maryland: its 1 decks do not hold the cards of this round",
        ),
        (
            XTREME,
            rules_of("maryland", **{"xtreme-hot-spot": "each_bettor"}),
            "under maryland: a wheel turns, and the round does not say where it stops",
        ),
        (
            XTREME.partition("dealer")[0].replace("sit ann", "set xtreme-hot-spot each_bettor\nsit ann")
            + "spin bob 2 xtreme stop 5\nspin ann 1 xtreme stop 5\n",
            rules_of("maryland"),
            "under maryland: a hot spot is drawn, and the round does not say where",
        ),
        (
            DRAWN.replace("10.00\n", "10.00 cash\n"),
            rules_of("uk-casino"),
            "under uk-casino: cash is not accepted as a wager here",
        ),
        (
            ALONE + "cards Ks 9d 6h 7c\nann surrenders\n",
            rules_of("uk-casino"),
            "under uk-casino: this book has no surrender",
        ),
        (
            ALONE + "cards 8s 9c 8h Kd 3s 9d 5h\nann splits\nann draws\nann stands\nann stands\n",
            what_if(rules_of("maryland"), most_hands=1),
            "under maryland: this hand may not be split",
        ),
    ],
)
def test_what_the_other_rules_cannot_take_is_told(text: str, rules: Rules, problem: str) -> None:
    assert refusal_under(text, rules).startswith(problem)


def test_each_wager_left_out_is_named_in_order() -> None:
    text = (
        TWO.replace("bob 3", "bob 2")
        + "bet ann 1 10.00\nbet bob 2 10.00\nbet bob 2 1.00 spin\nbet ann 1 5.00 xtreme\n"
        "bet ann 1 5.00 match\n"
        "cards Ks 9d 9c 9h 9s 9d\nann stands\nbob stands\n"
    )
    again, notes = under(read(text), rules_of("players-edge"))
    assert notes == (
        "players-edge does not offer spin: left out for bob",
        "players-edge does not offer xtreme: left out for ann",
    )
    assert [command.kind for command in commands_of(again, cmd.PlaceWager)] == ["main", "main", "match"]  # type: ignore[attr-defined]


def test_a_hand_that_is_asked_something_new_stands() -> None:
    """A double may be doubled again only under the other rules."""
    text = ALONE.replace("book maryland\n", "book maryland\nwhat-if may_rescue no\n")
    text += "cards 5s 9c 6h Kd 2d\nann doubles 10.00\n"
    again, _ = under(read(text), what_if(rules_of("maryland"), most_doubles=2))
    assert commands_of(again, cmd.Double, cmd.Stand) == [
        cmd.Double(by="ann", amount=10_00),
        cmd.Stand(by="ann"),
    ]


def test_a_stand_for_which_nobody_is_asked_is_passed_over() -> None:
    text = ALONE + "cards 5s 9c 6h Kd 2d\nann doubles 10.00\nann stands\n"
    again, _ = under(read(text), what_if(rules_of("maryland"), may_rescue=False))
    assert commands_of(again, cmd.Double, cmd.Stand) == [cmd.Double(by="ann", amount=10_00)]


def test_splits_and_doubles_are_taken_on_the_hands_on_which_they_were_taken() -> None:
    text = ALONE + (
        "cards 8s 9c 8h Kd 3s 9d 2h 2c\nann splits\nann doubles 10.00\nann stands\nann draws\nann stands\n"
    )
    told = read(text)
    again, _ = under(told, rules_of("maryland"))
    assert again.events == told.events
    assert again.start.people == told.start.people
    assert under(told, rules_of("uk-casino"))[0].end.people[0].chips == told.end.people[0].chips
