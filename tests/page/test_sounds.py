"""What is heard, with motion and without: nothing before a click, one sound for what happens together."""

import pytest
from playwright.sync_api import Browser

from page.guests import sit, stacked, wait_to_hear
from page.serving import Served, visit

LISTENS = """
window.sounds = []
const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} })
const node = () => ({ gain: param(), frequency: param(), connect() {}, start() {}, stop() {} })
window.AudioContext = class {
  currentTime = 0
  sampleRate = 100
  destination = null
  createGain() { return node() }
  createBiquadFilter() { return node() }
  createBuffer() { return { getChannelData: () => [] } }
  createBufferSource() { window.sounds.push('noise'); return node() }
  createOscillator() {
    const made = node()
    made.start = () => window.sounds.push(made.frequency.value)
    return made
  }
}
localStorage.setItem('spanish21.settings', JSON.stringify({ sound: true }))
"""
CHIP, BELL = [2300, 1895], [880, 1175]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_chips_and_a_win_are_heard_with_motion_and_without(
    server: Served, browser: Browser, motion: str
) -> None:
    page = visit(browser, "about:blank", reduced_motion=motion)
    page.context.add_init_script(LISTENS)
    page.goto(server.open("maryland"))
    sit(page, 1)
    page.evaluate("window.sounds.length = 0")
    stacked(server, page, "9c 6d Jh Qc 9d")
    page.keyboard.press("Enter")
    wait_to_hear(page, "Your turn. 19 against 6.")
    heard = page.evaluate("window.sounds")
    assert heard[:2] == CHIP  # the wager
    assert "noise" in heard[2:]  # cards
    if motion == "reduce":
        assert heard.count("noise") == 1  # what is shown together is heard once
    page.evaluate("window.sounds.length = 0")
    page.keyboard.press("s")
    wait_to_hear(page, "You win $5")
    page.wait_for_selector(".verdict:not([hidden])")
    heard = page.evaluate("window.sounds")
    assert [one for one in heard if one in BELL] == BELL
