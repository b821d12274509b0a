"""The rulebooks, practice tables and the analyser as tools for a model, by the Model Context Protocol.

It may import what its package may import, and environments/text/. Begin with mcp_server.py (the tools and
resources), then practice.py (a person's practice tables) and model_app.py (the same over HTTP).
"""
