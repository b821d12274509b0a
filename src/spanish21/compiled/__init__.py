"""The arithmetic and the rules as the compiler sees them, and the cache of compiled kernels.

It may import the game and strategies; only ahead.py, which compiles everything in advance, knows the analyser
and the simulator. Begin with register.py.
"""
