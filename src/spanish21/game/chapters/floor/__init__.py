"""The table before any round: people, the inventory of chips, the opening.

It may import moves and round. Begin with people.py.
"""
