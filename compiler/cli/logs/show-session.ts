// `portolan logs session`: one run of an agent as a tree. Calls are in the order of their times, below the span of the call that led to them
// if the client names spans; calls of one trace are together if there are several traces.

import type { LogRecord } from '../../../schemas/generated/types.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { printable, printableSentence, withoutControlsDeep } from '../../diagnostics/mask.ts'
import type { Paint } from '../../diagnostics/pretty.ts'
import {
  callDenials,
  fallbacksOf,
  modelsOf,
  retriesOf,
  type SessionCall,
  type SessionTotals,
  sessionTotals,
  sessionTree,
  toolsOf,
} from '../../plan/agent-session.ts'
import { formatBroken, formatCost, formatFailure } from '../../plan/request-path.ts'
import { formatMilliseconds } from '../../validate/reporting/format-bound.ts'
import { EXIT } from '../command.ts'
import { writeText } from '../layout/fit-text.ts'
import { eachRecord } from './each-record.ts'
import { paintStatus } from './format-log.ts'
import type { LogTask } from './log-task.ts'

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
  const records = lines.map(line => JSON.parse(line) as LogRecord)
  if (isJson) {
    const tree = sessionTree(records)
    terminal.writeStdout(
      JSON.stringify({ session: argument, totals: sessionTotals(tree), calls: tree.map(showCall) }),
    )
  } else {
    const shown = sessionTree(records.map(withoutControlsDeep))
    writeText(terminal, formatSession(argument, shown, sessionTotals(shown), terminal.paint).join('\n'))
  }
  if (isCut) terminal.writeStderr(`Only the last ${MOST} records are shown.`)
  return EXIT.clean
}

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
  denied: callDenials(record),
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
    ...callDenials(record)
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
