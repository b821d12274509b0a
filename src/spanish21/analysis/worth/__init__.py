"""The worth of a table under any strategy: the edge, fixed payouts, insurance.

It may import hands and splits; to display itself, an `Edge` imports law and report at that moment.
Begin with table_edge.py.
"""
