ALTER TABLE heads ADD COLUMN mac BYTEA;

ALTER TABLE people ADD COLUMN salt BYTEA;

CREATE TABLE origins (
    incarnation BIGINT NOT NULL,
    origin TEXT NOT NULL,
    statement TEXT NOT NULL,
    key TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (incarnation)
);

CREATE TABLE leaves (
    incarnation BIGINT NOT NULL,
    number BIGINT NOT NULL,
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    chain BYTEA NOT NULL,
    PRIMARY KEY (incarnation, number)
);

CREATE INDEX leaves_log ON leaves (table_id, seq);

CREATE TABLE tiles (
    incarnation BIGINT NOT NULL,
    level BIGINT NOT NULL,
    number BIGINT NOT NULL,
    hashes BYTEA NOT NULL,
    PRIMARY KEY (incarnation, level, number)
);

CREATE TABLE checkpoints (
    incarnation BIGINT NOT NULL,
    size BIGINT NOT NULL,
    note TEXT NOT NULL,
    at BIGINT NOT NULL,
    cosigned BIGINT DEFAULT '0' NOT NULL,
    PRIMARY KEY (incarnation, size)
);

CREATE TABLE leases (
    name TEXT NOT NULL,
    owner TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (name)
);
