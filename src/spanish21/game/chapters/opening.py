"""Opening the table and its cards: the checklist, the decks, their inspection, the spread, the wash."""

from collections import Counter
from collections.abc import Iterator

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act, refuse, require_dealer, require_floorperson, require_person, require_phase
from spanish21.game.cards import FULL_DECK, SPANISH_DECK, TEN
from spanish21.game.choices import AllOf, Amounts, CardsFrom, May, OneOf, ShuffleOf, may
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE, Table

BY_DEVICE = 1
MOST_MINUTES = 60 * 24 * 366


def check_equipment(act: Act, command: cmd.CheckEquipment) -> None:
    require_floorperson(command.by)
    if act.table.opening.equipment_checked:
        refuse("not_now")
    problem = what_checklist_lacks(act.table.rules.equipment, command.items)
    if problem:
        refuse("checklist_incomplete", problem)
    act.emit(ev.EquipmentChecked(command.items))


def what_checklist_lacks(wanted: tuple[str, ...], checked: tuple[str, ...]) -> str:
    """What keeps a checklist, in whatever order, from being the one wanted; or nothing."""
    missing = [item for item in wanted if item not in checked]
    if missing:
        return ", ".join(missing)
    beside = [item for item in checked if item not in wanted]
    if beside:
        return f"not on the list: {', '.join(beside)}"
    twice = [item for item in wanted if checked.count(item) > 1]
    return f"more than once: {', '.join(twice)}" if twice else ""


def inspect_reader(act: Act, command: cmd.InspectReader) -> None:
    require_floorperson(command.by)
    if not reader_needs_inspection(act.table):
        refuse("not_now")
    act.emit(ev.ReaderInspected())


def reader_needs_inspection(table: Table) -> bool:
    """Whether the card reader device has not been inspected this gaming day."""
    rules = table.rules
    return rules.card_reader and rules.reader_inspected_daily and not table.opening.reader_inspected


def begin_gaming_day(act: Act, command: cmd.BeginGamingDay) -> None:
    require_floorperson(command.by)
    act.emit(ev.GamingDayBegun())


def tell_time(act: Act, command: cmd.TellTime) -> None:
    require_floorperson(command.by)
    if not 1 <= command.minutes <= MOST_MINUTES:
        refuse("not_now")
    act.emit(ev.TimeTold(command.minutes))


def receive_decks(act: Act, command: cmd.ReceiveDecks) -> None:
    table = act.table
    require_floorperson(command.by)
    if table.phase != "closed" or table.opening.decks_received:
        refuse("not_now")
    if not table.opening.equipment_checked:
        refuse("checklist_incomplete")
    if tuple(sorted(command.cards)) not in permitted_decks(table, command.preinspected):
        refuse("wrong_decks", f"{table.rules.decks} decks of 48 cards, or of 52 before their 10s are removed")
    if command.preinspected and command.preshuffled and not may_come_ready(table):
        refuse("decks_not_approved")
    act.emit(ev.DecksReceived(command.cards, command.preinspected, command.preshuffled))


def may_come_ready(table: Table) -> bool:
    """Whether decks inspected and shuffled beforehand may be used without being opened at the table."""
    rules = table.rules
    approved = any(approval.startswith("preshuffled_decks:") for approval in rules.approvals)
    return approved or not rules.preshuffled_needs_approval


def permitted_decks(table: Table, preinspected: bool) -> tuple[tuple[int, ...], ...]:
    """The decks that may be received: without their 10s, or with them if they are yet to be inspected."""
    without = tuple(sorted(SPANISH_DECK * table.rules.decks))
    return (without,) if preinspected else (without, tuple(sorted(FULL_DECK * table.rules.decks)))


def inspect_decks(act: Act, command: cmd.InspectDecks) -> None:
    require_dealer(command.by)
    if not may_inspect(act.table):
        refuse("deck_is_defective" if act.table.opening.defective else "not_now")
    if not 0 <= command.defective <= act.table.rules.decks:
        refuse("wrong_decks", f"decks 1 to {act.table.rules.decks}, or 0 for none")
    act.emit(ev.DecksInspected(command.defective))


def may_inspect(table: Table) -> bool:
    """Decks lie on the table, not yet found in order, and none of them waits to be replaced."""
    opening = table.opening
    return opening.decks_received and not opening.inspected and not opening.defective


def replace_deck(act: Act, command: cmd.ReplaceDeck) -> None:
    """Another deck comes for the defective one, and is inspected like the first."""
    require_floorperson(command.by)
    defective = act.table.opening.defective
    if not defective:
        refuse("not_now")
    if command.deck != defective:
        refuse("wrong_decks", f"deck {defective} is the defective one")
    act.emit(ev.DeckReplaced(command.deck))


def verify_inspection(act: Act, command: cmd.VerifyInspection) -> None:
    require_floorperson(command.by)
    opening = act.table.opening
    if not opening.inspected or opening.verified:
        refuse("deck_is_defective" if opening.defective else "not_now")
    act.emit(ev.InspectionVerified())


def remove_tens(act: Act, command: cmd.RemoveTens) -> None:
    require_dealer(command.by)
    opening = act.table.opening
    if not opening.verified or opening.tens_removed:
        refuse("not_now" if opening.tens_removed or not opening.inspected else "inspection_not_verified")
    tens = Counter(card for card in act.table.pool if card >> 2 == TEN)
    removed = tens - Counter(command.missed)
    if sum(removed.values()) != sum(tens.values()) - len(command.missed):
        refuse("wrong_decks", "only a 10 that is in the decks can be missed")
    act.emit(ev.TensRemoved(tuple(sorted(removed.elements())), act.table.rules.tens_torn))


def verify_tens(act: Act, command: cmd.VerifyTens) -> None:
    require_floorperson(command.by)
    opening = act.table.opening
    if not opening.tens_removed or opening.tens_verified:
        refuse("not_now")
    act.emit(ev.TensVerified())


def spread_cards(act: Act, command: cmd.SpreadCards) -> None:
    require_dealer(command.by)
    opening = act.table.opening
    if cards_must_be_turned(act.table):
        act.emit(ev.CardsSpread(True))
        return
    if act.table.phase != "closed" or not opening.inspected:
        refuse("not_now")
    if not opening.verified:
        refuse("inspection_not_verified")
    if not opening.tens_verified:
        refuse("tens_not_removed")
    act.emit(ev.CardsSpread(True))


def cards_must_be_turned(table: Table) -> bool:
    """After an idle time: cards spread face down are turned up for the first player, if the book says so."""
    down = table.phase == "spread" and not table.opening.spread_face_up
    return down and table.rules.idle_turned_up and bool(table.people)


def request_face_up(act: Act, command: cmd.RequestFaceUp) -> None:
    require_person(act.table, command.by)
    if not may_request_face_up(act.table):
        refuse("not_now")
    act.emit(ev.CardsSpread(True))


def may_request_face_up(table: Table) -> bool:
    """Cards spread face down; or, after an idle time, a batch that comes out of the shuffling device."""
    if table.phase == "spread":
        return not table.opening.spread_face_up
    by_device = table.rules.shuffling == BY_DEVICE and table.trouble.shuffler == "working"
    return table.opening.after_idle and by_device and table.phase in ("cut", "cover", "load")


def wash_cards(act: Act, command: cmd.WashCards) -> None:
    require_dealer(command.by)
    require_phase(act.table, "spread")
    if not act.table.people or cards_must_be_turned(act.table):
        refuse("cards_not_seen_by_player")
    act.emit(ev.CardsWashed(command.exposed))


def report_idle(act: Act, command: cmd.ReportIdle) -> None:
    if command.by not in HOUSE:
        refuse("not_your_office")
    if act.table.phase != "wagers" or act.table.boxes or act.table.rules.shuffling == 2:
        refuse("not_now")
    act.emit(ev.TableIdle(act.table.rules.idle_spread == 1))


def change_decks(act: Act, command: cmd.ChangeDecks) -> None:
    require_floorperson(command.by)
    if act.table.phase not in ("wagers", "stack", "spread") or act.table.trouble.resume:
        refuse("not_now")
    act.emit(ev.DecksRemoved())


def decks_are_too_old(table: Table) -> bool:
    """Whether the decks have been open as long as the book allows."""
    hours = table.rules.decks_hours
    return hours > 0 and table.minutes - table.decks_opened >= hours * 60


def mays(table: Table, who: str) -> Iterator[May]:
    """What this chapter lets `who` do."""
    opening = table.opening
    if who == FLOORPERSON:
        if not opening.equipment_checked:
            yield may(cmd.CheckEquipment, items=AllOf(table.rules.equipment))
        if reader_needs_inspection(table):
            yield may(cmd.InspectReader)
        yield may(cmd.BeginGamingDay)
        yield may(cmd.TellTime, minutes=Amounts(1, MOST_MINUTES, 1))
        if table.phase == "closed" and opening.equipment_checked and not opening.decks_received:
            for preinspected in (False, True):
                for decks in permitted_decks(table, preinspected):
                    yield may(
                        cmd.ReceiveDecks,
                        cards=ShuffleOf(decks),
                        preinspected=OneOf((preinspected,)),
                        preshuffled=OneOf(
                            (False, True) if not preinspected or may_come_ready(table) else (False,)
                        ),
                    )
        if opening.defective:
            yield may(cmd.ReplaceDeck, deck=OneOf((opening.defective,)))
        if opening.inspected and not opening.verified:
            yield may(cmd.VerifyInspection)
        if opening.tens_removed and not opening.tens_verified:
            yield may(cmd.VerifyTens)
        if table.phase in ("wagers", "stack", "spread") and not table.trouble.resume:
            yield may(cmd.ChangeDecks)
    elif who == DEALER:
        if may_inspect(table):
            yield may(cmd.InspectDecks, defective=Amounts(0, table.rules.decks, 1))
        if opening.verified and not opening.tens_removed:
            tens = tuple(card for card in table.pool if card >> 2 == TEN)
            yield may(cmd.RemoveTens, missed=CardsFrom(tens, 0, len(tens)))
        ready = opening.verified and opening.tens_verified
        turned = cards_must_be_turned(table)
        if turned or (table.phase == "closed" and ready):
            yield may(cmd.SpreadCards)
        if table.phase == "spread" and table.people and not turned:
            yield may(cmd.WashCards, exposed=OneOf((False, True)))
    elif may_request_face_up(table) and any(person.name == who for person in table.people):
        yield may(cmd.RequestFaceUp)
    if who in HOUSE and table.phase == "wagers" and not table.boxes and table.rules.shuffling != 2:
        yield may(cmd.ReportIdle)


DECIDES = {
    cmd.CheckEquipment: check_equipment,
    cmd.InspectReader: inspect_reader,
    cmd.BeginGamingDay: begin_gaming_day,
    cmd.TellTime: tell_time,
    cmd.ReceiveDecks: receive_decks,
    cmd.InspectDecks: inspect_decks,
    cmd.ReplaceDeck: replace_deck,
    cmd.VerifyInspection: verify_inspection,
    cmd.RemoveTens: remove_tens,
    cmd.VerifyTens: verify_tens,
    cmd.SpreadCards: spread_cards,
    cmd.RequestFaceUp: request_face_up,
    cmd.WashCards: wash_cards,
    cmd.ReportIdle: report_idle,
    cmd.ChangeDecks: change_decks,
}
