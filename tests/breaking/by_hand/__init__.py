"""Breaks written by hand, chapter by chapter, where a clause's data do not say how to break it."""

import importlib

CHAPTERS = (
    "words",
    "cards",
    "dealing",
    "decisions",
    "refusals",
    "settling",
    "side_wagers",
    "irregularities",
    "guides",
)


def load() -> None:
    """Register every break of every chapter."""
    for chapter in CHAPTERS:
        importlib.import_module(f"breaking.by_hand.{chapter}")
