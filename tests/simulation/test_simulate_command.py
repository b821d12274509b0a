"""`spanish21 simulate` from the outside: what it prints, refuses, and leaves behind when interrupted."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE, wait_until
from simulation.charts import busy_chart
from spanish21.strategy import chart_csv

# A shell's background job ignores Ctrl-C and hands that on to its children; the command under test must not.
START = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from spanish21.cli import main; main()"
)
COMMAND = [sys.executable, "-c", START, "simulate"]


@pytest.fixture(scope="module")
def chart(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("chart") / "chart.csv"
    path.write_text(chart_csv(busy_chart()))
    return str(path)


def simulate(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def test_it_prints_everything_as_json(chart: str) -> None:
    done = simulate(
        "uk-casino", "--strategy", chart, "--rounds", "20000", "--decks", "8", "--boxes", "2", "--json"
    )
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed["book"] == "uk-casino"
    assert printed["choices"] == {"decks": 8}
    assert printed["settings"]["decks"] == 8
    assert (printed["rounds"], printed["seed"], printed["boxes"]) == (20_000, 1, 2)
    assert printed["strategy"] == "busy"
    assert abs(printed["expected_value"]) < 0.1
    assert printed["outcomes"]["blackjack"]["count"] > 1000
    assert printed["rounds_per_cpu_second"] > 0


def test_it_prints_lines_for_people(chart: str) -> None:
    done = simulate(
        "maryland", "--strategy", chart, "--rounds", "5000", "--bankroll", "200", "--side", "match=1"
    )
    assert done.returncode == 0, done.stderr
    assert "expected value" in done.stdout
    assert "match" in done.stdout
    assert "in the long run with 200.00\n" in done.stdout
    assert done.stderr == ""


def test_the_lines_for_people_have_the_figures_of_the_json(chart: str, tmp_path: Path) -> None:
    count = tmp_path / "count.toml"
    count.write_text("tags = {2 = 1, K = -1}\nramp = {0 = 500, 1 = 2000}\ninsure_from = 0\n")
    asked = ["maryland", "--strategy", chart, "--rounds", "20000", "--count", str(count), "--session", "400"]
    summary, _ = simulate(*asked).stdout.split("\n\n", 1)  # the table by true count follows
    lines = dict(line.split("  ", 1) for line in summary.splitlines()[1:])
    shown = {name.strip(): text.strip() for name, text in lines.items()}
    found = json.loads(simulate(*asked, "--json").stdout)
    assert shown["rounds"] == f"20,000 ({found['shoes']} shoes)"
    assert shown["count"] == "balanced"
    assert found["total_expected_value"] != found["expected_value"]
    assert shown["expected value"].startswith(f"{found['expected_value']:+.6%} ")
    error = f"standard error {found['total_standard_error']:.6%}"
    assert shown["all wagers"] == f"{found['total_expected_value']:+.6%}, {error}"
    assert shown["return to player"].startswith(f"{found['return_to_player']:.6%} ")
    assert shown["hit frequency"].startswith(f"{found['hit_frequency']:.4%} ")
    assert shown["volatility index"] == f"{found['volatility_index']:.4f}"
    assert shown["N0"] == f"{found['session']['n0']:,.0f} rounds"
    assert shown["session"].startswith("400 rounds: ")
    quantiles = [round(amount) for amount in found["session"]["quantiles"].values()]
    told = ", ".join(shown[f"session at {part}"] for part in ("1%, 5%, 25%", "50%", "75%, 95%, 99%"))
    assert [round(100 * float(amount)) for amount in told.split(", ")] == quantiles


def test_one_shoe_is_told_as_one(chart: str) -> None:
    done = simulate("maryland", "--strategy", chart, "--rounds", "1")
    assert done.stdout.splitlines()[1].split() == ["rounds", "1", "(1", "shoe)"]


def test_one_round_has_no_standard_error(chart: str) -> None:
    done = simulate("maryland", "--strategy", chart, "--rounds", "1", "--side", "match=1")
    assert "inf" not in done.stdout
    assert done.stdout.count("unknown after one round") == 2


def test_a_run_outside_the_book_says_so(chart: str) -> None:
    changed = ("maryland", "--strategy", chart, "--rounds", "2000", "--what-if", "pays_blackjack=6:5")
    assert simulate(*changed).stdout.startswith("outside the book: pays_blackjack=6:5\n")
    assert "outside" not in simulate(*changed[:5]).stdout


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["nowhere"], "there is no book 'nowhere'"),
        (["maryland", "--rounds", "many"], "'many' is not a valid integer"),
        (["maryland", "--rounds", "-3"], "rounds is -3"),
        (["maryland", "--decks", "7"], "decks"),
        (["maryland", "--strategy", "none.csv"], "none.csv"),
        (["maryland", "--side", "match"], "NAME=STAKE"),
        (["maryland", "--set", "shuffling=continuous"], "a shoe that shuffles continuously needs 0"),
        (["maryland", "--wager", "0.001"], '--wager: "0.001" is not an amount'),
        (["maryland", "--wager", "nan"], '--wager: "nan" is not an amount'),
        (["maryland", "--side", "match=inf"], '--side match: "inf" is not an amount'),
        (["maryland", "--bankroll", "1e9"], '--bankroll: "1e9" is not an amount'),
        (["maryland", "--threads", "1000000"], "threads is 1000000; it must be from 1 to 1024"),
        (
            ["maryland", "--session", "1000000000"],
            "session is 1000000000; it must be from 1 to 100,000 rounds",
        ),
        (["maryland", "--count", "none.toml"], "none.toml"),
        (["maryland", "--checkpoint", "/nowhere/at/all"], "No such file"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(chart: str, arguments: list[str], line: str) -> None:
    strategy = [] if "--strategy" in arguments else ["--strategy", chart]
    done = simulate(*arguments, *strategy)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert line in done.stderr


def tasks_in(checkpoint: Path) -> int:
    """How many tasks a run has noted as played."""
    return int(json.loads(checkpoint.read_text())["totals"]["tasks"]) if checkpoint.exists() else 0


def test_ctrl_c_prints_the_estimate_and_leaves_a_checkpoint(chart: str, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    arguments = [
        "maryland",
        "--strategy",
        chart,
        "--rounds",
        str(10**12),
        "--checkpoint",
        str(path),
        "--json",
    ]
    often = "from spanish21.simulation.run import whole_run; whole_run.SECONDS_BETWEEN_CHECKPOINTS = 0"
    with subprocess.Popen(
        [sys.executable, "-c", f"{often}; {START}", "simulate", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        wait_until(lambda: tasks_in(path) > 0)
        os.kill(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert process.returncode == 130
    printed = json.loads(out)
    assert not printed["is_complete"]
    assert printed["rounds"] > 0
    assert err.strip().endswith(f"continue with --checkpoint {path} --resume")
    more = printed["rounds"] + 1000
    done = simulate(
        "maryland",
        "--strategy",
        chart,
        "--rounds",
        str(more),
        "--checkpoint",
        str(path),
        "--resume",
        "--json",
    )
    assert json.loads(done.stdout)["rounds"] == more
