"""The keys of a seat: which command a line of them asks for, legal or not."""

from typing import Any

from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.game.money import amount_of, shown_text
from spanish21.game.moves.choices import Amounts, OneOf
from spanish21.game.round.wheels import fixed_amounts
from spanish21.game.side_wagers.registry import current_dict, side_wager, side_wagers
from spanish21.game.states import Phase
from spanish21.game.table import Table
from spanish21.notation.phrases import number_of

SIDES = current_dict(lambda: {record.key: record.kind for record in side_wagers()})
"""The key of each side wager."""
PLAIN: dict[str, type[cmd.Command]] = {
    "h": cmd.Draw,
    "s": cmd.Stand,
    "p": cmd.Split,
    "r": cmd.Surrender,
    "x": cmd.Rescue,
    "j": cmd.RefuseCard,
    "u": cmd.AskBurnCard,
    "f": cmd.RequestFaceUp,
}
WORDS = {
    "draw": "h",
    "hit": "h",
    "stand": "s",
    "split": "p",
    "surrender": "r",
    "rescue": "x",
    "double": "d",
    "insure": "i",
    "insurance": "i",
    "no": "n",
    "yes": "y",
    "cut": "c",
    "box": "b",
    "take": "t",
    "buy": "+",
}
SIDE_NAMES = current_dict(lambda: {record.kind.rpartition("_")[2]: record.key for record in side_wagers()})
"""The word that does as well as the key of a side wager."""


def typed(text: str, table: Table, who: str) -> cmd.Command:
    """The command that a line of keys asks for, legal or not; `BadInput` when it means nothing."""
    first, *rest = text.split()
    word = first.lower()
    key = WORDS.get(word) or SIDE_NAMES.get(word, word)
    if first.lstrip("$£")[:1].isdigit() and not rest:
        return cmd.PlaceWager(by=who, box=seat_of(table, who), amount=amount_of(first.lstrip("$£")))
    if key in PLAIN and not rest:
        return PLAIN[key](by=who)
    command = _wager(key, rest, table, who) or _decision(key, rest, table, who)
    if command is None:
        raise BadInput(f"{shown_text(text)} is not a key here; help lists the keys, ? explains, q leaves")
    return command


def _wager(key: str, rest: list[str], table: Table, who: str) -> cmd.Command | None:
    """A command that places a wager, takes one back, lets another player wager, or buys chips for it."""
    if key in SIDES and len(rest) <= 2:
        kind = SIDES[key]
        amount = amount_of(rest[0]) if rest else _most(table, who, "PlaceWager", "kind", kind)
        box = number_of(rest[1]) if len(rest) > 1 else seat_of(table, who)
        return cmd.PlaceWager(by=who, box=box, amount=amount, kind=kind)
    if key == "b" and 2 <= len(rest) <= 4:
        box, amount = number_of(rest[0]), amount_of(rest[1])
        paid = rest[2] if len(rest) > 2 else "chips"
        kind = rest[3] if len(rest) > 3 else "main"
        return cmd.PlaceWager(by=who, box=box, amount=amount, kind=kind, instrument=paid)
    if key == "t" and len(rest) <= 2:
        box = number_of(rest[0]) if rest else seat_of(table, who)
        return cmd.WithdrawWager(by=who, box=box, kind=rest[1] if len(rest) == 2 else "main")
    if key == "l" and rest:
        return cmd.Consent(by=who, person=" ".join(rest))
    if key == "+" and len(rest) == 1:
        return cmd.BuyChips(by=who, amount=amount_of(rest[0]))
    return None


def _decision(key: str, rest: list[str], table: Table, who: str) -> cmd.Command | None:
    """A command that decides on a hand, on insurance or on the cut."""
    if key == "d" and len(rest) <= 1:
        return cmd.Double(by=who, amount=amount_of(rest[0]) if rest else _most(table, who, "Double"))
    if key == "i" and len(rest) <= 1:
        box = box_to_insure(table, who)
        amount = amount_of(rest[0]) if rest else _most(table, who, "Insure", "box", box)
        return cmd.Insure(by=who, box=box, amount=amount)
    if key in ("y", "n") and not rest:
        return _answer(table, who, key == "y")
    if key in ("1st", "first", "2nd", "second") and not rest:
        return cmd.FollowSplit(by=who, covers=False, hand=0 if key in ("1st", "first") else 1)
    if key == "c" and len(rest) == 1:
        return cmd.Cut(by=who, at=number_of(rest[0]))
    return None


def seat_of(table: Table, who: str) -> int:
    """The box at which a person sits."""
    return next((person.seat for person in table.people if person.name == who), 1)


def box_to_insure(table: Table, who: str) -> int:
    """The first box whose insurance a person has not yet answered for; without one, their own."""
    for one in legal(table, who):
        choice = one.fields.get("box")
        if one.command == "DeclineInsurance" and isinstance(choice, OneOf):
            return int(choice.values[0])
    return seat_of(table, who)


def _most(table: Table, who: str, command: str, field: str = "", value: Any = None) -> int:
    """The highest amount that is legal, or what the hand would need."""
    for one in legal(table, who):
        if one.command != command:
            continue
        choice = one.fields.get(field)
        if field and not (isinstance(choice, OneOf) and value in choice.values):
            continue
        amount = one.fields.get("amount")
        if isinstance(amount, OneOf):
            return int(amount.values[0])
        if isinstance(amount, Amounts):
            return amount.most if command != "PlaceWager" else amount.least
    return _least_of(table, value) if value in SIDES.values() else table.rules.smallest_chip


def _least_of(table: Table, kind: str) -> int:
    """The least that a side wager may be."""
    record = side_wager(kind)
    if kind not in table.rules.sides or record.paytable not in table.rules.sides:
        return table.rules.smallest_chip
    if record.pays_by == "odds":
        return table.rules.sides[record.paytable].minimum
    return min(fixed_amounts(table.rules, kind), default=table.rules.smallest_chip)


def _answer(table: Table, who: str, yes: bool) -> cmd.Command:
    if table.phase == Phase.INSURANCE:
        box = box_to_insure(table, who)
        if yes:
            return cmd.Insure(by=who, box=box, amount=_most(table, who, "Insure", "box", box))
        return cmd.DeclineInsurance(by=who, box=box)
    for one in legal(table, who):
        if one.command == "AnswerLateCard":
            return cmd.AnswerLateCard(by=who, takes=yes)
        if one.command == "FollowSplit":
            return cmd.FollowSplit(by=who, covers=yes)
        if one.command == "FollowDouble":
            return cmd.FollowDouble(by=who, amount=_most(table, who, "FollowDouble") if yes else 0)
        if one.command == "RefuseCut":
            return cmd.RefuseCut(by=who)
    raise BadInput("there is nothing to say yes or no to")
