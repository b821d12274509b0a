ALTER TABLE tables ADD COLUMN opened_by TEXT DEFAULT '' NOT NULL;

CREATE INDEX tables_opened_by ON tables (opened_by);

ALTER TABLE people ADD COLUMN folded TEXT;

CREATE UNIQUE INDEX people_folded ON people (folded);

CREATE TABLE duties (
    table_id TEXT NOT NULL,
    person TEXT NOT NULL,
    role TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE counters (
    digest BLOB NOT NULL,
    times INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (digest)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE played (
    person TEXT NOT NULL,
    hour INTEGER NOT NULL,
    won INTEGER DEFAULT '0' NOT NULL,
    seconds INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (person, hour)
)
 WITHOUT ROWID,
 STRICT;
