ALTER TABLE tables ADD COLUMN opened_by TEXT DEFAULT '' NOT NULL;

CREATE INDEX tables_opened_by ON tables (opened_by);

ALTER TABLE people ADD COLUMN folded TEXT;

CREATE UNIQUE INDEX people_folded ON people (folded);

CREATE TABLE duties (
    table_id TEXT NOT NULL,
    person TEXT NOT NULL,
    role TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (table_id, person)
);

CREATE TABLE counters (
    digest BYTEA NOT NULL,
    times BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (digest)
);

CREATE TABLE played (
    person TEXT NOT NULL,
    hour BIGINT NOT NULL,
    won BIGINT DEFAULT '0' NOT NULL,
    seconds BIGINT DEFAULT '0' NOT NULL,
    PRIMARY KEY (person, hour)
);
