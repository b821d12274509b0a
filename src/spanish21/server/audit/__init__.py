"""Everything again from the logs alone: chains, tables, ledger, meters, shoes, rounds and records, compared
with what is stored.

It may import log, store and people. Begin with whole_audit.py; one_log.py is the audit of one log.
"""
