"""Lines of a round that cannot be right: each is named by its number, and what would be right is told."""

import pytest

from spanish21.errors import BadInput
from spanish21.game.notation_read import read

HEAD = "book maryland\nsit ann 1 500.00\n"
ROUND = HEAD + "bet ann 1 10.00\ncards 6s 9d 7s Kc 8s\nann draws\n"
INSURED = HEAD + "bet ann 1 10.00\ncards 9s Ac 9h 8d\n"
SPUN = HEAD + "bet ann 1 10.00\nbet ann 1 1.00 spin\ncards As 9d Ks Kc\n"
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
        (INSURED, 4, "everybody must insure or decline"),
        (SHARED, 8, "bob"),
        (HEAD + "bet ann 1 10.00\n", 3, "cards"),
        (HEAD + "stop\nann draws\n", 4, "stop"),
        (SPUN, 5, "spin ann 1 spin stop 0"),
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
