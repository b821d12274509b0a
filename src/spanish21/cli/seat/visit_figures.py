"""A visit in figures: rounds, hands, net, luck and mistakes; and earlier rounds as they lay on the layout."""

from collections.abc import Iterator

import msgspec

from spanish21.cli.printing import money
from spanish21.cli.seat.coach import Judge
from spanish21.cli.seat.seat_lines import signed_money
from spanish21.cli.seat.seat_picture import picture
from spanish21.cli.seat.visit import PlayedRound, Visit
from spanish21.game.rules import Rules
from spanish21.game.states import Phase


class Luck(msgspec.Struct, frozen=True):
    """What best play brings on average, what mistakes cost, and what chance did, in the smallest unit."""

    expected: int
    mistakes: int
    cost: int
    luck: int


def luck_of(visit: Visit, value: float, judge: Judge) -> Luck:
    """The luck of a visit: the net of hands and insurance against what was to be expected, mistakes apart."""
    expected = visit.wagered() * value
    number, cost = judge.mistakes([one for played in visit.over for one in played.decisions])
    luck = visit.net() - visit.net_on_sides() - expected + cost
    return Luck(round(expected), number, round(cost), round(luck))


def figures(visit: Visit, rules: Rules) -> Iterator[str]:
    """Rounds, hands and net."""
    rounds, hands, currency = len(visit.over), visit.hands(), rules.currency
    counted = f"{_counted(rounds, 'round')}, {_counted(hands, 'hand')}"
    wagered = money(visit.wagered(), currency)
    yield f"{counted}: {signed_money(visit.net(), currency)} on original wagers of {wagered}."
    if sides := visit.net_on_sides():
        yield f"Of that, from side wagers and bonus payouts: {signed_money(sides, currency)}."


def luck_lines(luck: Luck, rules: Rules) -> Iterator[str]:
    """What was luck and what was not."""
    currency = rules.currency
    if luck.mistakes:
        yield f"{_counted(luck.mistakes, 'mistake')} cost {money(luck.cost, currency)} in expectation."
    else:
        yield "No mistakes."
    expected = signed_money(luck.expected, currency)
    yield f"Luck: {signed_money(luck.luck, currency)}. Best play expects {expected} from these wagers."


def picture_of_round(played: PlayedRound, rules: Rules) -> str:
    """A finished round: every hand as it last lay open."""
    assert played.seen is not None
    boxes = tuple(
        msgspec.structs.replace(
            box, hands=tuple(played.hands.get((box.number, at), hand) for at, hand in enumerate(box.hands))
        )
        for box in played.seen.boxes
    )
    return picture(msgspec.structs.replace(played.seen, boxes=boxes, phase=Phase.COLLECT), rules.currency)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
