"""Who is connected: the sockets of each session, and their end when a session or a role ends."""

from collections.abc import Iterable
from typing import Any

from spanish21.game.table import HOUSE
from spanish21.server.people.roles import STAFF


class Connected(dict[bytes, set[Any]]):
    """The open sockets by the digest of their session; those of strangers under no digest."""

    def end(self, digests: Iterable[bytes], why: str) -> None:
        """Close the sockets of expired sessions."""
        for digest in digests:
            for socket in list(self.get(digest, ())):
                socket.listener.end(why)

    def renewed(self, old: bytes, new: bytes) -> None:
        """A session has another token: its sockets go on under it."""
        for socket in self.pop(old, set()):
            socket.session_renewed(new)
            self.add(socket)

    def add(self, socket: Any) -> None:
        """From now on a socket is open."""
        self.setdefault(socket.session, set()).add(socket)

    def remove(self, socket: Any) -> None:
        """A socket is closed."""
        some = self.get(socket.session, set())
        some.discard(socket)
        if not some:
            self.pop(socket.session, None)

    def of_person(self, person: str) -> list[Any]:
        """All sockets of a person, under any session."""
        return [one for some in self.values() for one in some if one.caller and one.caller.id == person]

    def people(self, digests: Iterable[bytes]) -> set[tuple[str, frozenset[str]]]:
        """Who is connected under these sessions, with the roles that their sockets know."""
        some = (one for digest in digests for one in self.get(digest, ()) if one.caller)
        return {(one.caller.id, one.caller.actor.roles | one.caller.withheld) for one in some}

    def staff(self, digests: Iterable[bytes]) -> list[bytes]:
        """The sessions among these under which staff are connected."""
        return [
            digest
            for digest in digests
            if any(one.caller and one.caller.actor.roles & STAFF for one in self.get(digest, ()))
        ]

    def roles_changed(self, person: str, roles: frozenset[str]) -> None:
        """Record a person's new roles; sockets under a role that was taken are closed."""
        for socket in self.of_person(person):
            socket.has_roles(roles)
            if socket.by in HOUSE and socket.by not in roles:
                socket.listener.end(f"you are not a {socket.by} any more")
