"""Rounds as rows of a table: a row for every wager that was settled, with its cards and decisions."""

from collections.abc import Iterator
from html import escape
from typing import Any

from spanish21.display.brief import brief_list
from spanish21.display.notebook import in_notebook, signed, table_html
from spanish21.display.shown import Shown, bars_of
from spanish21.game import events as ev
from spanish21.game.cards import text_of
from spanish21.game.evolve import evolve
from spanish21.game.money import amount_text
from spanish21.game.pictures.count_text import count_text
from spanish21.game.table import Box, Hand, Table, box_of, hand_total, stake_index
from spanish21.notation.writing import Round

DECISIONS: dict[type[ev.Event], str] = {
    ev.CardAsked: "hit",
    ev.HandStood: "stand",
    ev.DoubleMade: "double",
    ev.PairSplit: "split",
    ev.HandSurrendered: "surrender",
    ev.DoubleRescued: "rescue",
}
"""The decision that an event shows, as players call it."""
_SHOWN = ("round", "person", "box", "hand", "kind", "cards", "dealer_cards", "decisions", "result")

Moved = ev.WagerSettled | ev.BonusPaid | ev.SettlementUndone
"""Events that move a person's money at the end of a wager."""


class Rounds(Shown, list[Round]):
    """Rounds in the order in which they were played."""

    def __repr__(self) -> str:
        return brief_list(f"Rounds: {count_text(len(self), 'round')}", [repr(one) for one in self])

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every wager that was settled: `net` is its result, in the smallest unit.

        `hand` counts from 1, `cards` are text ("7s Kd"), `decisions` words in order ("hit stand"). A wager
        that was undone has another row that takes it back.
        """
        return [
            {"round": number, **row}
            for number, played in enumerate(self, start=1)
            for row in round_records(played)
        ]

    def svg(self) -> str:
        """A bar for what each wager won or lost, in the smallest unit."""
        return bars_of("Rounds", self.to_records(), "net", ("person", "kind"))

    def _repr_html_(self) -> str:
        """A notebook shows the settlements."""
        rows = [
            (*(escape(str(row[name])) for name in _SHOWN), amount_text(row["wager"]), _net_html(row["net"]))
            for row in self.to_records()
        ]
        heads = [name.replace("_", " ").capitalize() for name in (*_SHOWN, "wager", "net")]
        return in_notebook(table_html(heads, rows, range(len(_SHOWN))))


def _net_html(net: int) -> str:
    return signed(net / 100, "{:+.2f}")


def round_records(played: Round) -> list[dict[str, Any]]:
    """The rows of one round."""
    found = list(_settled(played))
    dealer = found[-1][1] if found else ""
    return [{**row, "dealer_cards": dealer} for row, _ in found]


def _settled(played: Round) -> Iterator[tuple[dict[str, Any], str]]:
    """Every wager that was settled, with the dealer's cards at that time."""
    table = played.start
    decisions: dict[int, list[list[str]]] = {}
    for event in played.events:
        if isinstance(event, Moved):
            yield _row(table, event, decisions.get(event.box, [[]])), _dealer(table)
        elif word := DECISIONS.get(type(event)):
            hand: int = event.hand  # type: ignore[attr-defined]
            made = decisions.setdefault(event.box, [[]])  # type: ignore[attr-defined]
            made[hand].append(word)
            if word == "split":
                made.insert(hand + 1, [])
        table = evolve(table, event)


def _row(table: Table, event: Moved, made: list[list[str]]) -> dict[str, Any]:
    box = box_of(table, event.box)
    place = getattr(event, "hand", 0) if event.kind == "main" else 0
    hand = box.hands[place] if box is not None and box.hands else None
    return {
        "book": table.rules.book,
        "person": event.person,
        "box": event.box,
        "hand": place + 1,
        "kind": event.kind,
        "from_split": hand is not None and hand.split,
        "cards": text_of(hand.cards) if hand is not None else "",
        "total": hand_total(hand) if hand is not None else 0,
        "decisions": " ".join(made[place]) if event.kind == "main" else "",
        "wager": _wager(box, hand, event),
        "result": _result(event),
        "net": _net(event),
        "why": str(event.why),
    }


def _wager(box: Box | None, hand: Hand | None, event: Moved) -> int:
    """The amount of a wager, doubles included; 0 for a payment without one."""
    if box is None or isinstance(event, ev.BonusPaid):
        return 0
    at = stake_index(box, event.person)
    if event.kind == "main":
        return hand.wagers[at] + hand.doubles[at] if hand is not None else 0
    if event.kind == "insurance":
        return box.stakes[at].insurance
    return next((side.amount for side in box.stakes[at].sides if side.kind == event.kind), 0)


def _result(event: Moved) -> str:
    if isinstance(event, ev.WagerSettled):
        return str(event.result)
    return "paid" if isinstance(event, ev.BonusPaid) else "undone"


def _net(event: Moved) -> int:
    if isinstance(event, ev.SettlementUndone):
        return event.returned - event.taken
    return event.paid - (event.collected if isinstance(event, ev.WagerSettled) else 0)


def _dealer(table: Table) -> str:
    return text_of(table.dealer[:1]) + " ??" if table.hole_down else text_of(table.dealer)
