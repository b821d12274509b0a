"""The requests that a second person decides: each exactly as it is carried out, and in words.

A proposal's JSON is bound to its approval: the act cannot differ from the text that was read.
"""

import msgspec

from spanish21.game.money import amount_text, money_text
from spanish21.server.evidence import Payout

Names = dict[str, str]
"""People's names, by their pseudonyms."""


class Proposal(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Something that waits for a second person."""


class GiveChips(Proposal, frozen=True):
    """Chips into a purse, or (below 0) out of it."""

    person: str
    amount: int
    reason: str


class Correct(Proposal, frozen=True):
    """A mistake put right: chips into a purse, or (below 0) out of it."""

    person: str
    amount: int
    reason: str


class GiveRole(Proposal, frozen=True):
    """A role for a person."""

    person: str
    role: str


class TakeRole(Proposal, frozen=True):
    """A role taken from a person."""

    person: str
    role: str


class Invite(Proposal, frozen=True):
    """A link that opens one account with a role."""

    role: str


class ResetPassword(Proposal, frozen=True):
    """A link under which the owner of an account sets a new password."""

    person: str
    reason: str


class ResetFactor(Proposal, frozen=True):
    """The second factor of an account, removed."""

    person: str
    reason: str


class ErasePerson(Proposal, frozen=True):
    """The erasure of an account; the chips in the purse go to the house."""

    person: str
    reason: str


class OpenTable(Proposal, frozen=True):
    """A table at which people work, or which is played for money."""

    book: str
    submission: str
    name: str
    policy: str
    says: str
    """The policy in words."""


class ValidatePayout(Proposal, frozen=True):
    """A progressive payout, validated."""

    payout: Payout
    reason: str


AnyProposal = (
    GiveChips
    | Correct
    | GiveRole
    | TakeRole
    | Invite
    | ResetPassword
    | ResetFactor
    | ErasePerson
    | OpenTable
    | ValidatePayout
)

_decoder = msgspec.json.Decoder(AnyProposal)


def proposal_of(body: str) -> AnyProposal:
    """The proposal that a stored body says."""
    found: AnyProposal = _decoder.decode(body)
    return found


def body_of(proposal: Proposal) -> str:
    """A proposal as it is stored: the same text for the same thing."""
    return msgspec.json.encode(proposal, order="deterministic").decode()


def concerns(proposal: Proposal) -> str:
    """The person a proposal is about; "" if it concerns no person."""
    if isinstance(proposal, ValidatePayout):
        return proposal.payout.person
    return getattr(proposal, "person", "")


def words_of(proposal: Proposal, names: Names) -> str:
    """The request, complete, in one sentence."""
    person = concerns(proposal)
    who = names.get(person, person)
    match proposal:
        case GiveChips(_, amount, reason) if amount > 0:
            text = f"Put {amount_text(amount)} in chips into the purse of {who}: {reason}"
        case GiveChips(_, amount, reason):
            text = f"Take {amount_text(-amount)} in chips out of the purse of {who}: {reason}"
        case Correct(_, amount, reason) if amount > 0:
            text = f"Correct a mistake: {amount_text(amount)} goes into the purse of {who}: {reason}"
        case Correct(_, amount, reason):
            text = f"Correct a mistake: {amount_text(-amount)} goes out of the purse of {who}: {reason}"
        case GiveRole(_, role):
            text = f"Give {who} the role {role}"
        case TakeRole(_, role):
            text = f"Take the role {role} from {who}"
        case Invite(role):
            text = f"Make a link that opens one account with the role {role}"
        case ResetPassword(_, reason):
            text = f"Let {who} set a new password by a link: {reason}"
        case ResetFactor(_, reason):
            text = f"Remove the authenticator of {who}: {reason}"
        case ErasePerson(_, reason):
            text = f"Erase the account of {who}; what is in the purse goes to the house: {reason}"
        case OpenTable(book, submission, name, _, says):
            under = "the submission below" if submission else book
            text = f"Open a table {says}; under {under}; called {name}"
        case ValidatePayout(payout, reason):
            paid = money_text(payout.amount, payout.currency)
            where = f"box {payout.box}, round {payout.round} at {payout.table_name}"
            text = f"Pay {who} {paid} for {payout.title}, {where}: {reason}"
        case _:
            raise TypeError(f"{type(proposal).__name__} has no words")
    return text
