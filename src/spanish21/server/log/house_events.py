"""Events of the house outside its tables: its own log, chained like a table's."""

from typing import Any

import msgspec

from spanish21.server.log.ledger import Transfer, purse

HOUSE = "house"


class HouseEvent(msgspec.Struct, frozen=True, tag=True):
    """Something that happened in the house."""


class HouseOpened(HouseEvent, frozen=True):
    """The first event of the house's log; `version` is the program's."""

    version: str


class ChipsGiven(HouseEvent, frozen=True):
    """The house put chips into a person's purse: play chips, or money that was paid in."""

    person: str
    amount: int
    why: str


class ChipsTaken(HouseEvent, frozen=True):
    """Chips went from a person's purse back to the house: paid out, or left by a closed account."""

    person: str
    amount: int
    why: str


class Corrected(HouseEvent, frozen=True):
    """A mistake was put right by two people: an amount above 0 went into the purse, one below 0 out of it."""

    person: str
    amount: int
    reason: str
    by: str
    second: str


class ServerStarted(HouseEvent, frozen=True):
    """A server of the house began its work, with this version of the program."""

    version: str
    node: str


class InstallationFound(HouseEvent, frozen=True):
    """A check of the program's own files: their digest, whether an installation's record says what they
    should be, and which of them are something else."""

    version: str
    digest: str
    is_recorded: bool
    files: int
    changed: tuple[str, ...]
    node: str


class ClockSetBack(HouseEvent, frozen=True):
    """The clock of a server's machine was set back by this many milliseconds; the times of logs go on from
    where they were."""

    milliseconds: int
    node: str


class KeyAnnounced(HouseEvent, frozen=True):
    """The key that signs checkpoints announces the next one, which signs from the checkpoint after this."""

    key: str
    at: int


class AuthorityEvent(HouseEvent, frozen=True):
    """An event that changes roles or rights."""


class AuthorityTakenUp(AuthorityEvent, frozen=True):
    """From here on the log records roles and rights. The earlier ones follow, as the store had them: nothing
    vouches for it but this."""

    version: str


class PersonAdded(AuthorityEvent, frozen=True):
    """A person is known. Name and password are salted digests; a guest has neither."""

    person: str
    is_guest: bool
    name: str
    password: str
    created: int
    by: str


class PersonNamed(AuthorityEvent, frozen=True):
    """A guest has an account from now on."""

    person: str
    name: str
    password: str


class PasswordChanged(AuthorityEvent, frozen=True):
    """A person has another password, or the same one is stored under another hash; `reset_at` is the time
    where others had it reset."""

    person: str
    password: str
    by: str
    reset_at: int = 0


class ErasureAsked(AuthorityEvent, frozen=True):
    """A person is to be erased as soon as the rounds in which they are seated are over."""

    person: str
    by: str
    reason: str


class PersonErased(AuthorityEvent, frozen=True):
    """Salt, name and password of a person were deleted, and with them roles, limits and duties."""

    person: str
    at: int


class RoleGiven(AuthorityEvent, frozen=True):
    """A person has a role from now on."""

    person: str
    role: str
    by: str
    at: int


class RoleTaken(AuthorityEvent, frozen=True):
    """A person no longer has a role."""

    person: str
    role: str
    by: str


class HouseOfTwo(AuthorityEvent, frozen=True):
    """From here on there are two people who check each other, and no one acts alone where two are needed. It
    is never undone."""

    at: int


class FactorSet(AuthorityEvent, frozen=True):
    """A person has a second factor, or (`left`) has used one of its recovery codes. `factor` is a salted
    digest."""

    person: str
    factor: str
    left: int
    at: int


class FactorRemoved(AuthorityEvent, frozen=True):
    """Others removed a person's second factor."""

    person: str
    by: str
    at: int


class ApprovalAsked(AuthorityEvent, frozen=True):
    """A person asks a second one to agree to the act with this digest."""

    id: str
    what: str
    digest: str
    by: str
    at: int
    expires: int


class ApprovalDecided(AuthorityEvent, frozen=True):
    """A request is approved (and carried out in the same transaction), refused or withdrawn."""

    id: str
    state: str
    by: str
    at: int


class LimitSet(AuthorityEvent, frozen=True):
    """A person's own limit, as it is from now on: an amount (None: none), and one that waits."""

    person: str
    kind: str
    amount: int | None
    since: int
    next_amount: int | None
    next_since: int | None


class PersonExcluded(AuthorityEvent, frozen=True):
    """A person may not play until a moment."""

    person: str
    until: int


class InvitationMade(AuthorityEvent, frozen=True):
    """A link that gives a role once, until it expires; `digest` is of its token."""

    digest: str
    role: str
    created: int
    expires: int


class InvitationEnded(AuthorityEvent, frozen=True):
    """A link was used at a time, or (`used` is 0) withdrawn."""

    digest: str
    used: int


class DutyTaken(AuthorityEvent, frozen=True):
    """A person is on duty at a table."""

    table: str
    person: str
    role: str
    since: int


class DutyLeft(AuthorityEvent, frozen=True):
    """A person ends their duty at a table."""

    table: str
    person: str


class TableOpened(AuthorityEvent, frozen=True):
    """A table of the house: book, name and policy, the digests of submission and rules, and the opener."""

    table: str
    number: int
    book: str
    name: str
    policy: str
    submission: str
    rules: str
    created: int
    by: str


class TableClosed(AuthorityEvent, frozen=True):
    """A table is closed for good."""

    table: str


class HouseRestored(HouseEvent, frozen=True):
    """A start found the database older than what is known: an incarnation began, the tables were ended.

    `lost` is how many leaves of the old tree are not in the database, `missing` the events that are known to
    have been in logs and are not: the first and the last of each."""

    incarnation: int
    why: str
    lost: int
    missing: dict[str, tuple[int, int]]


class TableVoided(HouseEvent, frozen=True):
    """A table was ended at the last event that the database has of it: wagers that were not decided went
    back, everyone was cashed out, and the seed of the round under way was opened."""

    table: str
    seq: int
    why: str
    moves: tuple[tuple[str, str, int, str], ...]
    seeds: dict[str, str]


class Ordered(HouseEvent, frozen=True):
    """An order that moves no chips: a table closed, a role given, a person erased.

    `about` is a table's id or a person's pseudonym."""

    what: str
    about: str
    reason: str
    by: str


OfMoney = ChipsGiven | ChipsTaken | Corrected
OfAuthority = (
    AuthorityTakenUp
    | PersonAdded
    | PersonNamed
    | PasswordChanged
    | ErasureAsked
    | PersonErased
    | RoleGiven
    | RoleTaken
    | HouseOfTwo
    | FactorSet
    | FactorRemoved
    | ApprovalAsked
    | ApprovalDecided
    | LimitSet
    | PersonExcluded
    | InvitationMade
    | InvitationEnded
    | DutyTaken
    | DutyLeft
    | TableOpened
    | TableClosed
)
OfServers = HouseOpened | ServerStarted | InstallationFound | ClockSetBack | KeyAnnounced
AnyHouseEvent = OfServers | HouseRestored | TableVoided | OfMoney | OfAuthority | Ordered

_decoder = msgspec.json.Decoder(AnyHouseEvent)


def house_event_in(body: str | bytes) -> Any:
    """The event that a body of the house's log tells."""
    return _decoder.decode(body)


def house_transfers(event: HouseEvent) -> tuple[Transfer, ...]:
    """The chips that an event of the house moves."""
    match event:
        case TableVoided():
            return tuple(Transfer(*move) for move in event.moves)
        case HouseOpened() | ServerStarted() | InstallationFound() | ClockSetBack() | KeyAnnounced():
            return ()
        case HouseRestored() | Ordered() | AuthorityEvent():
            return ()
        case ChipsGiven(person, amount, why):
            lines = Transfer(HOUSE, purse(person), amount, why)
        case ChipsTaken(person, amount, why):
            lines = Transfer(purse(person), HOUSE, amount, why)
        case Corrected(person, amount, reason) if amount > 0:
            lines = Transfer(HOUSE, purse(person), amount, reason)
        case Corrected(person, amount, reason):
            lines = Transfer(purse(person), HOUSE, -amount, reason)
        case _:
            raise TypeError(f"{type(event).__name__} has no line in the ledger")
    return (lines,) if lines.amount else ()
