"""In the worker: the result of a session of many rounds, from the exact law of one round."""

from typing import Any

from spanish21.errors import BadInput
from spanish21.server.studies.answers_of_studies import Bar, Session
from spanish21.server.studies.subject import Subject

MOST_ROUNDS = 5_000
MOST_BARS = 160
BANKROLLS = (10, 20, 30, 40, 50, 75, 100, 150, 200, 300, 400, 500)
"""In wagers."""
_PARTS = (1, 2, 4, 5, 10, 20, 100, 1000)
_TICKS = 24


def session(subject: Subject, rounds: int) -> Session:
    """A session's final result, its course, and the chance of losing a bankroll; in wagers."""
    import numpy

    from spanish21.analysis.report.edge_summary import analysis_of
    from spanish21.simulation.results.bankroll import ruin_in_session, session_law, session_quantiles

    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"rounds is {rounds}; a session has 1 to {MOST_ROUNDS:,} rounds")
    law = analysis_of(subject.rules).law
    step, parts = _step_of(law.results, law.probabilities)
    results, chances = session_law(step, rounds)
    results = results / parts
    ticks = sorted({max(1, round(rounds * at / _TICKS)) for at in range(1, _TICKS + 1)})
    return {
        "rounds": rounds,
        "mean": law.mean * rounds,
        "standard_deviation": law.standard_deviation * rounds**0.5,
        "ahead": float(chances[results > 0].sum()),
        "even": float(chances[results == 0].sum()),
        "behind": float(chances[results < 0].sum()),
        "bars": _bars(results, chances, law.standard_deviation * rounds**0.5, law.mean * rounds),
        "quantiles": _in_wagers(session_quantiles(step, rounds), parts),
        "path": [{"rounds": at, **_in_wagers(session_quantiles(step, at), parts)} for at in ticks],
        "ruin": [
            {"bankroll": have, "chance": ruin_in_session(step, have * parts, rounds)} for have in BANKROLLS
        ],
        "round": [
            {"result": float(result), "chance": float(chance)}
            for result, chance in zip(law.results, law.probabilities, strict=True)
            if chance > numpy.finfo(float).tiny
        ],
    }


def _step_of(results: Any, chances: Any) -> tuple[Any, int]:
    """The law of a round on a grid, and how many of its places make a wager."""
    import numpy

    from spanish21.simulation.results.bankroll import BankrollStep

    parts = next((one for one in _PARTS if _is_on_grid(results * one)), _PARTS[-1])
    places = numpy.rint(results * parts).astype(numpy.int64)
    zero = max(0, -int(places.min()))
    chance = numpy.bincount(places + zero, chances)
    return BankrollStep(chance / chance.sum(), zero, 1), parts


def _is_on_grid(places: Any) -> bool:
    import numpy

    return bool(numpy.abs(places - numpy.rint(places)).max() < 1e-6)


def _in_wagers(quantiles: dict[str, float], parts: int) -> dict[str, float]:
    return {name: value / parts for name, value in quantiles.items()}


def _bars(results: Any, chances: Any, deviation: float, mean: float) -> list[Bar]:
    """The chance of a session's results, gathered into a number of bars around the mean."""
    import numpy

    least, most = mean - 4 * deviation, mean + 4 * deviation
    width = max(0.5, (most - least) / MOST_BARS)
    width = next(one for one in (0.5, 1, 2, 2.5, 5, 10, 20, 50) if one >= width or one == 50)
    first = numpy.floor(least / width)
    at = numpy.floor((results + width / 2) / width) - first
    is_shown = (at >= 0) & (at <= (most - least) / width + 1)
    sums = numpy.bincount(at[is_shown].astype(numpy.int64), chances[is_shown])
    return [
        {"result": float((first + place) * width), "chance": float(chance)}
        for place, chance in enumerate(sums)
    ]
