"""Why one decision is better than another, by name."""

import pytest

from page.openings import opened
from spanish21.analysis.advice.hand_worth import Chances
from spanish21.game.log.snapshot import json_of_table
from spanish21.server.studies.why_better import reason_of
from spanish21.server.studies.workers import advised

STIFF, SOFT, PAT = Chances(15, 0.49, 0.26), Chances(13, 0.0, 0.4), Chances(17, 0.7, 0.2)


@pytest.mark.parametrize(
    ("best", "made", "value", "chances", "reason"),
    [
        ("Draw", "Stand", -11.0, STIFF, "needs_a_bust"),
        ("Draw", "Stand", -11.0, SOFT, "cannot_bust"),
        ("Draw", "Stand", -11.0, PAT, "loses_too_often"),
        ("Draw", "Double", -11.0, STIFF, "no_more_money"),
        ("Stand", "Draw", -11.0, STIFF, "busts"),
        ("Stand", "Draw", 11.0, SOFT, "good_enough"),
        ("Double", "Draw", 11.0, SOFT, "more_money"),
        ("Double", "Draw", -11.0, SOFT, "costs_least"),
        ("Split", "Stand", 11.0, STIFF, "two_are_better"),
        ("Stand", "Split", 11.0, PAT, "one_is_better"),
        ("Surrender", "Draw", -50.0, STIFF, "loses_over_half"),
        ("Draw", "Surrender", -40.0, STIFF, "loses_under_half"),
        ("Rescue", "Stand", -60.0, STIFF, "double_loses_more"),
        ("Stand", "Rescue", -40.0, STIFF, "double_loses_less"),
        ("DeclineInsurance", "Insure", 0.0, None, "too_few_tens"),
        ("Insure", "DeclineInsurance", 1.0, None, "many_tens"),
    ],
)
def test_a_reason_fits_what_was_done_and_what_was_better(
    best: str, made: str, value: float, chances: Chances | None, reason: str
) -> None:
    assert reason_of(best, made, value, chances) == reason


def test_advice_says_why_the_best_is_better_and_what_the_hand_is_up_against() -> None:
    found = advised(json_of_table(opened("table-maryland").table), "p1")
    why = {one["command"]["type"]: one["why"] for one in found["options"] if one["command"]}
    assert why["Draw"] == ""
    assert why["Stand"] == "needs_a_bust"
    chances = found["chances"]
    assert chances is not None
    assert chances["total"] == 15
    assert chances["busts"] == pytest.approx(135 / 273, abs=0.01)
