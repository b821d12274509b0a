"""What the studies of counts, grids and designs answer: the shapes of their JSON."""

from typing import NotRequired, TypedDict

# -- counts


class RemovedWager(TypedDict):
    """A wager of a table; `by_rank` has what a unit of it gains when one card of a rank is removed."""

    wager: str
    expected_value: float
    expected_value_exact: str | None
    sum_of_effects: float
    by_rank: dict[str, float]


class RemovedCard(TypedDict):
    """Cards that are alike for every wager, and what each wager gains when one of them is removed."""

    rank: str
    suits: str
    cards: int
    effects: dict[str, float]


class RemovalFound(TypedDict):
    """Effects of removal; `of_one_deck` scales them to a single deck, as they are usually published."""

    play: str
    cards: int
    of_one_deck: float
    wagers: list[RemovedWager]
    effects: list[RemovedCard]


class BestTags(TypedDict):
    """The best tags of a level; `side_counts` has the correlation with one more card counted apart."""

    level: int
    balanced: bool
    tags: dict[str, int]
    start_per_deck: int | None
    betting_correlation: float
    correlations: dict[str, float | None]
    side_counts: dict[str, float]


class CountsFound(TypedDict):
    """The best counts of a table."""

    counts: list[BestTags]


class CountRow(TypedDict):
    """A true count: how often a round begins with it, and what the round is then worth."""

    true_count: int
    frequency: float
    expected_value: float
    standard_deviation: float


class CountFound(TypedDict):
    """A count, judged."""

    tags: dict[str, int]
    is_balanced: bool
    start_per_deck: int | None
    penetration: float
    betting_correlation: float
    insurance_correlation: float | None
    playing_efficiency: float
    correlations: dict[str, float | None]
    expected_value: float
    even_from: int | None
    by_true_count: list[CountRow]


class IndexRow(TypedDict):
    """A decision that changes with the true count, and what that adds to a round."""

    hand: str
    up: str
    doubles: int
    chart: str
    action: str
    at_least: int | None
    at_most: int | None
    crossing: float
    gain: float
    often: float


class IndicesFound(TypedDict):
    """The indices of a count, those that are worth most first."""

    penetration: float
    gain: float
    indices: list[IndexRow]


class RampFigures(TypedDict):
    """What wagering by a ramp comes to, in dollars or pounds."""

    bankroll: float
    spread: int
    kelly: float
    enter_at: int | None
    unit: float
    mean_wager: float
    win_per_100_rounds: float
    standard_deviation_per_100_rounds: float
    score: float
    n0: float | None
    risk_of_ruin: float


class RampStep(TypedDict):
    """What to wager at a true count; 0 where the round is watched."""

    true_count: int
    wager: float
    best_wager: float
    frequency: float
    expected_value: float


class RampFound(RampFigures):
    """A ramp and its win rate."""

    currency: str
    ramp: list[RampStep]


class RampRow(RampFigures):
    """The best ramp for a number of decks at a penetration."""

    decks: int
    penetration: float
    expected_value: float


class RampsFound(TypedDict):
    """Ramps for numbers of decks and penetrations."""

    currency: str
    rows: list[RampRow]


# -- grids and designs


class SettingRange(TypedDict):
    """A setting that matters to the main wager, and values worth comparing, the table's own first."""

    name: str
    values: list[str]


class WagerChoice(TypedDict):
    """A number of a side wager that may vary: of a line, a stop of the wheel, or its meter."""

    kind: str
    name: str
    now: int


class WagerRange(TypedDict):
    """What may vary of a side wager on offer."""

    wager: str
    house_edge: float
    choices: list[WagerChoice]


class Ranges(TypedDict):
    """What may vary at a table."""

    settings: list[SettingRange]
    wagers: list[WagerRange]


class GridRow(TypedDict):
    """A ruleset: its values by setting, its edge, and what the player gains over the table as it is."""

    values: dict[str, str]
    house_edge: float
    basis_points: NotRequired[float]
    inside_book: bool


class LeftOut(TypedDict):
    """Why some combinations have no price."""

    why: str
    rulesets: int


class GridFound(TypedDict):
    """Every combination, from the lowest edge on; `solutions` are those that meet the target, the nearest
    first."""

    names: list[str]
    combinations: int
    priced: int
    left_out: list[LeftOut]
    rows: list[GridRow]
    target: list[float] | None
    solutions: list[GridRow]


class WagerSolution(TypedDict):
    """A choice for a side wager, with its exact figures."""

    chosen: dict[str, int]
    house_edge: float
    house_edge_exact: str
    long_run_house_edge: NotRequired[float]
    hit_frequency: float
    standard_deviation: float
    top_prize: float
    changes: int


class DesignFound(TypedDict):
    """The choices that meet the targets, the nearest first, as many as are shown; `found` counts all."""

    wager: str
    candidates: int
    found: int
    now: WagerSolution
    solutions: list[WagerSolution]
