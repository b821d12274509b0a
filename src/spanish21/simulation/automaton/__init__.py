"""One box as an automaton of tables, walked by many shoes in parallel.

It may import plan and kernel. Begin with card_automaton.py, then lanes.py.
"""
