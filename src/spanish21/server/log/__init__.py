"""What is written: events, chained and sealed, the ledger that follows from them, and the rows of one commit.

It may import the game and the few modules of `server` itself; nothing here touches a database. Begin with
recorder.py, which makes a batch of events, and fold.py, which takes one event further.
"""
