"""Side wagers: how likely each line is, what progressive prizes come to, and exact prices.

It may import hands. Begin with side_prices.py.
"""
