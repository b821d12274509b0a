"""Kills, disk errors and losses of power at every operation of the scripted round, on both stores.

`python tests/server/soak_kills.py [--parts=N] [--state=FILE]` continues where it stopped. By default 2,000
kills on SQLite and 2,000 on PostgreSQL, which go through all operations again and again, whole and torn, with
a crash of PostgreSQL itself at every tenth; and as many errors, full disks and losses of power in turn.
"""

import random
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from server.breaking_off import Base, Forge, PowerLosses, forged
from server.conftest import Cluster
from server.faulty_disk import FULL, IOERR_WRITE
from server.soaking import Soak

PARTS = 2_000


def part(number: int, base: Base, on_postgresql: Base, losses: PowerLosses) -> dict[str, int]:
    """One kill on each store, and one other mishap."""
    chance = random.Random(number)
    base.killed(number % base.operations, torn=chance.random() < 0.5)
    on_postgresql.killed(number % on_postgresql.operations, crashes=number % 10 == 9)
    found = {"kills on SQLite": 1, "kills on PostgreSQL": 1}
    match number % 4:
        case 0:
            stops = base.failed(number // 4 % base.operations, IOERR_WRITE)
            return found | {"errors of the disk": 1, "stopped tables": stops}
        case 1:
            base.failed(number // 4 % base.operations, FULL)
            return found | {"full disks": 1}
        case 2:
            losses.lost(number // 4 % len(losses.moments), chance)
            return found | {"losses of power": 1}
    on_postgresql.failed(number // 4 % on_postgresql.operations)
    return found | {"lost databases": 1}


def houses(folder: Path, forge: Forge, cluster: Cluster) -> tuple[Base, Base, PowerLosses]:
    for name in ("sqlite", "postgresql", "power"):
        (folder / name).mkdir()
    return (
        Base(folder / "sqlite", forge),
        Base(folder / "postgresql", forge, cluster),
        PowerLosses(folder / "power", forge),
    )


def main() -> None:
    soak = Soak("kills", PARTS, "kills on each store")
    folder, cluster = Path(tempfile.mkdtemp(prefix="spanish21-soak-")), Cluster()
    try:
        with forged() as forge:
            made = houses(folder, forge, cluster)
            print(
                f"{made[0].operations} operations of SQLite, {made[1].operations} of PostgreSQL", flush=True
            )
            while not soak.is_over:
                soak.add(**part(soak.number, *made))
        soak.say()
    finally:
        cluster.stop("immediate")
        shutil.rmtree(cluster.folder, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
