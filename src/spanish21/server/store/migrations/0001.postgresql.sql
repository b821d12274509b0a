CREATE TABLE meta (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE nodes (
    id TEXT NOT NULL,
    address TEXT NOT NULL,
    seen BIGINT NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE tables (
    id TEXT NOT NULL,
    number BIGINT NOT NULL,
    book TEXT NOT NULL,
    name TEXT NOT NULL,
    submission TEXT DEFAULT '' NOT NULL,
    policy TEXT DEFAULT '{}' NOT NULL,
    rules_digest TEXT NOT NULL,
    state TEXT DEFAULT 'open' NOT NULL,
    stopped_because TEXT DEFAULT '' NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT tables_state CHECK (state IN ('open', 'stopped', 'closed')),
    CONSTRAINT tables_number UNIQUE (number)
);

CREATE TABLE heads (
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    chain BYTEA NOT NULL,
    owner TEXT DEFAULT '' NOT NULL,
    epoch BIGINT DEFAULT '0' NOT NULL,
    PRIMARY KEY (table_id)
);

CREATE TABLE events (
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    shoe BIGINT NOT NULL,
    leaf BYTEA NOT NULL,
    chain BYTEA NOT NULL,
    note BYTEA,
    salt BYTEA,
    body TEXT,
    sealed BYTEA,
    PRIMARY KEY (table_id, seq),
    CONSTRAINT events_seq CHECK (seq >= 1),
    CONSTRAINT events_open_or_sealed CHECK ((sealed IS NULL AND body IS NOT NULL AND salt IS NOT NULL) OR (sealed IS NOT NULL AND body IS NULL AND salt IS NULL))
);

CREATE TABLE commands (
    table_id TEXT NOT NULL,
    by TEXT NOT NULL,
    id TEXT NOT NULL,
    at BIGINT NOT NULL,
    digest BYTEA NOT NULL,
    command TEXT NOT NULL,
    first_seq BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    role TEXT NOT NULL,
    reason TEXT DEFAULT '' NOT NULL,
    second TEXT DEFAULT '' NOT NULL,
    PRIMARY KEY (table_id, by, id),
    CONSTRAINT commands_id CHECK (length(id) <= 64)
);

CREATE INDEX commands_seq ON commands (table_id, first_seq);

CREATE TABLE rounds (
    table_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    first_seq BIGINT NOT NULL,
    last_seq BIGINT,
    version TEXT NOT NULL,
    rules_digest TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);

CREATE TABLE snapshots (
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    chain BYTEA NOT NULL,
    body BYTEA NOT NULL,
    digest BYTEA NOT NULL,
    PRIMARY KEY (table_id, seq)
);

CREATE TABLE transfers (
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    n BIGINT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    amount BIGINT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (table_id, seq, n),
    CONSTRAINT transfers_amount CHECK (amount > 0),
    CONSTRAINT transfers_accounts CHECK (source <> target)
);

CREATE INDEX transfers_source ON transfers (source);

CREATE INDEX transfers_target ON transfers (target);

CREATE TABLE balances (
    account TEXT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (account),
    CONSTRAINT balances_purse CHECK (account NOT LIKE 'purse/%%' OR amount >= 0)
);

CREATE TABLE meters (
    table_id TEXT NOT NULL,
    name TEXT NOT NULL,
    amount BIGINT NOT NULL,
    remainder BIGINT NOT NULL,
    PRIMARY KEY (table_id, name),
    CONSTRAINT meters_amount CHECK (amount >= 0)
);

CREATE TABLE shoes (
    table_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    commitment BYTEA NOT NULL,
    sealed BYTEA NOT NULL,
    first_seq BIGINT NOT NULL,
    last_seq BIGINT,
    key BYTEA,
    PRIMARY KEY (table_id, number)
);

CREATE TABLE draws (
    table_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    round BIGINT NOT NULL,
    kind TEXT NOT NULL,
    commitment BYTEA NOT NULL,
    sealed BYTEA NOT NULL,
    first_seq BIGINT NOT NULL,
    last_seq BIGINT,
    opened BYTEA,
    PRIMARY KEY (table_id, number)
);

CREATE TABLE people (
    id TEXT NOT NULL,
    name TEXT,
    password TEXT,
    is_guest BIGINT DEFAULT '0' NOT NULL,
    created BIGINT NOT NULL,
    last_seen BIGINT NOT NULL,
    excluded_until BIGINT DEFAULT '0' NOT NULL,
    erased BIGINT DEFAULT '0' NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT people_name UNIQUE (name)
);

CREATE TABLE roles (
    person TEXT NOT NULL,
    role TEXT NOT NULL,
    given_by TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, role)
);

CREATE TABLE sessions (
    digest BYTEA NOT NULL,
    person TEXT NOT NULL,
    csrf BYTEA NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    last_seen BIGINT NOT NULL,
    PRIMARY KEY (digest)
);

CREATE INDEX sessions_person ON sessions (person);

CREATE TABLE limits (
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    amount BIGINT,
    since BIGINT NOT NULL,
    next_amount BIGINT,
    next_since BIGINT,
    PRIMARY KEY (person, kind)
);

CREATE TABLE invitations (
    digest BYTEA NOT NULL,
    role TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    used BIGINT DEFAULT '0' NOT NULL,
    PRIMARY KEY (digest)
);
