"""The operator's Rules Submission: its choices on top of a book, checked against every bound of the book.

A setting's value comes from the first of: the submission's choice (where a clause or the book's `[operator]`
allows one), a ruling chosen in the submission, what a clause sets, a ruling's default, the usual value of
what a clause allows, the house. Side wagers' pays, wheels and meters follow from the paytables. A refusal is
one line: `FILE: FIELD is VALUE; BOUND (BOOK CLAUSE)`.
"""

import os
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from importlib.resources import files
from math import comb
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from spanish21.errors import BadInput, BadRules
from spanish21.game.rulebook import (
    FOLLOWS_FROM,
    Clause,
    Rulebook,
    bounds_text,
    fits,
    form_of,
    load_book,
    one_line,
    toml_of,
    usual,
)
from spanish21.game.rules import (
    FIXED,
    MATCH_LINES,
    METERS,
    MONSTER_LINES,
    PRIMARY,
    SECONDARY,
    SETTING_NAMES,
    SIDE_WAGERS,
    MeterRules,
    Odds,
    Rules,
    Stop,
    compose,
)

_LARGEST = 10**13
"""No amount, weight or count of a submission is larger: it fits 64 bits with all that is computed from it."""

_NO_SYMBOLS = ("reset_least", "wager", "decks")
_SOURCES = {"meter": PRIMARY, "secondary meter": SECONDARY, "prize": FIXED}
_LIMITS = (("table_minimum", "table_maximum"), ("match_minimum", "match_maximum"))
_IN_CHIPS = (
    "table_minimum",
    "table_maximum",
    "hand_maximum",
    "match_minimum",
    "match_maximum",
    "monster_wager",
    "spin_wager",
    "xtreme_wager",
)
_AT_LEAST = ("massachusetts",)
"""The books whose match paytables are a floor, so that a table is told by its decks, not by what it pays."""

_WHEELS = ("spin", "xtreme", "xtreme_community")
_METERS_OF = {"monster": ("monster",), "spin": ("spin",), "xtreme": ("xtreme", "xtreme_secondary")}


class WheelStop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stop as a submission gives it; `prize` is the money of a stop that its paytable calls a prize."""

    symbol: str
    weight: int
    prize: int = 0


class Submission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an operator submits: choices, meters, wheels, rulings and the numbers of its approvals."""

    book: str
    operator: str
    choose: dict[str, Any] = {}
    meters: dict[str, MeterRules] = {}
    wheels: dict[str, tuple[WheelStop, ...]] = {}
    rulings: dict[str, str] = {}
    approvals: dict[str, str] = {}
    source: str = ""


class _Case(msgspec.Struct, frozen=True):
    """A submission beside its book, with what has been decided so far."""

    submission: Submission
    book: Rulebook
    settings: dict[str, Any]
    lines: dict[str, Any]
    tables: dict[str, str]

    def refuse(self, field: str, value: object, bound: str, cited: str = "") -> NoReturn:
        """Raise the one-line refusal; `cited` is the name whose clauses say so, if not the field's own."""
        clauses = self.book.cite(cited or field)
        nobody = ", the house's choice" if field in self.book.house else ", the operator's own choice"
        where = f" {', '.join(clauses[:3])}" if clauses else nobody
        self.reject(f"{field} is {_shown(value)}; {bound} ({self.book.name}{where})")

    def reject(self, problem: str) -> NoReturn:
        """Raise a refusal that no clause answers for."""
        raise BadRules(one_line(f"{self.submission.source}: {problem}"))


# -- loading ---------------------------------------------------------------------------------------


def load_submission(path: str | os.PathLike[str]) -> Submission:
    """The submission that a file holds; what it says is checked by `check_submission` and `rules_of`."""
    try:
        text = Path(path).read_bytes().decode("utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadInput(one_line(f"{os.fspath(path)}: cannot be read: {reason}")) from None
    return submission_of(text, os.fspath(path))


def sample_submission(book: str) -> Submission:
    """The sample submission of a book, one's own to change."""
    return deepcopy(_sample(book))


@cache
def _sample(book: str) -> Submission:
    name = load_book(book).name
    text = files("spanish21").joinpath("rulebooks", "submissions", f"{name}.toml").read_text("utf-8")
    return submission_of(text, f"submissions/{name}.toml")


def submission_of(text: str, source: str) -> Submission:
    """The submission that a TOML text holds."""
    document = toml_of(text, source)
    for name, place in (("offers", "under [choose]"), ("source", "nowhere")):
        if name in document:
            raise BadRules(one_line(f"{source}: {name} stands at the top; it belongs {place}"))
    for section, form in _SECTIONS.items():
        entries = form_of(document.get(section, {}), dict[str, Any], source, section)
        document[section] = {
            name: form_of(entry, form, source, f"{section}.{name}") for name, entry in entries.items()
        }
    return form_of({**document, "source": source}, Submission, source)


_SECTIONS: dict[str, Any] = {
    "meters": MeterRules,
    "wheels": tuple[WheelStop, ...],
    "rulings": str,
    "approvals": str,
}
"""The parts of a submission that are read entry by entry, so that a refusal can name the entry."""


# -- what is asked of a submission -----------------------------------------------------------------


def rules_of(book: str, submission: Submission | None = None, **choices: Any) -> Rules:
    """The rules of a book under a submission (or its sample), with choices on top, checked alike.

    A choice is a setting that the book leaves open, a paytable, `offers`, or a ruling: its id
    with underscores.
    """
    if submission is not None:
        return _rules_under(book, submission, choices)
    key = f"{book} {choices!r}"
    if key not in _sample_rules:
        _sample_rules[key] = _rules_under(book, _sample(book), choices)
    return _sample_rules[key]


_sample_rules: dict[str, Rules] = {}
"""Rules of sample submissions under choices: they do not change, and making them takes milliseconds."""


def _rules_under(book: str, submission: Submission, choices: Mapping[str, Any]) -> Rules:
    if submission.book != book:
        raise BadRules(one_line(f"{submission.source}: book is {submission.book!r}; the table plays {book}"))
    if choices:
        submission = _with_choices(load_book(book), submission, choices)
    return _rules(_case_of(submission))


def check_submission(submission: Submission) -> list[str]:
    """Refuse a submission out of its book's bounds; return warnings on what is allowed but unusual."""
    case = _case_of(submission)
    _rules(case)
    return list(_warnings(case))


def _with_choices(book: Rulebook, submission: Submission, choices: Mapping[str, Any]) -> Submission:
    choose, rulings = dict(submission.choose), dict(submission.rulings)
    ruling_ids = {ruling.id for ruling in book.rulings}
    for name, value in choices.items():
        if name not in book.bounds and name.replace("_", "-") in ruling_ids:
            rulings[name.replace("_", "-")] = value
        else:
            choose[name] = value
    return msgspec.structs.replace(submission, choose=choose, rulings=rulings, source="choices")


def _case_of(submission: Submission) -> _Case:
    """Check choices, rulings and paytables, and decide every setting that a choice decides."""
    try:
        book = load_book(submission.book)
    except BadRules as error:
        raise BadRules(one_line(f"{submission.source}: {error}")) from None
    case = _Case(submission, book, {}, {}, {})
    _check_choices(case)
    _check_rulings(case)
    case.lines.update(_paytable_lines(case))
    case.settings.update(_settings(case))
    case.tables.update({kind: _table(case, kind) for kind in ("match", "monster", "spin", "xtreme")})
    return case


def _rules(case: _Case) -> Rules:
    case.settings.update(_pays(case))
    case.settings.update(_wagers(case))
    case.settings.update(_wheels(case))
    case.settings["meters"] = _meters(case)
    _check_limits(case)
    clauses = case.book.clauses
    equipment = tuple(
        dict.fromkeys(
            item for clause in clauses for item in clause.equipment if _applies(clause, item, case.settings)
        )
    )
    inscriptions = tuple(
        clause.inscription for clause in clauses if clause.inscription and _applies(clause, "", case.settings)
    )
    approvals = _approvals(case)
    try:
        return compose(case.settings, equipment, inscriptions, approvals)
    except BadRules as error:
        case.reject(str(error))


# -- choices and rulings ---------------------------------------------------------------------------


def _check_choices(case: _Case) -> None:
    for name, value in case.submission.choose.items():
        if name == "offers":
            _check_offers(case, value)
        elif name in case.book.bounds and not name.endswith("_offered"):
            _check_choice(case, name, value)
        elif name.endswith("_offered") and name in SETTING_NAMES:
            case.refuse(name, value, "side wagers are offered by their names in offers")
        elif name in case.book.fixed:
            case.refuse(name, value, f"the book sets it to {_shown(case.book.fixed[name])}")
        elif name in SETTING_NAMES:
            case.refuse(name, value, _not_left_open(case.book, name))
        else:
            open_names = ", ".join(sorted(name for name in case.book.bounds if not name.endswith("_offered")))
            case.reject(f"{_shown(name)} is no choice; the choices are offers, {open_names}")


def _not_left_open(book: Rulebook, name: str) -> str:
    for ruling in book.rulings:
        if any(name in reading.sets for reading in ruling.reads.values()):
            return f"it is a ruling, chosen as rulings.{ruling.id} from {', '.join(ruling.reads)}"
    return "it is not left to the operator"


def _check_choice(case: _Case, name: str, value: object) -> None:
    bounds = case.book.bounds[name]
    if not any(fits(bound, value) for bound in bounds):
        case.refuse(name, value, bounds_text(bounds))
    if isinstance(value, int) and value > _LARGEST:
        case.refuse(name, value, f"at most {_LARGEST}")


def _check_offers(case: _Case, offers: object) -> None:
    open_names = [name for name in SIDE_WAGERS if f"{name}_offered" in case.book.bounds]
    listed = "any of " + ", ".join(open_names) if open_names else "nothing, for the book has no side wagers"
    cited = f"{next(iter(open_names), 'match')}_offered"
    if not isinstance(offers, list | tuple):
        case.refuse("offers", offers, f"a list of {listed}", cited)
    for name in offers:
        if name not in open_names:
            case.refuse("offers", name, listed, cited)


def _check_rulings(case: _Case) -> None:
    for ruling_id, reading in case.submission.rulings.items():
        try:
            ruling = case.book.ruling(ruling_id)
        except BadRules as error:
            case.reject(f"rulings: {error}")
        if not isinstance(reading, str) or reading not in ruling.reads:
            case.refuse(f"rulings.{ruling_id}", reading, f"one of {', '.join(ruling.reads)}", ruling_id)


def _readings(case: _Case) -> Iterator[tuple[bool, str, Any]]:
    """(was it chosen, name, value) of everything that the readings of the rulings set, defaults first."""
    for chosen in (False, True):
        for ruling in case.book.rulings:
            if (ruling.id in case.submission.rulings) == chosen:
                reading = case.submission.rulings.get(ruling.id, ruling.default)
                for name, value in ruling.reads[reading].sets.items():
                    yield chosen, name, value


def _settings(case: _Case) -> dict[str, Any]:
    """Every setting that stands by itself, from the last source up to the first."""
    book, choose = case.book, case.submission.choose
    settings: dict[str, Any] = dict(book.house)
    settings |= {name: usual(bounds[0]) for name, bounds in book.bounds.items()}
    settings |= {name: value for chosen, name, value in _readings(case) if not chosen}
    settings |= book.fixed
    settings |= {name: value for chosen, name, value in _readings(case) if chosen}
    settings |= {name: value for name, value in choose.items() if name != "offers"}
    if "offers" in choose:
        names = [name for name in SIDE_WAGERS if f"{name}_offered" in book.bounds]
        settings |= {f"{name}_offered": name in choose["offers"] for name in names}
    settings["book"] = book.name
    return {name: value for name, value in settings.items() if name in SETTING_NAMES}


# -- paytables -------------------------------------------------------------------------------------


def _paytable_lines(case: _Case) -> dict[str, Any]:
    """The lines of all paytables by their dotted names, `paytables.match.6.suited`."""
    lines = {name: value for chosen, name, value in _readings(case) if not chosen}
    lines |= case.book.fixed
    lines |= {name: value for chosen, name, value in _readings(case) if chosen}
    return {name: value for name, value in lines.items() if name.startswith("paytables.")}


def _lines(lines: Mapping[str, Any], kind: str, table: str) -> dict[str, Any]:
    head = f"paytables.{kind}.{table}."
    return {name.removeprefix(head): value for name, value in lines.items() if name.startswith(head)}


def _tables(lines: Mapping[str, Any], kind: str) -> list[str]:
    head = f"paytables.{kind}."
    return list(dict.fromkeys(name.split(".")[2] for name in lines if name.startswith(head)))


def _table(case: _Case, kind: str) -> str:
    """The paytable in use: the one chosen, the match table that goes with the decks, the usual, the only."""
    choice = f"{kind}_paytable"
    tables = _tables(case.lines, kind)
    if choice in case.submission.choose:
        chosen = str(case.submission.choose[choice])
        return chosen if chosen in tables else case.refuse(choice, chosen, f"one of {', '.join(tables)}")
    by_decks = [table for table in tables if _decks_of(case, table) == case.settings["decks"]]
    if kind == "match" and by_decks:
        return by_decks[0]
    if choice in case.book.bounds:
        return str(usual(case.book.bounds[choice][0]))
    return tables[0] if tables else ""


def _decks_of(case: _Case, table: str) -> int:
    """The number of decks that a match paytable goes with; 0 where it goes with none."""
    named = int(table) if table.isdecimal() else 0
    return int(case.lines.get(f"paytables.match.{table}.decks", named))


def _pays(case: _Case) -> dict[str, Any]:
    """What the match wagers and Monster Match pay; nothing where they are not offered."""
    match = _match_pays(_bettered(case, _lines(case.lines, "match", case.tables["match"])))
    monster = _lines(case.lines, "monster", case.tables["monster"])
    settings = case.settings
    if settings["match_offered"] and not any(match):
        case.refuse("decks", settings["decks"], "no match paytable goes with it", "paytables.match")
    pays = _monster_pays(monster) if settings["monster_offered"] else [0] * 6
    return {
        "match_pays": match if settings["match_offered"] else [0] * 5,
        "match_down_pays": match if settings["match_down_offered"] else [0] * 5,
        "monster_pays": [0, 0, *pays[2:]],
        "monster_shares": pays[:2],
    }


def _bettered(case: _Case, lines: dict[str, Any]) -> dict[str, Any]:
    """A match paytable with the better odds that an operator may offer where its book says "at least"."""
    better = dict(lines)
    for line in ("suited", "unsuited"):
        name = f"match_{line}"
        if name not in case.submission.choose:
            continue
        least = lines.get(line, 0)
        if case.submission.choose[name] < least:
            cited = f"paytables.match.{case.tables['match']}.{line}"
            case.refuse(name, case.submission.choose[name], f"at least {least}", cited)
        better[line] = case.submission.choose[name]
    return better


def _match_pays(lines: Mapping[str, int]) -> list[int]:
    """The five lines of a match paytable, added up where the book pays for each matching card."""
    suited, unsuited = lines.get("suited", 0), lines.get("unsuited", 0)
    added = (2 * suited, suited + unsuited, suited, 2 * unsuited, unsuited)
    return [lines.get(line, total) for line, total in zip(MATCH_LINES, added, strict=True)]


def _monster_pays(lines: Mapping[str, int]) -> list[int]:
    """The six lines of a Monster Match paytable: two percentages of the meter, four amounts."""
    return [lines.get(line, 0) for line in MONSTER_LINES]


def _wagers(case: _Case) -> dict[str, int]:
    """What a side wager with a fixed amount costs, where its paytable says so."""
    wagers: dict[str, int] = {}
    for kind in ("monster", "spin", "xtreme"):
        name, table = f"{kind}_wager", case.tables[kind]
        wager = case.lines.get(f"paytables.{kind}.{table}.wager")
        if wager is None:
            continue
        if case.submission.choose.get(name, wager) != wager:
            bound = f"paytable {table} is for a wager of {wager}"
            case.refuse(name, case.submission.choose[name], bound, f"paytables.{kind}.{table}.wager")
        wagers[name] = wager
    return wagers


# -- wheels and meters -----------------------------------------------------------------------------


def _wheels(case: _Case) -> dict[str, tuple[Stop, ...]]:
    for name in case.submission.wheels:
        if name not in _WHEELS:
            case.reject(f"wheels.{name} is no wheel; the wheels are {', '.join(_WHEELS)}")
    return {
        "spin_wheel": _wheel(case, "spin", "spin"),
        "xtreme_wheel": _wheel(case, "xtreme", "xtreme"),
        "xtreme_community": _wheel(case, "xtreme_community", "xtreme"),
    }


def _wheel(case: _Case, name: str, wager: str) -> tuple[Stop, ...]:
    """A wheel's stops with their pays; none where the wager is not offered."""
    if not case.settings[f"{wager}_offered"]:
        return ()
    table = case.tables[wager]
    stops = _symbols(case.lines, name, table)
    submitted = case.submission.wheels.get(name, ())
    if not submitted:
        bound = f"at least one stop of {', '.join(stops)}"
        case.refuse(f"wheels.{name}", None, bound, f"paytables.{name}.{table}")
    return tuple(_weighed(case, name, table, stop, stops) for stop in submitted)


def _symbols(lines: Mapping[str, Any], name: str, table: str) -> dict[str, Stop]:
    """The stops that a wheel's paytable knows, by symbol and still without weight."""
    stops = {}
    for symbol, pays in _lines(lines, name, table).items():
        if symbol not in _NO_SYMBOLS:
            money = pays if isinstance(pays, int) else 0
            stops[symbol] = Stop(0, symbol, _SOURCES.get(pays, FIXED), money, 0)
    if name == "spin":
        for symbol, others in _lines(lines, "spin_community", table).items():
            stops[symbol] = Stop(0, symbol, FIXED, 100 * int(symbol.partition("+")[0]), others)
    return stops


def _weighed(case: _Case, name: str, table: str, stop: WheelStop, stops: Mapping[str, Stop]) -> Stop:
    field, cited = f"wheels.{name}", f"paytables.{name}.{table}"
    if stop.symbol not in stops:
        case.refuse(f"{field}.symbol", stop.symbol, f"paytable {table} has {', '.join(stops)}", cited)
    if not 1 <= stop.weight <= _LARGEST:
        case.refuse(f"{field}.weight", stop.weight, f"a whole number from 1 to {_LARGEST}", cited)
    is_prize = case.lines.get(f"{cited}.{stop.symbol}") == "prize"
    least = case.lines.get(f"{cited}.reset_least", 1) if is_prize else 0
    most = _LARGEST if is_prize else 0
    if not least <= stop.prize <= most:
        bound = f"at least {least}" if is_prize else f"only a prize has one, and {stop.symbol} is none"
        case.refuse(f"{field}.prize", stop.prize, bound, f"{cited}.reset_least")
    known = stops[stop.symbol]
    return msgspec.structs.replace(known, weight=stop.weight, pays=stop.prize if is_prize else known.pays)


def _meters(case: _Case) -> dict[str, MeterRules]:
    """The meters of the progressive wagers that are offered, each at least what its paytable asks."""
    for name in case.submission.meters:
        if name not in METERS:
            case.reject(f"meters.{name} is no meter; the meters are {', '.join(METERS)}")
    meters = {}
    for kind, names in _METERS_OF.items():
        if case.settings[f"{kind}_offered"] and _is_progressive(case, kind):
            for name, least in zip(names, _reset_least(case, kind), strict=False):
                meters[name] = _meter(case, kind, name, least)
    return meters


def _is_progressive(case: _Case, kind: str) -> bool:
    return kind == "monster" or "meter" in _lines(case.lines, kind, case.tables[kind]).values()


def _reset_least(case: _Case, kind: str) -> tuple[int, ...]:
    least = case.lines.get(f"paytables.{kind}.{case.tables[kind]}.reset_least", 0)
    return (least,) if isinstance(least, int) else tuple(least)


def _meter(case: _Case, kind: str, name: str, least: int) -> MeterRules:
    field, cited = f"meters.{name}", f"paytables.{kind}.{case.tables[kind]}.reset_least"
    meter = case.submission.meters.get(name)
    if meter is None:
        case.refuse(field, None, f"initial and reset of at least {least}, and a rate", cited)
    for part, amount in (("initial", meter.initial), ("reset", meter.reset)):
        if not least <= amount <= _LARGEST:
            case.refuse(f"{field}.{part}", amount, f"at least {least}", cited)
    if not _is_rate(meter.rate):
        case.refuse(f"{field}.rate", list(meter.rate), "a part of the wager, as [10, 100]", f"rate.{kind}")
    return meter


def _is_rate(rate: Odds) -> bool:
    return 1 <= rate[0] <= rate[1] <= _LARGEST


# -- limits, approvals, warnings -------------------------------------------------------------------


def _check_limits(case: _Case) -> None:
    settings = case.settings
    chip = settings["smallest_chip"]
    if not 1 <= chip <= _LARGEST:
        case.refuse("smallest_chip", chip, f"from 1 to {_LARGEST}")
    for name in _IN_CHIPS:
        wager = name.partition("_")[0]
        if not settings.get(f"{wager}_offered", True):
            continue
        if settings[name] % chip:
            case.refuse(name, settings[name], f"a multiple of the smallest chip, {chip}")
    for least, most in _LIMITS:
        if settings[least] > settings[most]:
            case.refuse(least, settings[least], f"at most {most}, which is {settings[most]}")
    if settings["card_reader"] and not settings["hole_card"]:
        case.refuse("card_reader", True, "false where no hole card is dealt")
    if 0 < settings["hand_maximum"] < settings["table_minimum"]:
        bound = f"0 for no limit, or at least table_minimum, which is {settings['table_minimum']}"
        case.refuse("hand_maximum", settings["hand_maximum"], bound)


def _applies(clause: Clause, item: str, settings: Mapping[str, Any]) -> bool:
    """Whether a piece of equipment or an office of a clause is asked for under these settings."""
    own = [
        condition.removeprefix(f"{item}: ")
        for condition in clause.only_if
        if condition.startswith(f"{item}: ")
    ]
    conditions = own or [condition for condition in clause.only_if if ": " not in condition]
    if not conditions:
        return True
    for condition in conditions:
        name, _, word = condition.partition(" = ")
        if settings[name] == word if word else settings[name]:
            return True
    return False


def _approvals(case: _Case) -> tuple[str, ...]:
    """`office: number` of every approval; those of clauses that apply must be there, others may."""
    given = case.submission.approvals
    known = {office for clause in case.book.clauses for office in clause.office}
    for office, number in given.items():
        if office not in known:
            case.reject(f"approvals.{office} is no approval; the approvals are {', '.join(sorted(known))}")
        if not number.strip():
            case.refuse(f"approvals.{office}", number, "the approval's number", office)
    for clause in case.book.clauses:
        for office in clause.office:
            if office not in given and not clause.optional and _applies(clause, office, case.settings):
                case.refuse(f"approvals.{office}", None, "the approval's number", office)
    return tuple(f"{office}: {one_line(number)}" for office, number in given.items())


def _shown(value: object) -> str:
    """A value as a submission would write it, on one line; None is what is missing."""
    if value is None:
        return "missing"
    if isinstance(value, bool):
        return str(value).lower()
    return one_line(f'"{value}"' if isinstance(value, str) else str(value))[:60]


def _warnings(case: _Case) -> Iterator[str]:
    boxes, adjacent = case.settings["boxes"], case.settings["adjacent_boxes"]
    if adjacent > boxes:
        yield f"{case.submission.source}: adjacent_boxes is {adjacent}, but the table has {boxes} boxes"
    table, decks = case.tables["match"], case.settings["decks"]
    offered = case.settings["match_offered"] or case.settings["match_down_offered"]
    if offered and table and _decks_of(case, table) not in (0, decks):
        edge = match_edge_in_hundredths(_match_pays(_lines(case.lines, "match", table)), decks)
        yield one_line(
            f"{case.submission.source}: match_paytable {table} with {decks} decks is unusual: "
            f"the house edge of a match wager is {'-' * (edge < 0)}{abs(edge) // 100}.{abs(edge) % 100:02} %"
        )


def match_edge_in_hundredths(pays: list[int], decks: int) -> int:
    """The house edge of a match wager off the top of the shoe, in hundredths of a percent, rounded.

    >>> match_edge_in_hundredths([18, 13, 9, 8, 4], 6)
    306
    """
    suited, unsuited, others = decks - 1, 3 * decks, 44 * decks
    ways = (
        comb(suited, 2),
        suited * unsuited,
        suited * others,
        comb(unsuited, 2),
        unsuited * others,
    )
    won = sum(pay * way for pay, way in zip(pays, ways, strict=True))
    hands = comb(48 * decks - 1, 2)
    return (2 * 10_000 * (comb(others, 2) - won) + hands) // (2 * hands)


# -- the clauses behind a payment ------------------------------------------------------------------


def clauses_of(rules: Rules, why: str) -> tuple[str, ...]:
    """The clauses behind the `why` of an event: of a paytable's line, those of the table in use alone.

    >>> clauses_of(rules_of("maryland", decks=8), "match_pays.suited_and_unsuited")
    ('12.A(4)(b)(i)', '12.A(4)(b)(ii)')
    """
    book = load_book(rules.book)
    setting, _, line = why.partition(".")
    if not line:
        return book.cite(why)
    cited: dict[str, None] = {}
    for head in FOLLOWS_FROM.get(setting, ()):
        for table in _tables(book.fixed, head.removeprefix("paytables.")):
            if _is_in_use(book.fixed, setting, table, rules):
                cited.update(dict.fromkeys(_clauses_of_line(book, f"{head}.{table}", line)))
    return tuple(cited)


def _is_in_use(lines: Mapping[str, Any], setting: str, table: str, rules: Rules) -> bool:
    """Whether a table pays what the rules pay."""
    if setting in ("match_pays", "match_down_pays"):
        least = _match_pays(_lines(lines, "match", table))
        pays = getattr(rules, setting)
        better = rules.book in _AT_LEAST and str(rules.decks) == table
        return better or least == list(pays)
    if setting in ("monster_pays", "monster_shares"):
        return (
            tuple(_monster_pays(_lines(lines, "monster", table)))
            == rules.monster_shares + rules.monster_pays[2:]
        )
    known = _symbols(lines, setting.removesuffix("_wheel"), table)
    wheel: tuple[Stop, ...] = getattr(rules, setting)
    return all(stop.symbol in known and stop.source == known[stop.symbol].source for stop in wheel)


def _clauses_of_line(book: Rulebook, table: str, line: str) -> tuple[str, ...]:
    """The clauses of a line; of the lines that it adds up, where the book pays for each matching card."""
    whole = book.cite(f"{table}.{line}")
    parts = [part for part in ("suited", "unsuited") if part in line.replace("two_", "").split("_and_")]
    return whole or tuple(clause for part in parts for clause in book.cite(f"{table}.{part}"))
