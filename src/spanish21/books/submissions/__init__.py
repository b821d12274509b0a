"""An operator's Rules Submission: read, checked, turned into Rules, written as a template.

It may import the modules of books except explaining. Begin with submission.py.
"""
