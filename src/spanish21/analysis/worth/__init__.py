"""What a table is worth under any strategy: the edge, fixed payouts, insurance.

It may import hands and splits; what an `Edge` shows of itself it asks of law and report when it is shown.
Begin with table_worth.py.
"""
