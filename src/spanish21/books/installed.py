"""Side wagers of other installed packages: their entry points in the group `spanish21.side_wagers`."""

from functools import cache
from importlib.metadata import entry_points

from spanish21.errors import BadRules, one_line
from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.registry import register

GROUP = "spanish21.side_wagers"


@cache
def register_installed() -> None:
    """Register the side wagers of installed packages, once; a book read from a file may need them."""
    for point in entry_points(group=GROUP):
        try:
            record = point.load()
        except Exception as error:
            raise BadRules(one_line(f"the side wager {point.name} cannot be loaded: {error}")) from None
        if not isinstance(record, SideWager):
            raise BadRules(one_line(f"the side wager {point.name} is not a SideWager: {point.value}"))
        register(record)
