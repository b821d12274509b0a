"""Many tables together: grids of rulesets, and the rules and paytables that meet a target.

It may import all other subpackages of the analyser. Begin with grid.py.
"""
