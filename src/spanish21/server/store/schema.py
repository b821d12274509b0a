"""The tables of the store, for SQLite and PostgreSQL. They are made by migrations/.

Times are whole milliseconds since 1970 (UTC), money is whole smallest units, hashes and keys are bytes. A
person is named by a pseudonym (`people.id`) everywhere but in `people` itself, so that a person can be
erased and the log stays as it is.
"""

from typing import Any

import sqlalchemy as sa

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""A whole number of 64 bits."""

metadata = sa.MetaData()


def _table(name: str, *columns: sa.schema.SchemaItem) -> sa.Table:
    return sa.Table(name, metadata, *columns, sqlite_with_rowid=False, sqlite_strict=True)


def _key(name: str, kind: sa.types.TypeEngine[Any] = WHOLE) -> sa.Column[Any]:
    return sa.Column(name, kind, primary_key=True, autoincrement=False)


def _number(name: str, default: int | None = None) -> sa.Column[Any]:
    return sa.Column(name, WHOLE, nullable=False, server_default=None if default is None else str(default))


def _text(name: str, default: str | None = None) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, nullable=False, server_default=default)


def _bytes(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.LargeBinary, nullable=False)


def _perhaps(name: str, kind: sa.types.TypeEngine[Any] = WHOLE) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=True)


TEXT, BYTES = sa.Text(), sa.LargeBinary()

# -- the house ---------------------------------------------------------------------------------------

meta = _table("meta", _key("name", TEXT), _text("value"))
"""Facts about the whole store: the number of its last migration, the time it was made."""

nodes = _table("nodes", _key("id", TEXT), _text("address"), _number("seen"))
"""The servers that share this store, and when each was last heard of."""

# -- tables and their logs ---------------------------------------------------------------------------

tables = _table(
    "tables",
    _key("id", TEXT),
    _number("number"),
    _text("book"),
    _text("name"),
    _text("submission", ""),
    _text("policy", "{}"),
    _text("rules_digest"),
    sa.Column("state", sa.Text, nullable=False, server_default="open"),
    _text("stopped_because", ""),
    _number("created"),
    _text("opened_by", ""),
    sa.CheckConstraint("state IN ('open', 'stopped', 'closed')", name="tables_state"),
    sa.UniqueConstraint("number", name="tables_number"),
)

heads = _table(
    "heads",
    _key("table_id", TEXT),
    _number("seq"),
    _bytes("chain"),
    _text("owner", ""),
    _number("epoch", 0),
    _perhaps("mac", BYTES),
)
"""Where each log ends and who may write to it. Every commit moves its table's head from the seq and under
the epoch that it knows, so neither a gap nor a stale owner gets past this row. `mac` authenticates seq and
chain under a key that is in no database."""

events = _table(
    "events",
    _key("table_id", TEXT),
    _key("seq"),
    _number("at"),
    _number("shoe"),
    _bytes("leaf"),
    _bytes("chain"),
    _perhaps("note", BYTES),
    _perhaps("salt", BYTES),
    _perhaps("body", TEXT),
    _perhaps("sealed", BYTES),
    sa.CheckConstraint("seq >= 1", name="events_seq"),
    sa.CheckConstraint(
        "(sealed IS NULL AND body IS NOT NULL AND salt IS NOT NULL)"
        " OR (sealed IS NOT NULL AND body IS NULL AND salt IS NULL)",
        name="events_open_or_sealed",
    ),
)
"""One row an event. `shoe` is the shoe under whose key it is sealed, or that was current; `note`, at the end
of a commit, is the digest of the rows committed with the events (commands, shoes, draws, rounds)."""

commands = _table(
    "commands",
    _key("table_id", TEXT),
    _key("by", TEXT),
    _key("id", TEXT),
    _number("at"),
    _bytes("digest"),
    _text("command"),
    _number("first_seq"),
    _number("last_seq"),
    _text("role"),
    _text("reason", ""),
    _text("second", ""),
    sa.CheckConstraint("length(id) <= 64", name="commands_id"),
)
"""Which command made which events; `digest` tells a repeated command from another under the same id."""

rounds = _table(
    "rounds",
    _key("table_id", TEXT),
    _key("number"),
    _number("first_seq"),
    _perhaps("last_seq"),
    _text("version"),
    _text("rules_digest"),
)

snapshots = _table(
    "snapshots",
    _key("table_id", TEXT),
    _key("seq"),
    _number("at"),
    _bytes("chain"),
    _bytes("body"),
    _bytes("digest"),
)
"""The whole table after an event, sealed under a key that is never published and never in the store: a
snapshot that opens is one that the server wrote."""

# -- money -------------------------------------------------------------------------------------------

transfers = _table(
    "transfers",
    _key("table_id", TEXT),
    _key("seq"),
    _key("n"),
    _text("source"),
    _text("target"),
    _number("amount"),
    _text("why"),
    sa.CheckConstraint("amount > 0", name="transfers_amount"),
    sa.CheckConstraint("source <> target", name="transfers_accounts"),
)

balances = _table(
    "balances",
    _key("account", TEXT),
    _number("amount"),
    sa.CheckConstraint("account NOT LIKE 'purse/%' OR amount >= 0", name="balances_purse"),
)

meters = _table(
    "meters",
    _key("table_id", TEXT),
    _key("name", TEXT),
    _number("amount"),
    _number("remainder"),
    sa.CheckConstraint("amount >= 0", name="meters_amount"),
)

# -- fairness ----------------------------------------------------------------------------------------

shoes = _table(
    "shoes",
    _key("table_id", TEXT),
    _key("number"),
    _bytes("commitment"),
    _bytes("sealed"),
    _number("first_seq"),
    _perhaps("last_seq"),
    _perhaps("key", BYTES),
)
"""`sealed`: the commitment's salt under the shoe's key. `key` is NULL until the shoe is opened."""

draws = _table(
    "draws",
    _key("table_id", TEXT),
    _key("number"),
    _number("round"),
    _text("kind"),
    _bytes("commitment"),
    _bytes("sealed"),
    _number("first_seq"),
    _perhaps("last_seq"),
    _perhaps("opened", BYTES),
)
"""Commitments to the stops of wheels and to the hot spot: `sealed` until the event `last_seq` tells the
result, then `opened`."""

# -- the tree over all logs ----------------------------------------------------------------------------

origins = _table(
    "origins",
    _key("incarnation"),
    _text("origin"),
    _text("statement"),
    _text("key"),
    _number("at"),
)
"""The incarnations of the house: each has its own tree. The first leaf is the digest of `statement`."""

leaves = _table(
    "leaves",
    _key("incarnation"),
    _key("number"),
    _text("table_id"),
    _number("seq"),
    _bytes("chain"),
)
"""Heads of logs in the order in which the tree has them."""

tiles = _table("tiles", _key("incarnation"), _key("level"), _key("number"), _bytes("hashes"))
"""The hashes of the tree; the last tile of each level grows, the others are final."""

checkpoints = _table(
    "checkpoints",
    _key("incarnation"),
    _key("size"),
    _text("note"),
    _number("at"),
    _number("cosigned", 0),
)
"""The newest signed checkpoint of each incarnation, and the newest that a witness has cosigned."""

leases = _table("leases", _key("name", TEXT), _text("owner"), _number("epoch"), _number("until"))
"""The one of several servers that has a task only one may do, and until when: the sequencing of the tree."""

# -- people ------------------------------------------------------------------------------------------

people = _table(
    "people",
    _key("id", TEXT),
    _perhaps("name", TEXT),
    _perhaps("password", TEXT),
    _number("is_guest", 0),
    _number("created"),
    _number("last_seen"),
    _number("excluded_until", 0),
    _number("erased", 0),
    _perhaps("folded", TEXT),
    _number("is_limited", 0),
    _perhaps("salt", BYTES),
    _number("reset_at", 0),
    sa.UniqueConstraint("name", name="people_name"),
)
"""`name` and `password` are NULL after a person was erased; a guest has no password. `folded` is the name as
it is compared: two names that look alike are one. `is_limited`: the person has set a limit at some time, so
`limits` is looked at; with `excluded_until` it is in this row because a commit locks it. `salt` is that of
the digests of name and password in the house's log; it is NULL after the person was erased. `reset_at`: when
others last reset the password or the second factor."""

roles = _table("roles", _key("person", TEXT), _key("role", TEXT), _text("given_by"), _number("at"))

sessions = _table(
    "sessions",
    _key("digest", BYTES),
    _text("person"),
    _bytes("csrf"),
    _number("created"),
    _number("expires"),
    _number("last_seen"),
    _number("proved", 0),
)
"""`digest` is of the cookie's token, which the store never holds; `proved`: when the second factor was given
last."""

factors = _table(
    "factors",
    _key("person", TEXT),
    _perhaps("sealed", BYTES),
    _perhaps("pending", BYTES),
    _number("counter", 0),
    _text("recovery", ""),
)
"""Second factors: the secret of an authenticator, sealed under the master key, and one during set-up;
the last time step with an accepted code; the digests of the remaining recovery codes."""

approvals = _table(
    "approvals",
    _key("id", TEXT),
    _text("body"),
    _text("asked_by"),
    _number("asked"),
    _number("expires"),
    _text("state", "open"),
    _text("decided_by", ""),
    _number("decided", 0),
    _text("shown_to", ""),
    _number("tries", 0),
    sa.CheckConstraint("state IN ('open', 'done', 'refused', 'withdrawn')", name="approvals_state"),
)
"""A request to a second person: `body` is exactly the act that follows its approval. `shown_to`
has been shown six digits to read aloud; `tries` counts wrong ones."""

limits = _table(
    "limits",
    _key("person", TEXT),
    _key("kind", TEXT),
    _perhaps("amount"),
    _number("since"),
    _perhaps("next_amount"),
    _perhaps("next_since"),
)
"""A player's limit of loss or time of play; a higher limit waits in `next_amount`."""

invitations = _table(
    "invitations",
    _key("digest", BYTES),
    _text("role"),
    _number("created"),
    _number("expires"),
    _number("used", 0),
)
"""One-time links, such as the one that makes the first administrator."""

duties = _table("duties", _key("table_id", TEXT), _key("person", TEXT), _text("role"), _number("since"))
"""Who deals or watches over which table now."""

counters = _table("counters", _key("digest", BYTES), _number("times"), _number("until"))
"""Failed log-ins by name and by network address, and new guests by address, all by keyed digests."""

played = _table(
    "played",
    _key("person", TEXT),
    _key("hour"),
    _number("won", 0),
    _number("seconds", 0),
)
"""Each person's result (losses are below 0) and time of play, by hours since 1970."""

at_risk = _table("at_risk", _key("person", TEXT), _key("table_id", TEXT), _number("amount"))
"""Each person's chips on the layout of each table, as of the table's last commit. They count against the
person's limit like a loss; adding to it requires the lock on the person's row in `people`."""

submissions = _table("submissions", _key("person", TEXT), _key("name", TEXT), _text("text"), _number("at"))
"""Rules Submissions that people have saved, each under its own name."""

sa.Index("people_folded", people.c.folded, unique=True)
sa.Index("tables_opened_by", tables.c.opened_by)
sa.Index("sessions_person", sessions.c.person)
sa.Index("transfers_source", transfers.c.source)
sa.Index("transfers_target", transfers.c.target)
sa.Index("leaves_log", leaves.c.table_id, leaves.c.seq)
sa.Index("approvals_expires", approvals.c.expires)
sa.Index("commands_seq", commands.c.table_id, commands.c.first_seq)
