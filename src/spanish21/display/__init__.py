"""How values are displayed: on a line (brief), in a notebook (notebook), as rows of a table (rows).

It may import errors alone, so that any class can use it. Begin with brief.py.
"""
