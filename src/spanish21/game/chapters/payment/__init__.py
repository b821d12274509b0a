"""Payment: side wagers, progressives, the hands, bonuses, and the pick-up that ends a round.

It may import floor and play, which never imports it. Begin with settling.py.
"""
