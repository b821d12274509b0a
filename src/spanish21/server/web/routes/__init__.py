"""The routes of the server, by subject.

They may import all of the server but page. Begin with table_routes.py.
"""
