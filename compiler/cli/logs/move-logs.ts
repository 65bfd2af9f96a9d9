// The subcommands that take records out of the log, and leave an entry in the audit log: export and erase.

import { closeSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { asText, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { EXIT } from '../command.ts'
import { fitText } from '../layout/fit-text.ts'
import type { LogTask } from './log-task.ts'

/** Milliseconds between two looks at the state of an export. */
const LOOK = 200

interface StartedExport {
  readonly path: string
  readonly state: JsonObject
}

/** Exports records until their download can begin; the exit code of one that fails. */
async function startExport(
  { connection, terminal, wait }: LogTask,
  query: LogTask['query'],
  fields: readonly string[] | undefined,
): Promise<StartedExport | number> {
  const { workspace_slug: workspace, ...filters } = query
  const created = await connection.send('POST', '/logs/exports', {
    description: 'portolan logs export',
    filters,
    // Without one, all that tail and top show: not only the default workspace, and for owners also requests that were refused.
    workspace_id: workspace ?? null,
    ...(fields && { requested_data: [...fields] }),
  })
  const path = `/logs/exports/${encodeURIComponent(String(created['id']))}`
  await connection.send('POST', `${path}/start`, {})
  let state = await connection.send('GET', path)
  while (state['status'] === 'in_progress') {
    terminal.progress('counting records')
    await wait(LOOK)
    state = await connection.send('GET', path)
  }
  if (state['status'] !== 'success') {
    terminal.writeStderr(`The export is ${String(state['status'])}.`)
    return EXIT.findings
  }
  return { path, state }
}

/** The records as JSON Lines, in pieces; the exit code of an export that fails. */
export async function downloadExport(
  task: LogTask,
  query: LogTask['query'],
  fields: readonly string[],
  onChunk: (bytes: Uint8Array) => void,
): Promise<StartedExport | number> {
  const started = await startExport(task, query, fields)
  if (typeof started !== 'number') await task.connection.download(`${started.path}/download`, onChunk)
  return started
}

export async function exportLogs(task: LogTask): Promise<number> {
  const { connection, query, values, terminal, isJson } = task
  const { workspace_slug: workspace } = query
  const started = await startExport(task, query, asText(values['fields'])?.split(','))
  if (typeof started === 'number') return started
  const { path, state } = started
  const total = Number(state['total_records'])
  const out = asText(values['out'])
  const since = String(query['time_of_generation_min'])
  let lines = 0
  const count = (bytes: Uint8Array): void => {
    for (const byte of bytes) if (byte === 0x0a) lines += 1
    if (out !== undefined) terminal.progress(`exported ${lines} of ${total}`)
  }
  const exported = (): string =>
    `${pluralize(lines, 'record')} of ${whose(workspace, state['workspace_id'])} since ${since.slice(0, 16).replace('T', ' ')} UTC`
  if (out === undefined) {
    const decoder = new TextDecoder()
    let rest = ''
    await connection.download(`${path}/download`, bytes => {
      count(bytes)
      const text = rest + decoder.decode(bytes, { stream: true })
      const end = text.lastIndexOf('\n') + 1
      rest = text.slice(end)
      if (end > 0) terminal.writeStdout(text.slice(0, end))
    })
    // Beside the records, which are standard output.
    terminal.writeStderr(`Exported ${exported()}.`)
    return EXIT.clean
  }
  // Only the user may read bodies.
  const file = openSync(resolve(terminal.folder, out), 'w', 0o600)
  try {
    await connection.download(`${path}/download`, bytes => {
      writeSync(file, bytes)
      count(bytes)
    })
  } finally {
    closeSync(file)
    terminal.progress('')
  }
  terminal.writeStdout(
    isJson
      ? JSON.stringify({ records: lines, file: out, workspace_id: state['workspace_id'] ?? null, since })
      : fitText(`${exported()} ${lines === 1 ? 'is' : 'are'} in ${out}.`, terminal.width),
  )
  return EXIT.clean
}

/** The workspaces of an export: the one that was named, or those that its reply names. */
function whose(named: string | undefined, workspaceId: Json | undefined): string {
  if (named !== undefined) return `the workspace ${JSON.stringify(named)}`
  return typeof workspaceId === 'string' ? 'the workspace of the key' : 'all workspaces that you may read'
}

export async function eraseBodies({ connection, values, terminal, isJson }: LogTask): Promise<number> {
  const workspace = asText(values['workspace'])
  const user = asText(values['user'])
  const asked = new URLSearchParams({
    ...(workspace !== undefined && { workspace_id: workspace }),
    ...(user !== undefined && { user }),
  })
  const { erased } = await connection.send('DELETE', `/logs/bodies?${asked}`)
  terminal.writeStdout(
    isJson
      ? JSON.stringify({ erased: erased ?? 0 })
      : fitText(`The bodies of ${Number(erased)} records are erased; the records stay.`, terminal.width),
  )
  return EXIT.clean
}
