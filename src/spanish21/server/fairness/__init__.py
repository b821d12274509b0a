"""Checks for players: seeds and commitments of rounds, the public record of a table, and its
verification.

It may import log, store, people and money; verification.py and public_record.py need no store. Begin with
verification.py.
"""
