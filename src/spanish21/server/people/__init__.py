"""Accounts, sessions, passwords, roles, limits and quotas, and who may ask for what.

It may import log and store. Begin with command_authority.py (commands) and permissions.py (requests).
"""
