"""Every public function called once, and everything that can be reached from what it returns."""

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import spanish21
import spanish21.analysis
import spanish21.simulation
from spanish21 import analysis, commands, events, rules_of, simulation
from spanish21.analysis.report.pricing import Prices
from spanish21.strategy.counts import Count

DOORS = (spanish21, spanish21.analysis, spanish21.simulation)
PROJECT = Path(__file__).parents[2]
ROUND = PROJECT / "tests/rounds/maryland-six-seven-eight-of-spades.txt"
SAMPLE = PROJECT / "src/spanish21/rulebooks/submissions/maryland.toml"
RULES = rules_of("maryland")
QUICK = rules_of("uk-casino")
"""A book with few settings, whose prices are found soon."""


FEW_CARDS = analysis.Shoe(
    tuple((number, 0, 0, 0) for number in (0, 0, 0, 0, 0, 0, 4, 5, 3, 4, 0, 0, 0, 4))  # 6s to 9s, and kings
)
COUNT = Count({"5": 1, "6": 1, "7": 1, "J": -1, "Q": -1, "K": -1})


@cache
def judged() -> analysis.CountWorth:
    return analysis.judge(QUICK, COUNT, second=False)


@cache
def opened() -> tuple[spanish21.Table, list[spanish21.Event]]:
    return spanish21.open_table(RULES, {"ann": 500_00, "bob": 500_00}, random.Random(2))


@cache
def in_play() -> spanish21.Table:
    """A table that waits for ann's decision on a pair of aces."""
    table, chance = opened()[0], random.Random(3)
    for name, box in (("ann", 1), ("bob", 2)):
        wager = commands.PlaceWager(by=name, box=box, amount=10_00)
        table = spanish21.carry_out(table, wager).table
    closed = spanish21.carry_out(table, commands.CloseWagers(by="dealer")).table
    return spanish21.run_house(closed, chance)[0]


def stands(table: spanish21.Table) -> spanish21.Command:
    """Declines everything and stands."""
    (name, *_) = spanish21.waits_for(table)
    if table.phase == "insurance":
        return commands.DeclineInsurance(by=name, box=1)
    return commands.Stand(by=name)


def recorder() -> spanish21.Recorder:
    found = spanish21.Recorder()
    found.carry_out(opened()[0], commands.PlaceWager(by="ann", box=1, amount=10_00))
    return found


def to_be_shuffled() -> spanish21.Table:
    table, _ = spanish21.new_table(RULES)
    return spanish21.run_house(table, stop_at=lambda at: isinstance(spanish21.due(at), commands.Shuffle))[0]


@cache
def priced() -> Prices:
    """The prices of a book by its name; they take seconds."""
    return analysis.prices("uk-casino")


@cache
def reported() -> analysis.Report:
    """The report on a book by its name; it takes seconds, and more without the prices that are there."""

    def prices(rules: spanish21.Rules, shoe: Any, tell: Any) -> Prices:
        return priced() if (rules, shoe) == (QUICK, None) else analysis.prices(rules, shoe, tell)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("spanish21.analysis.report.run_evidence.prices", prices)
        return analysis.report_html("uk-casino")


CALLS: dict[str, Callable[[], Any]] = {
    "book": lambda: spanish21.book("maryland"),
    "carry_out": lambda: spanish21.carry_out(in_play(), commands.Stand(by="ann")),
    "chart_of": lambda: spanish21.chart_of(_chart_text()),
    "check_submission": lambda: spanish21.check_submission(spanish21.load_submission(SAMPLE)),
    "cite": lambda: spanish21.cite(RULES, "may_rescue"),
    "decide": lambda: spanish21.decide(in_play(), commands.Stand(by="ann")),
    "due": lambda: [spanish21.due(spanish21.new_table(RULES)[0]), spanish21.due(to_be_shuffled())],
    "evolve": lambda: spanish21.evolve(opened()[0], events.CardBurned(8)),
    "explain": lambda: spanish21.explain(RULES, "pays_blackjack"),
    "hand_total": lambda: spanish21.hand_total(in_play().boxes[0].hands[0]),
    "legal": lambda: [spanish21.legal(in_play(), "ann"), spanish21.legal(to_be_shuffled(), "dealer")],
    "load_submission": lambda: spanish21.load_submission(SAMPLE),
    "new_table": lambda: spanish21.new_table(RULES),
    "open_table": opened,
    "play_round": lambda: spanish21.play_round(
        opened()[0], [commands.PlaceWager(by="ann", box=1, amount=10_00)], stands, random.Random(1)
    ),
    "player": lambda: spanish21.player(spanish21.chart_of(_chart_text()), "ann"),
    "read_log": lambda: list(spanish21.read_log(spanish21.written_log(opened()[1]))),
    "read_rounds": lambda: spanish21.read_rounds(ROUND),
    "register_side_wager": lambda: None,  # tests/own_wagers registers one
    "replay": lambda: spanish21.replay(opened()[1]),
    "rules_of": lambda: [rules_of(name) for name in spanish21.BOOKS],
    "run_house": lambda: spanish21.run_house(spanish21.new_table(RULES)[0], random.Random(1)),
    "sample_submission": lambda: [spanish21.sample_submission(name) for name in spanish21.BOOKS],
    "seen": lambda: [spanish21.seen(event, "ann") for event in opened()[1]],
    "view": lambda: [spanish21.view(in_play(), who) for who in ("ann", "dealer")],
    "waits_for": lambda: spanish21.waits_for(in_play()),
    "what_if": lambda: spanish21.what_if(RULES, decks=1),
    "why_not": lambda: spanish21.why_not(in_play(), "ann", commands.Rescue),
    "write_rounds": lambda: "",  # text, as long as the rounds are
    "written_log": lambda: None,  # lines of bytes
    "advise": lambda: analysis.advise(in_play(), "ann"),
    "best_chart": lambda: analysis.best_chart(RULES),
    "edge": lambda: [analysis.edge(RULES), analysis.edge(RULES, money=analysis.FixedMoney(10_00, 2))],
    "prices": priced,
    "both_hands": lambda: analysis.both_hands("maryland", FEW_CARDS),
    "splits_bound": lambda: analysis.splits_bound(QUICK, 2),
    "design_rules": lambda: analysis.design_rules("maryland", {"decks": [6, 8]}, {"house_edge": "..1%"}),
    "design_wager": lambda: analysis.design_wager(
        "maryland", "match", {"house_edge": "..9%"}, lines={"suited": [8, 9]}
    ),
    "exposure": lambda: analysis.exposure("maryland", 5_00),
    "grid": lambda: analysis.grid("maryland", {"decks": [6, 8]}),
    "session": lambda: analysis.session("maryland", 70),
    "removal": lambda: judged().removal,
    "best_counts": lambda: analysis.best_counts(QUICK, (1,), found=judged().removal),
    "judge": lambda: judged(),
    "indices": lambda: analysis.indices(QUICK, COUNT, second=False).first(3),
    "ramp": lambda: analysis.ramp(judged(), 10_000_00),
    "ramp_grid": lambda: analysis.ramp_grid(QUICK, COUNT, 10_000_00, (), (0.75,), second=False),
    "report_html": reported,
    "side_wagers": lambda: analysis.side_wagers(RULES),
    "played_bankrolls": lambda: simulation.played_bankrolls(
        RULES, "chart", bankroll=100_00, rounds=50, sessions=40
    ),
    "simulate": lambda: [
        simulation.simulate(RULES, "chart", 2_000),
        simulation.simulate(RULES, stands, 20, seed=7),
    ],
}
"""A call of every public function; the test holds them complete."""


def _chart_text() -> str:
    from simulation.charts import busy_chart
    from spanish21.strategy import chart_csv

    return chart_csv(busy_chart())


def public_functions() -> Iterator[tuple[str, Any]]:
    for door in DOORS:
        for name in door.__all__:
            found = getattr(door, name)
            if callable(found) and not isinstance(found, type) and getattr(found, "__code__", None):
                yield name, found


MOST_OF_A_TYPE = 40


def reached(start: Iterable[Any]) -> Iterator[Any]:
    """Everything of the package's own types that can be reached by fields and items."""
    left, counts, ids = list(start), dict[type, int](), set[int]()
    while left:
        one = left.pop()
        if id(one) in ids or isinstance(one, type | bytes | int | float) or callable(one):
            continue
        ids.add(id(one))
        if isinstance(one, tuple | list) and type(one).__module__ == "builtins":
            left += one
        elif isinstance(one, dict):
            left += one.values()
        if not type(one).__module__.startswith("spanish21"):
            continue
        counts[type(one)] = counts.get(type(one), 0) + 1
        if counts[type(one)] <= MOST_OF_A_TYPE:
            yield one
            left += _parts(one)


def _parts(one: Any) -> list[Any]:
    for names in ("__struct_fields__", "_fields", "__slots__"):
        if (found := getattr(one, names, None)) is not None:
            return [getattr(one, name) for name in found]
    if isinstance(one, list):
        return list(one)
    return list(vars(one).values())
