"""In the worker: effects of removal, counts, indices and ramps of a table."""

from typing import TYPE_CHECKING, Annotated, Any, cast

from msgspec import Meta

from spanish21.errors import BadInput
from spanish21.server.studies.answers_of_numbers import (
    CountFound,
    CountsFound,
    IndicesFound,
    RampFound,
    RampRow,
    RampsFound,
    RemovalFound,
)
from spanish21.server.studies.figures import cached_study
from spanish21.server.studies.study_queue import Unfinished
from spanish21.server.studies.subject import StudySubject, Subject
from spanish21.strategy.counts import Count, check_count

if TYPE_CHECKING:
    from spanish21.analysis.counts.judging import CountWorth
    from spanish21.analysis.counts.removed_shoes import RemovedShoes

MOST_SHOES = 40
CENTS = 100


class AskedCount(StudySubject, kw_only=True):
    """A count by its tags; an unbalanced one starts so that its true count stays even."""

    tags: Annotated[dict[str, int], Meta(max_length=12)]
    penetration: float = 0.75
    second: bool = False
    """Exact to the second order, which takes several times as long."""


class AskedRamp(AskedCount, kw_only=True):
    """Wagers by a count, for a bankroll in cents or pence."""

    bankroll: int
    spread: int = 12
    kelly: float = 0.5
    enter_at: int | None = None


class AskedRamps(AskedRamp, kw_only=True):
    """The same for numbers of decks and penetrations."""

    decks: Annotated[tuple[int, ...], Meta(min_length=1, max_length=100)]
    penetrations: Annotated[tuple[float, ...], Meta(min_length=1, max_length=100)]


def removal(subject: Subject) -> RemovalFound:
    """The effect of each card's removal on every wager."""
    from spanish21.analysis.counts.effects import removal as removal_of

    def find() -> dict[str, Any]:
        found = removal_of(subject.rules)
        told = found.summary()
        rows = [
            {
                "rank": row["rank"],
                "suits": row["suits"],
                "cards": row["cards"],
                "effects": {wager: row[wager] for wager in found.wagers},
            }
            for row in told["effects"]
        ]
        return {
            "play": told["play"],
            "cards": told["cards"],
            "of_one_deck": told["of_one_deck"],
            "wagers": told["wagers"],
            "effects": rows,
        }

    return cast(RemovalFound, cached_study("study-removal", subject, find))


def counts(subject: Subject) -> CountsFound:
    """The best tags of each level."""
    from spanish21.analysis.counts.best_tags import best_counts

    def find() -> dict[str, Any]:
        return {
            "counts": [
                {
                    "level": one.level,
                    "balanced": one.is_balanced,
                    "tags": one.tags,
                    "start_per_deck": one.count.start_per_deck,
                    "betting_correlation": one.betting_correlation,
                    "correlations": one.correlations,
                    "side_counts": one.side_counts,
                }
                for one in best_counts(subject.rules)
            ]
        }

    return cast(CountsFound, cached_study("study-counts", subject, find))


def count(subject: Subject, asked: AskedCount) -> CountFound:
    """The worth of a count."""
    return cast(CountFound, _only(CountFound, _judged(subject, asked).summary()))


def indices(subject: Subject, asked: AskedCount) -> IndicesFound:
    """The true counts at which decisions change."""
    from spanish21.analysis.counts.index_search import indices_of

    counted = _checked(subject, asked)
    found = indices_of(_shoes(subject), counted, asked.penetration, asked.second)
    return cast(IndicesFound, _only(IndicesFound, found.summary()))


def ramp(subject: Subject, asked: AskedRamp) -> RampFound:
    """The best wager at each true count, and its win rate."""
    from spanish21.analysis.counts.wager_ramps import check_ramp
    from spanish21.analysis.counts.wager_ramps import ramp as ramp_of

    check_ramp(subject.rules, asked.bankroll, asked.spread, asked.kelly)
    worth = _judged(subject, asked)
    found = ramp_of(worth, asked.bankroll, asked.spread, asked.kelly, enter_at=asked.enter_at)
    return cast(RampFound, _only(RampFound, found.summary() | {"currency": subject.rules.currency}))


def ramps(
    subject: Subject, asked: AskedRamps, so_far: list[dict[str, Any]] | None = None
) -> RampsFound | Unfinished:
    """The same for every number of decks at every penetration, a number of decks at a time."""
    from spanish21.analysis.counts.wager_ramps import ramp_grid

    decks = sorted(set(asked.decks))
    depths = sorted(set(asked.penetrations))
    if (number := len(decks) * len(depths)) > MOST_SHOES:
        raise BadInput(
            f"{number} combinations of decks and penetrations; at most {MOST_SHOES} are worked out here"
        )
    counted, rows = count_of(asked), list(so_far or ())
    at = len(rows) // len(depths)
    wagering = asked.bankroll, decks[at : at + 1], depths, asked.spread, asked.kelly, asked.enter_at
    found = ramp_grid(subject.rules, counted, *wagering, second=asked.second)
    rows += [_only(RampRow, row) for row in found]
    if len(rows) < number:
        return Unfinished(rows, len(rows), number)
    return cast(RampsFound, {"currency": subject.rules.currency, "rows": rows})


def _only(kind: Any, told: dict[str, Any]) -> dict[str, Any]:
    """The figures that an answer contains."""
    return {name: told[name] for name in kind.__annotations__}


def count_of(asked: AskedCount) -> Count:
    """The count of the question."""
    bare = Count(asked.tags)
    found = Count(asked.tags, start_per_deck=None if bare.is_balanced else -bare.sum_per_deck)
    check_count(found, is_played=False)
    return found


def _checked(subject: Subject, asked: AskedCount) -> Count:
    """The same, or why it cannot be judged at the table: before anything is priced."""
    from spanish21.analysis.counts.true_counts import CountLaw
    from spanish21.analysis.hands.shoe_counts import full_shoe

    found = count_of(asked)
    CountLaw(subject.rules, full_shoe(subject.rules.decks), found, asked.penetration)
    return found


def _judged(subject: Subject, asked: AskedCount) -> "CountWorth":
    from spanish21.analysis.counts.judging import judge_at

    counted = _checked(subject, asked)
    return judge_at(_shoes(subject), counted, (asked.penetration,), asked.second)[0]


_last: dict[str, "RemovedShoes"] = {}
"""The shoes that were priced last, by the digest of their rules: another count needs no other prices."""


def _shoes(subject: Subject) -> "RemovedShoes":
    from spanish21.analysis.counts.removed_shoes import RemovedShoes

    if subject.key not in _last:
        _last.clear()
        _last[subject.key] = RemovedShoes(subject.rules)
    return _last[subject.key]
