"""Many boxes played in step: all deal, all play, all dealers draw, all are settled.

It may import plan, kernel and automaton. Begin with step_loop.py.
"""
