"""Kinds of mistakes: a situation by its words, what somebody does wrong in it, and the clause for it."""

import re
from collections.abc import Callable
from typing import NamedTuple

from knower import Knower, cards_in, cents

import naive_settlement as naive
from spanish21.school.questions import Question

Applies = Callable[[Question, Knower], bool]
Wrong = Callable[[Question, str], str]


class Mistake(NamedTuple):
    """A kind of mistake, and by book the clause that the school must name."""

    name: str
    applies: Applies
    wrong: Wrong
    clauses: dict[str, str]


def asks(pattern: str) -> Applies:
    return lambda question, knower: re.search(pattern, question.asks) is not None


def both(*conditions: Applies) -> Applies:
    return lambda question, knower: all(one(question, knower) for one in conditions)


def during(*phases: str) -> Applies:
    return lambda question, knower: knower.lesson.table.phase in phases


def pays_for(kind: str, holds: Callable[[list[str]], bool]) -> Applies:
    """A payment for a hand of the box, whose cards come first in the words; it was neither doubled nor split
    and did not lose."""

    def applies(question: Question, knower: Knower) -> bool:
        if question.kind != "amount" or f" for {kind}, or" not in question.asks:
            return False
        own = question.asks.partition("You show")[0]
        return "doubled" not in own and "split" not in own and holds(cards_in(own))

    return applies


def of_ranks(ranks: str, suits: int, best: bool = False) -> Callable[[list[str]], bool]:
    def holds(cards: list[str]) -> bool:
        found = naive.ranks(cards) == ranks and len(naive.suits(cards)) in ((1,) if suits == 1 else (2, 3))
        return found and (suits != 1 or (naive.suits(cards) == {"s"}) == best)

    return holds


def of_length(length: int) -> Callable[[list[str]], bool]:
    return lambda cards: len(cards) == length and naive.score(cards) == 21


def another(question: Question, right: str) -> str:
    """Some other option."""
    return next(option for option in question.options if option != right)


def backwards(question: Question, right: str) -> str:
    return " ".join(reversed(right.split()))


def one_more(question: Question, right: str) -> str:
    return str(int(right) + 1)


def even_money(question: Question, right: str) -> str:
    """The wager itself, whatever the odds."""
    found = re.search(r"(?:of |, )[$£]([\d,]+(?:\.\d\d)?)", question.asks)
    assert found is not None
    amount = cents(found[1])
    return f"{amount // 100}.{amount % 100:02}"


def nothing(question: Question, right: str) -> str:
    return "0"


def ten_too_much(question: Question, right: str) -> str:
    return f"{float(right) + 10:.2f}"


def in_maryland(clause: str, **others: str) -> dict[str, str]:
    """The same clause in the three books that share their chapters, or in those that are named."""
    books = {"maryland": clause, "maryland_v1": clause, "players_edge": clause, **others}
    return {name.replace("_", "-"): one for name, one in books.items() if one}


def only(**clauses: str) -> dict[str, str]:
    return {name.replace("_", "-"): one for name, one in clauses.items()}


def remedy(name: str, words: str, clauses: dict[str, str]) -> Mistake:
    return Mistake(
        f"the wrong remedy: {name}", both(asks(words), asks("What is the remedy")), another, clauses
    )


def _loses(question: Question, knower: Knower) -> bool:
    return knower.amount(question.asks) < 0


def _is_ace_up(question: Question, knower: Knower) -> bool:
    return re.search(r"You show A[♣♦♥♠]\.", question.asks) is not None


def _not_ace_up(question: Question, knower: Knower) -> bool:
    return not _is_ace_up(question, knower)


def _is_refused(question: Question, knower: Knower) -> bool:
    from spanish21.game.table import DEALER
    from spanish21.game.view import view

    return not knower.is_allowed(question.asks, view(knower.lesson.table, DEALER))


def _own_total(least: int, most: int, soft_17: bool = False) -> Applies:
    def applies(question: Question, knower: Knower) -> bool:
        if "Your hand shows" not in question.asks or "decided already" in question.asks:
            return False
        cards = cards_in(question.asks)
        is_soft_17 = naive.score(cards) == 17 and naive.is_soft(cards)
        return len(cards) > 1 and least <= naive.score(cards) <= most and is_soft_17 == soft_17

    return applies


def _total(soft: bool) -> Applies:
    def applies(question: Question, knower: Knower) -> bool:
        return "What total" in question.asks and naive.is_soft(cards_in(question.asks)) == soft

    return applies


def hard_instead(question: Question, right: str) -> str:
    return str(int(right) - 10)


MISTAKES = (
    Mistake("leaves out the checklist", asks("is about to open"), another, only(maryland="2.B")),
    Mistake(
        "leaves the card reader uninspected",
        asks("equipment is complete"),
        another,
        in_maryland("2.F", players_edge="2.G"),
    ),
    Mistake(
        "skips the inspection", asks("decks have arrived"), another, in_maryland("4.A", massachusetts="3(a)")
    ),
    Mistake("has no inspection verified", asks("have inspected"), another, only(massachusetts="3(b)")),
    Mistake(
        "leaves the 10s in", asks("inspection is verified"), another, in_maryland("4.B", massachusetts="3(b)")
    ),
    Mistake("has no 10s verified", asks("10s are out of"), another, only(players_edge="4.B")),
    Mistake("does not spread the cards", asks("complete and clean"), another, only(maryland="4.C")),
    Mistake("does not wash the cards", asks("has seen the cards"), another, only(maryland_v1="4.E")),
    Mistake("does not shuffle", asks("are stacked"), another, only(massachusetts="4(a)", maryland="5.A")),
    Mistake("offers no cut", asks("shuffled and stacked"), another, in_maryland("5.B", massachusetts="4(b)")),
    Mistake(
        "offers the cut to the wrong player", asks("offered the cut first"), another, in_maryland("5.D(1)")
    ),
    Mistake(
        "allows a cut too near an end",
        asks("at either end"),
        one_more,
        only(maryland="5.E", massachusetts="4(e)"),
    ),
    Mistake("forgets the cover card", asks("stack is cut"), another, only(players_edge="5.E(2)")),
    Mistake("puts the cover card too far back", asks("behind the cover"), one_more, only(maryland="5.E(2)")),
    Mistake("does not load the shoe", asks("cover card is in"), another, only(maryland="5.E(3)")),
    Mistake("forgets to burn", asks("shoe is ready"), another, in_maryland("7.B(3)", massachusetts="7(c)")),
    Mistake("does not burn as a new dealer", asks("new dealer"), another, only(maryland="7.B(4)")),
    Mistake(
        "never closes the wagers", asks("wagers are on the"), another, only(maryland="6.D", uk_casino="G2")
    ),
    Mistake(
        "deals from the right", asks("get their first cards"), backwards, in_maryland("7.E", uk_casino="G6")
    ),
    Mistake("forgets the first cards", asks("wagers are closed"), another, only(massachusetts="7(d)")),
    Mistake("deals the second card the wrong way", asks("own second card"), another, in_maryland("7.E(4)")),
    Mistake("takes a hole card", asks("own second card"), another, only(massachusetts="7(i)")),
    Mistake("forgets the match wagers", asks("first cards are out"), another, only(maryland="7.F(1)")),
    Mistake(
        "settles matches in the wrong order", asks("settle the match"), backwards, only(maryland="7.F(1)")
    ),
    Mistake(
        "leaves insurance open", asks("about insurance"), another, only(players_edge="8.D", uk_casino="G23")
    ),
    Mistake("forgets the reader", asks("up card is"), another, in_maryland("7.G(2)")),
    Mistake(
        "insures late",
        both(asks("wants to insure"), _is_ace_up, during("play", "dealer", "settle")),
        another,
        in_maryland("8.D", massachusetts="11(b)", uk_casino="G23"),
    ),
    Mistake(
        "insures against a low card",
        both(asks("wants to insure"), _not_ace_up),
        another,
        in_maryland("8.A", massachusetts="11(a)", uk_casino="G22"),
    ),
    Mistake(
        "takes too high an insurance",
        both(asks("wager on box .* wants to insure it"), during("insurance"), _is_refused),
        another,
        only(maryland="8.B"),
    ),
    Mistake("gives a wager back", asks("take the wager back"), another, only(maryland="6.E", uk_casino="G2")),
    Mistake("takes a late wager", asks("to add"), another, only(maryland="6.D", massachusetts="5(d)")),
    Mistake(
        "lets players touch the cards", asks("reaches for"), another, in_maryland("7.U", players_edge="7.U#2")
    ),
    Mistake(
        "lets somebody surrender late",
        both(asks("wants to surrender"), _is_refused),
        another,
        only(maryland="9.B", massachusetts="8(a)"),
    ),
    Mistake(
        "lets a hand that is no pair be split",
        both(asks("wants to split"), _is_refused),
        another,
        only(maryland="11.A", uk_casino="G18"),
    ),
    Mistake(
        "lets somebody double for too much",
        both(asks("wants to double"), _is_refused),
        another,
        only(maryland="10.A", uk_casino="G17"),
    ),
    Mistake("forgets a player's card", asks("waits for a card"), another, only(maryland="7.I")),
    Mistake(
        "counts an ace as 1",
        _total(True),
        hard_instead,
        only(maryland="1.B(5)", massachusetts="1.Soft total"),
    ),
    Mistake("calls a wrong total", _total(False), one_more, only(maryland="1.B(3)", massachusetts="7(e)")),
    Mistake(
        "pays a Blackjack too early",
        both(asks("has a Blackjack"), lambda q, k: naive.points(cards_in(q.asks)[-1]) in (1, 10)),
        another,
        only(maryland="7.H(1)(b)"),
    ),
    Mistake("keeps a Blackjack waiting", asks("has a Blackjack"), another, only(players_edge="7.H(1)")),
    Mistake("does not turn the hole card", asks("players are done"), another, only(maryland="7.L(1)")),
    Mistake("does not call the dealer's card", asks("players are done"), another, only(massachusetts="7(g)")),
    Mistake("stands on 16 or less", _own_total(4, 16), another, only(maryland="7.M", massachusetts="12(b)")),
    Mistake("draws on 17 or more", _own_total(17, 26), another, only(maryland="7.M", uk_casino="G12")),
    Mistake("stands on a soft 17", _own_total(17, 17, True), another, only(players_edge="7.M")),
    Mistake(
        "draws on a soft 17", _own_total(17, 17, True), another, only(maryland="7.M", massachusetts="12(b)")
    ),
    Mistake(
        "settles from the left",
        asks("settle the wagers"),
        backwards,
        in_maryland("7.R(2)", players_edge="7.S(2)"),
    ),
    Mistake("pays before collecting", asks("settle the wagers"), backwards, only(massachusetts="5(e)")),
    Mistake(
        "picks up from the left",
        asks("pick them up"),
        backwards,
        in_maryland("7.T", players_edge="7.U", massachusetts="7(h)"),
    ),
    Mistake(
        "pays a Blackjack even money",
        pays_for("the wager", naive.is_ace_and_ten),
        even_money,
        only(maryland="12.A(2)", massachusetts="5(e)", uk_casino="G9"),
    ),
    Mistake(
        "wrong odds on 6-7-8",
        pays_for("the wager", of_ranks("678", 3)),
        even_money,
        in_maryland("12.B(1)", massachusetts="5(f)(1)", uk_casino="G27"),
    ),
    Mistake(
        "wrong odds on a suited 6-7-8",
        pays_for("the wager", of_ranks("678", 1)),
        even_money,
        only(maryland="12.B(2)"),
    ),
    Mistake(
        "wrong odds on 6-7-8 of spades",
        pays_for("the wager", of_ranks("678", 1, True)),
        even_money,
        only(maryland="12.B(3)"),
    ),
    Mistake(
        "wrong odds on 7-7-7",
        pays_for("the wager", of_ranks("777", 3)),
        even_money,
        only(maryland_v1="12.B(4)"),
    ),
    Mistake(
        "wrong odds on a suited 7-7-7",
        pays_for("the wager", of_ranks("777", 1)),
        even_money,
        only(maryland_v1="12.B(5)"),
    ),
    Mistake(
        "wrong odds on 7-7-7 of spades",
        pays_for("the wager", of_ranks("777", 1, True)),
        even_money,
        only(maryland="12.B(6)"),
    ),
    Mistake(
        "wrong odds on a five-card 21",
        pays_for("the wager", of_length(5)),
        even_money,
        only(maryland="12.B(7)", uk_casino="G26"),
    ),
    Mistake(
        "wrong odds on a six-card 21",
        pays_for("the wager", of_length(6)),
        even_money,
        only(massachusetts="5(f)(6)"),
    ),
    Mistake(
        "wrong odds on a seven-card 21",
        pays_for("the wager", of_length(7)),
        even_money,
        only(players_edge="12.B(9)"),
    ),
    Mistake(
        "forgets the super bonus",
        asks("super bonus is due"),
        nothing,
        only(maryland="12.C(1)", massachusetts="5(g)", uk_casino="G28"),
    ),
    Mistake(
        "forgets the envy payout",
        asks("envy payout is due"),
        nothing,
        only(maryland="12.C(3)", massachusetts="5(g)"),
    ),
    Mistake(
        "collects a tie",
        lambda q, k: q.kind == "amount" and "for the wager" in q.asks and k.amount(q.asks) == 0,
        ten_too_much,
        only(maryland="7.P", massachusetts="5(b)", uk_casino="G16"),
    ),
    Mistake(
        "leaves a busted wager",
        lambda q, k: (
            "for the wager, or" in q.asks and naive.score(cards_in(q.asks.split("You show")[0])) > 21
        ),
        nothing,
        only(maryland="7.O(2)", uk_casino="G8"),
    ),
    Mistake(
        "pays insurance even money",
        both(asks("for insurance, or"), lambda q, k: not _loses(q, k)),
        even_money,
        only(maryland="12.A(3)", massachusetts="11(c)", uk_casino="G22"),
    ),
    Mistake(
        "leaves lost insurance",
        both(asks("for insurance, or"), _loses),
        nothing,
        only(maryland="8.F", massachusetts="11(d)"),
    ),
    Mistake(
        "pays a suited Blackjack's insurance as any",
        both(
            asks("for insurance, or"),
            lambda q, k: len(naive.suits(cards_in(q.asks))) == 1 and not _loses(q, k),
        ),
        even_money,
        only(players_edge="12.A(4)"),
    ),
    Mistake(
        "takes all of a surrendered wager",
        asks("surrendered, .* for the wager"),
        lambda q, right: f"-{even_money(q, right)}",
        only(maryland="9.A", massachusetts="8(a)"),
    ),
    Mistake(
        "gives the wager of a rescue back",
        asks("rescued, .* for the wager"),
        nothing,
        only(maryland="10.H", massachusetts="9(d)"),
    ),
    Mistake(
        "pays a match even money",
        both(asks("for the match wager, or"), lambda q, k: not _loses(q, k)),
        even_money,
        only(maryland="12.A(4)(a)(ii)", massachusetts="6(e)(1)", uk_casino="M3"),
    ),
    Mistake(
        "leaves a lost match wager",
        both(asks("for the match wager, or"), _loses),
        nothing,
        only(maryland="7.F(1)"),
    ),
    Mistake(
        "pays Match-Down even money",
        both(asks("for the Match-Down wager, or"), lambda q, k: not _loses(q, k)),
        even_money,
        only(players_edge="12.A(5)(a)(v)"),
    ),
    Mistake(
        "pays a Monster Match even money",
        both(asks("for Monster Match, or"), lambda q, k: not _loses(q, k)),
        even_money,
        only(players_edge="12.D(1)(f)"),
    ),
    Mistake("does not check the light", asks("wins Monster Match"), another, only(players_edge="7.O(1)(b)")),
    Mistake(
        "does not spin the wheel", asks("wins (Bonus Spin|Xtreme 16)"), another, only(maryland="12.D(5)")
    ),
    Mistake(
        "pays the wrong line of the wheel", asks("for Bonus Spin, or"), ten_too_much, only(maryland="6.G(2)")
    ),
    Mistake("draws no hot spot", asks("6 and a ten-value card"), another, only(maryland="12.E(1)")),
    Mistake("does not settle", asks("hands are complete"), another, only(maryland="7.R", uk_casino="G16")),
    Mistake(
        "leaves the cards lying", asks("wager is settled"), another, only(maryland="7.D", uk_casino="G4")
    ),
    remedy("a card face up", r"face up in the shoe: \S+ What", in_maryland("13.A", massachusetts="15(a)")),
    remedy("a second card face up", "second card face up", in_maryland("13.B", massachusetts="15(a)")),
    remedy(
        "a 10 in the shoe",
        r"A 10 comes out of the shoe: \S+ What",
        in_maryland("13.C", massachusetts="15(b)"),
    ),
    remedy("a second 10", "second 10", in_maryland("13.D", massachusetts="15(b)")),
    remedy("a card drawn too early, unseen", "has not been seen", in_maryland("13.E", massachusetts="15(c)")),
    remedy("a card drawn too early, seen", "it is seen", in_maryland("13.F", massachusetts="15(d)")),
    remedy("a card refused", "refuses the card", in_maryland("13.G", massachusetts="15(d)")),
    remedy("a card too many for the dealer", "stands, but", in_maryland("13.I", massachusetts="15(e)")),
    remedy("the dealer's card forgotten", "pass over your own", in_maryland("13.J", massachusetts="15(f)")),
    remedy("an empty shoe", "shoe is empty", in_maryland("13.K", massachusetts="15(g)")),
    remedy("a box without cards", "passed over twice", in_maryland("13.M", massachusetts="15(h)")),
    remedy("a box with one card", "only one card", in_maryland("13.N", massachusetts="15(h)")),
    remedy("a request missed", "has asked for a card", in_maryland("13.O", massachusetts="15(i)")),
    remedy("a hole card seen in the reader", "its value was seen", in_maryland("13.P(1)")),
    remedy("a hole card in the reader, unseen", "its value was not seen", in_maryland("13.P(2)")),
    remedy("a reader that breaks down", "reader has failed", in_maryland("13.Q")),
    remedy("the cover card in mid-round", "cover card comes out", in_maryland("7.C", massachusetts="7(j)")),
)
