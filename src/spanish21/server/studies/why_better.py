"""Why one decision is better than another: the name of a reason, from the analyser's results."""

from typing import Any

PAT = 17
"""From this total on, a hand can win although the dealer does not bust."""


def reason_of(best: str, made: str, value: float, chances: Any) -> str:
    """Why `best`, which is worth `value`, is better than `made`: a name for which a page has words.

    `chances` are those of the hand; None where no hand is priced, as for insurance.
    """
    if "Insur" in best:
        return "too_few_tens" if best == "DeclineInsurance" else "many_tens"
    for one, other, name in (
        ("Split", "", "two_are_better"),
        ("", "Split", "one_is_better"),
        ("Surrender", "", "loses_over_half"),
        ("", "Surrender", "loses_under_half"),
        ("Rescue", "", "double_loses_more"),
        ("", "Rescue", "double_loses_less"),
    ):
        if best == one or made == other:
            return name
    if best == "Stand":
        return "busts" if chances and chances.busts else "good_enough"
    if "Double" in best:
        return "more_money" if value > 0 else "costs_least"
    if made == "Stand" and chances and not chances.busts:
        return "cannot_bust"
    if made == "Stand":
        return "needs_a_bust" if chances and chances.total < PAT else "loses_too_often"
    return "no_more_money"
