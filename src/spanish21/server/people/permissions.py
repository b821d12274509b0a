"""Who may ask the server for what, beside commands at a table."""

import msgspec

from spanish21.game.table import DEALER, FLOORPERSON
from spanish21.server.people.authority import Actor, why_not_reason
from spanish21.server.people.roles import ADMINISTRATOR, AUDITOR, PLAYER, ROLES

STRANGER = "stranger"
"""Somebody who is not logged in."""


class Request(msgspec.Struct, frozen=True):
    """Who may ask for something, and what else it takes."""

    roles: tuple[str, ...]
    is_own: bool = False
    """Whether everybody may ask it about themselves only, or about what they opened themselves."""
    needs_reason: bool = False
    needs_second: bool = False


_ANYBODY = Request((STRANGER, *ROLES))
_STRANGER = Request((STRANGER,))
_OWN = Request(ROLES, is_own=True)
_ADMINISTRATOR = Request((ADMINISTRATOR,))
_STAFF = Request((FLOORPERSON, ADMINISTRATOR), needs_reason=True)

REQUESTS: dict[str, Request] = {
    # Before and after the log-in
    "come_as_guest": _STRANGER,
    "open_account": _STRANGER,
    "accept_invitation": _STRANGER,
    "log_in": _STRANGER,
    "log_out": _OWN,
    "see_own_account": _OWN,
    "keep_guest": _OWN,
    "change_own_password": _OWN,
    "set_own_limit": _OWN,
    "exclude_self": _OWN,
    "erase_self": _OWN,
    "export_own_data": _OWN,
    "keep_own_submission": _OWN,
    # What everybody may see
    "see_health": _ANYBODY,
    "see_books": _ANYBODY,
    "see_tables": _ANYBODY,
    "watch_table": _ANYBODY,
    "see_round": _ANYBODY,
    "see_meters": _ANYBODY,
    "see_public_record": _ANYBODY,
    "ask_analysis": _ANYBODY,
    "take_lesson": _ANYBODY,
    # Tables
    "open_table": Request((PLAYER, FLOORPERSON, ADMINISTRATOR)),
    "send_command": Request((PLAYER, DEALER, FLOORPERSON)),
    "go_on_duty": Request((DEALER, FLOORPERSON)),
    "see_floor": Request((DEALER, FLOORPERSON, ADMINISTRATOR)),
    "close_own_table": Request((PLAYER, FLOORPERSON, ADMINISTRATOR), is_own=True),
    "close_table": _STAFF,
    "resume_table": _STAFF,
    "stand_by": Request((DEALER, FLOORPERSON, AUDITOR, ADMINISTRATOR)),
    "correct": Request((FLOORPERSON, ADMINISTRATOR), needs_reason=True, needs_second=True),
    # The books of the house
    "see_whole_log": Request((AUDITOR,)),
    "see_ledger": Request((AUDITOR,)),
    "audit": Request((AUDITOR, ADMINISTRATOR)),
    "export_rounds": Request((AUDITOR,)),
    "see_metrics": Request((AUDITOR, ADMINISTRATOR)),
    "back_up": _ADMINISTRATOR,
    # People
    "see_people": _ADMINISTRATOR,
    "invite": _ADMINISTRATOR,
    "give_role": _ADMINISTRATOR,
    "take_role": _ADMINISTRATOR,
    "set_password": _ADMINISTRATOR,
    "end_sessions": _ADMINISTRATOR,
    "give_chips": Request((ADMINISTRATOR,), needs_reason=True),
    "erase_person": Request((ADMINISTRATOR,), needs_reason=True),
}


def why_not_asked(
    actor: Actor | None, name: str, about: str = "", reason: str = "", second: Actor | None = None
) -> str:
    """Why somebody (None: a stranger) may not ask for something; `about` is the person whom it concerns."""
    request = REQUESTS[name]
    roles = actor.roles if actor is not None else frozenset((STRANGER,))
    if not roles.intersection(request.roles):
        if actor is None:
            return "log in first"
        if request.roles == (STRANGER,):
            return "log out first"
        return f"only for people with the role {' or '.join(request.roles)}"
    if request.is_own and (actor is None or about != actor.id):
        return "you can do that for nobody but yourself"
    why = why_not_reason(request.needs_reason, reason)
    if why or not request.needs_second or actor is None:
        return why
    if second is None or second.is_automatic or second.id == actor.id:
        return "that needs a second person"
    if about in (actor.id, second.id):
        return "nobody can do that for themselves"
    may_be_second = second.roles.intersection((FLOORPERSON, AUDITOR, ADMINISTRATOR))
    return "" if may_be_second else "the second person must be a floorperson, an auditor or an administrator"
