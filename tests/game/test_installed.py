"""Side wagers of other installed packages, found by their entry points."""

from importlib.metadata import EntryPoint

import pytest

from spanish21.books import installed
from spanish21.errors import BadRules
from spanish21.game.side_wagers.match import MATCH
from spanish21.game.side_wagers.record import SideWager

GROUP = "spanish21.side_wagers"
"""What another package writes into its own pyproject."""


def registered(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[SideWager]:
    """What is registered when packages with these entry points are installed."""
    found: list[SideWager] = []
    points = [EntryPoint(f"own{at}", address, GROUP) for at, address in enumerate(addresses)]
    monkeypatch.setattr(installed, "entry_points", lambda group: points if group == GROUP else [])
    monkeypatch.setattr(installed, "register", found.append)
    installed.register_installed.__wrapped__()
    return found


def test_every_entry_point_is_loaded_and_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    address = "spanish21.game.side_wagers.match:MATCH"
    assert registered(monkeypatch) == []
    assert registered(monkeypatch, address, address) == [MATCH, MATCH]


def test_what_cannot_be_loaded_or_is_something_else_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadRules, match=r"^the side wager own0 cannot be loaded: No module named 'nowhere'$"):
        registered(monkeypatch, "nowhere:GULL")
    with pytest.raises(BadRules, match=r"^the side wager own0 is not a SideWager: string:digits$"):
        registered(monkeypatch, "string:digits")
