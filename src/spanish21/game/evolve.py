"""`evolve(table, event)`: what an event makes of a table. It never says no."""

from collections.abc import Callable, Iterable
from typing import Any, cast

from msgspec.structs import replace

from spanish21.game import events as ev
from spanish21.game.cards import SPANISH_DECK
from spanish21.game.hands import is_two_card_21, value
from spanish21.game.phases import (
    after_deal,
    after_insurance,
    after_match,
    end_of_passes,
    next_step,
    next_turn,
    start_of_play,
)
from spanish21.game.rules import METERS
from spanish21.game.table import (
    Box,
    Cutting,
    Hand,
    HandState,
    Meter,
    Offer,
    Opening,
    Person,
    Phase,
    Side,
    Stake,
    Table,
    Trouble,
    box_index,
    layout_is_clear,
)

NO_TROUBLE = Trouble(
    face_up_found=0,
    tens_found=0,
    ten_to_remove=0,
    loose_card=0,
    loose_exposed=False,
    reader_broken=False,
    shuffler="working",
    dealer_skipped=0,
    missed_box=-1,
    missed_hand=-1,
    late=(),
    resume="",
    void="",
)
_NOT_OPENED = Opening(
    equipment_checked=False,
    reader_inspected=False,
    decks_received=False,
    preinspected=False,
    preshuffled=False,
    inspected=False,
    verified=False,
    tens_in_decks=0,
    tens_removed=False,
    tens_verified=False,
    spread=False,
    spread_face_up=False,
    washed=False,
)
_NO_CUTTING = Cutting(
    order=(), offered=-1, cut_by="", just_beginning=True, rotation=0, ordered_by_floorperson=False
)


def evolve(table: Table, event: ev.Event) -> Table:
    """The table after the event."""
    return _EVOLVE[type(event)](table, event)


def replay(events: Iterable[ev.Event]) -> Table:
    """The table that a whole log makes; its first event is `TableSetUp`."""
    remaining = iter(events)
    table = set_up(cast(ev.TableSetUp, next(remaining)))
    for event in remaining:
        table = _EVOLVE[type(event)](table, event)
    return table


def set_up(event: ev.TableSetUp) -> Table:
    """The table before anything is done."""
    rules = event.rules
    meters = tuple(Meter(name, rules.meters[name].initial, 0) for name in METERS if name in rules.meters)
    return Table(
        rules=rules,
        phase="closed",
        people=(),
        inventory=event.inventory,
        meters=meters,
        pool=(),
        shoe=(),
        dealt=0,
        cover=-1,
        is_real_shoe=event.is_real_shoe,
        rack=(),
        torn=(),
        cover_seen=False,
        cover_seen_at=-1,
        reshuffle_ordered=False,
        burns_due=0,
        burn_card=0,
        round_number=0,
        rounds_since_shuffle=0,
        boxes=(),
        dealer=(),
        hole_down=False,
        dealer_has_blackjack=False,
        step=0,
        turn_box=-1,
        turn_hand=-1,
        asked=(),
        offers=(),
        opening=_NOT_OPENED,
        cutting=_NO_CUTTING,
        trouble=NO_TROUBLE,
        minutes=0,
        decks_opened=0,
    )


# -- small parts -----------------------------------------------------------------------------------


def _with_chips(people: tuple[Person, ...], name: str, amount: int) -> tuple[Person, ...]:
    if len(people) == 1:
        person = people[0]
        return (replace(person, chips=person.chips + amount),) if person.name == name else people
    return tuple(
        replace(person, chips=person.chips + amount) if person.name == name else person for person in people
    )


def _with_box(table: Table, index: int, box: Box) -> tuple[Box, ...]:
    boxes = table.boxes
    return (box,) if len(boxes) == 1 else boxes[:index] + (box,) + boxes[index + 1 :]


def _with_hand(box: Box, index: int, hand: Hand) -> Box:
    hands = box.hands
    return replace(box, hands=(hand,) if len(hands) == 1 else hands[:index] + (hand,) + hands[index + 1 :])


def _at(amounts: tuple[int, ...], index: int, amount: int) -> tuple[int, ...]:
    return (amount,) if len(amounts) == 1 else amounts[:index] + (amount,) + amounts[index + 1 :]


def _stake_index(box: Box, person: str) -> int:
    stakes = box.stakes
    if len(stakes) == 1 or stakes[0].person == person:
        return 0
    return next(index for index, stake in enumerate(stakes) if stake.person == person)


def _where(table: Table, number: int) -> int:
    return 0 if len(table.boxes) == 1 else box_index(table, number)


def _drawn(table: Table, card: int) -> dict[str, Any]:
    """What drawing `card` changes: the loose card is used up first, else the shoe gives one."""
    if table.trouble.loose_card or table.trouble.loose_exposed:
        return {"trouble": replace(table.trouble, loose_card=0, loose_exposed=False)}
    return {"dealt": table.dealt + 1}


# -- people and chips ------------------------------------------------------------------------------


def _person_joined(table: Table, event: ev.PersonJoined) -> Table:
    person = Person(event.person, event.chips, event.seat, event.barred, ())
    return replace(table, people=(*table.people, person))


def _person_left(table: Table, event: ev.PersonLeft) -> Table:
    cutting = table.cutting
    if event.person in cutting.order:
        gone = cutting.order.index(event.person)
        cutting = replace(
            cutting,
            order=cutting.order[:gone] + cutting.order[gone + 1 :],
            offered=cutting.offered - 1 if gone < cutting.offered else cutting.offered,
        )
    return replace(
        table,
        cutting=cutting,
        people=tuple(person for person in table.people if person.name != event.person),
        offers=tuple(offer for offer in table.offers if offer.person != event.person),
    )


def _chips_bought(table: Table, event: ev.ChipsBought) -> Table:
    return replace(table, people=_with_chips(table.people, event.person, event.amount))


# -- opening and cards -----------------------------------------------------------------------------


def _opened(table: Table, **steps: bool | int) -> Table:
    return replace(table, opening=replace(table.opening, **steps))


def _equipment_checked(table: Table, event: ev.EquipmentChecked) -> Table:
    return _opened(table, equipment_checked=True)


def _reader_inspected(table: Table, event: ev.ReaderInspected) -> Table:
    return _opened(table, reader_inspected=True)


def _gaming_day_begun(table: Table, event: ev.GamingDayBegun) -> Table:
    return _opened(table, reader_inspected=False)


def _time_told(table: Table, event: ev.TimeTold) -> Table:
    return replace(table, minutes=table.minutes + event.minutes)


def _decks_received(table: Table, event: ev.DecksReceived) -> Table:
    ready = event.preinspected and event.preshuffled
    tens = len(event.cards) - table.rules.decks * len(SPANISH_DECK)
    opening = replace(
        table.opening,
        decks_received=True,
        preinspected=event.preinspected,
        preshuffled=event.preshuffled,
        inspected=ready,
        verified=ready,
        tens_in_decks=tens,
        tens_removed=tens == 0,
        tens_verified=tens == 0,
        spread=ready,
        washed=ready,
    )
    return replace(
        table,
        opening=opening,
        pool=tuple(sorted(event.cards)),
        shoe=event.cards if ready and not table.is_real_shoe else (),
        phase="closed" if not ready else "stack" if table.rules.shuffling == 2 else "cut",
        decks_opened=table.minutes,
        burns_due=1 if table.rules.burns_first_card else 0,
        cutting=replace(table.cutting, just_beginning=True, order=(), offered=-1, cut_by=""),
    )


def _decks_inspected(table: Table, event: ev.DecksInspected) -> Table:
    return _opened(table, inspected=True)


def _inspection_verified(table: Table, event: ev.InspectionVerified) -> Table:
    return _opened(table, verified=True)


def _tens_removed(table: Table, event: ev.TensRemoved) -> Table:
    pool = list(table.pool)
    for card in event.cards:
        pool.remove(card)
    return replace(_opened(table, tens_removed=True), pool=tuple(pool), torn=table.torn + event.cards)


def _tens_verified(table: Table, event: ev.TensVerified) -> Table:
    return _opened(table, tens_verified=True)


def _cards_spread(table: Table, event: ev.CardsSpread) -> Table:
    return replace(_opened(table, spread=True, spread_face_up=event.face_up), phase="spread")


def _cards_washed(table: Table, event: ev.CardsWashed) -> Table:
    if event.exposed:
        return table
    return replace(_opened(table, washed=True), phase="stack")


def _table_idle(table: Table, event: ev.TableIdle) -> Table:
    return replace(
        _opened(table, spread=True, spread_face_up=event.face_up, washed=False),
        phase="spread",
        shoe=(),
        dealt=0,
        cover=-1,
        rack=(),
        burn_card=0,
        cover_seen=False,
        reshuffle_ordered=False,
        cutting=replace(table.cutting, just_beginning=True),
    )


def _decks_removed(table: Table, event: ev.DecksRemoved) -> Table:
    checked, inspected = table.opening.equipment_checked, table.opening.reader_inspected
    return replace(
        table,
        phase="closed",
        opening=replace(_NOT_OPENED, equipment_checked=checked, reader_inspected=inspected),
        pool=(),
        shoe=(),
        dealt=0,
        cover=-1,
        rack=(),
        torn=(),
        burn_card=0,
        cover_seen=False,
        reshuffle_ordered=False,
        rounds_since_shuffle=0,
        trouble=replace(table.trouble, void="", resume=""),
    )


# -- shuffling and cutting -------------------------------------------------------------------------


def _shoe_shuffled(table: Table, event: ev.ShoeShuffled) -> Table:
    rules = table.rules
    by_device = event.method == "device"
    phase: Phase
    if event.method == "continuous":
        phase = "burn" if table.burns_due else "wagers"
    elif by_device and (rules.device_loads_shoe or not rules.cut_after_device):
        phase = "cover"
    else:
        phase = "cut"
    ordered = table.reshuffle_ordered
    changed = replace(
        table,
        phase=phase,
        shoe=event.cards,
        dealt=0,
        cover=-1,
        rack=(),
        burn_card=0,
        cutting=replace(table.cutting, order=(), offered=-1, cut_by="", ordered_by_floorperson=ordered),
    )
    if event.mid_round:
        dealt = len(table.pool) - sum(len(cards) for cards in table.rack) if table.is_real_shoe else 0
        return replace(changed, burns_due=1, cover_seen=True, dealt=dealt)
    if event.method == "continuous":
        return replace(changed, reshuffle_ordered=False, cover_seen=False)
    return replace(
        changed,
        burns_due=1 if rules.burns_first_card else 0,
        rounds_since_shuffle=0,
        people=tuple(replace(person, barred=False) if person.barred else person for person in table.people),
    )


def _cut_offered(table: Table, event: ev.CutOffered) -> Table:
    return replace(table, cutting=replace(table.cutting, order=event.order, offered=0))


def _cut_refused(table: Table, event: ev.CutRefused) -> Table:
    return replace(table, cutting=replace(table.cutting, offered=table.cutting.offered + 1))


def _stack_cut(table: Table, event: ev.StackCut) -> Table:
    shoe = table.shoe[event.at :] + table.shoe[: event.at]
    cutting = replace(
        table.cutting,
        cut_by=event.person,
        just_beginning=False,
        rotation=table.cutting.rotation + 1,
        ordered_by_floorperson=False,
    )
    return replace(table, shoe=shoe, phase="cover", cutting=cutting)


def _recut_ordered(table: Table, event: ev.RecutOrdered) -> Table:
    cutting = table.cutting
    order = cutting.order
    if table.rules.recut_by == 0:
        again = (cutting.cut_by,) if cutting.cut_by in order else ()
    else:
        again = order[order.index(cutting.cut_by) + 1 :] if cutting.cut_by in order else order
    changed = replace(
        table,
        phase="cut",
        dealt=0 if table.trouble.resume == "" else table.dealt,
        rack=(),
        cover=-1,
        burn_card=0,
        cutting=replace(cutting, order=again, offered=0),
    )
    if table.phase in ("burn", "wagers"):
        return replace(changed, burns_due=1 if table.rules.burns_first_card else 0)
    return changed


def _cover_card_placed(table: Table, event: ev.CoverCardPlaced) -> Table:
    loaded = table.rules.shuffling == 1 and table.rules.device_loads_shoe
    size = len(table.pool) if table.is_real_shoe else len(table.shoe)
    phase: Phase = "load"
    if loaded and table.trouble.shuffler == "working":
        phase = "burn" if table.burns_due else _after_burn(table)
    mid_round = table.trouble.resume != ""
    return replace(
        table,
        cover=size - event.behind,
        phase=phase,
        cover_seen=mid_round,
        reshuffle_ordered=False,
    )


def _after_burn(table: Table) -> Phase:
    return cast(Phase, table.trouble.resume or "wagers")


def _shoe_loaded(table: Table, event: ev.ShoeLoaded) -> Table:
    if table.burns_due:
        return replace(table, phase="burn")
    return replace(table, phase=_after_burn(table), trouble=replace(table.trouble, resume=""))


def _card_burned(table: Table, event: ev.CardBurned) -> Table:
    due = table.burns_due - 1
    return replace(
        table,
        dealt=table.dealt + 1,
        rack=(*table.rack, (event.card,)),
        burn_card=event.card,
        burns_due=due,
        phase="burn" if due else _after_burn(table),
        trouble=replace(table.trouble, resume="") if table.trouble.resume and not due else table.trouble,
    )


def _burn_card_disclosed(table: Table, event: ev.BurnCardDisclosed) -> Table:
    return table


def _dealer_relieved(table: Table, event: ev.DealerRelieved) -> Table:
    return replace(table, burns_due=table.burns_due + 1, phase="burn")


def _reshuffle_ordered(table: Table, event: ev.ReshuffleOrdered) -> Table:
    phase: Phase = "stack" if table.phase == "wagers" and not table.boxes else table.phase
    return replace(table, reshuffle_ordered=True, phase=phase)


def _cover_card_reached(table: Table, event: ev.CoverCardReached) -> Table:
    return replace(table, cover_seen=True, cover_seen_at=event.box)


# -- wagers ----------------------------------------------------------------------------------------


def _wager_placed(table: Table, event: ev.WagerPlaced) -> Table:
    people = _with_chips(table.people, event.person, -event.amount)
    index = box_index(table, event.box)
    if index < 0:
        stake = Stake(event.person, event.amount, event.coupon, (), 0, False)
        box = Box(event.box, (stake,), (), False, 0, ())
        boxes = table.boxes
        if boxes:
            boxes = tuple(sorted((*boxes, box), key=lambda one: one.number))
        else:
            boxes = (box,)
        return replace(table, people=people, boxes=boxes)
    box = table.boxes[index]
    stakes = list(box.stakes)
    at = next((i for i, stake in enumerate(stakes) if stake.person == event.person), -1)
    if at < 0:
        stakes.append(Stake(event.person, event.amount, event.coupon, (), 0, False))
    elif event.kind == "main":
        old = stakes[at]
        stakes[at] = replace(old, wager=old.wager + event.amount, coupon=old.coupon + event.coupon)
    else:
        stakes[at] = _with_side_added(stakes[at], event.kind, event.amount)
    return replace(
        table, people=people, boxes=_with_box(table, index, replace(box, stakes=tuple(stakes)))
    )


def _with_side_added(stake: Stake, kind: str, amount: int) -> Stake:
    for index, side in enumerate(stake.sides):
        if side.kind == kind:
            more = replace(side, amount=side.amount + amount)
            return replace(stake, sides=(*stake.sides[:index], more, *stake.sides[index + 1 :]))
    return replace(stake, sides=(*stake.sides, Side(kind, amount, False, -1, -1, False)))


def _cash_offered(table: Table, event: ev.CashOffered) -> Table:
    offer = Offer(event.person, event.box, event.kind, event.amount, ())
    return replace(table, offers=(*table.offers, offer))


def _cash_confirmed(table: Table, event: ev.CashConfirmed) -> Table:
    """The cash becomes chips of the person; the wager itself is the event after it."""
    offers = []
    people = table.people
    for offer in table.offers:
        if offer.person != event.person or offer.box != event.box:
            offers.append(offer)
        elif event.converted:
            people = _with_chips(people, offer.person, event.converted)
        else:
            offers.append(replace(offer, confirmed_by=(*offer.confirmed_by, event.by)))
    return replace(table, offers=tuple(offers), people=people)


def _wager_withdrawn(table: Table, event: ev.WagerWithdrawn) -> Table:
    if event.kind == "cash":
        kept = [one for one in table.offers if one.person != event.person or one.box != event.box]
        return replace(table, offers=tuple(kept))
    people = _with_chips(table.people, event.person, event.amount)
    index = box_index(table, event.box)
    box = table.boxes[index]
    stakes = []
    for stake in box.stakes:
        if stake.person != event.person:
            stakes.append(stake)
        elif event.kind != "main":
            stakes.append(replace(stake, sides=tuple(s for s in stake.sides if s.kind != event.kind)))
    if not stakes:
        return replace(table, people=people, boxes=table.boxes[:index] + table.boxes[index + 1 :])
    return replace(
        table, people=people, boxes=_with_box(table, index, replace(box, stakes=tuple(stakes)))
    )


def _consent_given(table: Table, event: ev.ConsentGiven) -> Table:
    return replace(
        table,
        people=tuple(
            replace(person, consents=(*person.consents, event.person)) if person.name == event.by else person
            for person in table.people
        ),
    )


def _wagering_permitted(table: Table, event: ev.WageringPermitted) -> Table:
    return replace(
        table,
        people=tuple(
            replace(person, barred=False) if person.name == event.person else person for person in table.people
        ),
    )


def _wagers_closed(table: Table, event: ev.WagersClosed) -> Table:
    callers = dict(event.callers)
    boxes = []
    for box in table.boxes:
        stakes = box.stakes
        if len(stakes) > 1:
            caller = callers[box.number]
            stakes = tuple(sorted(stakes, key=lambda stake, first=caller: stake.person != first))  # type: ignore[misc]
        zeros = (0,) * len(stakes)
        hand = Hand(
            (), 0, 0, "dealt", tuple([stake.wager for stake in stakes]), zeros, zeros, 0, False, False, False
        )
        boxes.append(Box(box.number, stakes, (hand,), False, 0, ()))
    return replace(
        table,
        phase="deal",
        round_number=event.number,
        boxes=tuple(boxes),
        dealer=(),
        hole_down=False,
        dealer_has_blackjack=False,
        step=0,
        turn_box=-1,
        turn_hand=-1,
        asked=(),
        offers=(),
    )


def _meter_moved(table: Table, event: ev.MeterMoved) -> Table:
    return replace(
        table,
        meters=tuple(
            Meter(meter.name, event.amount, event.remainder) if meter.name == event.meter else meter
            for meter in table.meters
        ),
    )


# -- the round -------------------------------------------------------------------------------------


def _card_dealt(table: Table, event: ev.CardDealt) -> Table:
    card = event.card
    trouble = table.trouble
    if event.box == 0:
        return _dealt_to_dealer(table, event)
    index = _where(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    cards = (*hand.cards, card)
    rank = card >> 2
    hard = hand.hard + (rank if rank < 10 else 10)
    aces = hand.aces + 1 if rank == 1 else hand.aces
    if table.phase == "deal":
        state: HandState = "dealt"
        if len(cards) == 2:
            state = "blackjack" if is_two_card_21(cards[0], card) else "open"
        changed = replace(hand, cards=cards, hard=hard, aces=aces, state=state)
        boxes = _with_box(table, index, replace(box, hands=(changed,), first_two=cards))
        last = 2 * len(boxes)
        if trouble.late or trouble.loose_card:
            late = trouble.late[1:] if table.step > last else trouble.late
            table = replace(table, boxes=boxes, **_drawn(table, card))
            table = replace(table, trouble=replace(table.trouble, late=late))
            return after_deal(table) if table.step > last else next_step(table)
        step = table.step + 1
        table = replace(table, boxes=boxes, step=step, dealt=table.dealt + 1)
        return end_of_passes(table) if step > last else table
    state = _state_after_card(table, box, hand, cards, hard, aces)
    changed = replace(hand, cards=cards, hard=hard, aces=aces, state=state)
    boxes = _with_box(table, index, _with_hand(box, event.hand, changed))
    if trouble.loose_card or trouble.loose_exposed:
        table = replace(table, boxes=boxes, **_drawn(table, card))
    else:
        table = replace(table, boxes=boxes, dealt=table.dealt + 1)
    return table if state == "open" or state == "doubled" else next_turn(table)


def _state_after_card(
    table: Table, box: Box, hand: Hand, cards: tuple[int, ...], hard: int, aces: int
) -> HandState:
    rules = table.rules
    total = hard + 10 if aces and hard <= 11 else hard
    if total > 21:
        return "busted"
    if hand.times_doubled:
        again = total < 21 and hand.times_doubled < rules.most_doubles
        return "doubled" if rules.may_rescue or again else "stood"
    if total == 21:
        return "open" if rules.may_double_21 else "stood"
    if hand.split_aces and rules.split_aces_one_card and len(cards) == 2:
        room = rules.most_hands == 0 or len(box.hands) < rules.most_hands
        again = rules.may_split_again and room and value(cards[0]) == value(cards[1])
        return "open" if again else "stood"
    return "open"


def _dealt_to_dealer(table: Table, event: ev.CardDealt) -> Table:
    dealer = (*table.dealer, event.card)
    changes: dict[str, Any] = {"dealer": dealer, "dealt": table.dealt + 1}
    if table.trouble.loose_card or table.trouble.loose_exposed:
        changes = {"dealer": dealer, **_drawn(table, event.card)}
    if event.face_down:
        changes["hole_down"] = True
    if table.phase == "deal":
        table = replace(table, **changes)
        return after_deal(table) if table.step > 2 * len(table.boxes) else next_step(table)
    if len(dealer) == 2:
        changes["dealer_has_blackjack"] = is_two_card_21(dealer[0], dealer[1])
    return replace(table, **changes)


def _insurance_placed(table: Table, event: ev.InsurancePlaced) -> Table:
    table = _with_stake(table, event.box, event.person, insurance=event.amount, answered=True)
    return replace(table, people=_with_chips(table.people, event.person, -event.amount))


def _insurance_declined(table: Table, event: ev.InsuranceDeclined) -> Table:
    return _with_stake(table, event.box, event.person, answered=True)


def _with_stake(table: Table, number: int, person: str, **changes: Any) -> Table:
    index = _where(table, number)
    box = table.boxes[index]
    at = _stake_index(box, person)
    stakes = box.stakes[:at] + (replace(box.stakes[at], **changes),) + box.stakes[at + 1 :]
    return replace(table, boxes=_with_box(table, index, replace(box, stakes=stakes)))


def _insurance_closed(table: Table, event: ev.InsuranceClosed) -> Table:
    return after_insurance(table)


def _reader_answered(table: Table, event: ev.ReaderAnswered) -> Table:
    if event.blackjack:
        return replace(table, dealer_has_blackjack=True, phase="dealer")
    return start_of_play(table)


def _blackjack_announced(table: Table, event: ev.BlackjackAnnounced) -> Table:
    index = _where(table, event.box)
    box = replace(table.boxes[index], announced=True)
    return next_turn(replace(table, boxes=_with_box(table, index, box)))


def _points_announced(table: Table, event: ev.PointsAnnounced) -> Table:
    index = _where(table, event.box)
    box = replace(table.boxes[index], announced=True)
    return replace(table, boxes=_with_box(table, index, box))


def _with_hand_state(table: Table, number: int, hand_index: int, **changes: Any) -> Table:
    index = _where(table, number)
    box = table.boxes[index]
    hand = replace(box.hands[hand_index], **changes)
    return replace(table, boxes=_with_box(table, index, _with_hand(box, hand_index, hand)))


def _hand_stood(table: Table, event: ev.HandStood) -> Table:
    return next_turn(_with_hand_state(table, event.box, event.hand, state="stood"))


def _card_asked(table: Table, event: ev.CardAsked) -> Table:
    return _with_hand_state(table, event.box, event.hand, state="drawing")


def _double_made(table: Table, event: ev.DoubleMade) -> Table:
    index = _where(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    at = _stake_index(box, event.person)
    changed = replace(
        hand,
        state="doubling",
        doubles=_at(hand.doubles, at, hand.doubles[at] + event.amount),
        last_doubles=_at((0,) * len(box.stakes), at, event.amount),
        times_doubled=hand.times_doubled + 1,
    )
    return replace(
        table,
        boxes=_with_box(table, index, _with_hand(box, event.hand, changed)),
        people=_with_chips(table.people, event.person, -event.amount),
        asked=event.asked,
    )


def _double_followed(table: Table, event: ev.DoubleFollowed) -> Table:
    index = _where(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    at = _stake_index(box, event.person)
    changed = replace(
        hand,
        doubles=_at(hand.doubles, at, hand.doubles[at] + event.amount),
        last_doubles=_at(hand.last_doubles, at, event.amount),
    )
    return replace(
        table,
        boxes=_with_box(table, index, _with_hand(box, event.hand, changed)),
        people=_with_chips(table.people, event.person, -event.amount),
        asked=table.asked[1:],
    )


def _pair_split(table: Table, event: ev.PairSplit) -> Table:
    index = _where(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    at = _stake_index(box, event.person)
    zeros = (0,) * len(box.stakes)
    first, second = hand.cards
    aces = first >> 2 == 1
    left = Hand(
        (first,), value(first), int(aces), "waiting", hand.wagers, zeros, zeros, 0, True, aces, hand.no_more_cards
    )
    right = replace(
        left, cards=(second,), aces=int(second >> 2 == 1), wagers=_at(zeros, at, event.amount)
    )
    hands = (*box.hands[: event.hand], left, right, *box.hands[event.hand + 1 :])
    return replace(
        table,
        boxes=_with_box(table, index, replace(box, hands=hands)),
        people=_with_chips(table.people, event.person, -event.amount),
        asked=event.asked,
    )


def _split_followed(table: Table, event: ev.SplitFollowed) -> Table:
    index = _where(table, event.box)
    box = table.boxes[index]
    at = _stake_index(box, event.person)
    left, right = box.hands[event.hand], box.hands[event.hand + 1]
    if event.amount:
        right = replace(right, wagers=_at(right.wagers, at, event.amount))
    elif event.goes_to == 1:
        right = replace(right, wagers=_at(right.wagers, at, left.wagers[at]))
        left = replace(left, wagers=_at(left.wagers, at, 0))
    hands = (*box.hands[: event.hand], left, right, *box.hands[event.hand + 2 :])
    return replace(
        table,
        boxes=_with_box(table, index, replace(box, hands=hands)),
        people=_with_chips(table.people, event.person, -event.amount),
        asked=table.asked[1:],
    )


def _hand_surrendered(table: Table, event: ev.HandSurrendered) -> Table:
    return next_turn(_with_hand_state(table, event.box, event.hand, state="surrendered"))


def _double_rescued(table: Table, event: ev.DoubleRescued) -> Table:
    """The last double goes back to its person; the hand goes on for the others on it."""
    index = _where(table, event.box)
    box = table.boxes[index]
    hand = box.hands[event.hand]
    at = _stake_index(box, event.person)
    changed = replace(
        hand,
        doubles=_at(hand.doubles, at, hand.doubles[at] - event.returned),
        last_doubles=_at(hand.last_doubles, at, -1),
    )
    others = any(
        changed.wagers[i] and changed.last_doubles[i] >= 0 for i in range(len(box.stakes)) if i != at
    )
    changed = replace(changed, state=hand.state if others else "rescued")
    table = replace(
        table,
        boxes=_with_box(table, index, _with_hand(box, event.hand, changed)),
        people=_with_chips(table.people, event.person, event.returned),
    )
    return table if others else next_turn(table)


def _hole_card_turned(table: Table, event: ev.HoleCardTurned) -> Table:
    dealer = (table.dealer[0], event.card)
    return replace(
        table,
        dealer=dealer,
        hole_down=False,
        dealer_has_blackjack=is_two_card_21(dealer[0], dealer[1]),
    )


def _dealers_card_announced(table: Table, event: ev.DealersCardAnnounced) -> Table:
    return replace(table, step=-1)


def _dealer_done(table: Table, event: ev.DealerDone) -> Table:
    return replace(table, phase="collect" if layout_is_clear(table.boxes) else "settle")


def _wheel_spun(table: Table, event: ev.WheelSpun) -> Table:
    return _with_side(table, event.box, event.person, event.kind, stop=event.stop, community=event.community)


def _payout_validated(table: Table, event: ev.PayoutValidated) -> Table:
    return _with_side(table, event.box, event.person, event.kind, validated=True)


def _with_side(table: Table, number: int, person: str, kind: str, **changes: Any) -> Table:
    box = table.boxes[_where(table, number)]
    stake = box.stakes[_stake_index(box, person)]
    sides = tuple(replace(side, **changes) if side.kind == kind else side for side in stake.sides)
    return _with_stake(table, number, person, sides=sides)


def _wager_settled(table: Table, event: ev.WagerSettled) -> Table:
    index = _where(table, event.box)
    box = table.boxes[index]
    at = _stake_index(box, event.person)
    if event.kind == "main":
        hand = box.hands[event.hand]
        changed = replace(hand, wagers=_at(hand.wagers, at, 0), doubles=_at(hand.doubles, at, 0))
        boxes = _with_box(table, index, _with_hand(box, event.hand, changed))
    else:
        stake = box.stakes[at]
        if event.kind == "insurance":
            stake = replace(stake, insurance=0)
        else:
            sides = tuple(
                replace(side, settled=True) if side.kind == event.kind else side for side in stake.sides
            )
            stake = replace(stake, sides=sides)
        boxes = _with_box(
            table, index, replace(box, stakes=box.stakes[:at] + (stake,) + box.stakes[at + 1 :])
        )
    gained = event.returned + event.paid
    phase = table.phase
    table = replace(
        table,
        boxes=boxes,
        people=_with_chips(table.people, event.person, gained) if gained else table.people,
        inventory=table.inventory + event.collected - event.paid,
        phase="collect" if phase == "settle" and layout_is_clear(boxes) else phase,
    )
    return after_match(table) if phase == "match" else table


def _bonus_paid(table: Table, event: ev.BonusPaid) -> Table:
    return replace(
        table,
        people=_with_chips(table.people, event.person, event.paid),
        inventory=table.inventory - event.paid,
    )


def _hand_removed(table: Table, event: ev.HandRemoved) -> Table:
    cards = table.boxes[_where(table, event.box)].hands[event.hand].cards
    table = _with_hand_state(table, event.box, event.hand, state="removed")
    return replace(table, rack=(*table.rack, cards))


def _cards_collected(table: Table, event: ev.CardsCollected) -> Table:
    people = table.people
    if event.barred:
        people = tuple(
            replace(person, barred=True) if person.name in event.barred else person for person in people
        )
    again = table.cover_seen or table.reshuffle_ordered or table.rules.shuffling == 2
    trouble = table.trouble
    if trouble is not NO_TROUBLE:
        trouble = replace(
            NO_TROUBLE,
            reader_broken=trouble.reader_broken,
            shuffler=trouble.shuffler,
            ten_to_remove=trouble.ten_to_remove,
        )
    return replace(
        table,
        phase="stack" if again else "wagers",
        rack=table.rack + event.hands,
        boxes=(),
        dealer=(),
        hole_down=False,
        dealer_has_blackjack=False,
        step=0,
        turn_box=-1,
        turn_hand=-1,
        asked=(),
        rounds_since_shuffle=table.rounds_since_shuffle + 1,
        people=people,
        trouble=trouble,
    )


# -- irregularities --------------------------------------------------------------------------------


def _face_up_found(table: Table, event: ev.FaceUpFound) -> Table:
    trouble = replace(table.trouble, face_up_found=table.trouble.face_up_found + 1)
    return replace(table, dealt=table.dealt + 1, rack=(*table.rack, (event.card,)), trouble=trouble)


def _ten_found(table: Table, event: ev.TenFound) -> Table:
    trouble = replace(
        table.trouble, tens_found=table.trouble.tens_found + 1, ten_to_remove=event.card
    )
    return replace(table, dealt=table.dealt + 1, trouble=trouble)


def _ten_taken_out(table: Table, event: ev.TenTakenOut) -> Table:
    pool = list(table.pool)
    if event.card in pool:
        pool.remove(event.card)
    return replace(
        table,
        pool=tuple(pool),
        torn=(*table.torn, event.card),
        shoe=table.shoe[: table.dealt - 1] + table.shoe[table.dealt :] if table.shoe else (),
        dealt=table.dealt - 1,
        cover=table.cover - 1 if table.cover >= table.dealt else table.cover,
        trouble=replace(table.trouble, ten_to_remove=0),
    )


def _round_voided(table: Table, event: ev.RoundVoided) -> Table:
    return replace(
        table,
        phase="collect",
        asked=(),
        reshuffle_ordered=table.reshuffle_ordered or event.reshuffle,
        trouble=replace(table.trouble, void=event.why),
    )


def _card_drawn_in_error(table: Table, event: ev.CardDrawnInError) -> Table:
    trouble = replace(table.trouble, loose_card=event.card, loose_exposed=event.exposed)
    return replace(table, dealt=table.dealt + 1, trouble=trouble)


def _card_refused(table: Table, event: ev.CardRefused) -> Table:
    index = _where(table, event.box)
    box = table.boxes[index]
    hands = tuple(
        replace(hand, no_more_cards=True, state="stood" if hand.state in ("open", "waiting") else hand.state)
        for hand in box.hands
    )
    return next_turn(replace(table, boxes=_with_box(table, index, replace(box, hands=hands))))


def _card_discarded(table: Table, event: ev.CardDiscarded) -> Table:
    changes = _drawn(table, event.card)
    return replace(table, rack=(*table.rack, (event.card,)), **changes)


def _dealer_skipped(table: Table, event: ev.DealerSkipped) -> Table:
    trouble = replace(table.trouble, dealer_skipped=table.trouble.dealer_skipped + 1)
    return next_step(replace(table, trouble=trouble))


def _box_skipped(table: Table, event: ev.BoxSkipped) -> Table:
    index = _where(table, event.box)
    box = table.boxes[index]
    return next_step(replace(table, boxes=_with_box(table, index, replace(box, skipped=box.skipped + 1))))


def _request_missed(table: Table, event: ev.RequestMissed) -> Table:
    caller = table.boxes[_where(table, event.box)].stakes[0].person
    trouble = replace(table.trouble, missed_box=event.box, missed_hand=event.hand)
    return replace(table, asked=(caller,), trouble=trouble)


def _late_card_answered(table: Table, event: ev.LateCardAnswered) -> Table:
    trouble = replace(table.trouble, missed_box=-1, missed_hand=-1)
    table = replace(table, asked=(), trouble=trouble)
    if not event.takes or table.phase == "deal":
        return table
    return next_turn(_with_hand_state(table, event.box, event.hand, state="owed"))


def _hand_dead(table: Table, event: ev.HandDead) -> Table:
    table = _with_hand_state(table, event.box, event.hand, state="dead")
    if table.phase == "play":
        return next_turn(table)
    if table.phase == "deal":
        index = _where(table, event.box)
        late = tuple(one for one in table.trouble.late if one != index)
        table = replace(table, trouble=replace(table.trouble, late=late))
        return after_deal(table) if table.step > 2 * len(table.boxes) else table
    return table


def _insertion_reported(table: Table, event: ev.InsertionReported) -> Table:
    return table


def _reader_failed(table: Table, event: ev.ReaderFailed) -> Table:
    table = replace(table, trouble=replace(table.trouble, reader_broken=True))
    return start_of_play(table) if table.phase == "reader" and not event.halted else table


def _reader_repaired(table: Table, event: ev.ReaderRepaired) -> Table:
    return replace(table, trouble=replace(table.trouble, reader_broken=False))


def _shuffler_jammed(table: Table, event: ev.ShufflerJammed) -> Table:
    return replace(table, phase="stack")


def _shuffler_failed(table: Table, event: ev.ShufflerFailed) -> Table:
    return replace(table, phase="stack", trouble=replace(table.trouble, shuffler="broken"))


def _shuffler_put_aside(table: Table, event: ev.ShufflerPutAside) -> Table:
    return replace(table, trouble=replace(table.trouble, shuffler="out_of_use"))


def _shoe_emptied(table: Table, event: ev.ShoeEmptied) -> Table:
    return replace(table, phase="stack", trouble=replace(table.trouble, resume=table.phase))


def _nothing(table: Table, event: ev.Event) -> Table:
    return table


_EVOLVE: dict[type[ev.Event], Callable[[Table, Any], Table]] = {
    ev.TableSetUp: _nothing,
    ev.PersonJoined: _person_joined,
    ev.PersonLeft: _person_left,
    ev.ChipsBought: _chips_bought,
    ev.EquipmentChecked: _equipment_checked,
    ev.ReaderInspected: _reader_inspected,
    ev.GamingDayBegun: _gaming_day_begun,
    ev.TimeTold: _time_told,
    ev.DecksReceived: _decks_received,
    ev.DecksInspected: _decks_inspected,
    ev.InspectionVerified: _inspection_verified,
    ev.TensRemoved: _tens_removed,
    ev.TensVerified: _tens_verified,
    ev.CardsSpread: _cards_spread,
    ev.CardsWashed: _cards_washed,
    ev.TableIdle: _table_idle,
    ev.DecksRemoved: _decks_removed,
    ev.ShoeShuffled: _shoe_shuffled,
    ev.CutOffered: _cut_offered,
    ev.CutRefused: _cut_refused,
    ev.StackCut: _stack_cut,
    ev.RecutOrdered: _recut_ordered,
    ev.CoverCardPlaced: _cover_card_placed,
    ev.ShoeLoaded: _shoe_loaded,
    ev.CardBurned: _card_burned,
    ev.BurnCardDisclosed: _burn_card_disclosed,
    ev.DealerRelieved: _dealer_relieved,
    ev.ReshuffleOrdered: _reshuffle_ordered,
    ev.CoverCardReached: _cover_card_reached,
    ev.WagerPlaced: _wager_placed,
    ev.CashOffered: _cash_offered,
    ev.CashConfirmed: _cash_confirmed,
    ev.WagerWithdrawn: _wager_withdrawn,
    ev.ConsentGiven: _consent_given,
    ev.WageringPermitted: _wagering_permitted,
    ev.WagersClosed: _wagers_closed,
    ev.MeterMoved: _meter_moved,
    ev.CardDealt: _card_dealt,
    ev.InsurancePlaced: _insurance_placed,
    ev.InsuranceDeclined: _insurance_declined,
    ev.InsuranceClosed: _insurance_closed,
    ev.ReaderAnswered: _reader_answered,
    ev.BlackjackAnnounced: _blackjack_announced,
    ev.PointsAnnounced: _points_announced,
    ev.HandStood: _hand_stood,
    ev.CardAsked: _card_asked,
    ev.DoubleMade: _double_made,
    ev.DoubleFollowed: _double_followed,
    ev.PairSplit: _pair_split,
    ev.SplitFollowed: _split_followed,
    ev.HandSurrendered: _hand_surrendered,
    ev.DoubleRescued: _double_rescued,
    ev.HoleCardTurned: _hole_card_turned,
    ev.DealersCardAnnounced: _dealers_card_announced,
    ev.DealerDone: _dealer_done,
    ev.WheelSpun: _wheel_spun,
    ev.PayoutValidated: _payout_validated,
    ev.WagerSettled: _wager_settled,
    ev.BonusPaid: _bonus_paid,
    ev.HandRemoved: _hand_removed,
    ev.CardsCollected: _cards_collected,
    ev.FaceUpFound: _face_up_found,
    ev.TenFound: _ten_found,
    ev.TenTakenOut: _ten_taken_out,
    ev.RoundVoided: _round_voided,
    ev.CardDrawnInError: _card_drawn_in_error,
    ev.CardRefused: _card_refused,
    ev.CardDiscarded: _card_discarded,
    ev.DealerSkipped: _dealer_skipped,
    ev.BoxSkipped: _box_skipped,
    ev.RequestMissed: _request_missed,
    ev.LateCardAnswered: _late_card_answered,
    ev.HandDead: _hand_dead,
    ev.InsertionReported: _insertion_reported,
    ev.ReaderFailed: _reader_failed,
    ev.ReaderRepaired: _reader_repaired,
    ev.ShufflerJammed: _shuffler_jammed,
    ev.ShufflerFailed: _shuffler_failed,
    ev.ShufflerPutAside: _shuffler_put_aside,
    ev.ShoeEmptied: _shoe_emptied,
}
