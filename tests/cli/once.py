"""Analyses that a test needs several times are found once: the same rules have the same figures."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest

COSTLY = ("analysis_of", "best_chart", "prices")
"""What a report takes its time over, by the names in analysis/report/run_evidence.py."""


def once(work: Callable[..., Any]) -> Callable[..., Any]:
    """A function of rules and a shoe that keeps what it has found for them. Whom it tells of its progress is
    not compared; with anything else it begins anew."""
    kept: list[tuple[Any, Any]] = []

    @wraps(work)
    def find(rules: Any, shoe: Any = None, *told: Any) -> Any:
        for asked, found in kept:
            if asked == (rules, shoe):
                return found
        kept.append(((rules, shoe), work(rules, shoe, *told)))
        return kept[-1][1]

    return find


Findings = dict[str, Callable[..., Any]]


def findings_once() -> Findings:
    """The costly parts of a report, each found once for the same rules; nothing is found yet."""
    from spanish21.analysis.report import run_evidence

    return {name: once(getattr(run_evidence, name)) for name in COSTLY}


def use(patched: pytest.MonkeyPatch, findings: Findings) -> None:
    """Let reports be made of these."""
    for name, work in findings.items():
        patched.setattr(f"spanish21.analysis.report.run_evidence.{name}", work)
