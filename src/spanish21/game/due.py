"""`due(table)`: the steps that the procedure now requires of the house."""

from collections.abc import Callable
from typing import NamedTuple

from spanish21.game import commands as cmd
from spanish21.game.cards import SPANISH_DECK
from spanish21.game.chapters.betting.cash import may_confirm
from spanish21.game.chapters.floor.inventory import what_slip_asks
from spanish21.game.chapters.floor.opening import reader_needs_inspection
from spanish21.game.chapters.payment.progressives import SideDue, community_stop, next_side
from spanish21.game.chapters.payment.side_payouts import meter_amount, settle_side
from spanish21.game.chapters.play.announcing import announcement_due
from spanish21.game.chapters.play.insurance import all_answered
from spanish21.game.chapters.shoes.decks import decks_are_too_old
from spanish21.game.chapters.shoes.shuffling import may_take_batch, shuffler
from spanish21.game.chapters.shoes.spreading import cards_must_be_turned
from spanish21.game.events import WagerSettled
from spanish21.game.moves.act import Act
from spanish21.game.round.phases import early_21_waits
from spanish21.game.round.places import WANTS_CARD, dealers_card_due
from spanish21.game.round.stack import cover_bounds, cut_bounds, whose_cut
from spanish21.game.round.start import NO_TROUBLE
from spanish21.game.round.wheels import wheel_table
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.states import HandState, Phase, ShufflerState
from spanish21.game.table import DEALER, FLOORPERSON, Table
from spanish21.game.words import ReaderFailure

_OPEN = HandState.OPEN

_SETTLE = cmd.Settle(by=DEALER)
_COLLECT = cmd.CollectCards(by=DEALER)
_TURN = cmd.TurnHoleCard(by=DEALER)
_INSERT = cmd.InsertHoleCard(by=DEALER)
_ANNOUNCE = cmd.Announce(by=DEALER)

_ALL_DUE = cmd.Deal(by=DEALER)
"""Deal every due card."""


def due(table: Table) -> cmd.Command | None:
    """The next command of the house, or None while the table waits for its people.

    Chance is left open, to be filled in by the caller: the order of a shuffle, the hot spot, the stop of a
    wheel, and with a real shoe the cards themselves.
    """
    if table.trouble is not NO_TROUBLE and (remedy := _due_in_trouble(table)) is not None:
        return remedy
    if table.slip is not None:
        return what_slip_asks(table, table.slip)
    if table.offers and (confirm := _cash_due(table)) is not None:
        return confirm
    return _DUE[table.phase](table)


def _due_in_trouble(table: Table) -> cmd.Command | None:
    trouble = table.trouble
    if trouble.shuffler == ShufflerState.BROKEN:
        return cmd.PutShufflerAside(by=FLOORPERSON)
    if trouble.reader_broken and table.rules.reader_failure == ReaderFailure.HALT:
        return cmd.RepairReader(by=FLOORPERSON)
    return cmd.RemoveTen(by=FLOORPERSON) if trouble.ten_to_remove else None


def _due_in_play(table: Table) -> cmd.Command | None:
    if table.rules.any_21_paid_at_once and early_21_waits(table):
        return _SETTLE
    if table.has_side_wagers and (side := _side_due(table)) is not None:
        return side
    box = table.boxes[table.turn_box]
    state = box.hands[table.turn_hand].state
    if state == _OPEN and (box.announced or not table.rules.player_totals_announced):
        return None  # as nearly always: a player's decision
    if state in WANTS_CARD:
        return None if table.asked else _ALL_DUE
    return _ANNOUNCE if announcement_due(table) else None


def _side_due(table: Table) -> cmd.Command | None:
    side = next_side(table)
    if side is None:
        return None
    number, name, kind = side.box.number, side.stake.person, side.side.kind
    if side.needs == "hot_spot":
        return cmd.DrawHotSpot(by=DEALER, box=0)
    if side.needs == "spin":
        return cmd.Spin(by=DEALER, box=number, person=name, kind=kind, stop=-1)
    if side.needs == "community":
        return cmd.SpinCommunity(by=DEALER, wager=side.side.amount, stop=-1)
    if side.needs_light:
        return cmd.CheckLight(by=DEALER, box=number, person=name, kind=kind)
    if side.needs_validation:
        return cmd.ValidatePayout(by=FLOORPERSON, box=number, person=name, kind=kind)
    return _SETTLE


def _due_before_round(table: Table) -> cmd.Command | None:
    if reader_needs_inspection(table):
        return cmd.InspectReader(by=FLOORPERSON)
    if decks_are_too_old(table):
        return cmd.ChangeDecks(by=FLOORPERSON)
    if not table.inventory_counted and table.people:
        return cmd.CountInventory(by=DEALER, amount=table.inventory)
    return None


def _cash_due(table: Table) -> cmd.Command | None:
    """The next cash to confirm and change into chips."""
    for offer in table.offers:
        by = FLOORPERSON if DEALER in offer.confirmed_by else DEALER
        if may_confirm(table, by, offer.person, offer.box):
            return cmd.ConfirmCash(by=by, person=offer.person, box=offer.box)
    return None


def _due_in_spread(table: Table) -> cmd.Command | None:
    if cards_must_be_turned(table):
        return cmd.SpreadCards(by=DEALER)
    return cmd.WashCards(by=DEALER) if table.people else None


def _due_in_cut(table: Table) -> cmd.Command | None:
    if table.cutting.offered is None:
        return cmd.OfferCut(by=DEALER)
    least, most = cut_bounds(table)
    return cmd.Cut(by=DEALER, at=(least + most) // 2) if whose_cut(table) == DEALER else None


def _due_to_dealer(table: Table) -> cmd.Command:
    if early_21_waits(table):
        return _SETTLE
    if table.hole_down:
        return _TURN
    return cmd.AnnounceDealersCard(by=DEALER) if dealers_card_due(table) else _ALL_DUE


def _due_at_opening(table: Table) -> cmd.Command:
    opening = table.opening
    if not opening.equipment_checked:
        return cmd.CheckEquipment(by=FLOORPERSON, items=table.rules.equipment)
    if reader_needs_inspection(table):
        return cmd.InspectReader(by=FLOORPERSON)
    if not table.inventory_counted:
        return cmd.CountInventory(by=DEALER, amount=table.inventory)
    if not opening.decks_received:
        return cmd.ReceiveDecks(by=FLOORPERSON, cards=SPANISH_DECK * table.rules.decks)
    if opening.defective:
        return cmd.ReplaceDeck(by=FLOORPERSON, deck=opening.defective)
    if not opening.inspected:
        return cmd.InspectDecks(by=DEALER)
    if not opening.verified:
        return cmd.VerifyInspection(by=FLOORPERSON)
    if not opening.tens_removed:
        return cmd.RemoveTens(by=DEALER)
    if not opening.tens_verified:
        return cmd.VerifyTens(by=FLOORPERSON)
    return cmd.SpreadCards(by=DEALER)


_DUE: dict[Phase, Callable[[Table], cmd.Command | None]] = {
    Phase.CLOSED: _due_at_opening,
    Phase.SPREAD: _due_in_spread,
    Phase.STACK: lambda table: cmd.Shuffle(by=shuffler(table)),
    Phase.BATCH: lambda table: (
        cmd.TakeBatch(by=DEALER) if may_take_batch(table) else cmd.Shuffle(by=shuffler(table))
    ),
    Phase.CUT: _due_in_cut,
    Phase.COVER: lambda table: cmd.PlaceCoverCard(by=DEALER, behind=cover_bounds(table)[0]),
    Phase.LOAD: lambda table: cmd.LoadShoe(by=DEALER),
    Phase.BURN: lambda table: cmd.BurnCard(by=DEALER),
    Phase.WAGERS: _due_before_round,
    Phase.DEAL: lambda table: None if table.asked else _ALL_DUE,
    Phase.MATCH: lambda table: cmd.SettleMatch(by=DEALER),
    Phase.INSURANCE: lambda table: cmd.CloseInsurance(by=DEALER) if all_answered(table) else None,
    Phase.READER: lambda table: _INSERT,
    Phase.PLAY: _due_in_play,
    Phase.DEALER: _due_to_dealer,
    Phase.SETTLE: lambda table: _side_due(table) or _SETTLE,
    Phase.COLLECT: lambda table: _COLLECT,
}
"""The due step of each phase, without irregularities."""


# -- the payout that waits for a floorperson -----------------------------------------------------------


class PayoutDue(NamedTuple):
    """A payout as the settlement will make it; `stop` is the wheel's stop, if one was turned."""

    box: int
    person: str
    kind: str
    title: str
    amount: int
    meter: str
    meter_amount: int
    stop: str


def payout_due(table: Table) -> PayoutDue | None:
    """The payout that waits to be validated, if one does."""
    due = next_side(table)
    if due is None or due.needs or due.needs_light or not due.needs_validation:
        return None
    act = Act(table)
    settle_side(act, due)
    paid = next(event for event in act.events if isinstance(event, WagerSettled))
    on_meter = meter_amount(table, paid.meter) if paid.meter else 0
    title, stop = side_wager(due.side.kind).title, _stop_of(table, due)
    who = (due.box.number, due.stake.person, due.side.kind)
    return PayoutDue(*who, title, paid.paid, paid.meter, on_meter, stop)


def _stop_of(table: Table, due: SideDue) -> str:
    """The wheel's stop for a wager: on the prize wheel, or the community's."""
    record = side_wager(due.side.kind)
    if not record.wheel:
        return ""
    played = wheel_table(table.rules, due.side.kind, due.side.amount)
    if due.side.stop >= 0:
        return played.wheel[due.side.stop].symbol
    stop = community_stop(table, due.side.amount)
    return played.community[stop].symbol if stop >= 0 else ""
