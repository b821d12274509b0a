"""Stretches of a round done in one step when nothing unusual happens, with the events of the single commands.

They may import chapters; only `dealer` calls them. Laws keep their events and tables equal to those of the
commands one by one. Begin with last_cards.py.
"""
