"""Rulebooks and submissions: read, checked against each other, cited.

It may import the game. Begin with rulebook.py, and submissions/submission.py, which makes `Rules` of both;
citing.py finds the clause for each act of the game.
"""
