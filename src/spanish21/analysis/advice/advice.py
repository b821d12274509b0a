"""Advice: what every option that a player has now is worth, exactly, given the cards that they have seen.

A value is the expected result of the hand in question, with all its wagers, when everything after
this decision is done at its best; where a card reader has said so, given that the dealer has no Blackjack. It
is found as in table_edge.py, from a shoe of the unseen cards. Side wagers and the payouts for
other people's hands are not in it.

Hands that come from a split later on are played under the policy `zero-memory`, as there. A hand that has
been split is valued as if it were alone on its box: by decisions that do not look at it, the other hands
win the same on average for any card drawn here.
"""

from html import escape
from itertools import product
from typing import Any

import msgspec

from spanish21.analysis.advice.hand_worth import TOO_FEW_CARDS, Chances, HandWorth
from spanish21.analysis.advice.seen_cards import Memory, SeenHand, by_value, known_hand, unseen_cards
from spanish21.analysis.hands.analyser_limits import check_room, check_rules
from spanish21.analysis.hands.shoe_counts import shoe_of_counts
from spanish21.display.brief import brief_list
from spanish21.display.notebook import in_notebook, signed, table_html
from spanish21.display.shown import Shown
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.cards import card
from spanish21.game.decide import legal
from spanish21.game.money import amount_text
from spanish21.game.moves.choices import Amounts, May, OneOf
from spanish21.game.pays import payment
from spanish21.game.table import Table
from spanish21.game.view import View, view

PRICED = ("Stand", "Draw", "Double", "Split", "Surrender", "Rescue", "FollowDouble")
INSURANCE = ("Insure", "DeclineInsurance")
NOT_PRICED = {
    "FollowSplit": "what a share in a split pair is worth is not priced",
    "RefuseCard": "an exposed card is not priced",
    "AnswerLateCard": "a card that comes late is not priced",
}
MEMORIES = ("round", "shoe")
WAIT = "wait"


class Option(msgspec.Struct, frozen=True):
    """A decision and its worth, in the smallest unit of money; `None` where it is not priced."""

    command: cmd.Command | None
    """The command to send; None leaves the hand to the person who makes its decisions."""
    value: float | None
    per_wager: float | None
    """The value in units of the wager that it is about."""
    cost: float | None
    """What it loses against the best option."""
    note: str = ""

    @property
    def name(self) -> str:
        """The decision in words, such as "double by 10.00"."""
        if self.command is None:
            return WAIT
        words = _words(type(self.command).__name__)
        amount = getattr(self.command, "amount", None)
        return words if amount is None else f"{words} by {amount_text(amount)}"

    @property
    def text(self) -> str:
        """The option in one line."""
        if self.value is None or self.cost is None:
            return f"{self.name}: {self.note}"
        worth = f"{self.name} {self.value / 100:+.2f}"
        return f"{worth} (costs {self.cost / 100:.2f})" if self.cost else worth


class Advice(Shown, msgspec.Struct, frozen=True):
    """Every decision that a player may make now, the best first."""

    who: str
    memory: Memory
    options: tuple[Option, ...]
    chances: Chances | None = None
    """What the hand is up against; None where no hand is priced."""

    @property
    def best(self) -> Option | None:
        """The best option that is priced."""
        return self.options[0] if self.options and self.options[0].value is not None else None

    @property
    def text(self) -> str:
        """The options in one line."""
        return "; ".join(option.text for option in self.options) or "nothing to decide"

    def __repr__(self) -> str:
        return brief_list(f"Advice for {self.who}", [option.text for option in self.options])

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every option; amounts in the smallest unit."""
        return [
            {"decision": one.name, "value": one.value, "cost": one.cost, "note": one.note}
            for one in self.options
        ]

    def _repr_html_(self) -> str:
        """A notebook shows the options, the best first."""
        return in_notebook(table_html(("Decision", "Value", "Cost"), map(_row_of, self.options)))


def _row_of(option: Option) -> tuple[str, str, str]:
    if option.value is None or option.cost is None:
        return escape(option.name), "", escape(option.note)
    return escape(option.name), signed(option.value / 100, "{:+.2f}"), f"{option.cost / 100:.2f}"


def advise(table: Table, who: str, memory: Memory = "round") -> Advice:
    """The worth of every decision that is legal for `who` now, and its cost against the best.

    `memory` is "round", every card seen in this round (hands already paid and removed included), or "shoe",
    every card seen since the shuffle.
    """
    if memory not in MEMORIES:
        raise BadInput(f"{memory!r} is not a memory; use {' or '.join(MEMORIES)}")
    check_rules(table.rules)
    offered = legal(table, who)
    seen = view(table, who)
    found = [option for one in offered for option in _not_priced(one, who)]
    found += _insurance(table, seen, memory, offered)
    on_hand = [one for one in offered if one.command in PRICED]
    chances = None
    if on_hand:
        options, chances = _on_hand(table, seen, memory, on_hand)
        found += _with_costs(options)
    return Advice(who, memory, tuple(sorted(found, key=_place)), chances)


def _place(option: Option) -> float:
    return float("inf") if option.cost is None else option.cost


def _words(name: str) -> str:
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()


def _with_costs(options: list[Option]) -> list[Option]:
    """The options with the cost of each against the best of them."""
    best = max((option.value for option in options if option.value is not None), default=0.0)
    return [
        option if option.value is None else msgspec.structs.replace(option, cost=best - option.value)
        for option in options
    ]


def _not_priced(offered: May, who: str) -> list[Option]:
    note = NOT_PRICED.get(offered.command)
    if note is None:
        return []
    choices = {name: one.values for name, one in offered.fields.items() if isinstance(one, OneOf)}
    ways = [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]
    return [_unpriced(cmd.COMMANDS[offered.command](by=who, **fields), note) for fields in ways]


def _unpriced(command: cmd.Command | None, why: str) -> Option:
    return Option(command, None, None, None, why)


# Insurance


def _insurance(table: Table, seen: View, memory: Memory, offered: tuple[May, ...]) -> list[Option]:
    """Insurance taken in full and declined, box by box: each box is a separate decision."""
    found: list[Option] = []
    answers = [one for one in offered if one.command in INSURANCE]
    for box in dict.fromkeys(box for one in answers for box in _boxes(one)):
        options = []
        for one in answers:
            if box not in _boxes(one):
                continue
            if one.command == "DeclineInsurance":
                options.append(Option(cmd.DeclineInsurance(by=seen.you, box=box), 0.0, 0.0, None))
                continue
            amount = _amounts(one).most
            worth = insurance_worth(table, seen, memory, amount)
            options.append(
                Option(cmd.Insure(by=seen.you, box=box, amount=amount), worth, worth / amount, None)
            )
        found += _with_costs(options)
    return found


def insurance_worth(table: Table, seen: View, memory: Memory, amount: int) -> float:
    """What an insurance wager wins on average with the cards that have been seen."""
    rules, up = table.rules, card(seen.dealer[0])
    suits = unseen_cards(table, seen, memory)
    cards, tens, of_suit = int(suits.sum()), int(by_value(suits)[10]), int(suits[10:, up & 3].sum())
    won = (tens - of_suit) * payment(amount, rules.pays_insurance, rules)
    won += of_suit * payment(amount, rules.pays_insurance_suited, rules)
    return (won - (cards - tens) * amount) / cards


def _boxes(offered: May) -> tuple[int, ...]:
    choice = offered.fields["box"]
    assert isinstance(choice, OneOf)
    return choice.values


def _amounts(offered: May) -> Amounts:
    choice = offered.fields["amount"]
    assert isinstance(choice, Amounts)
    return choice


# Decisions on a hand


def _on_hand(
    table: Table, seen: View, memory: Memory, offered: list[May]
) -> tuple[list[Option], Chances | None]:
    known = known_hand(table, seen, memory)
    commands = [command for one in offered for command in _commands(one, seen.you)]
    if all(one.command == "Rescue" for one in offered):
        commands.append(None)  # a share in another person's hand: without a rescue there is only waiting
    why = _why_not(table, seen, known)
    if why:
        return [_unpriced(command, why) for command in commands], None
    worth = HandWorth(table, known)
    return [_option(worth, command) for command in commands], worth.chances


def _commands(offered: May, who: str) -> list[cmd.Command | None]:
    """The commands to price: an amount at its most and at its least, between which nothing is better."""
    kind: Any = cmd.COMMANDS[offered.command]
    if "amount" not in offered.fields:
        return [kind(by=who)]
    bounds = _amounts(offered)
    return [kind(by=who, amount=amount) for amount in dict.fromkeys((bounds.most, bounds.least))]


def _why_not(table: Table, seen: View, known: SeenHand) -> str:
    """Why a hand is not priced, or nothing."""
    if seen.exposed_card:
        return NOT_PRICED["RefuseCard"]
    if table.asked and table.rules.most_doubles > 1:
        return "a share in a double that may be doubled again is not priced"
    try:
        check_room(shoe_of_counts(known.suits), 1)
    except BadInput:
        return TOO_FEW_CARDS
    return ""


def _option(worth: HandWorth, command: cmd.Command | None) -> Option:
    wager = worth.wager
    why, found = worth.of(command)
    return _unpriced(command, why) if why else Option(command, found * wager, found, None)
