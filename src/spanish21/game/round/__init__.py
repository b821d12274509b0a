"""Where a round is: its phase and turn, the next card's place, what a new table has.

It may import the rules, table and events, and side_wagers. Begin with phases.py.
"""
