// The subcommands that read single traces: show and why.

import type { LogEntry } from '../../../schemas/generated/control-types.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { asList, asObject, type JsonObject } from '../../../schemas/values/json.ts'
import { printable } from '../../diagnostics/mask.ts'
import { EXIT } from '../command.ts'
import { writeText } from '../layout/fit-text.ts'
import { formatEntry } from './format-log.ts'
import { formatPath } from './format-path.ts'
import { findSources } from './live-sources.ts'
import type { LogTask } from './log-task.ts'

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
