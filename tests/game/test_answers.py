"""Whatever anybody tries at a moment of the game, the table answers as its page says."""

import pytest
from answers import PAGES, page
from moments import MOMENTS


@pytest.mark.parametrize("name", MOMENTS)
def test_at_each_moment_the_table_answers_everybody_as_its_page_says(name: str) -> None:
    title, scene = MOMENTS[name]
    found = page(title, scene().table).splitlines()
    written = (PAGES / f"{name}.txt").read_text("utf-8").splitlines()
    assert found == written


def test_every_page_is_of_a_moment() -> None:
    assert {path.stem for path in PAGES.iterdir()} == {*MOMENTS}
