"""Effects of removal: what every wager of a table gains when a card leaves the shoe, exactly."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from spanish21.analysis.counts.removed_shoes import ANY_SUIT, CardKind, Play, RemovedShoes
from spanish21.analysis.counts.side_effects import INSURANCE, insurance_effects, side_effects, side_values
from spanish21.analysis.hands.shoe_counts import Shoe
from spanish21.books.setting_text import decks_text
from spanish21.books.submissions.submission import AnyRules
from spanish21.display.bars import bars_svg
from spanish21.display.notebook import in_notebook, signed, table_html
from spanish21.display.shown import Shown
from spanish21.game.cards import ACE, RANK_LETTERS, SPANISH_DECK
from spanish21.game.rules import Rules

MAIN = "main"
CARDS_OF_DECK = 48
SUITS = "cdhs"


@dataclass(frozen=True, eq=False, repr=False)
class Removal(Shown):
    """What each wager gains when a card leaves the shoe, the play unchanged."""

    rules: Rules
    shoe: Shoe
    play: str
    values: Mapping[str, float]
    """By wager: what a unit of it wins from the whole shoe; insurance against an ace."""
    exact: Mapping[str, Fraction]
    """The same as a fraction where there is one: for all but the main wager."""
    effects: Mapping[str, Mapping[int, float]]
    """By wager and card: the gain when the card is removed."""
    pairs: Mapping[tuple[CardKind, CardKind], float] = field(default_factory=dict)
    """By two kinds of card, where they were asked for: the main wager's gain when both leave, beyond
    its gain for each."""

    @property
    def wagers(self) -> list[str]:
        return list(self.values)

    @property
    def of_one_deck(self) -> float:
        """What an effect is multiplied by for a single deck, as effects are usually published."""
        return (self.shoe.size - 1) / (CARDS_OF_DECK - 1)

    def by_rank(self, wager: str = MAIN) -> dict[str, float]:
        """By rank: the mean effect over the suits that are in the shoe."""
        found = {}
        for letter in ranks_in(self.shoe):
            rank = RANK_LETTERS.index(letter)
            number = self.shoe.counts[rank]
            one = self.effects[wager]
            found[letter] = sum(number[suit] * one.get(4 * rank + suit, 0.0) for suit in range(4)) / sum(
                number
            )
        return found

    def checks(self) -> dict[str, float]:
        """By wager: what the effects of all cards of the shoe add up to, which must be nothing.

        Against an ace, one of the aces is the up card and not among those that can leave.
        """
        found = {}
        for wager, effects in self.effects.items():
            number = {card: float(self.shoe.counts[card >> 2][card & 3]) for card in effects}
            if wager == INSURANCE and (aces := sum(self.shoe.counts[ACE])):
                for suit in range(4):
                    if 4 * ACE + suit in number:
                        number[4 * ACE + suit] *= 1.0 - 1.0 / aces
            found[wager] = sum(number[card] * effect for card, effect in effects.items())
        return found

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for each rank, and for each suit of it that some wager tells apart."""
        rows = []
        for letter in ranks_in(self.shoe):
            rank = RANK_LETTERS.index(letter)
            groups: dict[tuple[float, ...], str] = {}
            for suit in range(4):
                if self.shoe.counts[rank][suit]:
                    card = 4 * rank + suit
                    told = tuple(round(self.effects[one].get(card, 0.0), 15) for one in self.wagers)
                    groups[told] = groups.get(told, "") + SUITS[suit]
            for suits in groups.values():
                card = 4 * rank + SUITS.index(suits[0])
                number = sum(self.shoe.counts[rank][SUITS.index(suit)] for suit in suits)
                row: dict[str, Any] = {
                    "rank": letter,
                    "suits": "any" if len(groups) == 1 else suits,
                    "cards": number,
                }
                rows.append(row | {one: self.effects[one].get(card, 0.0) for one in self.wagers})
        return rows

    def pairs_to_records(self) -> list[dict[str, Any]]:
        """A dict for every two values, or suits of them: what both gain beyond each, the larger first."""
        rows = [
            {"first": kind_text(one), "second": kind_text(other), "interaction": gain}
            for (one, other), gain in self.pairs.items()
        ]
        return sorted(rows, key=lambda row: -abs(row["interaction"]))

    def summary(self) -> dict[str, Any]:
        """Every figure of `spanish21 removal --json`."""
        return {
            "book": self.rules.book,
            "decks": self.rules.decks,
            "cards": self.shoe.size,
            "play": self.play,
            "of_one_deck": self.of_one_deck,
            "wagers": [
                {
                    "wager": one,
                    "expected_value": self.values[one],
                    "expected_value_exact": str(self.exact[one]) if one in self.exact else None,
                    "sum_of_effects": self.checks()[one],
                    "by_rank": self.by_rank(one),
                }
                for one in self.wagers
            ],
            "effects": self.to_records(),
            "pairs": self.pairs_to_records(),
        }

    def svg(self, wager: str = MAIN) -> str:
        """A bar for each rank: the effect for a single deck, in hundredths of the wager."""
        found = self.by_rank(wager)
        title = f"Effects of removal: {wager}, {self.rules.book}, {decks_text(self.rules.decks)}"
        values = [100 * self.of_one_deck * one for one in found.values()]
        return bars_svg(title, list(found), values, under="% of the wager, for one card of a single deck")

    def __repr__(self) -> str:
        effects = ", ".join(
            f"{rank} {100 * self.of_one_deck * one:+.2f}"
            for rank, one in self.by_rank().items()
            if rank not in "QK"
        )
        return f"<Removal: {self.rules.book}, {decks_text(self.rules.decks)}, % of one deck: {effects}>"

    def _repr_html_(self) -> str:
        heads = ["card", *self.wagers]
        rows = [
            [
                row["rank"] + ("" if row["suits"] == "any" else row["suits"]),
                *(signed(100 * self.of_one_deck * row[one], "{:+.3f}%") for one in self.wagers),
            ]
            for row in self.to_records()
        ]
        return in_notebook(self.svg() + table_html(heads, rows))


def removal(rules: AnyRules, play: Play = "chart", shoe: Shoe | None = None, second: bool = False) -> Removal:
    """What removing each card does to every wager of a table.

    The main wager is played as the whole shoe asks for: by its best chart, by the best play by composition
    ("optimal") or by a chart that is given. With `second`, also what two cards change beyond each of them.
    """
    return removal_of(RemovedShoes(rules, play, shoe), second)


def removal_of(shoes: RemovedShoes, second: bool = False) -> Removal:
    """The same for a table that is there already."""
    rules, of_kind = shoes.rules, shoes.effects(lambda one: one.expected_value)
    values = {MAIN: shoes.whole.expected_value}
    effects = {MAIN: {card: of_kind[kind_of(card)] for card in SPANISH_DECK if kind_of(card) in of_kind}}
    exact: dict[str, Fraction] = {}
    if any(shoes.shoe.counts[ACE]):
        exact[INSURANCE], found = insurance_effects(rules, shoes.shoe)
        effects[INSURANCE] = _as_floats(found)
    for name, (record, value) in side_values(rules).items():
        exact[name], found = side_effects(record, value, shoes.shoe)
        effects[name] = _as_floats(found)
    values |= {name: float(one) for name, one in exact.items()}
    pairs = _pairs(shoes, of_kind) if second else {}
    return Removal(rules, shoes.shoe, shoes.name, values, exact, effects, pairs)


def _as_floats(effects: Mapping[int, Fraction]) -> dict[int, float]:
    return {card: float(effect) for card, effect in effects.items()}


def _pairs(shoes: RemovedShoes, ones: Mapping[CardKind, float]) -> dict[tuple[CardKind, CardKind], float]:
    """What two cards change beyond each, by their kinds."""
    whole, found = shoes.whole.expected_value, {}
    kinds = list(shoes.kinds().items())
    for place, (one, number) in enumerate(kinds):
        for other, _ in kinds[place:]:
            if one != other or number > 1:
                both = shoes.priced(one, other).expected_value - whole
                found[one, other] = both - ones[one] - ones[other]
    return found


def kind_of(card: int) -> CardKind:
    """The kind of a card, as the main wager tells it apart."""
    value = min(card >> 2, 10)
    return CardKind(value, card & 3) if value in (6, 7, 8) else CardKind(value)


def kind_text(kind: CardKind) -> str:
    """A kind of card in a word, such as `7s`, `A` or `10`."""
    value = "A" if kind.value == ACE else str(kind.value)
    return value + ("" if kind.suit == ANY_SUIT else SUITS[kind.suit])


def ranks_in(shoe: Shoe) -> list[str]:
    """The letters of the ranks of which the shoe has cards."""
    return [RANK_LETTERS[rank] for rank in range(1, 14) if sum(shoe.counts[rank])]
