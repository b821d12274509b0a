"""`due(table)`: what the procedure now requires of the house."""

from spanish21.game import commands as cmd
from spanish21.game.cards import SPANISH_DECK
from spanish21.game.chapters.announcing import announcement_due
from spanish21.game.chapters.cash import may_confirm
from spanish21.game.chapters.cutting import cut_bounds, whose_cut
from spanish21.game.chapters.dealing import ALL_DUE
from spanish21.game.chapters.decks import decks_are_too_old
from spanish21.game.chapters.insurance import all_answered
from spanish21.game.chapters.inventory import what_slip_asks
from spanish21.game.chapters.opening import reader_needs_inspection
from spanish21.game.chapters.progressives import next_side
from spanish21.game.chapters.shoe import cover_bounds
from spanish21.game.chapters.shuffling import may_shuffle, may_take_batch
from spanish21.game.chapters.spreading import cards_must_be_turned
from spanish21.game.places import dealers_card_due, place_due
from spanish21.game.states import HandState, Phase, ShufflerState
from spanish21.game.table import DEALER, FLOORPERSON, Table
from spanish21.game.words import ReaderFailure

_SETTLE = cmd.Settle(by=DEALER)
_COLLECT = cmd.CollectCards(by=DEALER)
_TURN = cmd.TurnHoleCard(by=DEALER)
_INSERT = cmd.InsertHoleCard(by=DEALER)
_ANNOUNCE = cmd.Announce(by=DEALER)


def due(table: Table) -> cmd.Command | None:
    """The next command of the house, or None while the table waits for its people.

    Chance is left open for whoever carries it out: the order of a shuffle, the hot spot, the stop of a wheel,
    and with a real shoe the cards themselves.
    """
    if (remedy := _due_in_trouble(table)) is not None:
        return remedy
    if table.slip is not None:
        return what_slip_asks(table, table.slip)
    if (confirm := _cash_due(table)) is not None:
        return confirm
    phase = table.phase
    if phase == Phase.PLAY:
        return _due_in_play(table)
    if phase == Phase.DEAL:
        return None if table.asked else ALL_DUE
    if phase == Phase.DEALER:
        if table.hole_down:
            return _TURN
        return cmd.AnnounceDealersCard(by=DEALER) if dealers_card_due(table) else ALL_DUE
    if phase == Phase.SETTLE:
        return _side_due(table) or _SETTLE
    if phase == Phase.COLLECT:
        return _COLLECT
    if phase == Phase.READER:
        return _INSERT
    if phase == Phase.MATCH:
        return cmd.SettleMatch(by=DEALER)
    if phase == Phase.INSURANCE:
        return cmd.CloseInsurance(by=DEALER) if all_answered(table) else None
    if phase == Phase.WAGERS:
        return _due_before_round(table)
    return _due_before_play(table)


def _due_in_trouble(table: Table) -> cmd.Command | None:
    trouble = table.trouble
    if trouble.shuffler == ShufflerState.BROKEN:
        return cmd.PutShufflerAside(by=FLOORPERSON)
    if trouble.reader_broken and table.rules.reader_failure == ReaderFailure.HALT:
        return cmd.RepairReader(by=FLOORPERSON)
    return cmd.RemoveTen(by=FLOORPERSON) if trouble.ten_to_remove else None


def _due_in_play(table: Table) -> cmd.Command | None:
    side = _side_due(table)
    if side is not None:
        return side
    box = table.boxes[table.turn_box]
    if box.hands[table.turn_hand].state == HandState.OPEN and (
        box.announced or not table.rules.player_totals_announced
    ):
        return None  # as nearly always: somebody's decision
    if announcement_due(table):
        return _ANNOUNCE
    return ALL_DUE if place_due(table) is not None else None


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
    """The next cash that is to be confirmed and changed into chips."""
    for offer in table.offers:
        by = FLOORPERSON if DEALER in offer.confirmed_by else DEALER
        if may_confirm(table, by, offer.person, offer.box):
            return cmd.ConfirmCash(by=by, person=offer.person, box=offer.box)
    return None


def _due_before_play(table: Table) -> cmd.Command | None:
    phase = table.phase
    if phase == Phase.CLOSED:
        return _due_at_opening(table)
    if phase == Phase.SPREAD and cards_must_be_turned(table):
        return cmd.SpreadCards(by=DEALER)
    if phase == Phase.SPREAD:
        return cmd.WashCards(by=DEALER) if table.people else None
    if may_take_batch(table):
        return cmd.TakeBatch(by=DEALER)
    if may_shuffle(table):
        return cmd.Shuffle(by=DEALER)
    if phase == Phase.CUT:
        if table.cutting.offered < 0:
            return cmd.OfferCut(by=DEALER)
        least, most = cut_bounds(table)
        return cmd.Cut(by=DEALER, at=(least + most) // 2) if whose_cut(table) == DEALER else None
    if phase == Phase.COVER:
        return cmd.PlaceCoverCard(by=DEALER, behind=cover_bounds(table)[0])
    return cmd.LoadShoe(by=DEALER) if phase == Phase.LOAD else cmd.BurnCard(by=DEALER)


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
