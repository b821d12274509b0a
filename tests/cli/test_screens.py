"""Every book on every screen: 40, 80 and 120 columns, with colours, without, and without UTF-8.

The recorded sessions keep three of these nine screens for each book; here the others follow from them.
"""

import re

import pytest
from click.testing import CliRunner
from recording import BOOKS, scenes

from spanish21.cli import main
from spanish21.cli.signs import PLAIN

WIDTHS = (40, 80, 120)
SHOWN = ("three boxes", "insurance", "refusals")


def seen(book: str, width: int, charset: str = "utf-8", colours: bool = False) -> str:
    """What the scenes of a book look like on a screen."""
    runner = CliRunner(charset=charset, env={"COLUMNS": str(width), "LINES": "50", "NO_COLOR": None})
    text = ""
    for name in SHOWN:
        arguments, keys = scenes(book)[name]
        result = runner.invoke(
            main, ["play", book, *arguments], input="\n".join([*keys, "q", "y", ""]), color=colours
        )
        assert result.exit_code == 0, result.stderr
        text += result.stdout
    return text


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("book", BOOKS)
def test_colours_and_letters_change_nothing_that_is_said(book: str, width: int) -> None:
    plain = seen(book, width)
    coloured = seen(book, width, colours=True)
    letters = seen(book, width, charset="ascii")
    assert "\x1b[" in coloured
    assert "\x1b[" not in plain
    assert without_colours(coloured) == plain
    assert letters.isascii()
    assert words(letters) == words(plain.translate(PLAIN))
    for text in (plain, letters):
        assert max(map(len, text.splitlines())) <= width
