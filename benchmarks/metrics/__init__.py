"""The code base in figures: its size, names, walkthroughs, dead code and speed.

`make metrics`, or `python -m benchmarks.metrics [--tree DIR] [NAME ...]`, prints them. Each module with a
function `figures(tree)` is one group: it yields lines about the checkout that it is given, so that an older
one can be measured by the same rules. To add a figure, add a module; nothing lists them. It may import
anything in the project. Begin with `size.py`.
"""
