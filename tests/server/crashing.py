"""A server in small that is killed: commits batches of three tables and prints what it has acknowledged.

`python -m server.crashing ADDRESS SEED` goes on until it is killed.
"""

import os
import sys

from server.scribe import Scribe, open_house, shoe_key, written
from spanish21.server.store.connect import Store, open_store
from spanish21.server.store.store_reader import load
from spanish21.server.store.writer import Writer

TABLES = ("t1", "t2", "t3")


def scribes_of(store: Store, seed: int) -> list[Scribe]:
    scribes = []
    with store.reading() as connection:
        for table_id in TABLES:
            loaded = load(connection, table_id, lambda n, table_id=table_id: shoe_key(table_id, n))
            scribes.append(Scribe.going_on(loaded, "maryland", seed))
    return scribes


def main(address: str, seed: int) -> None:
    store = open_store(address)
    scribes = scribes_of(store, seed)
    writer = Writer(store)
    waiting = 0

    def submit(scribe: Scribe) -> None:
        batch = scribe.next(1 + scribe.count % 7, scribe.count % 10 == 9)
        said = f"{batch.table_id} {batch.last} {batch.chain.hex()}\n".encode()

        def told(error: BaseException | None, result: object) -> None:
            os.write(1, said if error is None else f"error {error!r}\n".encode())

        writer.submit(batch, told)

    while True:
        for scribe in scribes:
            submit(scribe)
        waiting += 1
        if waiting % 5 == 0:
            writer.run_and_wait(lambda connection: None)


def prepare(address: str) -> None:
    """The house before the first kill."""
    store = open_store(address)
    scribes = [Scribe(table_id, "maryland") for table_id in TABLES]
    open_house(store, scribes)
    written(store, [scribe.next(1) for scribe in scribes])
    store.close()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
