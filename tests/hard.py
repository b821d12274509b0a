"""The whole suite where it is hard: another processor, a busy machine, another order, another user.

    python tests/hard.py          both runs
    python tests/hard.py harsh    a plain processor without vector instructions, four busy processes
                                  alongside, random order, another time zone, the locale C, umask 077
    python tests/hard.py user     `make test` as a user without privileges, in a checkout whose parent
                                  folder cannot be written

`--seed` gives the random order; it is printed, so that a failure can be repeated.
"""

import argparse
import os
import pwd
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUSY = 4
"""How many processes keep the machine busy alongside the harsh run."""
HARSH = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "-avx,-avx2,-fma,-avx512f",
    "TZ": "Asia/Kolkata",
    "LC_ALL": "C",
}
USER = "nobody"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/hard.py", description=__doc__)
    parser.add_argument("runs", nargs="*", choices=["harsh", "user", []], help="both unless named")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    options = parser.parse_args()
    failed = []
    for name in options.runs or ("harsh", "user"):
        print(f"== {name} (seed {options.seed})", flush=True)
        began = time.monotonic()
        code = harsh(options.seed) if name == "harsh" else as_user()
        print(f"== {name}: exit code {code} after {time.monotonic() - began:.0f} s", flush=True)
        failed += [name] * (code != 0)
    return 1 if failed else 0


def harsh(seed: int) -> int:
    """The suite in an environment that differs from a developer's in everything that may differ."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
    try:
        with tempfile.TemporaryDirectory() as cache:
            tests = (sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", "--shuffle", str(seed))
            surroundings = os.environ | HARSH | {"SPANISH21_CACHE": cache}
            # As `make test` does: what a command says while it compiles is not what the tests are about.
            subprocess.run(
                (sys.executable, "-m", "spanish21", "compile"), cwd=ROOT, env=surroundings, check=True
            )
            return subprocess.run(tests, cwd=ROOT, env=surroundings, umask=0o077).returncode
    finally:
        for process in busy:
            process.kill()


def as_user() -> int:
    """`make test` in a clone that belongs to a user who may write nothing around it."""
    user = pwd.getpwnam(USER) if os.getuid() == 0 else pwd.getpwuid(os.getuid())
    with tempfile.TemporaryDirectory(prefix="spanish21-hard-") as folder:
        parent, home = Path(folder, "parent"), Path(folder, "home")
        Path(folder).chmod(0o755)
        home.mkdir()
        subprocess.run(["git", "clone", "-q", str(ROOT), str(parent / "checkout")], check=True)
        if os.getuid() == 0:
            owner = f"{user.pw_uid}:{user.pw_gid}"
            subprocess.run(["chown", "-R", owner, str(parent / "checkout"), str(home)], check=True)
        parent.chmod(0o555)
        surroundings = {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        surroundings |= {name: os.environ[name] for name in os.environ if name.startswith(("PIP_", "SSL_"))}
        place = {"cwd": parent / "checkout", "env": surroundings}
        who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if os.getuid() == 0 else {}

        def run(*command: str) -> int:
            try:
                return subprocess.run(command, **place, **who).returncode  # type: ignore[call-overload,no-any-return]
            except PermissionError:
                return 126

        python = next((one for one in pythons() if run(one, "-c", CAN_TEST) == 0), None)
        if python is None:
            print(f"{user.pw_name} can run no Python 3.11 or newer that has venv", file=sys.stderr)
            return 2
        code = run("make", "test", f"PYTHON={python}")
        parent.chmod(0o755)
        return code


CAN_TEST = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"


def pythons() -> list[str]:
    """Every python3 on the PATH, in its order; some may be in a folder that the user cannot enter."""
    places = [Path(folder, "python3") for folder in os.environ["PATH"].split(os.pathsep)]
    return [str(place) for place in places if place.exists()]


if __name__ == "__main__":
    sys.exit(main())
