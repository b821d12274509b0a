"""The hands: the first cards, insurance, the decisions, the dealer's hand.

It may import floor and shoes; payment is above it. Begin with dealing.py.
"""
