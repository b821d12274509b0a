"""Live tables: a host for the pure game. It has no rules of its own.

It may import everything below the command line but display and the environments. Begin with table/host.py,
one table's life; web/app.py is the application, and docs/server.md describes each subpackage.
"""
