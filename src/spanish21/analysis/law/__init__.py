"""How a round ends: the law of single hands and of split boxes, and the distribution of a result.

It may import hands, splits and worth. Begin with distribution.py.
"""
