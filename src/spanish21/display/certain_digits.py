"""Figures as text: only the digits that are the same on every processor.

Processors differ in the last of a float's 17 digits: they add in another order, or multiply and add in one
step. So figures in JSON and in reports are rounded, here and nowhere else.
"""

from math import floor, isfinite, log10
from typing import Any

CERTAIN_DIGITS = 12
"""How many significant digits a figure has as text."""
CERTAIN_BASIS_POINTS = 8
"""How many decimals the difference of two expected values has, in basis points."""


def certain(figure: float) -> float:
    """A figure with its certain digits.

    >>> certain(0.1 + 0.2), certain(-0.0047437218930154321), certain(1e-300), certain(0.0)
    (0.3, -0.00474372189302, 1e-300, 0.0)
    """
    if not figure or not isfinite(figure):
        return figure
    return round(figure, CERTAIN_DIGITS - 1 - floor(log10(abs(figure)))) or 0.0


def certain_figures(document: Any) -> Any:
    """A JSON document, all its floats with their certain digits."""
    if isinstance(document, float):
        return certain(document)
    if isinstance(document, dict):
        return {name: certain_figures(value) for name, value in document.items()}
    if isinstance(document, list | tuple):
        return [certain_figures(value) for value in document]
    return document


def basis_points(gain: float) -> float:
    """A gain in hundredths of a per cent; where nothing changes, exactly nothing.

    >>> basis_points(0.1 + 0.2 - 0.3), basis_points(0.000625)
    (0.0, 6.25)
    """
    return round(gain * 10_000, CERTAIN_BASIS_POINTS) + 0.0
