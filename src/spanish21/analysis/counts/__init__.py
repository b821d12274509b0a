"""Counting cards: what each card's removal changes, the best tags, indices, what a count is worth.

It may import worth, law, sides and charts. Begin with removed_shoes.py: every figure here follows from exact
prices of shoes that lack one card or two.
"""
