"""The ledger: which chips and cash an event moves, from which account to which. Pure.

An account is a short text; its balance is a fold of the transfers. `T` is a table's id, `P` a person:

    purse/P        what a person owns in the house and has not taken to a table
    chips/T/P      the chips in front of a person
    layout/T/B     the wagers on box B
    inventory/T    the table's chips
    drop/T         the cash in its drop box
    meter/T/NAME   a progressive meter
    house/T        what the house put into the table, below zero
    house          what the house gave to purses, below zero
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from spanish21.game import events as ev
from spanish21.game.evolve import set_up
from spanish21.game.table import Table, money_on_box


class Transfer(NamedTuple):
    """`amount` (above 0) leaves the account `source` and arrives at `target`."""

    source: str
    target: str
    amount: int
    why: str


class TableAccounts(NamedTuple):
    """The accounts of one table."""

    table_id: str

    @property
    def house(self) -> str:
        return f"house/{self.table_id}"

    @property
    def inventory(self) -> str:
        return f"inventory/{self.table_id}"

    @property
    def drop(self) -> str:
        return f"drop/{self.table_id}"

    def chips(self, person: str) -> str:
        return f"chips/{self.table_id}/{person}"

    def layout(self, box: int) -> str:
        return f"layout/{self.table_id}/{box}"

    def meter(self, name: str) -> str:
        return f"meter/{self.table_id}/{name}"


def purse(person: str) -> str:
    """The account of a person's chips that are not at a table."""
    return f"purse/{person}"


Lines = list[Transfer]
Moves = Callable[[TableAccounts, Any, Table], Lines]


def transfers(event: ev.Event, table: Table | None, table_id: str) -> tuple[Transfer, ...]:
    """The event's transfers; `table` is the table before it (None before the first event of a log)."""
    kind = type(event)
    if kind in MOVES_NOTHING:
        return ()
    lines = MOVES[kind](TableAccounts(table_id), event, table)  # type: ignore[arg-type]
    return tuple(line for line in lines if line.amount)


def balances(moved: Iterable[Transfer]) -> Counter[str]:
    """The gain or loss of each account by these transfers."""
    amounts: Counter[str] = Counter()
    for source, target, amount, _ in moved:
        amounts[source] -= amount
        amounts[target] += amount
    return amounts


def _either_way(amount: int, first: str, second: str, why: str) -> Lines:
    """From the first account to the second, or back if the amount is below 0."""
    return [Transfer(first, second, amount, why) if amount >= 0 else Transfer(second, first, -amount, why)]


def _set_up(at: TableAccounts, event: ev.TableSetUp, table: Table) -> Lines:
    meters = [
        Transfer(at.house, at.meter(meter.name), meter.amount, "meter_set_up")
        for meter in set_up(event).meters
    ]
    return [Transfer(at.house, at.inventory, event.inventory, "set_up"), *meters]


def _counted(at: TableAccounts, event: ev.InventoryCounted, table: Table) -> Lines:
    return _either_way(event.difference, at.house, at.inventory, f"{event.kind}_count")


def _filled(at: TableAccounts, event: ev.InventoryFilled, table: Table) -> Lines:
    return [Transfer(at.house, at.inventory, event.amount, "fill")]


def _credited(at: TableAccounts, event: ev.InventoryCredited, table: Table) -> Lines:
    return [Transfer(at.inventory, at.house, event.amount, "credit")]


def _joined(at: TableAccounts, event: ev.PersonJoined, table: Table) -> Lines:
    return [Transfer(purse(event.person), at.chips(event.person), event.chips, "join")]


def _left(at: TableAccounts, event: ev.PersonLeft, table: Table) -> Lines:
    return [Transfer(at.chips(event.person), purse(event.person), event.chips, "leave")]


def _cash_changed(at: TableAccounts, person: str, amount: int, why: str) -> Lines:
    return [
        Transfer(purse(person), at.drop, amount, why),
        Transfer(at.inventory, at.chips(person), amount, why),
    ]


def _bought(at: TableAccounts, event: ev.ChipsBought, table: Table) -> Lines:
    return _cash_changed(at, event.person, event.amount, "buy")


def _cash_confirmed(at: TableAccounts, event: ev.CashConfirmed, table: Table) -> Lines:
    return _cash_changed(at, event.person, event.converted, "cash_wager")


def _wagered(why: str) -> Moves:
    def moves(at: TableAccounts, event: Any, table: Table) -> Lines:
        return [Transfer(at.chips(event.person), at.layout(event.box), event.amount, why)]

    return moves


def _placed(at: TableAccounts, event: ev.WagerPlaced, table: Table) -> Lines:
    return [Transfer(at.chips(event.person), at.layout(event.box), event.amount, f"wager_{event.kind}")]


def _withdrawn(at: TableAccounts, event: ev.WagerWithdrawn, table: Table) -> Lines:
    if event.kind == "cash":
        return []
    return [Transfer(at.layout(event.box), at.chips(event.person), event.amount, f"withdraw_{event.kind}")]


def _rescued(at: TableAccounts, event: ev.DoubleRescued, table: Table) -> Lines:
    return [Transfer(at.layout(event.box), at.chips(event.person), event.returned, "rescue")]


def _settled(at: TableAccounts, event: ev.WagerSettled, table: Table) -> Lines:
    layout, chips = at.layout(event.box), at.chips(event.person)
    return [
        Transfer(layout, at.inventory, event.collected, f"collect_{event.kind}"),
        Transfer(layout, chips, event.returned, f"return_{event.kind}"),
        Transfer(at.inventory, chips, event.paid, f"pay_{event.kind}"),
    ]


def _bonus(at: TableAccounts, event: ev.BonusPaid, table: Table) -> Lines:
    return [Transfer(at.inventory, at.chips(event.person), event.paid, f"bonus_{event.kind}")]


def _undone(at: TableAccounts, event: ev.SettlementUndone, table: Table) -> Lines:
    return [
        Transfer(at.inventory, at.chips(event.person), event.returned, f"undo_{event.kind}"),
        Transfer(at.chips(event.person), at.inventory, event.taken, f"undo_{event.kind}"),
    ]


def _meter_moved(at: TableAccounts, event: ev.MeterMoved, table: Table) -> Lines:
    before = next(meter.amount for meter in table.meters if meter.name == event.meter)
    return _either_way(event.amount - before, at.house, at.meter(event.meter), "meter")


MOVES: dict[type[ev.Event], Moves] = {
    ev.TableSetUp: _set_up,
    ev.InventoryCounted: _counted,
    ev.InventoryFilled: _filled,
    ev.InventoryCredited: _credited,
    ev.PersonJoined: _joined,
    ev.PersonLeft: _left,
    ev.ChipsBought: _bought,
    ev.WagerPlaced: _placed,
    ev.CashConfirmed: _cash_confirmed,
    ev.WagerWithdrawn: _withdrawn,
    ev.MeterMoved: _meter_moved,
    ev.InsurancePlaced: _wagered("insurance"),
    ev.DoubleMade: _wagered("double"),
    ev.DoubleFollowed: _wagered("double"),
    ev.PairSplit: _wagered("split"),
    ev.SplitFollowed: _wagered("split"),
    ev.DoubleRescued: _rescued,
    ev.WagerSettled: _settled,
    ev.BonusPaid: _bonus,
    ev.SettlementUndone: _undone,
}
"""The events that move money, with their transfers."""

MOVES_NOTHING: frozenset[type[ev.Event]] = frozenset(
    [
        ev.LogContinued,
        ev.SeedPromised,
        ev.SeedsListed,
        ev.SeedsOpened,
        ev.InventorySlipWritten,
        ev.FillAsked,
        ev.EquipmentChecked,
        ev.ReaderInspected,
        ev.GamingDayBegun,
        ev.TimeTold,
        ev.DecksReceived,
        ev.DecksInspected,
        ev.DeckReplaced,
        ev.InspectionVerified,
        ev.TensRemoved,
        ev.TensVerified,
        ev.CardsSpread,
        ev.CardsWashed,
        ev.TableIdle,
        ev.DecksRemoved,
        ev.ShoeShuffled,
        ev.BatchPlaced,
        ev.BatchShuffled,
        ev.BatchTaken,
        ev.BatchWithdrawn,
        ev.CutOffered,
        ev.CutRefused,
        ev.StackCut,
        ev.RecutOrdered,
        ev.CoverCardPlaced,
        ev.ShoeLoaded,
        ev.CardBurned,
        ev.BurnCardDisclosed,
        ev.DealerRelieved,
        ev.ReshuffleOrdered,
        ev.CoverCardReached,
        ev.CashOffered,
        ev.ConsentGiven,
        ev.WageringPermitted,
        ev.WagersClosed,
        ev.CardDealt,
        ev.InsuranceDeclined,
        ev.InsuranceClosed,
        ev.ReaderAnswered,
        ev.BlackjackAnnounced,
        ev.PointsAnnounced,
        ev.DoubleKept,
        ev.HandStood,
        ev.CardAsked,
        ev.HandSurrendered,
        ev.HoleCardTurned,
        ev.DealersCardAnnounced,
        ev.DealerDone,
        ev.HotSpotDrawn,
        ev.WheelSpun,
        ev.CommunityWheelSpun,
        ev.LightChecked,
        ev.PayoutValidated,
        ev.HandRemoved,
        ev.CardsCollected,
        ev.FaceUpFound,
        ev.TenFound,
        ev.TenTakenOut,
        ev.HandsCalledDead,
        ev.RoundVoided,
        ev.CardDrawnInError,
        ev.CardRefused,
        ev.CardDiscarded,
        ev.DealerSkipped,
        ev.BoxSkipped,
        ev.RequestMissed,
        ev.LateCardAnswered,
        ev.HandDead,
        ev.InsertionReported,
        ev.ReaderFailed,
        ev.ReaderRepaired,
        ev.ShufflerJammed,
        ev.ShufflerFailed,
        ev.ShufflerPutAside,
        ev.ShoeEmptied,
    ]
)
"""The others, one by one: an event of neither list is an error, never a silent nothing."""


def expected(table: Table, table_id: str) -> dict[str, int]:
    """The balances that the table implies for its accounts, without those at 0."""
    at = TableAccounts(table_id)
    amounts = {at.inventory: table.inventory, at.drop: table.drop_box}
    amounts |= {at.chips(person.name): person.chips for person in table.people}
    amounts |= {at.meter(meter.name): meter.amount for meter in table.meters}
    amounts |= {at.layout(box.number): money_on_box(box) for box in table.boxes}
    return {account: amount for account, amount in amounts.items() if amount}


def is_of_a_table(account: str) -> bool:
    """Whether the account's balance can be read off a table; purses and the house's own cannot."""
    return not account.startswith(("purse/", "house"))
