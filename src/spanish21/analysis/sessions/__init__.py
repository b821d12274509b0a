"""Many rounds: the law of a session, an operator's hold, and the most that the house can lose.

It may import hands, splits, worth, law and sides. Begin with session.py.
"""
