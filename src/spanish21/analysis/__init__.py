"""Exact analysis: what a table is worth, the best strategy, the price of every rule."""
