"""One server among several on a PostgreSQL: which tables are its own, its heartbeat, and what it takes over
from a server that has stopped.

It may import everything below it, the tables included. Begin with member.py.
"""
