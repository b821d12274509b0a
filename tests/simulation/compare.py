"""How many rounds the kernel and the game's own table play alike, and where they differ."""

import numpy

from simulation.given_cards import play_given_shoe
from simulation.table_play import TableOfShoe
from spanish21.game.round.wheels import fixed_amounts
from spanish21.game.rules import Rules, sides_offered
from spanish21.game.side_wagers.registry import side_wager
from spanish21.simulation.kernel.tally import Tally
from spanish21.simulation.plan.run_plan import Plan, prepared
from spanish21.simulation.plan.streams import shuffled_shoe

SUMS = ("cells", "wagers", "rounds", "bins", "clusters", "splits", "bonuses", "meter_hits")


def assert_same(one: Tally, other: Tally) -> None:
    """Two ways of playing have come to the same, to the last unit and the last meter hit."""
    for name in SUMS:
        assert numpy.array_equal(getattr(one, name), getattr(other, name)), name


def every_side_wager(rules: Rules) -> dict[str, int]:
    """A stake on every side wager that the rules offer."""
    sides = {}
    for name in sides_offered(rules):
        record = side_wager(name)
        if record.pays_by == "odds":
            sides[name] = max(rules.sides[record.paytable].minimum, rules.smallest_chip)
        else:
            sides[name] = fixed_amounts(rules, name)[-1]
    return sides


def differences(plan: Plan, shoes: range) -> tuple[int, list[str]]:
    """The rounds of some shoes that were played twice, and a line for every one with other money."""
    ready, rules, seed, boxes = prepared(plan), plan.rules, plan.seed, plan.boxes
    rounds, found = 0, []
    for number in shoes:
        cards = shuffled_shoe(rules.decks, seed, number)
        cover = round(len(cards) * plan.penetration)
        kernel = play_given_shoe(ready, cards, int(rules.burns_first_card), cover, number)
        table = TableOfShoe(plan, cards.tolist(), cover)
        for place in range(len(kernel.first_card)):
            assert table.has_shoe(), "the kernel plays a round more than the table"
            at_table = table.round(kernel, place)
            rounds += 1
            by_kernel = [kernel.by_name(place, box) for box in range(boxes)]
            if at_table != by_kernel:
                where = f"{rules.book}, {boxes} boxes, seed {seed}, shoe {number}, round {place}"
                found.append(f"{where}: table {at_table}, kernel {by_kernel}")
        assert not table.has_shoe(), "the table plays a round more than the kernel"
    return rounds, found
