// The store in PostgreSQL, for a fleet. A commit is one statement: it needs one round trip, no transaction stays open when
// a process dies, and a lost connection leaves all of it or nothing.
import { createHash } from 'node:crypto'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import {
  FEED_PART,
  type Resource,
  type ResourceStore,
  type Transaction,
} from '../../../control/core/resource-store.ts'
import type { Clock } from '../../../values/ports.ts'
import { FEED_LENGTH, inSchema, RESOURCE_SCHEMA } from './migrations.ts'
import { readPostgresAddress } from './postgres-address.ts'
import {
  connectPostgres,
  POSTGRES_TIMEOUTS,
  type PostgresParameter,
  type PostgresRow,
  type PostgresTimeouts,
} from './postgres-connection.ts'
import { prepareSchema } from './prepare-schema.ts'

/** Text that no identifier with the prefix exceeds. */
const END = '\u{10ffff}'

/** The longest list that takes milliseconds: what calls and people look for. Longer ones are pages of all that there is. */
export const BRIEF_LIST = 100

/** Milliseconds that a commit waits for others: fewer than its caller waits for it, so that its outcome is known. */
const LOCK_TIMEOUT = 2_000

/** Schema, tables and the function of commits are created if they are missing. */
export async function openPostgresStore(
  text: string,
  clock: Clock,
  timeouts: PostgresTimeouts = POSTGRES_TIMEOUTS,
): Promise<ResourceStore> {
  const address = readPostgresAddress(text)
  const { name, schema } = address
  const connection = await connectPostgres(address, clock, timeouts)
  try {
    await prepareSchema(address, connection, clock, RESOURCE_SCHEMA)
  } catch (error) {
    await connection.end()
    throw error
  }
  const rows = async (
    statement: string,
    ...parameters: readonly PostgresParameter[]
  ): Promise<readonly PostgresRow[]> => await connection.rows(inSchema(statement, schema), ...parameters)
  const briefRows: typeof rows = async (statement, ...parameters) =>
    await connection.briefRows(inSchema(statement, schema), ...parameters)
  const channel = `portolan_${createHash('sha256').update(schema).digest('hex').slice(0, 32)}`

  return {
    name,
    holds: 'all',
    commit: async ({ writes, blobs = new Map() }) => {
      const place = (offset: number, type: string): string =>
        `ARRAY[${[...blobs.keys()].map((_, at) => `$${at + offset}`).join()}]::${type}[]`
      // Blobs may be megabytes, which are on their way to the server meanwhile.
      const run = blobs.size === 0 ? briefRows : rows
      const [row] = await run(
        // The timeout of locks is set before the commit, which depends on it, and ends with the statement.
        `SELECT done.* FROM set_config('lock_timeout', '${LOCK_TIMEOUT}', true) AS lock(timeout),
         LATERAL s.commit_writes($1 || left(lock.timeout, 0), ${place(3, 'text')}, ${place(3 + blobs.size, 'bytea')}, $2) AS done`,
        entriesOf(writes),
        channel,
        ...blobs.keys(),
        ...blobs.values(),
      )
      const { new_revision, conflict_kind, conflict_id, found_value, found_revision } = row ?? {}
      if (new_revision !== null) return { revision: Number(new_revision) }
      const [kind, id] = [String(conflict_kind), String(conflict_id)]
      const found =
        found_revision === null
          ? undefined
          : resourceOf(kind, { id, value: found_value, revision: found_revision })
      return { conflict: { kind, id, found } }
    },
    read: async (kind, id) => {
      const [row] = await briefRows(
        'SELECT id, value, revision FROM s.resource WHERE kind = $1 AND id = $2',
        kind,
        id,
      )
      return row && resourceOf(kind, row)
    },
    readMany: async (kind, ids) => {
      const found = await briefRows(
        `SELECT id, value, revision FROM s.resource WHERE kind = $1
         AND id = ANY (ARRAY(SELECT jsonb_array_elements_text($2::text::jsonb)))`,
        kind,
        JSON.stringify(ids),
      )
      return found.map(row => resourceOf(kind, row))
    },
    list: async (kind, { prefix = '', after, limit, descending = false }) => {
      const low = descending || after === undefined ? prefix : after
      const high = descending && after !== undefined ? after : prefix + END
      const above = descending || after === undefined ? '>=' : '>'
      const run = limit <= BRIEF_LIST ? briefRows : rows
      const found = await run(
        `SELECT id, value, revision FROM s.resource WHERE kind = $1 AND id ${above} $2 AND id < $3
         ORDER BY id ${descending ? 'DESC' : 'ASC'} LIMIT $4`,
        kind,
        low,
        high,
        limit,
      )
      return found.map(row => resourceOf(kind, row))
    },
    sizes: async () => {
      const found = await rows(
        `SELECT kind, count(*) AS count, sum(octet_length(value)) AS bytes FROM s.resource
         GROUP BY kind ORDER BY bytes DESC, kind`,
      )
      return found.map(({ kind, count, bytes }) => ({
        kind: String(kind),
        count: Number(count),
        bytes: Number(bytes),
      }))
    },
    readBlob: async digest => {
      const [row] = await rows('SELECT bytes FROM s.blob WHERE digest = $1', digest)
      const bytes = row?.['bytes']
      return bytes instanceof Uint8Array ? bytes : undefined
    },
    revision: async () => numberOf(await briefRows('SELECT number FROM s.revision')),
    changesSince: async since => {
      // One statement, and so one snapshot: the revision and what changed up to it. Transactions are not divided. The limit of one row
      // is for the planner, which takes a small table without statistics for 2,040 rows, and compiles a statement that seems so large.
      const found = await rows(
        `WITH part AS MATERIALIZED (SELECT
           (SELECT revision FROM s.change WHERE revision > $1 ORDER BY revision LIMIT 1 OFFSET ${FEED_PART}) AS last)
         SELECT number, coalesce((SELECT last FROM part), number) AS until, kind, id
         FROM (SELECT number FROM s.revision LIMIT 1) AS latest LEFT JOIN
         (SELECT DISTINCT kind, id FROM s.change WHERE revision > $1
          AND revision <= coalesce((SELECT last FROM part), ${MAX_REVISION})) AS changed ON true`,
        since,
      )
      const now = numberOf(found)
      if (since > now || since < now - FEED_LENGTH) return { revision: now, changed: undefined }
      const changed = found.filter(({ kind }) => kind !== null)
      return {
        revision: Number(found[0]?.['until']),
        changed: changed.map(({ kind, id }) => ({ kind: String(kind), id: String(id) })),
      }
    },
    onHint: listener => connection.listen(channel, listener),
    heartbeat: async ({ id, value, at }) => {
      await briefRows(
        `INSERT INTO s.heartbeat VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET value = excluded.value, at = excluded.at`,
        id,
        JSON.stringify(value),
        at,
      )
    },
    endHeartbeat: async id => {
      await briefRows('DELETE FROM s.heartbeat WHERE id = $1', id)
    },
    heartbeats: async () => {
      const found = await briefRows('SELECT id, value, at FROM s.heartbeat ORDER BY id')
      return found.map(({ id, value, at }) => ({ id: String(id), value: jsonOf(value), at: Number(at) }))
    },
    openCounters: async (gateway, ports) =>
      await (await import('./postgres-counter-store.ts')).openPostgresCounters(text, gateway, ports),
    close: async () => await connection.end(),
  }
}

/** The largest bigint. */
const MAX_REVISION = '9223372036854775807'

/** Kind, identifier, value as text, and the revision that is expected: 0 where nothing must be. */
const entriesOf = (writes: Transaction['writes']): string =>
  JSON.stringify(
    writes.map(({ kind, id, value, expects }) => [
      kind,
      id,
      value === undefined ? null : JSON.stringify(value),
      expects === undefined ? null : expects === 'absent' ? 0 : expects || -1,
    ]),
  )

const jsonOf = (value: unknown): JsonObject => JSON.parse(String(value)) as JsonObject
const numberOf = ([row]: readonly PostgresRow[]): number => Number(row?.['number'])

const resourceOf = (kind: string, { id, value, revision }: PostgresRow): Resource => ({
  kind,
  id: String(id),
  value: jsonOf(value),
  revision: Number(revision),
})
