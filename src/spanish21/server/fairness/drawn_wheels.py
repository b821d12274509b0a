"""Whether the wheels and the hot spot of each round stopped where the round's seed says."""

from collections.abc import Iterator

from spanish21.game import events as ev
from spanish21.game.moves.chance import weighted_stop
from spanish21.game.side_wagers.terms import Stop
from spanish21.server.fairness.public_record import PublicDraw, PublicRecord
from spanish21.server.log.commitments import (
    HOT_SPOT,
    WORD,
    SeededChance,
    community_label,
    draw_commitment,
    spin_label,
)
from spanish21.server.log.mixing import WHEELS, mixed_seed
from spanish21.server.log.seeds import key_of


class Wheels:
    """The rounds of a record as they go by, with the wagers for which wheels turn."""

    def __init__(self, record: PublicRecord) -> None:
        self.table_id = record.table
        self.rules = record.rules
        self.draws = {draw.commitment: draw for draw in record.draws}
        self._listed: ev.SeedsListed | None = None
        self._opened: ev.SeedsOpened | None = None
        self.round_number = 0
        self.wagers: set[tuple[int, str]] = set()
        self.is_round_closed = False

    def wrong_with(self, event: ev.Event) -> Iterator[str]:
        """Errors in a commitment or a result of this event."""
        if isinstance(event, ev.WagerPlaced | ev.WagerWithdrawn):
            self._count(event)
        elif isinstance(event, ev.SeedsListed) and event.purpose == WHEELS:
            self._listed, self._opened = event, None
            yield from self._wrong_with_list(event)
        elif isinstance(event, ev.SeedsOpened) and event.purpose == WHEELS:
            self._opened = None if event.missing else event
        elif isinstance(event, ev.WagersClosed):
            self.round_number, self.is_round_closed = event.number, True
            self._listed = self._opened = None
            yield from self._wrong_with_commitment()
        elif isinstance(event, ev.WheelSpun | ev.CommunityWheelSpun | ev.HotSpotDrawn):
            yield from self._wrong_with_result(event)

    def _count(self, event: ev.WagerPlaced | ev.WagerWithdrawn) -> None:
        """The boxes with the wager for which a hot spot is drawn."""
        if self.is_round_closed:
            self.wagers.clear()
            self.is_round_closed = False
        if event.kind != self.rules.hot_spot_kind:
            return
        if isinstance(event, ev.WagerPlaced):
            self.wagers.add((event.box, event.person))
        else:
            self.wagers.discard((event.box, event.person))

    def _wrong_with_commitment(self) -> Iterator[str]:
        for draw in self.draws.values():
            if draw.round != self.round_number or not draw.seed:
                continue
            if draw_commitment(draw.seed, self.table_id, draw.round).hex() != draw.commitment:
                yield "its seed is not the one that was committed to"

    def _wrong_with_list(self, event: ev.SeedsListed) -> Iterator[str]:
        draw = self.draws.get(event.commitment)
        if draw is None or (self.round_number and draw.round != self.round_number):
            yield "its list of seeds has a commitment that was not recorded"

    def _draw(self) -> PublicDraw | None:
        """The current seed of the house: the one that was listed, else the first of the round."""
        if self._listed is not None:
            return self.draws.get(self._listed.commitment)
        return next((draw for draw in self.draws.values() if draw.round == self.round_number), None)

    def _wrong_with_result(
        self, event: ev.WheelSpun | ev.CommunityWheelSpun | ev.HotSpotDrawn
    ) -> Iterator[str]:
        draw = self._draw()
        if draw is None:
            if self.round_number:  # the record begins in the middle of a round otherwise
                yield "a wheel turned without a commitment"
            return
        if not draw.seed:
            return
        seed = draw.seed
        if self._opened is not None:
            seed = mixed_seed(seed, key_of(self._opened, self.table_id))
        if isinstance(event, ev.HotSpotDrawn):
            box = SeededChance(seed, HOT_SPOT).choice(self._hot_spots() or (0,))
            if box != event.box:
                yield f"the hot spot is box {event.box} where the seed says {box}"
            return
        wheel, label = self._wheel(event)
        total = sum(stop.weight for stop in wheel)
        if any(stop.weight < 1 for stop in wheel) or not 0 < total <= 1 << WORD:
            yield f"the rules have no wheel for {label!r}"
            return
        stop = weighted_stop(wheel, SeededChance(seed, label))
        if stop != event.stop:
            yield f"the wheel for {label!r} stopped at {event.stop} where the seed says {stop}"

    def _hot_spots(self) -> tuple[int, ...]:
        """The boxes that could be drawn."""
        if self.rules.hot_spot_anywhere:
            return tuple(range(1, self.rules.boxes + 1))
        return tuple(sorted({box for box, _ in self.wagers}))

    def _wheel(self, event: ev.WheelSpun | ev.CommunityWheelSpun) -> tuple[tuple[Stop, ...], str]:
        kind = event.kind if isinstance(event, ev.WheelSpun) else self.rules.hot_spot_kind
        table = next((table for table in self.rules.wheels.get(kind, ()) if table.wager == event.wager), None)
        if isinstance(event, ev.CommunityWheelSpun):
            return table.community if table else (), community_label(event.wager)
        return table.wheel if table else (), spin_label(event.box, event.person, event.kind)
