"""A run from its first task to its last: tasks, threads, clusters, checkpoints, rounds written out.

It may import everything below. Begin with whole_run.py.
"""
