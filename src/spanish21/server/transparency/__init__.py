"""One append-only tree over all logs of a house, the signed statements about it, and their witnesses.

The formats are public ones (RFC 6962; signed-note, tlog-checkpoint, tlog-tiles, tlog-cosignature, tlog-proof
and tlog-witness of C2SP), so that other people's tools read them. It may import the few modules of `server`
itself; nothing here touches a database. Begin with tree.py and checkpoint.py.
"""
