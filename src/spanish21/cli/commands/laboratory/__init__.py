"""The commands about many tables and many rounds: grid, design, session, exposure.

It may import what the other commands may import. Begin with design_commands.py.
"""
