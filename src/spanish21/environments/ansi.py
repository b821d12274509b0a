"""The table of an environment as text, as the person at it sees it."""

from spanish21.environments.actions import action_words
from spanish21.environments.seat import PLAYER, Seat
from spanish21.game.money import amount_text
from spanish21.game.table import Table
from spanish21.game.view import HandView, view


def table_text(seat: Seat) -> str:
    """The dealer's cards, the hands, the money and the legal actions, a line for each."""
    lines = ["the round is over"] if seat.is_over else []
    lines.append("legal: " + ", ".join(f"{one} {action_words(one)}" for one in sorted(seat.legal())))
    return facts_text(seat.shown, is_over=seat.is_over) + "\n".join(lines) + "\n"


def facts_text(table: Table, is_over: bool = False) -> str:
    """The dealer's cards, the hands and the money, a line for each."""
    seen = view(table, PLAYER)
    lines = [f"{seen.book}, round {seen.round_number}"]
    if seen.dealer:
        lines.append(f"dealer: {' '.join(seen.dealer)}")
    for box in seen.boxes:
        for place, hand in enumerate(box.hands):
            turn = "> " if place == seen.turn_hand and not is_over else "  "
            lines.append(f"{turn}hand {place + 1}: {hand_text(hand)}")
        for stake in box.stakes:
            if stake.insurance:
                lines.append(f"  insurance: {amount_text(stake.insurance)}")
            lines += [f"  {kind}: {amount_text(amount)}" for kind, amount in stake.sides.items()]
    return "\n".join(lines) + "\n"


def hand_text(hand: HandView) -> str:
    """A hand in a line: its cards, its total, its wager.

    >>> from spanish21.game.states import HandState
    >>> hand_text(HandView(("As", "6d"), 17, True, HandState.OPEN, (1000,), (0,), False, 0))
    'As 6d, soft 17, wager 10.00'
    """
    total = f"{'soft ' if hand.soft else ''}{hand.total}"
    doubled = f" doubled by {amount_text(sum(hand.doubles))}" if any(hand.doubles) else ""
    return f"{' '.join(hand.cards)}, {total}, wager {amount_text(sum(hand.wagers))}{doubled}"
