"""The server's answers over HTTP that no other module defines: the shapes of the JSON.

The page's types are written from them (docs/writers/wire_types.py).
"""

from typing import Any, Literal, NotRequired, TypedDict

from spanish21.books.submissions.submission_problems import Problem
from spanish21.game.seen import SeenEvent as Seen
from spanish21.game.view import View
from spanish21.server.evidence import Payout

# -- people


class Limits(TypedDict):
    """A person's limits: loss in cents, play in minutes."""

    loss: int | None
    minutes: int | None
    check: int | None
    """After how many minutes of play the person wants to be told how it goes."""


class LimitsSet(TypedDict):
    """When each limit begins to hold, and the limits that hold now."""

    since: dict[str, int]
    limits: Limits


class SeatAt(TypedDict):
    """A seat at a table."""

    table: str
    box: int


class DutyAt(TypedDict):
    """A duty at a table."""

    table: str
    role: str


class Me(TypedDict):
    """The caller; `excluded_until` is in ms since 1970."""

    person: str
    name: str
    is_guest: bool
    excluded_until: int
    roles: list[str]
    purse: int
    limits: Limits
    seats: list[SeatAt]
    duties: list[DutyAt]
    has_factor: bool
    withheld: list[str]
    """Roles that take effect once the second factor is given."""
    is_house_of_two: bool


class PersonOfHouse(TypedDict):
    """An account as an administrator sees it."""

    person: str
    name: str
    roles: list[str]
    created: int
    last_seen: int
    excluded_until: int


class Roles(TypedDict):
    """The roles that a person now has."""

    person: str
    roles: list[str]


class InvitationLink(TypedDict):
    """A link that opens an account with a role, once."""

    token: str
    role: str
    expires: int


class Purse(TypedDict):
    """The chips in a purse."""

    purse: int


class Nothing(TypedDict):
    """It is done, and there is nothing to say."""


class AskedSecond(TypedDict):
    """A request to a second person: its id, its text, and when it expires."""

    approval: str
    words: str
    expires: int


class LinkPart(TypedDict):
    """A link, and the word that goes with it (none in a house of one person)."""

    token: str
    word: str


class Waiting(TypedDict):
    """A request for a second person; `why_not` says why the caller cannot be it ("": they can). `token` is a
    link for the person who asked for one, once it is made. `submission` is the text under which a table would
    be opened: the second person agrees to all of it."""

    id: str
    what: str
    words: str
    by: str
    by_name: str
    is_mine: bool
    asked: int
    expires: int
    state: str
    decided_by_name: str
    why_not: str
    tries_left: int
    payout: Payout | None
    submission: str
    token: str


class StatementRow(TypedDict):
    """One round of a statement: when it ended, where, and what the person won."""

    at: int
    table: str
    name: str
    round: int
    wagered: int
    won: int
    lost: int
    net: int


class PlayStatement(TypedDict):
    """Money wagered, won and lost in a period; `open` is in unfinished rounds; `put_in` and
    `taken_out` are chips that the house put into the purse and took out of it."""

    since: int
    until: int
    rounds: int
    wagered: int
    won: int
    lost: int
    net: int
    open: int
    put_in: int
    taken_out: int
    rows: list[StatementRow]


class Digits(TypedDict):
    """The six digits of a request, to be read aloud."""

    digits: str
    words: str


class Approved(TypedDict):
    """A request was carried out; `word` goes with the link that it made, if it made one."""

    state: str
    word: str


class FactorBegun(TypedDict):
    """The secret of an authenticator: as a text, and as an address."""

    secret: str
    address: str


class RecoveryCodes(TypedDict):
    """Codes that can each replace six digits once; they are shown only now."""

    codes: list[str]


class RecoveryLeft(TypedDict):
    """How many recovery codes are left."""

    left: int


class OwnSession(TypedDict):
    """One of the caller's sessions; times in ms since 1970."""

    id: str
    created: int
    last_seen: int
    expires: int
    is_this: bool


class ModelToken(TypedDict):
    """A token for a model, and when it ends, in ms since 1970; earlier with the session it was made in."""

    token: str
    expires: int


class ModelAsks(TypedDict):
    """Whether the house has tools for models, and one's token for them; times in ms since 1970, or 0."""

    is_offered: bool
    is_made: bool
    created: int
    last_seen: int
    expires: int


class Until(TypedDict):
    """When something ends, in ms since 1970."""

    until: int


class SavedSubmission(TypedDict):
    """A submission that a person has saved."""

    name: str
    text: str
    at: int


# -- tables and felts


class Meter(TypedDict):
    """A progressive meter."""

    name: str
    title: str
    amount: int


class MeterName(TypedDict):
    """A meter and its title."""

    name: str
    title: str


class SideWager(TypedDict):
    """A wager on the layout; `amounts` are the only ones that it can have, null where it has limits."""

    kind: str
    title: str
    short: str
    amounts: list[int] | None


class WheelStop(TypedDict):
    """A stop of a wheel."""

    symbol: str
    pays: int
    meter: str
    weight: int


class Wheel(TypedDict):
    """The wheels of a side wager of one amount."""

    kind: str
    wager: int
    stops: list[WheelStop]
    community: list[WheelStop]


class Layout(TypedDict):
    """The print on a table's felt; `stands` is the sign about the totals on which the dealer stands."""

    inscriptions: list[str]
    signs: list[str]
    stands: str
    wagers: list[SideWager]
    meters: list[MeterName]
    wheels: list[Wheel]
    has_reader: bool
    has_device: bool
    from_right: bool


class Felt(TypedDict):
    """The data of a felt's drawing."""

    book: str
    title: str
    currency: str
    chips: list[int]
    boxes: int
    minimum: int
    maximum: int
    decks: int
    layout: Layout


class Needs(TypedDict):
    """The commands that need a reason, and those that need a second person."""

    reason: list[str]
    second: list[str]


class PolicyOfTable(TypedDict):
    """Who deals at a table, and its times in seconds."""

    house: str
    floor: str
    real_shoe: bool
    wager_seconds: int
    ready_seconds: int
    decide_seconds: int
    bank_seconds: int
    seat_seconds: int
    play_chips: bool


class NamedFelt(Felt):
    """The felt of a lesson or of a table."""

    id: str
    name: str


class Sheet(NamedFelt):
    """Everything about a table that does not change while it is open."""

    needs: Needs
    policy: PolicyOfTable
    rules_digest: str
    version: str


class Listed(TypedDict):
    """A table as the lobby lists it: `seats` are the taken boxes, `sides` the side wagers by
    their short titles, `round` the number of the last round; `edge` is null until it has been worked out."""

    id: str
    name: str
    book: str
    title: str
    currency: str
    minimum: int
    maximum: int
    decks: int
    boxes: int
    taken: int
    seats: list[int]
    round: int
    sides: list[str]
    decide_seconds: int
    phase: str
    meters: list[Meter]
    play_chips: bool
    house: str
    edge: float | None


class Errors(TypedDict):
    """The errors, one line each."""

    errors: list[str]


class Opened(TypedDict):
    """The id of something new."""

    id: str


class Closed(TypedDict):
    """Whether a table is closed, or still ends its round."""

    closed: bool


class TicketText(TypedDict):
    """A ticket for the socket."""

    ticket: str


class HouseTree(TypedDict):
    """The tree of an incarnation: the public key that signs now, the checkpoints in which earlier keys
    announced it, how many logs had a history that no one had signed, what it began with, its newest
    checkpoint, and the newest that a witness has cosigned."""

    incarnation: int
    origin: str
    key: str
    handovers: list[str]
    unwitnessed: int
    began: int
    statement: str
    size: int
    checkpoint: str
    cosigned: str


class WitnessWanted(TypedDict):
    """A witness whose cosignatures this house wants: the last one, its size and when it was made (ms since
    1970); 0 if there is none."""

    name: str
    key: str
    size: int
    at: int


class WitnessAsked(TypedDict):
    """A witness that this server asks: its last cosignature, and why it gave no newer one."""

    url: str
    size: int
    trouble: str


class Witnesses(TypedDict):
    """Who watches the house's log from outside; `size` is that of its newest checkpoint."""

    size: int
    wanted: list[WitnessWanted]
    asked: list[WitnessAsked]


class ShoeShown(TypedDict):
    """A shoe of a table; `key` opens it once it is over."""

    number: int
    commitment: str
    first: int
    last: int | None
    key: str | None


class DueShort(TypedDict):
    """The person on duty and their next step."""

    to: str
    says: str


class Due(DueShort):
    """The next step of the house, its clauses and its command."""

    clauses: list[str]
    command: dict[str, Any]


class OnDuty(TypedDict):
    """A person on duty."""

    person: str
    name: str
    role: str


class FloorTable(TypedDict):
    """A table as the floor sees it."""

    id: str
    name: str
    book: str
    currency: str
    house: str
    floor: str
    real_shoe: bool
    phase: str
    round: int
    people: int
    boxes: int
    halted: bool
    stopped: str
    cards_left: int
    inventory: int | None
    drop_box: int | None
    meters: list[Meter]
    due: DueShort | None
    on_duty: list[OnDuty]


# -- books and submissions


class BookName(TypedDict):
    """A book."""

    book: str
    title: str
    edition: str


class ClauseText(TypedDict):
    """The text of a clause."""

    clause: str
    says: str


class Book(BookName):
    """A book with its sample's settings, its side wagers and its clauses."""

    currency: str
    cards: list[str]
    settings: dict[str, Any]
    inscriptions: list[str]
    signs: list[str]
    side_wagers: list[SideWager]
    clauses: list[ClauseText]


class OpenChoice(TypedDict):
    """A setting that a book leaves open, with its bounds."""

    name: str
    meaning: str
    kind: Literal["money", "count", "part", "yes_or_no", "several", "word"]
    bounds: str
    values: list[Any] | None
    least: int | None
    most: int | None
    usual: Any
    clauses: list[str]


class SideOffer(TypedDict):
    """A side wager that a book allows."""

    name: str
    clauses: list[str]


class LeastOfMeter(TypedDict):
    """A meter and the least that each of its paytables asks for."""

    name: str
    wager: str
    leasts: dict[str, int]
    clauses: list[str]


class WheelChoice(TypedDict):
    """The symbols of a wheel."""

    name: str
    paytable: str
    symbols: list[str]
    prizes: list[str]
    clauses: list[str]


class Reading(TypedDict):
    """One reading of a ruling."""

    name: str
    says: str


class RulingChoice(TypedDict):
    """A question on which a book is silent, and its readings."""

    name: str
    asks: str
    clauses: list[str]
    usual: str
    because: str
    readings: list[Reading]


class OfficeApproval(TypedDict):
    """An approval that an office gives."""

    name: str
    clauses: list[str]
    says: list[str]


class OpenChoices(TypedDict):
    """The choices that a book leaves to its operator."""

    book: str
    title: str
    choices: list[OpenChoice]
    side_choices: list[OpenChoice]
    offers: list[SideOffer]
    meters: list[LeastOfMeter]
    wheels: list[WheelChoice]
    rulings: list[RulingChoice]
    approvals: list[OfficeApproval]


class Choices(OpenChoices):
    """The choices that a book leaves to its operator, with its sample submission."""

    currency: str
    sample: dict[str, Any]


class Checked(TypedDict):
    """A submission as text and as tables, with all its errors."""

    text: str
    document: dict[str, Any] | None
    fits: bool
    problems: list[Problem]
    warnings: NotRequired[list[str]]
    differs: NotRequired[list[str]]
    approvals_missing: NotRequired[list[str]]
    inscriptions: NotRequired[list[str]]


# -- rounds, logs and the ledger


class OwnHand(TypedDict):
    """A hand that was played; `doubled` and `net` are money."""

    box: int
    cards: list[str]
    total: int
    is_blackjack: bool
    from_split: bool
    doubled: int
    decisions: list[str]
    wager: int
    result: str
    net: int


class OwnSide(TypedDict):
    """A wager next to the hand, insurance or a bonus, and its result."""

    kind: str
    title: str
    net: int


class OwnRound(TypedDict):
    """A round as one of its players has it; `at` is in ms since 1970."""

    id: str
    table: str
    name: str
    title: str
    currency: str
    number: int
    at: int
    dealer: list[str]
    dealer_total: int
    hands: list[OwnHand]
    sides: list[OwnSide]
    sides_net: int
    net: int


class OwnRounds(TypedDict):
    """A page of them, newest first; `total` is how many fit the search, `counts` how many fit each.
    `nets` are their results, oldest first."""

    rounds: list[OwnRound]
    total: int
    counts: dict[str, int]
    nets: list[int]
    sides_net: int


class RoundName(TypedDict):
    """A round, with its first and last event; `last` is null until it ends."""

    id: str
    number: int
    first: int
    last: int | None
    version: str
    rules_digest: str


class Step(TypedDict):
    """An event as the reader may see it, in words, with its clauses and its changes of the state."""

    seq: int
    event: Seen
    text: str
    clauses: tuple[str, ...]
    patch: dict[str, Any]


class RoundSteps(RoundName):
    """A round as a stranger sees it: the view before it and its steps."""

    view: View
    steps: list[Step]


class Replayed(TypedDict):
    """A round from its notation."""

    sheet: Felt
    view: View
    steps: list[Step]
    names: dict[str, str]


class RackHand(TypedDict):
    """A hand as the log says that it was dealt, and as the rack shows it; null where it was shuffled away."""

    box: int
    hand: int
    dealt: list[str]
    rack: list[str] | None


class Rack(TypedDict):
    """A round's hands in the discard rack."""

    round: int
    first: int
    last: int
    hands: list[RackHand]


class LogName(TypedDict):
    """A table with a log, closed ones too."""

    id: str
    number: int
    book: str
    name: str
    state: str
    created: int
    opened_by: str
    seq: int


class LogRow(TypedDict):
    """A row of a log, with all that its chain is made of, in hex digits; `body` is null while sealed."""

    seq: int
    at: int
    shoe: int
    leaf: str
    chain: str
    note: str
    salt: str
    body: str | None


class LogHead(TypedDict):
    """The last event of a log, its chain, and the chain before the first."""

    seq: int
    chain: str
    before: str


class CommandAsked(TypedDict):
    """The author of some events: person, role, reason and second person."""

    by: str
    role: str
    command: str
    first: int
    last: int
    reason: str
    second: str
    at: int


class Account(TypedDict):
    """An account of the ledger."""

    account: str
    amount: int


class LedgerMove(TypedDict):
    """A move of an account: chips in, or with a minus chips out."""

    at: int | None
    log: str
    seq: int
    amount: int
    other: str
    why: str
