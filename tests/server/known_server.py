"""A server with one table whose shoes have known cards on top, for tests that kill it.

`python -m server.known_server SOCKET` forks a parent of servers for everybody who asks at the socket.
"""

import contextlib
import json
import os
import signal
import socket
import sys

from server.live import MANY, QUICK, KnownShoes
from spanish21.server.web import first_tables
from spanish21.server.web.serving import Service, serve


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def run(database: str, cards: str, key: str, port: int) -> None:
    first_tables.BOOKS = ("uk-casino",)  # type: ignore[assignment]
    service = Service(database, port=port, key=key, quotas=MANY, policy=QUICK, prices=False, checks=False)
    serve(service, say, **({"chance": lambda table_id: KnownShoes(cards)} if cards else {}))


def parent(database: str, cards: str = "", key: str = "") -> None:
    """Start a server for every port that is read, the next when the last has ended."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    while line := sys.stdin.readline():
        pid = os.fork()
        if not pid:
            say(f"pid {os.getpid()}")
            run(database, cards, key, int(line))
            os._exit(0)
        os.waitpid(pid, 0)
        say(f"ended {pid}")
    say("over")


def reap(*_: object) -> None:
    """Take notice of parents that have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def main(asked: socket.socket) -> None:
    """Fork a parent for everybody who asks, with the socket that they send as its input and output."""
    signal.signal(signal.SIGCHLD, reap)
    while True:
        told, found, _, _ = socket.recv_fds(asked, 65_536, 1)
        if not told:
            break
        if not os.fork():
            asked.close()
            os.dup2(found[0], 0)
            os.dup2(found[0], 1)
            os.close(found[0])
            parent(*json.loads(told))
            os._exit(0)
        os.close(found[0])
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.alarm(10)  # a server that nobody has ended is not waited for
    with contextlib.suppress(ChildProcessError):
        while os.wait():
            pass


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
