"""Rounds that were played: described, replayed, written as text and exported.

It may import everything up to table. Begin with played_rounds.py.
"""
