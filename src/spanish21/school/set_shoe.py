"""A shoe that the instructor sets, so that the hands worth learning come often; no card comes or goes."""

import random
from collections.abc import Callable

from msgspec.structs import replace

from spanish21.game.cards import CARD_TEXT, SUIT_LETTERS
from spanish21.game.rules import Rules, is_offered
from spanish21.game.side_wagers.registry import side_wagers
from spanish21.game.table import Table, cover_moved

_COURT = "JQK"
Wishes = dict[int, tuple[str, str]]
"""By place in the shoe from the next card on: ranks and suits of the card wished for."""


class Places:
    """Where in the shoe the first cards of a round lie, and those for the box that plays first."""

    def __init__(self, table: Table) -> None:
        count = len(table.boxes)
        self.boxes = [(at, count + 1 + at) for at in range(count)]
        self.first = self.boxes[-1 if table.rules.plays_from_right else 0]
        self.others = [box for box in self.boxes if box != self.first]
        self.up = count
        self.second = 2 * count + 1
        self.next = 2 * count + (2 if table.rules.hole_card else 1)
        self.suit = SUIT_LETTERS[table.rules.top_suit]

    def drawn(self, *ranks: str, suits: str = SUIT_LETTERS) -> Wishes:
        """Cards for the box that plays first: its two, then those that it draws."""
        at = (*self.first, *range(self.next, self.next + len(ranks)))
        return {place: (rank, suits) for place, rank in zip(at, ranks, strict=False)}

    def quiet(self) -> Wishes:
        """The other boxes stand on their first two cards, against a low card."""
        stands = {at: ("K", SUIT_LETTERS) for box in self.others for at in box}
        return {**stands, self.up: ("6", SUIT_LETTERS), self.second: ("9", SUIT_LETTERS)}


def _six_seven_eight(places: Places, suits: str) -> Wishes:
    return {**places.quiet(), **places.drawn("6", "7", "8", suits=suits)}


def _sevens(places: Places, suits: str, up: str) -> Wishes:
    """Three 7s; another suit against them, so that the 7s last."""
    wished = {**places.quiet(), **places.drawn("7", "7", "7", suits=suits)}
    against = "".join(suit for suit in SUIT_LETTERS if suit not in suits) or SUIT_LETTERS
    if places.others:
        wished[places.others[0][0]] = ("7", against)
    return {**wished, places.up: (up, against)}


def _of_other_suit(places: Places) -> str:
    return next(suit for suit in SUIT_LETTERS if suit != places.suit)


def _mixed(places: Places, *ranks: str) -> Wishes:
    """Cards of different suits for the box that plays first."""
    wished = places.drawn(*ranks)
    return {at: (rank, SUIT_LETTERS[n % 4]) for n, (at, (rank, _)) in enumerate(sorted(wished.items()))}


SETTINGS: dict[str, Callable[[Places], Wishes]] = {
    "plain": lambda places: {},
    "blackjack": lambda places: {**places.quiet(), **places.drawn("A", _COURT)},
    "blackjack_v_court": lambda places: {
        **places.quiet(),
        **places.drawn("A", _COURT),
        places.up: (_COURT, SUIT_LETTERS),
    },
    "insurance_lost": lambda places: {
        **places.quiet(),
        places.up: ("A", SUIT_LETTERS),
        places.second: ("8", SUIT_LETTERS),
    },
    "insurance_won": lambda places: {
        **places.quiet(),
        **places.drawn("9", "9"),
        places.up: ("A", "c"),
        places.second: (_COURT, "d"),
    },
    "insurance_suited": lambda places: {
        **places.quiet(),
        **places.drawn("9", "9"),
        places.up: ("A", "c"),
        places.second: (_COURT, "c"),
    },
    "blackjack_under_court": lambda places: {
        **places.quiet(),
        **places.drawn("9", "9"),
        places.up: (_COURT, SUIT_LETTERS),
        places.second: ("A", SUIT_LETTERS),
    },
    "six_seven_eight": lambda places: {**places.quiet(), **_mixed(places, "6", "7", "8")},
    "six_seven_eight_suited": lambda places: _six_seven_eight(places, _of_other_suit(places)),
    "six_seven_eight_top": lambda places: _six_seven_eight(places, places.suit),
    "sevens": lambda places: {**places.quiet(), **_mixed(places, "7", "7", "7")},
    "sevens_suited": lambda places: _sevens(places, _of_other_suit(places), "6"),
    "sevens_top": lambda places: _sevens(places, places.suit, "6"),
    "super_bonus": lambda places: _sevens(places, places.suit, "7"),
    "five_cards": lambda places: {**places.quiet(), **places.drawn("2", "3", "4", "5", "7")},
    "six_cards": lambda places: {**places.quiet(), **places.drawn("2", "3", "2", "3", "4", "7")},
    "seven_cards": lambda places: {**places.quiet(), **places.drawn("2", "2", "2", "3", "3", "3", "6")},
    "bust": lambda places: {**places.quiet(), **places.drawn("K", "6", "9")},
    "aces": lambda places: {**places.quiet(), **places.drawn("A", "4", "A", "K")},
    "pair": lambda places: {**places.quiet(), **places.drawn("8", "8")},
    "tie": lambda places: {
        **places.quiet(),
        places.up: (_COURT, SUIT_LETTERS),
        places.second: (_COURT, SUIT_LETTERS),
    },
    "soft_17": lambda places: {
        **places.quiet(),
        places.up: ("6", SUIT_LETTERS),
        places.second: ("A", SUIT_LETTERS),
    },
    "match_suited": lambda places: {
        **places.quiet(),
        **places.drawn("9", "4", suits="c"),
        places.up: ("9", "c"),
    },
    "match": lambda places: {**places.quiet(), **places.drawn("9", "4", suits="d"), places.up: ("9", "c")},
    "two_matches": lambda places: {
        **places.quiet(),
        places.first[0]: ("9", "c"),
        places.first[1]: ("9", "d"),
        places.up: ("9", "c"),
    },
    "four_alike": lambda places: {
        **places.quiet(),
        **places.drawn("5", "5", suits="h"),
        places.up: ("5", "h"),
        places.second: ("5", "h"),
    },
    "three_alike": lambda places: {
        **places.quiet(),
        **places.drawn("5", "5"),
        places.up: ("5", SUIT_LETTERS),
    },
    "suited_pair": lambda places: {**places.quiet(), **places.drawn("4", "4", suits="s")},
    "six_and_court": lambda places: {
        **places.quiet(),
        places.up: ("6", SUIT_LETTERS),
        places.second: (_COURT, SUIT_LETTERS),
    },
}


def settings_of(rules: Rules) -> tuple[str, ...]:
    """The settings that teach something at this table."""
    needs = {scene: record.kind for record in side_wagers() for scene in record.scenes}
    return tuple(name for name in SETTINGS if name not in needs or is_offered(rules, needs[name]))


def with_shoe(table: Table, setting: str, chance: random.Random) -> Table:
    """The table with the rest of its shoe in another order."""
    left = list(table.shoe[table.dealt :])
    chance.shuffle(left)
    wished = SETTINGS[setting](Places(table))
    for at in sorted(wished):
        ranks, suits = wished[at]
        for found in range(at, len(left)):
            text = CARD_TEXT[left[found]]
            if text[0] in ranks and text[1] in suits:
                left[at], left[found] = left[found], left[at]
                break
    return replace(table, shoe=(*table.shoe[: table.dealt], *left))


def with_ten_next(table: Table) -> Table:
    """The table with one of the 10s that were taken out back in its shoe, as the next card."""
    torn, aside = list(table.torn), list(table.set_aside)
    ten = torn.pop() if torn else aside.pop()
    return replace(
        table,
        torn=tuple(torn),
        set_aside=tuple(aside),
        pool=(*table.pool, ten),
        shoe=(*table.shoe[: table.dealt], ten, *table.shoe[table.dealt :]),
        cover=cover_moved(table, 1),
    )


def with_cover_next(table: Table, after: int) -> Table:
    """The table with the cover card a few cards on, if it has one that has not come out."""
    if table.cover is None or table.cover_seen:
        return table
    return replace(table, cover=min(table.dealt + after, table.cover))


def with_shoe_empty(table: Table) -> Table:
    """The table with the rest of its shoe among the discards, so that the next card is missing."""
    left = table.shoe[table.dealt :]
    rack = (*table.rack, left) if left else table.rack
    return replace(table, shoe=table.shoe[: table.dealt], rack=rack, cover=None)
