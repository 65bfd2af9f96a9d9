// What telemetry costs the thread that serves requests: gateways with one kind of it each, beside the same gateway without any, at
// one rate of requests. Run by itself: node test/bench/telemetry.ts
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Agent } from 'undici'
import { isPostgresListening, uniqueSchema } from '../support/test-postgres.ts'
import { API_KEY } from './bench-bundle.ts'
import type { Usage } from './usage.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    rate: { type: 'string', default: '1500' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
})
const rounds = Number(values.rounds)
const rate = Number(values.rate)
const seconds = Number(values.seconds)
const WARM_UP = 10_000
const CONNECTIONS = 32
/** Milliseconds between two bursts. */
const TICK = 10

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
const storeOf = (name: string): string => `sqlite:${join(folder, `${name.replaceAll(/\W/g, '-')}.db`)}`
const QUIET = { log: 'none', metrics: false }
const hasPostgres = await isPostgresListening()
const schema = hasPostgres ? uniqueSchema() : undefined
const variants: readonly (readonly [name: string, changes: object])[] = [
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

interface Process {
  readonly child: ChildProcess
  readonly port: number
}

const next = <T>(child: ChildProcess): Promise<T> =>
  new Promise(resolve => child.once('message', message => resolve(message as T)))

async function start(file: string, ...args: readonly string[]): Promise<Process> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { port } = await next<{ port: number }>(child)
  return { child, port }
}

async function usage({ child }: Process): Promise<Usage> {
  const answer = next<Usage>(child)
  child.send('usage')
  return await answer
}

const body = JSON.stringify({
  model: 'anthropic.bench-model',
  messages: [{ role: 'user', content: 'word '.repeat(180) }],
})
const headers = {
  'content-type': 'application/json',
  'x-gateway-config': 'whole',
  'x-gateway-api-key': API_KEY,
  'x-gateway-metadata': '{"_user":"ada","team":"legal"}',
}
const agent = new Agent({ connections: CONNECTIONS })

async function call(port: number): Promise<void> {
  const reply = await agent.request({
    origin: `http://127.0.0.1:${port}`,
    path: '/v1/chat/completions',
    method: 'POST',
    headers,
    body,
  })
  await reply.body.dump()
  if (reply.statusCode !== 200) throw new Error(`A call was answered with ${reply.statusCode}.`)
}

/** Sends `count` requests at the rate of the bench, or as fast as the gateway takes them where that is slower. */
async function send(port: number, count: number): Promise<void> {
  const begun = performance.now()
  const calls: Promise<void>[] = []
  while (calls.length < count) {
    const due = Math.min(count, Math.ceil(((performance.now() - begun) / 1000) * rate) + 1)
    const from = calls.length
    for (let index = from; index < due; index += 1) calls.push(call(port))
    await Promise.all(calls.slice(from))
    await new Promise(resolve => setTimeout(resolve, TICK))
  }
}

/** Microseconds of CPU of the main thread for one request. */
async function measure(process: Process): Promise<number> {
  const count = rate * seconds
  const before = await usage(process)
  await send(process.port, count)
  return ((await usage(process)).mainThread - before.mainThread) / count
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const upstream = await start('upstream.ts')
const origin = `http://127.0.0.1:${upstream.port}`
const plain = await start('gateway.ts', origin, JSON.stringify({ store: storeOf('plain'), telemetry: QUIET }))
await send(plain.port, WARM_UP)
console.log(
  '| telemetry | without against with, CPU of the main thread | us without | us with |\n|---|---|---|---|',
)
for (const [name, changes] of variants.filter(([each]) => each.includes(values.only))) {
  const gateway = await start('gateway.ts', origin, JSON.stringify({ store: storeOf(name), ...changes }))
  await send(gateway.port, WARM_UP)
  const pairs: (readonly [number, number])[] = []
  for (let round = 0; round < rounds; round += 1) {
    const first = await measure(round % 2 === 0 ? plain : gateway)
    const second = await measure(round % 2 === 0 ? gateway : plain)
    pairs.push(round % 2 === 0 ? [first, second] : [second, first])
  }
  const ratios = pairs.map(([without, with_]) => without / with_)
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  const [without, with_] = [0, 1].map(at => median(pairs.map(pair => pair[at] ?? 0)).toFixed(0))
  console.log(`| ${name} | ${median(ratios).toFixed(2)} (${range}) | ${without} | ${with_} |`)
  gateway.child.kill()
}
console.log(`\n${rate} requests/s, ${rounds} pairs of ${seconds} s; ${collected} bytes at the collector.`)
plain.child.kill()
upstream.child.kill()
collector.close()
rmSync(folder, { recursive: true, force: true })
if (schema !== undefined) {
  const { default: postgres } = await import('postgres')
  const client = postgres(schema.url.href, { max: 1, onnotice: () => {} })
  await client.unsafe(`DROP SCHEMA IF EXISTS ${schema.schema} CASCADE`)
  await client.end()
}
process.exit()
