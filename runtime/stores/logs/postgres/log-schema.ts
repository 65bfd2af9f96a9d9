// The schema of the log store in PostgreSQL, as numbered steps: forward only, and never edited once they are released.
import { LOG_GROUPS } from '../../../control/logs/log-store.ts'
import type { SchemaSteps } from '../../resources/postgres/migrations.ts'
import { MAX_ENTRIES } from '../latency-histogram.ts'
import { ALL_COUNT_COLUMNS, COUNT_COLUMNS } from '../log-counts.ts'

const GROUPS = LOG_GROUPS.map(group => `${group} text COLLATE "C" NOT NULL`).join(', ')
const COUNTS = ALL_COUNT_COLUMNS.map(column => `${column} bigint NOT NULL`).join(', ')

/** Of one request, and with their types. */
const ROW_COUNTS = COUNT_COLUMNS.filter(column => column !== 'requests')
const ROW_TYPES = ROW_COUNTS.map(column => `${column} bigint`).join(', ')

const ROW_TEXTS = ['record', 'trace', 'span', ...LOG_GROUPS, 'cache']
const ROW_FIELDS = ['time', ...ROW_TEXTS, ...ROW_COUNTS, 'latency', 'error', 'metadata']

const RAISED = [
  ...COUNT_COLUMNS.map(column => `${column} = old.${column} + excluded.${column}`),
  'first_seen = least(old.first_seen, excluded.first_seen)',
  'last_seen = greatest(old.last_seen, excluded.last_seen)',
  'histogram = s.log_merge(old.histogram, excluded.histogram)',
].join(', ')

const COUNT_TYPES = ALL_COUNT_COLUMNS.map(column => `${column} bigint`).join(', ')
const COUNT_FIELDS = `${ALL_COUNT_COLUMNS.join(', ')}, histogram`

const STEPS: readonly string[] = [
  `CREATE TABLE s.log_record (
     time bigint NOT NULL, ${ROW_TEXTS.map(column => `${column} text COLLATE "C" NOT NULL`).join(', ')},
     ${ROW_COUNTS.map(column => `${column} bigint NOT NULL`).join(', ')}, latency smallint NOT NULL, error text,
     metadata jsonb, line text NOT NULL
   ) PARTITION BY RANGE (time);
   CREATE INDEX log_record_time ON s.log_record (time, record);
   CREATE INDEX log_record_workspace ON s.log_record (workspace, time);
   CREATE INDEX log_record_api_key ON s.log_record (api_key, time);
   CREATE INDEX log_record_trace ON s.log_record (trace);
   CREATE INDEX log_record_id ON s.log_record (record);
   CREATE INDEX log_record_metadata ON s.log_record USING gin (metadata jsonb_path_ops);
   CREATE TABLE s.log_body (
     time bigint NOT NULL, record text COLLATE "C" NOT NULL, data_key text COLLATE "C" NOT NULL, request bytea, response bytea
   ) PARTITION BY RANGE (time);
   CREATE INDEX log_body_record ON s.log_body (record);
   CREATE INDEX log_body_data_key ON s.log_body (data_key);
   CREATE TABLE s.log_total (
     level smallint NOT NULL, name text COLLATE "C" NOT NULL, bucket bigint NOT NULL, workspace text COLLATE "C" NOT NULL,
     value text COLLATE "C" NOT NULL, ${COUNTS}, histogram integer[] NOT NULL,
     PRIMARY KEY (level, name, bucket, workspace, value)
   ) PARTITION BY RANGE (bucket);
   CREATE TABLE s.log_cell (
     level smallint NOT NULL, bucket bigint NOT NULL, cell text COLLATE "C" NOT NULL, ${GROUPS}, ${COUNTS},
     histogram integer[] NOT NULL, PRIMARY KEY (level, bucket, cell)
   ) PARTITION BY RANGE (bucket);
   CREATE TABLE s.log_batch (id text COLLATE "C" PRIMARY KEY, time bigint NOT NULL);
   CREATE INDEX log_batch_time ON s.log_batch (time);
   CREATE TABLE s.log_value (
     name text COLLATE "C" NOT NULL, workspace text COLLATE "C" NOT NULL, value text COLLATE "C" NOT NULL,
     uses bigint NOT NULL, last_seen bigint NOT NULL, PRIMARY KEY (name, workspace, value)
   ) WITH (fillfactor = 80);
   CREATE TABLE s.log_feedback (
     id text COLLATE "C" PRIMARY KEY, workspace text COLLATE "C" NOT NULL, trace text COLLATE "C" NOT NULL,
     value double precision NOT NULL, weight double precision NOT NULL, metadata text NOT NULL, time bigint NOT NULL
   );
   CREATE INDEX log_feedback_trace ON s.log_feedback (trace, workspace);
   CREATE INDEX log_feedback_time ON s.log_feedback (time);
   CREATE TABLE s.log_key (
     id text COLLATE "C" PRIMARY KEY, workspace text COLLATE "C" NOT NULL, owner text COLLATE "C" NOT NULL,
     sealed text NOT NULL, used bigint NOT NULL, UNIQUE (workspace, owner)
   );
   CREATE TABLE s.log_state (name text PRIMARY KEY, value bigint NOT NULL);
   CREATE FUNCTION s.log_merge(first integer[], second integer[]) RETURNS integer[] LANGUAGE sql IMMUTABLE AS $function$
     SELECT CASE WHEN cardinality(first) + cardinality(second) <= ${MAX_ENTRIES} THEN first || second ELSE (
       SELECT array_agg((bucket * 1048576 + least(count - part * 1048575, 1048575))::integer)
       FROM (
         SELECT entry >> 20 AS bucket, sum(entry & 1048575)::bigint AS count
         FROM unnest(first || second) AS entry GROUP BY 1
       ) AS summed, generate_series(0, (count - 1) / 1048575) AS part
     ) END
   $function$;
   CREATE FUNCTION s.log_append(
     batch text, moment bigint, lines text, new_rows text, new_totals text, new_cells text, new_values text, new_bodies text
   ) RETURNS boolean LANGUAGE plpgsql AS $function$
   BEGIN
     INSERT INTO s.log_batch VALUES (batch, moment) ON CONFLICT DO NOTHING;
     IF NOT FOUND THEN
       RETURN false;
     END IF;
     INSERT INTO s.log_record (${ROW_FIELDS.join(', ')}, line)
     SELECT * FROM ROWS FROM (
       json_to_recordset(new_rows::json) AS (
         time bigint, ${ROW_TEXTS.map(column => `${column} text`).join(', ')}, ${ROW_TYPES}, latency smallint, error text,
         metadata jsonb
       ),
       unnest(string_to_array(lines, chr(10)))
     ) AS given;
     -- In one order, so that those who write at the same time wait for each other, and never in a circle.
     INSERT INTO s.log_total AS old (level, name, bucket, workspace, value, ${COUNT_FIELDS})
     SELECT given.* FROM json_to_recordset(new_totals::json) AS given (
       level smallint, name text, bucket bigint, workspace text, value text, ${COUNT_TYPES}, histogram integer[]
     ) ORDER BY level, name COLLATE "C", bucket, workspace COLLATE "C", value COLLATE "C"
     ON CONFLICT (level, name, bucket, workspace, value) DO UPDATE SET ${RAISED};
     INSERT INTO s.log_cell AS old (level, bucket, cell, ${LOG_GROUPS.join(', ')}, ${COUNT_FIELDS})
     SELECT given.* FROM json_to_recordset(new_cells::json) AS given (
       level smallint, bucket bigint, cell text, ${LOG_GROUPS.map(group => `${group} text`).join(', ')}, ${COUNT_TYPES},
       histogram integer[]
     ) ORDER BY level, bucket, cell COLLATE "C"
     ON CONFLICT (level, bucket, cell) DO UPDATE SET ${RAISED};
     INSERT INTO s.log_value AS old (name, workspace, value, uses, last_seen)
     SELECT given.* FROM json_to_recordset(new_values::json) AS given (
       name text, workspace text, value text, uses bigint, last_seen bigint
     ) ORDER BY name COLLATE "C", workspace COLLATE "C", value COLLATE "C"
     ON CONFLICT (name, workspace, value) DO UPDATE
     SET uses = old.uses + excluded.uses, last_seen = greatest(old.last_seen, excluded.last_seen);
     IF new_bodies <> '[]' THEN
       -- A key that is erased meanwhile waits for this transaction, or its bodies are not written.
       PERFORM FROM s.log_key WHERE id IN (
         SELECT DISTINCT data_key FROM json_to_recordset(new_bodies::json) AS given (data_key text)
       ) ORDER BY id FOR SHARE;
       INSERT INTO s.log_body (time, record, data_key, request, response)
       SELECT given.time, given.record, given.data_key, decode(given.request, 'base64'), decode(given.response, 'base64')
       FROM json_to_recordset(new_bodies::json) AS given (
         time bigint, record text, data_key text, request text, response text
       ) JOIN s.log_key AS k ON k.id = given.data_key;
     END IF;
     RETURN true;
   END $function$;
   CREATE FUNCTION s.log_erase(of_workspace text, of_owner text) RETURNS bigint LANGUAGE plpgsql AS $function$
   DECLARE
     erased text[];
     found bigint;
   BEGIN
     WITH deleted AS (
       DELETE FROM s.log_key WHERE workspace = of_workspace AND (of_owner IS NULL OR owner = of_owner) RETURNING id
     ) SELECT array_agg(id) INTO erased FROM deleted;
     DELETE FROM s.log_body WHERE data_key = ANY(erased);
     GET DIAGNOSTICS found = ROW_COUNT;
     RETURN found;
   END $function$;`,
]

export const SERVER_LOG_SCHEMA: SchemaSteps = { steps: STEPS, table: 'log_schema_version' }
