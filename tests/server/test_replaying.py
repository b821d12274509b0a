"""A round that somebody sends as text is told with its clauses, and reads no file of the server's."""

from pathlib import Path

import pytest

from spanish21.errors import BadInput
from spanish21.server.rounds.replay import replayed

ROUND = "book maryland\nsit ann 1 500.00\nbet ann 1 10.00\ncards 6s 9d 7s Kc 8s\nann draws\n"


def test_a_round_is_told_event_by_event_with_its_clauses() -> None:
    found = replayed(ROUND)
    assert found["sheet"]["boxes"] == 7
    steps = found["steps"]
    told = {step["event"]["type"]: step for step in steps}
    assert told["WagerSettled"]["text"] == "ann wins $30: 6-7-8 of spades pays 3 to 1."
    assert "maryland 12.B(3)" in told["WagerSettled"]["clauses"]
    down = [step["event"] for step in steps if step["event"].get("face_down")]
    assert [event["card"] for event in down] == ["??"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("book {path}", "the round:1: book must be one of maryland"),
        ('book "{path}"', "the round:1: book must be one of maryland"),
        ("book maryland\nsubmission {path}", "the round:2: name no file here"),
        ("", "the round:1: a round must first name its book"),
        ('book maryland\nsit "ann', "the round:2: a quotation mark is not closed"),
        (f"{ROUND}---\n{ROUND}", "there are 2 rounds here"),
    ],
)
def test_a_text_that_cannot_be_shown_is_refused_in_one_line(tmp_path: Path, text: str, why: str) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text('password = "a long secret"', "utf-8")
    with pytest.raises(BadInput) as refused:
        replayed(text.replace("{path}", str(secret)))
    assert why in str(refused.value)
    assert "a long secret" not in str(refused.value)
    assert "\n" not in str(refused.value)
