"""Counting cards: what each card's removal changes, the best tags, indices, the worth of a count.

It may import worth, law, sides and charts. Begin with removed_shoes.py: every figure here follows from exact
prices of shoes that lack one card or two.
"""
