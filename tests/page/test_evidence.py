"""A progressive payout as whoever validates it sees it: all facts and cards of the table, and no others."""

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser

from page.openings import progressive, spin
from page.serving import Served, visit
from scenes import Scene
from spanish21.game import commands as cmd
from spanish21.game.due import due
from spanish21.game.table import DEALER
from spanish21.server.control.payouts import payout_due

SHOWN = """async payout => {
  const { mountEvidence } = await import('/approvals/evidence.js')
  const node = mountEvidence(payout, 'Mona')
  const texts = one => [...one.children].map(part => part.textContent)
  const facts = [...node.querySelectorAll('dl > div')].map(texts)
  const hands = [...node.querySelectorAll('figure')].map(one => [
    one.querySelector('[role=img]').getAttribute('aria-label'), one.querySelectorAll('.card').length,
    one.classList.contains('is-paid')])
  return { facts, hands }
}"""


def won(scene: Scene) -> Scene:
    """The scene up to where the payout waits to be validated; the wheel stops at the jackpot."""
    scene.do(cmd.CloseWagers(by=DEALER))
    while not isinstance(step := due(scene.table), cmd.ValidatePayout):
        if isinstance(step, cmd.Spin):
            wheel = scene.table.rules.sides["spin"].tables[0].wheel
            jackpot = next(n for n, stop in enumerate(wheel) if stop.symbol == "jackpot")
            scene.do(replace(step, stop=jackpot))
        elif step is None:
            box = scene.table.boxes[scene.table.turn_box]
            scene.do(cmd.Stand(by=box.stakes[0].person))
        else:
            scene.house(1)
    return scene


@pytest.mark.parametrize(
    ("opening", "facts", "hands"),
    [
        (
            progressive,
            [
                ["Amount", "$5,000.15"],
                ["Wager", "Monster Match, Mona, Box 1"],
                ["Round", "1, The corner table"],
                ["Meter", "Monster Match shows $5,000.15"],
            ],
            [["Hand: 7s 7s", 2, True], ["Dealer: 7s 7s Qc", 3, False]],
        ),
        (
            spin,
            [
                ["Amount", "$1,000.10"],
                ["Wager", "Bonus Spin, Mona, Box 1"],
                ["Round", "1, The corner table"],
                ["Wheel", "jackpot"],
                ["Meter", "Bonus Spin shows $1,000.10"],
            ],
            [["Hand: As Ks", 2, True], ["Dealer: 7d ??", 2, False], ["Box 2: 9c 8h", 2, False]],
        ),
    ],
)
def test_the_evidence_of_a_payout_is_all_that_lies_on_the_table(
    server: Served,
    browser: Browser,
    opening: Callable[[], Scene],
    facts: list[list[str]],
    hands: list[list[object]],
) -> None:
    payout = payout_due(won(opening()).table, "t1", "The corner table")
    page = visit(browser, server.url)
    shown = page.evaluate(SHOWN, msgspec.to_builtins(payout))
    assert shown == {"facts": facts, "hands": hands}
