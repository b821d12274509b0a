CREATE TABLE meta (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE nodes (
    id TEXT NOT NULL,
    address TEXT NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (id)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE tables (
    id TEXT NOT NULL,
    number INTEGER NOT NULL,
    book TEXT NOT NULL,
    name TEXT NOT NULL,
    submission TEXT DEFAULT '' NOT NULL,
    policy TEXT DEFAULT '{}' NOT NULL,
    rules_digest TEXT NOT NULL,
    state TEXT DEFAULT 'open' NOT NULL,
    stopped_because TEXT DEFAULT '' NOT NULL,
    created INTEGER NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT tables_state CHECK (state IN ('open', 'stopped', 'closed')),
    CONSTRAINT tables_number UNIQUE (number)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE heads (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    chain BLOB NOT NULL,
    owner TEXT DEFAULT '' NOT NULL,
    epoch INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (table_id)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE events (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    shoe INTEGER NOT NULL,
    leaf BLOB NOT NULL,
    chain BLOB NOT NULL,
    note BLOB,
    salt BLOB,
    body TEXT,
    sealed BLOB,
    PRIMARY KEY (table_id, seq),
    CONSTRAINT events_seq CHECK (seq >= 1),
    CONSTRAINT events_open_or_sealed CHECK ((sealed IS NULL AND body IS NOT NULL AND salt IS NOT NULL) OR (sealed IS NOT NULL AND body IS NULL AND salt IS NULL))
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE commands (
    table_id TEXT NOT NULL,
    "by" TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    digest BLOB NOT NULL,
    command TEXT NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    role TEXT NOT NULL,
    reason TEXT DEFAULT '' NOT NULL,
    second TEXT DEFAULT '' NOT NULL,
    PRIMARY KEY (table_id, "by", id),
    CONSTRAINT commands_id CHECK (length(id) <= 64)
)
 WITHOUT ROWID,
 STRICT;

CREATE INDEX commands_seq ON commands (table_id, first_seq);

CREATE TABLE rounds (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER,
    version TEXT NOT NULL,
    rules_digest TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE snapshots (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    chain BLOB NOT NULL,
    body BLOB NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE transfers (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    n INTEGER NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    amount INTEGER NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (table_id, seq, n),
    CONSTRAINT transfers_amount CHECK (amount > 0),
    CONSTRAINT transfers_accounts CHECK (source <> target)
)
 WITHOUT ROWID,
 STRICT;

CREATE INDEX transfers_source ON transfers (source);

CREATE INDEX transfers_target ON transfers (target);

CREATE TABLE balances (
    account TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (account),
    CONSTRAINT balances_purse CHECK (account NOT LIKE 'purse/%' OR amount >= 0)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE meters (
    table_id TEXT NOT NULL,
    name TEXT NOT NULL,
    amount INTEGER NOT NULL,
    remainder INTEGER NOT NULL,
    PRIMARY KEY (table_id, name),
    CONSTRAINT meters_amount CHECK (amount >= 0)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE shoes (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    commitment BLOB NOT NULL,
    sealed BLOB NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER,
    "key" BLOB,
    PRIMARY KEY (table_id, number)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE draws (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    round INTEGER NOT NULL,
    kind TEXT NOT NULL,
    commitment BLOB NOT NULL,
    sealed BLOB NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq INTEGER,
    opened BLOB,
    PRIMARY KEY (table_id, number)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE people (
    id TEXT NOT NULL,
    name TEXT,
    password TEXT,
    is_guest INTEGER DEFAULT '0' NOT NULL,
    created INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    excluded_until INTEGER DEFAULT '0' NOT NULL,
    erased INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT people_name UNIQUE (name)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE roles (
    person TEXT NOT NULL,
    role TEXT NOT NULL,
    given_by TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, role)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE sessions (
    digest BLOB NOT NULL,
    person TEXT NOT NULL,
    csrf BLOB NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    PRIMARY KEY (digest)
)
 WITHOUT ROWID,
 STRICT;

CREATE INDEX sessions_person ON sessions (person);

CREATE TABLE limits (
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    amount INTEGER,
    since INTEGER NOT NULL,
    next_amount INTEGER,
    next_since INTEGER,
    PRIMARY KEY (person, kind)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE invitations (
    digest BLOB NOT NULL,
    role TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    used INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (digest)
)
 WITHOUT ROWID,
 STRICT;
