// The schema of the PostgreSQL store, as numbered steps: forward only, and never edited once they are released. All of them
// are one statement, so that they are applied as a whole or not at all, whatever happens to the connection.

/** Changes that the feed remembers; who is further behind reads everything again. */
export const FEED_LENGTH = 100_000

/** Each is the body of a procedure, in which `s.` is replaced by the quoted schema. */
const STEPS: readonly string[] = [
  `CREATE TABLE s.resource (
     kind text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, value text NOT NULL, revision bigint NOT NULL,
     PRIMARY KEY (kind, id)
   );
   CREATE TABLE s.change (
     revision bigint NOT NULL, kind text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
     PRIMARY KEY (revision, kind, id)
   );
   CREATE TABLE s.blob (digest text COLLATE "C" PRIMARY KEY, bytes bytea NOT NULL);
   CREATE TABLE s.revision (one integer PRIMARY KEY CHECK (one = 1), number bigint NOT NULL);
   CREATE TABLE s.heartbeat (id text COLLATE "C" PRIMARY KEY, value text NOT NULL, at bigint NOT NULL);
   INSERT INTO s.revision VALUES (1, 0);
   CREATE FUNCTION s.commit_writes(
     writes text, digests text[], contents bytea[], channel text,
     OUT new_revision bigint, OUT conflict_kind text, OUT conflict_id text,
     OUT found_value text, OUT found_revision bigint
   ) LANGUAGE plpgsql AS $function$
   DECLARE
     item record;
     last_revision bigint;
   BEGIN
     -- The lock that makes commits one after another: revisions become visible in their order.
     SELECT number INTO last_revision FROM s.revision FOR UPDATE;
     FOR item IN
       SELECT entry ->> 0 AS kind, entry ->> 1 AS id, (entry ->> 3)::bigint AS expected
       FROM json_array_elements(writes::json) WITH ORDINALITY AS given (entry, place)
       WHERE entry ->> 3 IS NOT NULL ORDER BY place
     LOOP
       SELECT present.value, present.revision INTO found_value, found_revision
       FROM s.resource AS present WHERE present.kind = item.kind AND present.id = item.id;
       IF coalesce(found_revision, 0) <> item.expected THEN
         conflict_kind := item.kind;
         conflict_id := item.id;
         RETURN;
       END IF;
     END LOOP;
     new_revision := last_revision + 1;
     UPDATE s.revision SET number = new_revision;
     INSERT INTO s.blob SELECT * FROM unnest(digests, contents) ON CONFLICT DO NOTHING;
     FOR item IN
       SELECT entry ->> 0 AS kind, entry ->> 1 AS id, entry ->> 2 AS value
       FROM json_array_elements(writes::json) WITH ORDINALITY AS given (entry, place) ORDER BY place
     LOOP
       IF item.value IS NULL THEN
         DELETE FROM s.resource AS present WHERE present.kind = item.kind AND present.id = item.id;
       ELSE
         INSERT INTO s.resource VALUES (item.kind, item.id, item.value, new_revision)
         ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value, revision = excluded.revision;
       END IF;
       INSERT INTO s.change VALUES (new_revision, item.kind, item.id) ON CONFLICT DO NOTHING;
     END LOOP;
     DELETE FROM s.change AS old WHERE old.revision <= new_revision - ${FEED_LENGTH};
     PERFORM pg_notify(channel, new_revision::text);
   END $function$;`,
]

/** The steps of a schema, and the table that has the number of the last one. */
export interface SchemaSteps {
  readonly steps: readonly string[]
  readonly table: string
}

export const RESOURCE_SCHEMA: SchemaSteps = { steps: STEPS, table: 'schema_version' }

/** The first part of the key of the advisory lock; the second is the schema. */
const LOCK = 1_347_375_180

/** Waits for another process that changes the schema of this name; until the end of the transaction. */
export const lockOf = (name: string): string => `pg_advisory_xact_lock(${LOCK}, hashtext(${name}))`

/** One statement that brings a schema to the last step, under a lock that other processes wait for. */
export function migrationOf(schema: string, { steps, table }: SchemaSteps): string {
  const taken = steps.map(
    (step, index) => `
      IF (SELECT number FROM s.${table}) = ${index} THEN
        ${step}
        UPDATE s.${table} SET number = ${index + 1};
      END IF;`,
  )
  const literal = quoteText(schema)
  return `DO $migration$
    DECLARE
      name text := ${literal};
    BEGIN
      PERFORM ${lockOf('name')};
      IF NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = name) THEN
        CREATE SCHEMA ${quote(schema)};
      END IF;
      IF to_regclass(quote_ident(name) || '.${table}') IS NULL THEN
        ${inSchema(`CREATE TABLE s.${table} (number integer NOT NULL); INSERT INTO s.${table} VALUES (0);`, schema)}
      END IF;
      ${inSchema(taken.join(''), schema)}
    END $migration$`
}

/** Puts the quoted schema for `s` before a name: a pooler of connections need not know a search path. */
export const inSchema = (text: string, schema: string): string =>
  text.replace(/\bs\.(?=[a-z])/g, () => `${quote(schema)}.`)

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`
