"""`SideWager`: everything that the project knows of a side wager, in one record.

Wagering, settling, the notation, the books, the analyser, the simulator, the terminal, the school and the
page take what they need from here; none of them knows a side wager by its name.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from spanish21.display.brief import brief
from spanish21.game.settings import (
    AMOUNTS,
    COUNT,
    COUNTS,
    LARGEST_ODDS,
    MONEY,
    MOST_STOPS,
    WHEELS,
    WORD,
    YES_OR_NO,
    Setting,
)

Line = Callable[[int, int, int, int], int]
"""(lower card, higher card, up card, hole card) -> the place of the line that they make in `lines`, or the
number of lines for none. The first two are the player's, in the order of their numbers; a card that the wager
does not see is 0. A card is rank * 4 + suit."""

Card = Literal["player", "up", "hole"]

SPINNERS = (DRAWN_POSITION, DRAWN_BETTOR, EVERY_BETTOR) = ("drawn_position", "drawn_bettor", "every_bettor")
"""Who turns the prize wheel at the hot spot: a drawn position, a drawn bettor, or everyone."""

_OF_WHEEL: Mapping[str, Mapping[str, Setting]] = {
    "": {},
    "winner": {"pays_by_rank": Setting(YES_OR_NO), "own_boxes": Setting(YES_OR_NO)},
    "hot_spot": {"spinner": Setting(WORD, words=SPINNERS), "own_boxes": Setting(YES_OR_NO)},
}
"""The options that a procedure with a wheel brings with it; `own_boxes`: whether community pay also reaches
the winner's own other boxes."""

PRICE = Setting(MONEY, least=1)
NOTHING: Mapping[str, object] = MappingProxyType({})


class SideWager(msgspec.Struct, frozen=True, kw_only=True):
    """A side wager on the first cards."""

    kind: str
    """Its name in commands, events, logs, notation and settings: small letters and underscores."""
    title: str
    """Its name on the layout."""
    short: str
    """The same where there is little room."""
    word: str
    """Its name in the terminal."""
    spoken: str
    """Its name in a sentence of the dealer's school."""
    key: str
    """The key that places it in the terminal."""

    # Its winning lines
    sees: tuple[Card, ...]
    """The cards that decide it: both of the player's, the up card, the dealer's second card."""
    line: Line
    lines: tuple[str, ...]
    """The lines of its paytable, best first."""
    line_words: tuple[str, ...]
    """The hand of each line, in words; empty for a wager on a wheel."""
    lost_words: str
    """Why it was lost, in words."""
    times: Line | None = None
    """How often a line is paid where `times_option` is on; once unless given."""
    times_option: str = ""

    settled_words: str = ""
    """The dealer's step once the first cards are out, in words; its title unless given."""

    # Its payouts
    pays_by: Literal["odds", "amounts", "wheel"]
    """Odds to one in addition to the wager; an amount, or a wheel's prize, in place of it."""
    shared_lines: int = 0
    """How many lines, from the first, win a part of its meter instead of an amount."""
    wheel: Literal["", "winner", "hot_spot"] = ""
    """Who turns its wheel: every winner, and pairs pay the other bettors; or the hot spot, and the community
    wheel turns for the others."""
    meters: tuple[str, ...] = ()
    meters_rank: int = 9
    """Where its meters stand among those of a table; logs hold the order."""
    like: str = ""
    """The side wager whose paytables and limits it shares."""

    # When it is placed and settled
    moment: Literal["first_cards", "blackjack", "settlement"]
    """Once the up card is out; with an immediately paid Blackjack, else at the settlement; only then."""
    takes_coupons: bool = False

    # Its paytables in books and submissions
    parts: Mapping[str, tuple[str, ...]] = NOTHING  # type: ignore[assignment]
    """Of a line that a book need not give, the lines that it adds up."""
    may_better: tuple[str, ...] = ()
    """Lines for which an operator may choose better odds."""
    goes_by_decks: bool = False
    """Whether a paytable goes with the number of decks in its name or its line `decks`."""
    house_edge: Callable[[list[int], int], int] | None = None
    """The edge of pays with a number of decks, in hundredths of a percent, to warn of unusual paytables."""
    own_options: Mapping[str, Setting] = NOTHING  # type: ignore[assignment]
    """Its own settings (yes or no, words, counts), by the part of their names after the kind."""
    meanings: Mapping[str, str] = NOTHING  # type: ignore[assignment]
    """The meaning of an operator's choices, by the part of their names after its kind."""
    scenes: tuple[str, ...] = ()
    """The scenes of the dealer's school in which it wins."""

    __repr__ = brief

    @property
    def options(self) -> Mapping[str, Setting]:
        """Its options, those of its procedure included."""
        return {**_OF_WHEEL[self.wheel], **self.own_options}

    @property
    def paytable(self) -> str:
        """The kind of its paytables."""
        return self.like or self.kind

    @property
    def is_progressive(self) -> bool:
        """Whether a win is paid from a meter or a wheel, and has to be validated."""
        return self.pays_by == "wheel" or bool(self.meters)

    @property
    def has_pairs(self) -> bool:
        return self.wheel == "winner"

    @property
    def has_community(self) -> bool:
        return self.wheel == "hot_spot"

    @property
    def needs_second(self) -> bool:
        """Whether the dealer's second card decides it."""
        return "hole" in self.sees

    @property
    def keeps_hand(self) -> bool:
        """Whether a hand that is paid immediately must stay until the dealer's second card shows."""
        return self.needs_second and "player" in self.sees

    @property
    def wheels(self) -> tuple[str, ...]:
        """Its wheels, by the names that a submission gives them."""
        return (self.kind, *((f"{self.kind}_community",) if self.has_community else ())) if self.wheel else ()

    @property
    def paytable_kinds(self) -> tuple[str, ...]:
        """The kinds of paytables that it brings: its own, and that of the community."""
        if self.like:
            return ()
        return (self.kind, f"{self.kind}_community") if self.wheel else (self.kind,)

    @property
    def paytable_choices(self) -> tuple[str, ...]:
        """The choices that name a paytable, its wager or better odds; settings follow from them."""
        if self.like:
            return ()
        wager = (f"{self.kind}_wager",) if self.wheel else ()
        return (f"{self.kind}_paytable", *wager, *(f"{self.kind}_{line}" for line in self.may_better))

    def settings(self) -> Iterator[tuple[str, Setting]]:
        """The settings that it brings to rules and books, in their order."""
        yield f"{self.kind}_offered", Setting(YES_OR_NO)
        for part, setting in self._parts():
            yield f"{self.kind}_{part}", setting
        for part, setting in self.options.items():
            yield f"{self.kind}_{part}", setting

    def _parts(self) -> Iterator[tuple[str, Setting]]:
        length = len(self.lines)
        if self.pays_by == "amounts":
            yield "wager", PRICE
            yield "pays", Setting(AMOUNTS, length=length)
        if self.pays_by == "odds":
            yield "pays", Setting(COUNTS, most=LARGEST_ODDS, length=length)
            if not self.like:
                yield "minimum", PRICE
                yield "maximum", PRICE
        if self.shared_lines:
            yield "shares", Setting(COUNTS, most=100, length=self.shared_lines)
        if self.wheel:
            yield "tables", Setting(WHEELS, most=MOST_STOPS)

    def follows_from(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The settings that no clause sets directly, and the paytables from which they follow."""
        own = f"paytables.{self.paytable}"
        for part, _ in self._parts():
            if part in ("pays", "shares"):
                yield f"{self.kind}_{part}", (own,)
            elif part == "tables":
                yield f"{self.kind}_{part}", (own, f"{own}_community")

    def number_choices(self) -> Iterator[tuple[str, Setting]]:
        """An operator's choices that are numbers without being settings."""
        for line in self.may_better:
            yield f"{self.kind}_{line}", Setting(COUNT, most=LARGEST_ODDS // 2)  # two may be paid together
        if self.wheel:
            yield f"{self.kind}_wager", PRICE

    def cards_seen(self, first: int, second: int, up: int, hole: int) -> tuple[int, int, int, int]:
        """The cards as its functions take them: the player's in order, and 0 for unseen ones."""
        if "player" not in self.sees:
            first = second = 0
        elif first > second:
            first, second = second, first
        return first, second, up if "up" in self.sees else 0, hole if "hole" in self.sees else 0

    def line_of(self, first: int, second: int, up: int, hole: int) -> int:
        """The place of the line that these cards make, or the number of lines for none."""
        return self.line(*self.cards_seen(first, second, up, hole))

    def times_of(self, options: Mapping[str, object], first: int, second: int, up: int, hole: int) -> int:
        """How often the line of these cards is paid."""
        if self.times is None or not options[self.times_option]:
            return 1
        return self.times(*self.cards_seen(first, second, up, hole))
