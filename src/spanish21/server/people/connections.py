"""Who is connected: the sockets of each session, and what happens to them when a session or a role ends."""

from collections.abc import Iterable
from typing import Any

from spanish21.game.table import HOUSE


class Connected(dict[bytes, set[Any]]):
    """The open sockets by the digest of their session; those of strangers under no digest."""

    def end(self, digests: Iterable[bytes], why: str) -> None:
        """Close the sockets of sessions that are over."""
        for digest in digests:
            for socket in list(self.get(digest, ())):
                socket.listener.end(why)

    def of_person(self, person: str) -> list[Any]:
        """All sockets of somebody, under whatever session."""
        return [one for some in self.values() for one in some if one.caller and one.caller.id == person]

    def people(self, digests: Iterable[bytes]) -> set[tuple[str, frozenset[str]]]:
        """Who is connected under these sessions, with the roles that their sockets know."""
        some = (one for digest in digests for one in self.get(digest, ()) if one.caller)
        return {(one.caller.id, one.caller.actor.roles) for one in some}

    def roles_changed(self, person: str, roles: frozenset[str]) -> None:
        """From now on somebody has these roles; who listens under a role that is gone is let go."""
        for socket in self.of_person(person):
            socket.has_roles(roles)
            if socket.by in HOUSE and socket.by not in roles:
                socket.listener.end(f"you are not a {socket.by} any more")
