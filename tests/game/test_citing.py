"""Every payment, refusal and step can name its clause, or says why the house does it without one."""

import random

import pytest

from explore import Walk
from spanish21.books.citing import (
    citations,
    reason_text,
    refusal_clauses,
    refusal_text,
    step_name,
    why_silent,
)
from spanish21.books.paytables import is_in_use
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.books.wording import WHY_WORDS, why_text
from spanish21.errors import Refused
from spanish21.game.commands import COMMANDS, PlaceWager, Rescue, Split, Stand, Surrender
from spanish21.game.events import EVENTS
from spanish21.game.moves.bounds import Bounds, at_most, from_one_to_another
from spanish21.game.reasons import REASONS
from spanish21.game.rules import PAY_NAMES, Rules
from spanish21.game.side_wagers.registry import side_wagers

every_book = pytest.mark.parametrize("name", BOOKS)


def whys(rules: Rules) -> list[str]:
    """Every reason that a wager of these rules can be settled for."""
    names = [*PAY_NAMES, "pays_insurance", "pays_insurance_suited", *WHY_WORDS]
    for kind, lines in ((one.kind, one.lines) for one in side_wagers() if not one.wheel):
        if rules.sides[kind].offered:
            names += [f"{kind}_pays.{line}" for line in lines]
    for table in rules.sides["spin"].tables:
        names += [f"spin_wheel.{table.paytable}.{stop.symbol}" for stop in table.wheel]
        names += [f"spin_community.{table.paytable}.{pair.symbol}" for pair in table.pairs]
    for table in rules.sides["xtreme"].tables:
        names += [f"xtreme_wheel.{table.paytable}.{stop.symbol}" for stop in table.wheel]
        names += [f"xtreme_community.{table.paytable}.{stop.symbol}" for stop in table.community]
    return names


@every_book
def test_every_name_of_the_game_has_a_clause_or_a_reason_of_the_house(name: str) -> None:
    book, rules = load_book(name), rules_of(name)
    for one in (*whys(rules), *REASONS, *EVENTS):
        clauses = citations(book, rules, one)
        assert clauses or why_silent(book, one), one
        assert not (clauses and one in book.silent), one
        for clause in clauses:
            assert book.clause(clause).says


@every_book
def test_the_house_gives_no_reason_for_what_does_not_exist(name: str) -> None:
    known = {*whys(rules_of(name)), *REASONS, *EVENTS, *WHY_WORDS}
    assert load_book(name).silent.keys() <= known


def test_a_match_cites_the_line_of_its_own_paytable() -> None:
    book = load_book("maryland")
    six, eight = rules_of("maryland"), rules_of("maryland", decks=8)
    assert citations(book, six, "match_pays.suited") == ("12.A(4)(a)(i)",)
    assert citations(book, eight, "match_pays.suited") == ("12.A(4)(b)(i)",)
    assert citations(book, six, "match_pays.suited_and_unsuited") == ("12.A(4)(a)(i)", "12.A(4)(a)(ii)")
    assert citations(book, six, "match_pays.two_unsuited") == ("12.A(4)(a)(ii)",)


def test_better_odds_than_the_paytables_cite_the_table_of_the_decks() -> None:
    book = load_book("massachusetts")
    for decks, other in ((6, "8"), (8, "6")):
        rules = rules_of("massachusetts", decks=decks, match_suited=15)
        in_use = [one for one in ("6", "8") if is_in_use(book.fixed, "match", one, rules, True)]
        assert in_use == [str(decks)]
        assert not is_in_use(book.fixed, "match", other, rules, False)
        assert not is_in_use(book.fixed, "match", str(decks), rules, False)  # a table is told by what it pays


def test_a_monster_match_cites_the_paytable_that_the_submission_names() -> None:
    book = load_book("players-edge")
    cited = {
        table: citations(book, rules_of("players-edge", monster_paytable=table), "monster_pays.three")
        for table in "AB"
    }
    assert len(cited["A"]) == len(cited["B"]) == 1
    assert cited["A"] != cited["B"]


def test_a_wheel_cites_the_paytable_that_has_all_its_stops() -> None:
    book, rules = load_book("maryland"), rules_of("maryland")
    for stop in rules.sides["spin"].tables[0].wheel:
        clauses = citations(book, rules, f"spin_wheel.B.{stop.symbol}")
        assert clauses
        assert all(clause.startswith("12.D") for clause in clauses), (stop.symbol, clauses)


def test_a_refusal_says_what_is_wrong_in_amounts_and_names_its_clause() -> None:
    rules = rules_of("maryland")
    text = refusal_text(rules, Refused("double_amount", from_one_to_another(50, 1000)))
    assert text == "the double must be for another amount (from $0.50 to $10.00) [maryland 10.A]"


@pytest.mark.parametrize("reason", REASONS)
def test_the_detail_of_a_refusal_is_in_amounts_where_it_speaks_of_money(reason: str) -> None:
    of_money = """below_minimum above_maximum not_in_chips not_enough_chips side_wager_amount coupon_amount
    slip_amount insurance_too_high double_amount"""
    told = "one of $10.05, $0.07" if reason in of_money.split() else "one of 1005, 7"
    rules = rules_of("maryland")
    text = refusal_text(rules, Refused(reason, Bounds("one_of", (1005, 7))))
    assert reason_text(rules, reason).startswith(REASONS[reason])
    assert text.startswith(f"{reason_text(rules, reason)} ({told}) [")


def test_a_refusal_without_a_detail_or_a_name_that_nobody_knows_is_said_plainly() -> None:
    rules = rules_of("maryland")
    assert refusal_text(rules, Refused("no_split")).startswith("this hand may not be split [maryland 11.")
    assert refusal_text(rules, Refused("too_late_now")) == "too late now [house: its own rule]"


@every_book
def test_a_refusal_names_three_clauses_and_says_when_there_are_more(name: str) -> None:
    rules = rules_of(name)
    for reason in REASONS:
        clauses = refusal_clauses(rules, Refused(reason))
        text = refusal_text(rules, Refused(reason))
        if clauses:
            more = ", …" if len(clauses) > 3 else ""
            assert text.endswith(f" [{name} {', '.join(clauses[:3])}{more}]"), reason
        else:
            assert text.endswith(f" [house: {why_silent(load_book(name), reason)}]"), reason


def test_a_move_that_a_book_does_not_have_is_refused_with_the_houses_reason() -> None:
    rules = rules_of("uk-casino")
    for reason in ("not_now", "not_your_turn", "answer_first", "insurance_first", "no_wager"):
        text = refusal_text(rules, Refused(reason), Surrender(by="ann"))
        assert text.endswith("[house: the poster offers neither surrender nor rescue]"), reason
    for reason in ("not_in_chips", "not_enough_chips"):
        text = refusal_text(rules, Refused(reason), Rescue(by="ann"))
        assert text.endswith("[house: the poster offers neither surrender nor rescue]"), reason
    assert refusal_text(rules, Refused("not_adjacent"), Surrender(by="ann")).endswith(
        "[house: the poster tells players how to play; the procedure is the house's own]"
    )


def test_a_reason_of_its_own_cites_the_same_clauses_whatever_the_move() -> None:
    rules = rules_of("maryland")
    for reason in ("no_split", "no_double", "below_minimum", "wager_is_locked"):
        cited = refusal_clauses(rules, Refused(reason))
        assert refusal_clauses(rules, Refused(reason), Stand(by="ann")) == cited


def test_a_reason_of_many_moves_cites_what_speaks_of_the_reason_and_the_move() -> None:
    short = Refused("not_enough_chips")
    assert refusal_clauses(rules_of("massachusetts"), short, Split(by="ann")) == ("10(a)",)
    wager = PlaceWager(by="ann", box=1, amount=5)
    assert refusal_clauses(rules_of("maryland"), Refused("not_in_chips"), wager) == ("6.A",)
    assert refusal_clauses(rules_of("maryland"), Refused("not_now"), wager) == ("6.A", "6.F", "6.G(1)")


@pytest.mark.parametrize(
    ("book", "why", "text"),
    [
        ("maryland", "pays_win", "a winning hand pays 1 to 1"),
        ("maryland", "pays_blackjack", "a Blackjack pays 3 to 2"),
        ("maryland", "pays_678_mixed", "6-7-8 of mixed suits pays 3 to 2"),
        ("maryland", "pays_678_suited", "6-7-8 of one suit pays 2 to 1"),
        ("maryland", "pays_678_top", "6-7-8 of spades pays 3 to 1"),
        ("players-edge", "pays_678_top", "6-7-8 of diamonds pays 3 to 1"),
        ("maryland", "pays_777_top", "7-7-7 of spades pays 3 to 1"),
        ("maryland", "pays_five_card_21", "a 21 of five cards pays 3 to 2"),
        ("maryland", "pays_six_card_21", "a 21 of six cards pays 2 to 1"),
        ("maryland", "pays_seven_card_21", "a 21 of seven or more cards pays 3 to 1"),
        ("maryland", "pays_insurance", "insurance against a Blackjack pays 2 to 1"),
        ("players-edge", "pays_insurance_suited", "insurance against a suited Blackjack pays 5 to 1"),
        ("maryland", "match_pays.two_suited", "two suited matches pay 18 to 1"),
        ("maryland", "match_pays.suited_and_unsuited", "a suited and an unsuited match pays 13 to 1"),
        ("maryland", "match_pays.unsuited", "an unsuited match pays 4 to 1"),
        ("players-edge", "match_down_pays.suited", "a suited match pays 9 to 1"),
        ("players-edge", "monster_pays.four_suited", "four of a kind in one suit"),
        ("players-edge", "monster_pays.suited_pair", "a suited pair"),
        ("maryland", "spin_wheel.B.250+100", "the wheel shows $250 and $100"),
        ("maryland", "xtreme_wheel.A.600", "the wheel shows $600"),
        ("maryland", "spin_community.B.30+3", "another player's wheel shows a pair, paid as $30 and $3"),
        ("maryland", "xtreme_community.A.25", "the community wheel shows $25"),
        ("maryland", "no_such_reason", "no such reason"),
    ],
)
def test_a_payment_is_said_with_its_odds(book: str, why: str, text: str) -> None:
    assert why_text(rules_of(book), why) == text


def test_a_refusal_without_a_clause_says_why_the_house_refuses() -> None:
    text = refusal_text(rules_of("maryland"), Refused("above_maximum", at_most(500000)))
    assert text == "the wager is above the maximum (at most $5000.00) [house: the operator's own limit]"


def test_a_step_at_the_wrong_time_cites_the_clauses_of_the_step() -> None:
    rules = rules_of("maryland")
    assert refusal_clauses(rules, Refused("not_now"), Stand(by="ann")) == load_book("maryland").cite(
        "HandStood"
    )


def test_every_command_has_a_step_of_the_procedure_except_those_with_clauses_of_many() -> None:
    without = {name for name, kind in COMMANDS.items() if not step_name(kind)}
    assert without == {"ConfirmSlip", "HandleCards", "SettleMatch", "Settle"}
    assert {step_name(kind) for kind in COMMANDS.values()} - {""} <= EVENTS.keys()


@every_book
def test_every_reason_to_pay_is_said_in_words(name: str) -> None:
    rules = rules_of(name)
    for why in whys(rules):
        text = why_text(rules, why)
        assert text
        assert "_" not in text.replace("xtreme_", ""), why
        assert text != why.replace("_", " "), why


@every_book
def test_every_wager_that_is_settled_has_words_and_a_citation(name: str) -> None:
    """Over random rounds: no `why` of the engine is unknown here."""
    book = load_book(name)
    rules = rules_of(name)
    known = set(whys(rules))
    walk = Walk(rules, random.Random(21))
    for _ in range(3_000):
        walk.step()
    for event in walk.events:
        why = getattr(event, "why", "")
        if why and type(event).__name__ in ("WagerSettled", "BonusPaid"):
            assert why in known, why
            assert citations(book, rules, why) or why_silent(book, why), why
