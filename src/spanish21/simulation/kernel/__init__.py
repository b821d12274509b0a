"""The compiled game: complete rounds card by card, and the sums that they add up to.

It may import plan. Begin with compiled_rounds.py.
"""
