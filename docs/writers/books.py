"""Writes a page about each book, docs/books/NAME.md: its particular features in words, from its data."""

from typing import Any

from spanish21.books.clauses import Rulebook, bounds_text
from spanish21.books.meanings import meaning_of
from spanish21.books.rulebook import RULEBOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.cli.commands.rules_command import value_text
from spanish21.game.money import amount_text
from spanish21.game.rules import SETTINGS, Rules, settings_of
from spanish21.game.settings import MONEY
from writers.best_play import chart_lines, edges, side_wager_rows
from writers.book_sentences import cited, sentences

_WHAT = {
    "maryland": """
The game of Maryland's casinos as it is dealt now, with three side wagers: Match the Dealer, and the
progressives Bonus Spin and Xtreme 16, for which wheels are turned.
""",
    "maryland-v1": """
The first edition of Maryland's rules. The game is that of the present edition; Match the Dealer is its
only side wager.
""",
    "massachusetts": """
The rules of the Massachusetts Gaming Commission. The dealer takes no hole card, up to three people may
wager on one box, and coupons may be wagered.
""",
    "players-edge": """
Spanish 21 under another name and with more to decide: a hand may be doubled three times, insurance pays
5 to 1 against a suited Blackjack, and there are three side wagers.
""",
    "uk-casino": """
What a casino in the United Kingdom tells its players on one poster. It is short, so the procedure is
the house's. There is no surrender and no rescue.
""",
    "pontoon": """
The sister game of Australia, Malaysia and the Philippines: no hole card, any 21 is paid immediately,
and an ace counts 1 in a doubled hand. It is a composite of the guides that three houses give their
players, and no house plays exactly this: the gaps and contradictions of the guides are filled by our
choice, and is a ruling.
""",
    "red-dragon": """
The game of a card room in Washington State: five decks, three doubles, rescue for the first wager.
It is made from the house's guide for players, which is short: its gaps are filled by our choices, and
is a ruling.
""",
}
_INTRODUCTION = """
{edition}. {count} clauses, each with a test. The numbers in brackets are clauses: `spanish21 clauses
{name} '{clause}'` shows one, and [here are all of them]({anchor}). This page is written by
`docs/generate.py` from the book's data, for a table with the choices of its sample submission.

**The house keeps {house}** of the wager on average against the best play, and {by_chart} against the
chart at the end of this page.

```sh
spanish21 play {name} --coach
spanish21 edge {name}
spanish21 rules {name}
```
"""
_PAYS = {
    "pays_win": "a win",
    "pays_blackjack": "Blackjack",
    "pays_five_card_21": "21 with five cards",
    "pays_six_card_21": "21 with six cards",
    "pays_seven_card_21": "21 with seven cards or more",
    "pays_678_mixed": "6-7-8 of mixed suits",
    "pays_678_suited": "6-7-8 of one suit",
    "pays_678_top": "6-7-8 of {top}",
    "pays_777_mixed": "7-7-7 of mixed suits",
    "pays_777_suited": "7-7-7 of one suit",
    "pays_777_top": "7-7-7 of {top}",
}
_COMPARED = ("decks", "table_minimum")
"""The settings between these two are those that a player notices."""


def book_page(name: str) -> str:
    """The page about a book."""
    book, rules = load_book(name), rules_of(name)
    parts = [f"# {book.title}", _WHAT[name], _introduction(book).lstrip()]
    parts += ["## At the table", "", *sentences(book, rules), ""]
    parts += ["## Payment of a hand", "", *_pays(book, rules), ""]
    parts += ["## Side wagers", "", *side_wager_rows(name), ""]
    parts += ["## Differences from the other books", "", *_differences(name), ""]
    parts += ["## The operator's choices", "", *_choices(book), ""]
    parts += ["## The best play", "", *chart_lines(name)]
    if rules.may_rescue:
        parts += [f"For hands that were doubled: `spanish21 strategy {name} --table doubled`."]
    return "\n".join(parts).rstrip() + "\n"


def _introduction(book: Rulebook) -> str:
    house, by_chart = edges(book.name)
    return _INTRODUCTION.format(
        edition=book.edition,
        count=len(book.clauses),
        name=book.name,
        clause=book.cite("pays_blackjack")[0],
        anchor=_anchor(book),
        house=house,
        by_chart=by_chart,
    )


def _anchor(book: Rulebook) -> str:
    """Where the book begins on the page of all clauses; anchors leave signs out."""
    words = f"{book.name} {book.title}".lower().split()
    return "../rulebooks.md#" + "-".join(
        "".join(x for x in word if x.isalnum() or x == "-") for word in words
    )


# -- payment ---------------------------------------------------------------------------------------


def _pays(book: Rulebook, rules: Rules) -> list[str]:
    values = settings_of(rules)
    lines = ["| hand | pays | clause |", "|---|---|---|"]
    for name, words in _PAYS.items():
        hand = words.format(top=values["top_suit"])
        lines.append(f"| {hand} | {value_text(name, values[name], '')} | {', '.join(book.cite(name))} |")
    lines += [
        "",
        "A player's Blackjack wins even against the dealer's. A player's 21 beats the dealer's 21, and "
        + ("even a" if rules.any_21_paid_at_once else "loses"),
    ]
    lines += [
        f"{'' if rules.any_21_paid_at_once else 'to a '}dealer's Blackjack. {_where_bonuses_count(rules)}"
    ]
    return [*lines, "", _super_bonus(book, rules)]


def _where_bonuses_count(rules: Rules) -> str:
    if rules.bonus_on_double and rules.bonus_on_split:
        return "Bonuses are paid on doubled and split hands too."
    if rules.bonus_on_split:
        return "Bonuses are paid on split hands too, but not on doubled ones."
    return "A hand that was doubled or split is paid 1 to 1, without a bonus."


def _super_bonus(book: Rulebook, rules: Rules) -> str:
    small, large, least, large_from, envy = (
        rules.currency + amount_text(amount)
        for amount in (
            rules.super_bonus_small,
            rules.super_bonus_large,
            rules.super_bonus_from,
            rules.super_bonus_large_from,
            rules.envy_pays,
        )
    )
    wager = f"a wager of {least} or more" if rules.super_bonus_from else "any wager"
    return (
        f"The super bonus: 7-7-7 of one suit against a dealer's 7 brings {small} for {wager}, and {large}"
        f" from {large_from} on; everyone else at the table gets {envy}"
        f"{cited(book, 'super_bonus_small', 'envy_pays')}."
    )


# -- compared and chosen ---------------------------------------------------------------------------


def _noticed(values: dict[str, Any]) -> list[str]:
    names = list(values)
    return [
        one for one in names[names.index(_COMPARED[0]) : names.index(_COMPARED[1])] if one != "void_undoes"
    ]


def _differences(name: str) -> list[str]:
    """The settings that a player notices and that are otherwise in another book."""
    others = [one for one in RULEBOOKS if one != name]
    values = {one: settings_of(rules_of(one)) for one in (name, *others)}
    lines = ["| setting | " + " | ".join([name, *others]) + " |", "|---" * (len(values) + 1) + "|"]
    for setting in _noticed(values[name]):
        if len({str(values[one][setting]) for one in values}) > 1:
            cells = [
                value_text(setting, values[one][setting], values[one]["currency"]) for one in (name, *others)
            ]
            lines.append(f"| {setting.replace('_', ' ')} | {' | '.join(cells)} |")
    asks = f"`spanish21 rules {name} {others[0]} --differences`"
    return [*lines, "", f"The rest, procedure and side wagers included: {asks}."]


def _choices(book: Rulebook) -> list[str]:
    """The choices that a player notices, with their bounds; the rest by number."""
    noticed = _noticed(settings_of(rules_of(book)))
    shown = [name for name in book.bounds if name in noticed or name.endswith("_paytable")]
    lines = [
        f"- {meaning_of(name, SETTINGS.get(name))}: {_bounds(book, name)}{cited(book, name)}."
        for name in shown
    ]
    rest = len(book.bounds) - len(shown)
    lines += ["", f"There are {rest} more choices, of limits, procedure and side wagers. A [Rules"]
    lines += ["Submission](../submissions.md) makes them, and takes a reading for each of the"]
    rulings = f"[{len(book.rulings)} rulings](../rulings.md#{book.name})"
    return [*lines, f"{rulings} where the book is silent or can be read in two ways."]


def _bounds(book: Rulebook, name: str) -> str:
    setting = SETTINGS.get(name)
    is_money = setting is not None and setting.kind == MONEY
    text = bounds_text(book.bounds[name], amount_text if is_money else _word)
    return text.replace("one of ", "").replace("_", " ")


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
