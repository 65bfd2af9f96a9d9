// `portolan logs session`: one run of an agent as a tree. Calls are in the order of their times, below the span of the call that led to them
// if the client names spans; calls of one trace are together if there are several traces.

import type { LogRecord } from '../../../schemas/generated/types.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { printable, printableSentence } from '../../diagnostics/mask.ts'
import type { Paint } from '../../diagnostics/pretty.ts'
import { formatMilliseconds } from '../../validate/reporting/format-bound.ts'
import { EXIT } from '../command.ts'
import { writeText } from '../layout/fit-text.ts'
import { eachRecord } from './each-record.ts'
import { formatBroken, formatCost, formatFailure, paintStatus } from './format-log.ts'
import type { LogTask } from './read-logs.ts'

/** Records that are shown of a session, the newest of it. */
const MOST = 2_000

export async function showSession({
  connection,
  argument,
  query,
  terminal,
  isJson,
}: LogTask): Promise<number> {
  const lines: string[] = []
  const isCut = await eachRecord(connection, { ...query, session: argument }, MOST, line => lines.push(line))
  if (lines.length === 0) {
    terminal.writeStderr(
      `There are no records of the session ${printable(argument)} in this period: --since has a longer one.`,
    )
    return EXIT.findings
  }
  const tree = sessionTree(lines.map(line => JSON.parse(line) as LogRecord))
  const totals = totalsOf(tree)
  if (isJson) terminal.writeStdout(JSON.stringify({ session: argument, totals, calls: tree.map(showCall) }))
  else writeText(terminal, formatSession(argument, tree, totals, terminal.paint).join('\n'))
  if (isCut) terminal.writeStderr(`Only the last ${MOST} records are shown.`)
  return EXIT.clean
}

interface SessionCall {
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

interface SessionTotals {
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

function totalsOf(tree: readonly SessionCall[]): SessionTotals {
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
    denied: sum(({ record }) => denialsOf(record).length),
  }
}

const isFailed = ({ status, broken }: LogRecord): boolean => status >= 400 || broken !== undefined

/** The tools that the reply calls, and the tool of an MCP server that the request calls. */
const toolsOf = ({ tools = [], mcp }: LogRecord): readonly string[] =>
  mcp?.tool === undefined ? tools : [...tools, `${mcp.server}/${mcp.tool}`]

const targetsOf = ({ attempts = [] }: LogRecord): ReadonlySet<string> =>
  new Set(attempts.map(({ at, member }) => `${at} ${member ?? ''}`))
const fallbacksOf = (record: LogRecord): number => Math.max(0, targetsOf(record).size - 1)
const retriesOf = (record: LogRecord): number => (record.attempts?.length ?? 0) - targetsOf(record).size

/** Why the gateway refused a call or a part of it. */
const denialsOf = ({ guards = [], limit, error }: LogRecord): readonly string[] => [
  ...guards.flatMap(guard => (guard['deny'] === true ? [`guard ${String(guard['id'])} denied it`] : [])),
  ...(limit === undefined ? [] : [`limit ${limit} refused it`]),
  ...(error !== undefined && DENIALS.has(error) && limit === undefined ? [error] : []),
]

/** Failures by which a right is missing; those of guards and limits are named by the guard and the limit. */
const DENIALS: ReadonlySet<string> = new Set(['forbidden', 'insufficient_scope'])

const modelsOf = ({ model, servedModel, answeredModel }: LogRecord): readonly string[] => [
  ...new Set([model, servedModel, answeredModel].flatMap(name => name ?? [])),
]

/** A call for programs: costs in US dollars, times in milliseconds. */
const showCall = ({ record, depth, parent, wait }: SessionCall) => ({
  id: record.id,
  parent,
  depth,
  time: record.time,
  trace: record.trace,
  span: record.span?.id ?? null,
  path: record.path,
  models: modelsOf(record),
  provider: record.slug ?? record.provider ?? null,
  status: record.status,
  wait,
  duration: record.milliseconds,
  input_tokens: record.tokens?.input ?? null,
  cached_tokens: record.tokens?.cached ?? null,
  output_tokens: record.tokens?.output ?? null,
  cost: record.cost === undefined ? null : record.cost / 1e9,
  tools: toolsOf(record),
  denied: denialsOf(record),
  retries: retriesOf(record),
  fallbacks: fallbacksOf(record),
  cache: record.cache ?? null,
  error: record.error ?? record.broken ?? null,
})

const formatRetries = (retries: number): string => (retries === 1 ? '1 retry' : `${retries} retries`)

const count = (value: number): string => value.toLocaleString('en-US')

const formatInput = (input: number, cached = 0): string =>
  `in ${count(input)}${cached === 0 || input === 0 ? '' : ` (${Math.round((100 * cached) / input)} % cached)`}`

function formatSession(
  session: string,
  tree: readonly SessionCall[],
  totals: SessionTotals,
  paint: Paint,
): readonly string[] {
  return [
    `${paint('place', `session ${printable(session)}`)}  ${tree[0]?.record.time ?? ''}`,
    ...tree.flatMap(call => formatCall(call, paint)),
    ...formatTotals(totals),
  ]
}

function formatCall({ record, depth, opensTrace, wait }: SessionCall, paint: Paint): readonly string[] {
  const { status, tokens, cost, mcp, span, trace } = record
  const margin = '  '.repeat(depth + 1)
  const models = modelsOf(record).map(printable).join(' → ')
  const tools = toolsOf(record)
  const what = mcp === undefined ? (models === '' ? record.path : models) : `${mcp.server} ${mcp.method}`
  const retries = retriesOf(record)
  const fallbacks = fallbacksOf(record)
  const details = [
    ...(retries === 0 ? [] : [formatRetries(retries)]),
    ...(fallbacks === 0
      ? []
      : [`${pluralize(fallbacks, 'fallback')}, answered by ${record.slug ?? record.provider ?? 'none'}`]),
    ...denialsOf(record)
      .filter(each => each !== record.error)
      .map(each => paint('warning', printable(each))),
    ...(record.error === undefined ? [] : [paint('error', formatFailure(record.error, record.message))]),
    ...(record.error === undefined && status >= 400 && record.message !== undefined
      ? [paint('error', printableSentence(record.message))]
      : []),
    ...(record.broken === undefined ? [] : [paint('error', formatBroken(record.broken))]),
    ...(record.left === true ? [paint('warning', 'the client left before the end')] : []),
  ]
  return [
    ...(opensTrace ? [`  ${paint('quiet', `trace ${printable(trace)}`)}`] : []),
    ...(wait === 0 ? [] : [paint('quiet', `${margin}idle ${formatMilliseconds(wait)}`)]),
    [
      `${margin}${paint('quiet', record.time.slice(11, 19))}`,
      paintStatus(paint, status, String(status)),
      formatMilliseconds(record.milliseconds).padStart(8),
      printable(what),
      span?.name === undefined ? '' : paint('quiet', printable(span.name)),
      tokens === undefined ? '' : `${formatInput(tokens.input, tokens.cached)}, out ${count(tokens.output)}`,
      cost === undefined ? '' : formatCost(cost / 1e9),
      record.cache === 'HIT' || record.cache === 'SEMANTIC HIT' ? record.cache : '',
      tools.length === 0 ? '' : `tools ${tools.map(printable).join(', ')}`,
    ]
      .filter(part => part !== '')
      .join('  '),
    ...details.map(line => `${margin}  ${line}`),
  ]
}

function formatTotals(totals: SessionTotals): readonly string[] {
  const {
    calls,
    errors,
    input_tokens: input,
    cached_tokens: cached,
    output_tokens: output,
    cost,
    unpriced,
  } = totals
  const tools = Object.entries(totals.tools).map(([name, times]) => `${printable(name)} ${times}`)
  return [
    [
      pluralize(calls, 'call'),
      ...(errors === 0 ? [] : [pluralize(errors, 'error')]),
      formatInput(input, cached),
      `out ${count(output)}`,
      cost === null ? 'no known cost' : formatCost(cost),
      ...(unpriced === 0 ? [] : [`${count(unpriced)} not priced in full`]),
      ...(totals.retries === 0 ? [] : [formatRetries(totals.retries)]),
      ...(totals.fallbacks === 0 ? [] : [pluralize(totals.fallbacks, 'fallback')]),
      ...(totals.denied === 0 ? [] : [`${count(totals.denied)} denied`]),
    ].join(', '),
    `${formatMilliseconds(totals.duration)}: calls ${formatMilliseconds(totals.call_time)}, idle ${formatMilliseconds(totals.idle_time)}`,
    ...(tools.length === 0 ? [] : [`tools: ${tools.join(', ')}`]),
  ]
}
