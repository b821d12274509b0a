"""The breaks of a clause that follow from what it says in its book's file."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from breaking import hooks
from breaking.breaks import PLAYS, TELLS, Break, changes, drops, passes
from spanish21.books.clauses import PAYTABLE_CHOICES, Clause, Range, Rulebook, usual
from spanish21.books.submissions import submission_case
from spanish21.books.submissions.submission_case import Case
from spanish21.books.submissions.submission_file import shared_sample
from spanish21.game.rules import SETTINGS, WORDS, Rules, what_if
from spanish21.game.settings import fits

BLUNT = frozenset(
    (
        "CardDealt",
        "WagerSettled",
        "ShoeShuffled",
        "WagerPlaced",
        "WagersClosed",
        "CardsCollected",
        "HoleCardTurned",
        "DealerDone",
        "CutOffered",
        "StackCut",
        "ShoeLoaded",
        "CardsSpread",
        "CardsWashed",
        "MeterMoved",
        "BonusPaid",
        "WheelSpun",
        "CardAsked",
        "InsuranceClosed",
        "ReaderAnswered",
    )
)
"""Events that every round or every shoe needs: to leave them out proves nothing about a single clause."""

ONLY_TOLD = frozenset(("currency", "most_shared_tables"))
"""Settings that no rule reads: they are told, not played."""

TOLD_AT_THE_TABLE = frozenset(
    ("tens_torn", "shuffler_failure", "dealing_hands", "one_hand_cards", "shoe_side")
)
"""Settings that a table reads only to tell the dealer what to do by hand, or to keep it on record."""

ON_RECORD = frozenset(("BurnCardDisclosed",))
"""Events that tell somebody something and change nothing at the table."""


def parts_of(book: Rulebook, clause: Clause) -> Iterator[tuple[str, list[Break]]]:
    """(the part of the clause, its breaks): an empty list where the data do not say how to break it."""
    for name, value in clause.sets.items():
        yield f"sets {name}", list(_setting_breaks(book, name, value))
    for name, bound in clause.allows.items():
        yield f"allows {name}", list(_bound_breaks(book, name, bound))
    for reason in clause.refuses:
        yield f"refuses {reason}", [Break(f"{reason} is not refused", passes(reason))]
    for event in clause.step:
        does = TELLS if event in ON_RECORD else PLAYS
        dropped = [] if event in BLUNT else [Break(f"{event} does not happen", drops(event), does)]
        yield f"step {event}", dropped
    for why in clause.decides:
        yield f"decides {why}", []
    if clause.term:
        yield f"term {clause.term}", []
    for item in clause.equipment:
        yield (
            f"equipment {item}",
            [Break(f"{item} is not on the checklist", _not_told("equipment", item), TELLS)],
        )
    if clause.inscription:
        left_out = _not_told("inscriptions", clause.inscription)
        yield "inscription", [Break("its inscription is not on the layout", left_out, TELLS)]
    for office in clause.office:
        yield f"office {office}", list(_office_breaks(office, clause.optional))


# -- settings --------------------------------------------------------------------------------------


def another(name: str, value: Any) -> list[Any]:
    """Other values that a setting could have."""
    if name in SETTINGS and SETTINGS[name].words:
        return [word for word in SETTINGS[name].words if word != value]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + (100 if value >= 1000 else 1)]
    if isinstance(value, list | tuple) and all(type(one) is int for one in value):
        return [[value[0] + 1, *value[1:]]]
    return [f"{value}?"]


def _setting_breaks(book: Rulebook, name: str, value: Any) -> Iterator[Break]:
    if name.startswith("paytables."):
        yield from _line_breaks(book, name, value)
    elif name in ONLY_TOLD:
        for other in another(name, value):
            yield Break(f"{name} is told as {other}", lambda other=other: _tell(book, name, other), TELLS)
    else:
        does = TELLS if name in TOLD_AT_THE_TABLE else PLAYS
        for other in another(name, value):
            yield Break(f"{name} is played as {other}", lambda other=other: _play(book, name, other), does)


def _tell(book: Rulebook, name: str, other: Any) -> None:
    def tell(rules: Rules) -> Rules:
        return what_if(rules, **{name: other}) if rules.book == book.name else rules

    hooks.told_rules.append(tell)


def _play(book: Rulebook, name: str, other: Any) -> None:
    """The table plays another value wherever the submission would give it the book's own."""
    fixed = book.fixed.get(name)

    def play(rules: Rules, case: Case) -> Rules:
        if rules.book != book.name or case.settings.get(name) != fixed:
            return rules
        return what_if(rules, **{name: other})

    hooks.played_rules.append(play)


def _line_breaks(book: Rulebook, name: str, value: Any) -> Iterator[Break]:
    line = name.rpartition(".")[2]
    if line == "reset_least":
        lower = [one - 1 for one in value] if isinstance(value, list) else value - 1
        yield Break(f"{name} may be lower", lambda: book.fixed.__setitem__(name, lower))
    elif value in ("meter", "secondary meter", "prize"):
        _, kind, table, symbol = name.split(".")
        yield Break(f"{name} pays a dollar less", _dollar_less(f"{kind}_wheel.{table}.{symbol}"))
    else:
        other = value + (100 if value >= 1000 else 1)
        yield Break(f"{name} is {other}", lambda: _derive(book, name, other))


def _dollar_less(why: str) -> Callable[[], None]:
    return changes(
        "WagerSettled",
        lambda table, event: replace(event, paid=event.paid - 1_00),
        lambda table, event: event.why == why,
    )


def _derive(book: Rulebook, name: str, other: Any) -> None:
    """The table plays by a paytable of which one line is another."""

    def play(rules: Rules, case: Case) -> Rules:
        if rules.book != book.name:
            return rules
        before = book.fixed[name]
        book.fixed[name] = other
        try:
            return hooks.plain_rules_of(submission_case.case_of(case.submission))
        finally:
            book.fixed[name] = before

    hooks.played_rules.append(play)


# -- what is left to the operator ------------------------------------------------------------------


def _bound_breaks(book: Rulebook, name: str, bound: Range | tuple[Any, ...]) -> Iterator[Break]:
    if name.endswith("_offered"):
        yield Break(f"{name} is not played as chosen", lambda: _not_offered(book, name))
        return
    used = shared_sample(book.name).choose.get(name, usual(book.bounds[name][0]))
    if isinstance(bound, Range):
        yield from _range_breaks(book, name, bound, used)
    else:
        if name not in PAYTABLE_CHOICES and not _is_all(book, name):
            yield Break(f"{name} may be anything", lambda: _accept_all(name))
        left_out = next((one for one in reversed(bound) if one != used), None)
        if left_out is not None:  # without the one in use there would be no table at all
            yield Break(f"{name} may not be {left_out}", lambda: _without(book, name, left_out))
    if name in ONLY_TOLD:
        yield Break(f"{name} is not told as chosen", lambda: _tell(book, name, used + 1), TELLS)
    elif name not in PAYTABLE_CHOICES:
        does = TELLS if name in TOLD_AT_THE_TABLE else PLAYS
        yield Break(f"{name} is not played as chosen", lambda: _ignore(book, name), does)


def _range_breaks(book: Rulebook, name: str, bound: Range, used: int) -> Iterator[Break]:
    """One more at either end, one less at an end that is not in use."""
    step = 1 if bound.least < 100 else 50
    lower = replace(bound, least=bound.least - step)
    if name not in SETTINGS or fits(SETTINGS[name], lower.least):  # else no setting could be so low anyway
        yield Break(f"{name} may be {lower.least}", lambda: _bound(book, name, bound, lower))
    if bound.most is None:
        return
    higher = replace(bound, most=bound.most + step)
    yield Break(f"{name} may be {higher.most}", lambda: _bound(book, name, bound, higher))
    if used != bound.most:
        less = replace(bound, most=bound.most - step, usual=min(bound.usual, bound.most - step))
        yield Break(f"{name} may not be {bound.most}", lambda: _bound(book, name, bound, less))
    elif used != bound.least:
        more = replace(bound, least=bound.least + step)
        yield Break(f"{name} may not be {bound.least}", lambda: _bound(book, name, bound, more))


def _bound(book: Rulebook, name: str, old: Any, new: Any) -> None:
    book.bounds[name] = tuple(new if bound == old else bound for bound in book.bounds[name])


def _is_all(book: Rulebook, name: str) -> bool:
    """Whether the clauses together allow every value that there is."""
    allowed = {one for bound in book.bounds[name] if isinstance(bound, tuple) for one in bound}
    return allowed >= {True, False} or allowed == set(WORDS.get(name, ()))


def _without(book: Rulebook, name: str, value: Any) -> None:
    """No clause allows this value any more."""
    left = [
        tuple(one for one in bound if one != value) for bound in book.bounds[name] if isinstance(bound, tuple)
    ]
    book.bounds[name] = tuple(bound for bound in left if bound)


def _not_offered(book: Rulebook, name: str) -> None:
    """A side wager that was chosen is not offered all the same."""

    def play(rules: Rules, case: Case) -> Rules:
        chosen = rules.book == book.name and case.settings[name]
        return what_if(rules, **{name: False}) if chosen else rules

    hooks.played_rules.append(play)


def _accept_all(name: str) -> None:
    def around(check: Callable[..., None], case: Case, field: str, value: object) -> None:
        if field != name:
            check(case, field, value)

    hooks.wrap(submission_case._check_choice, around)


def _ignore(book: Rulebook, name: str) -> None:
    """The table plays another value than the one that was chosen."""
    bounds = book.bounds[name]
    allowed = [one for bound in bounds if isinstance(bound, tuple) for one in bound]

    def play(rules: Rules, case: Case) -> Rules:
        if rules.book != book.name:
            return rules
        value = case.settings[name]
        others = [one for one in allowed if one != value] or another(name, value)
        return what_if(rules, **{name: others[0]})

    hooks.played_rules.append(play)


# -- what is told ----------------------------------------------------------------------------------


def _not_told(field: str, item: str) -> Callable[[], None]:
    def tell(rules: Rules) -> Rules:
        left = tuple(one for one in getattr(rules, field) if one != item)
        return replace(rules, **{field: left})

    return lambda: hooks.told_rules.append(tell)


def _office_breaks(office: str, optional: bool) -> Iterator[Break]:
    def recorded_not(rules: Rules) -> Rules:
        left = tuple(one for one in rules.approvals if not one.startswith(f"{office}: "))
        return replace(rules, approvals=left)

    if optional:
        yield Break(f"{office} is not recorded", lambda: hooks.told_rules.append(recorded_not), TELLS)
    else:
        yield Break(f"{office} is not asked for", lambda: _do_not_ask(office), TELLS)


def _do_not_ask(office: str) -> None:
    def tell(rules: Rules) -> Rules:
        left = tuple(one for one in rules.approvals_missing if not one.startswith(f"{office} ("))
        return replace(rules, approvals_missing=left)

    hooks.told_rules.append(tell)
