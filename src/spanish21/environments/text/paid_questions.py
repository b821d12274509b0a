"""What is paid: for a hand, which the engine plays and settles; for a line of a paytable, by the functions
that the engine pays by."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from spanish21.books.citing import citations
from spanish21.books.clauses import PAYTABLE_KINDS, Clause, Rulebook
from spanish21.books.paytables import line_pays, lines_of, symbols
from spanish21.books.submissions.submission import rules_of
from spanish21.environments.text.book_questions import Asked, among
from spanish21.game.cards import SUIT_LETTERS
from spanish21.game.events import BonusPaid, Event, WagerSettled
from spanish21.game.money import amount_text, money_text
from spanish21.game.pays import payment
from spanish21.game.rules import PAY_NAMES, Rules
from spanish21.game.side_wagers.record import SideWager
from spanish21.notation import read_rounds

WAGERS = (5_00, 7_50, 10_00, 15_00, 20_00, 22_50)
LARGE_WAGERS = (25_00, 40_00, 100_00)
_METERS = range(10_000_00, 60_000_00, 100_00)
_PRIZES = {
    "meter": "all of the progressive meter",
    "secondary meter": "all of the second progressive meter",
    "prize": "a fixed prize that the submission names",
}
_NO_PRIZES = (*_PRIZES.values(), "nothing", "half of the progressive meter")


class PaidDeal(NamedTuple):
    """A hand that wins under a name: its cards as they come, the dealer's, and what another person has.
    T stands for the suit that pays best."""

    hand: str
    dealer: str = "9d 8c"
    other: str = ""


DEALS = {
    "pays_win": PaidDeal("Ks 9d", "8h Qc"),
    "pays_blackjack": PaidDeal("As Kh"),
    "pays_678_mixed": PaidDeal("6s 7h 8d"),
    "pays_678_suited": PaidDeal("6c 7c 8c"),
    "pays_678_top": PaidDeal("6T 7T 8T"),
    "pays_777_mixed": PaidDeal("7s 7h 7d"),
    "pays_777_suited": PaidDeal("7c 7c 7c"),
    "pays_777_top": PaidDeal("7T 7T 7T"),
    "pays_five_card_21": PaidDeal("2h 3d 4c 5s 7h"),
    "pays_six_card_21": PaidDeal("2h 2d 3c 3s 4h 7d"),
    "pays_seven_card_21": PaidDeal("2h 2d 2c 3s 3h 3d 6c"),
    "pays_insurance": PaidDeal("9s 8h", "Ad Kc"),
    "pays_insurance_suited": PaidDeal("9s 8h", "Ad Kd"),
    "super_bonus_small": PaidDeal("7h 7h 7h", "7d Kc"),
    "super_bonus_large": PaidDeal("7h 7h 7h", "7d Kc"),
    "envy_pays": PaidDeal("7h 7h 7h", "7d Kc", "9c Kd"),
    "envy_with_seven": PaidDeal("7h 7h 7h", "7d Kc", "7c Kd"),
}
"""A hand for each name of a book's data that says what is paid."""
assert DEALS.keys() > set(PAY_NAMES)


def is_paid(name: str) -> bool:
    """Whether a name of a clause's data says what is paid."""
    return name in DEALS or name.startswith("paytables.")


def paid_question(book: Rulebook, clause: Clause, name: str, chance: random.Random) -> Asked:
    """What is paid under a name of a clause's data."""
    if name.startswith("paytables."):
        return _line_question(book, name, chance)
    wager = chance.choice(LARGE_WAGERS if name == "super_bonus_large" else WAGERS)
    rules = rules_of(book.name)
    event = paid_event(rules, name, wager)
    right = amount_text(event.paid)
    return Asked(_deal_text(rules, name, wager), "amount", right, (), citations(book, rules, event.why))


# -- a hand ---------------------------------------------------------------------------------------


def round_text(rules: Rules, name: str, wager: int) -> str:
    """A round in notation in which a hand wins under a name."""
    hand, dealer, other = (text.split() for text in deal_of(rules, name))
    people = ["ann", "bob"] if other else ["ann"]
    hole = 2 if rules.hole_card else 1
    firsts, seconds = [*hand[:1], *other[:1]], [*hand[1:2], *other[1:2]]
    cards = [*firsts, dealer[0], *seconds, *dealer[1:hole], *hand[2:], *dealer[hole:]]
    lines = [f"book {rules.book}"]
    lines += [f"sit {who} {box} 10000.00" for box, who in enumerate(people, start=1)]
    lines += [f"bet {who} {box} {amount_text(wager)}" for box, who in enumerate(people, start=1)]
    lines.append(f"cards {' '.join(cards)}")
    first, last = _decisions(rules, name, wager), ["bob stands"] if other else []
    decisions = [*last, *first] if rules.plays_from_right else [*first, *last]
    return "\n".join([*lines, *decisions]) + "\n"


def _decisions(rules: Rules, name: str, wager: int) -> list[str]:
    if name.startswith("pays_insurance"):
        insures = f"ann insures 1 {amount_text(_insurance(wager))}"
        return [insures] if rules.hole_card else [insures, "ann stands"]
    return ["ann stands"] if name == "pays_win" else ["ann draws"] * (len(DEALS[name].hand.split()) - 2)


def _insurance(wager: int) -> int:
    return wager // 100 * 50


def deal_of(rules: Rules, name: str) -> PaidDeal:
    """The cards of a deal at a table: a dealer without a hole card draws only against a hand that waits."""
    hand, dealer, other = (text.replace("T", SUIT_LETTERS[rules.top_suit]) for text in DEALS[name])
    waits = rules.hole_card or bool(other) or name in ("pays_win", "pays_insurance", "pays_insurance_suited")
    return PaidDeal(hand, dealer if waits else dealer.split()[0], other)


def paid_event(rules: Rules, name: str, wager: int) -> Any:
    """The event in which the engine pays under a name."""
    (played,) = read_rounds(round_text(rules, name, wager))
    found = [event for event in played.events if _is_of(event, name)]
    (event,) = [event for event in found if getattr(event, "paid", 0)]
    return event


def _is_of(event: Event, name: str) -> bool:
    if name.startswith(("super_bonus", "envy")):
        return isinstance(event, BonusPaid) and event.kind == (
            "envy" if name.startswith("envy") else "super_bonus"
        )
    kind = "insurance" if name.startswith("pays_insurance") else "main"
    return isinstance(event, WagerSettled) and event.kind == kind


def _deal_text(rules: Rules, name: str, wager: int) -> str:
    deal = deal_of(rules, name)
    money = money_text(wager, rules.currency)
    facts = f"At a table under {rules.book}, Ann wagers {money} and ends with {deal.hand}"
    if deal.other:
        facts += f"; Bob, on his own box with the same wager, stands on {deal.other}"
    facts += f". The dealer has {deal.dealer}."
    if name.startswith("pays_insurance"):
        insured = money_text(_insurance(wager), rules.currency)
        return f"{facts} Ann has insured for {insured}. What is paid for the insurance?"
    if name.startswith("envy"):
        return f"{facts} What is paid to Bob because of Ann's hand?"
    if name.startswith("super_bonus"):
        return f"{facts} What is the fixed payout for Ann's hand, apart from the odds on her wager?"
    return f"{facts} What is paid for Ann's wager, in addition to its return?"


# -- a line of a paytable -------------------------------------------------------------------------


def _line_question(book: Rulebook, name: str, chance: random.Random) -> Asked:
    _, kind, table, line = name.split(".")
    record = PAYTABLE_KINDS[kind]
    head = f"Under {book.name}, by paytable {table} of {record.title}"
    clauses = book.cite(name)
    if line in _OTHER_LINES:
        amounts = book.fixed[name] if isinstance(book.fixed[name], list) else [book.fixed[name]]
        place = chance.randrange(len(amounts))
        which = "" if len(amounts) == 1 else ("first ", "second ")[place]
        asks = f"{head}: {_OTHER_LINES[line].format(which=which)}"
        return Asked(asks, "amount", amount_text(amounts[place]), (), clauses)
    if book.fixed[name] in _PRIZES:
        asks = f"{head}, the wheel stops at {_symbol(line)}. What does it win?"
        return among(asks, _PRIZES[book.fixed[name]], _NO_PRIZES, chance, clauses)
    asks, right = _ASKED[_way_of(record)](book, name, chance)
    return Asked(f"{head}, {asks}", "amount", right, (), clauses)


_OTHER_LINES = {
    "reset_least": "what is the least at which its {which}meter may start again after it has been won?",
    "wager": "for what wager is that paytable?",
}


def _way_of(record: SideWager) -> str:
    return "wheel" if record.wheel else record.pays_by


def odds_paid(rules: Rules, record: SideWager, lines: dict[str, Any], line: str, wager: int) -> int:
    """What a wager wins on a line that is paid by odds."""
    odds = line_pays(record, lines)[record.lines.index(line)]
    return payment(wager, (odds, 1), rules)


def _of_odds(book: Rulebook, name: str, chance: random.Random) -> tuple[str, str]:
    _, kind, table, line = name.split(".")
    record, rules, wager = PAYTABLE_KINDS[kind], rules_of(book.name), chance.choice(WAGERS)
    paid = odds_paid(rules, record, lines_of(book.fixed, kind, table), line, wager)
    words = record.line_words[record.lines.index(line)]
    money = money_text(wager, rules.currency)
    return f"{money} is wagered and wins on {words}. What is paid, in addition to the wager?", amount_text(
        paid
    )


def _of_amounts(book: Rulebook, name: str, chance: random.Random) -> tuple[str, str]:
    _, kind, table, line = name.split(".")
    record, rules = PAYTABLE_KINDS[kind], rules_of(book.name)
    place = record.lines.index(line)
    pays = line_pays(record, lines_of(book.fixed, kind, table))[place]
    words = record.line_words[place]
    if place >= record.shared_lines:
        return f"the wager wins on {words}. What is paid?", amount_text(pays)
    meter = chance.choice(_METERS)
    shown = money_text(meter, rules.currency)
    return f"the meter shows {shown}, and the wager wins on {words}. What is paid?", amount_text(
        meter * pays // 100
    )


def _of_wheel(book: Rulebook, name: str, chance: random.Random) -> tuple[str, str]:
    _, kind, table, line = name.split(".")
    if kind.endswith("_community"):
        record = PAYTABLE_KINDS[kind]
        whose = "another player's wheel" if record.has_pairs else "the community wheel"
        asks = f"{whose} stops at {_symbol(line)}. What does each of the other bettors get?"
        return asks, amount_text(book.fixed[name])
    money = symbols(book.fixed, kind, table)[line].pays
    return f"the winner's wheel stops at {_symbol(line)}. What is paid?", amount_text(money)


def _symbol(line: str) -> str:
    parts = line.split("+")
    return " and ".join(f"{int(one):,}" if one.isdecimal() else f"the {one} symbol" for one in parts)


_ASKED: dict[str, Callable[[Rulebook, str, random.Random], tuple[str, str]]] = {
    "odds": _of_odds,
    "amounts": _of_amounts,
    "wheel": _of_wheel,
}
"""By how a paytable pays: what is asked about one of its lines, and the answer."""
