"""Who checks whom: second factors, and requests that a second person approves.

It may import log, store and people. Begin with approvals.py.
"""
