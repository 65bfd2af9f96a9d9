// Recorded traffic that a command compares with: a file of records (`--traffic`), or the log of the gateway (`--log`).
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { OptionValues } from '../command.ts'
import { eachRecord } from '../logs/each-record.ts'
import { logQuery } from '../logs/log-period.ts'
import { openLogReader } from '../logs/log-reader.ts'
import { withGateway } from '../store/store-options.ts'
import type { Terminal } from '../terminal.ts'
import { readRecord } from './read-record.ts'
import { readRequestLog } from './read-request-log.ts'

/** Records of a store that are read, the newest first. */
export const MAX_RECORDS = 10_000

export interface TrafficRequest {
  /** With --traffic or --log, --store, --gateway. */
  readonly values: OptionValues
  /** The project, whose manifest names the store. */
  readonly path: string
  readonly terminal: Terminal
  readonly add: Parameters<typeof readRequestLog>[2]
}

export interface TrafficRead {
  readonly name: string
  /** Whether the store has more records than were read. */
  readonly isCut: boolean
  /** Milliseconds; absent for a file. */
  readonly period?: number
  /** Lines of a file that are not records. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Undefined without either; a sentence if the log cannot be read. */
export async function readTraffic({
  values,
  path,
  terminal,
  add,
}: TrafficRequest): Promise<TrafficRead | undefined | string> {
  const { traffic, log } = values
  if (typeof traffic === 'string') {
    const { diagnostics, fault } = await readRequestLog(traffic, terminal.folder, add)
    return fault === undefined ? { name: traffic, isCut: false, diagnostics } : `${traffic}: ${fault}`
  }
  if (log === undefined) return undefined
  const query = logQuery({ since: String(log) }, nodePorts().clock.now())
  if (query === undefined) return '--log takes a duration such as 30m, 6h or 7d.'
  try {
    const connection = await openLogReader({
      ...{ name: 'diff', values: withGateway(values), terminal },
      paths: [path],
    })
    if (typeof connection === 'number') return 'The log cannot be read.'
    try {
      const isCut = await eachRecord(connection, query, MAX_RECORDS, line => {
        const record = readRecord(line)
        if (!('malformed' in record)) add(record)
      })
      const { time_of_generation_min: from = '', time_of_generation_max: to = '' } = query
      const period = Date.parse(to) - Date.parse(from)
      return { name: `the last ${String(log)} of ${connection.name}`, isCut, period, diagnostics: [] }
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (error instanceof StoreError) return error.message
    throw error
  }
}
