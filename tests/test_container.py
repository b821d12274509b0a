"""The Dockerfile: what it copies, installs and starts is there. Docker itself is not asked."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from spanish21.cli import main

PROJECT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
LINES = re.sub(r"\\\n\s*", "", (PROJECT / "Dockerfile").read_text("utf-8")).splitlines()


def instructions(name: str) -> list[str]:
    """The arguments of every instruction of a name."""
    return [line.partition(" ")[2] for line in LINES if line.startswith(f"{name} ")]


def copied() -> list[str]:
    """The files and folders of the repository that go into the image."""
    lines = [words.split()[:-1] for words in instructions("COPY") if not words.startswith("--from")]
    return [name for names in lines for name in names]


def test_what_is_copied_is_in_the_repository_and_let_through() -> None:
    let_through = (PROJECT / ".dockerignore").read_text("utf-8").splitlines()
    for name in copied():
        assert (PROJECT / name).exists(), name
        assert f"!{name}" in let_through


def test_the_python_and_the_extras_are_those_that_the_package_names() -> None:
    versions = {re.match(r"python:3\.(\d+)-slim", one) for one in instructions("FROM")}
    least = int(PYPROJECT["project"]["requires-python"].removeprefix(">=3."))
    assert all(found is not None and int(found[1]) >= least for found in versions)
    (default,) = (one.removeprefix("EXTRAS=") for one in instructions("ARG"))
    assert set(default.split(",")) <= set(PYPROJECT["project"]["optional-dependencies"])


def test_it_serves_at_its_port_as_a_user_without_rights_and_keeps_its_data_in_a_volume() -> None:
    assert json.loads(instructions("ENTRYPOINT")[0]) == ["spanish21"]
    name, *options = json.loads(instructions("CMD")[0])
    command = main.get_command(main.make_context("spanish21", []), name)
    assert command is not None
    asked = command.make_context(name, options).params
    assert (asked["host"], str(asked["port"])) == ("0.0.0.0", instructions("EXPOSE")[0])
    assert instructions("USER") == ["spanish21"]
    assert f"XDG_DATA_HOME={instructions('VOLUME')[0]} " in f"{instructions('ENV')[0]} "


def test_its_health_is_asked_of_a_route_that_there_is() -> None:
    from spanish21.server.web.routes.health import health

    check = instructions("HEALTHCHECK")[0]
    program = json.loads(check[check.index("[") :])[2]
    compile(program, "the health check", "exec")
    (path,) = re.findall(r"http://127\.0\.0\.1:8021(\S+?)'", program)
    assert path in health.paths


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that the image installs, made of the committed files alone, and unpacked."""
    folder = tmp_path_factory.mktemp("image")
    archive = folder / "checkout.tar"
    subprocess.run(["git", "archive", "-o", str(archive), "HEAD", *copied()], cwd=PROJECT, check=True)
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "checkout", filter="data")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--disable-pip-version-check"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(folder / "checkout")], check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "installed")
    return folder / "installed"


def test_what_it_installs_has_everything_that_the_program_reads(unpacked: Path) -> None:
    committed = subprocess.run(
        ["git", "ls-tree", "-r", "--name-only", "HEAD", "src/spanish21"],
        cwd=PROJECT,
        check=True,
        capture_output=True,
        text=True,
    )
    # What ends in .d.ts is for the type checker alone.
    read = [one for one in committed.stdout.split() if not one.endswith(".d.ts")]
    assert [one for one in read if not (unpacked / one.removeprefix("src/")).exists()] == []


@pytest.mark.parametrize("words", ["--version", "help start", "rules uk-casino", "serve --help"])
def test_what_it_installs_runs(words: str, unpacked: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "spanish21", *words.split()],
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        cwd=unpacked,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
