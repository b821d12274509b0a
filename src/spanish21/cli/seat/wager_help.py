"""What a wager pays, its cost and how it is won: the answer to `rules match` and `? monster`."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import msgspec

from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission_file import Submission
from spanish21.books.wording import meter_text, why_text
from spanish21.cli.printing import card_signs, money
from spanish21.errors import BadInput
from spanish21.game.cards import ACE
from spanish21.game.round.wheels import fixed_amounts, meter_of, wheel_tables
from spanish21.game.rules import PAY_NAMES, Rules, is_offered, sides_offered
from spanish21.game.side_wagers.prizes import prize_of
from spanish21.game.side_wagers.record import DRAWN_BETTOR, DRAWN_POSITION, EVERY_BETTOR, SideWager
from spanish21.game.side_wagers.registry import current_dict, side_wager, side_wagers
from spanish21.game.side_wagers.terms import Stop, WheelTable
from spanish21.game.table import Table

MAIN, INSURANCE = "main", "insurance"
_OF_MAIN = (MAIN, "wager", "hand", "bet")
_EXAMPLES = tuple(4 * rank + suit for rank in (7, 6, 11, ACE) for suit in (3, 2, 1, 0))
"""Cards among which an example is looked for: they make pairs, a Blackjack, a 6 and a jack."""


def _plain(name: str) -> str:
    return name.lower().replace("_", " ").replace("-", " ")


NAMES = current_dict(
    lambda: {
        _plain(name): record.kind
        for record in reversed(side_wagers())
        for name in (record.kind, record.kind.rpartition("_")[2], record.title, record.word, record.key)
    }
)
"""What a side wager may be called at the table."""


class PayRow(NamedTuple):
    """What is paid, and for what."""

    pays: str
    on: str


class Paytable(NamedTuple):
    """A table of what is paid, and the sentence before it."""

    says: str
    rows: list[PayRow]


class Explained(NamedTuple):
    """A wager in words: what it is, what it pays, an example, and its clauses."""

    kind: str
    title: str
    tables: list[Paytable]
    example: str
    clauses: tuple[str, ...]


class WagerPrice(NamedTuple):
    """What the house keeps of a wager on average, how often it wins, and of which amount that is said."""

    house_edge: float
    hit_rate: float | None
    of: str


def wager_named(rules: Rules, word: str) -> str:
    """The kind of wager that a word means, or nothing; `BadInput` for one that this table does not offer."""
    plain = _plain(word)
    kind = MAIN if plain in _OF_MAIN else INSURANCE if plain == INSURANCE else NAMES.get(plain, "")
    if kind in (MAIN, INSURANCE, "") or is_offered(rules, kind):
        return kind
    offered = ", ".join(side_wager(one).title for one in sides_offered(rules)) or "no side wagers"
    raise BadInput(f"this table does not offer {side_wager(kind).title}; it offers {offered}")


def words_for_wagers(rules: Rules) -> list[str]:
    """The words with which the wagers of a table are asked about."""
    return [MAIN, *(kind.rpartition("_")[2] for kind in sides_offered(rules)), INSURANCE]


def explained(table: Table, kind: str) -> Explained:
    """Everything about a wager but its price."""
    if kind == MAIN:
        return _main(table.rules)
    return _insurance(table.rules) if kind == INSURANCE else _side(table, side_wager(kind))


def _main(rules: Rules) -> Explained:
    book, currency = load_book(rules.book), rules.currency
    told = (why_text(rules, name).partition(" pays ") for name in PAY_NAMES)
    rows = [PayRow(pays, words) for words, _, pays in told]
    if rules.super_bonus_small:
        for amount, least in (
            (rules.super_bonus_small, rules.super_bonus_from),
            (rules.super_bonus_large, rules.super_bonus_large_from),
        ):
            start = f", from {money(least, currency)} on" if least else ""
            rows.append(PayRow(money(amount, currency), f"super bonus: three suited 7s against a 7{start}"))
    over, under = rules.pays_by_kind[PAY_NAMES.index("pays_blackjack")]
    wins = money(10_00 * over // under, currency)
    limits = f"{money(rules.table_minimum, currency)} to {money(rules.table_maximum, currency)}"
    return Explained(
        MAIN,
        "The wager on your hand",
        [Paytable(f"{limits}. It pays:", rows)],
        f"{money(10_00, currency)} on a Blackjack wins {wins}",
        tuple(dict.fromkeys(one for name in PAY_NAMES for one in book.cite(name))),
    )


def _insurance(rules: Rules) -> Explained:
    currency, odds, suited = rules.currency, rules.pays_insurance, rules.pays_insurance_suited
    rows = [PayRow(f"{odds[0]} to {odds[1]}", "the dealer has a Blackjack")]
    if suited != odds:
        rows.append(PayRow(f"{suited[0]} to {suited[1]}", "the dealer has a suited Blackjack"))
    wins = money(5_00 * odds[0] // odds[1], currency)
    return Explained(
        INSURANCE,
        "Insurance",
        [Paytable("up to half of the wager, offered when the dealer shows an ace. It pays:", rows)],
        f"{money(5_00, currency)} insures a wager of {money(10_00, currency)} and wins {wins} if the dealer "
        "has a Blackjack",
        load_book(rules.book).cite("InsurancePlaced"),
    )


# -- side wagers -----------------------------------------------------------------------------------


def _side(table: Table, record: SideWager) -> Explained:
    rules, book = table.rules, load_book(table.rules.book)
    names = (f"{record.kind}_offered", f"{record.kind}_pays", f"{record.kind}_tables")
    return Explained(
        record.kind,
        f"{record.title} [{record.key}]",
        list(_on_wheels(table, record) if record.wheel else _on_lines(table, record)),
        _example(rules, record),
        tuple(dict.fromkeys(one for name in names for one in book.cite(name))),
    )


_CARDS = {"player": "your first two cards", "up": "the dealer's up card", "hole": "the dealer's second card"}
_INCLUDED = "The payment includes the wager."


def _on_lines(table: Table, record: SideWager) -> Iterator[Paytable]:
    """The paytable of a wager that pays odds, amounts or parts of a meter."""
    rules, currency, terms = table.rules, table.rules.currency, table.rules.sides[record.kind]
    shows = {meter.name: meter.amount for meter in table.meters}
    rows = []
    for place, words in enumerate(record.line_words):
        prize = prize_of(record, terms, place, 1)
        if record.pays_by == "odds":
            rows.append(PayRow(f"{terms.pays[place]} to 1", words))
        elif prize.meter:
            amount = shows.get(prize.meter, 0) * prize.share // 100
            rows.append(PayRow(money(amount, currency), f"{words} ({prize.share}% of the meter)"))
        else:
            rows.append(PayRow(money(prize.money, currency), words))
    limits = rules.sides[record.paytable]
    if record.pays_by == "odds":
        amounts = f"{money(limits.minimum, currency)} to {money(limits.maximum, currency)}"
    else:
        amounts = money(terms.wager, currency)
    cards = " and ".join(_CARDS[one] for one in record.sees)
    when = "as soon as they are dealt" if record.moment == "first_cards" else "at the end of the round"
    included = "" if record.pays_by == "odds" else f" {_INCLUDED}"
    yield Paytable(f"{amounts}. It goes by {cards}, and is settled {when}.{included} It pays:", rows)


_SPINNERS = {
    DRAWN_POSITION: "A box is drawn as the hot spot, and its bettor turns a wheel",
    DRAWN_BETTOR: "One of the bettors is drawn and turns a wheel",
    EVERY_BETTOR: "Every bettor turns a wheel",
}


def _on_wheels(table: Table, record: SideWager) -> Iterator[Paytable]:
    """The paytables of a wager on wheels: one for each amount, and those of the community wheels."""
    rules, currency = table.rules, table.rules.currency
    whose = "of yours" if "player" in record.sees else "of the dealer's"
    who = (
        _SPINNERS[str(rules.sides[record.kind].options["spinner"])]
        if record.has_community
        else "A wheel turns"
    )
    for wheel in wheel_tables(rules, record.kind):
        wins = f"It wins with {record.line_words[0]} {whose}. {_INCLUDED} {who}, which shows:"
        yield Paytable(
            f"{money(wheel.wager, currency)}. {wins}", _wheel_rows(table, record, wheel.wheel, wheel)
        )
        if wheel.community:
            rows = _wheel_rows(table, record, wheel.community, wheel)
            yield Paytable("The community wheel pays the other bettors:", rows)


def _wheel_rows(table: Table, record: SideWager, stops: tuple[Stop, ...], wheel: WheelTable) -> list[PayRow]:
    """What a wheel pays, and how many of its stops pay it."""
    currency, every = table.rules.currency, sum(stop.weight for stop in stops)
    shows = {meter.name: meter.amount for meter in table.meters}
    rows = []
    for stop in stops:
        meter = meter_of(record.kind, stop)
        often = f"{stop.weight:>{len(str(every))}} of {every} stops"
        if meter:
            rows.append(PayRow(money(shows.get(meter, 0), currency), f"{often}, the {meter_text(meter)}"))
        elif stop.pair:
            others = f"and {money(wheel.pairs[stop.pair - 1].pays, currency)} to other bettors"
            rows.append(PayRow(money(stop.pays, currency), f"{often}, {others}"))
        else:
            rows.append(PayRow(money(stop.pays, currency), often))
    return rows


# -- an example ------------------------------------------------------------------------------------


def _cards_of_line(record: SideWager, line: int) -> tuple[int, ...]:
    """Cards that make a line: the player's two, the up card, the hole card; 0 for one that is not seen."""
    places = [_EXAMPLES if one in record.sees else (0,) for one in ("player", "player", "up", "hole")]
    return next((cards for cards in product(*places) if record.line_of(*cards) == line), ())


def _example(rules: Rules, record: SideWager) -> str:
    """A line from the middle of the paytable: cards that make it, and what a wager on it wins."""
    line = len(record.lines) // 2
    cards = _cards_of_line(record, line)
    if not cards:
        return ""
    yours, up, hole = [one for one in cards[:2] if one], cards[2], cards[3]
    dealers = [one for one in (up, hole) if one]
    against = f"{'against' if yours else 'when the dealer has'} {card_signs(dealers)}" if dealers else ""
    if yours and hole and not up:
        against = f"and the hole card {card_signs([hole])}"
    where = " ".join(filter(None, (f"with {card_signs(yours)}" if yours else "", against)))
    currency, terms, words = rules.currency, rules.sides[record.kind], record.line_words[line]
    if record.pays_by == "odds":
        wager = max(terms.minimum or rules.sides[record.paytable].minimum, 5_00)
        wins = money(wager * terms.pays[line], currency)
        return f"{money(wager, currency)} {where} is {words} and wins {wins}"
    wager = fixed_amounts(rules, record.kind)[0]
    if record.pays_by == "amounts":
        pays = prize_of(record, terms, line, 1).money
        paid, wins = money(pays, currency), money(pays - wager, currency)
        return f"{money(wager, currency)} {where} is {words}, is paid {paid} and wins {wins}"
    stop = max(wheel_tables(rules, record.kind)[0].wheel, key=lambda stop: stop.weight)
    wins = f"wins {money(stop.pays - wager, currency)}"
    return f"{money(wager, currency)} {where}: the wheel turns, shows {money(stop.pays, currency)} and {wins}"


# -- the price -------------------------------------------------------------------------------------


def prices_of(table: Table, kind: str, submission: Submission | None) -> list[WagerPrice]:
    """The exact price of a wager off a full shoe with the meters as they are; needs the analyser."""
    if kind == MAIN:
        from spanish21.cli.seat.coach import value_of

        return [WagerPrice(-value_of(table.rules), None, "")]
    from spanish21.analysis.sides.side_prices import side_wagers as priced

    heights = {meter.name: meter.amount for meter in table.meters}
    meters = {
        name: msgspec.structs.replace(meter, initial=heights.get(name, meter.initial))
        for name, meter in table.rules.meters.items()
    }
    rules = msgspec.structs.replace(table.rules, meters=meters)
    found = [one for one in priced(rules, submission) if one.offered and one.name == kind]
    by_table = {wheel.paytable: money(wheel.wager, rules.currency) for wheel in wheel_tables(rules, kind)}
    several = len(by_table) > 1
    return [
        WagerPrice(one.house_edge, one.hit_rate, by_table.get(one.paytable, "") if several else "")
        for one in found
    ]


def price_text(price: WagerPrice) -> str:
    """A price in a sentence."""
    if price.house_edge < 0:
        keeps = f"On average the player gains {-price.house_edge:.2%} of it"
    else:
        keeps = f"House edge: {price.house_edge:.2%}"
    of = f" for {price.of}" if price.of else ""
    if not price.hit_rate:
        return f"{keeps}{of} with best play."
    often = f"{1 / price.hit_rate:.1f}".removesuffix(".0")
    return f"{keeps}{of}. It wins one time in {often}."
