// Batches of records that can be recognized when they are read back.
import { hash } from 'node:crypto'
import type { LogBatch, LogFilter, LogStore } from '../../runtime/control/logs/log-store.ts'

const RECORDS = 20
const NOON = Date.UTC(2026, 10, 20, 12)

export function numberedBatch(number: string): LogBatch {
  const lines = Array.from({ length: RECORDS }, (_, at) =>
    JSON.stringify({
      id: hash('sha256', `${number}/${at}`, 'hex').slice(0, 32),
      time: new Date(NOON - at * 3_600_000).toISOString(),
      trace: number,
      method: 'POST',
      path: '/v1/chat/completions',
      status: 200,
      milliseconds: 10,
      plan: '0',
      key: `key-${at}`,
      config: number,
      bytesIn: 1,
      bytesOut: 1,
    }),
  )
  return { id: number, lines: lines.join('\n') }
}

export interface FoundBatches {
  readonly numbers: ReadonlySet<string>
  /** What is not as whole batches would have left it. */
  readonly faults: readonly string[]
}

export async function findBatches(store: LogStore): Promise<FoundBatches> {
  const filter: LogFilter = { scope: 'all', from: NOON - 100 * 86_400_000, to: NOON + 86_400_000 }
  const counted = await store.groups({
    filter,
    by: 'config',
    sort: 'requests',
    descending: true,
    offset: 0,
    limit: 1_000_000,
    percentiles: false,
  })
  const { records } = await store.list(filter, 1_000_000)
  const listed = Map.groupBy(records, ({ record }) => record.trace)
  const faults: string[] = []
  if (listed.size !== counted.total)
    faults.push(`${listed.size} batches in records, ${counted.total} in counts`)
  for (const { value, totals } of counted.groups)
    if (totals.requests !== RECORDS) faults.push(`${value}: ${totals.requests} requests are counted`)
  for (const [number, found] of listed)
    if (found.length !== RECORDS) faults.push(`${number}: ${found.length} records`)
  return { numbers: new Set(listed.keys()), faults }
}
