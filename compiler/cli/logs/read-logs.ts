// The subcommands that read what is there: show, top and why.

import type { LogEntry } from '../../../schemas/generated/control-types.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { asList, asObject, type JsonObject } from '../../../schemas/values/json.ts'
import { printable } from '../../diagnostics/mask.ts'
import { formatCost } from '../../plan/request-path.ts'
import { formatMilliseconds } from '../../validate/reporting/format-bound.ts'
import { EXIT, type OptionValues } from '../command.ts'
import { writeText } from '../layout/fit-text.ts'
import { formatTable } from '../layout/text-table.ts'
import type { Terminal } from '../terminal.ts'
import { formatEntry } from './format-log.ts'
import { formatPath } from './format-path.ts'
import { findSources } from './live-sources.ts'
import type { LogReader } from './log-reader.ts'

export interface LogTask {
  readonly connection: LogReader
  /** The trace, or what else the subcommand is given. */
  readonly argument: string
  /** The period and the filters. */
  readonly query: Readonly<Record<string, string>>
  readonly values: OptionValues
  readonly terminal: Terminal
  readonly isJson: boolean
  /** Waits, so that tests need not. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const SHOWN = 20

const toQuery = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString()

export const tracePath = (trace: string): string => `/logs/traces/${encodeURIComponent(trace)}`

export async function showTrace({
  connection,
  argument,
  values,
  terminal,
  isJson,
}: LogTask): Promise<number> {
  const { data } = await connection.send('GET', tracePath(argument))
  const logs = asList(data).map(asObject)
  const bodies = values['bodies'] === true
  const whole = bodies
    ? await Promise.all(
        logs.map(({ id }) => connection.send('GET', `/logs/${encodeURIComponent(String(id))}`)),
      )
    : logs
  if (isJson) terminal.writeStdout(JSON.stringify(whole))
  else
    for (const log of whole) {
      writeText(terminal, formatEntry(log as unknown as LogEntry, terminal.paint))
      writeText(terminal, formatDetails(log))
    }
  return EXIT.clean
}

/** What is nested, as indented JSON: metrics, attempts, metadata, feedback and bodies. */
const formatDetails = (log: JsonObject): string =>
  ['metrics', 'metadata', 'steps', 'attempts', 'feedback', 'request', 'response']
    .map(name => `  ${name} ${printable(JSON.stringify(log[name]))}`)
    .join('\n')

export async function topGroups({ connection, query, values, terminal, isJson }: LogTask): Promise<number> {
  const by = String(values['by'])
  const columns = 'cost,total_tokens,error_count,avg_latency,p95_latency,cache_hit_rate'
  const asked = {
    ...query,
    columns,
    page_size: String(values['limit'] ?? SHOWN),
    order_by: String(values['order']),
  }
  const group = by.startsWith('metadata.')
    ? `metadata/${encodeURIComponent(by.slice(9))}`
    : encodeURIComponent(by)
  const { data, total } = await connection.send('GET', `/analytics/groups/${group}?${toQuery(asked)}`)
  const rows = asList(data).map(asObject)
  if (isJson) {
    terminal.writeStdout(JSON.stringify(rows))
    return EXIT.clean
  }
  const number = (value: unknown): string =>
    typeof value === 'number' ? Math.round(value).toLocaleString('en-US') : '-'
  const time = (value: unknown): string => (typeof value === 'number' ? formatMilliseconds(value) : '-')
  terminal.writeStdout(
    formatTable(
      [
        [by, 'requests', 'errors', 'tokens', 'cost', 'mean', 'p95', 'cache'],
        ...rows.map(row => [
          printable(String(Object.values(row)[0] ?? '-')),
          number(row['requests']),
          number(row['error_count']),
          number(row['total_tokens']),
          typeof row['cost'] === 'number' ? formatCost(row['cost']) : '-',
          time(row['avg_latency']),
          time(row['p95_latency']),
          typeof row['cache_hit_rate'] === 'number' ? `${Math.round(row['cache_hit_rate'] * 100)} %` : '-',
        ]),
      ],
      { numbers: true, width: terminal.width },
    ).join('\n'),
  )
  if (Number(total) > rows.length)
    terminal.writeStderr(`${Number(total) - rows.length} more groups: --limit shows them.`)
  return EXIT.clean
}

export async function explainTrace(task: LogTask): Promise<number> {
  const { connection, argument, values, terminal, isJson } = task
  const { data } = await connection.send('GET', `${tracePath(argument)}?log_format=record`)
  const records = asList(data).map(each => asObject(each)['record'] as unknown as LogRecord)
  const explained = []
  for (const record of records) {
    const { place, from } = await findSources(record, values, terminal)
    const { steps = [], attempts = [] } = record
    explained.push({
      record,
      places: Object.fromEntries(
        [...steps, ...attempts].flatMap(({ at }) => {
          const found = place(at)
          return found === undefined ? [] : [[at, found]]
        }),
      ),
      sources: from,
    })
    if (isJson) continue
    writeText(terminal, formatPath(record, place, terminal.paint).join('\n'))
    writeText(terminal, terminal.paint('quiet', `  ${from}`))
  }
  if (isJson) terminal.writeStdout(JSON.stringify(explained))
  return EXIT.clean
}
