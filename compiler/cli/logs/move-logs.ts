// The subcommands that take records out of the log, and leave an entry in the audit log: export and erase.
import { closeSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { asText } from '../../../schemas/values/json.ts'
import { EXIT } from '../command.ts'
import type { LogTask } from './read-logs.ts'

/** Milliseconds between two looks at the state of an export. */
const LOOK = 200

export async function exportLogs(task: LogTask): Promise<number> {
  const { connection, query, values, terminal, isJson, wait } = task
  const { workspace_slug: workspace, ...filters } = query
  const fields = asText(values['fields'])?.split(',')
  const created = await connection.send('POST', '/logs/exports', {
    description: 'portolan logs export',
    filters,
    ...(workspace !== undefined && { workspace_id: workspace }),
    ...(fields && { requested_data: fields }),
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
  const total = Number(state['total_records'])
  const out = asText(values['out'])
  let lines = 0
  const count = (bytes: Uint8Array): void => {
    for (const byte of bytes) if (byte === 0x0a) lines += 1
    terminal.progress(`exported ${lines} of ${total}`)
  }
  if (out === undefined) {
    const decoder = new TextDecoder()
    let rest = ''
    await connection.download(`${path}/download`, bytes => {
      const text = rest + decoder.decode(bytes, { stream: true })
      const end = text.lastIndexOf('\n') + 1
      rest = text.slice(end)
      if (end > 0) terminal.writeStdout(text.slice(0, end))
    })
    return EXIT.clean
  }
  // Bodies are nobody else's to read.
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
    isJson ? JSON.stringify({ records: lines, file: out }) : `${lines} records are in ${out}.`,
  )
  return EXIT.clean
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
      : `The bodies of ${Number(erased)} records are erased; the records stay.`,
  )
  return EXIT.clean
}
