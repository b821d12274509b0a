"""A real cluster: a Dask scheduler and two worker processes, one of which is killed in mid-run."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from patience import PATIENCE, wait_until
from simulation.charts import busy_chart
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadInput
from spanish21.simulation import simulate
from spanish21.simulation.results.result import Result

pytest.importorskip("distributed")
ROUNDS = 12_000_000


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.folder = folder
        self.processes = [
            self._start(
                "distributed.cli.dask_scheduler",
                "--port=0",
                "--host=127.0.0.1",
                "--no-dashboard",
                "--no-show",
                f"--scheduler-file={self.file}",
            )
        ]
        for number in range(2):
            self.processes.append(
                self._start(
                    "distributed.cli.dask_worker",
                    f"--scheduler-file={self.file}",
                    "--nthreads=1",
                    "--no-nanny",
                    "--no-dashboard",
                    f"--name=worker{number}",
                    f"--local-directory={folder}",
                )
            )

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        log = open(self.folder / f"{module}-{len(getattr(self, 'processes', []))}.log", "wb")  # noqa: SIM115
        code = f"import sys; from {module} import main; sys.exit(main())"
        return subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=log, stderr=log)

    def address(self) -> str:
        import json

        def is_written() -> bool:
            with contextlib.suppress(OSError, ValueError):
                return bool(json.loads(self.file.read_text())["address"])
            return False

        wait_until(is_written)
        return str(json.loads(self.file.read_text())["address"])

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    yield found
    found.stop()


# Dask warns of the lost worker and of sockets that went with it.
@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_loses_nothing_and_doubles_nothing(cluster: Cluster) -> None:
    from distributed import Client

    address = cluster.address()
    with Client(address) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
    killed: list[int] = []

    def kill(result: Result) -> None:
        if result.rounds > 0 and not killed:
            worker = cluster.processes[1]
            assert worker.poll() is None
            os.kill(worker.pid, signal.SIGKILL)
            killed.append(result.rounds)

    rules, chart = rules_of("maryland"), busy_chart()
    there = simulate(rules, chart, ROUNDS, cluster=address, show=kill)
    assert killed
    assert killed[0] < ROUNDS
    assert cluster.processes[1].wait(timeout=PATIENCE) == -signal.SIGKILL
    here = simulate(rules, chart, ROUNDS)
    assert there.rounds == ROUNDS
    assert there.totals == here.totals
    assert there.expected_value == here.expected_value
    assert there.cpu_seconds > 0


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_does_not_answer_gets_one_clear_line() -> None:
    with pytest.raises(BadInput, match="no Dask scheduler answers") as refusal:
        simulate(rules_of("maryland"), busy_chart(), 1000, cluster="tcp://127.0.0.1:9")
    assert "\n" not in str(refusal.value)
