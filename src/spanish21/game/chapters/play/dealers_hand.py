"""The dealer's hand: the reader, the hole card, the effects of the second card, the end of the hand."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import TEN, UNSEEN
from spanish21.game.chapters.play.drawing import surrender_settled
from spanish21.game.chapters.shoes.drawn_cards import CARD_IS_KNOWN, card_read, cards_not_seen
from spanish21.game.hands import is_two_card_21
from spanish21.game.moves.act import Act
from spanish21.game.moves.move import Field, Move, Offer, one_of, when
from spanish21.game.reasons import Reason
from spanish21.game.round.phases import start_of_play
from spanish21.game.round.places import dealer_total, dealers_card_due, place_due
from spanish21.game.round.with_parts import Evolves
from spanish21.game.states import HandState, Irregularity, Phase, WagerResult
from spanish21.game.table import DEALER, Table, layout_is_clear
from spanish21.game.words import DealerTotalAnnounced

_DEALER = Phase.DEALER
_DEALERS_HAND = frozenset((_DEALER,))
_READER_KNOWS = one_of((None,), Reason.CARD_COMES_FROM_THE_SHOE)


# -- the reader ------------------------------------------------------------------------------------


def answers_offered(table: Table, who: str) -> Offer:
    """The reader's possible answers about a real shoe's hole card; a known one is not named."""
    if not table.is_real_shoe:
        return _READER_KNOWS
    return one_of(
        possible_answers(table),
        lambda answer: Reason.CARD_MUST_BE_READ if answer is None else Reason.CARD_NOT_IN_SHOE,
    )


def possible_answers(table: Table) -> tuple[bool, ...]:
    """The reader's possible answers about a real shoe's hole card: either, unless the card was seen
    before."""
    if table.dealer[1] == UNSEEN:
        return (False, True)
    return (is_two_card_21(table.dealer[0], table.dealer[1]),)


def insert_hole_card(act: Act, command: cmd.InsertHoleCard) -> None:
    blackjack = command.answer
    if blackjack is None:
        up, hole = act.table.dealer
        blackjack = is_two_card_21(up, hole)
    act.emit(ev.ReaderAnswered(blackjack))
    if not blackjack:
        collect_losing_insurance(act)


# -- the hole card ---------------------------------------------------------------------------------


def hole_cards_offered(table: Table, who: str) -> Offer:
    """The possible hole cards of a real shoe; a known one is not named."""
    return card_read(possible_hole_cards(table)) if table.is_real_shoe else CARD_IS_KNOWN


def possible_hole_cards(table: Table) -> tuple[int, ...]:
    """With a real shoe: the cards that the hole card can be, given the reader's answer."""
    up = table.dealer[0]
    if table.dealer[1] != UNSEEN:
        return (table.dealer[1],)
    cards = tuple(card for card in dict.fromkeys(cards_not_seen(table)) if card >> 2 != TEN)
    if table.dealer_has_blackjack:
        return tuple(card for card in cards if is_two_card_21(up, card))
    if table.reader_answered:
        return tuple(card for card in cards if not is_two_card_21(up, card))
    return cards


def turn_hole_card(act: Act, command: cmd.TurnHoleCard) -> None:
    act.emit(ev.HoleCardTurned(command.card or act.table.dealer[1], 0))
    settle_by_second_card(act)
    if place_due(act.table) is None:
        finish_dealer(act)


# -- without a hole card ---------------------------------------------------------------------------


def announce_dealers_card(act: Act, command: cmd.AnnounceDealersCard) -> None:
    act.emit(ev.DealersCardAnnounced())


# -- the second card, and the last -----------------------------------------------------------------


def settle_by_second_card(act: Act) -> None:
    """The effects of the dealer's second card before a third is drawn: lost insurance, surrendered hands."""
    collect_losing_insurance(act)
    table = act.table
    if table.dealer_has_blackjack:
        return
    for box in table.boxes:
        for index, hand in enumerate(box.hands):
            if hand.state == HandState.SURRENDERED and any(hand.wagers):
                for at in range(len(box.stakes)):
                    act.emit(surrender_settled(table.rules, box, index, at))


def collect_losing_insurance(act: Act) -> None:
    """Collect the insurance wagers as soon as it is known that the dealer has no Blackjack."""
    table = act.table
    if table.dealer_has_blackjack:
        return
    for box in table.boxes:
        for stake in box.stakes:
            if stake.insurance:
                act.emit(
                    ev.WagerSettled(
                        box=box.number,
                        hand=0,
                        person=stake.person,
                        kind="insurance",
                        result=WagerResult.LOST,
                        collected=stake.insurance,
                        returned=0,
                        paid=0,
                        why="insurance_lost",
                        meter="",
                    )
                )


def finish_dealer(act: Act) -> None:
    """End the dealer's hand, if it is dealt and no card is due to it any more."""
    table = act.table
    if table.phase != _DEALER or table.hole_down or len(table.dealer) < 2:
        return
    if table.trouble.loose_card:
        act.emit(ev.CardDiscarded(table.trouble.loose_card, Irregularity.NO_HAND_CAN_USE_IT))
    announced = (
        0
        if table.rules.dealer_total_announced == DealerTotalAnnounced.EACH_CARD
        else dealer_total(table.dealer)
    )
    act.emit(ev.DealerDone(announced))


MOVES = (
    Move(
        cmd.InsertHoleCard,
        (DEALER,),
        frozenset((Phase.READER,)),
        insert_hole_card,
        fields=(Field("answer", answers_offered),),
        emits=(ev.ReaderAnswered, ev.WagerSettled),
    ),
    Move(
        cmd.TurnHoleCard,
        (DEALER,),
        _DEALERS_HAND,
        turn_hole_card,
        when(lambda table: table.hole_down),
        (Field("card", hole_cards_offered),),
        emits=(ev.HoleCardTurned, ev.CardDiscarded, ev.DealerDone, ev.WagerSettled),
    ),
    Move(
        cmd.AnnounceDealersCard,
        (DEALER,),
        _DEALERS_HAND,
        announce_dealers_card,
        when(dealers_card_due),
        emits=(ev.DealersCardAnnounced,),
    ),
)


# The effects of its events


def reader_answered(table: Table, event: ev.ReaderAnswered) -> Table:
    if event.blackjack:
        return replace(table, reader_answered=True, dealer_has_blackjack=True, phase=Phase.DEALER)
    return start_of_play(replace(table, reader_answered=True))


def hole_card_turned(table: Table, event: ev.HoleCardTurned) -> Table:
    dealer = (table.dealer[0], event.card)
    return replace(
        table,
        dealer=dealer,
        hole_down=False,
        dealer_has_blackjack=is_two_card_21(dealer[0], dealer[1]),
    )


def dealers_card_announced(table: Table, event: ev.DealersCardAnnounced) -> Table:
    return replace(table, step=-1)


def dealer_done(table: Table, event: ev.DealerDone) -> Table:
    return replace(table, phase=Phase.COLLECT if layout_is_clear(table.boxes) else Phase.SETTLE)


EVOLVES: Evolves = {
    ev.ReaderAnswered: reader_answered,
    ev.HoleCardTurned: hole_card_turned,
    ev.DealersCardAnnounced: dealers_card_announced,
    ev.DealerDone: dealer_done,
}
