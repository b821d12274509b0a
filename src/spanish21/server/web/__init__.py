"""The application: the gate, routes and sockets, and how a server starts and stops.

It may import everything in `server`. Begin with app.py; serving.py starts a server.
"""
