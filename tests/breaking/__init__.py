"""Ways to break what a clause says, one at a time, in a process of its own: see `tests/grades.py`."""
