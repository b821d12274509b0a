"""How values are displayed: on a line (brief), in a notebook (notebook), as rows of a table (rows).

The lowest layer next to errors: it imports nothing of the package but errors, so that any class may use it.
"""
