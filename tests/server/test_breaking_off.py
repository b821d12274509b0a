"""One round with a split, a double, insurance and a progressive payout, broken off at its writes and syncs.

Whatever happens, every acknowledged command is there afterwards and was done once, and the round ends as it
would have ended: the same events, balances and meters. `soak_kills.py` goes through every operation.
"""

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.breaking_off import Base, Forge, PowerLosses, forged
from server.conftest import Cluster
from server.faulty_disk import FULL, IOERR_WRITE

KILLS = int(os.environ.get("SPANISH21_ROUND_KILLS", "25"))
"""On both stores together."""
ERRORS = int(os.environ.get("SPANISH21_ROUND_ERRORS", "6"))


def spread(count: int, whole: int) -> list[int]:
    """So many numbers below another, evenly spread."""
    return sorted({number * (whole - 1) // max(count - 1, 1) for number in range(min(count, whole))})


@pytest.fixture(scope="module")
def forge() -> Iterator[Forge]:
    with forged() as one:
        yield one


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def base(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, forge: Forge) -> Base:
    cluster = request.getfixturevalue("cluster") if request.param == "postgresql" else None
    return Base(tmp_path_factory.mktemp(request.param), forge, cluster)


def test_the_scripted_round_has_all_that_it_should(base: Base) -> None:
    assert {"PlaceWager", "Insure", "DeclineInsurance", "Split", "Double", "Stand"} == {
        command["type"] for _, _, command in base.script
    }
    assert {"PairSplit", "DoubleMade", "InsurancePlaced", "PayoutValidated", "MeterMoved"} <= base.types
    assert base.operations > 50


def test_a_server_killed_at_any_write_or_sync_goes_on_with_the_round(base: Base) -> None:
    acknowledged = [
        base.killed(at, torn=number % 3 == 1, crashes=number % 12 == 11)
        for number, at in enumerate(spread(-(-KILLS // 2), base.operations))
    ]
    assert acknowledged == sorted(acknowledged)
    assert acknowledged[0] == 0
    assert acknowledged[-1] >= len(base.script) - 1
    assert len(set(acknowledged)) > len(base.script) // 2


def test_a_server_that_acknowledged_before_its_commit_would_be_found_out(
    tmp_path: Path, forge: Forge
) -> None:
    base = Base(tmp_path, forge)
    with pytest.raises(AssertionError, match="acknowledged and lost"):
        base.killed(-1, early=True)


@pytest.mark.parametrize("error", [IOERR_WRITE, FULL], ids=["io_error", "full"])
def test_a_disk_that_fails_or_is_full_at_any_write_loses_nothing(
    tmp_path: Path, forge: Forge, error: int
) -> None:
    base = Base(tmp_path, forge)
    stops = [base.failed(at, error) for at in spread(ERRORS, base.operations)]
    assert any(stops) == (error == IOERR_WRITE), "a full disk is waited for, an error stops the table"


def test_a_database_that_goes_away_at_any_statement_gets_everything_once(
    tmp_path: Path, forge: Forge, cluster: Cluster
) -> None:
    base = Base(tmp_path, forge, cluster)
    assert sum(base.failed(at) for at in spread(ERRORS, base.operations)) == 0


def test_a_loss_of_power_at_any_moment_of_the_round_loses_nothing_that_was_told(
    tmp_path: Path, forge: Forge
) -> None:
    losses, chance = PowerLosses(tmp_path, forge), random.Random(21)
    told = [losses.lost(at, chance) for at in spread(ERRORS, len(losses.moments))]
    assert told[0] == 0
    assert told == sorted(told)
