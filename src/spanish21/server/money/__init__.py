"""Chips outside tables: purses, the cage and corrections, each entry in the log of the house.

It may import log, store and people. Begin with house_book.py.
"""
