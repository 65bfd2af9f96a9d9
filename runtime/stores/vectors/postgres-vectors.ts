// Vectors in a shared PostgreSQL with pgvector. If the server is slow or unavailable, searches find nothing; it is then
// queried again with exponential backoff.

import { normalizeVector } from '../../state/vectors/partition.ts'
import { type Nearest, ROUNDING, type Vectors } from '../../state/vectors/vectors.ts'
import type { Clock } from '../../values/ports.ts'

/** Runs one statement with its parameters; rejects with the error of the server or connection. */
export interface Statements {
  readonly run: (
    text: string,
    parameters: readonly (string | number)[],
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly end: () => Promise<void>
}

/** Called once when the server becomes unavailable, with a short reason, and once when it is back. */
export type OnVectorsAvailability = (available: boolean, reason: string) => void

/** Timeout of a search, in milliseconds. */
const SEARCH_TIMEOUT_MS = 250
const INITIAL_BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 30_000

/** Milliseconds after which no entry can be valid: the largest `max_age`. */
const MAX_ENTRY_AGE_MS = 7_776_000_000

/** Number of insertions between deletions of expired rows. */
const SWEEP_INTERVAL = 1_000

const TABLE = 'portolan_vectors'

/** Idempotent setup. `vector` without dimensions accepts any: partitions separate them. */
export const SETUP_STATEMENTS: readonly string[] = [
  `SELECT '[1,0]'::vector <=> '[0,1]'::vector AS distance`,
  `CREATE TABLE IF NOT EXISTS ${TABLE} (partition text NOT NULL, key text NOT NULL,
    stored_at double precision NOT NULL, embedding vector NOT NULL, PRIMARY KEY (key, partition))`,
  `CREATE INDEX IF NOT EXISTS ${TABLE}_partition ON ${TABLE} (partition, stored_at)`,
  `CREATE INDEX IF NOT EXISTS ${TABLE}_stored_at ON ${TABLE} (stored_at)`,
]

const NEAREST = `SELECT key, stored_at, 1 - (embedding <=> $3::vector) AS similarity FROM ${TABLE}
  WHERE partition = $1 AND stored_at >= $2 ORDER BY embedding <=> $3::vector LIMIT 1`
const ADD = `INSERT INTO ${TABLE} (partition, key, stored_at, embedding) VALUES ($1, $2, $3, $4::vector)
  ON CONFLICT (key, partition) DO UPDATE SET stored_at = excluded.stored_at, embedding = excluded.embedding`
const REMOVE = `DELETE FROM ${TABLE} WHERE key = $2 AND starts_with(partition, $1)`
const DELETE_EXPIRED = `DELETE FROM ${TABLE} WHERE stored_at < $1`

/** Vectors of different lengths cannot be compared, so they are in different partitions. */
const partitionOf = (partition: string, { length }: Float32Array): string => `${partition}:${length}`

const vectorLiteral = (vector: Float32Array): string => `[${vector.join()}]`

export function createPostgresVectors(
  { run, end }: Statements,
  { now, monotonic, after }: Clock,
  onAvailability: OnVectorsAvailability,
  searchTimeoutMs = SEARCH_TIMEOUT_MS,
): Vectors {
  let failures = 0
  let retryAt = 0
  let additions = 0
  /** The rows; undefined on timeout or error. */
  const query = (
    text: string,
    parameters: readonly (string | number)[],
  ): Promise<readonly Readonly<Record<string, unknown>>[] | undefined> => {
    if (monotonic() < retryAt) return Promise.resolve(undefined)
    return new Promise(resolve => {
      let open = true
      const settle = (
        rows: readonly Readonly<Record<string, unknown>>[] | undefined,
        reason: string,
      ): void => {
        if (!open) return
        open = false
        stop()
        if (rows === undefined) {
          if (failures === 0) onAvailability(false, reason)
          retryAt = monotonic() + Math.min(INITIAL_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS)
          failures += 1
        } else if (failures > 0) {
          failures = 0
          onAvailability(true, '')
        }
        resolve(rows)
      }
      const stop = after(searchTimeoutMs, () => settle(undefined, 'it responds too slowly'))
      run(text, parameters).then(
        rows => settle(rows, ''),
        (error: unknown) => settle(undefined, errorReason(error)),
      )
    })
  }
  return {
    nearest: async (partition, input, threshold, notBefore) => {
      const vector = normalizeVector(input)
      if (vector === undefined) return undefined
      const rows = await query(NEAREST, [partitionOf(partition, input), notBefore, vectorLiteral(vector)])
      const nearest = readNearest(rows?.[0])
      return nearest !== undefined && nearest.similarity >= threshold - ROUNDING ? nearest : undefined
    },
    add: async (partition, key, input, storedAt) => {
      const vector = normalizeVector(input)
      if (vector === undefined) return
      await query(ADD, [partitionOf(partition, input), key, storedAt, vectorLiteral(vector)])
      additions += 1
      // By the wall clock, which other instances share.
      if (additions % SWEEP_INTERVAL === 1) await query(DELETE_EXPIRED, [now() - MAX_ENTRY_AGE_MS])
    },
    remove: async (partition, key) => {
      await query(REMOVE, [`${partition}:`, key])
    },
    close: end,
  }
}

/** The error code only: the message may repeat what was sent. */
export function errorReason(error: unknown): string {
  return error instanceof Error && 'code' in error
    ? `error ${String(error.code).slice(0, 40)}`
    : 'unknown error'
}

function readNearest(row: Readonly<Record<string, unknown>> | undefined): Nearest | undefined {
  if (row === undefined) return undefined
  const { key, stored_at: storedAt, similarity } = row
  if (typeof key !== 'string' || !Number.isFinite(Number(similarity))) return undefined
  const cosine = Number(similarity)
  return { key, storedAt: Number(storedAt), similarity: cosine > 1 - ROUNDING ? 1 : cosine }
}
