"""Irregularities, each with the remedy of its book."""

from collections.abc import Iterator

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act, refuse, require_dealer, require_floorperson, require_house, require_person
from spanish21.game.chapters.dealing import cards_not_seen, dealer_total, draw, place_due
from spanish21.game.chapters.turns import turn_of, why_not_decide, why_not_turn
from spanish21.game.chapters.voiding import call_all_dead, return_beside, return_hand, void_round
from spanish21.game.choices import May, OneOf, may
from spanish21.game.phases import HALT, dealer_cards_first, may_be_blackjack
from spanish21.game.rules import WORDS
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE, Table, cards_left

REMOVED = WORDS["shuffler_failure"].index("removed")
CONTINUOUS = WORDS["shuffling"].index("continuous")
BY_HAND = WORDS["shuffling"].index("hand")


# -- cards in the shoe -----------------------------------------------------------------------------


def find_face_up(act: Act, command: cmd.FindFaceUp) -> None:
    """It is not used and goes into the rack; the second one in a round voids the round."""
    require_dealer(command.by)
    if not a_card_can_be_drawn(act.table):
        refuse("not_now")
    card = _next_card(act, command.card)
    if card < 0:
        return
    act.emit(ev.FaceUpFound(card))
    if act.table.trouble.face_up_found >= 2:
        void_round(act, "second_face_up_card", True)


def a_card_can_be_drawn(table: Table) -> bool:
    """Whether a card is due from the shoe, none lying loose."""
    return place_due(table) is not None and not table.trouble.loose_card and cards_left(table) > 0


def _next_card(act: Act, read: int) -> int:
    table = act.table
    if table.is_real_shoe:
        if read not in cards_not_seen(table):
            refuse("card_must_be_read" if not read else "card_not_in_shoe")
    elif read:
        refuse("card_comes_from_the_shoe")
    return draw(act, 0, read)


def remove_ten(act: Act, command: cmd.RemoveTen) -> None:
    require_floorperson(command.by)
    if not act.table.trouble.ten_to_remove:
        refuse("not_now")
    act.emit(ev.TenTakenOut(act.table.trouble.ten_to_remove, act.table.rules.tens_torn))


def draw_in_error(act: Act, command: cmd.DrawInError) -> None:
    """The card lies beside the shoe and is the next card to be used."""
    require_dealer(command.by)
    if not a_card_may_come_in_error(act.table):
        refuse("not_now")
    card = _next_card(act, command.card)
    if card >= 0:
        act.emit(ev.CardDrawnInError(card, command.exposed))


def a_card_may_come_in_error(table: Table) -> bool:
    """While cards are dealt and none lies loose."""
    if table.phase not in ("deal", "play", "dealer") or table.asked or table.trouble.loose_card:
        return False
    return cards_left(table) > 0


def refuse_card(act: Act, command: cmd.RefuseCard) -> None:
    require_person(act.table, command.by)
    reason = why_not_decide(act.table, command.by, "not_now")
    if reason:
        refuse(reason)
    box, index, hand = turn_of(act.table)
    if not act.table.trouble.loose_exposed or hand.state != "open":
        refuse("not_now")
    act.emit(ev.CardRefused(box.number, index, command.by))


def overdraw_dealer(act: Act, command: cmd.OverdrawDealer) -> None:
    """A card drawn to a dealer's hand that stands goes into the rack."""
    require_dealer(command.by)
    if not dealer_may_overdraw(act.table):
        refuse("not_now")
    card = _next_card(act, command.card)
    if card >= 0:
        act.emit(ev.CardDiscarded(card, "dealer_stands"))


def dealer_may_overdraw(table: Table) -> bool:
    """The dealer's hand is complete and stands."""
    if table.phase != "settle" or len(table.dealer) < 2 or cards_left(table) < 1:
        return False
    return dealer_total(table.dealer) >= 17 and table.trouble.ten_to_remove == 0


# -- mistakes in dealing ---------------------------------------------------------------------------


def skip_dealer(act: Act, command: cmd.SkipDealer) -> None:
    """The deal goes on; the dealer's cards come after the players'."""
    require_dealer(command.by)
    if not dealer_may_be_skipped(act.table):
        refuse("not_now")
    act.emit(ev.DealerSkipped())


def dealer_may_be_skipped(table: Table) -> bool:
    """The first card of the dealer can be missed; the last of the deal is dealt late by itself."""
    return table.phase == "deal" and table.step == len(table.boxes) and not table.trouble.loose_card


def skip_box(act: Act, command: cmd.SkipBox) -> None:
    """No cards: the hand is dead. One card: the player may have the second after all others."""
    require_dealer(command.by)
    table = act.table
    if not box_may_be_skipped(table):
        refuse("not_now")
    count = len(table.boxes)
    box = table.boxes[table.step if table.step < count else table.step - count - 1]
    if table.step > count and not box.hands[0].cards:
        return_hand(act, box, 0, "no_cards_dealt")
        return_beside(act, box, "no_cards_dealt")
        act.emit(ev.HandDead(box.number, 0, "no_cards_dealt"))
    act.emit(ev.BoxSkipped(box.number))


def box_may_be_skipped(table: Table) -> bool:
    """A box's first or second card is due."""
    count = len(table.boxes)
    if table.phase != "deal" or table.trouble.loose_card or table.asked:
        return False
    return table.step < count or count < table.step <= 2 * count


def miss_request(act: Act, command: cmd.MissRequest) -> None:
    """The player passed over chooses between a late card and a dead hand."""
    require_dealer(command.by)
    table = act.table
    if not request_may_be_missed(table):
        refuse("not_now")
    act.emit(ev.RequestMissed(table.boxes[table.turn_box].number, table.turn_hand))


def request_may_be_missed(table: Table) -> bool:
    """A card that a player asked for is due."""
    if table.phase != "play" or table.asked or table.trouble.loose_card:
        return False
    return table.boxes[table.turn_box].hands[table.turn_hand].state in ("drawing", "doubling")


def answer_late_card(act: Act, command: cmd.AnswerLateCard) -> None:
    table = act.table
    require_person(table, command.by)
    if not is_asked_about_late_card(table, command.by):
        refuse("not_now")
    if table.phase == "deal":
        _answer_in_deal(act, command.takes)
        return
    number, index = table.boxes[table.turn_box].number, table.turn_hand
    act.emit(ev.LateCardAnswered(number, index, command.takes))
    if not command.takes:
        box = next(box for box in act.table.boxes if box.number == number)
        return_hand(act, box, index, "card_not_dealt")
        act.emit(ev.HandDead(number, index, "card_not_dealt"))


def is_asked_about_late_card(table: Table, by: str) -> bool:
    """Whether `by` must choose between a late card and a dead hand."""
    return table.asked[:1] == (by,) and (table.trouble.missed or table.phase == "deal")


def _answer_in_deal(act: Act, takes: bool) -> None:
    box = act.table.boxes[act.table.trouble.late[0]]
    act.emit(ev.LateCardAnswered(box.number, 0, takes))
    if not takes:
        return_hand(act, box, 0, "one_card_dealt")
        return_beside(act, box, "one_card_dealt")
        act.emit(ev.HandDead(box.number, 0, "one_card_dealt"))


# -- devices ---------------------------------------------------------------------------------------


def report_insertion(act: Act, command: cmd.ReportInsertion) -> None:
    require_floorperson(command.by)
    if not may_report_insertion(act.table):
        refuse("not_now")
    act.emit(ev.InsertionReported(command.shows_value))
    if command.shows_value:
        call_all_dead(act, "hole_card_seen")


def may_report_insertion(table: Table) -> bool:
    """The hole card is down, a reader stands at the table, and the up card is none that it is used for."""
    if not table.rules.card_reader or not table.hole_down or table.phase != "play":
        return False
    return not may_be_blackjack(table.dealer[0]) and len(table.dealer) == dealer_cards_first(table)


def report_reader_failure(act: Act, command: cmd.ReportReaderFailure) -> None:
    require_house(command.by)
    if not may_report_reader_failure(act.table):
        refuse("not_now")
    act.emit(ev.ReaderFailed(act.table.rules.reader_failure == HALT))


def may_report_reader_failure(table: Table) -> bool:
    return table.rules.card_reader and not table.trouble.reader_broken


def repair_reader(act: Act, command: cmd.RepairReader) -> None:
    require_floorperson(command.by)
    if not may_repair_reader(act.table):
        refuse("not_now")
    act.emit(ev.ReaderRepaired())


def may_repair_reader(table: Table) -> bool:
    """A reader that a book can do without comes back between rounds."""
    if not table.trouble.reader_broken:
        return False
    return table.rules.reader_failure == HALT or not table.boxes or not table.boxes[0].hands


def shuffler_works(table: Table) -> bool:
    return table.rules.shuffling != BY_HAND and table.trouble.shuffler == "working"


def may_report_jam(table: Table) -> bool:
    """While the device shuffles, until its stack is in the shoe; between rounds, when it holds a batch."""
    if not shuffler_works(table):
        return False
    if table.device and table.phase in ("batch", "burn", "wagers"):
        return table.device[-1].shuffled
    return table.phase in ("stack", "cut", "cover", "load")


def report_shuffler_jam(act: Act, command: cmd.ReportShufflerJam) -> None:
    require_house(command.by)
    if not may_report_jam(act.table):
        refuse("not_now")
    act.emit(ev.ShufflerJammed())


def may_report_failure(table: Table) -> bool:
    """While the device shuffles; an automated shoe also while it deals."""
    dealing = table.rules.shuffling == CONTINUOUS and table.phase in ("wagers", "deal", "play", "dealer")
    return may_report_jam(table) or (shuffler_works(table) and (dealing or table.phase == "batch"))


def report_shuffler_failure(act: Act, command: cmd.ReportShufflerFailure) -> None:
    require_house(command.by)
    if not may_report_failure(act.table):
        refuse("not_now")
    act.emit(ev.ShufflerFailed())


def put_shuffler_aside(act: Act, command: cmd.PutShufflerAside) -> None:
    require_floorperson(command.by)
    if act.table.trouble.shuffler != "broken":
        refuse("not_now")
    act.emit(ev.ShufflerPutAside(act.table.rules.shuffler_failure == REMOVED))
    if act.table.device:
        act.emit(ev.BatchWithdrawn())


# -- a real shoe -----------------------------------------------------------------------------------


def report_cover_card(act: Act, command: cmd.ReportCoverCard) -> None:
    require_dealer(command.by)
    if not may_report_cover_card(act.table):
        refuse("not_now")
    place = place_due(act.table)
    act.emit(ev.CoverCardReached(place[0] if place is not None else 0))


def may_report_cover_card(table: Table) -> bool:
    rounds = ("burn", "wagers", "deal", "play", "dealer")
    return table.is_real_shoe and not table.cover_seen and table.phase in rounds and table.cover >= 0


def report_shoe_empty(act: Act, command: cmd.ReportShoeEmpty) -> None:
    require_dealer(command.by)
    if not may_report_shoe_empty(act.table):
        refuse("not_now")
    act.emit(ev.ShoeEmptied())


def may_report_shoe_empty(table: Table) -> bool:
    return table.is_real_shoe and place_due(table) is not None and bool(table.rack)


# -- what is legal ---------------------------------------------------------------------------------


def mays(table: Table, who: str) -> Iterator[May]:
    """What this chapter lets `who` do."""
    if who == DEALER:
        yield from _dealer_mays(table)
    elif who == FLOORPERSON:
        if table.trouble.ten_to_remove:
            yield may(cmd.RemoveTen)
        if may_report_insertion(table):
            yield may(cmd.ReportInsertion, shows_value=OneOf((False, True)))
        if may_repair_reader(table):
            yield may(cmd.RepairReader)
        if table.trouble.shuffler == "broken":
            yield may(cmd.PutShufflerAside)
    else:
        if table.trouble.loose_exposed and table.phase == "play" and not why_not_turn(table, who):
            hand = table.boxes[table.turn_box].hands[table.turn_hand]
            if hand.state == "open":
                yield may(cmd.RefuseCard)
        if is_asked_about_late_card(table, who):
            yield may(cmd.AnswerLateCard, takes=OneOf((False, True)))
    if who in HOUSE:
        if may_report_reader_failure(table):
            yield may(cmd.ReportReaderFailure)
        if may_report_jam(table):
            yield may(cmd.ReportShufflerJam)
        if may_report_failure(table):
            yield may(cmd.ReportShufflerFailure)


def _dealer_mays(table: Table) -> Iterator[May]:
    card = OneOf(tuple(sorted(set(cards_not_seen(table)))) if table.is_real_shoe else (0,))
    if a_card_can_be_drawn(table):
        yield may(cmd.FindFaceUp, card=card)
    if a_card_may_come_in_error(table):
        yield may(cmd.DrawInError, exposed=OneOf((False, True)), card=card)
    if dealer_may_overdraw(table):
        yield may(cmd.OverdrawDealer, card=card)
    if dealer_may_be_skipped(table):
        yield may(cmd.SkipDealer)
    if box_may_be_skipped(table):
        yield may(cmd.SkipBox)
    if request_may_be_missed(table):
        yield may(cmd.MissRequest)
    if may_report_cover_card(table):
        yield may(cmd.ReportCoverCard)
    if may_report_shoe_empty(table):
        yield may(cmd.ReportShoeEmpty)


DECIDES = {
    cmd.FindFaceUp: find_face_up,
    cmd.RemoveTen: remove_ten,
    cmd.DrawInError: draw_in_error,
    cmd.RefuseCard: refuse_card,
    cmd.OverdrawDealer: overdraw_dealer,
    cmd.SkipDealer: skip_dealer,
    cmd.SkipBox: skip_box,
    cmd.MissRequest: miss_request,
    cmd.AnswerLateCard: answer_late_card,
    cmd.ReportInsertion: report_insertion,
    cmd.ReportReaderFailure: report_reader_failure,
    cmd.RepairReader: repair_reader,
    cmd.ReportShufflerJam: report_shuffler_jam,
    cmd.ReportShufflerFailure: report_shuffler_failure,
    cmd.PutShufflerAside: put_shuffler_aside,
    cmd.ReportCoverCard: report_cover_card,
    cmd.ReportShoeEmpty: report_shoe_empty,
}
