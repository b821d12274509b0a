"""`Rules`: everything that a table plays by, as one frozen struct without defaults.

A rulebook's clauses, its rulings, the house's choices where the book is silent and the operator's Rules
Submission come down to a dict of settings, name -> value; `compose` turns that dict into `Rules` and
refuses missing, unknown or malformed settings.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from enum import IntEnum
from typing import Any

import msgspec

from spanish21.errors import BadInput, BadRules, one_line
from spanish21.game import words
from spanish21.game.money import amount_text
from spanish21.game.pays import up_to_whole
from spanish21.game.settings import Setting, described, fits, setting_words
from spanish21.game.settings import contradictions as own_contradictions
from spanish21.game.side_wagers.contradictions import side_contradictions
from spanish21.game.side_wagers.registry import (
    current_dict,
    is_side_wager,
    kind_of_setting,
    same_as_none,
    side_wager,
    side_wagers,
)
from spanish21.game.side_wagers.terms import (
    MeterRules,
    SideRules,
)

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


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a table: one field for each setting, under its name in the books.

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

    # Options of a hand
    may_surrender: bool
    surrender_against: words.SurrenderAgainst
    may_rescue: bool
    may_double_21: bool
    may_double_after_split: bool
    double_for_less: bool
    most_doubles: int
    double_on: words.DoubleOn
    doubled_aces_count_1: bool
    may_draw_after_double: bool
    least_to_stand: int
    may_split_again: bool
    may_split_aces_again: bool
    most_hands: int
    split_aces_one_card: bool

    # Payment of a hand
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
    any_21_paid_at_once: bool
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
    dead_undoes: words.VoidUndoes

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
    sides: dict[str, SideRules]
    """By kind, for the kinds that the book knows."""
    meters: dict[str, MeterRules]
    meter_share: words.MeterShare

    # Procedure
    blackjack_paid: words.BlackjackPaid
    settlement_order: words.SettlementOrder
    shuffling: words.Shuffling
    shuffled_by: words.ShuffledBy
    device_loads_shoe: bool
    cut_after_device: bool
    cut_before_loading: bool
    second_batch: words.SecondBatch
    cut_cards: int
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
    rack_height: words.RackHeight
    payouts_posted: words.PayoutsPosted
    equipment: tuple[str, ...]
    inscriptions: tuple[str, ...]
    approvals: tuple[str, ...]
    approvals_missing: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse an unregistered side wager: nothing could play it."""
        for kind in self.sides:
            if not is_side_wager(kind):
                raise ValueError(f"{kind!r} is not a registered side wager")

    def __repr__(self) -> str:
        decks = "1 deck" if self.decks == 1 else f"{self.decks} decks"
        soft_17 = "draws on" if self.dealer_hits_soft_17 else "stands on"
        limits = f"{amount_text(self.table_minimum)} to {amount_text(self.table_maximum)}"
        outside = ", outside the book" if OUTSIDE_THE_BOOK in self.approvals_missing else ""
        return f"<Rules: {self.book}, {decks}, dealer {soft_17} soft 17, wagers {limits}{outside}>"

    def _repr_html_(self) -> str:
        from spanish21.game.pictures.table_picture import rules_html  # which looks at rules

        return rules_html(self)


WORDS: dict[str, tuple[str, ...]] = {
    field.name: words.words_of(field.type)
    for field in msgspec.structs.fields(Rules)
    if isinstance(field.type, type) and issubclass(field.type, IntEnum)
}
"""Settings whose value is a word in a rulebook and the word's number in `Rules` (words.py)."""

OUTSIDE_THE_BOOK = "rules_outside_the_book"
"""Settings without approval: those changed by `what_if`."""

_COMPOSED = {"pays_by_kind", "sides", "equipment", "inscriptions", "approvals", "approvals_missing"}
_FIELDS = tuple(name for name in Rules.__struct_fields__ if name not in _COMPOSED)
_OWN = described(
    {field.name: field.type for field in msgspec.structs.fields(Rules) if field.name not in _COMPOSED},
    WORDS,
    PAY_NAMES,
)


def _settings() -> Iterator[tuple[str, Setting]]:
    """Every setting, those of the side wagers before their meters."""
    for name, setting in _OWN.items():
        if name == "meters":
            for record in side_wagers():
                yield from record.settings()
        yield name, setting


SETTINGS: dict[str, Setting] = current_dict(lambda: dict(_settings()))
"""Each setting: how it is read, checked and shown."""

SETTING_NAMES = SETTINGS.keys()
"""Every setting that a book, a ruling, the house or a submission gives a value, except those of a side wager
that the book does not have."""


def problem_with(name: str, value: Any) -> str:
    """The error of a setting's value, in one line."""
    return one_line(f"{name} is {setting_words(SETTINGS[name], value)}; it must be {SETTINGS[name].takes}")


def unknown(name: str, known: Iterable[str], kind: str = "setting") -> str:
    """The refusal of an unknown name, with similar ones.

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
        raise BadRules(f"{name} is {value!r}; it must be one of {', '.join(known)}", setting=name)
    return known.index(str(value))


def compose(
    settings: Mapping[str, Any],
    equipment: tuple[str, ...] = (),
    inscriptions: tuple[str, ...] = (),
    approvals: tuple[str, ...] = (),
    approvals_missing: tuple[str, ...] = (),
) -> Rules:
    """The `Rules` of a complete dict of settings; a payout limit is inscribed automatically."""
    missing = [name for name in needed_settings(settings) if name not in settings]
    if missing:
        raise BadRules(f"settings without a value: {', '.join(missing)}")
    for name in settings:
        if name not in SETTING_NAMES:
            raise BadRules(one_line(unknown(name, SETTING_NAMES)))
    values: dict[str, Any] = {name: settings[name] for name in _FIELDS}
    for name in WORDS:
        values[name] = word_index(name, values[name])
    values["pays_by_kind"] = [settings[name] for name in PAY_NAMES]
    values["sides"] = {kind: _side_of(kind, settings) for kind in _sides_named(settings)}
    values |= {"equipment": equipment, "inscriptions": (*inscriptions, *limit_inscription(settings))}
    values |= {"approvals": approvals, "approvals_missing": approvals_missing}
    try:
        rules = msgspec.convert(msgspec.to_builtins(values), Rules)
    except msgspec.ValidationError as error:
        name, what = _wrong_form(str(error))
        raise BadRules(f"{name} has the wrong form: {what}", setting=name) from None
    _check(rules)
    return rules


def limit_inscription(settings: Mapping[str, Any]) -> tuple[str, ...]:
    """The payout limit on the layout and the sign, if there is one."""
    limit = settings["payout_limit"]
    if not limit:
        return ()
    amount = f"{settings['currency']}{amount_text(limit)}"
    if settings["payout_limit_covers"] == "everything":
        return (f"Payout limit {amount} for everything on a hand, its fixed payout included",)
    return (f"Payout limit {amount} a hand, doubles included; fixed payouts come on top",)


def needed_settings(named: Iterable[str]) -> Iterator[str]:
    """The settings that rules with these settings need: of a side wager all, if any."""
    kinds = _sides_named(named)
    for name in SETTINGS:
        kind = kind_of_setting(name)
        if not kind or kind in kinds:
            yield name


def _sides_named(names: Iterable[str]) -> list[str]:
    """The side wagers to which these settings belong, in the order of the layout."""
    found = {kind_of_setting(name) for name in names}
    return [record.kind for record in side_wagers() if record.kind in found]


_SIDE_PARTS = ("wager", "pays", "minimum", "maximum", "shares", "tables")


def _side_of(kind: str, settings: Mapping[str, Any]) -> SideRules:
    """A table's rules of a side wager, from the settings that begin with its kind."""
    absent = {"wager": 0, "minimum": 0, "maximum": 0}
    terms = {
        "offered": settings[f"{kind}_offered"],
        **{part: settings.get(f"{kind}_{part}", absent.get(part, ())) for part in _SIDE_PARTS},
        "options": {option: settings[f"{kind}_{option}"] for option in side_wager(kind).options},
    }
    try:
        return msgspec.convert(msgspec.to_builtins(terms), SideRules)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        place = re.match(r"(?:options\.)?(\w+)", where)
        assert place is not None
        name = f"{kind}_{place[1]}"
        raise BadRules(f"{name} has the wrong form: {what.lower()}", setting=name) from None


def _settings_of_side(kind: str, terms: SideRules) -> Iterator[tuple[str, Any]]:
    """The settings that `_side_of` has gathered."""
    for name, _ in side_wager(kind).settings():
        part = name.removeprefix(f"{kind}_")
        yield name, terms.options[part] if part in terms.options else getattr(terms, part)


def _wrong_form(problem: str) -> tuple[str, str]:
    """The setting and the error in a message of the decoder."""
    what, _, where = problem.partition(" - at `$.")
    place = re.match(r"(\w+)(?:\[(\d+)\])?", where)
    assert place is not None
    name = PAY_NAMES[int(place[2])] if place[1] == "pays_by_kind" else place[1]
    return name, what.lower()


def _check(rules: Rules) -> None:
    """Refuse rules with a setting out of its range, or with settings that contradict each other."""
    settings = settings_of(rules)
    for name, value in settings.items():
        if not fits(SETTINGS[name], value):
            raise BadRules(problem_with(name, value), setting=name)
    for name, value, bound in contradictions(settings):
        said = one_line(f"{name} is {setting_words(SETTINGS[name], value)}; {bound}")
        raise BadRules(said, setting=name)


def is_offered(rules: Rules, kind: str) -> bool:
    """Whether a table has a side wager."""
    side = rules.sides.get(kind)
    return side is not None and side.offered


def least_wager(rules: Rules) -> int:
    """The least wager on a hand: the table's minimum, in chips."""
    return up_to_whole(rules.table_minimum, rules.smallest_chip)


def sides_offered(rules: Rules) -> tuple[str, ...]:
    """The side wagers of a table."""
    return tuple([kind for kind, side in rules.sides.items() if side.offered])


def settings_of(rules: Rules) -> dict[str, Any]:
    """The dict of settings that `compose` would make `rules` from."""
    values: dict[str, Any] = {}
    for name in _FIELDS:
        if name == "meters":
            for kind, terms in rules.sides.items():
                values.update(_settings_of_side(kind, terms))
        values[name] = getattr(rules, name)
    for name, known in WORDS.items():
        values[name] = known[values[name]]
    for name, odds in zip(PAY_NAMES, rules.pays_by_kind, strict=True):
        values[name] = odds
    return values


def contradictions(settings: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """(setting, its value, the error) for settings that contradict each other."""
    yield from own_contradictions(settings)
    yield from side_contradictions(settings)


def not_rules(given: object) -> str:
    """The message for an object that should be rules."""
    return one_line(f"{given!r} where Rules are wanted; rules_of(BOOK) makes them")


def what_if(rules: Rules, **changes: Any) -> Rules:
    """The same rules with any settings changed, inside the book or not."""
    if not isinstance(rules, Rules):
        raise BadInput(not_rules(rules))
    settings = settings_of(rules)
    for kind in _sides_named(changes):
        settings = {**same_as_none(kind), **settings} if kind not in rules.sides else settings
    for name, value in changes.items():
        if name not in settings or name == "book":
            raise BadRules(unknown(name, settings.keys() - {"book"}))
        settings[name] = value
    missing = rules.approvals_missing
    of_limit = limit_inscription(settings_of(rules))
    inscriptions = tuple(line for line in rules.inscriptions if line not in of_limit)
    changed = compose(settings, rules.equipment, inscriptions, rules.approvals, missing)
    if changed == rules or OUTSIDE_THE_BOOK in missing:
        return changed
    return msgspec.structs.replace(changed, approvals_missing=(*missing, OUTSIDE_THE_BOOK))
