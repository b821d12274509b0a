"""The permissions for all requests except commands at a table."""

import msgspec

from spanish21.game.table import DEALER, FLOORPERSON
from spanish21.server.people.command_authority import Actor, why_not_reason
from spanish21.server.people.roles import ADMINISTRATOR, AUDITOR, PLAYER, ROLES

STRANGER = "stranger"
"""A caller who is not logged in."""


UNPROVEN = "unproven"
"""A caller who has given the password, and not yet the second factor of the account."""


class Permission(msgspec.Struct, frozen=True):
    """Who may make a request, and its other conditions."""

    roles: tuple[str, ...]
    is_own: bool = False
    """Whether everyone may ask it, but only about themselves or about what they opened."""
    needs_reason: bool = False
    needs_second: bool = False
    """Whether it waits for a second person, once there are two (control/approvals.py)."""
    needs_proof: bool = False
    """Whether the second factor is required again: for moves of money or authority."""


_ANYBODY = Permission((STRANGER, *ROLES))
_STRANGER = Permission((STRANGER,))
_OWN = Permission(ROLES, is_own=True)
_EVEN_UNPROVEN = Permission((*ROLES, UNPROVEN), is_own=True)
_ADMINISTRATOR = Permission((ADMINISTRATOR,))
_WITH_SECOND = Permission((ADMINISTRATOR,), needs_second=True, needs_proof=True)
_AND_REASON = msgspec.structs.replace(_WITH_SECOND, needs_reason=True)
_CHECKING = Permission((DEALER, FLOORPERSON, AUDITOR, ADMINISTRATOR))
_STAFF = Permission((FLOORPERSON, ADMINISTRATOR), needs_reason=True)

REQUESTS: dict[str, Permission] = {
    # Before and after the log-in
    "come_as_guest": _STRANGER,
    "open_account": _STRANGER,
    "accept_invitation": _STRANGER,
    "accept_reset": _STRANGER,
    "log_in": _STRANGER,
    "log_out": _EVEN_UNPROVEN,
    "see_own_account": _EVEN_UNPROVEN,
    "prove_factor": _EVEN_UNPROVEN,
    "set_factor": _OWN,
    "see_own_sessions": _OWN,
    "end_own_session": _OWN,
    "let_model_ask": _OWN,
    "see_model_token": _OWN,
    "end_model_token": _OWN,
    "see_own_statement": _OWN,
    "keep_guest": _OWN,
    "change_own_password": _OWN,
    "set_own_limit": _OWN,
    "exclude_self": _OWN,
    "erase_self": _OWN,
    "export_own_data": _OWN,
    "see_own_rounds": _OWN,
    "keep_own_submission": _OWN,
    # Open to everyone
    "see_health": _ANYBODY,
    "see_books": _ANYBODY,
    "see_tables": _ANYBODY,
    "watch_table": _ANYBODY,
    "see_round": _ANYBODY,
    "see_meters": _ANYBODY,
    "see_public_record": _ANYBODY,
    "cosign": _ANYBODY,
    "ask_analysis": _ANYBODY,
    "take_lesson": _ANYBODY,
    # Tables
    "open_table": Permission((PLAYER, FLOORPERSON, ADMINISTRATOR)),
    "open_house_table": Permission((FLOORPERSON, ADMINISTRATOR), needs_second=True, needs_proof=True),
    "send_command": Permission((PLAYER, DEALER, FLOORPERSON)),
    "go_on_duty": Permission((DEALER, FLOORPERSON)),
    "see_floor": Permission((DEALER, FLOORPERSON, ADMINISTRATOR)),
    "close_own_table": Permission((PLAYER, FLOORPERSON, ADMINISTRATOR), is_own=True),
    "close_table": _STAFF,
    "resume_table": _STAFF,
    "see_approvals": _CHECKING,
    "decide_approval": _CHECKING,
    "see_payout": Permission((DEALER, FLOORPERSON)),
    "ask_payout": Permission((FLOORPERSON,), needs_reason=True, needs_second=True, needs_proof=True),
    "correct": Permission(
        (FLOORPERSON, ADMINISTRATOR), needs_reason=True, needs_second=True, needs_proof=True
    ),
    # The books of the house
    "see_whole_log": Permission((AUDITOR,)),
    "see_ledger": Permission((AUDITOR,)),
    "audit": Permission((AUDITOR, ADMINISTRATOR)),
    "export_rounds": Permission((AUDITOR,)),
    "see_metrics": Permission((AUDITOR, ADMINISTRATOR)),
    "see_witnesses": Permission((AUDITOR, ADMINISTRATOR)),
    "back_up": _ADMINISTRATOR,
    # People
    "see_people": _ADMINISTRATOR,
    "invite": _WITH_SECOND,
    "give_role": _WITH_SECOND,
    "take_role": _WITH_SECOND,
    "reset_password": _AND_REASON,
    "reset_factor": _AND_REASON,
    "end_sessions": _ADMINISTRATOR,
    "give_chips": _AND_REASON,
    "erase_person": _AND_REASON,
}


def why_not_asked(actor: Actor | None, name: str, about: str = "", reason: str = "") -> str:
    """Why a caller (None: a stranger) may not ask for something; `about` is the person whom it concerns."""
    request = REQUESTS[name]
    roles = actor.roles if actor is not None else frozenset((STRANGER,))
    if not roles.intersection(request.roles):
        if actor is None:
            return "log in first"
        if request.roles == (STRANGER,):
            return "log out first"
        return f"only for people with the role {' or '.join(request.roles)}"
    if request.is_own and (actor is None or about != actor.id):
        return "you can only do that for yourself"
    return why_not_reason(request.needs_reason, reason)
