"""Side wagers from outside the package: played, settled, written, read back, simulated, priced exactly."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from explore import Walk
from own_wagers.registering import registered_wagers
from own_wagers.wagers import LIGHTHOUSE, beacon_line, lighthouse_line
from scenes import Scene
from spanish21.books.citing import citations
from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import load_submission
from spanish21.books.wording import why_text
from spanish21.cli import main
from spanish21.cli.seat.keys import typed
from spanish21.errors import BadInput, BadRules
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import cards
from spanish21.game.evolve import replay
from spanish21.game.log.log_text import read_log, written_log
from spanish21.game.rules import Rules, settings_of, what_if
from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.registry import (
    MOST_WAGERS,
    PACKAGED,
    register,
    side_wagers,
    unregister,
    wrong_word,
)
from spanish21.game.view import view
from spanish21.notation import Recorder, read_all, write_all
from spanish21.server.table.felt import layout_of

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src" / "spanish21"
TAKEN = ("main", "insurance", "cash", "community", "super_bonus", "envy", "table", "hand", "meters")
HEADLAND, QUAY = str(HERE / "headland.toml"), str(HERE / "quay.toml")


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    with registered_wagers():
        yield


def quay() -> Rules:
    return rules_of(HEADLAND, load_submission(QUAY))


def dealt(text: str, amount: int = 5_00, kind: str = "lighthouse", book: str = HEADLAND) -> Scene:
    """A round with the wager, to its end: first card, up card, second card, hole card."""
    scene = Scene(book).bet("ann", 10_00).bet("ann", amount, kind).deal(text)
    if scene.table.phase == "insurance":
        scene.do(cmd.DeclineInsurance(by="ann", box=1))
        scene.house()
    return scene.says("ann", "stands") if scene.table.phase == "play" else scene


# -- docs/new-side-wager.md ------------------------------------------------------------------------

PAGE = (HERE.parents[1] / "docs" / "new-side-wager.md").read_text("utf-8")
*SHOWN, PROGRAM = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("part", [*SHOWN, *re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)])
def test_the_page_shows_the_files_as_they_are(part: str) -> None:
    files = (HERE / "wagers.py", Path(HEADLAND), Path(QUAY))
    assert any(part in file.read_text("utf-8") for file in files)


def test_the_program_on_the_page_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(HERE.parents[1])
    exec(PROGRAM, {})
    assert capsys.readouterr().out == "(1000, 125, 19, 9, 4)\n"


# -- the record ------------------------------------------------------------------------------------


def test_no_module_of_the_package_names_them() -> None:
    texts = [path.read_text("utf-8").lower() for path in SOURCE.rglob("*") if path.suffix in (".py", ".toml")]
    assert not any("lighthouse" in text or "beacon" in text for text in texts)


def test_a_record_is_registered_once_and_a_kind_is_one_record() -> None:
    register(LIGHTHOUSE)
    assert [record.kind for record in side_wagers()][-2:] == ["lighthouse", "beacon"]
    with pytest.raises(BadRules, match="another side wager is registered as beacon"):
        register(msgspec.structs.replace(LIGHTHOUSE, kind="beacon", key="v"))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"kind": "Gull"}, "'Gull' cannot be the kind of a side wager; use small letters and underscores"),
        *(({"kind": taken}, f"'{taken}' cannot be the kind") for taken in TAKEN),
        ({"key": "h"}, "gull: its key is 'h'; it must be one of v, z"),
        ({"key": "m"}, "gull: its key is 'm'"),
        (
            {"key": "no"},
            "gull: its key is 'no'; it must be one of v, z, or two small letters that are not another key",
        ),
        ({"key": "gul"}, "gull: its key is 'gul'"),
        ({"line_words": ()}, "gull: every line of its paytable needs its words"),
        (
            {"moment": "first_cards"},
            "gull is settled with the first cards: no second card, no meter and no wheel",
        ),
        ({"like": "nothing"}, "gull shares its paytables with nothing, which is not a side wager"),
        ({"shared_lines": 1}, "gull: a wheel is paid by a wheel, and shares are those of a meter"),
        ({"wheel": "hot_spot", "pays_by": "wheel"}, "gull: at a hot spot all win or none"),
        (
            {"moment": "later"},
            "gull: its moment is 'later'; it must be one of 'first_cards', 'blackjack', 'settlement'",
        ),
        ({"sees": ("up", "down")}, "gull: its sees is 'down'; it must be one of 'player', 'up', 'hole'"),
    ],
)
def test_a_record_that_nothing_could_play_is_refused(changes: dict[str, Any], said: str) -> None:
    wrong: SideWager = msgspec.structs.replace(LIGHTHOUSE, **{"kind": "gull", "key": "v", **changes})
    with pytest.raises(BadRules) as refusal:
        register(wrong)
    assert said in str(refusal.value)


def test_twelve_side_wagers_can_be_registered_each_with_its_own_key() -> None:
    more = [
        msgspec.structs.replace(LIGHTHOUSE, kind=f"gull_{key}", key=key)
        for key in ("v", "z", "ga", "gb", "zz", "hm", "rx")
    ]
    free = MOST_WAGERS - len(side_wagers())
    try:
        for record in more[:free]:
            register(record)
        assert len({record.key for record in side_wagers()}) == MOST_WAGERS == 12
        assert typed("ga 5", Scene("maryland").table, "ann") == cmd.PlaceWager(
            by="ann", box=1, amount=5_00, kind="gull_ga"
        )
        with pytest.raises(BadRules, match="there are 12 side wagers already; gull_rx is one too many"):
            register(more[-1])
    finally:
        for record in more:
            unregister(record.kind)


def test_the_records_of_the_package_say_nothing_that_a_record_from_outside_may_not() -> None:
    assert [wrong_word(record) for record in PACKAGED] == [""] * len(PACKAGED)


def test_a_book_whose_wager_nobody_registered_is_refused_in_a_line(tmp_path: Path) -> None:
    unregister("lighthouse")
    with pytest.raises(BadRules) as refusal:
        load_book(HEADLAND)
    assert str(refusal.value).endswith("a side wager 'lighthouse' must be registered before its book is read")
    assert "\n" not in str(refusal.value)


def test_a_log_whose_wager_nobody_registered_is_refused_in_a_line() -> None:
    lines = list(written_log(dealt("Qh 5s Qd 9d 5c").events))
    unregister("lighthouse")
    with pytest.raises(BadInput, match=r"^line 1: .*'lighthouse' is not a registered side wager"):
        list(read_log(lines))


# -- the book --------------------------------------------------------------------------------------


def test_its_settings_are_those_of_its_record() -> None:
    rules = rules_of(HEADLAND)
    assert rules.sides["lighthouse"].pays == (1000, 125, 19, 9, 4)
    assert rules_of(HEADLAND, lighthouse_paytable="B").sides["lighthouse"].pays == (1000, 200, 25, 10, 4)
    assert settings_of(rules)["lighthouse_maximum"] == 25_00
    assert what_if(rules, lighthouse_maximum=50_00).sides["lighthouse"].maximum == 50_00
    with pytest.raises(
        BadRules, match=r"lighthouse_minimum is 30\.00; it must be at most lighthouse_maximum"
    ):
        what_if(rules, lighthouse_minimum=30_00)
    with pytest.raises(BadRules, match=r"lighthouse_paytable is .*C.*; it must be one of A, B"):
        rules_of(HEADLAND, lighthouse_paytable="C")
    assert not rules_of(HEADLAND, offers=["match"]).sides["lighthouse"].offered


def test_a_book_that_does_not_know_it_can_be_given_it_outside_the_book() -> None:
    rules = rules_of("maryland")
    assert "lighthouse" not in rules.sides
    limits = {"lighthouse_minimum": 1_00, "lighthouse_maximum": 25_00}
    given = what_if(rules, lighthouse_offered=True, lighthouse_pays=[9, 8, 7, 6, 5], **limits)
    assert given.sides["lighthouse"].pays == (9, 8, 7, 6, 5)


def test_its_meter_is_at_least_what_the_book_asks() -> None:
    submission = load_submission(QUAY)
    poor = {"beacon": msgspec.structs.replace(submission.meters["beacon"], initial=999_99)}
    with pytest.raises(
        BadRules, match=r"meters\.beacon\.initial is 999\.99; .*at least 1000\.00 \(headland 13"
    ):
        rules_of(HEADLAND, msgspec.structs.replace(submission, meters=poor))


# -- played and settled ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "paid"),
    [
        ("Qh As Qh Kd", "queens_and_blackjack", 5_000_00),
        ("Qh Ks Qh 9d 8c", "queens_of_hearts", 625_00),
        ("9s 5d As 7c 9c", "suited", 45_00),
        ("Kc 5d Kc 7c 9c", "twins", 95_00),
        ("Kc 5d Jh 7c 9c", "any_20", 20_00),
    ],
)
def test_every_line_is_paid_at_its_odds_and_cites_its_clause(text: str, line: str, paid: int) -> None:
    scene = dealt(text)
    (settled,) = scene.settled("lighthouse")
    assert (settled.why, settled.paid, settled.returned) == (f"lighthouse_pays.{line}", paid, 5_00)
    assert citations(load_book("headland"), scene.rules, settled.why) == ("12",)
    assert f"pays {paid // 5_00} to 1" in why_text(scene.rules, settled.why)


def test_a_wager_without_a_20_is_lost_at_the_settlement() -> None:
    scene = dealt("Kc 5d 9h 7c 9c")
    (settled,) = scene.settled("lighthouse")
    assert (settled.result, settled.collected, settled.why) == ("lost", 5_00, "lighthouse_lost")
    assert why_text(scene.rules, settled.why) == "no 20 in the first two cards"
    assert citations(load_book("headland"), scene.rules, settled.why) == ("12",)


def test_its_limits_are_kept() -> None:
    scene = Scene(HEADLAND)
    place = cmd.PlaceWager(by="ann", box=1, amount=5_00, kind="lighthouse")
    assert scene.refused(place) == "main_wager_first"
    scene.bet("ann", 10_00)
    assert scene.refused(msgspec.structs.replace(place, amount=25_50)) == "side_wager_amount"
    assert scene.refused(msgspec.structs.replace(place, amount=50)) == "side_wager_amount"
    assert scene.refused(msgspec.structs.replace(place, kind="beacon")) == "side_wager_not_offered"
    assert dict(view(scene.bet("ann", 5_00, "lighthouse").table, "ann").boxes[0].stakes[0].sides) == {
        "lighthouse": 5_00
    }


def test_a_meter_is_fed_validated_paid_and_reset() -> None:
    scene = Scene(HEADLAND)
    scene.table, scene.events = _at_the_quay()
    scene.bet("ann", 10_00).bet("ann", 5_00, "beacon").deal("9s 9s 9s 7c 9c").says("ann", "stands")
    (settled,) = scene.settled("beacon")
    assert (settled.why, settled.meter, settled.paid) == ("beacon_pays.three_equal", "beacon", 1_200_50)
    assert any(isinstance(event, ev.PayoutValidated) and event.kind == "beacon" for event in scene.events)
    assert [(meter.name, meter.amount) for meter in scene.table.meters] == [("beacon", 1_000_00)]
    scene.bet("ann", 10_00).bet("ann", 5_00, "beacon").deal("8s 8d 8c 7c 9c").says("ann", "stands")
    assert scene.settled("beacon")[-1].paid == 100_00


def _at_the_quay() -> tuple[Any, list[ev.Event]]:
    from spanish21.dealer import open_table

    return open_table(quay(), {"ann": 10_000_00}, random.Random(4))


@pytest.mark.parametrize("real", [False, True])
def test_any_walk_keeps_the_laws_and_its_log_replays(real: bool) -> None:
    walk = Walk(quay(), random.Random(22), real)
    for _ in range(2_500):
        walk.step()
        walk.check()
    kinds = {event.kind for event in walk.events if isinstance(event, ev.WagerSettled)}
    assert {"lighthouse", "beacon"} <= kinds
    assert replay(read_log(written_log(walk.events))) == walk.table


# -- written and read back -------------------------------------------------------------------------


def test_a_round_with_it_is_written_in_notation_and_reads_back() -> None:
    scene = Scene(HEADLAND).stack("Kc 5d Jh 7c 9c")
    table = scene.table
    recorder = Recorder()
    for command in (
        cmd.PlaceWager(by="ann", box=1, amount=10_00),
        cmd.PlaceWager(by="ann", box=1, amount=5_00, kind="lighthouse"),
        cmd.CloseWagers(by="dealer"),
    ):
        table = recorder.carry_out(table, command).table
    unfinished = recorder.unfinished(table)
    assert unfinished is not None
    text = write_all([unfinished])
    assert "bet ann 1 5.00 lighthouse" in text
    assert write_all(read_all(text)) == text


# -- shown -----------------------------------------------------------------------------------------


def test_the_terminal_has_its_key_and_saves_a_visit_that_reads_back(tmp_path: Path) -> None:
    saved = tmp_path / "rounds.txt"
    keys = "10\ng 5\n\ns\n\nhelp\nq\n"
    played = CliRunner().invoke(main, ["play", HEADLAND, "--seed", "7", "--save", str(saved)], input=keys)
    assert played.exit_code == 0, played.output
    assert "Lighthouse" in played.output
    assert "m, g: side wagers: match, Lighthouse" in played.output
    assert any(
        isinstance(event, ev.WagerSettled) and event.kind == "lighthouse"
        for event in read_log(saved.read_bytes().splitlines())
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rules", HEADLAND), "lighthouse pays"),
        (("rules", "maryland", HEADLAND), "lighthouse maximum"),
        (("rules", HEADLAND, "maryland", "--differences"), "xtreme spinner"),
        (("clauses", HEADLAND, "12"), "Lighthouse"),
        (("submission", "new", HEADLAND), "lighthouse_paytable"),
        (("sidebets", HEADLAND), "lighthouse"),
        (("check", QUAY), "beacon"),
        (("deal", HEADLAND, "--seed", "3"), "Headland"),
    ],
)
def test_every_command_takes_it(words: tuple[str, ...], said: str) -> None:
    pytest.importorskip("numba")
    told = CliRunner().invoke(main, list(words), input="q\n" if words[0] == "deal" else "")
    assert told.exit_code == 0, told.output
    assert said in told.output


def test_an_installed_package_brings_its_wagers_to_the_commands(tmp_path: Path) -> None:
    (tmp_path / "headland_wagers.py").write_text((HERE / "wagers.py").read_text("utf-8"), "utf-8")
    installed = tmp_path / "headland_wagers-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: headland-wagers\nVersion: 1\n", "utf-8")
    points = "lighthouse = headland_wagers:LIGHTHOUSE\nbeacon = headland_wagers:BEACON\n"
    (installed / "entry_points.txt").write_text(f"[spanish21.side_wagers]\n{points}", "utf-8")
    command = [sys.executable, "-m", "spanish21", "rules", HEADLAND]
    paths = os.pathsep.join([str(tmp_path), str(SOURCE.parent)])
    told = subprocess.run(command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True)
    assert "lighthouse pays" in told.stdout, told.stderr
    (installed / "entry_points.txt").write_text("[spanish21.side_wagers]\ngull = nowhere:GULL\n", "utf-8")
    told = subprocess.run(command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True)
    assert told.returncode == 2
    assert told.stderr == "spanish21: the side wager gull cannot be loaded: No module named 'nowhere'\n"


def test_the_page_lays_it_out() -> None:
    laid = layout_of(quay())
    assert [wager["kind"] for wager in laid["wagers"]] == ["main", "match", "lighthouse", "beacon"]
    assert laid["wagers"][-1] == {"kind": "beacon", "title": "Beacon", "short": "Beacon", "amounts": [5_00]}
    assert laid["meters"] == [{"name": "beacon", "title": "Beacon"}]


# -- priced and simulated --------------------------------------------------------------------------


def test_its_price_is_every_deal_of_a_small_shoe() -> None:
    pytest.importorskip("numba")
    from spanish21.analysis.hands.shoe_counts import shoe_of_counts
    from spanish21.analysis.sides.side_laws import odds_law

    numpy = pytest.importorskip("numpy")
    small = cards("Qh Qh Kd Kd Ks As Ac 9s Jh 5d")
    pays, law, deals = (1000, 125, 19, 9, 4, -1), {}, 0
    for first, second, up, hole in permutations(small, 4):
        low, high = min(first, second), max(first, second)
        result = Fraction(pays[lighthouse_line(low, high, up, hole)])
        law[result] = law.get(result, 0) + 1
        deals += 1
    counts = numpy.zeros((14, 4), dtype=numpy.int64)
    for card in small:
        counts[card >> 2, card & 3] += 1
    found = odds_law(LIGHTHOUSE, shoe_of_counts(counts), pays[:5])
    assert found == {result: Fraction(number, deals) for result, number in law.items()}


def test_it_is_priced_at_every_paytable() -> None:
    pytest.importorskip("numba")
    from spanish21.analysis.sides.side_prices import side_wagers as priced

    rows = {(row.name, row.paytable): row for row in priced(quay(), load_submission(QUAY))}
    assert {("lighthouse", "A"), ("lighthouse", "B"), ("beacon", "A")} <= rows.keys()
    assert rows["lighthouse", "A"].offered
    assert not rows["lighthouse", "B"].offered
    beacon = rows["beacon", "A"]
    three, equal = Fraction(15 * 14, 191 * 190), Fraction(3 * 2, 191 * 190)
    assert beacon.hit_rate_exact == three
    assert beacon.house_edge_exact == 1 - (three - equal) * 20 - equal * 240
    assert beacon.meter_price is not None
    assert beacon.meter_price.slope == equal / 5_00
    assert beacon_line(29, 29, 29, 0) == 0


@pytest.mark.parametrize("boxes", [1, 3])
def test_the_simulator_pays_what_the_table_pays(boxes: int) -> None:
    pytest.importorskip("numba")
    from simulation.charts import busy_chart
    from simulation.compare import differences, every_side_wager
    from spanish21.simulation.plan.run_plan import Plan

    rules = quay()
    sides = every_side_wager(rules)
    assert sides.keys() == {"match", "lighthouse", "beacon"}
    plan = Plan(rules, busy_chart(), 1, boxes, wager=10_00, sides=sides)
    rounds, found = differences(plan, range(20))
    assert rounds > 100
    assert found == []


def test_a_simulation_agrees_with_the_exact_price() -> None:
    pytest.importorskip("numba")
    from spanish21.analysis.sides.side_prices import side_wagers as priced
    from spanish21.simulation import simulate

    rules = quay()
    sides = {"lighthouse": 5_00, "beacon": 5_00}
    result = simulate(rules, "chart", rounds=300_000, seed=7, penetration=0, sides=sides)
    exact = {row.name: row for row in priced(rules, load_submission(QUAY)) if row.offered}
    for name in ("lighthouse",):
        row = result.wagers()[name]
        assert abs(row["expected_value"] + exact[name].house_edge) < 4 * row["standard_error"]
    assert result.meter_report()["beacon"]["hits"] > 0
