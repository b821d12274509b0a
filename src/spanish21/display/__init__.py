"""How values are displayed: on a line (brief), in a notebook (notebook), as rows of a table (rows), as bars.

It may import errors alone, so that any class can use it. Begin with brief.py; shown.py is what every result
derives from.
"""
