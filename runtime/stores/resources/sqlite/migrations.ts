// The schema of the SQLite store, as numbered steps: a database is brought to the last one when it is opened, and one that
// is ahead of it is refused. Steps are never edited once they are released.

export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE resource (
     kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, revision INTEGER NOT NULL,
     PRIMARY KEY (kind, id)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE change (
     revision INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL,
     PRIMARY KEY (revision, kind, id)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE blob (digest TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
   CREATE TABLE revision (one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL) STRICT;
   CREATE TABLE heartbeat (id TEXT PRIMARY KEY, value TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
   INSERT INTO revision VALUES (1, 0);`,
]
