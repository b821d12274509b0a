"""Tables and rules as a notebook or a terminal shows them.

It may import all of the game; tables and rules ask for it when they are shown. Begin with table_picture.py.
"""
