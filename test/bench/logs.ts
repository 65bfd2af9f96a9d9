// What the log store costs: records a second, and how long queries take over 30 days with a million records. `--records N`
// makes it smaller, `--only sqlite` measures one driver. Run by itself.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type GroupQuery,
  LOG_GROUPS,
  type LogFilter,
  type LogStore,
} from '../../runtime/control/logs/log-store.ts'
import { openLogStore } from '../../runtime/stores/logs/open-log-store.ts'
import { drawRecord, seededRandom } from '../support/drawn-records.ts'
import { isPostgresListening, uniqueSchema } from '../support/test-postgres.ts'

const { values } = parseArgs({
  options: { records: { type: 'string', default: '1000000' }, only: { type: 'string', default: '' } },
})
const RECORDS = Number(values.records)
const BATCH = 2000
const DAY = 86_400_000
const PERIOD = 30 * DAY
const RETENTION = 400 * DAY
const TURNS = 5

/** Noon, so that both ends of the period are in the middle of a day. */
const NOW = Date.UTC(2026, 10, 20, 12, 34, 56)

const random = seededRandom(1)
const batchOf = (number: number): string =>
  Array.from({ length: BATCH }, (_, at) => {
    // Batches arrive in the order of time, as those of a gateway do.
    const time = NOW - PERIOD + ((number * BATCH + at) / RECORDS) * PERIOD
    return JSON.stringify(drawRecord(random, Math.min(time, NOW - 1)))
  }).join('\n')

/** Median and longest of some turns, in milliseconds. */
async function measure(action: () => Promise<unknown>): Promise<readonly [number, number]> {
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const start = performance.now()
    await action()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return [times[Math.floor(TURNS / 2)] ?? 0, times.at(-1) ?? 0]
}

const filter: LogFilter = { scope: 'all', from: NOW - PERIOD, to: NOW }
const groupsBy = (by: GroupQuery['by'], restricted: LogFilter = filter): GroupQuery => ({
  filter: restricted,
  by,
  sort: 'requests',
  descending: true,
  offset: 0,
  limit: 50,
  percentiles: true,
})

const QUERIES: readonly (readonly [name: string, run: (store: LogStore) => Promise<unknown>])[] = [
  ...LOG_GROUPS.map(by => [`group ${by}`, (store: LogStore) => store.groups(groupsBy(by))] as const),
  ['group of users', store => store.groups(groupsBy({ metadata: '_user' }))],
  ['group of a metadata key', store => store.groups(groupsBy({ metadata: 'team' }))],
  [
    'group model of one workspace',
    store => store.groups(groupsBy('model', { ...filter, scope: ['workspace-3'] })),
  ],
  ['group model of one key', store => store.groups(groupsBy('model', { ...filter, keys: ['key-17'] }))],
  [
    'group api_key of one model',
    store => store.groups(groupsBy('api_key', { ...filter, models: ['model-3'] })),
  ],
  [
    'group model of one user (records)',
    store => store.groups(groupsBy('model', { ...filter, metadata: { _user: 'user-7' } })),
  ],
  [
    'group model above a cost (records)',
    store => store.groups(groupsBy('model', { ...filter, cost: { min: 9_000_000 } })),
  ],
  ['graph by day', store => store.graph({ filter, step: DAY, percentiles: true })],
  ['graph by hour', store => store.graph({ filter, step: 3_600_000, percentiles: true })],
  ['first page of a list', store => store.list(filter, 50)],
  ['first page of one key', store => store.list({ ...filter, keys: ['key-17'] }, 50)],
  ['first page of one user', store => store.list({ ...filter, metadata: { _user: 'user-7' } }, 50)],
  ['first page of failures with a text', store => store.list({ ...filter, error: 'timed out' }, 50)],
  ['values of models', store => store.facets('model', 'all')],
  ['one record', store => store.find('0'.repeat(32), 'all')],
]

async function bench(name: string, open: () => Promise<LogStore>): Promise<void> {
  let store = await open()
  let longest = 0
  let busy = 0
  for (let number = 0; number < RECORDS / BATCH; number += 1) {
    const batch = { id: `${name}-${number}`, lines: batchOf(number) }
    const start = performance.now()
    await store.append(batch)
    const took = performance.now() - start
    busy += took
    longest = Math.max(longest, took)
  }
  const { bytes } = await store.status()
  console.log(
    `\n## ${name}\n\n${Math.round((RECORDS / busy) * 1000)} records/s written in batches of ${BATCH}; the longest batch took ${Math.round(longest)} ms; ${Math.round(bytes / RECORDS)} bytes a record\n`,
  )
  await store.close()
  const start = performance.now()
  store = await open()
  await store.find('0'.repeat(32), 'all')
  console.log(`start with ${RECORDS} records, and one look: ${Math.round(performance.now() - start)} ms\n`)
  // As a runtime does every hour.
  await store.prune({ records: RETENTION, bodies: RETENTION, totals: RETENTION }, NOW)
  console.log('| query over 30 days | median | longest |\n|---|---|---|')
  for (const [title, run] of QUERIES) {
    const [median, most] = await measure(() => run(store))
    console.log(`| ${title} | ${Math.round(median)} ms | ${Math.round(most)} ms |`)
  }
  await store.close()
}

if ('sqlite'.includes(values.only)) {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-'))
  await bench('sqlite', () => openLogStore('sqlite:store.db', { folder }))
  rmSync(folder, { recursive: true })
}
if ('postgres'.includes(values.only) && (await isPostgresListening())) {
  const { schema, url } = uniqueSchema()
  await bench('postgres', () => openLogStore(url.href, { folder: '/' }))
  const { default: postgres } = await import('postgres')
  const client = postgres(url.href, { max: 1, onnotice: () => {} })
  await client.unsafe(`DROP SCHEMA ${schema} CASCADE`)
  await client.end()
}
