"""Dealing the cards and completing a round: the first cards, the reader, the dealer's hand, the pick-up."""

from collections import Counter
from collections.abc import Iterator

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act, refuse, require_dealer, require_phase
from spanish21.game.cards import TEN, UNSEEN
from spanish21.game.chapters.drawing import surrender_settled
from spanish21.game.chapters.first_cards import deal_first_cards
from spanish21.game.chapters.inventory import from_inventory
from spanish21.game.chapters.payout_limit import left_on_hand
from spanish21.game.chapters.voiding import ten_found
from spanish21.game.choices import Amounts, CardsFrom, May, OneOf, may
from spanish21.game.hands import POINTS, dealer_draws, is_two_card_21, total
from spanish21.game.pays import payment
from spanish21.game.phases import dealer_cards_first, is_paid_at_once, total_matters
from spanish21.game.table import DEALER, Box, Table, cover_card_is_next

Place = tuple[int, int, bool]
"""Where a card goes: the box (0: the dealer), the hand, and whether face down."""

ALL_DUE = cmd.Deal(by=DEALER)
"""Deal every card that is due now."""

_EACH_CARD = 0
_REMOVED_DECKS = 0


def place_due(table: Table) -> Place | None:
    """Where the next card goes, or None when no card is due."""
    if table.asked:
        return None
    phase = table.phase
    if phase == "deal":
        return _first_place(table)
    if phase == "play":
        box = table.boxes[table.turn_box]
        state = box.hands[table.turn_hand].state
        if state == "drawing" or state == "doubling" or state == "waiting":
            return box.number, table.turn_hand, False
        return None
    if phase == "dealer" and not table.hole_down:
        return _dealers_place(table)
    return None


def _first_place(table: Table) -> Place | None:
    boxes = table.boxes
    step, count = table.step, len(boxes)
    if step < count:
        return boxes[step].number, 0, False
    if step == count:
        return 0, 0, False
    if step <= 2 * count:
        return boxes[step - count - 1].number, 0, False
    if table.trouble.late:
        return boxes[table.trouble.late[0]].number, 0, False
    have = len(table.dealer)
    return (0, 0, have == 1) if have < dealer_cards_first(table) else None


def _dealers_place(table: Table) -> Place | None:
    dealer = table.dealer
    if len(dealer) == 1:
        announced = table.step == -1 or not table.rules.dealers_card_announced
        return (0, 0, False) if announced else None
    if table.dealer_has_blackjack or not total_matters(table):
        return None
    hard, aces = dealer_sums(dealer)
    return (0, 0, False) if dealer_draws(hard, aces, table.rules.dealer_hits_soft_17) else None


def dealer_sums(cards: tuple[int, ...]) -> tuple[int, int]:
    """The dealer's cards with every ace as 1, and the number of aces."""
    hard = aces = 0
    for card in cards:
        hard += POINTS[card]
        aces += card >> 2 == 1
    return hard, aces


def dealer_total(cards: tuple[int, ...]) -> int:
    """The dealer's point count."""
    return total(*dealer_sums(cards))


def deal(act: Act, command: cmd.Deal) -> None:
    if command.by != DEALER:
        refuse("not_your_office")
    table = act.table
    if table.phase == "deal" and command == ALL_DUE and deal_first_cards(act):
        return
    place = place_due(table)
    if place is None:
        refuse("answer_first" if table.asked else "not_now")
    if table.is_real_shoe:
        _deal_read_cards(act, command)
        return
    if command.cards:
        refuse("card_comes_from_the_shoe")
    limit = command.count
    if limit and not 0 < limit <= most_due(table):
        refuse("not_now")
    while place is not None:
        if not _deal_one(act, place, UNSEEN):
            return
        limit -= 1
        place = place_due(act.table)
        if limit == 0:
            break
    if place is None and act.table.phase == "dealer":
        finish_dealer(act)


def most_due(table: Table) -> int:
    """How many cards a single command may ask for: all first cards, else one."""
    if table.phase != "deal" or (table.is_real_shoe and table.trouble.loose_card):
        return 1
    if table.step > 2 * len(table.boxes):
        if table.is_real_shoe:
            return 1  # a hole card that comes late is not read
        return len(table.trouble.late) or dealer_cards_first(table) - len(table.dealer)
    return 2 * len(table.boxes) + 1 - table.step


def _deal_read_cards(act: Act, command: cmd.Deal) -> None:
    table = act.table
    if command.count or not command.cards:
        refuse("card_must_be_read")
    if len(command.cards) > most_due(table):
        refuse("not_now")
    if Counter(command.cards) - Counter(readable_cards(table)):
        refuse("card_not_in_shoe")
    for card in command.cards:
        place = place_due(act.table)
        assert place is not None
        if not _deal_one(act, place, card):
            return
    if place_due(act.table) is None:
        finish_dealer(act)


def readable_cards(table: Table) -> tuple[int, ...]:
    """With a real shoe: the cards that can still come, a 10 among them, and the unseen hole card."""
    if table.trouble.loose_card:
        return (table.trouble.loose_card,)
    place = place_due(table)
    if place is not None and place[2]:
        return (UNSEEN,)
    return cards_not_seen(table)


def cards_not_seen(table: Table) -> tuple[int, ...]:
    """The cards of the decks that nobody has seen leave the shoe, and one 10 that may have slipped in."""
    seen = Counter(card for cards in table.rack for card in cards)
    seen.update(table.dealer)
    for box in table.boxes:
        for hand in box.hands:
            if hand.state != "removed":
                seen.update(hand.cards)
    left = Counter(table.pool) - seen
    return (*sorted(left.elements()), *(TEN * 4 + suit for suit in range(4)))


def _deal_one(act: Act, place: Place, read: int) -> bool:
    """Deal one card; False when a 10, or an empty shoe, interrupts the deal."""
    number, hand, face_down = place
    card = draw(act, number, read)
    if card < 0:
        return False
    table = act.table
    rules = table.rules
    announced = 0
    if table.phase != "deal":
        if number == 0:
            if rules.dealer_total_announced == _EACH_CARD and len(table.dealer) >= 2:
                announced = dealer_total((*table.dealer, card))
        elif rules.player_totals_announced:
            box = table.boxes[table.turn_box]
            announced = dealer_total((*box.hands[hand].cards, card))
    act.emit(ev.CardDealt(card, number, hand, face_down, announced))
    if number == 0 and table.phase == "dealer" and len(act.table.dealer) == 2:
        settle_by_second_card(act)
    return True


def draw(act: Act, box: int, read: int) -> int:
    """The next card for a box: the one drawn in error, the shoe's next, or the one read; -1: none."""
    table = act.table
    if table.trouble.loose_card:
        return table.trouble.loose_card
    if table.is_real_shoe:
        card = read
    else:
        if cover_card_is_next(table):
            act.emit(ev.CoverCardReached(box))
            table = act.table
        if table.dealt >= len(table.shoe):
            act.emit(ev.ShoeEmptied())
            return -1
        card = table.shoe[table.dealt]
    if card >> 2 == TEN:
        ten_found(act, card)
        return -1
    return card


def finish_dealer(act: Act) -> None:
    """End the dealer's hand, to which no card is due any more."""
    table = act.table
    if table.phase != "dealer" or table.hole_down or len(table.dealer) < 2:
        return
    if table.trouble.loose_card:
        act.emit(ev.CardDiscarded(table.trouble.loose_card, "no_hand_can_use_it"))
    announced = 0 if table.rules.dealer_total_announced == _EACH_CARD else dealer_total(table.dealer)
    act.emit(ev.DealerDone(announced))


def insert_hole_card(act: Act, command: cmd.InsertHoleCard) -> None:
    require_dealer(command.by)
    table = act.table
    require_phase(table, "reader")
    if table.is_real_shoe:
        if command.answer is None:
            refuse("card_must_be_read")
        if command.answer not in possible_answers(table):
            refuse("card_not_in_shoe")
        blackjack = command.answer
    else:
        if command.answer is not None:
            refuse("card_comes_from_the_shoe")
        blackjack = is_two_card_21(table.dealer[0], table.dealer[1])
    act.emit(ev.ReaderAnswered(blackjack))
    if not blackjack:
        collect_losing_insurance(act)


def possible_answers(table: Table) -> tuple[bool, ...]:
    """What the reader can say of a real shoe's hole card: either, unless the card was seen before."""
    if table.dealer[1] == UNSEEN:
        return (False, True)
    return (is_two_card_21(table.dealer[0], table.dealer[1]),)


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
                        box.number,
                        0,
                        stake.person,
                        "insurance",
                        "lost",
                        stake.insurance,
                        0,
                        0,
                        "insurance_lost",
                        "",
                    )
                )


def settle_by_second_card(act: Act) -> None:
    """What the dealer's second card decides before a third is drawn: lost insurance, surrendered hands."""
    collect_losing_insurance(act)
    table = act.table
    if table.dealer_has_blackjack:
        return
    for box in table.boxes:
        for index, hand in enumerate(box.hands):
            if hand.state == "surrendered" and any(hand.wagers):
                for at in range(len(box.stakes)):
                    act.emit(surrender_settled(table.rules, box, index, at))


@from_inventory
def announce(act: Act, command: cmd.Announce) -> None:
    require_dealer(command.by)
    table = act.table
    if not announcement_due(table):
        refuse("not_now")
    box = table.boxes[table.turn_box]
    hand = box.hands[0]
    if hand.state != "blackjack":
        act.emit(ev.PointsAnnounced(box.number, 0, dealer_total(hand.cards)))
        return
    paid_now = is_paid_at_once(table)
    stays = paid_now and any(
        side.kind in ("match_down", "monster") and not side.settled
        for stake in box.stakes
        for side in stake.sides
    )
    act.emit(ev.BlackjackAnnounced(box.number, paid_now, stays))
    if not paid_now:
        return
    for index in range(len(box.stakes)):
        act.emit(blackjack_paid(act.table, box, index))
    if not stays:
        act.emit(ev.HandRemoved(box.number, 0))


def announcement_due(table: Table) -> bool:
    """Whether the box whose turn it is has its Blackjack or its total yet to be announced."""
    if table.phase != "play" or table.asked:
        return False
    box = table.boxes[table.turn_box]
    if box.announced:
        return False
    state = box.hands[0].state
    return state == "blackjack" or (state == "open" and table.rules.player_totals_announced)


def blackjack_paid(table: Table, box: Box, index: int) -> ev.WagerSettled:
    """The payment of a player's Blackjack."""
    rules = table.rules
    stake = box.stakes[index]
    wager = box.hands[0].wagers[index]
    paid = payment(wager + stake.coupon, rules.pays_by_kind[1], rules)
    paid = left_on_hand(table, box.number, stake.person, paid)
    return ev.WagerSettled(box.number, 0, stake.person, "main", "won", 0, wager, paid, "pays_blackjack", "")


def turn_hole_card(act: Act, command: cmd.TurnHoleCard) -> None:
    require_dealer(command.by)
    table = act.table
    require_phase(table, "dealer")
    if not table.hole_down:
        refuse("not_now")
    if table.is_real_shoe:
        if command.card not in possible_hole_cards(table):
            refuse("card_not_in_shoe")
        card = command.card
    else:
        if command.card:
            refuse("card_comes_from_the_shoe")
        card = table.dealer[1]
    act.emit(ev.HoleCardTurned(card, 0))
    settle_by_second_card(act)
    if place_due(act.table) is None:
        finish_dealer(act)


def possible_hole_cards(table: Table) -> tuple[int, ...]:
    """With a real shoe: the cards that the hole card can be, given what the reader said."""
    up = table.dealer[0]
    if table.dealer[1] != UNSEEN:
        return (table.dealer[1],)
    cards = tuple(card for card in set(cards_not_seen(table)) if card >> 2 != TEN)
    if table.dealer_has_blackjack:
        return tuple(sorted(card for card in cards if is_two_card_21(up, card)))
    if table.reader_answered:
        return tuple(sorted(card for card in cards if not is_two_card_21(up, card)))
    return tuple(sorted(cards))


def announce_dealers_card(act: Act, command: cmd.AnnounceDealersCard) -> None:
    require_dealer(command.by)
    if not dealers_card_due(act.table):
        refuse("not_now")
    act.emit(ev.DealersCardAnnounced())


def dealers_card_due(table: Table) -> bool:
    """Whether the dealer must first say that the next card is the dealer's own."""
    return (
        table.phase == "dealer"
        and not table.hole_down
        and len(table.dealer) == 1
        and table.rules.dealers_card_announced
        and table.step != -1
    )


def collect_cards(act: Act, command: cmd.CollectCards) -> None:
    require_dealer(command.by)
    table = act.table
    require_phase(table, "collect")
    if table.trouble.loose_card:
        act.emit(ev.CardDiscarded(table.trouble.loose_card, "no_hand_can_use_it"))
        table = act.table
    barred: tuple[str, ...] = ()
    if not table.rules.mid_shoe_entry:
        played = {stake.person for box in table.boxes for stake in box.stakes}
        barred = tuple(person.name for person in table.people if person.name not in played)
    decks_go = table.trouble.void == "second_ten" and table.rules.second_ten == _REMOVED_DECKS
    act.emit(ev.CardsCollected(cards_to_pick_up(table), barred))
    if decks_go:
        act.emit(ev.DecksRemoved())


def cards_to_pick_up(table: Table) -> tuple[tuple[int, ...], ...]:
    """The hands on the table in the order of the pick-up: from the dealer's right, the dealer's own last.

    A hole card that was never turned stays face down, by itself.
    """
    hands = [
        hand.cards
        for box in reversed(table.boxes)
        for hand in box.hands
        if hand.state != "removed" and hand.cards
    ]
    if table.hole_down:
        return (*hands, table.dealer[:1], table.dealer[1:])
    return (*hands, table.dealer) if table.dealer else tuple(hands)


def mays(table: Table, who: str) -> Iterator[May]:
    """What this chapter lets `who` do."""
    if who != DEALER:
        return
    if place_due(table) is not None:
        most = most_due(table)
        if table.is_real_shoe:
            yield may(cmd.Deal, cards=CardsFrom(readable_cards(table), 1, most))
        else:
            yield may(cmd.Deal, count=Amounts(0, most, 1))
    if table.phase == "reader":
        yield may(
            cmd.InsertHoleCard, answer=OneOf(possible_answers(table) if table.is_real_shoe else (None,))
        )
    if announcement_due(table):
        yield may(cmd.Announce)
    if table.phase == "dealer" and table.hole_down:
        cards = possible_hole_cards(table) if table.is_real_shoe else (0,)
        yield may(cmd.TurnHoleCard, card=OneOf(cards))
    if dealers_card_due(table):
        yield may(cmd.AnnounceDealersCard)
    if table.phase == "collect":
        yield may(cmd.CollectCards)


DECIDES = {
    cmd.Deal: deal,
    cmd.InsertHoleCard: insert_hole_card,
    cmd.Announce: announce,
    cmd.TurnHoleCard: turn_hole_card,
    cmd.AnnounceDealersCard: announce_dealers_card,
    cmd.CollectCards: collect_cards,
}
