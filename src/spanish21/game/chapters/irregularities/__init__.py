"""Irregularities: irregular and missed cards, failing devices, void rounds.

It may import floor, shoes, play and payment. Begin with voiding.py.
"""
