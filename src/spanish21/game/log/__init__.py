"""A table's log as text: written, read strictly, older versions upgraded, the rack read back.

It may import all of the game but pictures. Begin with log_text.py.
"""
