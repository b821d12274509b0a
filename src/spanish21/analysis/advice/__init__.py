"""Advice on a hand at a table, with exactly the cards that the person has seen.

It may import everything up to worth. Begin with advice.py.
"""
