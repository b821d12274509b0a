"""Learners and baselines: what to compare with, from chance to a network.

It may import everything of environments up to measuring. Begin with tabular.py.
"""
