"""`Rules`: everything that a table plays by, as one frozen struct without defaults.

A rulebook's clauses, its rulings, the house's choices where the book is silent and the operator's Rules
Submission come down to a dict of settings, name -> value; `compose` turns that dict into `Rules` and
refuses what is missing, unknown or of the wrong form.
"""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from enum import IntEnum
from typing import Any

import msgspec

from spanish21.errors import BadRules, one_line
from spanish21.game import words
from spanish21.game.settings import METERS as METERS
from spanish21.game.settings import Setting, contradictions, described, fits, shown

Odds = tuple[int, int]

PAY_NAMES = (
    "pays_win",
    "pays_blackjack",
    "pays_678_mixed",
    "pays_678_suited",
    "pays_678_top",
    "pays_777_mixed",
    "pays_777_suited",
    "pays_777_top",
    "pays_five_card_21",
    "pays_six_card_21",
    "pays_seven_card_21",
)
"""The settings that make `pays_by_kind`, in the order of the kinds in hands.py."""

MATCH_LINES = ("two_suited", "suited_and_unsuited", "suited", "two_unsuited", "unsuited")
MONSTER_LINES = ("four_suited", "four_same_color", "four", "three_same_color", "three", "suited_pair")
SIDE_WAGERS = ("match", "match_down", "monster", "spin", "xtreme")
PROGRESSIVE_WAGERS = ("monster", "spin", "xtreme")

# Where a wheel's stop takes its money from.
FIXED, PRIMARY, SECONDARY = 0, 1, 2

# Who turns the prize wheel of Xtreme 16, by the words of `xtreme_spinner`.
DRAWN_POSITION, DRAWN_BETTOR, EVERY_BETTOR = words.XtremeSpinner


class MeterRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive meter: what it starts and restarts with, and the part of each wager that it takes."""

    initial: int
    reset: int
    rate: Odds


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stop of a wheel: its weight, what it shows, where its money comes from and what it pays.

    `pair` is 0, or the rank of a symbol with two amounts: the other bettors are then paid, too."""

    weight: int
    symbol: str
    source: int
    pays: int
    pair: int


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol with two amounts, and what it pays the other bettors."""

    symbol: str
    pays: int


class WheelTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one amount of a side wager plays for: its paytable and wheels, and the meters that it feeds.

    `community` is the wheel of those who do not turn the first one; `pairs` are the symbols with two amounts,
    by rank, and what each pays somebody else whose own wager has this amount."""

    wager: int
    paytable: str
    wheel: tuple[Stop, ...]
    community: tuple[Stop, ...]
    pairs: tuple[Pair, ...]
    meters: tuple[str, ...]


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table plays by: one field for each setting, under the name by which books set it.

    `rules_of` makes them of a book and a submission, `what_if` changes them outside the book, and
    `spanish21 rules BOOK --clauses` tells where each value comes from. Words are kept as the
    numbers of words.py, money as ints of the smallest unit, odds as pairs: (3, 2).
    """

    book: str
    currency: str

    # Cards and dealing
    decks: int
    hole_card: bool
    card_reader: bool
    plays_from_right: bool
    dealer_hits_soft_17: bool

    # What a hand may do
    may_surrender: bool
    may_rescue: bool
    may_double_21: bool
    may_double_after_split: bool
    double_for_less: bool
    most_doubles: int
    may_split_again: bool
    may_split_aces_again: bool
    most_hands: int
    split_aces_one_card: bool

    # What a hand is paid
    pays_by_kind: tuple[Odds, ...]
    insurance_rounds_up: bool
    pays_insurance: Odds
    pays_insurance_suited: Odds
    top_suit: words.Suit
    bonus_on_double: bool
    bonus_on_split: bool
    seven_card_21_exactly: bool
    two_card_21_after_split: words.Split21
    dealer_blackjack_takes: words.BlackjackTakes
    rescue_forfeits: words.RescueForfeits
    super_bonus_from: int
    super_bonus_large_from: int
    super_bonus_small: int
    super_bonus_large: int
    super_bonus_replaces_odds: bool
    envy_pays: int
    envy_with_seven: int
    envy_by_box: bool
    envy_needs_least: bool
    envy_on_winning_box: bool
    odd_money: words.OddMoney
    surrender_half: words.SurrenderHalf
    smallest_chip: int
    payout_limit: int
    payout_limit_covers: words.PayoutLimitCovers
    void_undoes: words.VoidUndoes

    # Limits, by box
    table_minimum: int
    table_maximum: int
    hand_maximum: int
    boxes: int
    adjacent_boxes: int
    boxes_apart: bool
    people_on_box: int
    seated_needs_consent: bool
    most_shared_boxes: int
    most_shared_tables: int
    mid_shoe_entry: bool
    cash_wagers: bool
    cash_needs_floorperson: bool
    coupons: bool
    coupon_counts: words.CouponCounts
    wagers_made_when: words.WagersMadeWhen

    # Side wagers
    match_offered: bool
    match_pays: tuple[int, int, int, int, int]
    match_minimum: int
    match_maximum: int
    match_within_wager: bool
    match_losers_first: bool
    match_down_offered: bool
    match_down_pays: tuple[int, int, int, int, int]
    monster_offered: bool
    monster_wager: int
    monster_pays: tuple[int, int, int, int, int, int]
    monster_shares: tuple[int, int]
    monster_each_pair: bool
    spin_offered: bool
    spin_tables: tuple[WheelTable, ...]
    spin_pays_by_rank: bool
    xtreme_offered: bool
    xtreme_tables: tuple[WheelTable, ...]
    xtreme_spinner: words.XtremeSpinner
    meters: dict[str, MeterRules]

    # Procedure
    blackjack_paid: words.BlackjackPaid
    settlement_order: words.SettlementOrder
    shuffling: words.Shuffling
    device_loads_shoe: bool
    cut_after_device: bool
    second_batch: words.SecondBatch
    cut_order: words.CutOrder
    cut_from_ends: int
    cover_from_back: Odds
    recut_until: words.RecutUntil
    recut_by: words.RecutBy
    shoe_side: words.ShoeSide
    dealing_hands: words.DealingHands
    one_hand_cards: words.OneHandCards
    burns_first_card: bool
    burn_disclosed: bool
    player_totals_announced: bool
    dealer_total_announced: words.DealerTotalAnnounced
    dealers_card_announced: bool
    tens_torn: bool
    idle_spread: words.IdleSpread
    idle_turned_up: bool
    decks_hours: int
    preshuffled_needs_approval: bool
    reader_inspected_daily: bool
    reader_failure: words.ReaderFailure
    second_ten: words.SecondTen
    shuffler_failure: words.ShufflerFailure
    light_checked: bool
    equipment: tuple[str, ...]
    inscriptions: tuple[str, ...]
    approvals: tuple[str, ...]
    approvals_missing: tuple[str, ...]


WORDS: dict[str, tuple[str, ...]] = {
    field.name: words.words_of(field.type)
    for field in msgspec.structs.fields(Rules)
    if isinstance(field.type, type) and issubclass(field.type, IntEnum)
}
"""Settings whose value is a word in a rulebook and the word's number in `Rules` (words.py)."""

OUTSIDE_THE_BOOK = "rules_outside_the_book"
"""What no approval covers: settings that a `what_if` has changed."""

_COMPOSED = {"pays_by_kind", "equipment", "inscriptions", "approvals", "approvals_missing"}
SETTING_NAMES = tuple(name for name in Rules.__struct_fields__ if name not in _COMPOSED) + PAY_NAMES
"""Every setting that a book, a ruling, the house or a submission must give a value."""

SETTINGS: dict[str, Setting] = described(
    {field.name: field.type for field in msgspec.structs.fields(Rules) if field.name not in _COMPOSED},
    WORDS,
    PAY_NAMES,
)
"""What each setting is: how it is read, checked and shown."""


def problem_with(name: str, value: Any) -> str:
    """What is wrong with a setting's value, in one line."""
    return one_line(f"{name} is {shown(SETTINGS[name], value)}; it must be {SETTINGS[name].takes}")


def unknown(name: str, known: Iterable[str], kind: str = "setting") -> str:
    """The refusal of a name that nothing has, with those that are near to it.

    >>> unknown("deks", ["decks", "boxes", "decks"])
    'deks is not a setting; did you mean decks?'
    """
    near = get_close_matches(name, list(dict.fromkeys(known)), 3, 0.6)
    article = "an" if kind[0] in "aeiou" else "a"
    return f"{name} is not {article} {kind}" + (f"; did you mean {' or '.join(near)}?" if near else "")


def word_index(name: str, value: object) -> int:
    """The index of a setting's word, or a refusal that lists the words."""
    known = WORDS[name]
    if value not in known:
        raise BadRules(f"{name} is {value!r}; it must be one of {', '.join(known)}")
    return known.index(str(value))


def compose(
    settings: Mapping[str, Any],
    equipment: tuple[str, ...] = (),
    inscriptions: tuple[str, ...] = (),
    approvals: tuple[str, ...] = (),
    approvals_missing: tuple[str, ...] = (),
) -> Rules:
    """The `Rules` of a complete dict of settings."""
    missing = [name for name in SETTING_NAMES if name not in settings]
    if missing:
        raise BadRules(f"settings without a value: {', '.join(missing)}")
    for name in settings:
        if name not in SETTING_NAMES:
            raise BadRules(one_line(unknown(name, SETTING_NAMES)))
    values: dict[str, Any] = {name: settings[name] for name in SETTING_NAMES if name not in PAY_NAMES}
    for name in WORDS:
        values[name] = word_index(name, values[name])
    values["pays_by_kind"] = [settings[name] for name in PAY_NAMES]
    values |= {"equipment": equipment, "inscriptions": inscriptions}
    values |= {"approvals": approvals, "approvals_missing": approvals_missing}
    try:
        rules = msgspec.convert(msgspec.to_builtins(values), Rules)
    except msgspec.ValidationError as error:
        raise BadRules(_named(str(error))) from None
    _check(rules)
    return rules


def _named(problem: str) -> str:
    """A message of the decoder with the setting's own name in it."""
    what, _, where = problem.partition(" - at `$.")
    place = re.match(r"(\w+)(?:\[(\d+)\])?", where)
    assert place is not None
    name = PAY_NAMES[int(place[2])] if place[1] == "pays_by_kind" else place[1]
    return f"{name} has the wrong form: {what.lower()}"


def _check(rules: Rules) -> None:
    """Refuse rules with a setting out of its range, or with settings that contradict each other."""
    settings = settings_of(rules)
    for name, value in settings.items():
        if not fits(SETTINGS[name], value):
            raise BadRules(problem_with(name, value))
    for name, value, bound in contradictions(settings):
        raise BadRules(one_line(f"{name} is {shown(SETTINGS[name], value)}; {bound}"))


def settings_of(rules: Rules) -> dict[str, Any]:
    """The dict of settings that `compose` would make `rules` from."""
    values = {name: getattr(rules, name) for name in SETTING_NAMES if name not in PAY_NAMES}
    for name, known in WORDS.items():
        values[name] = known[values[name]]
    for name, odds in zip(PAY_NAMES, rules.pays_by_kind, strict=True):
        values[name] = odds
    return values


def what_if(rules: Rules, **changes: Any) -> Rules:
    """The same rules with any settings changed, inside the book or not."""
    settings = settings_of(rules)
    for name, value in changes.items():
        if name not in settings or name == "book":
            raise BadRules(unknown(name, settings.keys() - {"book"}))
        settings[name] = value
    missing = rules.approvals_missing
    changed = compose(settings, rules.equipment, rules.inscriptions, rules.approvals, missing)
    if changed == rules or OUTSIDE_THE_BOOK in missing:
        return changed
    return msgspec.structs.replace(changed, approvals_missing=(*missing, OUTSIDE_THE_BOOK))
