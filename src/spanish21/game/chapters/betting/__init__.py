"""Wagers: on which boxes, of how much, for chips or cash, and the end of wagers.

It may import floor and shoes. Begin with wagers.py.
"""
