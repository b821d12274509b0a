"""A seat at an automatic table in the terminal: what is shown, what is typed, the coach, drills and figures.

It may import the modules of `cli` itself. Begin with terminal_seat.py.
"""
