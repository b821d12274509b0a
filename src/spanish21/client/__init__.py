"""Programs at live tables: a typed client, and a bot that plays a strategy. No database is needed.

It may import the game and strategies, never the server. Begin with client.py.
"""
