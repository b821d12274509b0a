ALTER TABLE heads ADD COLUMN mac BLOB;

ALTER TABLE people ADD COLUMN salt BLOB;

CREATE TABLE origins (
    incarnation INTEGER NOT NULL,
    origin TEXT NOT NULL,
    statement TEXT NOT NULL,
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (incarnation)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE leaves (
    incarnation INTEGER NOT NULL,
    number INTEGER NOT NULL,
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    chain BLOB NOT NULL,
    PRIMARY KEY (incarnation, number)
)
 WITHOUT ROWID,
 STRICT;

CREATE INDEX leaves_log ON leaves (table_id, seq);

CREATE TABLE tiles (
    incarnation INTEGER NOT NULL,
    level INTEGER NOT NULL,
    number INTEGER NOT NULL,
    hashes BLOB NOT NULL,
    PRIMARY KEY (incarnation, level, number)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE checkpoints (
    incarnation INTEGER NOT NULL,
    size INTEGER NOT NULL,
    note TEXT NOT NULL,
    at INTEGER NOT NULL,
    cosigned INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (incarnation, size)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE leases (
    name TEXT NOT NULL,
    owner TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (name)
)
 WITHOUT ROWID,
 STRICT;
