"""A server with one table whose shoes have known cards on top, for tests that kill it.

`python -m server.known_server DATABASE PORT [CARDS]`
"""

import sys

from server.live import MANY, QUICK, KnownShoes
from spanish21.server import serving
from spanish21.server.serving import Service, serve


def main(database: str, port: str, cards: str = "") -> None:
    serving.BOOKS = ("uk-casino",)  # type: ignore[assignment]
    service = Service(database, port=int(port), quotas=MANY, policy=QUICK)
    seams = {"chance": lambda table_id: KnownShoes(cards)} if cards else {}
    serve(service, lambda text: print(text, file=sys.stderr, flush=True), **seams)


if __name__ == "__main__":
    main(*sys.argv[1:])
