"""The state of a round: its phase and turn, the next card's place, a new table.

It may import the rules, table and events, and side_wagers. Begin with phases.py.
"""
