"""The side wagers: each is one record in its own module; everything else asks the registry.

It may import hands, pays, settings and money. Begin with record.py.
"""
