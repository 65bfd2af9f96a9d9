// Telemetry under full load: the forwarder and gateways with other settings, by turns, as fast as 64 connections ask. Two processes
// of the very same gateway differ by some percent for as long as they live, so there are several sets of new ones. Run by itself.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { API_KEY } from './bench-bundle.ts'
import { type BenchProcess, mainThread, median, pin, pinAll, start } from './bench-process.ts'
import { load, requestBytes } from './load.ts'

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: '8' },
    turns: { type: 'string', default: '10' },
    /** A stream of 200 events instead of a completion. */
    stream: { type: 'boolean', default: false },
  },
})
/** Seconds. */
const TURN = 0.4
const WARM_UP = 3
/**
 * Milliseconds after a turn, in which what waits is written, so that it does not slow the next process. What is put off until then is not
 * part of the rate.
 */
const REST = 300
const CONNECTIONS = 64

/** Both the config and the reply of the provider. */
const kind = values.stream ? 'stream' : 'whole'
const body = JSON.stringify({
  model: 'anthropic.bench-model',
  messages: [{ role: 'user', content: 'word '.repeat(180) }],
  ...(values.stream && { stream: true }),
})
const PATH = '/v1/chat/completions'
const bareRequest = requestBytes(PATH, [`x-bench-stream: ${kind}`], body)
const request = requestBytes(PATH, [`x-gateway-config: ${kind}`, `x-gateway-api-key: ${API_KEY}`], body)

const collector = createServer((received, sent) => received.resume().on('end', () => sent.end('{}')))
await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

const settings: Readonly<Record<string, (folder: string) => object>> = {
  'log and metrics': () => ({}),
  'and a file': folder => ({ telemetry: telemetryIn(folder, 'file') }),
  'and OTLP metrics, traces of 1 %': folder => ({ telemetry: { ...telemetryIn(folder, 'otlp'), ...otlp } }),
  'and the store in SQLite': folder => ({
    store: `sqlite:${join(folder, 'store.db')}`,
    telemetry: { ...telemetryIn(folder, 'store'), ...otlp, log_store: {} },
  }),
}
const otlp = { otlp: { endpoint, traces: 0.01 } }
const telemetryIn = (folder: string, name: string): object => ({
  log: 'stdout',
  metrics: true,
  log_file: { path: join(folder, `${name}.jsonl`) },
})

interface Measured {
  readonly process: BenchProcess
  readonly request: Buffer
  requests: number
  seconds: number
  /** Microseconds of CPU of the main thread. */
  cpu: number
}

async function measureTurn(measured: Measured): Promise<void> {
  const before = await mainThread(measured.process)
  const { requests, seconds, failures } = await load(
    measured.process.port,
    measured.request,
    CONNECTIONS,
    TURN,
  )
  if (failures > 0) throw new Error(`${failures} benchmark requests failed.`)
  measured.cpu += (await mainThread(measured.process)) - before
  measured.requests += requests
  measured.seconds += seconds
  await new Promise(resolve => setTimeout(resolve, REST))
}

const upstream = await start('upstream.ts')
for (const pid of [process.pid, upstream.child.pid]) pinAll(pid, 1)
const origin = `http://127.0.0.1:${upstream.port}`

async function open(file: string, asked: Buffer, ...args: readonly string[]): Promise<Measured> {
  const opened = await start(file, origin, ...args)
  pin(opened.child.pid, 0)
  await load(opened.port, asked, CONNECTIONS, WARM_UP)
  return { process: opened, request: asked, requests: 0, seconds: 0, cpu: 0 }
}

/** Rate and CPU against the forwarder, of each of the settings. */
async function measureSet(): Promise<readonly (readonly [rate: number, cpu: number])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-'))
  const bare = await open('bare.ts', bareRequest)
  const gateways: Measured[] = []
  for (const manifestIn of Object.values(settings))
    gateways.push(await open('gateway.ts', request, JSON.stringify(manifestIn(folder))))
  const all = [bare, ...gateways]
  for (let turn = 0; turn < Number(values.turns); turn += 1)
    for (const each of turn % 2 === 0 ? all : all.toReversed()) await measureTurn(each)
  for (const { process: opened } of all) opened.child.kill()
  rmSync(folder, { recursive: true })
  const rate = ({ requests, seconds }: Measured): number => requests / seconds
  const cpu = (each: Measured): number => each.cpu / each.requests
  return gateways.map(each => [rate(each) / rate(bare), cpu(each) / cpu(bare)] as const)
}

const sets: (readonly (readonly [number, number])[])[] = []
for (let set = 0; set < Number(values.sets); set += 1) sets.push(await measureSet())
const spread = (numbers: readonly number[]): string =>
  `${median(numbers).toFixed(2)} (${Math.min(...numbers).toFixed(2)} to ${Math.max(...numbers).toFixed(2)})`
console.log('| telemetry | requests/s against bare | CPU of the main thread |\n|---|---|---|')
for (const [at, name] of Object.keys(settings).entries()) {
  const of = (which: 0 | 1): number[] => sets.map(each => each[at]?.[which] ?? Number.NaN)
  console.log(`| ${name} | ${spread(of(0))} | ${spread(of(1))} |`)
}
console.log(
  `\nNode ${process.version}, ${values.sets} sets of processes, each ${values.turns} turns of ${TURN} s.`,
)
upstream.child.kill()
collector.close()
