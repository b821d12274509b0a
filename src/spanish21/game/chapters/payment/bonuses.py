"""The fixed payouts for three suited 7s against a 7: the super bonus, and envy payouts to the others."""

from collections.abc import Iterator

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game import pays
from spanish21.game.hands import value
from spanish21.game.pays import counted_wager, super_bonus
from spanish21.game.round.payout_limit import left_on_hand
from spanish21.game.round.with_parts import Evolves, with_chips
from spanish21.game.table import Box, Hand, Settlement, Stake, Table, stake_of


def wins_fixed_payouts(table: Table, hand: Hand, kind: int) -> bool:
    """Whether a winning hand, paid as this kind, earns the fixed payouts."""
    return pays.wins_fixed_payouts(kind, value(table.dealer[0]), hand.times_doubled, hand.split)


def super_bonus_of(table: Table, stake: Stake) -> int:
    """The fixed payout of one person on a hand that wins it."""
    return super_bonus(counted_wager(stake.wager, stake.coupon, table.rules), table.rules)


def bonuses_beside(table: Table, box: Box, stake: Stake, paid: int) -> Iterator[ev.BonusPaid]:
    """A person's super bonus, in addition to the hand's payment, and with the first person of the hand
    the envy payouts for it."""
    rules = table.rules
    bonus = super_bonus_of(table, stake)
    if bonus:
        name = "super_bonus_large" if bonus == rules.super_bonus_large else "super_bonus_small"
        bonus = left_on_hand(table, box.number, stake.person, paid + bonus) - paid
        if bonus:
            yield ev.BonusPaid(box.number, stake.person, "super_bonus", bonus, name)
    winners = [one.person for one in box.stakes if super_bonus_of(table, one)]
    pays_others = winners if rules.envy_needs_least else [one.person for one in box.stakes]
    if pays_others and pays_others[0] == stake.person:
        yield from _envy_payouts(table, box, winners)


def _envy_payouts(table: Table, winning: Box, winners: list[str]) -> Iterator[ev.BonusPaid]:
    """The payouts to everyone else for one hand: to people on its own box, too, if they share it and their
    wager is too small for the super bonus."""
    shares = len(winning.stakes) > 1 and table.rules.envy_on_winning_box
    on_box = {stake.person for stake in winning.stakes}
    left_out = set(winners) if shares else on_box
    paid: set[str] = set()
    for box in reversed(table.boxes):
        for stake in box.stakes:
            name = stake.person
            if name in left_out or (name in paid and not table.rules.envy_by_box):
                continue
            paid.add(name)
            amount, why = _envy(table, name, box)
            if amount:
                yield ev.BonusPaid(box.number, name, "envy", amount, why)


def _envy(table: Table, name: str, box: Box) -> tuple[int, str]:
    """A person's payout for another's super bonus: in one book higher with a 7 in the first two cards."""
    rules = table.rules
    boxes: tuple[Box, ...]
    if rules.envy_by_box:
        boxes = (box,)
    else:
        boxes = tuple(one for one in table.boxes if stake_of(one, name) is not None)
    seven = any(card >> 2 == 7 for one in boxes for card in one.first_two)
    if seven and rules.envy_with_seven != rules.envy_pays:
        return rules.envy_with_seven, "envy_with_seven"
    return rules.envy_pays, "envy_pays"


# The effects of its events


def bonus_paid(table: Table, event: ev.BonusPaid) -> Table:
    return replace(
        table,
        people=with_chips(table.people, event.person, event.paid),
        inventory=table.inventory - event.paid,
        settled=(
            *table.settled,
            Settlement(event.box, 0, event.person, event.kind, 0, event.paid, event.kind == "community"),
        ),
    )


EVOLVES: Evolves = {
    ev.BonusPaid: bonus_paid,
}
