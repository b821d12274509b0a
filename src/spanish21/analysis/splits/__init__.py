"""The worth of splitting a pair, exact over all hands of the box, with suits and busts.

It may import hands. Begin with split_values.py.
"""
