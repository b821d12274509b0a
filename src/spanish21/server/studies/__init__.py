"""Prices, charts, advice, simulations, drills and lessons, computed in separate processes so that no table
waits.

It may import everything up to audit. Begin with questions.py.
"""
