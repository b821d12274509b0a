"""One server among several on a PostgreSQL: its own tables, its heartbeat, and the tables that it takes over
from a server that has stopped.

It may import everything below it, the tables included. Begin with member.py.
"""
