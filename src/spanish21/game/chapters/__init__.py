"""The rules, a file for each chapter: what may be asked, what then happens, what its events change.

It may import everything of the game that is below `procedure`, which has the chapters in their order. The
folders follow a table's day: floor, shoes, betting, play, payment, irregularities; each may import those
before it. Begin with play/insurance.py.
"""
