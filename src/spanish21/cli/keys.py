"""The keys of a seat: what each one asks for, and which of them the rules allow now."""

from collections.abc import Iterable
from typing import Any

from spanish21.cli.printing import money
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.choices import Amounts, May, OneOf, one_by_one
from spanish21.game.decide import legal
from spanish21.game.money import amount_of
from spanish21.game.table import Table
from spanish21.notation.phrases import number_of

SIDES = {"m": "match", "k": "match_down", "o": "monster", "w": "spin", "e": "xtreme"}
SIDE_WORDS = {
    "match": "match",
    "match_down": "match-down",
    "monster": "Monster Match",
    "spin": "Bonus Spin",
    "xtreme": "Xtreme 16",
}
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
    "match": "m",
    "down": "k",
    "monster": "o",
    "spin": "w",
    "xtreme": "e",
    "buy": "+",
}


def typed(text: str, table: Table, who: str) -> cmd.Command:
    """The command that a line of keys asks for, legal or not; `BadInput` when it means nothing."""
    first, *rest = text.split()
    key = WORDS.get(first.lower(), first.lower())
    if first[0].isdigit():
        return cmd.PlaceWager(by=who, box=_box(table, who), amount=amount_of(first))
    if key in PLAIN and not rest:
        return PLAIN[key](by=who)
    if key in SIDES:
        kind = SIDES[key]
        amount = amount_of(rest[0]) if rest else _most(table, who, "PlaceWager", "kind", kind)
        box = number_of(rest[1]) if len(rest) > 1 else _box(table, who)
        return cmd.PlaceWager(by=who, box=box, amount=amount, kind=kind)
    if key == "d" and len(rest) <= 1:
        return cmd.Double(by=who, amount=amount_of(rest[0]) if rest else _most(table, who, "Double"))
    if key == "i" and len(rest) <= 1:
        return cmd.Insure(
            by=who,
            box=_unanswered(table, who),
            amount=amount_of(rest[0])
            if rest
            else _most(table, who, "Insure", "box", _unanswered(table, who)),
        )
    if key in ("y", "n") and not rest:
        return _answer(table, who, key == "y")
    if key in ("1st", "first", "2nd", "second") and not rest:
        return cmd.FollowSplit(by=who, covers=False, hand=0 if key in ("1st", "first") else 1)
    if key == "c" and len(rest) == 1:
        return cmd.Cut(by=who, at=number_of(rest[0]))
    if key == "b" and 2 <= len(rest) <= 4:
        box, amount = number_of(rest[0]), amount_of(rest[1])
        paid = rest[2] if len(rest) > 2 else "chips"
        kind = rest[3] if len(rest) > 3 else "main"
        return cmd.PlaceWager(by=who, box=box, amount=amount, kind=kind, instrument=paid)
    if key == "t" and len(rest) <= 2:
        box = number_of(rest[0]) if rest else _box(table, who)
        return cmd.WithdrawWager(by=who, box=box, kind=rest[1] if len(rest) == 2 else "main")
    if key == "l" and rest:
        return cmd.Consent(by=who, person=" ".join(rest))
    if key == "+" and len(rest) == 1:
        return cmd.BuyChips(by=who, amount=amount_of(rest[0]))
    raise BadInput(f"{text[:40]!r} is not a key here; keys are in brackets, ? explains, q leaves")


def _box(table: Table, who: str) -> int:
    return next((person.seat for person in table.people if person.name == who), 1)


def _unanswered(table: Table, who: str) -> int:
    for box in table.boxes:
        if any(stake.person == who and not stake.answered for stake in box.stakes):
            return box.number
    return _box(table, who)


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
    return table.rules.smallest_chip


def _insure(table: Table, who: str, amount: int) -> cmd.Command:
    box = _unanswered(table, who)
    return cmd.Insure(by=who, box=box, amount=amount or _most(table, who, "Insure", "box", box))


def _answer(table: Table, who: str, yes: bool) -> cmd.Command:
    if table.phase == "insurance":
        no = cmd.DeclineInsurance(by=who, box=_unanswered(table, who))
        return _insure(table, who, 0) if yes else no
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


# -- the menu --------------------------------------------------------------------------------------


def menu(table: Table, who: str, offered: Iterable[May], usual: str) -> list[str]:
    """The keys for what moves the round on, the most wanted first."""
    items = _items(table, who, (one for one in offered if one.command not in BESIDE))
    has_wager = any(stake.person == who for box in table.boxes for stake in box.stakes)
    if table.phase == "wagers":
        items.append("Enter deals" if has_wager else f"Enter wagers {usual} and deals")
    elif table.phase in ("cut", "insurance"):
        items.append("Enter declines")
    return items


def menu_beside(table: Table, who: str, offered: Iterable[May]) -> list[str]:
    """The keys for what may be done at any time."""
    return _items(table, who, (one for one in offered if one.command in BESIDE))


def _items(table: Table, who: str, offered: Iterable[May]) -> list[str]:
    mine = _box(table, who)
    each = (one for group in offered for one in one_by_one(group, "box", "instrument"))
    items = dict.fromkeys(_item(one, table, mine, table.rules.currency) for one in sorted(each, key=_rank))
    return [item for item in items if item]


BESIDE = ("BuyChips", "Consent", "AskBurnCard", "RequestFaceUp", "Leave")
_ORDER = ("Draw", "Stand", "Double", "Split", "Surrender", "Rescue", "Insure", "Cut", "PlaceWager")


def _rank(one: May) -> tuple[int, bool]:
    at = _ORDER.index(one.command) if one.command in _ORDER else len(_ORDER)
    return at, _only(one, "instrument") not in (None, "chips")


def _item(one: May, table: Table, mine: int, currency: str) -> str:
    name = one.command
    amount = one.fields.get("amount")
    span = _span(amount, currency) if isinstance(amount, Amounts | OneOf) else ""
    if name == "PlaceWager":
        return _wager_item(one, mine, span, any(box.number == mine for box in table.boxes))
    if name == "Cut":
        at = one.fields["at"]
        return f"[c N] cut, from {at.least} to {at.most}" if isinstance(at, Amounts) else ""
    texts = {
        "Draw": "[h] draw",
        "Stand": "[s] stand",
        "Double": f"[d] double {span}",
        "Split": "[p] split",
        "Surrender": "[r] surrender",
        "Rescue": "[x] rescue",
        "Insure": f"[i] insure {span}",
        "DeclineInsurance": "[n] no",
        "FollowDouble": f"[y] double too {span}",
        "FollowSplit": "[y] cover both hands   [first] [second] stay on one",
        "RefuseCard": "[j] refuse the card",
        "AnswerLateCard": "[y] take the card late   [n] call the hand dead",
        "RefuseCut": "[n] no",
        "AskBurnCard": "[u] see the burn card",
        "WithdrawWager": "[t] take it back",
        "BuyChips": "[+ AMOUNT] buy chips",
        "Consent": "[l NAME] let somebody wager on your box",
        "RequestFaceUp": "[f] see the cards face up",
        "Leave": "[q] leave",
    }
    return texts[name]


def _wager_item(one: May, mine: int, span: str, more: bool) -> str:
    box, kind, paid = (_only(one, field) for field in ("box", "kind", "instrument"))
    if box != mine:
        return "[b BOX AMOUNT] another box"
    if paid != "chips":
        return f"[b BOX AMOUNT {paid} WAGER] {paid}" if kind != "main" else f"[b {mine} AMOUNT {paid}] {paid}"
    if kind == "main":
        return f"[AMOUNT] {'wager more,' if more else 'wager'} {span}"
    key = next(key for key, name in SIDES.items() if name == kind)
    return f"[{key}] {SIDE_WORDS[kind]} {span}"


def _only(one: May, field: str) -> Any:
    choice = one.fields.get(field)
    return choice.values[0] if isinstance(choice, OneOf) else None


def _span(amount: Amounts | OneOf, currency: str) -> str:
    if isinstance(amount, OneOf):
        return " or ".join(money(one, currency) for one in amount.values)
    if amount.least == amount.most:
        return money(amount.most, currency)
    return f"{money(amount.least, currency)}–{money(amount.most, currency)}"
