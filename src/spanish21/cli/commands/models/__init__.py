"""The commands for models: questions for them, what their play is worth, the server that they speak to.

It may import what the other commands may import. Begin with question_commands.py.
"""
