"""On which boxes a person may wager: places, consent, boxes of one person, boxes that people share."""

import msgspec

from spanish21.game.chapters.floor.people import at_the_table
from spanish21.game.reasons import Reason
from spanish21.game.table import Box, Person, Stake, Table, box_of, stake_of

_BOX_IS_TAKEN, _NO_SUCH_BOX = Reason.BOX_IS_TAKEN, Reason.NO_SUCH_BOX
_ANSWER_FIRST = Reason.ANSWER_FIRST


class WagerPlace(msgspec.Struct, frozen=True, gc=False):
    """The box of a person's wager, and the wagers already on it; `number` is the box."""

    number: int
    person: Person
    box: Box | None
    stake: Stake | None


def place_of(table: Table, who: str, number: int | None) -> WagerPlace:
    """The place of a person on a box; without a number, on the box at which they sit."""
    person = at_the_table(table, who)
    if number is None:
        number = person.seat or 1
    box = box_of(table, number)
    return WagerPlace(number, person, box, stake_of(box, who))


def why_not_on_box(table: Table, who: str, place: WagerPlace) -> Reason | None:
    """The reason why a person cannot wager on a box, or nothing."""
    number, person, box = place.number, place.person, place.box
    if not 1 <= number <= table.rules.boxes:
        return _NO_SUCH_BOX
    if person.barred:
        return Reason.BARRED_UNTIL_RESHUFFLE
    if place.stake is None:
        reason = _why_not_beside(table, person, number, box) or _why_not_as_well(table, who, number)
        if reason:
            return reason
    return _ANSWER_FIRST if table.offers and has_cash_for(table, number) else None


def has_cash_for(table: Table, number: int) -> bool:
    """Whether cash waits to become a wager on a box."""
    return bool(table.offers) and any(offer.box == number for offer in table.offers)


def _why_not_beside(table: Table, person: Person, number: int, box: Box | None) -> Reason | None:
    """Why a person may not join those on a box: its places, and the consent of the first to wager on it.

    The player seated there needs no consent and has a place kept, or is asked like everyone else, as the book
    is read; where a box has one place, it is the seated person's.
    """
    rules = table.rules
    places = rules.people_on_box
    taken = len(box.stakes) if box is not None else 0
    is_seated = person.seat == number
    if places == 1:
        return _BOX_IS_TAKEN if taken or (not is_seated and _is_kept(table, number, box)) else None
    if box is not None and not (is_seated and not rules.seated_needs_consent):
        first = box.stakes[0].person
        if not any(one.name == first and person.name in one.consents for one in table.people):
            return Reason.NO_CONSENT
    if taken >= places:
        return Reason.BOX_IS_FULL
    if taken + 1 >= places and not is_seated and _is_kept(table, number, box):
        return Reason.PLACE_IS_KEPT
    too_many = rules.most_shared_boxes and would_share_too_many(table, person, number)
    return Reason.TOO_MANY_SHARED_BOXES if too_many else None


def _is_kept(table: Table, number: int, box: Box | None) -> bool:
    """Whether a place on a box waits for the person who sits at it."""
    if table.rules.seated_needs_consent and table.rules.people_on_box > 1:
        return False
    for person in table.people:
        if person.seat == number:
            return stake_of(box, person.name) is None
    return False


def _why_not_as_well(table: Table, name: str, number: int) -> Reason | None:
    """Why a person may not wager on one more box."""
    boxes = [one.number for one in table.boxes for stake in one.stakes if stake.person == name]
    if table.offers:
        offered = {offer.box for offer in table.offers if offer.person == name and offer.box}
        boxes += offered - {number, *boxes}
    rules = table.rules
    if len(boxes) >= rules.adjacent_boxes:
        return Reason.TOO_MANY_BOXES
    if rules.boxes_apart or not boxes:
        return None
    boxes.append(number)
    return Reason.NOT_ADJACENT if max(boxes) - min(boxes) >= len(boxes) else None


def would_share_too_many(table: Table, person: Person, number: int) -> bool:
    """Whether a wager of this person would make one more box shared than is permitted.

    A box counts as shared when wagers of several people are on it, or of one who is not seated
    there: the others never keep a player from the box where that player sits.
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
