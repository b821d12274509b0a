"""Spanish 21: the rulebooks as data, the game as pure functions."""

__version__ = "0.1.0"
