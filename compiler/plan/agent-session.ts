// One run of an agent as a tree: calls are in the order of their times, below the span of the call that led to them if the client names
// spans; calls of one trace are together if there are several traces. `portolan logs session` prints it, the console shows it.
import type { LogRecord } from '../../schemas/generated/types.ts'

export interface SessionCall {
  readonly record: LogRecord
  readonly start: number
  readonly depth: number
  /** The record whose span is the parent of this one's. */
  readonly parent: string | null
  /** The first of the calls of its trace, where the session has several traces with several calls. */
  readonly opensTrace: boolean
  /** Milliseconds in which no call of the session was in progress before it; 0 if one was. */
  readonly wait: number
}

/** The calls of a session in the order in which they are printed. */
export function sessionTree(records: readonly LogRecord[]): readonly SessionCall[] {
  const startOf = ({ time }: LogRecord): number => Date.parse(time)
  const ordered = [...records].sort((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1))
  const waits = new Map<LogRecord, number>()
  let busyUntil = Number.POSITIVE_INFINITY
  for (const record of ordered) {
    const start = startOf(record)
    waits.set(record, Math.max(0, start - busyUntil))
    const end = start + record.milliseconds
    busyUntil = busyUntil === Number.POSITIVE_INFINITY ? end : Math.max(busyUntil, end)
  }
  const bySpan = new Map<string, LogRecord>()
  for (const record of ordered)
    if (record.span?.id !== undefined) bySpan.set(record.span.id, bySpan.get(record.span.id) ?? record)
  const parents = new Map<LogRecord, LogRecord>()
  for (const record of ordered) {
    const parent = bySpan.get(record.span?.parent ?? '')
    // The parent is the earlier one, so there is no circle.
    if (parent !== undefined && ordered.indexOf(parent) < ordered.indexOf(record)) parents.set(record, parent)
  }
  const children = Map.groupBy(ordered, record => parents.get(record))
  const traces = Map.groupBy(children.get(undefined) ?? [], ({ trace }) => trace)
  const isGrouped = traces.size > 1 && [...traces.values()].some(calls => calls.length > 1)
  const walk = (record: LogRecord, depth: number, opensTrace: boolean): readonly SessionCall[] => [
    {
      ...{ record, depth, opensTrace, start: startOf(record) },
      parent: parents.get(record)?.id ?? null,
      wait: waits.get(record) ?? 0,
    },
    ...(children.get(record) ?? []).flatMap(child => walk(child, depth + 1, false)),
  ]
  return [...traces.values()].flatMap(calls =>
    calls.flatMap((call, at) => walk(call, 0, isGrouped && at === 0)),
  )
}

export interface SessionTotals {
  readonly calls: number
  readonly errors: number
  readonly input_tokens: number
  readonly cached_tokens: number
  readonly output_tokens: number
  /** US dollars; null if no cost is known. */
  readonly cost: number | null
  readonly unpriced: number
  readonly retries: number
  readonly fallbacks: number
  /** Milliseconds: of the calls together, between them, and from the first to the end of the last. */
  readonly call_time: number
  readonly idle_time: number
  readonly duration: number
  readonly tools: Readonly<Record<string, number>>
  readonly denied: number
}

export function sessionTotals(tree: readonly SessionCall[]): SessionTotals {
  const sum = (read: (call: SessionCall) => number): number => tree.reduce((all, call) => all + read(call), 0)
  const costs = tree.flatMap(({ record }) => record.cost ?? [])
  const tools = Map.groupBy(
    tree.flatMap(({ record }) => toolsOf(record)),
    name => name,
  )
  const ends = tree.map(({ start, record }) => start + record.milliseconds)
  return {
    calls: tree.length,
    errors: sum(({ record }) => Number(isFailed(record))),
    input_tokens: sum(({ record }) => record.tokens?.input ?? 0),
    cached_tokens: sum(({ record }) => record.tokens?.cached ?? 0),
    output_tokens: sum(({ record }) => record.tokens?.output ?? 0),
    cost: costs.length === 0 ? null : costs.reduce((all, cost) => all + cost, 0) / 1e9,
    unpriced: sum(({ record }) =>
      Number(record.tokens !== undefined && (record.cost === undefined || record.unpriced !== undefined)),
    ),
    retries: sum(({ record }) => retriesOf(record)),
    fallbacks: sum(({ record }) => fallbacksOf(record)),
    call_time: sum(({ record }) => record.milliseconds),
    idle_time: sum(({ wait }) => wait),
    duration: Math.max(...ends) - Math.min(...tree.map(({ start }) => start)),
    tools: Object.fromEntries([...tools].map(([name, calls]) => [name, calls.length])),
    denied: sum(({ record }) => callDenials(record).length),
  }
}

const isFailed = ({ status, broken }: LogRecord): boolean => status >= 400 || broken !== undefined

/** The tools that the reply calls, and the tool of an MCP server that the request calls. */
export const toolsOf = ({ tools = [], mcp }: LogRecord): readonly string[] =>
  mcp?.tool === undefined ? tools : [...tools, `${mcp.server}/${mcp.tool}`]

const targetsOf = ({ attempts = [] }: LogRecord): ReadonlySet<string> =>
  new Set(attempts.map(({ at, member }) => `${at} ${member ?? ''}`))
export const fallbacksOf = (record: LogRecord): number => Math.max(0, targetsOf(record).size - 1)
export const retriesOf = (record: LogRecord): number =>
  (record.attempts?.length ?? 0) - targetsOf(record).size

/** Why the gateway refused a call or a part of it. */
export const callDenials = ({ guards = [], limit, error }: LogRecord): readonly string[] => [
  ...guards.flatMap(guard => (guard['deny'] === true ? [`guard ${String(guard['id'])} denied it`] : [])),
  ...(limit === undefined ? [] : [`limit ${limit} refused it`]),
  ...(error !== undefined && DENIALS.has(error) && limit === undefined ? [error] : []),
]

/** Failures by which a right is missing; those of guards and limits are named by the guard and the limit. */
const DENIALS: ReadonlySet<string> = new Set(['forbidden', 'insufficient_scope'])

export const modelsOf = ({ model, servedModel, answeredModel }: LogRecord): readonly string[] => [
  ...new Set([model, servedModel, answeredModel].flatMap(name => name ?? [])),
]
