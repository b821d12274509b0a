"""The menu of a seat: keys for what is legal, what most people want first and the rest behind `more`."""

from collections.abc import Iterable
from typing import Any

from spanish21.cli.printing import money
from spanish21.cli.seat.keys import SIDES, box_to_insure, seat_of
from spanish21.cli.seat.seat_picture import SIDE_WORDS
from spanish21.game.moves.choices import Amounts, May, OneOf, one_by_one
from spanish21.game.states import Phase
from spanish21.game.table import Table, is_in_round

ASIDE = ("BuyChips", "Consent", "AskBurnCard", "RequestFaceUp", "Leave", "WithdrawWager")
"""Commands that most people seldom want: their keys stand behind `more`."""
_ORDER = ("Draw", "Stand", "Double", "Split", "Surrender", "Rescue", "Insure", "PlaceWager", "Cut")

_TEXTS = {
    "Draw": "[h] hit",
    "Stand": "[s] stand",
    "Split": "[p] split",
    "Surrender": "[r] surrender",
    "Rescue": "[x] rescue",
    "DeclineInsurance": "[n] no",
    "FollowSplit": "[y] cover both hands   [first] [second] stay on one",
    "RefuseCard": "[j] refuse the card",
    "AnswerLateCard": "[y] take the card late   [n] call the hand dead",
    "RefuseCut": "[n] no",
    "AskBurnCard": "[u] see the burn card",
    "WithdrawWager": "[t] take a wager back, on another box [t BOX], a side wager [t BOX WAGER]",
    "BuyChips": "[+ AMOUNT] buy chips",
    "Consent": "[l NAME] let another player wager on your box",
    "RequestFaceUp": "[f] see the cards face up",
    "Leave": "[q] leave",
}

_IN = {"cash": "in cash", "coupon": "with a coupon"}


def menu(table: Table, who: str, offered: Iterable[May], usual: str) -> list[str]:
    """The keys for what most people want now."""
    offered = _sorted(offered)
    wanted = [one for one in offered if not _is_aside(one, table, who)]
    items = [item for one in wanted for item in _items(one, table)]
    has_wager = is_in_round(table, who)
    if table.phase == Phase.WAGERS and not has_wager and not any(_is_wager_in_chips(one) for one in offered):
        items = [_TEXTS[one.command] for one in offered if one.command == "BuyChips"]
    elif table.phase == Phase.WAGERS:
        items.insert(0, "[Enter] deal" if has_wager else f"[Enter] wager {usual}")
    elif table.phase in (Phase.CUT, Phase.INSURANCE):
        items.append("[Enter] no")
        items = [item for item in items if item != "[n] no"]
    return list(dict.fromkeys(items))


def menu_of_more(table: Table, who: str, offered: Iterable[May]) -> list[str]:
    """The keys for everything else that is legal."""
    items = []
    for one in _sorted(offered):
        if one.command in ("Insure", "DeclineInsurance") and _is_aside(one, table, who):
            items.append(f"box {_only(one, 'box')} is asked next")
        elif _is_aside(one, table, who):
            items += _items(one, table, seat_of(table, who))
        elif one.command in ("Double", "Insure"):
            items += _for_less(one, table.rules.currency)
        elif one.command in ("DeclineInsurance", "RefuseCut"):
            items += _items(one, table)
    return list(dict.fromkeys(items))


def _sorted(offered: Iterable[May]) -> list[May]:
    each = (one for group in offered for one in one_by_one(group, "box", "instrument"))
    return sorted(each, key=_rank)


def _rank(one: May) -> tuple[int, bool]:
    at = _ORDER.index(one.command) if one.command in _ORDER else len(_ORDER)
    return at, _only(one, "instrument") not in (None, "chips")


def _is_wager_in_chips(one: May) -> bool:
    return one.command == "PlaceWager" and _only(one, "instrument") == "chips"


def _is_aside(one: May, table: Table, who: str) -> bool:
    """Whether most people do not want it now: another box, cash, another answer than the one asked for."""
    if one.command in ASIDE:
        return True
    if one.command == "PlaceWager":
        return (_only(one, "box"), _only(one, "instrument")) != (seat_of(table, who), "chips")
    if one.command in ("Insure", "DeclineInsurance"):
        return bool(_only(one, "box") != box_to_insure(table, who))
    return False


def _items(one: May, table: Table, mine: int = 0) -> list[str]:
    name, currency = one.command, table.rules.currency
    amount = one.fields.get("amount")
    if name == "PlaceWager":
        has_wager = any(box.number == _only(one, "box") for box in table.boxes)
        return [_wager_item(one, mine, _span(amount, currency), has_wager)]
    if name == "Cut":
        at = one.fields["at"]
        return [f"[c N] cut, N from {at.least} to {at.most}"] if isinstance(at, Amounts) else []
    if name == "Double":
        return [f"[d] double {_most(amount, currency)}"]
    if name == "Insure":
        return [f"[i] insure {_most(amount, currency)}"]
    if name == "FollowDouble":
        return [f"[y] double too {_most(amount, currency)}   [n] no"]
    return [_TEXTS[name]]


def _wager_item(one: May, mine: int, span: str, has_wager: bool) -> str:
    kind, paid = _only(one, "kind"), _only(one, "instrument")
    if mine and paid == "chips":
        return "[b BOX AMOUNT] wager on another box" if kind == "main" else _on_another_box(kind)
    if paid != "chips":
        if kind == "main":
            return f"[b BOX AMOUNT {paid}] wager {_IN[paid]}"
        return f"[b BOX AMOUNT {paid} {kind}] {SIDE_WORDS[kind]} {_IN[paid]}"
    if kind == "main":
        return f"[AMOUNT] {'add' if has_wager else 'wager'} {span}"
    return f"[{_side_key(kind)}] {SIDE_WORDS[kind]} {span}"


def _on_another_box(kind: str) -> str:
    return f"[{_side_key(kind)} AMOUNT BOX] {SIDE_WORDS[kind]} on another box"


def _side_key(kind: str) -> str:
    return next(key for key, name in SIDES.items() if name == kind)


def _for_less(one: May, currency: str) -> list[str]:
    amount = one.fields.get("amount")
    if not isinstance(amount, Amounts) or amount.least == amount.most:
        return []
    key, word = ("d", "double for less") if one.command == "Double" else ("i", "insure for less")
    return [f"[{key} AMOUNT] {word}, from {money(amount.least, currency)}"]


def _only(one: May, field: str) -> Any:
    choice = one.fields.get(field)
    return choice.values[0] if isinstance(choice, OneOf) else None


def _most(amount: Any, currency: str) -> str:
    if isinstance(amount, OneOf):
        return money(int(amount.values[0]), currency)
    return money(amount.most, currency) if isinstance(amount, Amounts) else ""


def _span(amount: Any, currency: str) -> str:
    if isinstance(amount, OneOf):
        return " or ".join(money(one, currency) for one in amount.values)
    if not isinstance(amount, Amounts):
        return ""
    if amount.least == amount.most:
        return money(amount.most, currency)
    return f"{money(amount.least, currency)}–{money(amount.most, currency)}"
