"""Acts that need a second person are requested, and carried out once approved. With one person in the house
it is carried out immediately."""

from spanish21.server.answers import AskedSecond
from spanish21.server.control import proposals as to
from spanish21.server.control.approvals import Approval, ask_for, why_not_ask, why_not_second
from spanish21.server.people.callers import Caller, NotAllowed, require_proof
from spanish21.server.people.command_authority import Actor
from spanish21.server.people.permissions import REQUESTS
from spanish21.server.people.roles import is_of_two, roles_of
from spanish21.server.web.carrying_out import Doing, Found, done
from spanish21.server.web.desk import FrontDesk

REQUEST_OF: dict[type[to.Proposal], str] = {
    to.GiveChips: "give_chips",
    to.Correct: "correct",
    to.GiveRole: "give_role",
    to.TakeRole: "take_role",
    to.Invite: "invite",
    to.ResetPassword: "reset_password",
    to.ResetFactor: "reset_factor",
    to.ErasePerson: "erase_person",
    to.OpenTable: "open_house_table",
    to.ValidatePayout: "ask_payout",
}
"""Under which name of server/people/permissions.py each proposal is asked for."""


async def ask_or_do(desk: FrontDesk, caller: Caller, proposal: to.AnyProposal) -> AskedSecond | Found:
    """Ask a second person for something; with one person in the house, do it."""
    line = REQUESTS[REQUEST_OF[type(proposal)]]
    of_two = line.needs_second and await desk.reading(is_of_two)
    if line.needs_proof:
        require_proof(caller, of_two, desk.now())
    if not of_two:
        return await done(Doing(desk, caller.id, None, None), proposal)
    why, now = why_not_ask(proposal, caller.id), desk.now()
    if why:
        raise NotAllowed(why)
    approval = await desk.writer.run(lambda connection: ask_for(connection, proposal, caller.id, now))
    words = to.words_of(proposal, desk.hall.names)
    return {"approval": approval.id, "words": words, "expires": approval.expires}


async def approved(desk: FrontDesk, approval: Approval, second: Actor) -> Found:
    """Carry out an approved request; the requester must still be allowed to make it."""
    doing = Doing(desk, approval.asked_by, approval, second)
    why = await desk.reading(why_not_second, approval, second, doing.now)
    if why:
        raise NotAllowed(why)
    asker = await desk.reading(roles_of, approval.asked_by)
    if not asker & frozenset(REQUESTS[REQUEST_OF[type(approval.proposal)]].roles):
        raise NotAllowed("the person who requested this is no longer allowed to", 409)
    return await done(doing, approval.proposal)
