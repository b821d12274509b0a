"""Many rounds: the law of a session, what an operator holds, and the most that the house can lose.

It may import hands, splits, worth, law and sides. Begin with session.py.
"""
