"""News for every server of a house: ended or renewed sessions, people who leave, jackpots."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from spanish21.game.events import Event
from spanish21.server.cluster.member import Cluster
from spanish21.server.money.jackpots import Jackpot, jackpot_message, jackpots_in
from spanish21.server.people.connections import Connected
from spanish21.server.people.sessions import OpenSession
from spanish21.server.table.felt import meter_title
from spanish21.server.table.hall import Hall
from spanish21.server.table.host import Host
from spanish21.server.web.sweeper import OVER


class News:
    """Sends this server's news to the others, and acts on theirs."""

    def __init__(self, hall: Hall, sockets: Connected) -> None:
        self._hall, self._sockets = hall, sockets
        self.cluster: Cluster | None = None
        self.on_roles: Callable[[str], object] = lambda person: None
        """Hears of a person whose roles were changed at another server."""

    def heard(self, news: str) -> None:
        """News of another server about state in this one's memory."""
        kind, _, what = news.partition(" ")
        if kind == "session":
            self._sockets.end([bytes.fromhex(what)], "you have logged out")
        elif kind == "ended":
            self._sockets.end([bytes.fromhex(what)], OVER)
        elif kind == "home":
            self._hall.send_home(what)
        elif kind == "roles":
            self.on_roles(what)
        elif kind == "renewed":
            self._sockets.renewed(*map(bytes.fromhex, what.split()))
        elif kind == "jackpot":
            self._announce(msgspec.json.decode(what, type=Jackpot))

    def session_ended(self, session: OpenSession) -> None:
        """End the sockets of sessions that were logged out, at every server."""
        self.digest_ended(session.digest)

    def digest_ended(self, digest: bytes) -> None:
        """A session is over, by its digest."""
        self._sockets.end([digest], "you have logged out")
        if self.cluster is not None:
            self.cluster.announce(f"session {digest.hex()}")

    def sessions_ended(self, digests: Iterable[bytes], why: str) -> None:
        """Sessions are over: their sockets end, at every server."""
        for digest in digests:
            self._sockets.end([digest], why)
            if self.cluster is not None:
                self.cluster.announce(f"ended {digest.hex()}")

    def paid(self, host: Host, events: Sequence[Event]) -> None:
        """Where a meter was paid, the other tables are told, at every server."""
        row = self._hall.rows.get(host.table_id)
        for jackpot in jackpots_in(events, host.table_id, row.name if row else "", host.table.rules):
            self._announce(jackpot)
            if self.cluster is not None:
                self.cluster.announce(f"jackpot {msgspec.json.encode(jackpot).decode()}")

    def _announce(self, jackpot: Jackpot) -> None:
        for host in self._hall.hosts.values():
            for listener in host.teller.listeners if host.table_id != jackpot.table else ():
                listener.send(jackpot_message(jackpot, meter_title(jackpot.meter, listener.language)))

    def send_home(self, person: str) -> None:
        """Take a person from every table, at every server, as soon as the round under way is over."""
        self._hall.send_home(person)
        if self.cluster is not None:
            self.cluster.announce(f"home {person}")

    def roles_changed(self, person: str) -> None:
        """A person has other roles: the other servers look at which."""
        if self.cluster is not None:
            self.cluster.announce(f"roles {person}")

    def session_renewed(self, old: OpenSession, new: OpenSession) -> None:
        """A session has another token: its sockets go on, at every server."""
        self._sockets.renewed(old.digest, new.digest)
        if self.cluster is not None:
            self.cluster.announce(f"renewed {old.digest.hex()} {new.digest.hex()}")
