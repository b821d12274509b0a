"""One process of a grid: reads rulesets, line by line, and answers with their figures.

It is a separate program, so that a grid needs nothing of the program that asks for it.
"""

import json
import sys

import msgspec

from spanish21.analysis.worth.table_edge import edge
from spanish21.errors import BadInput
from spanish21.game.rules import Rules


class RulesetTask(msgspec.Struct):
    """A ruleset, and whether the law of a round is asked for, too."""

    rules: Rules
    law: bool = False


Figures = dict[str, float | str]
REFUSED = "refused"
INTERRUPTED = 130


def figures_of(task: RulesetTask) -> Figures:
    """The figures of a ruleset; of one that the analyser cannot handle, why."""
    try:
        found = edge(task.rules)
        figures: Figures = {"house_edge": -found.expected_value}
        if task.law:
            law = found.law
            figures |= {
                "standard_deviation": law.standard_deviation,
                "average_wager": law.average_wager,
                "element_of_risk": -found.expected_value / law.average_wager,
                "hit_frequency": law.hit_frequency,
            }
    except BadInput as refused:
        return {REFUSED: str(refused)}
    return figures


def main() -> None:
    """Answer until the standard input ends."""
    decoder = msgspec.json.Decoder(RulesetTask)
    for line in sys.stdin.buffer:
        sys.stdout.write(json.dumps(figures_of(decoder.decode(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # who has asked for the grid says so
        sys.exit(INTERRUPTED)
