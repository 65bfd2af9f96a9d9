// What telemetry costs the thread that serves requests: gateways with one kind of it each, beside the same gateway without any, at
// one rate of requests. Run by itself: node test/bench/telemetry.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isPostgresListening, uniqueSchema } from '../support/test-postgres.ts'
import { compareGateways, type GatewayVariants } from './compare-gateways.ts'

const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-'))
let collected = 0
const collector = createServer((request, response) => {
  request.on('data', (piece: Buffer) => {
    collected += piece.length
  })
  request.on('end', () => response.end('{}'))
})
await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

/** All of them have a store, as its keys and configs are looked up for each request. */
let stores = 0
const newStore = (): string => {
  stores += 1
  return `sqlite:${join(folder, `${stores}.db`)}`
}
const QUIET = { log: 'none', metrics: false }
const hasPostgres = await isPostgresListening()
const schema = hasPostgres ? uniqueSchema() : undefined
const variants: GatewayVariants = [
  ['nothing, again', { telemetry: QUIET }],
  ['log on stdout', { telemetry: { ...QUIET, log: 'stdout' } }],
  ['metrics', { telemetry: { ...QUIET, metrics: true } }],
  ['log_file', { telemetry: { ...QUIET, log_file: { path: join(folder, 'requests.jsonl') } } }],
  ['traces at 1 %', { telemetry: { ...QUIET, otlp: { endpoint, traces: 0.01 } } }],
  ['traces at 100 %', { telemetry: { ...QUIET, otlp: { endpoint } } }],
  ['log_store in SQLite', { telemetry: { ...QUIET, log_store: {}, usage: false } }],
  ...(schema === undefined
    ? []
    : [
        [
          'log_store in PostgreSQL',
          { store: schema.url.href, telemetry: { ...QUIET, log_store: {}, usage: false } },
        ] as const,
      ]),
]

await compareGateways(() => ({ store: newStore(), telemetry: QUIET }), variants)
console.log(`${collected} bytes at the collector.`)
collector.close()
rmSync(folder, { recursive: true, force: true })
if (schema !== undefined) {
  const { default: postgres } = await import('postgres')
  const client = postgres(schema.url.href, { max: 1, onnotice: () => {} })
  await client.unsafe(`DROP SCHEMA IF EXISTS ${schema.schema} CASCADE`)
  await client.end()
}
process.exit()
