"""What a command means when a field is left out, in Python and on the wire."""

import msgspec
import pytest

from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import new_table
from spanish21.game import commands as cmd
from spanish21.game.events import TableSetUp

LEFT_OUT = {
    cmd.Join(by="ann", chips=5): {"seat": 0},
    cmd.ReceiveDecks(by="floorperson", cards=()): {"preinspected": False, "preshuffled": False},
    cmd.RemoveTens(by="dealer"): {"missed": ()},
    cmd.WashCards(by="dealer"): {"exposed": False},
    cmd.Shuffle(by="dealer"): {"cards": ()},
    cmd.PlaceWager(by="ann", box=1, amount=5): {"kind": "main", "instrument": "chips"},
    cmd.WithdrawWager(by="ann", box=1): {"kind": "main"},
    cmd.Deal(by="dealer"): {"cards": (), "count": 0},
    cmd.InsertHoleCard(by="dealer"): {"answer": None},
    cmd.FollowSplit(by="ann", covers=True): {"hand": 0},
    cmd.TurnHoleCard(by="dealer"): {"card": 0},
    cmd.FindFaceUp(by="dealer"): {"card": 0},
    cmd.DrawInError(by="dealer", exposed=True): {"card": 0},
    cmd.OverdrawDealer(by="dealer"): {"card": 0},
}


def test_a_table_is_for_training_and_number_one_and_decks_have_no_defect_unless_told() -> None:
    _, (up,) = new_table(rules_of("maryland"), 5_00)
    assert isinstance(up, TableSetUp)
    assert (up.is_real_shoe, up.for_money, up.number) == (False, False, 1)
    assert cmd.InspectDecks(by="dealer").defective == 0


@pytest.mark.parametrize("command", LEFT_OUT, ids=lambda command: type(command).__name__)
def test_what_is_left_out_has_its_usual_value(command: cmd.Command) -> None:
    expected = LEFT_OUT[command]
    assert {name: getattr(command, name) for name in expected} == expected
    assert {field.name for field in msgspec.structs.fields(command) if not field.required} >= {*expected}
    wire = {"type": type(command).__name__} | {
        name: value for name, value in msgspec.structs.asdict(command).items() if name not in expected
    }
    assert msgspec.json.decode(msgspec.json.encode(wire), type=type(command)) == command
