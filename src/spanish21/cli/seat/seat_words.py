"""The words that a seat knows, and the rules of a table in a few sentences."""

from collections.abc import Iterator

from spanish21.books.wording import why_text
from spanish21.cli.printing import money
from spanish21.cli.seat.wager_help import words_for_wagers
from spanish21.game.pictures.count_text import count_text
from spanish21.game.rules import Rules, is_offered
from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.registry import side_wagers
from spanish21.school.drill_hands import drills_of

_HELP = {
    "DECISIONS": "; the whole word works too",
    "d AMOUNT": "double for less",
    "i, n": "insure, or not; i AMOUNT insures for less",
    "AMOUNT": "wager on your own box, or add to the wager there",
    "b BOX AMOUNT": "wager on another box as well",
    "SIDES": "side wagers: ",
    "t": "take a wager back before the cards come; t BOX, t BOX WAGER",
    "+ AMOUNT": "buy chips",
    "Enter": "the same wagers again and deal; no cut; no insurance",
    "?": "why something was paid, is offered or is not offered; ? double shows the clauses, ? ONE a wager",
    "hint": "the best decision, and the cost of each other one",
    "coach": "speak after every mistake, or stop",
    "chart": "the chart for this table, your hand marked; chart hard, soft, pairs, doubled",
    "drill": "practise: drill KINDS, or several of them",
    "history": "the last round; again, the one before; history 3",
    "stats": "rounds, hands, net, luck and the cost of mistakes",
    "rules": "the rules of this table; rules ONE explains a wager with its paytable, edge and an example",
    "more": "your other options now",
    "q": "leave; quit and exit work too",
}


def help_lines(rules: Rules) -> Iterator[tuple[str, str]]:
    """What can be typed at a table, and what it does."""
    for word, says in _HELP.items():
        if word == "DECISIONS":
            yield _keys(_decisions(rules), says)
        elif word == "SIDES":
            sides = [(one.key, one.word) for one in side_wagers() if is_offered(rules, one.kind)]
            if sides:
                keys, words = _keys(sides, f"; {sides[0][0]} AMOUNT BOX")
                yield keys, says + words
        elif word != "d AMOUNT" or rules.double_for_less:
            some = words_for_wagers(rules)[1]
            yield word, says.replace("KINDS", ", ".join(drills_of(rules))).replace("ONE", some)


def _keys(named: list[tuple[str, str]], after: str) -> tuple[str, str]:
    return ", ".join(key for key, _ in named), ", ".join(word for _, word in named) + after


def _decisions(rules: Rules) -> list[tuple[str, str]]:
    """The keys of the decisions that the book knows."""
    known = [("h", "hit"), ("s", "stand"), ("d", "double"), ("p", "split")]
    known += [("r", "surrender")] if rules.may_surrender else []
    return known + ([("x", "rescue")] if rules.may_rescue else [])


_PAYS = (
    ("pays_blackjack", "pays_five_card_21", "pays_six_card_21", "pays_seven_card_21"),
    ("pays_678_mixed", "pays_678_suited", "pays_678_top"),
    ("pays_777_mixed", "pays_777_suited", "pays_777_top"),
)


def rules_lines(rules: Rules) -> Iterator[str]:
    """The rules of a table, as a player asks for them."""
    seven = "hits" if rules.dealer_hits_soft_17 else "stands on"
    peeks = "a hole card" if rules.hole_card else "no hole card"
    yield f"{count_text(rules.decks, 'deck')} without 10s; the dealer {seven} soft 17 and takes {peeks}."
    first = "the highest" if rules.plays_from_right else "the lowest"
    yield f"Boxes are played in turn from {first} number on."
    times = "once" if rules.most_doubles == 1 else f"up to {rules.most_doubles} times"
    less = ", for less too" if rules.double_for_less else ""
    yield f"A hand of any number of cards may be doubled {times}{less}{_after_split(rules)}."
    yield f"Pairs may be split {_splits(rules)}."
    gives = [
        text
        for text, has in (
            ("surrender for half the wager", rules.may_surrender),
            ("rescue of a doubled hand", rules.may_rescue),
        )
        if has
    ]
    yield f"There is {' and '.join(gives)}." if gives else "There is neither surrender nor rescue."
    for group in _PAYS:
        text = "; ".join(why_text(rules, name) for name in group)
        yield f"{text[:1].upper()}{text[1:]}."
    if rules.super_bonus_small:
        small, large = (
            money(one, rules.currency) for one in (rules.super_bonus_small, rules.super_bonus_large)
        )
        yield f"Three suited 7s against a 7 win a super bonus of {small}, or {large} for a large wager."
    for record in (one for one in side_wagers() if is_offered(rules, one.kind)):
        yield f"{record.title} [{record.key}] {_short_pays(rules, record)}."
    asked = ", ".join(f"rules {word}" for word in words_for_wagers(rules))
    yield f"A wager with its paytable, edge and an example: {asked}."
    yield f"Everything else: spanish21 rules {rules.book}"


def _short_pays(rules: Rules, record: SideWager) -> str:
    """What a side wager pays, in a line."""
    if record.wheel:
        whose = "of yours" if "player" in record.sees else "of the dealer's"
        return f"turns a wheel for {record.line_words[0]} {whose}"
    terms, texts = rules.sides[record.kind], []
    for place, words in enumerate(record.line_words):
        pays = (
            f"{terms.pays[place]} to 1"
            if record.pays_by == "odds"
            else money(terms.pays[place], rules.currency)
        )
        if place < record.shared_lines:
            pays = f"{terms.shares[place]}% of the meter"
        texts.append(f"{pays} for {words}")
    return f"pays {', '.join(texts)}"


def _splits(rules: Rules) -> str:
    if not rules.may_split_again:
        return "once"
    return f"into up to {rules.most_hands} hands" if rules.most_hands else "as often as they come"


def _after_split(rules: Rules) -> str:
    return ", also after a split" if rules.may_double_after_split else ", but not after a split"
