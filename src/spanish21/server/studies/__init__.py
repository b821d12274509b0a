"""Prices, charts, advice, simulations, drills and lessons, computed in separate processes so that no table
waits.

It may import everything up to audit. Begin with study_queue.py, which takes the questions, and
workers.py, which answers them.
"""
