"""The rules, a file for each chapter: the legal moves, the events they cause, the effects of those events.

It may import everything of the game that is below `procedure`, which has the chapters in their order. The
folders follow a table's day: floor, shoes, betting, play, payment, irregularities; each may import those
before it. Begin with play/insurance.py.
"""
