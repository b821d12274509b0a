"""Wagers before the first card: main and side wagers in chips, cash or coupons; taking them back; consent."""

from functools import cache

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.chapters.betting.boxes import WagerPlace, place_of, why_not_on_box
from spanish21.game.chapters.floor.people import at_the_table
from spanish21.game.moves.act import Act
from spanish21.game.moves.bounds import Bounds
from spanish21.game.moves.choices import Amounts
from spanish21.game.moves.move import (
    ANY_PHASE,
    PLAYER,
    ChipAmounts,
    Field,
    Move,
    Offer,
    Why,
    one_of,
)
from spanish21.game.pays import COUPON_FOR_EVERYTHING, counted_wager, up_to_whole
from spanish21.game.reasons import Reason
from spanish21.game.round.stack import whose_cut
from spanish21.game.round.wheels import fixed_amounts
from spanish21.game.round.with_parts import Evolves, with_box, with_chips
from spanish21.game.rules import Rules, is_offered, sides_offered
from spanish21.game.side_wagers.registry import is_side_wager, side_wager
from spanish21.game.side_wagers.terms import SideRules
from spanish21.game.states import Phase
from spanish21.game.table import (
    DEALER,
    FLOORPERSON,
    Box,
    CashOffer,
    Side,
    Stake,
    Table,
    box_index,
    box_of,
    person_of,
    stake_of,
)
from spanish21.game.words import WagersMadeWhen

_ABOVE_MAXIMUM, _BELOW_MINIMUM = Reason.ABOVE_MAXIMUM, Reason.BELOW_MINIMUM
_NOT_ENOUGH_CHIPS, _NOT_IN_CHIPS = Reason.NOT_ENOUGH_CHIPS, Reason.NOT_IN_CHIPS
_SIDE_WAGER_AMOUNT, _NO_WAGER = Reason.SIDE_WAGER_AMOUNT, Reason.NO_WAGER
_PLACED = WagersMadeWhen.PLACED

INSTRUMENTS = ("chips", "cash", "coupon")
_WAGERS = frozenset((Phase.WAGERS,))
_CHIPS_AND_CASH = INSTRUMENTS[:2]
_MAIN_ALONE = ("main",)
_POOR = Why(Reason.NOT_ENOUGH_CHIPS)
_NO_COUPON = Why(Reason.COUPON_AMOUNT)

# -- placing ---------------------------------------------------------------------------------------


_BEFORE_WAGERS = (
    Phase.CLOSED,
    Phase.SPREAD,
    Phase.STACK,
    Phase.BATCH,
    Phase.CUT,
    Phase.COVER,
    Phase.LOAD,
    Phase.BURN,
)
"""The phases in which a table gets ready for wagers."""


def why_no_wagers(table: Table, who: str) -> Reason | Why:
    """The reason why no wager is placed in this phase; before the first round, with what comes first."""
    if table.boxes and table.boxes[0].hands:
        return Reason.WAGERS_ARE_CLOSED
    first = str(table.phase) if table.phase in _BEFORE_WAGERS else "next_round"
    if table.phase == Phase.CUT and whose_cut(table) not in (None, DEALER):
        first = "player_to_cut"
    return Why(Reason.TABLE_NOT_OPEN, Bounds("waits_for", names=(first,)))


def boxes_of_table(table: Table, who: str) -> tuple[int, ...]:
    return _box_numbers(table.rules.boxes)


@cache
def _box_numbers(count: int) -> tuple[int, ...]:
    return tuple(range(1, count + 1))


def empty_together(table: Table, who: str, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All boxes without a wager lead on alike."""
    wagered = {box.number for box in table.boxes}
    alone = [(number,) for number in numbers if number in wagered]
    empty = tuple([number for number in numbers if number not in wagered])
    return (*alone, empty) if empty else tuple(alone)


def kinds_of_table(table: Table, who: str, place: WagerPlace) -> tuple[str, ...]:
    """The wager on the hand; once it is there, the side wagers of the table as well."""
    return ("main", *sides_offered(table.rules)) if _has_main(place) else _MAIN_ALONE


def why_not_of_kind(table: Table, who: str, kind: str, place: WagerPlace) -> Reason | None:
    if kind == "main":
        return None
    if not is_offered(table.rules, kind):
        return Reason.SIDE_WAGER_NOT_OFFERED
    return None if _has_main(place) else Reason.MAIN_WAGER_FIRST


def _has_main(place: WagerPlace) -> bool:
    return place.stake is not None and place.stake.wager > 0


def instruments_of_book(table: Table, who: str, place: WagerPlace, kind: str) -> tuple[str, ...]:
    return _instruments(table.rules.cash_wagers, table.rules.coupons)


@cache
def _instruments(cash: bool, coupons: bool) -> tuple[str, ...]:
    return ("chips", *(("cash",) if cash else ()), *(("coupon",) if coupons else ()))


def why_not_with(table: Table, who: str, instrument: str, place: WagerPlace, kind: str) -> Reason | None:
    """Chips may be wagered, and where the book accepts them cash and coupons."""
    rules = table.rules
    if instrument == "coupon":
        takes = rules.coupons and (kind == "main" or side_wager(kind).takes_coupons)
        return None if takes else Reason.NO_COUPONS
    if instrument == "cash" and not rules.cash_wagers:
        return Reason.NO_CASH_WAGERS
    if instrument not in INSTRUMENTS:
        return _NOT_IN_CHIPS
    is_locked = place.stake is not None and _is_made(rules, place.stake, kind)
    return Reason.WAGER_IS_LOCKED if is_locked else None


def alike_together(
    table: Table, who: str, instruments: tuple[str, ...], place: WagerPlace, kind: str
) -> tuple[tuple[str, ...], ...]:
    """Cash leads on to the same amounts as chips where neither the purse nor the table bounds it further."""
    if instruments[:2] == _CHIPS_AND_CASH and cash_is_like_chips(table.rules, place, kind):
        return (_CHIPS_AND_CASH, *[(one,) for one in instruments[2:]])
    return tuple([(one,) for one in instruments])


def cash_is_like_chips(rules: Rules, place: WagerPlace, kind: str) -> bool:
    """Whether a person may wager the same amounts in cash as in chips: neither the chips in front of them nor
    the table's maximum, which bounds the cash, keeps them from the largest wager of the kind."""
    largest = rules.table_maximum
    if _has_bounds(kind) and place.stake is not None:
        largest = _room(rules, place.stake, kind)
    elif kind != "main":
        largest = max(fixed_amounts(rules, kind))
    return largest <= rules.table_maximum and largest <= place.person.chips


def _is_made(rules: Rules, stake: Stake, kind: str) -> bool:
    """Whether such a wager is there and can no longer change, in the reading that fixes it once placed."""
    if rules.wagers_made_when != _PLACED:
        return False
    return kind == "main" or any(side.kind == kind for side in stake.sides)


def amounts_offered(table: Table, who: str, place: WagerPlace, kind: str, instrument: str) -> Offer:
    """The wagers that a person may put on a box."""
    person, box, stake = place.person, place.box, place.stake
    if instrument == "coupon":
        return _coupon_amounts(table.rules, kind, box, stake)
    purse = person.chips if instrument == "chips" else table.rules.table_maximum
    in_hand = purse if instrument == "chips" else None
    if kind == "main":
        return main_amounts(table.rules, box, stake, purse, in_hand)
    assert stake is not None
    return _side_amounts(table.rules, stake, kind, purse, in_hand)


def main_amounts(
    rules: Rules, box: Box | None, stake: Stake | None, purse: int, in_hand: int | None
) -> Offer:
    """The bounds of a wager on the hand; `in_hand`: the chips that would be wagered, None for cash."""
    room = rules.table_maximum - _money_on_box(rules, box)
    least, most = main_bounds(rules, room, stake.wager if stake is not None else 0, purse)
    if most < least:
        return Why(_ABOVE_MAXIMUM if room < least else _NOT_ENOUGH_CHIPS)
    amounts = Amounts(least, most, rules.smallest_chip)
    return ChipAmounts(amounts, _BELOW_MINIMUM, _ABOVE_MAXIMUM, _NOT_IN_CHIPS, in_hand)


def main_bounds(rules: Rules, room: int, already: int, purse: int) -> tuple[int, int]:
    """The least and the most that can be added to a wager of `already`, in whole chips, on a box with so much
    room."""
    step, missing = rules.smallest_chip, rules.table_minimum - already
    most = room if room < purse else purse
    return up_to_whole(missing, step) if missing > step else step, most - most % step


def _money_on_box(rules: Rules, box: Box | None) -> int:
    """The sum of the wagers on a box."""
    if box is None:
        return 0
    return sum([counted_wager(one.wager, one.coupon, rules) for one in box.stakes])


def _side_amounts(rules: Rules, stake: Stake, kind: str, purse: int, in_hand: int | None) -> Offer:
    already = sum([side.amount for side in stake.sides if side.kind == kind])
    if _has_bounds(kind):
        step = rules.smallest_chip
        least = up_to_whole(max(_limits(rules, kind).minimum - already, step), step)
        limit = _room(rules, stake, kind)
        most = min(limit, purse)
        most -= most % step
        if most < least:
            return Why(_SIDE_WAGER_AMOUNT if limit < least else _NOT_ENOUGH_CHIPS)
        return _side_bound(least, most, step, in_hand)
    if already:
        return Why(_SIDE_WAGER_AMOUNT)
    fixed = [amount for amount in fixed_amounts(rules, kind) if amount <= purse]
    if len(fixed) == 1:
        return _side_bound(fixed[0], fixed[0], 1, in_hand)
    return one_of(tuple(fixed), Why(_SIDE_WAGER_AMOUNT, Bounds("one_of", tuple(fixed)))) if fixed else _POOR


def _side_bound(least: int, most: int, step: int, in_hand: int | None) -> ChipAmounts:
    return ChipAmounts(
        Amounts(least, most, step), _SIDE_WAGER_AMOUNT, _SIDE_WAGER_AMOUNT, _NOT_IN_CHIPS, in_hand
    )


def _has_bounds(kind: str) -> bool:
    """Whether a side wager is between a minimum and a maximum."""
    return is_side_wager(kind) and side_wager(kind).pays_by == "odds"


def _limits(rules: Rules, kind: str) -> SideRules:
    """The settings that bound a side wager: its own, or those of the wager that it is like."""
    return rules.sides[side_wager(kind).paytable]


def _room(rules: Rules, stake: Stake, kind: str) -> int:
    """How much more a side wager may be, by the table's limit and by the main wager."""
    limits = _limits(rules, kind)
    most = limits.maximum
    if limits.options.get("within_wager"):
        most = min(most, counted_wager(stake.wager, stake.coupon, rules))
    return most - sum(
        [counted_wager(side.amount, side.coupon, rules) for side in stake.sides if side.kind == kind]
    )


def _coupon_amounts(rules: Rules, kind: str, box: Box | None, stake: Stake | None) -> Offer:
    """A coupon goes with a main wager, or a side wager that takes one, of at least its value."""
    if box is None or stake is None:
        return _NO_COUPON
    if kind == "main":
        beside, coupon, room = stake.wager, stake.coupon, rules.table_maximum - _money_on_box(rules, box)
    else:
        beside = sum(side.amount for side in stake.sides if side.kind == kind)
        coupon = sum(side.coupon for side in stake.sides if side.kind == kind)
        room = _room(rules, stake, kind)
    if coupon or not beside:
        return _NO_COUPON
    step, most = 1, beside
    if rules.coupon_counts == COUPON_FOR_EVERYTHING:
        step = rules.smallest_chip
        most = min(beside, room)
        most -= most % step
    if most < step:
        return _NO_COUPON
    below = _BELOW_MINIMUM if kind == "main" else _SIDE_WAGER_AMOUNT
    return ChipAmounts(Amounts(step, most, step), below, Reason.COUPON_AMOUNT, _NOT_IN_CHIPS)


def place_wager(act: Act, command: cmd.PlaceWager) -> None:
    who, box, kind, amount = command.by, command.box, command.kind, command.amount
    if command.instrument == "chips":
        act.emit(ev.WagerPlaced(who, box, kind, amount, 0))
    elif command.instrument == "coupon":
        act.emit(ev.WagerPlaced(who, box, kind, 0, amount))
    else:
        act.emit(ev.CashOffered(who, box, kind, amount))


# -- taking back -----------------------------------------------------------------------------------


def boxes_to_withdraw_from(table: Table, who: str) -> Offer:
    """The boxes on which a person has something that can be taken back: in a round, nothing but cash."""
    if not table.offers and table.boxes and table.boxes[0].hands:
        return one_of((), lambda number: _why_not_in_round(table, who, number))
    numbers = {box.number for box in table.boxes if stake_of(box, who) is not None}
    if table.offers:
        numbers.update(offer.box for offer in table.offers if offer.person == who)
    return one_of(tuple(sorted(numbers)), _NO_WAGER)


def _why_not_in_round(table: Table, who: str, number: int | None) -> Reason:
    boxes = table.boxes if number is None else (box_of(table, number),)
    return Reason.WAGER_IS_LOCKED if any(stake_of(box, who) is not None for box in boxes) else _NO_WAGER


def kinds_to_withdraw(table: Table, who: str, place: WagerPlace) -> Offer:
    """Waiting cash; or wagers that are not made yet."""
    number, box, stake = place.number, place.box, place.stake
    if table.offers and any(offer.person == who and offer.box == number for offer in table.offers):
        return one_of(("cash",), Reason.ANSWER_FIRST)
    assert box is not None
    assert stake is not None
    if box.hands or table.rules.wagers_made_when == _PLACED:
        return one_of((), lambda kind: _NO_WAGER if kind == "cash" else Reason.WAGER_IS_LOCKED)
    return one_of(("main", *[side.kind for side in stake.sides]), _NO_WAGER)


def withdraw_wager(act: Act, command: cmd.WithdrawWager) -> None:
    who, number, kind = command.by, command.box, command.kind
    if kind == "cash":
        act.emit(ev.WagerWithdrawn(who, number, "cash", 0))
        return
    stake = stake_of(box_of(act.table, number), who)
    assert stake is not None
    for side in stake.sides:
        if kind in ("main", side.kind):
            act.emit(ev.WagerWithdrawn(who, number, side.kind, side.amount))
    if kind == "main":
        act.emit(ev.WagerWithdrawn(who, number, "main", stake.wager))


# -- consent, and being let in ---------------------------------------------------------------------


def people_to_admit(table: Table, who: str) -> Offer:
    """The others to whom a person has not yet given consent."""
    if table.rules.people_on_box == 1:
        return Why(Reason.BOX_IS_FULL)
    given = at_the_table(table, who).consents
    others = (person.name for person in table.people if person.name != who)
    return one_of(tuple(name for name in others if name not in given), Reason.NOT_AT_THE_TABLE)


def consent(act: Act, command: cmd.Consent) -> None:
    act.emit(ev.ConsentGiven(command.by, command.person))


def people_barred(table: Table, who: str) -> Offer:
    """People who sat out a round and wait for the next shuffle."""
    barred = tuple(person.name for person in table.people if person.barred)
    return one_of(
        barred,
        lambda name: Reason.NOT_AT_THE_TABLE if name and person_of(table, name) is None else Reason.NOT_NOW,
    )


def permit_wagering(act: Act, command: cmd.PermitWagering) -> None:
    act.emit(ev.WageringPermitted(command.person))


def touched(act: Act, command: cmd.HandleCards) -> None:
    raise AssertionError("a player never touches the cards")


MOVES = (
    Move(
        cmd.Consent,
        (PLAYER,),
        ANY_PHASE,
        consent,
        fields=(Field("person", people_to_admit),),
        emits=(ev.ConsentGiven,),
    ),
    Move(
        cmd.PlaceWager,
        (PLAYER,),
        _WAGERS,
        place_wager,
        fields=(
            Field(
                "box",
                leads_on=True,
                leads_to=place_of,
                values=boxes_of_table,
                why_not=why_not_on_box,
                grouped=empty_together,
            ),
            Field("kind", leads_on=True, values=kinds_of_table, why_not=why_not_of_kind),
            Field(
                "instrument",
                leads_on=True,
                values=instruments_of_book,
                why_not=why_not_with,
                grouped=alike_together,
            ),
            Field("amount", amounts_offered),
        ),
        out_of_phase=why_no_wagers,
        emits=(ev.WagerPlaced, ev.CashOffered),
    ),
    Move(
        cmd.WithdrawWager,
        (PLAYER,),
        ANY_PHASE,
        withdraw_wager,
        fields=(
            Field("box", boxes_to_withdraw_from, leads_on=True, leads_to=place_of),
            Field("kind", kinds_to_withdraw),
        ),
        emits=(ev.WagerWithdrawn,),
    ),
    Move(
        cmd.PermitWagering,
        (FLOORPERSON,),
        ANY_PHASE,
        permit_wagering,
        fields=(Field("person", people_barred),),
        emits=(ev.WageringPermitted,),
    ),
    Move(
        cmd.HandleCards,
        (PLAYER,),
        frozenset(),
        touched,
        out_of_phase=lambda table, who: Reason.CARDS_ARE_NOT_HANDLED,
    ),
)


# The effects of its events


def wager_placed(table: Table, event: ev.WagerPlaced) -> Table:
    people = with_chips(table.people, event.person, -event.amount)
    box = box_of(table, event.box)
    if box is None:
        first = new_stake(event.person, event.amount, event.coupon)
        boxes = (*table.boxes, Box(event.box, (first,), (), False, 0, ()))
        if len(boxes) > 1 and boxes[-2].number > event.box:
            boxes = tuple(sorted(boxes, key=lambda box: box.number))
        return replace(table, people=people, boxes=boxes)
    stake = stake_of(box, event.person)
    if stake is None:
        stakes = (*box.stakes, new_stake(event.person, event.amount, event.coupon))
    else:
        more = _with_more(stake, event)
        stakes = tuple(more if one is stake else one for one in box.stakes)
    boxes = with_box(table.boxes, table.boxes.index(box), replace(box, stakes=stakes))
    return replace(table, people=people, boxes=boxes)


def new_stake(name: str, amount: int, coupon: int) -> Stake:
    """A person's money on a box: the wager on the hand, and no other wagers yet."""
    return Stake(name, amount, coupon, (), 0, False)


def _with_more(stake: Stake, event: ev.WagerPlaced) -> Stake:
    if event.kind == "main":
        return replace(stake, wager=stake.wager + event.amount, coupon=stake.coupon + event.coupon)
    for index, side in enumerate(stake.sides):
        if side.kind == event.kind:
            more = replace(side, amount=side.amount + event.amount, coupon=side.coupon + event.coupon)
            return replace(stake, sides=(*stake.sides[:index], more, *stake.sides[index + 1 :]))
    side = Side(event.kind, event.amount, False, -1, False, event.coupon, False)
    return replace(stake, sides=(*stake.sides, side))


def cash_offered(table: Table, event: ev.CashOffered) -> Table:
    offer = CashOffer(event.person, event.box, event.kind, event.amount, ())
    return replace(table, offers=(*table.offers, offer))


def wager_withdrawn(table: Table, event: ev.WagerWithdrawn) -> Table:
    if event.kind == "cash":
        kept = [one for one in table.offers if one.person != event.person or one.box != event.box]
        return replace(table, offers=tuple(kept))
    people = with_chips(table.people, event.person, event.amount)
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
    boxes = with_box(table.boxes, index, replace(box, stakes=tuple(stakes)))
    return replace(table, people=people, boxes=boxes)


def consent_given(table: Table, event: ev.ConsentGiven) -> Table:
    return replace(
        table,
        people=tuple(
            replace(person, consents=(*person.consents, event.person)) if person.name == event.by else person
            for person in table.people
        ),
    )


def wagering_permitted(table: Table, event: ev.WageringPermitted) -> Table:
    return replace(
        table,
        people=tuple(
            replace(person, barred=False) if person.name == event.person else person
            for person in table.people
        ),
    )


EVOLVES: Evolves = {
    ev.WagerPlaced: wager_placed,
    ev.CashOffered: cash_offered,
    ev.WagerWithdrawn: wager_withdrawn,
    ev.ConsentGiven: consent_given,
    ev.WageringPermitted: wagering_permitted,
}
