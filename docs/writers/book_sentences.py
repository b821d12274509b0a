"""A book's rules in sentences, from the values of its settings, each with its clauses."""

from collections.abc import Iterator

from spanish21.books.clauses import Rulebook
from spanish21.cli.commands.rules_command import value_text
from spanish21.game.rules import Rules
from spanish21.game.words import BlackjackTakes, RescueForfeits

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_TAKEN_BY_BLACKJACK = {
    BlackjackTakes.ORIGINAL: "only the first wager of a hand that was doubled or split",
    BlackjackTakes.ORIGINAL_OR_BUSTED: "only the first wager of a hand, or the busted part if that is more",
    BlackjackTakes.ALL: "every wager on the box, doubles and splits too",
    BlackjackTakes.BUSTED_PLUS_ONE: "the wagers of busted hands and one first wager more",
    BlackjackTakes.ORIGINAL_OF_EACH_HAND: "busted wagers, and of every other hand the first wager",
}


def sentences(book: Rulebook, rules: Rules) -> list[str]:
    return [f"- {text}{cited(book, *names)}." for text, names in _told(rules)]


def cited(book: Rulebook, *names: str) -> str:
    clauses = list(dict.fromkeys(clause for name in names for clause in book.cite(name)))
    return f" [{', '.join(clauses[:3])}{', …' if len(clauses) > 3 else ''}]" if clauses else ""


def _told(rules: Rules) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The features that a player notices, each with its settings."""
    yield (
        f"{_NUMBERS[rules.decks].capitalize()} decks without their 10s, {rules.decks * 48} cards",
        ("decks",),
    )
    yield _hole_card(rules), ("hole_card", "card_reader")
    soft = "draws on a soft 17" if rules.dealer_hits_soft_17 else "stands on every 17"
    yield f"The dealer {soft}", ("dealer_hits_soft_17",)
    side = "right" if rules.plays_from_right else "left"
    yield f"Hands are played box by box from the dealer's {side}", ("plays_from_right",)
    yield _doubling(rules), ("most_doubles", "may_double_after_split", "double_for_less")
    if rules.doubled_aces_count_1:
        yield (
            "An ace counts 1, and not 11, in a hand that held it when it was doubled",
            ("doubled_aces_count_1",),
        )
    if rules.least_to_stand:
        yield f"A hand of fewer than {rules.least_to_stand} points has to draw", ("least_to_stand",)
    if rules.any_21_paid_at_once:
        yield "A player's 21 is paid immediately, for any hand of the dealer", ("any_21_paid_at_once",)
    if rules.may_rescue and rules.rescue_forfeits == RescueForfeits.FIRST_WAGER:
        yield (
            "A doubled hand that is not over 21 may be rescued: every double comes back, not the first wager",
            ("may_rescue", "rescue_forfeits"),
        )
    elif rules.may_rescue:
        yield (
            "A doubled hand that is not over 21 may be rescued: the last double comes back, the rest is lost",
            ("may_rescue", "rescue_forfeits"),
        )
    else:
        yield "A doubled hand cannot be rescued", ("may_rescue",)
    yield _splitting(rules), ("most_hands", "may_split_aces_again", "split_aces_one_card")
    if rules.may_surrender:
        against = "" if rules.surrender_against == 0 else " against an ace or a court card"
        yield (
            f"The first two cards may be surrendered for half of the wager{against}",
            ("may_surrender", "surrender_against"),
        )
    else:
        yield "There is no surrender", ("may_surrender",)
    yield _insurance(rules), ("pays_insurance", "pays_insurance_suited")
    yield (
        f"A dealer's Blackjack takes {_TAKEN_BY_BLACKJACK[rules.dealer_blackjack_takes]}",
        ("dealer_blackjack_takes",),
    )
    if rules.people_on_box > 1:
        yield f"Up to {_NUMBERS[rules.people_on_box]} people may wager on a box", ("people_on_box",)


def _hole_card(rules: Rules) -> str:
    if not rules.hole_card:
        return "The dealer takes no hole card: the second card is drawn when all players are done"
    reader = ", and a card reader looks for a Blackjack before anyone plays" if rules.card_reader else ""
    return f"The dealer takes a hole card{reader}"


def _doubling(rules: Rules) -> str:
    often = "once" if rules.most_doubles == 1 else f"up to {_NUMBERS[rules.most_doubles]} times"
    after = ", after a split too" if rules.may_double_after_split else ", but not after a split"
    less = ", for less if you like" if rules.double_for_less else ", always by the whole wager"
    total = "" if rules.double_on == 0 else " on 9, 10 or 11"
    on = ", and may draw further cards" if rules.may_draw_after_double else ""
    return f"A hand of any number of cards may be doubled {often}{total}{after}{less}{on}"


def _splitting(rules: Rules) -> str:
    most = f"into up to {_NUMBERS[rules.most_hands]} hands" if rules.most_hands else "as often as pairs come"
    aces = (
        "split aces get one card each"
        if rules.split_aces_one_card
        else "split aces are played on like any hand"
    )
    again = ", and may be split again" if rules.may_split_aces_again else ", but are not split again"
    return f"Pairs may be split {most}; {aces}{again}"


def _insurance(rules: Rules) -> str:
    pays = value_text("pays_insurance", rules.pays_insurance, "")
    suited = value_text("pays_insurance_suited", rules.pays_insurance_suited, "")
    other = "" if suited == pays else f", and {suited} if the dealer's Blackjack is of one suit"
    return f"Insurance against a dealer's ace pays {pays}{other}"
