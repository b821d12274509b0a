"""The commands for counting cards: removal, count, indices.

It may import what the other commands may import. Begin with count_commands.py.
"""
