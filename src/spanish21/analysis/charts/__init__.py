"""The best chart by totals, and what every option of every cell adds.

It may import everything up to law. Begin with best_charts.py.
"""
