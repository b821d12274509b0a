"""Every payment, refusal and step can name its clause, or says why the house does it without one."""

import random

import pytest

from explore import Walk
from spanish21.errors import Refused
from spanish21.game.citing import HOUSE, STEPS, WHY_WORDS, citations, refusal_clauses, refusal_text, why_text
from spanish21.game.commands import COMMANDS, Stand
from spanish21.game.events import EVENTS
from spanish21.game.reasons import REASONS
from spanish21.game.rulebook import BOOKS, load_book
from spanish21.game.rules import MATCH_LINES, MONSTER_LINES, PAY_NAMES, Rules
from spanish21.game.submission import rules_of

every_book = pytest.mark.parametrize("name", BOOKS)


def whys(rules: Rules) -> list[str]:
    """Every reason that a wager of these rules can be settled for."""
    names = [*PAY_NAMES, "pays_insurance", "pays_insurance_suited", *WHY_WORDS]
    for kind, lines in (("match", MATCH_LINES), ("match_down", MATCH_LINES), ("monster", MONSTER_LINES)):
        if getattr(rules, f"{kind}_offered"):
            names += [f"{kind}_pays.{line}" for line in lines]
    for table in rules.spin_tables:
        names += [f"spin_wheel.{table.paytable}.{stop.symbol}" for stop in table.wheel]
        names += [f"spin_community.{table.paytable}.{pair.symbol}" for pair in table.pairs]
    for table in rules.xtreme_tables:
        names += [f"xtreme_wheel.{table.paytable}.{stop.symbol}" for stop in table.wheel]
        names += [f"xtreme_community.{table.paytable}.{stop.symbol}" for stop in table.community]
    return names


@every_book
def test_every_name_of_the_game_has_a_clause_or_a_reason_of_the_house(name: str) -> None:
    book, rules = load_book(name), rules_of(name)
    for one in (*whys(rules), *REASONS, *EVENTS):
        clauses = citations(book, rules, one)
        assert bool(clauses) != ((name, one) in HOUSE), one
        for clause in clauses:
            assert book.clause(clause).says


@every_book
def test_the_house_gives_no_reason_for_what_does_not_exist(name: str) -> None:
    known = {*whys(rules_of(name)), *REASONS, *EVENTS, *WHY_WORDS}
    assert {one for book, one in HOUSE if book == name} <= known


def test_a_match_cites_the_line_of_its_own_paytable() -> None:
    book = load_book("maryland")
    six, eight = rules_of("maryland"), rules_of("maryland", decks=8)
    assert citations(book, six, "match_pays.suited") == ("12.A(4)(a)(i)",)
    assert citations(book, eight, "match_pays.suited") == ("12.A(4)(b)(i)",)
    assert citations(book, six, "match_pays.suited_and_unsuited") == ("12.A(4)(a)(i)", "12.A(4)(a)(ii)")
    assert citations(book, six, "match_pays.two_unsuited") == ("12.A(4)(a)(ii)",)


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
    for stop in rules.spin_tables[0].wheel:
        clauses = citations(book, rules, f"spin_wheel.B.{stop.symbol}")
        assert clauses
        assert all(clause.startswith("12.D") for clause in clauses), (stop.symbol, clauses)


def test_a_refusal_says_what_is_wrong_in_amounts_and_names_its_clause() -> None:
    rules = rules_of("maryland")
    text = refusal_text(rules, Refused("double_amount", "from 50 to 1000"))
    assert text == "the double must be for another amount (from 0.50 to 10.00) [maryland 10.A]"


def test_a_refusal_without_a_clause_says_why_the_house_refuses() -> None:
    text = refusal_text(rules_of("maryland"), Refused("above_maximum", "at most 500000"))
    assert text == "the wager is above the maximum (at most 5000.00) [house: the operator's own limit]"


def test_a_step_at_the_wrong_time_cites_the_clauses_of_the_step() -> None:
    rules = rules_of("maryland")
    assert refusal_clauses(rules, Refused("not_now"), Stand(by="ann")) == load_book("maryland").cite(
        "HandStood"
    )


def test_the_steps_are_commands_and_events() -> None:
    assert STEPS.keys() <= COMMANDS.keys()
    assert set(STEPS.values()) <= EVENTS.keys()


@every_book
def test_every_reason_to_pay_is_said_in_words(name: str) -> None:
    rules = rules_of(name)
    for why in whys(rules):
        text = why_text(rules, why)
        assert text
        assert "_" not in text.replace("xtreme_", ""), why


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
            assert citations(book, rules, why) or (name, why) in HOUSE, why
