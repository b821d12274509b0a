"""The game: pure functions of frozen structs, without a clock, chance or files.

It may import errors and display. Begin with decide.py and evolve.py; procedure.py has the chapters
in their order.
"""
