"""The worth of every single hand and how it ends: terms of the rules, the shoe, the dealer, the player.

It may import the game, strategies and `compiled`; all else here builds on it. Begin with hand_values.py.
"""
