"""How a table is run: what is not a rule of the game but a choice of the house."""

from typing import Annotated, Literal

import msgspec

from spanish21.errors import BadInput, one_line

Seconds = Annotated[int, msgspec.Meta(ge=0, le=3_600)]


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The policy of one table; times in seconds."""

    house: Literal["automatic", "person"] = "automatic"
    """Whether the house deals by itself or a person on duty deals."""
    floor: Literal["automatic", "person"] = "automatic"
    """Whether the house confirms and orders by itself, or waits for a floorperson on duty."""
    real_shoe: bool = False
    """Whether the person who deals does so from a real shoe, and enters the cards as they leave it."""
    wager_seconds: Seconds = 15
    """From the first wager of a round until its wagers are closed,"""
    ready_seconds: Seconds = 3
    """or from the last wager on, once everybody at the table has one."""
    decide_seconds: Seconds = 20
    seat_seconds: Seconds = 120
    """How long a seat is kept for somebody whose connection is lost."""
    play_chips: bool = True


def policy_of(text: str | bytes) -> Policy:
    """The policy that JSON says, or `BadInput`."""
    try:
        return msgspec.json.decode(text, type=Policy)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadInput(f"this is not a table's policy: {one_line(str(error))}") from None


def policy_json(policy: Policy) -> str:
    """A policy as it is stored."""
    return msgspec.json.encode(policy).decode()
