"""Side wagers: how likely each line is, the value of progressive prizes, and exact prices.

It may import hands. Begin with side_prices.py.
"""
