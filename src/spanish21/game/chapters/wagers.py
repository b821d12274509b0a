"""Wagers before the first card: main and side wagers, cash and coupons, several people on a box."""

from collections.abc import Iterator
from typing import NoReturn

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act, refuse, require_dealer, require_floorperson, require_person
from spanish21.game.chapters.inventory import from_inventory
from spanish21.game.chapters.opening import decks_are_too_old, reader_needs_inspection
from spanish21.game.choices import Amounts, May, OneOf, may
from spanish21.game.pays import COUPON_FOR_EVERYTHING, counted_wager
from spanish21.game.rules import SIDE_WAGERS, WORDS, Rules
from spanish21.game.sidebets import meter_step
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE, Box, Person, Stake, Table, box_index, person_of
from spanish21.game.wheels import fixed_amounts, meters_fed

INSTRUMENTS = ("chips", "cash", "coupon")
_MADE_WHEN_PLACED = WORDS["wagers_made_when"].index("placed")


def place_wager(act: Act, command: cmd.PlaceWager) -> None:
    table = act.table
    person = require_person(table, command.by)
    instrument, amount = command.instrument, command.amount
    if instrument not in INSTRUMENTS:
        refuse("not_in_chips")
    if table.phase != "wagers":
        in_round = bool(table.boxes) and table.boxes[0].hands
        refuse("wagers_are_closed" if in_round else "table_not_open")
    bounds = wager_bounds(table, person, command.box, command.kind, instrument)
    if isinstance(bounds, str):
        refuse(bounds)
    if not bounds.holds(amount):
        _refuse_amount(command, bounds, person)
    if instrument == "chips":
        act.emit(ev.WagerPlaced(command.by, command.box, command.kind, amount, 0))
    elif instrument == "coupon":
        act.emit(ev.WagerPlaced(command.by, command.box, command.kind, 0, amount))
    else:
        act.emit(ev.CashOffered(command.by, command.box, command.kind, amount))


def _refuse_amount(command: cmd.PlaceWager, bounds: Amounts | OneOf, person: Person) -> NoReturn:
    if isinstance(bounds, OneOf):
        refuse("side_wager_amount", f"one of {', '.join(map(str, bounds.values))}")
    if command.amount > bounds.most:
        if command.instrument == "chips" and command.amount > person.chips:
            reason = "not_enough_chips"
        elif command.instrument == "coupon":
            reason = "coupon_amount"
        else:
            reason = "above_maximum" if command.kind == "main" else "side_wager_amount"
        refuse(reason, f"at most {bounds.most}")
    if command.amount < bounds.least:
        reason = "below_minimum" if command.kind == "main" else "side_wager_amount"
        refuse(reason, f"at least {bounds.least}")
    refuse("not_in_chips", f"multiples of {bounds.step}")


def wager_bounds(
    table: Table, person: Person, number: int, kind: str, instrument: str
) -> Amounts | OneOf | str:
    """What a person may put on a box, or the reason why nothing."""
    rules = table.rules
    if not 1 <= number <= rules.boxes:
        return "no_such_box"
    if instrument == "cash" and not rules.cash_wagers:
        return "no_cash_wagers"
    if instrument == "coupon" and not rules.coupons:
        return "no_coupons"
    box = stake = None
    if table.boxes or table.offers or person.seat != number or person.barred:
        index = box_index(table, number)
        box = table.boxes[index] if index >= 0 else None
        stake = _stake_of(box, person.name)
        reason = _why_not_on_box(table, person, number, box, stake)
        if reason:
            return reason
    if table.offers and any(offer.box == number for offer in table.offers):
        return "answer_first"
    if instrument == "coupon":
        return _coupon_bounds(table, kind, box, stake)
    if stake is not None and _is_made(rules, stake, kind):
        return "wager_is_locked"
    purse = person.chips if instrument == "chips" else rules.table_maximum
    if kind == "main":
        return _main_bounds(table, box, stake, purse)
    if kind not in SIDE_WAGERS or not getattr(rules, f"{kind}_offered"):
        return "side_wager_not_offered"
    if stake is None or not stake.wager:
        return "main_wager_first"
    return _side_bounds(table, stake, kind, purse)


def _is_made(rules: Rules, stake: Stake, kind: str) -> bool:
    """Whether a wager of the kind lies there that no longer changes, in the reading that makes it at once."""
    if rules.wagers_made_when != _MADE_WHEN_PLACED:
        return False
    return kind == "main" or any(side.kind == kind for side in stake.sides)


def _stake_of(box: Box | None, name: str) -> Stake | None:
    if box is not None:
        for stake in box.stakes:
            if stake.person == name:
                return stake
    return None


def _why_not_on_box(table: Table, person: Person, number: int, box: Box | None, stake: Stake | None) -> str:
    if person.barred:
        return "barred_until_reshuffle"
    if stake is not None:
        return ""
    return _why_not_beside(table, person, number, box) or _why_not_as_well(table, person.name, number)


def _why_not_beside(table: Table, person: Person, number: int, box: Box | None) -> str:
    """Why a person may not join those on a box: its places, and the consent of the first to wager on it.

    Whoever sits there needs no consent and has a place kept, or is asked like everybody else, as the book
    is read; where a box has one place, it is the seated person's.
    """
    rules = table.rules
    taken = len(box.stakes) if box is not None else 0
    is_seated = person.seat == number
    is_kept = not is_seated and _is_kept(table, number, box)
    if rules.people_on_box == 1:
        return "box_is_taken" if taken or is_kept else ""
    if box is not None and not (is_seated and not rules.seated_needs_consent):
        first = person_of(table, box.stakes[0].person)
        if first is None or person.name not in first.consents:
            return "no_consent"
    if taken >= rules.people_on_box:
        return "box_is_full"
    if is_kept and taken + 1 >= rules.people_on_box:
        return "place_is_kept"
    too_many = rules.most_shared_boxes and would_share_too_many(table, person, number)
    return "too_many_shared_boxes" if too_many else ""


def _is_kept(table: Table, number: int, box: Box | None) -> bool:
    """Whether a place on a box waits for the person who sits at it."""
    if table.rules.seated_needs_consent and table.rules.people_on_box > 1:
        return False
    seated = next((person.name for person in table.people if person.seat == number), "")
    return bool(seated) and _stake_of(box, seated) is None


def _why_not_as_well(table: Table, name: str, number: int) -> str:
    """Why a person may not wager on one more box."""
    rules = table.rules
    spread = {one.number for one in table.boxes for stake in one.stakes if stake.person == name}
    spread.update(offer.box for offer in table.offers if offer.person == name and offer.box)
    spread.add(number)
    if len(spread) > rules.adjacent_boxes:
        return "too_many_boxes"
    is_gap = max(spread) - min(spread) != len(spread) - 1
    return "not_adjacent" if is_gap and not rules.boxes_apart else ""


def would_share_too_many(table: Table, person: Person, number: int) -> bool:
    """Whether a wager of this person would make one more box shared than is permitted.

    A box counts as shared when wagers of several people are on it, or somebody's who is not the one seated
    there: whoever sits at a box is never kept from it by the others.
    """
    people_on: dict[int, set[str]] = {}
    for box in table.boxes:
        people_on[box.number] = {stake.person for stake in box.stakes}
    for offer in table.offers:
        people_on.setdefault(offer.box, set()).add(offer.person)
    people_on.pop(0, None)
    seated = {one.seat: one.name for one in table.people}

    def is_shared(at: int, names: set[str]) -> bool:
        return len(names) > 1 or not names <= {seated.get(at, next(iter(names)))}

    others = people_on.pop(number, set())
    if others and is_shared(number, others):
        return False
    shared = sum(is_shared(at, names) for at, names in people_on.items())
    return is_shared(number, others | {person.name}) and shared >= table.rules.most_shared_boxes


def _main_bounds(table: Table, box: Box | None, stake: Stake | None, purse: int) -> Amounts | str:
    rules = table.rules
    on_box = _money_on_box(rules, box)
    already = stake.wager if stake is not None else 0
    step = rules.smallest_chip
    least = max(rules.table_minimum - already, step)
    most = min(rules.table_maximum - on_box, purse)
    most -= most % step
    if most < least:
        return "above_maximum" if rules.table_maximum - on_box < least else "not_enough_chips"
    return Amounts(least, most, step)


def _money_on_box(rules: Rules, box: Box | None) -> int:
    """What the wagers on a box come to."""
    if box is None:
        return 0
    return sum(counted_wager(one.wager, one.coupon, rules) for one in box.stakes)


def _side_bounds(table: Table, stake: Stake, kind: str, purse: int) -> Amounts | OneOf | str:
    rules = table.rules
    already = sum(side.amount for side in stake.sides if side.kind == kind)
    if kind in ("match", "match_down"):
        step = rules.smallest_chip
        least = max(rules.match_minimum - already, step)
        limit = _match_room(rules, stake, kind)
        most = min(limit, purse)
        most -= most % step
        if most < least:
            return "side_wager_amount" if limit < least else "not_enough_chips"
        return Amounts(least, most, step)
    if already:
        return "side_wager_amount"
    amounts = tuple(amount for amount in fixed_amounts(rules, kind) if amount <= purse)
    if len(amounts) < 2:
        return Amounts(amounts[0], amounts[0], 1) if amounts else "not_enough_chips"
    return OneOf(amounts)


def _match_room(rules: Rules, stake: Stake, kind: str) -> int:
    """How much more a match wager may be, by the table's limit and by the main wager."""
    most = rules.match_maximum
    if rules.match_within_wager:
        most = min(most, counted_wager(stake.wager, stake.coupon, rules))
    return most - sum(
        counted_wager(side.amount, side.coupon, rules) for side in stake.sides if side.kind == kind
    )


def _coupon_bounds(table: Table, kind: str, box: Box | None, stake: Stake | None) -> Amounts | str:
    """A coupon goes with a main or a match wager of at least its value, one with each."""
    if kind not in ("main", "match"):
        return "no_coupons"
    if box is None or stake is None:
        return "coupon_amount"
    rules = table.rules
    if kind == "main":
        beside, coupon, room = stake.wager, stake.coupon, rules.table_maximum - _money_on_box(rules, box)
    else:
        beside = sum(side.amount for side in stake.sides if side.kind == kind)
        coupon = sum(side.coupon for side in stake.sides if side.kind == kind)
        room = _match_room(rules, stake, kind)
    if coupon or not beside:
        return "coupon_amount"
    if rules.coupon_counts != COUPON_FOR_EVERYTHING:
        return Amounts(1, beside, 1)
    step = rules.smallest_chip
    most = min(beside, room)
    most -= most % step
    return Amounts(step, most, step) if most >= step else "coupon_amount"


@from_inventory
def confirm_cash(act: Act, command: cmd.ConfirmCash) -> None:
    table = act.table
    if command.by not in HOUSE:
        refuse("not_your_office")
    if not may_confirm(table, command.by, command.person, command.box):
        refuse("no_wager")
    offer = next(o for o in table.offers if o.person == command.person and o.box == command.box)
    needed = {DEALER, FLOORPERSON} if table.rules.cash_needs_floorperson else {DEALER}
    converted = needed <= {*offer.confirmed_by, command.by}
    chips = offer.amount if converted else 0
    act.emit(ev.CashConfirmed(command.person, command.box, command.by, chips))
    if converted and offer.box:
        act.emit(ev.WagerPlaced(offer.person, offer.box, offer.kind, offer.amount, 0))


def may_confirm(table: Table, by: str, name: str, number: int) -> bool:
    """Whether a cash wager, or cash for chips (box 0), still waits for this member of the house."""
    if by == FLOORPERSON and not table.rules.cash_needs_floorperson:
        return False
    return (table.phase == "wagers" or not number) and any(
        offer.person == name and offer.box == number and by not in offer.confirmed_by
        for offer in table.offers
    )


def withdraw_wager(act: Act, command: cmd.WithdrawWager) -> None:
    table = act.table
    require_person(table, command.by)
    offered = any(offer.person == command.by and offer.box == command.box for offer in table.offers)
    if command.kind == "cash":
        if not offered:
            refuse("no_wager")
        act.emit(ev.WagerWithdrawn(command.by, command.box, "cash", 0))
        return
    index = box_index(table, command.box)
    box = table.boxes[index] if index >= 0 else None
    stake = _stake_of(box, command.by)
    if box is None or stake is None:
        refuse("no_wager")
    if box.hands or table.rules.wagers_made_when == _MADE_WHEN_PLACED:
        refuse("wager_is_locked")
    if offered:
        refuse("answer_first")
    if command.kind == "main":
        for side in stake.sides:
            act.emit(ev.WagerWithdrawn(command.by, command.box, side.kind, side.amount))
        act.emit(ev.WagerWithdrawn(command.by, command.box, "main", stake.wager))
        return
    placed = next((side for side in stake.sides if side.kind == command.kind), None)
    if placed is None:
        refuse("no_wager")
    act.emit(ev.WagerWithdrawn(command.by, command.box, command.kind, placed.amount))


def consent(act: Act, command: cmd.Consent) -> None:
    person = require_person(act.table, command.by)
    if command.person not in may_be_admitted(act.table, person):
        refuse("box_is_full" if act.table.rules.people_on_box == 1 else "not_at_the_table")
    act.emit(ev.ConsentGiven(command.by, command.person))


def may_be_admitted(table: Table, person: Person) -> tuple[str, ...]:
    """The others to whom a person has not yet given consent."""
    if table.rules.people_on_box == 1:
        return ()
    return tuple(p.name for p in table.people if p.name != person.name and p.name not in person.consents)


def permit_wagering(act: Act, command: cmd.PermitWagering) -> None:
    require_floorperson(command.by)
    person = require_person(act.table, command.person)
    if not person.barred:
        refuse("not_now")
    act.emit(ev.WageringPermitted(command.person))


def close_wagers(act: Act, command: cmd.CloseWagers) -> None:
    require_dealer(command.by)
    table = act.table
    reason = why_not_close(table)
    if reason:
        refuse(reason)
    number = table.round_number + 1
    callers = []
    for box in table.boxes:
        callers.append((box.number, _caller(table, box)))
    moved = _meters_moved(table)
    act.emit(ev.WagersClosed(number, tuple(callers)))
    for event in moved:
        act.emit(event)


def why_not_close(table: Table) -> str:
    """The reason why the round cannot begin, or nothing."""
    if table.phase != "wagers":
        return "cover_card_reached" if table.phase == "stack" and table.cover_seen else "not_now"
    if table.offers:
        return "answer_first"
    return why_not_begin(table) if table.boxes else "no_wager"


def why_not_begin(table: Table) -> str:
    """The reason why no round can begin at this table, or nothing."""
    if reader_needs_inspection(table):
        return "reader_not_inspected"
    if decks_are_too_old(table):
        return "decks_too_old"
    return "" if table.inventory_counted else "inventory_not_counted"


def _caller(table: Table, box: Box) -> str:
    """Who calls the decisions: the person seated at the box, else the one with the highest wager."""
    if len(box.stakes) == 1:
        return box.stakes[0].person
    seats = {person.name: person.seat for person in table.people}
    for stake in box.stakes:
        if seats.get(stake.person) == box.number:
            return stake.person
    return max(box.stakes, key=lambda stake: counted_wager(stake.wager, stake.coupon, table.rules)).person


def _meters_moved(table: Table) -> list[ev.MeterMoved]:
    """What the progressive wagers of the round add to their meters, wager by wager."""
    moved = []
    state = {meter.name: (meter.amount, meter.remainder) for meter in table.meters}
    for box in table.boxes:
        for stake in box.stakes:
            for side in stake.sides:
                for name in meters_fed(table.rules, side.kind, side.amount):
                    if name not in state:
                        continue
                    amount, remainder = state[name]
                    added, remainder = meter_step(remainder, side.amount, table.rules.meters[name].rate)
                    state[name] = (amount + added, remainder)
                    moved.append(ev.MeterMoved(name, *state[name]))
    return moved


def handle_cards(act: Act, command: cmd.HandleCards) -> None:
    require_person(act.table, command.by)
    refuse("cards_are_not_handled")


def mays(table: Table, who: str) -> Iterator[May]:
    """What this chapter lets `who` do."""
    if who in HOUSE:
        yield from _house_mays(table, who)
        return
    person = person_of(table, who)
    if person is None:
        return
    others = may_be_admitted(table, person)
    if others:
        yield may(cmd.Consent, person=OneOf(others))
    if table.phase == "wagers":
        yield from _wager_mays(table, person)
    offered = tuple(offer.box for offer in table.offers if offer.person == who)
    if offered:
        yield may(cmd.WithdrawWager, box=OneOf(offered), kind=OneOf(("cash",)))
    if table.rules.wagers_made_when == _MADE_WHEN_PLACED:
        return
    for box in table.boxes:
        stake = _stake_of(box, who)
        if stake is not None and not box.hands and box.number not in offered:
            kinds = ("main", *(side.kind for side in stake.sides))
            yield may(cmd.WithdrawWager, box=OneOf((box.number,)), kind=OneOf(kinds))


def _wager_mays(table: Table, person: Person) -> Iterator[May]:
    for number in range(1, table.rules.boxes + 1):
        for kind in ("main", *SIDE_WAGERS):
            for instrument in INSTRUMENTS:
                bounds = wager_bounds(table, person, number, kind, instrument)
                if not isinstance(bounds, str):
                    yield may(
                        cmd.PlaceWager,
                        box=OneOf((number,)),
                        kind=OneOf((kind,)),
                        instrument=OneOf((instrument,)),
                        amount=bounds,
                    )


def _house_mays(table: Table, who: str) -> Iterator[May]:
    for offer in table.offers:
        if may_confirm(table, who, offer.person, offer.box):
            yield may(cmd.ConfirmCash, person=OneOf((offer.person,)), box=OneOf((offer.box,)))
    if who == DEALER and not why_not_close(table):
        yield may(cmd.CloseWagers)
    if who == FLOORPERSON:
        barred = tuple(person.name for person in table.people if person.barred)
        if barred:
            yield may(cmd.PermitWagering, person=OneOf(barred))


DECIDES = {
    cmd.PlaceWager: place_wager,
    cmd.ConfirmCash: confirm_cash,
    cmd.WithdrawWager: withdraw_wager,
    cmd.Consent: consent,
    cmd.PermitWagering: permit_wagering,
    cmd.CloseWagers: close_wagers,
    cmd.HandleCards: handle_cards,
}
