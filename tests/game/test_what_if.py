"""Rules outside every book still make a table that plays to its end."""

import pytest

from scenes import Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game.commands import Double, Draw, PlaceWager
from spanish21.game.decide import legal
from spanish21.game.moves.choices import Amounts, OneOf
from spanish21.game.rules import what_if


@pytest.mark.parametrize("kind", ["match_down", "monster"])
def test_a_wager_on_the_second_card_has_it_dealt_where_there_is_no_hole_card(kind: str) -> None:
    scene = Scene("players-edge", outside={"hole_card": False, "card_reader": False})
    scene.bet("ann", 10_00).bet("ann", 1_00, kind).deal("Ks 7d Qd Kd 8c")
    scene.says("ann", "draws")  # 28 and busted: nothing but the side wager needs the second card
    assert len(scene.settled(kind)) == 1
    assert scene.table.phase == "wagers"


@pytest.mark.parametrize(("kind", "setting"), [("main", "table_minimum"), ("match", "match_minimum")])
def test_the_least_wager_is_in_chips_where_the_minimum_is_not(kind: str, setting: str) -> None:
    scene = Scene("maryland", outside={setting: 33_33, "smallest_chip": 5_00})
    if kind != "main":
        scene.bet("ann", 50_00)
    amounts = [
        one.fields["amount"]
        for one in legal(scene.table, "ann")
        if one.command == "PlaceWager" and one.fields["kind"] == OneOf((kind,))
    ]
    assert [(one.least, one.step) for one in amounts if isinstance(one, Amounts)] == [(35_00, 5_00)]
    for amount in (33_33, 34_00):
        assert scene.refused(PlaceWager(by="ann", box=1, kind=kind, amount=amount))
    scene.do(PlaceWager(by="ann", box=1, kind=kind, amount=35_00))


def test_split_aces_that_take_one_card_are_not_doubled() -> None:
    scene = Scene("maryland", outside={"split_aces_one_card": True}).bet("ann", 10_00)
    scene.deal("As 7d Ah 9c 5s Ad").says("ann", "splits")
    assert scene.hand().cards[0] >> 2 == 1  # the first ace took its one card and stands; the second is a pair
    assert scene.table.turn_hand == 1
    assert scene.refused(Draw(by="ann")) == "no_draw"
    assert scene.refused(Double(by="ann", amount=10_00)) == "no_double"


def test_a_hand_that_cannot_be_rescued_is_doubled_again_where_that_is_allowed() -> None:
    scene = Scene("maryland", outside={"may_rescue": False, "most_doubles": 2}).bet("ann", 10_00)
    scene.deal("2s 6c 3d 9c 4h 2c 8d")
    for _ in range(2):
        assert scene.table.phase == "play"
        scene.do(Double(by="ann", amount=10_00))
        scene.house()
    assert scene.table.phase != "play"


@pytest.mark.parametrize(
    ("name", "value"), [("pays_blackjack", "x"), ("pays_blackjack", [3]), ("decks", "six"), ("may_rescue", 3)]
)
def test_a_setting_of_the_wrong_form_is_named(name: str, value: object) -> None:
    with pytest.raises(BadRules, match=f"^{name} has the wrong form: [^\n]+$"):
        what_if(rules_of("maryland"), **{name: value})


STOP = {"weight": 1, "symbol": "10", "source": 0, "pays": 10_00, "pair": 0}
TABLE = {"wager": 1_00, "paytable": "X", "wheel": [STOP], "community": [], "pairs": [], "meters": []}


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ([], "spin_tables is empty; spin is offered and needs at least one table"),
        ([TABLE, TABLE], r"spin_tables is 1\.00, 1\.00; each amount has one table"),
        ([{**TABLE, "wager": 0}], "^spin_tables is .*; it must be a list of tables"),
        ([{**TABLE, "wheel": []}], "spin_tables is the wheel of X; a wheel has at least one stop"),
        ([{**TABLE, "wheel": [{**STOP, "weight": 0}]}], "it must be a list of tables"),
        ([{**TABLE, "wheel": [{**STOP, "pays": -1}]}], "it must be a list of tables"),
        ([{**TABLE, "wheel": [{**STOP, "pair": 1}]}], "it must be a list of tables"),
        ([{**TABLE, "wheel": [{**STOP, "source": 2}]}], "source 2; the wheel of X has sources 0 to 1"),
        ([{**TABLE, "wheel": [{**STOP, "source": 7}]}], "it must be a list of tables"),
        ([{**TABLE, "meters": ["monster"]}], "spin_tables needs a meter monster"),
    ],
)
def test_a_wheel_that_could_not_be_settled_is_refused(tables: list[dict[str, object]], says: str) -> None:
    with pytest.raises(BadRules, match=says) as refused:
        what_if(rules_of("maryland"), spin_tables=tables)
    assert "\n" not in str(refused.value)
