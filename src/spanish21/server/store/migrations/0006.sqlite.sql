ALTER TABLE people ADD COLUMN reset_at INTEGER DEFAULT '0' NOT NULL;

ALTER TABLE sessions ADD COLUMN proved INTEGER DEFAULT '0' NOT NULL;

CREATE TABLE factors (
    person TEXT NOT NULL,
    sealed BLOB,
    pending BLOB,
    counter INTEGER DEFAULT '0' NOT NULL,
    recovery TEXT DEFAULT '' NOT NULL,
    PRIMARY KEY (person)
)
 WITHOUT ROWID,
 STRICT;

CREATE TABLE approvals (
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    asked INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    state TEXT DEFAULT 'open' NOT NULL,
    decided_by TEXT DEFAULT '' NOT NULL,
    decided INTEGER DEFAULT '0' NOT NULL,
    shown_to TEXT DEFAULT '' NOT NULL,
    tries INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT approvals_state CHECK (state IN ('open', 'done', 'refused', 'withdrawn'))
)
 WITHOUT ROWID,
 STRICT;

CREATE INDEX approvals_expires ON approvals (expires);
