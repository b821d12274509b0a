"""Decks until they are in the shoe, and cards as they leave it.

It may import moves and round; drawn_cards.py also irregularities/voiding.py, because the second 10
that comes out of the shoe voids the round. Begin with decks.py.
"""
