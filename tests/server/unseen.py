"""Rounds played twice over real sockets, with other cards wherever nobody has seen one.

The first time the shoe is as it comes and people decide at random. The second time every card that had been
seen before the hole card was turned lies in its place again, all others lie elsewhere, and the same commands
are sent. What everybody at the table was told until then must be the same.
"""

import asyncio
import contextlib
import math
import random
import re
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple

import msgspec

from explore import a_command
from server.api import somebody
from server.live import QUICK
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.client.client import Client, TableClient
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import card
from spanish21.game.decide import is_legal, legal
from spanish21.game.due import due
from spanish21.game.round.wheels import fixed_amounts
from spanish21.game.rules import sides_offered
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE
from spanish21.game.waiting import people_awaited
from spanish21.game.words import Shuffling
from spanish21.server.people.callers import Caller, Ticket
from spanish21.server.store.store_reader import events_of, rows
from spanish21.server.table.automatic_house import is_due
from spanish21.server.table.host import Host
from spanish21.server.table.policy import Policy
from spanish21.server.web.desk import FrontDesk

HEX = re.compile(rb"[0-9a-f]{64}")
TIMES = re.compile(rb'"ends":(\d+)')
IDS = re.compile(rb'"id":"[0-9a-f]{8}-')
DECISIONS = ("Stand", "Draw", "Double", "Split", "Surrender", "Rescue", "Insure", "DeclineInsurance")
CHIPS = 100_000
MOST_STEPS = 200
A_MOMENT = 0.002
"""Between two looks, so that waiting takes no time from those who are waited for."""

STEPS = (0, 0, 1, 0, 999, 1)
"""Milliseconds from one command to the next, over and over."""

Sent = tuple[str, str, dict[str, Any]]
"""Who sent which command: "first" or "second" player, or a role of the house."""


class Streams(NamedTuple):
    """What each listener was told, masked and as long as it came; and how long the last answer took."""

    masked: list[list[bytes]]
    lengths: list[list[int]]
    answered: float


class Played(NamedTuple):
    """The part of a round before the hole card was turned: the commands, what had been told after each, the
    order of the shoe, and which of its places somebody had seen."""

    sent: list[Sent]
    streams: list[Streams]
    shoe: tuple[int, ...]
    seen: frozenset[int]
    hole: int
    has_blackjack: bool


class SetShoe(random.Random):
    """Chance whose first shuffle brings a known order, with the dealer's cut in the middle or without one."""

    def __init__(self, seed: int, order: Sequence[int], is_cut: bool) -> None:
        super().__init__(seed)
        self._order, self._is_cut = list(order), is_cut

    def shuffle(self, x: Any) -> None:
        if len(self._order) != len(x):
            super().shuffle(x)
            return
        at = len(x) - len(x) // 2 if self._is_cut else 0
        x[:] = [*self._order[at:], *self._order[:at]]


class TestClock:
    """The house's clock, which stands still but for the steps between a round's commands: the times that are
    told do not depend on how fast the machine is, and can be compared."""

    __test__ = False

    def __init__(self, steps: Sequence[int] = STEPS) -> None:
        self.time = self.began = 1_800_000_000_000
        self.steps = steps
        self._commands = 0

    def now(self) -> int:
        return self.time

    def begin(self) -> None:
        """A new round: the steps begin again."""
        self.began, self._commands = self.time, 0

    def tick(self) -> None:
        """Before a command."""
        self.time += self.steps[self._commands % len(self.steps)]
        self._commands += 1

    def masked(self, raw: bytes) -> bytes:
        """A message with its times counted from the beginning of the round."""
        return TIMES.sub(lambda found: b'"ends":%d' % (int(found[1]) - self.began), raw)


class People:
    """Those who play, deal and watch: the same at every table."""

    def __init__(self, desk: FrontDesk, address: str, shoes: list[SetShoe], clock: TestClock) -> None:
        self.desk, self.address, self.shoes, self.clock = desk, address, shoes, clock
        self.clients: dict[str, Client] = {}
        self.callers: dict[str, Caller | None] = {}
        """Who stands behind a ticket, by name, as the server said it the first time."""

    async def come(self) -> None:
        """Everybody logs in; a stranger does not."""
        roles: dict[str, tuple[str, ...]] = {
            "first": ("player",),
            "second": ("player",),
            "guest": ("player",),
            "administrator": ("administrator",),
            "auditor": ("auditor",),
            "stranger": (),
            DEALER: (DEALER,),
            FLOORPERSON: (FLOORPERSON,),
        }
        for name, some in roles.items():
            self.clients[name] = await somebody(self.desk, self.address, *some, is_guest=name == "guest")
            if name in ("first", "second"):
                me = (await self.clients[name].me())["person"]
                await self.desk.house.give(me, 10**12, "play chips")
                self.desk.purses._amounts.pop(me, None)

    async def go(self) -> None:
        for client in self.clients.values():
            await client.__aexit__(None, None, None)


class SeatAtTable(TableClient):
    """A real socket; but its ticket is asked for over HTTP only once, which would else take half the time."""

    def __init__(self, people: People, name: str, table_id: str) -> None:
        super().__init__(people.clients[name], table_id, name if name in HOUSE else "")
        self.people, self.name = people, name

    async def _ticket(self) -> str:
        tickets, callers = self.people.desk.tickets, self.people.callers
        if self.name in callers:
            return tickets.put(Ticket(self.table_id, callers[self.name]))
        text = await super()._ticket()
        callers[self.name] = tickets._found[text][1].caller
        return text


@contextlib.asynccontextmanager
async def a_table(
    people: People, book: str, seed: int, order: Sequence[int], dealt: bool
) -> AsyncIterator[tuple[Host, dict[str, TableClient]]]:
    """A new table with everybody at it; it is put away as it stands afterwards."""
    desk = people.desk
    rules = rules_of(book)
    people.shoes[:] = [SetShoe(seed, order, is_cut=rules.shuffling != Shuffling.CONTINUOUS)]
    people.clock.begin()
    policy: Policy = QUICK
    row = await desk.hall.open_table("A table", rules, policy)
    host = desk.hall.hosts[row.id]
    host.wheels._source = random.Random(seed).randbytes
    names = [name for name in people.clients if dealt or name not in HOUSE]
    sockets: dict[str, TableClient] = {}
    for name in names:
        if name in HOUSE:
            await people.clients[name].request("POST", f"/tables/{row.id}/duty", {"role": name})
        sockets[name] = SeatAtTable(people, name, row.id)
    for socket in sockets.values():  # in their order: each is told how many watch by then
        await socket.__aenter__()
    for one in [one for some in desk.sockets.values() for one in some]:
        one._rate.rate = one._rate.burst = 1e6
    await quiet(host, list(sockets.values()))
    try:
        yield host, sockets
    finally:
        await asyncio.gather(*(socket.__aexit__(None, None, None) for socket in sockets.values()))
        await host.close()
        del desk.hall.hosts[row.id], desk.hall.rows[row.id]


async def quiet(host: Host, sockets: Sequence[TableClient]) -> None:
    """Wait until the house has nothing to do by itself and everybody has been told all."""
    while (
        is_due(host.table, host.staff.automatic)
        or (host.clock is not None and host.clock.ends <= host.place.now())
        or any(socket.state["seq"] != host.log.seq for socket in sockets)
    ):
        assert not host.stopped, host.stopped
        await asyncio.sleep(A_MOMENT)


class Listening:
    """Everything that everybody at a table is told from now on."""

    def __init__(self, sockets: dict[str, TableClient], clock: TestClock) -> None:
        self._sockets, self._clock = list(sockets.values()), clock
        self._masked: list[list[bytes]] = [[] for _ in sockets]
        self._lengths: list[list[int]] = [[] for _ in sockets]
        for at, socket in enumerate(self._sockets):
            socket.heard = lambda message, raw, at=at: self._hear(at, raw)

    def _hear(self, at: int, raw: bytes) -> None:
        self._lengths[at].append(len(raw))
        self._masked[at].append(IDS.sub(b'"id":"', self._clock.masked(HEX.sub(b"#", raw))))

    async def now(self, host: Host, answered: float) -> Streams:
        """What has been told when all have been told the same."""
        await quiet(host, self._sockets)
        return Streams([list(one) for one in self._masked], [list(one) for one in self._lengths], answered)


async def played_once(people: People, seed: int, book: str, dealt: bool) -> Played:
    """A round with cards as they come and random decisions."""
    chance = random.Random(seed)
    async with a_table(people, book, seed, (), dealt) as (host, sockets):
        heard = Listening(sockets, people.clock)
        sent: list[Sent] = []
        streams = [await heard.now(host, 0.0)]
        for _ in range(MOST_STEPS):
            step = next_step(host, sockets, chance)
            if step is None:
                break
            people.clock.tick()
            began = time.perf_counter()
            answer = await sockets[step[0]].command(step[1], **step[2])
            assert answer.ok, (step, answer)
            streams.append(await heard.now(host, time.perf_counter() - began))
            sent.append(step)
        return _until_hole_card(host, sent, streams)


def _until_hole_card(host: Host, sent: list[Sent], streams: list[Streams]) -> Played:
    """The part of a round before the command after which the hole card, or the whole table, was shown."""
    with host.place.store.reading() as connection:
        log = rows(connection, host.table_id)
        events = list(events_of(log, host.desk.key_of))
    first_shown = next(
        (
            at
            for at, one in enumerate(streams)
            if any(b"HoleCardTurned" in said for said in one.masked[0][-2:])
        ),
        len(streams),
    )
    kept = max(1, min(first_shown, len(streams) - 1))
    told = streams[kept - 1].masked[0]
    count = sum(said.count(b'"type":"CardDealt"') for said in told)
    return _seen(host, events, sent[: kept - 1], streams[:kept], count)


def _seen(host: Host, events: list[ev.Event], sent: list[Sent], streams: list[Streams], count: int) -> Played:
    """Which places of the shoe everybody had looked at when so many cards had been dealt."""
    place, seen, hole, up = 0, set(), -1, -1
    shoe: tuple[int, ...] = host.table.shoe
    if host.table.rules.shuffling == Shuffling.CONTINUOUS:  # shuffled again after the round
        shoe = next(event.cards for event in events if isinstance(event, ev.ShoeShuffled))
    for event in events:
        if isinstance(event, ev.CardBurned):
            place += 1
        elif isinstance(event, ev.CardDealt) and count:
            count -= 1
            if event.face_down:
                hole = place
            else:
                seen.add(place)
                up = event.card if not event.box and up < 0 else up
            place += 1
    has_blackjack = hole >= 0 and up >= 0 and _is_blackjack(up, shoe[hole])
    return Played(sent, streams, shoe, frozenset(seen), hole, has_blackjack)


def _is_blackjack(up: int, hole: int) -> bool:
    ranks = {up >> 2, hole >> 2}
    return 1 in ranks and any(rank > 10 for rank in ranks)


def other_shoe(played: Played, up: int, chance: random.Random) -> list[int]:
    """The same cards where somebody has seen them, and the others in another order; whether the dealer has a
    Blackjack was told, so that stays."""
    places = [at for at in range(len(played.shoe)) if at not in played.seen]
    for _ in range(1_000):
        cards = [played.shoe[at] for at in places]
        chance.shuffle(cards)
        order = list(played.shoe)
        for at, other in zip(places, cards, strict=True):
            order[at] = other
        if played.hole < 0 or up < 0 or _is_blackjack(up, order[played.hole]) == played.has_blackjack:
            return order
    raise AssertionError("no other order was found")


async def played_again(
    people: People, seed: int, book: str, dealt: bool, sent: list[Sent], order: Sequence[int]
) -> Streams:
    """What is told when the same commands are sent with another shoe."""
    async with a_table(people, book, seed, order, dealt) as (host, sockets):
        heard = Listening(sockets, people.clock)
        streams = await heard.now(host, 0.0)
        for who, name, fields in sent:
            people.clock.tick()
            began = time.perf_counter()
            answer = await sockets[who].command(name, **fields)
            assert answer.ok, (who, name, answer)
            streams = await heard.now(host, time.perf_counter() - began)
        return streams


def next_step(host: Host, sockets: dict[str, TableClient], chance: random.Random) -> Sent | None:
    """What somebody does next; None when the round is over."""
    table = host.table
    names = {socket.state["you"]: name for name, socket in sockets.items() if socket.state["you"]}
    wanted = due(table)
    if wanted is not None and wanted.by in sockets:
        given = {name: getattr(wanted, name) for name in wanted.__struct_fields__ if name != "by"}
        return wanted.by, type(wanted).__name__, msgspec.to_builtins(given)
    for seat, name in enumerate(("first", "second"), start=1):
        if all(one.name != sockets[name].state["you"] for one in table.people):
            return name, "Join", {"chips": CHIPS, "seat": seat}
    if table.phase == "cut":
        return names[people_awaited(table)[0]], "RefuseCut", {}
    if table.phase == "wagers":
        return None if table.round_number else _wager(host, names, chance, DEALER in sockets)
    if not people_awaited(table):
        return None
    who = people_awaited(table)[0]
    mays = [one for one in legal(table, who) if one.command in DECISIONS]
    command = a_command(chance.choice(mays or list(legal(table, who))), who, chance)
    given = {name: getattr(command, name) for name in command.__struct_fields__ if name != "by"}
    return names[who], type(command).__name__, given


def _wager(host: Host, names: dict[str, str], chance: random.Random, dealt: bool) -> Sent | None:
    table, rules = host.table, host.table.rules
    stakes = {stake.person: stake for box in table.boxes for stake in box.stakes}
    first, second = (next(who for who in names if names[who] == name) for name in ("first", "second"))
    amount = rules.table_minimum * chance.choice((1, 2, 5))
    if first not in stakes:
        return "first", "PlaceWager", {"box": 1, "amount": amount}
    taken = {side.kind for side in stakes[first].sides}
    offered = [kind for kind in sides_offered(rules) if kind not in taken]
    if offered and second not in stakes and chance.random() < 0.4:
        kind = chance.choice(offered)
        amounts = fixed_amounts(rules, kind) if kind in ("monster", "spin", "xtreme") else (500,)
        wager = cmd.PlaceWager(by=first, box=1, amount=chance.choice(amounts), kind=kind)
        if is_legal(table, wager):
            return "first", "PlaceWager", {"box": 1, "amount": wager.amount, "kind": kind}
    if second not in stakes:
        return "second", "PlaceWager", {"box": 2, "amount": amount}
    return (DEALER, "CloseWagers", {}) if dealt else None


class Again(NamedTuple):
    """A round played again: the rank of its hole card (0: none, or nobody was answered), how long the last
    answer took, and how many messages were compared."""

    rank: int
    answered: float
    messages: int


async def compared(people: People, seed: int, others: int = 1) -> list[Again]:
    """Play a round, and again with so many other shoes, and compare what was told."""
    book, dealt = BOOKS[seed % len(BOOKS)], seed % 10 == 7
    first = await played_once(people, seed, book, dealt)
    up, chance = _up_card(first), random.Random(f"other {seed}")
    found = []
    for number in range(others):
        order = other_shoe(first, up, chance)
        again = await played_again(people, seed, book, dealt, first.sent, order)
        place = f"round {seed} of {book}, shoe {number}"
        _assert_same(first.streams[-1], again, place)
        messages = sum(map(len, again.masked))
        rank = order[first.hole] >> 2 if first.hole >= 0 and first.sent else 0
        found.append(Again(rank, again.answered, messages))
    return found


def _assert_same(one: Streams, other: Streams, place: str) -> None:
    for at, (told, again) in enumerate(zip(one.masked, other.masked, strict=True)):
        assert told == again, f"{place}, listener {at}: {_difference(told, again)}"
    assert one.lengths == other.lengths, f"{place}: the lengths differ"


def times_by_rank(rounds: Sequence[Again]) -> tuple[list[float], list[float]]:
    """How long answers took with the lower and with the higher hole card, of two rounds in a row that were
    told the same. No round is counted twice: the times would not be independent."""
    low, high = [], []
    for one, other in zip(rounds[::2], rounds[1::2], strict=True):
        if one.rank and other.rank and one.rank != other.rank:
            lower, higher = sorted((one, other))
            low.append(lower.answered)
            high.append(higher.answered)
    return low, high


def _up_card(played: Played) -> int:
    """The dealer's card that lies open, or -1."""
    for said in played.streams[-1].masked[0]:
        for one in msgspec.json.decode(said).get("steps", ()):
            event = one["event"]
            if event["type"] == "CardDealt" and not event["box"] and not event["face_down"]:
                return card(event["card"])
    return -1


def _difference(one: list[bytes], other: list[bytes]) -> str:
    for a, b in zip(one, other, strict=False):
        if a != b:
            at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
            return f"{a[max(at - 80, 0) : at + 80]!r} and {b[max(at - 80, 0) : at + 80]!r}"
    return f"{len(one)} and {len(other)} messages"


def ks_p(first: Sequence[float], second: Sequence[float]) -> float:
    """The p-value of Kolmogorov and Smirnov's test that two samples come from one distribution."""
    merged = sorted([(value, 0) for value in first] + [(value, 1) for value in second])
    steps, most, at = [0, 0], 0.0, 0
    while at < len(merged):
        value = merged[at][0]
        while at < len(merged) and merged[at][0] == value:
            steps[merged[at][1]] += 1
            at += 1
        most = max(most, abs(steps[0] / len(first) - steps[1] / len(second)))
    root = math.sqrt(len(first) * len(second) / (len(first) + len(second)))
    scaled = (root + 0.12 + 0.11 / root) * most
    if scaled < 0.2:
        return 1.0
    terms = ((-1) ** (k - 1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    return min(1.0, max(0.0, 2 * sum(terms)))
