ALTER TABLE people ADD COLUMN reset_at BIGINT DEFAULT '0' NOT NULL;

ALTER TABLE sessions ADD COLUMN proved BIGINT DEFAULT '0' NOT NULL;

CREATE TABLE factors (
    person TEXT NOT NULL,
    sealed BYTEA,
    pending BYTEA,
    counter BIGINT DEFAULT '0' NOT NULL,
    recovery TEXT DEFAULT '' NOT NULL,
    PRIMARY KEY (person)
);

CREATE TABLE approvals (
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    asked BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    state TEXT DEFAULT 'open' NOT NULL,
    decided_by TEXT DEFAULT '' NOT NULL,
    decided BIGINT DEFAULT '0' NOT NULL,
    shown_to TEXT DEFAULT '' NOT NULL,
    tries BIGINT DEFAULT '0' NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT approvals_state CHECK (state IN ('open', 'done', 'refused', 'withdrawn'))
);

CREATE INDEX approvals_expires ON approvals (expires);
