"""Words: what a card counts, soft and hard totals, Blackjack, suit, push, rescue."""

from typing import Any

from msgspec.structs import replace

from breaking import hooks
from breaking.breaks import changes, instead, plays
from breaking.register import broken
from spanish21.game import hands
from spanish21.game.round import places

NUMBERS = {"massachusetts": ("2(b)", "2(b)(1)"), "uk_casino": "G7"}


def counts(rank: int, points: int) -> Any:
    """Cards of a rank count something else."""

    def apply() -> None:
        points_of = tuple(points if card >> 2 == rank else now for card, now in enumerate(hands.POINTS))
        hooks.replace_everywhere(hands.POINTS, points_of)
        instead("game.hands.value", lambda value, card: points if card >> 2 == rank else value(card))()

    return apply


no_blackjack = instead("game.hands.is_two_card_21", lambda is_21, first, second: False)
broken(
    "no two cards are a Blackjack",
    no_blackjack,
    "1.A",
    "1.B",
    "1.B(1)",
    massachusetts=("1", "1.Blackjack"),
    uk_casino="G9",
)
broken(
    "an ace and a 9 are a Blackjack too",
    instead(
        "game.hands.is_two_card_21",
        lambda is_21, first, second: is_21(first, second) or sorted((first >> 2, second >> 2)) == [1, 9],
    ),
    "1.B(1)",
    massachusetts="1.Blackjack",
    uk_casino="G9",
)
broken(
    "a court card of one kind makes no Blackjack",
    instead(
        "game.hands.is_two_card_21",
        lambda is_21, first, second: is_21(first, second) and 12 not in (first >> 2, second >> 2),
    ),
    "1.B(1)",
    massachusetts="1.Blackjack",
)
broken(
    "a two-card 21 after a split is a Blackjack",
    plays(two_card_21_after_split="pays_blackjack"),
    "1.B(1)",
    massachusetts="1.Blackjack",
)
broken(
    "the reader says the opposite",
    changes("ReaderAnswered", lambda found, event: replace(event, blackjack=not event.blackjack)),
    "1.B(2)",
)
every_ace_is_soft = instead("game.hands.is_soft", lambda is_soft, hard, aces: aces > 0)
broken(
    "every hand with an ace is soft",
    every_ace_is_soft,
    "1.B(3)",
    "1.B(5)",
    massachusetts=("1.Hard total", "1.Soft total"),
)
broken(
    "no hand is soft",
    instead("game.hands.is_soft", lambda is_soft, hard, aces: False),
    "1.B(5)",
    massachusetts="1.Soft total",
)
only_1 = instead("game.hands.total", lambda total, hard, aces: hard)
only_11 = instead("game.hands.total", lambda total, hard, aces: hard + 10 if aces else hard)
broken(
    "an ace never counts 11",
    only_1,
    "1.A",
    "1.B",
    "1.B(5)",
    "3.D",
    "3.D(3)",
    massachusetts=("1", "1.Soft total", "2(b)", "2(b)(3)"),
    uk_casino="G7",
)
broken(
    "an ace always counts 11",
    only_11,
    "1.B(3)",
    "3.D(3)",
    massachusetts=("1.Hard total", "2(b)(3)"),
    uk_casino="G7",
)
broken(
    "the hole card lies face up",
    changes("CardDealt", lambda found, event: replace(event, face_down=False)),
    "1.B(4)",
    "7.E(4)",
)
for rank in range(2, 10):
    broken(f"a {rank} counts {rank + 1}", counts(rank, rank + 1), "3.D", "3.D(1)", **NUMBERS)  # type: ignore[arg-type]
for rank, name in ((11, "jack"), (12, "queen"), (13, "king")):
    broken(
        f"a {name} counts 9",
        counts(rank, 9),
        "3.D",
        "3.D(2)",
        massachusetts=("2(b)", "2(b)(2)"),
        uk_casino="G7",
    )


def _dealers_aces_count_1() -> None:
    instead("game.round.places.dealer_total", lambda total, cards: places.dealer_sums(cards)[0])()
    instead("game.hands.dealer_draws", lambda draws, hard, aces, soft_17: draws(hard, 0, soft_17))()


broken("the dealer's aces count 1", _dealers_aces_count_1, books=(), uk_casino="G13")
broken(
    "each of the dealer's aces counts 11",
    instead(
        "game.round.places.dealer_total",
        lambda dealer_total, cards: sum(places.dealer_sums(cards)[at] * by for at, by in ((0, 1), (1, 10))),
    ),
    books=(),
    uk_casino="G13",
)
broken(
    "aces of a doubled hand count 1",
    instead("game.options.aces_after_double", lambda function, aces, rules: 0),
    books=(),
    uk_casino="G19",
)
broken(
    "a push takes the wager",
    changes(
        "WagerSettled",
        lambda found, event: replace(event, collected=event.returned, returned=0),
        lambda found, event: event.why == "tie",
    ),
    books=(),
    massachusetts="1.Push",
)
broken(
    "nothing can be rescued",
    instead("game.options.may_rescue", lambda may, *given: False),
    books=(),
    massachusetts="1.Rescue",
)
broken(
    "any three cards are of one suit",
    instead(
        "game.hands.kind_of_three",
        lambda kind, first, second, third, top: kind(
            first, second & ~3 | first & 3, third & ~3 | first & 3, top
        ),
    ),
    books=(),
    massachusetts="1.Suit",
)
broken(
    "the total called is the one that counts",
    instead(
        "game.chapters.play.announcing.points_announced",
        lambda announced, now, event: _counted_as_called(announced(now, event), event),
    ),
    books=(),
    massachusetts="7(l)",
)


def _counted_as_called(now: Any, event: Any) -> Any:
    boxes = tuple(
        replace(box, hands=tuple(replace(hand, hard=event.total, aces=0) for hand in box.hands))
        if box.number == event.box
        else box
        for box in now.boxes
    )
    return replace(now, boxes=boxes)


# -- what a book leaves open -----------------------------------------------------------------------

for setting, against in (
    ("odd_money", "down"),
    ("super_bonus_replaces_odds", True),
):
    broken(
        f"the doubt goes against the player: {setting} is {against}",
        plays(**{setting: against}),
        books=(),
        uk_casino="G0",
    )

broken(
    "a dealer's Blackjack takes the original wager alone",
    plays(dealer_blackjack_takes="original"),
    books=(),
    uk_casino=("G8", "G15", "G16"),
)
