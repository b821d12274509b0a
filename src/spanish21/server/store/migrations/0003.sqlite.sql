CREATE TABLE submissions (
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, name)
)
 WITHOUT ROWID,
 STRICT;
