"""How a move is declared and carried out: its conditions, its fields with their bounds, the act.

It may import the rules, table, commands and events, and round. Begin with move.py.
"""
