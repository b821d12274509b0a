"""A server with one table whose shoes have known cards on top, for tests that kill it.

`python -m server.known_server DATABASE CARDS KEY` starts a server for every port that it reads, the next when
the last has ended.
"""

import os
import signal
import sys

from server.live import MANY, QUICK, KnownShoes
from spanish21.server.web import serving
from spanish21.server.web.serving import Service, serve


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def run(database: str, cards: str, key: str, port: int) -> None:
    serving.BOOKS = ("uk-casino",)  # type: ignore[assignment]
    service = Service(database, port=port, key=key, quotas=MANY, policy=QUICK, prices=False, checks=False)
    serve(service, say, **({"chance": lambda table_id: KnownShoes(cards)} if cards else {}))


def main(database: str, cards: str = "", key: str = "") -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    while line := sys.stdin.readline():
        pid = os.fork()
        if not pid:
            say(f"pid {os.getpid()}")
            run(database, cards, key, int(line))
            os._exit(0)
        os.waitpid(pid, 0)
        say(f"ended {pid}")


if __name__ == "__main__":
    main(*sys.argv[1:])
