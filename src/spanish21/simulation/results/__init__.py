"""The results of a run: exact totals, estimates with their errors, meters, bankrolls, pictures.

It may import plan and kernel. Begin with result.py.
"""
