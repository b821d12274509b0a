"""The commands, one module for each or for a few that belong together; each is imported when it runs.

It may import everything in `cli`. Begin with the list of commands in cli/__init__.py.
"""
