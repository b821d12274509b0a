"""The parent's side of the scripted round: houses to be broken off, and what must hold afterwards."""

import os
import pickle
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import psycopg

from server.conftest import Cluster
from server.faulty_disk import Operation, after_power_loss
from server.scripted import Job, copy_keys

TESTS = Path(__file__).parent.parent


class Played(NamedTuple):
    """What a process said before it ended; `marks` are the operations that were done at each answer."""

    asks: list[tuple[str, int, dict[str, Any]]]
    acks: dict[int, tuple[str, ...]]
    marks: dict[int, int]
    types: set[str]
    stored: dict[str, int]
    """The commands that were in the store when the process began, with the last event of each."""
    stops: int = 0
    first: int = 0
    operations: int = 0
    digest: str = ""


class Forge:
    """Runs jobs in processes that can be killed."""

    def __init__(self) -> None:
        paths = [str(TESTS), str(TESTS.parent / "src")]
        self._parent = subprocess.Popen(
            [sys.executable, "-m", "server.scripted"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=TESTS,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )

    def run(self, job: Job, script: Any = None) -> Played:
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        self._parent.stdin.write(msgspec.json.encode((job, script)) + b"\n")
        self._parent.stdin.flush()
        played = Played([], {}, {}, set(), {})
        for line in self._parent.stdout:
            words = line.decode().strip().split(maxsplit=3)
            match words[0]:
                case "ended":
                    return played
                case "ask":
                    command = msgspec.json.decode(words[3])
                    played.asks.append((command["by"], int(words[2]), command))
                case "ack":
                    count, *answer = words[2:3] + words[3].split()
                    played.acks[int(words[1])], played.marks[int(words[1])] = tuple(answer), int(count)
                case "stopped":
                    played = played._replace(stops=played.stops + 1)
                case "first" | "operations" as name:
                    played = played._replace(**{name: int(words[1])})
                case "stored":
                    played.stored.update(msgspec.json.decode(words[1]))
                case "types":
                    played.types.update(line.decode().split()[1:])
                case "digest":
                    assert words[2:] == ["1", "0"], "the round has not gone on to its end"
                    played = played._replace(digest=words[1])
                case "failed":
                    raise AssertionError(line.decode())
        raise AssertionError("the parent of the servers has ended")

    def close(self) -> None:
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        self._parent.stdin.close()
        self._parent.wait(30)
        self._parent.stdout.close()


def assert_stored(acks: dict[int, tuple[str, ...]], after: Played) -> None:
    """What had been acknowledged is in the store before anything is sent again."""
    lost = {number: ack for number, ack in acks.items() if after.stored.get(f"c{number}") != int(ack[1])}
    assert not lost, f"acknowledged and lost: {lost}"


class Base:
    """A house before its round, of which every attempt gets a copy; and how the round goes undisturbed."""

    def __init__(self, folder: Path, forge: Forge, cluster: Cluster | None = None) -> None:
        self.folder, self.forge, self.cluster = folder, forge, cluster
        self._count = 0
        if cluster is not None:
            self._sql(f"CREATE DATABASE {self._name}")
        base = self._address(self._name)
        forge.run(Job("prepare", base, self._key(base)))
        whole = forge.run(self._job(self.copy()))
        self.script, self.acks = whole.asks, whole.acks
        self.operations, self.digest, self.types = whole.operations, whole.digest, whole.types
        assert len(whole.acks) == len(whole.asks)
        assert all(ack[0] == "True" for ack in whole.acks.values()), whole.acks

    @property
    def _name(self) -> str:
        return f"base_{abs(hash(str(self.folder))) % 10**8}" if self.cluster else "base"

    def _address(self, name: str) -> str:
        if self.cluster is None:
            return str(self.folder / f"{name}.db")
        return f"postgresql://postgres@/{name}?host={self.cluster.folder}"

    def _name_in(self, address: str) -> str:
        return address.partition("@/")[2].partition("?")[0] if self.cluster else Path(address).stem

    def _key(self, address: str) -> str:
        return str(self.folder / f"{self._name_in(address)}.key")

    def _job(self, address: str, **more: Any) -> Job:
        return Job("play", address, self._key(address), **more)

    def _sql(self, text: str) -> None:
        assert self.cluster is not None
        with psycopg.connect(self.cluster.address, autocommit=True) as connection:
            connection.execute(text)

    def copy(self) -> str:
        """The address of a house before its round."""
        self._count += 1
        name = f"{self._name}_{self._count}"
        if self.cluster is None:
            shutil.copy(self._address("base"), self._address(name))
        else:
            self._sql(f"CREATE DATABASE {name} TEMPLATE {self._name}")
        copy_keys(self.folder / f"{self._name}.key", self.folder / f"{name}.key")
        return self._address(name)

    def remove(self, address: str) -> None:
        if self.cluster is None:
            for end in ("", "-wal", "-shm", ".lock"):
                Path(f"{address}{end}").unlink(missing_ok=True)
        else:
            self._sql(f"DROP DATABASE {self._name_in(address)} WITH (FORCE)")

    def goes_on(self, address: str, before: Played) -> None:
        """A new process sends every command again: what was acknowledged is there and was done once, and the
        round ends as the undisturbed one did, to the last chip."""
        after = self.forge.run(self._job(address), self.script)
        assert_stored(before.acks, after)
        for number, ack in before.acks.items():
            assert after.acks[number] == ack, (number, ack, after.acks[number])
        assert after.acks == self.acks
        assert after.digest == self.digest

    def killed(self, at: int, torn: bool = False, crashes: bool = False, early: bool = False) -> int:
        """Kill the server at an operation; how many commands it had acknowledged by then.

        Where more was committed together than in the undisturbed round, there are fewer operations: the last
        of them is then killed at.
        """
        address = self.copy()
        before = self.forge.run(self._job(address, at=at, torn=torn, early=early))
        if before.digest:
            assert at > self.operations // 2, f"the round was over before operation {at}"
            self.remove(address)
            return self.killed(at - 1, torn, crashes, early)
        if crashes and self.cluster is not None:
            self.cluster.stop("immediate")
            self.cluster.start()
        self.goes_on(address, before)
        self.remove(address)
        return len(before.acks)

    def failed(self, at: int, error: int = 0) -> int:
        """Let the disk fail at an operation, or the database go away; how often the table stopped."""
        address = self.copy()
        played = self.forge.run(self._job(address, at=at, error=error, away=not error), self.script)
        assert played.acks == self.acks
        assert played.digest == self.digest
        self.remove(address)
        return played.stops


class PowerLosses:
    """A round of which every operation of the disk is known, so that power can be lost at any of them."""

    def __init__(self, folder: Path, forge: Forge) -> None:
        self.folder, self.forge = folder, forge
        whole, operations = folder / "whole", folder / "operations"
        whole.mkdir()
        job = Job("play", str(whole / "house.db"), str(whole / "house.key"), keep=str(operations))
        self.whole = forge.run(job)
        self._operations: list[Operation] = pickle.loads(operations.read_bytes())
        self.moments = range(self.whole.operations + 1)

    def lost(self, moment: int, chance: random.Random) -> int:
        """Lose power after so many operations; how many commands had been acknowledged by then."""
        folder = self.folder / "after"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        after_power_loss(self._operations[: self.whole.first + moment], folder, chance)
        copy_keys(self.folder / "operations.key", folder / "house.key")
        job = Job("play", str(folder / "house.db"), str(folder / "house.key"))
        after = self.forge.run(job, self.whole.asks)
        told = {
            number: self.whole.acks[number] for number, mark in self.whole.marks.items() if mark <= moment
        }
        assert_stored(told, after)
        assert after.acks == self.whole.acks
        assert after.digest == self.whole.digest
        return len(told)


@contextmanager
def forged() -> Iterator[Forge]:
    forge = Forge()
    try:
        yield forge
    finally:
        forge.close()
