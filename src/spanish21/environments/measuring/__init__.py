"""How good a policy or a player is: edges, regret by state, recorded rounds, rules that are held out.

It may import everything of environments but the other folders. Begin with evaluation.py.
"""
