// The port of the log store: records of requests, their bodies, feedback, and what is counted of them. Drivers are in
// stores/logs/, in a thread of their own; the same contract suite runs on each. Nothing here is on the path of a request.
import type { LogRecord } from '../../../schemas/generated/types.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { ZoneOffset } from '../../values/time-zone.ts'

export interface LogSources {
  /** Records of requests; absent if they are not stored. */
  readonly logs?: LogStore | undefined
}

/** The bodies of one request, as the manifest allows them to be stored: bounded and masked already. */
export interface LoggedBodies {
  readonly id: string
  /** The identity of the user by whose key they are encrypted; absent for requests that name none, and for bodies that are read. */
  readonly user?: string
  readonly request?: Uint8Array
  readonly response?: Uint8Array
}

/** Written as a whole, or not at all; one that was written is not written again, so that it may be repeated after an outage. */
export interface LogBatch {
  /** Unique for each batch. */
  readonly id: string
  /** Records as lines of JSON (`LogRecord`), so that a batch crosses threads as one text. */
  readonly lines: string
  readonly bodies?: readonly LoggedBodies[]
}

/** What callers may see: a list of workspaces, or all. */
export type LogScope = readonly string[] | 'all'

/** Bounds, both inclusive. */
export interface LogRange {
  readonly min?: number
  readonly max?: number
}

/** Which records; several conditions must all hold. */
export interface LogFilter {
  readonly scope: LogScope
  /** Milliseconds since 1970; `from` is included, `to` is not. Lists without a period are not offered. */
  readonly from: number
  readonly to: number
  readonly trace?: string
  readonly span?: string
  readonly statuses?: readonly number[]
  /** Status below 400, and no stream that broke. */
  readonly isSuccess?: boolean
  readonly keys?: readonly string[]
  readonly configs?: readonly string[]
  /** Identifiers of prompts, without versions. */
  readonly prompts?: readonly string[]
  /** Providers of the catalog. */
  readonly services?: readonly string[]
  /** Stored providers, or those of the catalog if none was used. */
  readonly providers?: readonly string[]
  /** Models, as `model` or as `provider__model`. */
  readonly models?: readonly string[]
  readonly cache?: readonly string[]
  /** In billionths of a US dollar. */
  readonly cost?: LogRange
  readonly tokens?: LogRange
  readonly inputTokens?: LogRange
  readonly outputTokens?: LogRange
  readonly milliseconds?: LogRange
  /** The mean of its feedback, weighted. */
  readonly feedback?: LogRange
  /** Values that keys of the metadata must have; the session is the value of `_session`. */
  readonly metadata?: Readonly<Record<string, string>>
  /** A part of the code or the sentence of the failure, without regard to case. */
  readonly error?: string
}

export interface LogPage {
  /** Fewer than the limit, even none, where many were looked through for them. */
  readonly records: readonly StoredRecord[]
  /** Where the next page begins; absent at the end. */
  readonly next?: string
}

export interface StoredRecord {
  readonly record: LogRecord
  readonly feedback: readonly StoredFeedback[]
  /** Whether bodies are stored with it. */
  readonly hasBodies: boolean
}

/** Feedback on all requests of a trace. */
export interface StoredFeedback {
  readonly id: string
  readonly workspace: string
  readonly trace: string
  /** From -10 to 10. */
  readonly value: number
  /** From 0 to 1. */
  readonly weight: number
  readonly metadata: JsonObject
  /** Milliseconds since 1970. */
  readonly time: number
}

/** What records are grouped by; `day` and `hour` are moments in UTC. */
export const LOG_GROUPS = [
  'ai_service',
  'model',
  'status_code',
  'api_key',
  'config',
  'workspace',
  'provider',
  'prompt',
] as const
export type LogGroup = (typeof LOG_GROUPS)[number]

/** What is counted of a group. Means and percentiles are absent if nothing was measured; costs if none is known. */
export interface LogTotals {
  readonly requests: number
  /** Status 400 and above, and streams that broke. */
  readonly errors: number
  readonly cacheHits: number
  /** Requests whose cache was asked. */
  readonly cacheLookups: number
  /** In billionths of a US dollar. */
  readonly cost?: number
  /** Requests with tokens whose cost is not known. */
  readonly unpriced: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Of the input, those read from caches of providers; only where they are requested. */
  readonly cachedTokens?: number
  /** Requests with tokens. */
  readonly measured: number
  /** Milliseconds. */
  readonly meanLatency?: number
  readonly p50?: number
  readonly p90?: number
  readonly p95?: number
  readonly p99?: number
  /** Milliseconds since 1970. */
  readonly firstSeen?: number
  readonly lastSeen?: number
}

export interface GroupTotals {
  /** The value that the records of the group share; empty where they have none. `other`: what was beyond the cap. */
  readonly value: string
  readonly totals: LogTotals
}

export interface GroupQuery {
  readonly filter: LogFilter
  /** One of the eight, the user of the metadata (`_user`), or a key of the metadata. */
  readonly by: LogGroup | { readonly metadata: string }
  readonly sort: 'requests' | 'cost' | 'tokens' | 'lastSeen'
  readonly descending: boolean
  readonly offset: number
  readonly limit: number
  /** Percentiles are computed only if they are requested. */
  readonly percentiles: boolean
  /** Tokens that were read from caches of providers are only in the records, which are then read. */
  readonly cachedTokens?: true
}

export interface GroupPage {
  readonly groups: readonly GroupTotals[]
  /** The number of groups on all pages. */
  readonly total: number
  /** Percentiles are exact, or within 1 % where they come from histograms. */
  readonly exact: boolean
}

export interface GraphQuery {
  readonly filter: LogFilter
  /** Milliseconds of a bucket: a minute, an hour or a day, aligned to UTC. */
  readonly step: number
  /** Buckets are the days of a time zone; `step` is a day then. */
  readonly days?: readonly ZoneOffset[]
  readonly percentiles: boolean
  /** Percentiles are of the times until replies began, which only the records have, and not of latencies. */
  readonly isFirstToken?: true
}

export interface GraphPoint {
  /** The beginning of the bucket, in milliseconds since 1970; of a day of a time zone, its date at midnight in UTC. */
  readonly time: number
  readonly totals: LogTotals
}

export interface LogGraph {
  /** Buckets without requests are left out. */
  readonly points: readonly GraphPoint[]
  readonly summary: LogTotals
  readonly exact: boolean
}

/** The values that a filter may have, the most frequent first: from a dictionary, not from the records. */
export interface Facet {
  readonly value: string
  /** Milliseconds since 1970. */
  readonly lastSeen: number
}

/** Whose bodies are erased; the records stay, without them. */
export interface Erasure {
  readonly workspace: string
  /** The identity of the user; all of the workspace if absent. */
  readonly user?: string
}

/** How long what is retained, in milliseconds; one list for all tables. */
export interface LogRetention {
  readonly records: number
  readonly bodies: number
  /** Hourly and daily counts. */
  readonly totals: number
}

/** Every method rejects with a `StoreError` if the store cannot be used; nothing else rejects. */
export interface LogStore {
  /** The address without credentials, for messages. */
  readonly name: string
  readonly append: (batch: LogBatch) => Promise<void>
  /** Whether records of this process, of any thread, wait because they cannot be written: what is not found may be among them. */
  readonly isBehind?: () => boolean
  readonly find: (id: string, scope: LogScope) => Promise<StoredRecord | undefined>
  /** All records of a trace, in the order of their times. */
  readonly findTrace: (trace: string, scope: LogScope) => Promise<readonly StoredRecord[]>
  readonly bodies: (id: string, scope: LogScope) => Promise<LoggedBodies | undefined>
  /** The newest first. */
  readonly list: (filter: LogFilter, limit: number, after?: string) => Promise<LogPage>
  readonly count: (filter: LogFilter) => Promise<number>
  readonly groups: (query: GroupQuery) => Promise<GroupPage>
  readonly graph: (query: GraphQuery) => Promise<LogGraph>
  readonly facets: (name: LogGroup | 'metadata', scope: LogScope) => Promise<readonly Facet[]>
  /** Adds or replaces feedback by its identifier. */
  readonly putFeedback: (feedback: StoredFeedback) => Promise<void>
  readonly findFeedback: (id: string, scope: LogScope) => Promise<StoredFeedback | undefined>
  /** Drops the keys of the bodies, so that no copy of them can be read; returns how many records had some. */
  readonly erase: (erasure: Erasure) => Promise<number>
  /** Drops whole partitions that are older; called once an hour by one process. */
  readonly prune: (retention: LogRetention, now: number) => Promise<void>
  readonly status: () => Promise<LogStoreStatus>
  /** How many keys of bodies each key of the operator has sealed, by its id. */
  readonly sealedWith: () => Promise<Readonly<Record<string, number>>>
  readonly close: () => Promise<void>
}

export interface LogStoreStatus {
  readonly records: number
  /** Milliseconds since 1970; absent when it is empty. */
  readonly oldest?: number
  readonly bytes: number
  readonly details: Readonly<Record<string, Json>>
}
