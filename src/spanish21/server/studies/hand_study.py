"""In the worker: a hand laid out card by card, and the worth of every decision on it."""

import random
from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from spanish21.dealer import open_table, run_house
from spanish21.errors import BadInput, Refused
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import CARD_TEXT, cards
from spanish21.game.decide import carry_out, legal
from spanish21.game.hands import is_ace, is_soft, total, value
from spanish21.game.moves.choices import Amounts
from spanish21.game.pictures.count_text import count_text
from spanish21.game.rules import Rules
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, Table
from spanish21.server.studies.answers_of_studies import LaidHand, LaidOut, PricedHand
from spanish21.server.studies.subject import Subject

WHO = "you"
MOST_CARDS = 21
WAGERS = 10
"""The wager, in table minimums, with chips for every double and split."""


class Laid(msgspec.Struct, frozen=True):
    """A hand, the dealer's up card, cards that are gone, and how many of the last cards came by doubles; of a
    hand from a split the first card was split from another of its kind, which waits for its turn."""

    hand: str
    up: str
    seen: str = ""
    doubled: int = 0
    split: bool = False


def hand(subject: Subject, laid: Laid) -> LaidOut:
    """Every decision on a hand as it is laid, with its value; insurance where it is offered first."""
    from spanish21.analysis.advice.advice import advise

    held, up, seen = cards(laid.hand), cards(laid.up), cards(laid.seen)
    _check(laid, len(held), len(up))
    opened = open_table(subject.rules, {WHO: 1_000 * subject.rules.table_minimum}, random.Random(1))[0]
    order = (held[0], *held) if laid.split else held
    _check_cards(opened, order + up + seen)
    table, insurance = _played(_stacked(_with_wager(opened), order, up[0])), list[PricedHand]()
    if table.phase == Phase.INSURANCE:
        insurance = _told(advise(_without(table, seen), WHO))
        table = run_house(carry_out(table, cmd.DeclineInsurance(by=WHO, box=1)).table)[0]
    table = _drawn(_split(table) if laid.split else table, len(held), laid.doubled)
    options: list[PricedHand] = []
    if _waits(table):
        options = _told(advise(_without(table, seen), WHO))
    return {
        "hand": _shown(held),
        "dealer": [CARD_TEXT[up[0]]],
        "wager": _wager(table.rules),
        "unseen": len(opened.pool) - len(order) - 1 - len(seen),
        "insurance": insurance,
        "options": options,
    }


def _check(laid: Laid, held: int, ups: int) -> None:
    if ups != 1:
        raise BadInput("the dealer has one card face up")
    if not 2 <= held <= MOST_CARDS:
        raise BadInput(f"a hand has 2 to {MOST_CARDS} cards")
    if not 0 <= laid.doubled <= held - 2:
        raise BadInput("a double brings a third card or a later one")


def _check_cards(opened: Table, laid: tuple[int, ...]) -> None:
    """No card appears more often than in the decks."""
    has = Counter(opened.pool)
    for one, times in Counter(laid).items():
        if times > has[one]:
            said = "the decks have none" if not has[one] else f"{opened.rules.decks} decks have {has[one]}"
            raise BadInput(f"{CARD_TEXT[one]} appears {count_text(times, 'time')}; {said}")


def _wager(rules: Rules) -> int:
    return min(WAGERS * rules.table_minimum, rules.table_maximum)


def _with_wager(opened: Table) -> Table:
    return carry_out(opened, cmd.PlaceWager(by=WHO, box=1, amount=_wager(opened.rules))).table


def _stacked(table: Table, held: tuple[int, ...], up: int) -> Table:
    """The shoe in the order in which this table deals: it is dealt once to see whose card comes when."""
    closed = carry_out(table, cmd.CloseWagers(by=DEALER))
    events = [*closed.events, *run_house(closed.table)[1]]
    first = [event for event in events if isinstance(event, ev.CardDealt)][
        : 4 if table.rules.hole_card else 3
    ]
    left, rest = list(held), Counter(table.shoe[table.dealt :])
    rest.subtract((*held, up))
    hole = next(one for one in rest.elements() if 2 <= value(one) <= 9 and rest[one] > 0)
    top = [left.pop(0) if event.box else hole if event.face_down else up for event in first]
    top += left
    others = Counter(table.shoe[table.dealt :])
    others.subtract(top)
    return replace(table, shoe=(*table.shoe[: table.dealt], *top, *others.elements()))


def _played(table: Table) -> Table:
    return run_house(carry_out(table, cmd.CloseWagers(by=DEALER)).table)[0]


def _without(table: Table, seen: tuple[int, ...]) -> Table:
    """The table whose decks never had the removed cards: nothing counts on them any more."""
    left = Counter(table.pool)
    left.subtract(seen)
    return replace(table, pool=tuple(left.elements()))


def _split(table: Table) -> Table:
    try:
        return run_house(carry_out(table, cmd.Split(by=WHO)).table)[0]
    except Refused as refused:
        raise BadInput(f"these cards cannot come from a split: {refused}") from None


def _drawn(table: Table, held: int, doubled: int) -> Table:
    """The same after the hand's further cards, the last of them by doubles."""
    for at in range(2, held):
        try:
            table = run_house(carry_out(table, _next_card(table, at >= held - doubled)).table)[0]
        except Refused as refused:
            raise BadInput(f"no card can be drawn to the first {at} cards: {refused}") from None
    return table


def _next_card(table: Table, by_double: bool) -> cmd.Command:
    if not by_double:
        return cmd.Draw(by=WHO)
    for offered in legal(table, WHO):
        amounts = offered.fields.get("amount")
        if offered.command == "Double" and isinstance(amounts, Amounts):
            return cmd.Double(by=WHO, amount=amounts.most)
    raise BadInput("this hand may not be doubled there")


def _waits(table: Table) -> bool:
    return table.phase == Phase.PLAY and bool(legal(table, WHO))


def _shown(held: tuple[int, ...]) -> LaidHand:
    hard, aces = sum(map(value, held)), sum(is_ace(one) for one in held)
    return {
        "cards": [CARD_TEXT[one] for one in held],
        "total": total(hard, aces),
        "soft": is_soft(hard, aces),
    }


def _told(advice: Any) -> list[PricedHand]:
    """An advice in units of the wager; of a double, the one in full."""
    options: dict[str, PricedHand] = {}
    for option in advice.options:
        name = type(option.command).__name__
        amount = getattr(option.command, "amount", 0)
        if name not in options or amount > options[name]["amount"]:
            options[name] = {
                "command": name,
                "amount": amount,
                "value": option.per_wager,
                "money": option.value,
                "cost": option.cost,
                "note": option.note,
            }
    return sorted(options.values(), key=lambda one: (one["cost"] is None, one["cost"] or 0))
