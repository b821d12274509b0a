"""The figures that a test laboratory requires: return, hit frequency, volatility, exposure, randomness."""

from collections.abc import Sequence
from html import escape

import msgspec

from spanish21.analysis.report.edge_summary import Analysis
from spanish21.analysis.sessions.exposure import Exposure
from spanish21.analysis.sides.side_prices import SideWagers
from spanish21.display.notebook import table_html
from spanish21.game.money import amount_text

PLAYS = (10**5, 10**6, 10**7, 10**8, 10**9)
NORMAL_90, NORMAL_95, NORMAL_99 = 1.6448536269514722, 1.959963984540054, 2.5758293035489004
RANDOMNESS = (
    "Live tables draw from the operating system's cryptographic generator alone. A shuffle is Fisher and"
    " Yates: from the back on, each place takes one of the cards up to itself, drawn by rejection without a"
    " remainder, so that every order is as likely as any other and every one can occur. The order of a shoe"
    " is committed to (SHA-256 of a salt and the cards) before the cut, and opened when the shoe is over;"
    " wheels and hot spots are drawn from a seed that is committed to before wagers are closed. The tests of"
    " the program put shoes drawn in this way under statistical tests: 10,000 in every run, 1,000,000 in long"
    " ones (docs/fairness.md).",
    "The simulator draws from Philox 4x64-10 with a seed as its key, so that a run can be repeated; its"
    " shuffle takes the same statistical tests. Figures computed exactly use no randomness at all.",
)


class Interval(msgspec.Struct, frozen=True):
    """The range of the return after that many plays, with a probability of 90, 95 and 99 %."""

    plays: int
    within_90: tuple[float, float]
    within_95: tuple[float, float]
    within_99: tuple[float, float]


class LaboratoryWager(msgspec.Struct, frozen=True):
    """One wager: the main one, or a side wager at a paytable."""

    name: str
    paytable: str
    pays: str
    return_to_player: float
    """For each unit of the original wager; with a meter at its initial amount."""
    hit_frequency: float
    standard_deviation: float
    volatility_index: float
    """The standard deviation of a play times 1.645: half of a 90 % interval."""
    top_prize: float
    """The most that a play wins, in wagers."""
    intervals: tuple[Interval, ...]


class ExposurePart(msgspec.Struct, frozen=True):
    """Something that a table can lose in one round; amounts in dollars or pounds."""

    part: str
    most: float
    says: str


class LaboratoryExposure(msgspec.Struct, frozen=True):
    """A full table at its maximum: the most that it can lose, and its expected hold; in dollars or pounds."""

    wager: float
    boxes: int
    hours: float
    rounds_per_hour: int
    theoretical_win_per_person_and_hour: float
    expected_hold: float
    standard_deviation_of_hold: float
    most_in_a_round: float
    most_in_an_evening: float
    parts: tuple[ExposurePart, ...]


class Laboratory(msgspec.Struct, frozen=True):
    """Everything for a laboratory, as the evidence of a report has it under `figures.laboratory`."""

    wagers: tuple[LaboratoryWager, ...]
    exposure: LaboratoryExposure
    randomness: tuple[str, ...]


def laboratory_of(analysis: Analysis, wagers: SideWagers, exposed: Exposure) -> Laboratory:
    """The figures for a laboratory, of the main wager and of the offered side wagers."""
    law = analysis.law
    rows = [
        _wager(
            ("main", "", ""),
            1.0 + analysis.expected_value,
            (law.hit_frequency, law.standard_deviation, float(law.results[law.probabilities > 0.0].max())),
        )
    ]
    rows += [
        _wager(
            (one.name, one.paytable_and_reading, one.pays),
            1.0 - one.house_edge,
            (one.hit_rate, one.standard_deviation, float(one.top_result)),
        )
        for one in wagers
        if one.offered
    ]
    document = exposed.summary()
    exposure = msgspec.convert(
        {name: document[name] for name in LaboratoryExposure.__struct_fields__}, LaboratoryExposure
    )
    return Laboratory(tuple(rows), exposure, RANDOMNESS)


def _wager(
    named: tuple[str, str, str], returned: float, figures: tuple[float, float, float]
) -> LaboratoryWager:
    hit, deviation, top = figures
    intervals = []
    for plays in PLAYS:
        spread = deviation / plays**0.5
        ends = [(returned - z * spread, returned + z * spread) for z in (NORMAL_90, NORMAL_95, NORMAL_99)]
        intervals.append(Interval(plays, *ends))
    return LaboratoryWager(*named, returned, hit, deviation, NORMAL_90 * deviation, top, tuple(intervals))


def laboratory_html(found: Laboratory, currency: str) -> str:
    """The section of a report."""
    heads = ("Wager", "Paytable", "Return", "Hit frequency", "Deviation", "Volatility index", "Top prize")
    rows = [
        (
            escape(one.name.replace("_", " ")),
            escape(one.paytable),
            f"{one.return_to_player:.4%}",
            f"{one.hit_frequency:.4%}",
            f"{one.standard_deviation:.4f}",
            f"{one.volatility_index:.4f}",
            f"{one.top_prize:,g} to 1",
        )
        for one in found.wagers
    ]
    text = table_html(heads, rows, (0, 1))
    text += (
        "<h3>The return after many plays</h3><p>Per original wager, with a probability of 90 %, 95 % and"
        " 99 %, if plays are independent and their mean is normal; a wager with a rare, high prize needs more"
        " plays than this says.</p>"
    )
    plays = [f"{number:,}" for number in PLAYS]
    spans = [
        [escape(one.name.replace("_", " ")), *(_span(interval) for interval in one.intervals)]
        for one in found.wagers
    ]
    text += table_html(("Wager", *plays), spans)
    return text + _exposure_html(found.exposure, currency) + _paragraphs(found.randomness)


def _span(interval: Interval) -> str:
    ends = (interval.within_90, interval.within_95, interval.within_99)
    return "<br>".join(f"{low:.3%} – {high:.3%}" for low, high in ends)


def _exposure_html(found: LaboratoryExposure, currency: str) -> str:
    def money(amount: float) -> str:
        sign = "-" if amount < 0 else ""
        return f"{sign}{currency}{amount_text(abs(round(amount * 100)))}"

    rows = [
        ("Most in a round", money(found.most_in_a_round), "no round can cost more"),
        *((f"– {escape(one.part)}", money(one.most), escape(one.says)) for one in found.parts),
        ("Most in an evening", money(found.most_in_an_evening), "every round at its worst"),
        ("Expected hold", money(found.expected_hold), "in an evening"),
        ("Its standard deviation", money(found.standard_deviation_of_hold), "boxes share the dealer's hand"),
        ("Theoretical win", money(found.theoretical_win_per_person_and_hour), "per person and hour"),
    ]
    said = (
        f"<p>{found.boxes} boxes of {money(found.wager)}, {found.hours:g} hours of {found.rounds_per_hour}"
        " rounds.</p>"
    )
    return f"<h3>Exposure</h3>{said}{table_html(('What', 'How much', 'How'), rows, (0, 2))}"


def _paragraphs(texts: Sequence[str]) -> str:
    return "<h3>Randomness</h3>" + "".join(f"<p>{escape(text)}</p>" for text in texts)
