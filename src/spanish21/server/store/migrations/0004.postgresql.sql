ALTER TABLE people ADD COLUMN is_limited BIGINT DEFAULT '0' NOT NULL;

UPDATE people SET is_limited = 1 WHERE id IN (SELECT person FROM limits);

CREATE TABLE at_risk (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (person, table_id)
);
