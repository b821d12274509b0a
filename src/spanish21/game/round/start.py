"""A new table: no trouble, nothing opened, no cut, no round, no shoe."""

from typing import Any

from msgspec.structs import replace

from spanish21.game.states import ShufflerState
from spanish21.game.table import Cutting, Opening, Trouble

NO_TROUBLE = Trouble(
    face_up_found=0,
    tens_found=0,
    ten_to_remove=None,
    loose_card=None,
    loose_exposed=False,
    reader_broken=False,
    shuffler=ShufflerState.WORKING,
    missed=False,
    late=(),
    resume=None,
    void=None,
)
NOT_OPENED = Opening(
    equipment_checked=False,
    reader_inspected=False,
    decks_received=False,
    inspected=False,
    defective=0,
    verified=False,
    tens_removed=False,
    tens_verified=False,
    spread_face_up=False,
    after_idle=False,
)
NO_CUTTING = Cutting(
    order=(), offered=None, cut_by=None, just_beginning=True, rotation=0, ordered_by_floorperson=False
)


NO_ROUND: dict[str, Any] = {
    "boxes": (),
    "dealer": (),
    "turn_box": -1,
    "turn_hand": -1,
    "hole_down": False,
    "step": 0,
    "reader_answered": False,
    "dealer_has_blackjack": False,
    "has_side_wagers": False,
    "asked": (),
    "settled": (),
    "hot_spot": 0,
    "community_stops": (),
}
"""A table's fields of a round, between two rounds."""

NO_SHOE: dict[str, Any] = {
    "shoe": (),
    "dealt": 0,
    "cover": None,
    "rack": (),
    "face_down": (),
    "burn_card": 0,
}
"""A table's fields of its shoe, when the cards are out of it."""


def interned(trouble: Trouble) -> Trouble:
    """The same trouble; none at all is always the one `NO_TROUBLE`, by which the short cuts of a round know
    it."""
    return NO_TROUBLE if trouble == NO_TROUBLE else trouble


def for_new_decks(opening: Opening) -> Opening:
    """The opening of the next decks: the equipment and the reader stay as they were checked."""
    return replace(
        NOT_OPENED, equipment_checked=opening.equipment_checked, reader_inspected=opening.reader_inspected
    )
