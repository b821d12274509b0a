"""The best tags of a count: of all whole tags up to a level, those that follow a wager's effects best.

The correlation depends on the tags through three sums over the cards of a deck: of tags, of their squares,
and of tag times effect. Card by card, the most that the third can be for each pair of the other two is kept;
so all tags are compared, and the best are the best.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

from spanish21.analysis.counts.correlations import by_weight, correlation, with_side_count
from spanish21.analysis.counts.earning import earning
from spanish21.analysis.counts.effects import MAIN, SUITS, Removal, ranks_in, removal
from spanish21.analysis.counts.removed_shoes import Play
from spanish21.analysis.counts.side_effects import INSURANCE
from spanish21.analysis.hands.shoe_counts import Shoe
from spanish21.books.setting_text import decks_text
from spanish21.books.submissions.submission import AnyRules
from spanish21.display.brief import brief, brief_list
from spanish21.display.shown import Shown
from spanish21.errors import BadInput
from spanish21.game.cards import RANK_LETTERS
from spanish21.strategy.counts import Count

LEVELS = (1, 2, 3)
HIGHEST_LEVEL = 5
SUITS_OF_RANK = 4
EQUAL = 1e-12


@dataclass(frozen=True, repr=False)
class BestCount:
    """The best tags of one level, and how well they follow every wager."""

    level: int
    is_balanced: bool
    tags: dict[str, int]
    correlations: dict[str, float | None]
    """By wager: the correlation of its effects with the tags; nothing where no card has an effect."""
    side_counts: dict[str, float]
    """By a card counted separately from the tags: the betting correlation of both together."""
    suit_tags: dict[str, int]
    """The best tags if suits may differ where bonuses make them: by rank, or rank and suit (`7s`, `7cdh`)."""
    suit_correlation: float
    """Their betting correlation."""
    earns: dict[str, float]
    """The part of what perfect betting earns (earning.py): by the `tags`, with the best `side_count`, and by
    the `suit_tags`."""

    @property
    def betting_correlation(self) -> float:
        return self.correlations[MAIN] or 0.0

    @property
    def kind(self) -> str:
        return "balanced" if self.is_balanced else "unbalanced"

    @property
    def count(self) -> Count:
        """The count, ready to be judged; an unbalanced one starts so that its true count stays even."""
        adds = SUITS_OF_RANK * sum(self.tags.values())
        return Count(self.tags, start_per_deck=-adds if adds else None)

    def to_record(self) -> dict[str, Any]:
        """The count as a row."""
        side, gains = max(self.side_counts.items(), key=lambda one: one[1], default=("", 0.0))
        return {
            "level": self.level,
            "balanced": self.is_balanced,
            **{f"tag {rank}": tag for rank, tag in self.tags.items()},
            "betting_correlation": self.betting_correlation,
            "insurance_correlation": self.correlations.get(INSURANCE),
            "best_side_count": side,
            "with_side_count": gains,
            "with_suits": self.suit_correlation,
            **{f"earns, {name}": part for name, part in self.earns.items()},
        }

    __repr__ = brief


class BestCounts(Shown, list[BestCount]):
    """The best counts of several levels."""

    def __init__(self, found: Removal, counts: Sequence[BestCount]) -> None:
        super().__init__(counts)
        self.removal = found

    def to_records(self) -> list[dict[str, Any]]:
        """A dict for every count."""
        return [one.to_record() for one in self]

    def __repr__(self) -> str:
        rules = self.removal.rules
        lines = [
            f"level {one.level} {one.kind:10} {one.betting_correlation:.4f}  {tags_text(one.tags)}"
            for one in self
        ]
        return brief_list(f"BestCounts: {rules.book}, {decks_text(rules.decks)}", lines)


def best_counts(
    rules: AnyRules,
    levels: Sequence[int] = LEVELS,
    play: Play = "chart",
    shoe: Shoe | None = None,
    found: Removal | None = None,
) -> BestCounts:
    """The best balanced and unbalanced count of each level, by its betting correlation with the main wager.

    `found` is the table's `removal`, if it is there already.
    """
    for level in levels:
        if not 1 <= level <= HIGHEST_LEVEL:
            raise BadInput(f"level is {level}; it must be from 1 to {HIGHEST_LEVEL}")
    found = found or removal(rules, play, shoe)
    counts = []
    for level in levels:
        for is_balanced in (True, False):
            tags = best_tags(found, level, is_balanced)
            correlations = {wager: correlation(found, tags, wager) for wager in found.wagers}
            apart, suits = side_counts(found, tags), suited_tags(found, level, is_balanced)
            follows = suited_correlation(found, suits)
            parts = {
                "tags": correlations[MAIN] or 0.0,
                "side_count": max(apart.values()),
                "suit_tags": follows,
            }
            earns = {name: earning(found, part) for name, part in parts.items()}
            counts.append(BestCount(level, is_balanced, tags, correlations, apart, suits, follows, earns))
    return BestCounts(found, counts)


def side_counts(found: Removal, tags: dict[str, int]) -> dict[str, float]:
    """By a rank, or a suit of 6s, 7s or 8s, counted apart: the betting correlation of it and the tags."""
    told: dict[str, dict[int, float]] = {}
    for letter in ranks_in(found.shoe):
        rank = RANK_LETTERS.index(letter)
        told[letter] = {4 * rank + suit: 1.0 for suit in range(4)}
    top = found.rules.top_suit
    for rank in (6, 7, 8):
        told[f"{rank}{SUITS[top]}"] = {4 * rank + top: 1.0}
    return {name: with_side_count(found, tags, apart) or 0.0 for name, apart in told.items()}


def best_tags(found: Removal, level: int, is_balanced: bool) -> dict[str, int]:
    """The tags by rank that follow the main wager best; cards that are alike have one tag."""
    kinds = {rank: (effect, SUITS_OF_RANK) for rank, effect in found.by_rank().items()}
    return _best_of_kinds(kinds, level, is_balanced)


def suited_tags(found: Removal, level: int, is_balanced: bool) -> dict[str, int]:
    """The best tags if suits that have another effect may have another tag."""
    return _best_of_kinds(_kinds_by_suit(found), level, is_balanced)


def suited_correlation(found: Removal, tags: Mapping[str, int]) -> float:
    """The betting correlation of tags by rank and suits."""
    kinds = _kinds_by_suit(found)
    return by_weight(
        [number for _, number in kinds.values()],
        [tags[name] for name in kinds],
        [effect for effect, _ in kinds.values()],
    )


def _kinds_by_suit(found: Removal) -> dict[str, tuple[float, int]]:
    """By rank, or rank and suits that have one effect: that effect, and how many cards of a deck they are."""
    kinds: dict[str, tuple[float, int]] = {}
    for letter in ranks_in(found.shoe):
        rank = RANK_LETTERS.index(letter)
        of_suit: dict[float, str] = {}
        for suit in range(SUITS_OF_RANK):
            if found.shoe.counts[rank][suit]:
                effect = round(found.effects[MAIN][4 * rank + suit], 13)
                of_suit[effect] = of_suit.get(effect, "") + SUITS[suit]
        for effect, suits in of_suit.items():
            kinds[letter if len(of_suit) == 1 else letter + suits] = effect, len(suits)
    return kinds


def _best_of_kinds(kinds: Mapping[str, tuple[float, int]], level: int, is_balanced: bool) -> dict[str, int]:
    """The whole tags up to a level that follow the effects of these kinds of cards best."""
    groups: dict[float, list[str]] = {}
    for name, (effect, _) in kinds.items():
        groups.setdefault(round(effect, 13), []).append(name)
    # By sums of tags and of their squares: the most that tags times effects come to, and by which tags.
    most: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {(0, 0): (0.0, ())}
    for effect, names in groups.items():
        number = sum(kinds[name][1] for name in names)
        after: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {}
        for (total, squares), (worth, chosen) in most.items():
            for tag in range(-level, level + 1):
                place = total + number * tag, squares + number * tag * tag
                reached = worth + number * tag * effect
                if place not in after or reached > after[place][0]:
                    after[place] = reached, (*chosen, tag)
        most = after
    cards = sum(number for _, number in kinds.values())
    mean = sum(effect * number for effect, number in kinds.values()) / cards
    best, tags = -1.0, tuple[int, ...]()
    for (total, squares), (worth, chosen) in most.items():
        spread = squares / cards - (total / cards) ** 2
        if spread > 0 and (total == 0 or not is_balanced):
            follows = (worth / cards - mean * total / cards) / spread**0.5
            if follows > best + EQUAL:
                best, tags = follows, chosen
    divisor = gcd(*tags) or 1
    of_kind = {
        name: tag // divisor for names, tag in zip(groups.values(), tags, strict=True) for name in names
    }
    return {name: of_kind[name] for name in kinds}


def tags_text(tags: Mapping[str, int]) -> str:
    """Tags in a line; ranks without one are left out, and neighbours with the same tag are put together."""
    groups: list[tuple[str, int]] = []
    for rank, tag in tags.items():
        if groups and groups[-1][1] == tag:
            groups[-1] = groups[-1][0] + rank, tag
        else:
            groups.append((rank, tag))
    return " ".join(f"{ranks}{tag:+d}" for ranks, tag in groups if tag)
