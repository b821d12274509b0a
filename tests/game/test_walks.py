"""Long walks at tables of every book come to what they came to before."""

from pathlib import Path

import pytest
from keeping import first_change, keep
from walks import KEPT, STEPS_OF_PART, WALKS, answers


@pytest.mark.parametrize(("book", "seed"), WALKS)
def test_a_walk_comes_to_what_it_came_to(book: str, seed: int) -> None:
    assert first_change(KEPT, f"{book} {seed}", answers(book, seed), STEPS_OF_PART) == ""


def test_a_single_other_byte_is_found_and_placed(tmp_path: Path) -> None:
    text = [b"%d" % number for number in range(100)]
    keep(tmp_path / "kept.json", {"text": text}, 40)
    assert first_change(tmp_path / "kept.json", "text", text, 40) == ""
    text[57] = b"58"
    assert first_change(tmp_path / "kept.json", "text", text, 40) == "text differs within 40 to 80"
