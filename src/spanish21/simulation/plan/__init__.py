"""What a run plays, and the tables that kernels look up: decisions, hands, ends, counts, streams.

It may import the game, strategies and `compiled`. Begin with run_plan.py.
"""
