"""Which clauses are the reason for a payment, a refusal or a step of the game."""

import re
from collections.abc import Iterator

from spanish21.books.clauses import Rulebook
from spanish21.books.paytables import is_in_use, tables_of
from spanish21.books.rulebook import load_book
from spanish21.errors import Refused
from spanish21.game.money import amount_text
from spanish21.game.moves.bounds import Bounds
from spanish21.game.procedure import step_of
from spanish21.game.reasons import REASONS, Reason
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.registry import is_side_wager, side_wager

_IN_AMOUNTS = frozenset(
    (
        "below_minimum",
        "above_maximum",
        "not_in_chips",
        "not_enough_chips",
        "side_wager_amount",
        "coupon_amount",
        "slip_amount",
        "insurance_too_high",
        "double_amount",
    )
)
"""Reasons whose detail contains amounts."""


OF_ANY_MOVE = frozenset(
    (
        "not_now",
        "not_your_turn",
        "answer_first",
        "insurance_first",
        "no_wager",
        "not_in_chips",
        "not_enough_chips",
    )
)
"""Reasons that moves of many kinds have; only clauses that speak of the move itself are cited for them."""


def refusal_text(rules: Rules, refused: Refused, command: object = None) -> str:
    """A refusal in words, with its clauses."""
    return f"{refusal_words(rules, refused)} [{refusal_where(rules, refused, command)}]"


def refusal_where(rules: Rules, refused: Refused, command: object = None) -> str:
    """The clauses of a refusal, or why the house has it without any."""
    clauses = refusal_clauses(rules, refused, command)
    return where_text(rules, clauses, _why_the_house(rules, refused, command))


def refusal_words(rules: Rules, refused: Refused) -> str:
    """A refusal in words, without its clauses."""
    says = reason_text(rules, refused.reason)
    bounds = bounds_text(rules, refused.bounds, is_in_money(refused.reason))
    return f"{says} ({bounds})" if bounds else says


def is_in_money(reason: str) -> bool:
    """Whether the bound of a refusal for this reason is an amount."""
    return reason in _IN_AMOUNTS


def bounds_text(rules: Rules, bounds: Bounds | None, in_money: bool = False) -> str:
    """The bounds of a refusal, in words; empty if unknown."""
    if bounds is None:
        return ""
    if not in_money:
        return str(bounds)
    return bounds.text(lambda number: f"{rules.currency}{amount_text(number)}")


def reason_text(rules: Rules, reason: str) -> str:
    """A reason in words, with details from a table's rules."""
    says = REASONS.get(reason, reason.replace("_", " "))
    if reason == Reason.INSURANCE_TOO_HIGH:
        says += f", rounded {'up to the next' if rules.insurance_rounds_up else 'down to a whole'} chip"
    return says


def where_text(rules: Rules, clauses: tuple[str, ...], why_without: str) -> str:
    """The first of the clauses, or why the house does without any."""
    if not clauses:
        return f"house: {why_without or 'its own rule'}"
    return f"{rules.book} {', '.join(clauses[:3])}{', …' if len(clauses) > 3 else ''}"


def refusal_clauses(rules: Rules, refused: Refused, command: object = None) -> tuple[str, ...]:
    """The clauses of a refusal. For a reason that any move can have, they are those about this move:
    under that reason, or else as a step that comes at another time."""
    book = load_book(rules.book)
    clauses = citations(book, rules, refused.reason)
    if command is None or refused.reason not in OF_ANY_MOVE:
        return clauses
    step = step_name(command)
    of_step = citations(book, rules, step) if step else ()
    return tuple(one for one in clauses if one in of_step) or of_step


def step_name(command: object) -> str:
    """The event of a command, or of a kind of command. Settling has no event: its clauses belong to many
    wagers."""
    step = step_of(command if isinstance(command, type) else type(command))
    return "" if step is None else step.__name__


def _why_the_house(rules: Rules, refused: Refused, command: object) -> str:
    """Why there is no clause: the book lacks the move, or the reason is the house's own."""
    step = step_name(command) if refused.reason in OF_ANY_MOVE else ""
    book = load_book(rules.book)
    return why_silent(book, step) or why_silent(book, refused.reason)


def citations(book: Rulebook, rules: Rules, why: str) -> tuple[str, ...]:
    """The ids of the clauses for a name: why a wager was settled, a reason, an event, a setting."""
    found: dict[str, None] = {}
    for name in _sources(book, rules, why):
        found.update(dict.fromkeys(book.cite(name)))
    return tuple(found)


def _sources(book: Rulebook, rules: Rules, why: str) -> Iterator[str]:
    """Under which names the book lists the clauses of `why`; of a paytable's line, in the table in use."""
    setting, _, line = why.partition(".")
    if not line:
        yield why
        return
    kind, _, what = setting.rpartition("_")
    if not is_side_wager(kind):
        return
    record = side_wager(kind)
    if what != "pays":
        yield from (f"{head}.{line}" for head in _wheel_heads(record, what))
        return
    leader = side_wager(record.paytable)
    is_floor = any(f"{leader.kind}_{line}" in book.bounds for line in leader.may_better)
    for table in tables_of(book.fixed, record.paytable):
        if is_in_use(book.fixed, kind, table, rules, is_floor):
            yield from _line_sources(book, record, f"paytables.{record.paytable}.{table}", line)


def _wheel_heads(record: SideWager, what: str) -> tuple[str, ...]:
    """The books' name for a wheel's payment, with its paytable and symbol: `spin_wheel.B.1000`."""
    own, community = f"paytables.{record.kind}", f"paytables.{record.kind}_community"
    if what == "community":
        return (community,)
    return (own, community) if record.has_pairs else (own,)


def _line_sources(book: Rulebook, record: SideWager, table: str, line: str) -> Iterator[str]:
    """A line, or its component lines where the book pays for each part."""
    if book.cite(f"{table}.{line}"):
        yield f"{table}.{line}"
    else:
        yield from (f"{table}.{part}" for part in dict.fromkeys(record.parts.get(line, ())))


# -- where a book is silent ------------------------------------------------------------------------

_NO_SUCH_WAGER = "the book has no such wager"
_ANY_BOOK = {
    "no clause says how people come, go and are named": "not_at_the_table name_taken table_not_open "
    "TableSetUp PersonJoined PersonLeft",
    "the log's own form, of which no clause speaks": "LogContinued",
    "no clause asks for the players' part in a shuffle": "SeedPromised SeedsListed SeedsOpened",
    "no clause says how people buy chips": "ChipsBought",
    "the house's own accounting: two people count and move its chips": "InventorySlipWritten "
    "InventoryCounted InventoryFilled InventoryCredited slip_not_confirmed slip_amount inventory_not_counted",
    "the house pays from its inventory, and fills it first when it is short": "FillAsked inventory_short",
    "the clock by which clauses about hours are applied": "TimeTold",
    "every clause names who acts; none says that others may not": "not_your_office",
    "one step is finished before the next begins": "answer_first insurance_first not_now",
    "cards are read from a real shoe only, and a wheel has only its own stops": "card_not_in_shoe "
    "card_must_be_read card_comes_from_the_shoe wheel_stop",
    "in this book a hand may stand on any total": "no_stand",
    "the operator's own limit": "above_maximum below_minimum",
    "the books lock a wager only when wagers close": "WagerWithdrawn",
    "the book does not say that the burn card is shown": "no_burn_disclosure BurnCardDisclosed",
    "the book allows one person on a box": "no_consent too_many_shared_boxes place_is_kept box_is_taken "
    "box_is_full ConsentGiven DoubleFollowed DoubleKept SplitFollowed",
    "the book has neither coupons nor these announcements": "coupon_amount PointsAnnounced "
    "DealersCardAnnounced",
    _NO_SUCH_WAGER: "HotSpotDrawn WheelSpun CommunityWheelSpun",
    "the book has no progressive wager": "MeterMoved PayoutValidated not_validated",
    "the book does not ask for a check of the progressive light": "light_not_checked LightChecked",
    "the book does not mention a second batch in a shuffling device": "BatchPlaced BatchShuffled BatchTaken "
    "BatchWithdrawn",
}
_REASONS_OF_ANY_BOOK = {name: reason for reason, names in _ANY_BOOK.items() for name in names.split()}


def why_silent(book: Rulebook, name: str) -> str:
    """Why the house has a step, a refusal or a result that no clause mentions: the book's own reason, or
    one that holds for any silent book; empty if neither is known."""
    if is_side_wager(re.sub("_(lost|own_boxes)$", "", name)) and name not in book.silent:
        return _NO_SUCH_WAGER
    return book.silent.get(name) or _REASONS_OF_ANY_BOOK.get(name, "")
