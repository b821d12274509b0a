"""How a table is run: the house's choices that are not rules of the game."""

from typing import Annotated, Literal

import msgspec

from spanish21.errors import BadInput, one_line

Seconds = Annotated[int, msgspec.Meta(ge=0, le=3_600)]


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The policy of one table; times in seconds."""

    house: Literal["automatic", "person"] = "automatic"
    """Whether dealing is automatic or done by a person on duty."""
    floor: Literal["automatic", "person"] = "automatic"
    """Whether confirmations and orders are automatic, or wait for a floorperson on duty."""
    real_shoe: bool = False
    """Whether the person who deals does so from a real shoe, and enters the cards as they leave it."""
    wager_seconds: Seconds = 15
    """From the first wager of a round until its wagers are closed,"""
    ready_seconds: Seconds = 3
    """or from the last wager on, once everyone at the table has one."""
    decide_seconds: Seconds = 20
    bank_seconds: Seconds = 60
    """Extra time for each person, in all, at this table."""
    seat_seconds: Seconds = 120
    """How long a seat is kept for a player whose connection is lost."""
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


def policy_words(policy: Policy) -> str:
    """A policy in words: the game, the dealer, the shoe, the floorperson and the times."""
    dealt = "a person deals" if policy.house == "person" else "dealing is automatic"
    shoe = "a real shoe" if policy.real_shoe else "the house's shoe"
    watched = "a floorperson watches" if policy.floor == "person" else "confirmations are automatic"
    return (
        f"for {'play chips' if policy.play_chips else 'money'}; {dealt} from {shoe}; {watched}; seconds for"
        f" wagers {policy.wager_seconds}, {policy.ready_seconds} once all are ready, for a decision"
        f" {policy.decide_seconds} and {policy.bank_seconds} in a time bank, for a lost connection"
        f" {policy.seat_seconds}"
    )
