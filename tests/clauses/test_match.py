"""What a match with the dealer's card pays: 12.A(4), (5), massachusetts 6(e) and (f), uk-casino M1–M3."""

from typing import Any

import pytest
from payout_scenes import all_stand, cited, clause, dealt, in_books, refusal_of

from scenes import Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.errors import BadRules
from spanish21.game import commands as cmd

# The player's two cards beside a dealer's 9 of clubs, line by line of the paytables.
HANDS = {
    "two suited": ["9c 9c"],
    "suited and unsuited": ["9c 9d", "9h 9c"],
    "suited": ["9c 8d", "Ks 9c"],
    "two unsuited": ["9d 9s", "9h 9h"],
    "unsuited": ["9d 8d", "Ks 9s"],
}
ADDED_UP = {
    6: {"two suited": 18, "suited and unsuited": 13, "suited": 9, "two unsuited": 8, "unsuited": 4},
    8: {"two suited": 24, "suited and unsuited": 15, "suited": 12, "two unsuited": 6, "unsuited": 3},
}
PLAYERS_EDGE = {
    "A": {"two suited": 18, "suited and unsuited": 13, "suited": 9, "two unsuited": 8, "unsuited": 4},
    "B": {"two suited": 24, "suited and unsuited": 15, "suited": 12, "two unsuited": 6, "unsuited": 3},
    "C": {"two suited": 26, "suited and unsuited": 16, "suited": 13, "two unsuited": 6, "unsuited": 3},
}
NUMERALS = ("i", "ii", "iii", "iv", "v")


def match_round(scene: Scene, hand: str, kind: str = "match") -> tuple[str, int, int]:
    """Result, collected and paid of a match wager of 5 against the 9 of clubs."""
    scene.bet("ann", 10_00).bet("ann", 5_00, kind)
    dealer = "9c Kh" if kind == "match" else "Kh 9c"
    all_stand(scene.deal(dealt(scene, [hand], dealer)))
    (settled,) = scene.settled(kind)
    main = sum(one.paid - one.collected for one in scene.settled())
    assert scene.gained() == main + settled.paid - settled.collected
    assert settled.returned == (5_00 if settled.result == "won" else 0)
    return settled.result, settled.collected, settled.paid


def lines_by_decks() -> list[Any]:
    """Every line of every book that pays for each matching card, with the clauses behind it."""
    params = []
    for decks, letter in ((6, "a"), (8, "b")):
        for line, odds in ADDED_UP[decks].items():
            suited, unsuited = "suited" in line.replace("unsuited", ""), "unsuited" in line
            for book in ("maryland", "maryland-v1"):
                ids = [f"12.A(4)({letter})(i)"] * suited + [f"12.A(4)({letter})(ii)"] * unsuited
                marks = clause(book, "12.A(4)", f"12.A(4)({letter})", *ids)
                params.append(pytest.param(book, decks, line, odds, marks=marks))
            marks = clause("massachusetts", "6(e)", "6(e)(1)" if decks == 6 else "6(e)(2)")
            params.append(pytest.param("massachusetts", decks, line, odds, marks=marks))
            params.append(pytest.param("uk-casino", decks, line, odds, marks=clause("uk-casino", "M1", "M3")))
    return params


@pytest.mark.parametrize(("book", "decks", "line", "odds"), lines_by_decks())
def test_a_match_pays_for_each_matching_card_by_the_number_of_decks(
    book: str, decks: int, line: str, odds: int
) -> None:
    for hand in HANDS[line]:
        assert match_round(Scene(book, decks=decks), hand) == ("won", 0, 5_00 * odds)


@pytest.mark.parametrize("book", in_books("12.A(4)", "12.A(4)(a)", "12.A(4)(b)", players_edge=()))
def test_the_number_of_decks_decides_between_the_two_tables(book: str) -> None:
    six, eight = Scene(book, decks=6), Scene(book, decks=8)
    assert cited(six, "match_pays.suited") == ("12.A(4)(a)(i)",)
    assert cited(six, "match_pays.two_unsuited") == ("12.A(4)(a)(ii)",)
    assert cited(eight, "match_pays.two_suited") == ("12.A(4)(b)(i)",)
    assert cited(eight, "match_pays.unsuited") == ("12.A(4)(b)(ii)",)
    assert cited(eight, "match_pays.suited_and_unsuited") == ("12.A(4)(b)(i)", "12.A(4)(b)(ii)")


@pytest.mark.parametrize("book", in_books("12.A(4)", players_edge="12.A(5)", uk_casino=("M1", "M2")))
@pytest.mark.parametrize("hand", ["8c 7c", "Kc Jc", "Ac 2c"])
def test_without_a_card_of_that_rank_the_wager_is_lost(book: str, hand: str) -> None:
    assert match_round(Scene(book), hand) == ("lost", 5_00, 0)


@pytest.mark.clause("uk-casino M1", "uk-casino M2")
def test_in_the_uk_the_match_is_with_the_dealers_first_card_and_the_players_first_two() -> None:
    scene = Scene("uk-casino").bet("ann", 10_00).bet("ann", 5_00, "match")
    scene.deal(dealt(scene, ["2d 3d"], "9c 3h 8h", "9c")).says("ann", "draws")
    all_stand(scene)
    (settled,) = scene.settled("match")
    assert (settled.result, settled.collected, settled.why) == ("lost", 5_00, "match_lost")
    assert "M2" in scene.book.cite("match_lost")


@pytest.mark.clause("uk-casino M1")
def test_a_uk_table_may_do_without_the_match_wager() -> None:
    offered, without = Scene("uk-casino").bet("ann", 10_00), Scene("uk-casino", offers=[]).bet("ann", 10_00)
    wager = cmd.PlaceWager(by="ann", box=1, amount=5_00, kind="match")
    assert without.refused(wager) == "side_wager_not_offered"
    assert offered.do(wager)
    with pytest.raises(BadRules, match=r"one of match \(uk-casino .*M1\)"):
        rules_of("uk-casino", offers=["spin"])


@pytest.mark.clause("uk-casino M3")
def test_in_the_uk_a_match_is_won_whatever_becomes_of_the_hand() -> None:
    scene = Scene("uk-casino").bet("ann", 10_00).bet("ann", 5_00, "match")
    scene.deal(dealt(scene, ["9c 6d"], "9c Kh", "Kd")).says("ann", "draws")
    assert scene.settled()[0].why == "bust"
    assert scene.gained() == 9 * 5_00 - 10_00


# -- players-edge ----------------------------------------------------------------------------------


def players_edge_lines() -> list[Any]:
    params = []
    for letter, table in PLAYERS_EDGE.items():
        for numeral, (line, odds) in zip(NUMERALS, table.items(), strict=True):
            ids = f"12.A(5)({letter.lower()})"
            marks = clause("players-edge", "12.A(5)", ids, f"{ids}({numeral})")
            params.append(pytest.param(letter, line, odds, f"{ids}({numeral})", marks=marks))
    return params


@pytest.mark.parametrize(("table", "line", "odds", "ids"), players_edge_lines())
@pytest.mark.parametrize("kind", ["match", "match_down"])
def test_match_up_and_match_down_pay_by_the_chosen_paytable(
    kind: str, table: str, line: str, odds: int, ids: str
) -> None:
    for hand in HANDS[line]:
        scene = Scene("players-edge", match_paytable=table)
        assert match_round(scene, hand, kind) == ("won", 0, 5_00 * odds)
        assert cited(scene, scene.settled(kind)[0].why) == (ids,)


@pytest.mark.clause("players-edge 12.A(5)")
def test_match_up_and_match_down_are_each_against_their_own_card() -> None:
    scene = Scene("players-edge").bet("ann", 10_00).bet("ann", 5_00, "match").bet("ann", 7_00, "match_down")
    all_stand(scene.deal(dealt(scene, ["9c 8d"], "9d 8d")))
    (up,), (down,) = scene.settled("match"), scene.settled("match_down")
    assert (up.result, up.paid, up.why) == ("won", 4 * 5_00, "match_pays.unsuited")
    assert (down.result, down.paid, down.why) == ("won", 9 * 7_00, "match_down_pays.suited")


@pytest.mark.clause("players-edge 12.A(5)")
def test_without_a_match_with_the_hole_card_match_down_is_lost() -> None:
    assert match_round(Scene("players-edge"), "8c 7c", "match_down") == ("lost", 5_00, 0)


@pytest.mark.clause(
    "players-edge 12.A(5)",
    "players-edge 12.A(5)(a)",
    "players-edge 12.A(5)(b)",
    "players-edge 12.A(5)(c)",
)
def test_the_match_paytables_are_a_b_and_c() -> None:
    for table in "ABC":
        rules_of("players-edge", match_paytable=table)
    for table in ("D", "", "a"):
        refused = refusal_of("players-edge", match_paytable=table)
        assert "match_paytable" in refused
        assert "one of A, B, C (players-edge 12.A(5), 12.A(5)(a), 12.A(5)(b)" in refused


@pytest.mark.clause("players-edge 12.A(5)")
@pytest.mark.parametrize(("decks", "suited"), [(6, 9), (8, 12), (5, 13)])
def test_unless_a_paytable_is_chosen_it_goes_with_the_decks(decks: int, suited: int) -> None:
    assert match_round(Scene("players-edge", decks=decks), "9c 8d") == ("won", 0, 5_00 * suited)


# -- massachusetts ---------------------------------------------------------------------------------


@pytest.mark.clause("massachusetts 6(f)")
@pytest.mark.parametrize(
    ("hand", "dealer", "match", "main"),
    [
        ("9c 8d", "9c Kh", 9 * 5_00, -10_00),
        ("9d 8d", "9c Kh", 4 * 5_00, -10_00),
        ("9d Kd", "9c 8h", 4 * 5_00, 10_00),
        ("Kd 8d", "9c Kh", -5_00, -10_00),
        ("Kd Qd", "9c Kh", -5_00, 10_00),
        ("Ad Kd", "9c Kh", -5_00, 15_00),
        ("Kd 9h", "9c Kh", 4 * 5_00, 0),
    ],
)
def test_match_and_main_wager_are_each_settled_as_if_alone(
    hand: str, dealer: str, match: int, main: int
) -> None:
    both = Scene("massachusetts").bet("ann", 10_00).bet("ann", 5_00, "match")
    all_stand(both.deal(dealt(both, [hand], dealer)))
    alone = Scene("massachusetts").bet("ann", 10_00)
    all_stand(alone.deal(dealt(alone, [hand], dealer)))
    assert alone.gained() == main
    assert both.gained() == main + match
    assert both.settled() == alone.settled()


@pytest.mark.clause("massachusetts 6(f)")
def test_a_lost_match_leaves_insurance_and_double_as_they_are() -> None:
    scene = Scene("massachusetts").bet("ann", 10_00).bet("ann", 5_00, "match")
    scene.deal(dealt(scene, ["5d 6d"], "Ac Kh", "9d")).says("ann", "insures 500", "doubles")
    all_stand(scene)
    assert [one.result for one in scene.settled("match")] == ["lost"]
    assert [one.paid for one in scene.settled("insurance")] == [10_00]
    assert scene.gained() == -5_00 + 10_00 - 10_00


@pytest.mark.clause("massachusetts 6(e)")
@pytest.mark.parametrize(("decks", "suited", "unsuited"), [(6, 9, 4), (8, 12, 3)])
def test_the_operator_may_pay_more_than_the_least_odds(decks: int, suited: int, unsuited: int) -> None:
    more = {"decks": decks, "match_suited": suited + 2, "match_unsuited": unsuited + 1}
    assert match_round(Scene("massachusetts", **more), "9c 8d") == ("won", 0, 5_00 * (suited + 2))
    assert match_round(Scene("massachusetts", **more), "9d 8d") == ("won", 0, 5_00 * (unsuited + 1))
    both = 5_00 * (suited + unsuited + 3)
    assert match_round(Scene("massachusetts", **more), "9c 9d") == ("won", 0, both)
    least = {"decks": decks, "match_suited": suited, "match_unsuited": unsuited}
    assert match_round(Scene("massachusetts", **least), "9c 9d") == ("won", 0, 5_00 * (suited + unsuited))


@pytest.mark.parametrize(
    ("decks", "name", "least"),
    [
        pytest.param(6, "match_suited", 9, marks=clause("massachusetts", "6(e)", "6(e)(1)")),
        pytest.param(6, "match_unsuited", 4, marks=clause("massachusetts", "6(e)", "6(e)(1)")),
        pytest.param(8, "match_suited", 12, marks=clause("massachusetts", "6(e)", "6(e)(2)")),
        pytest.param(8, "match_unsuited", 3, marks=clause("massachusetts", "6(e)", "6(e)(2)")),
    ],
)
def test_the_operator_may_not_pay_less_than_the_least_odds(decks: int, name: str, least: int) -> None:
    rules_of("massachusetts", decks=decks, **{name: least})
    refused = refusal_of("massachusetts", decks=decks, **{name: least - 1})
    assert name in refused
    assert f"at least {least}" in refused
    assert ("6(e)(1)" if decks == 6 else "6(e)(2)") in refused
