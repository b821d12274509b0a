"""The log: events, chained and sealed, the ledger that follows from them, and the rows of one commit.

A snapshot passes through four files: game/log/snapshot.py writes a table as JSON, snapshots.py seals it as a
row, store/batch_rows.py writes the row with its batch, and table/host.py decides when: every 500 events, and
when its server stops. store/store_reader.py loads a table from the newest.

It may import the game and the few modules of `server` itself; nothing here touches a database. Begin with
recorder.py, which makes a batch of events, and fold.py, which takes one event further.
"""
