// A record as a row of the log store: what is filtered, sorted or summed in columns of its own, beside the line as it came.
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { isObject, parseJson } from '../../../schemas/values/json.ts'
import { StoreError } from '../../control/core/store-error.ts'
import type { LogBatch, LogGroup } from '../../control/logs/log-store.ts'
import { SESSION_KEY } from '../../values/session.ts'
import { latencyBucket } from './latency-histogram.ts'
import type { LogCounts } from './log-counts.ts'

/** The columns of groups have the names of the groups; empty where a record has no such value. */
export interface LogRow extends Readonly<Record<LogGroup, string>> {
  readonly time: number
  readonly record: string
  readonly trace: string
  readonly span: string
  readonly cache: string
  readonly counts: LogCounts
  /** The bucket of the latency. */
  readonly latency: number
  /** Code and sentence of the failure in small letters. */
  readonly error: string | null
  /** Values as strings, by key; the session is one of them. */
  readonly metadata: Readonly<Record<string, string>>
  readonly line: string
}

/** Characters that are stored of a value; longer ones are cut, in filters as well. */
const MAX_VALUE = 200
const MAX_WORKSPACE = 100
const MAX_KEY = 100
/** Characters of what is searched in failures. */
const MAX_ERROR = 600
/** Keys of the metadata that can be filtered and grouped by, of each record. */
const MAX_KEYS = 32

/** Tokens and microseconds that are counted of a record: columns have 64 bits, and providers and clients report what they like. */
const MAX_COUNT = 1e12
/** Billionths of a US dollar that are counted of a record. */
const MAX_COST = 1e14

const bounded = (value = 0, most = MAX_COUNT): number => Math.min(Math.max(value, 0), most) || 0

/** As columns have it: bounded, and without what PostgreSQL cannot store. */
export const columnText = (value: string, length = MAX_VALUE): string =>
  value.slice(0, length).replaceAll('\0', '\ufffd').toWellFormed()

export const workspaceText = (value: string): string => columnText(value, MAX_WORKSPACE)
export const metadataColumn = (value: string): string => columnText(value, MAX_KEY)

/** The rows of a batch. Throws a `StoreError` if a line is not a record: the batch is not written then. */
export function rowsOf({ lines }: LogBatch): readonly LogRow[] {
  return lines
    .split('\n')
    .filter(line => line !== '')
    .map((line, at) => {
      const record = parseJson(line)
      const time = isObject(record) ? Date.parse(String(record['time'])) : Number.NaN
      if (!isObject(record) || typeof record['id'] !== 'string' || Number.isNaN(time))
        throw new StoreError('unsupported', `Line ${at + 1} of the batch is not a record of a request.`)
      return rowOf(record as unknown as LogRecord, time, line)
    })
}

function rowOf(record: LogRecord, time: number, line: string): LogRow {
  const { id, trace, span, workspace, key, config, prompt, provider, slug, model, status, cache } = record
  const error = [record.error, record.message, record.broken].filter(text => text !== undefined)
  const micros = bounded(Math.round(record.milliseconds * 1000))
  return {
    time,
    record: columnText(id),
    trace: columnText(trace),
    span: columnText(span?.id ?? id.slice(0, 16)),
    workspace: workspaceText(workspace ?? ''),
    api_key: columnText(key ?? ''),
    config: columnText(config ?? ''),
    prompt: columnText(withoutVersion(prompt ?? '')),
    ai_service: columnText(provider ?? ''),
    provider: columnText(slug ?? provider ?? ''),
    model: columnText(model ?? ''),
    status_code: columnText(String(status)),
    cache: columnText(cache ?? ''),
    counts: countsOf(record, micros, time),
    latency: latencyBucket(micros),
    error: error.length === 0 ? null : columnText(error.join(' ').toLowerCase(), MAX_ERROR),
    metadata: metadataOf(record),
    line,
  }
}

/** What the cache had, where it was searched. */
const HITS: ReadonlySet<string | undefined> = new Set(['HIT', 'SEMANTIC HIT'])
const LOOKUPS: ReadonlySet<string | undefined> = new Set([...HITS, 'MISS', 'SEMANTIC MISS'])

function countsOf(
  { status, broken, cache, cost, tokens, unpriced }: LogRecord,
  micros: number,
  time: number,
): LogCounts {
  return {
    requests: 1,
    errors: Number(status >= 400 || broken !== undefined),
    hits: Number(HITS.has(cache)),
    lookups: Number(LOOKUPS.has(cache)),
    cost: bounded(cost, MAX_COST),
    priced: Number(cost !== undefined),
    unpriced: Number(unpriced !== undefined || (tokens !== undefined && cost === undefined)),
    input: bounded(tokens?.input),
    output: bounded(tokens?.output),
    measured: Number(tokens !== undefined),
    micros,
    first_seen: time,
    last_seen: time,
  }
}

function metadataOf({ metadata = {}, session }: LogRecord): Readonly<Record<string, string>> {
  const values =
    session === undefined
      ? metadata
      : Object.assign({ [SESSION_KEY]: session }, metadata, { [SESSION_KEY]: session })
  return Object.fromEntries(
    Object.entries(values)
      .slice(0, MAX_KEYS)
      .map(([key, value]) => [metadataColumn(key), columnText(String(value))]),
  )
}

/** `letter@3` → `letter`. */
const withoutVersion = (prompt: string): string => prompt.replace(/@[^@]*$/, '')
