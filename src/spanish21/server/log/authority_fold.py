"""Roles and rights according to the house's log: a fold, which the audit compares with the stored rows."""

import hashlib
from typing import NamedTuple, Self

import msgspec

from spanish21.server.log import house_events as ev


def private_digest(salt: bytes, what: str, value: str | None) -> str:
    """Personal data as the log has them: with the salt gone, nothing leads back. Nothing has no digest."""
    return "" if value is None else hashlib.sha256(salt + f"{what} {value}".encode()).hexdigest()


def factor_text(sealed: bytes, recovery: str) -> tuple[str, str]:
    """The input of a second factor's digest: the sealed secret, and the remaining recovery codes."""
    return "factor", f"{sealed.hex()} {recovery}"


def approval_digest(id: str, asked_by: str, body: str) -> str:
    """The subject of an approval: this request, by this person, for exactly this."""
    return text_digest(f"{id} {asked_by} {body}")


def text_digest(text: str) -> str:
    """A text as the log names it."""
    return hashlib.sha256(text.encode()).hexdigest()


class PersonState(NamedTuple):
    """A person: digests of name and password, whether a guest, since when, excluded until, erased when."""

    name: str
    password: str
    is_guest: bool
    created: int
    excluded_until: int = 0
    erased: int = 0
    reset_at: int = 0


class Limit(NamedTuple):
    """A limit, and one that waits."""

    amount: int | None
    since: int
    next_amount: int | None
    next_since: int | None


class FoldedInvitation(NamedTuple):
    """A link and when it was used (0: not yet)."""

    role: str
    created: int
    expires: int
    used: int = 0


class Since(NamedTuple):
    """Since when something is so."""

    since: int


class Factor(NamedTuple):
    """A second factor, as a digest."""

    digest: str


class Erasure(NamedTuple):
    """The person who requested a pending erasure, and why."""

    by: str
    reason: str

    @property
    def text(self) -> str:
        """As the store keeps it."""
        return msgspec.json.encode(self._asdict()).decode()

    @classmethod
    def of(cls, text: str) -> Self:
        """The stored requests, without those that cannot be read."""
        try:
            found = msgspec.json.decode(text, type=dict[str, str])
            return cls(found["by"], found["reason"])
        except (msgspec.DecodeError, KeyError):
            return cls("", text)


class SignsFor(NamedTuple):
    """The tree of which a key that was announced signs the checkpoints."""

    origin: str


class FoldedApproval(NamedTuple):
    """A request for a second person: its subject, and the decision."""

    digest: str
    asked_by: str
    asked: int
    expires: int
    state: str = "open"
    decided_by: str = ""
    decided: int = 0


class TableState(NamedTuple):
    """A table as it was opened, and whether it is closed."""

    number: int
    book: str
    name: str
    policy: str
    submission: str
    rules: str
    created: int
    by: str
    is_closed: bool = False

    @classmethod
    def of(cls, event: ev.TableOpened) -> Self:
        return cls(*msgspec.structs.astuple(event)[1:])


OF_TWO = "house_of_two"
"""Under this name `meta` holds since when the house has had two people who check each other."""

ERASING = "erasing/"
"""Under this name `meta` holds the requester of a person's erasure, until it is done."""

Roles = dict[tuple[str, str], tuple[str, int]]
"""By person and role: who gave it, and when."""


OfPerson = ev.PersonNamed | ev.PasswordChanged | ev.PersonExcluded | ev.PersonErased | ev.FactorRemoved


class Authority:
    """Everything outside the tables that decides about money or authority."""

    def __init__(self) -> None:
        self.is_begun = False
        """Whether the log says it: one of an older version does not until a server has started on it."""
        self.people: dict[str, PersonState] = {}
        self.roles: Roles = {}
        self.limits: dict[tuple[str, str], Limit] = {}
        self.invitations: dict[str, FoldedInvitation] = {}
        self.duties: dict[tuple[str, str], tuple[str, int]] = {}
        self.tables: dict[str, TableState] = {}
        self.house: dict[str, Since] = {}
        self.factors: dict[str, Factor] = {}
        self.approvals: dict[str, FoldedApproval] = {}
        self.erasures: dict[str, Erasure] = {}
        self.keys: dict[str, SignsFor] = {}

    def follow(self, event: ev.HouseEvent) -> None:
        """One event further."""
        match event:
            case ev.AuthorityTakenUp():
                self.__init__()  # type: ignore[misc]
                self.is_begun = True
            case _ if not self.is_begun:
                pass
            case ev.PersonAdded(person, is_guest, name, password, created):
                self.people[person] = PersonState(name, password, is_guest, created)
            case ev.RoleGiven(person, role, by, at):
                self.roles[person, role] = (by, at)
            case ev.RoleTaken(person, role):
                self.roles.pop((person, role), None)
            case ev.InvitationMade(digest, role, created, expires):
                self.invitations[digest] = FoldedInvitation(role, created, expires)
            case ev.InvitationEnded(digest, 0):
                self.invitations.pop(digest, None)
            case ev.InvitationEnded(digest, used):
                self.invitations[digest] = self.invitations[digest]._replace(used=used)
            case ev.DutyTaken(table, person, role, since):
                self.duties[table, person] = (role, since)
            case ev.DutyLeft(table, person):
                self.duties.pop((table, person), None)
            case ev.TableOpened(table):
                self.tables[table] = TableState.of(event)
            case ev.TableClosed(table):
                self.tables[table] = self.tables[table]._replace(is_closed=True)
            case ev.LimitSet(person, kind, amount, since, next_amount, next_since):
                self.limits[person, kind] = Limit(amount, since, next_amount, next_since)
            case ev.PersonNamed() | ev.PasswordChanged() | ev.PersonExcluded() | ev.PersonErased():
                self._person(event)
            case _:
                self._second_person(event)

    def _second_person(self, event: ev.HouseEvent) -> None:
        match event:
            case ev.ErasureAsked(person, by, reason):
                self.erasures[person] = Erasure(by, reason)
            case ev.KeyAnnounced(key):
                self.keys[key] = SignsFor(key.partition("+")[0])
            case ev.HouseOfTwo(at):
                self.house[OF_TWO] = Since(at)
            case ev.FactorSet(person, factor):
                self.factors[person] = Factor(factor)
            case ev.FactorRemoved(person):
                self.factors.pop(person, None)
                self._person(event)
            case ev.ApprovalAsked(id, _, digest, by, at, expires):
                self.approvals[id] = FoldedApproval(digest, by, at, expires)
            case ev.ApprovalDecided(id, state, by, at):
                self.approvals[id] = self.approvals[id]._replace(state=state, decided_by=by, decided=at)

    def _person(self, event: OfPerson) -> None:
        before = self.people[event.person]
        match event:
            case ev.PersonNamed(person, name, password):
                after = before._replace(name=name, password=password, is_guest=False)
            case ev.PasswordChanged(person, password, _, reset_at):
                after = before._replace(password=password, reset_at=reset_at or before.reset_at)
            case ev.FactorRemoved(person, _, at):
                after = before._replace(reset_at=at)
            case ev.PersonExcluded(person, until):
                after = before._replace(excluded_until=until)
            case ev.PersonErased(person, at):
                after = before._replace(name="", password="", erased=at)
                self.roles = {key: value for key, value in self.roles.items() if key[0] != person}
                self.limits = {key: value for key, value in self.limits.items() if key[0] != person}
                self.duties = {key: value for key, value in self.duties.items() if key[1] != person}
                self.factors.pop(person, None)
                self.erasures.pop(person, None)
        self.people[person] = after
