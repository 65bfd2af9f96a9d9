// `npm run bench`: compares the gateway with a bare undici proxy, in pairs within one run, as ratios. Absolute
// figures depend on the machine, ratios hardly do. `--seconds N` and `--rounds N` set the length and number of the
// pairs. Each ratio is beside that of the last release; `--record 0.3.0` commits those of this run as the next.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { API_KEY } from './bench-bundle.ts'
import { type BenchProcess, median, next, pin, pinAll, start } from './bench-process.ts'
import { readFigures, writeFigures } from './figures.ts'
import { firstEvent } from './first-event.ts'
import { type LoadResult, load, requestBytes } from './load.ts'
import { type MeasuredPath, measurePath } from './path.ts'
import type { Usage } from './usage.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    path: { type: 'boolean' },
    /** `apart`: only the threads that serve requests are pinned to their CPU. */
    threads: { type: 'string', default: 'together' },
    /** The release that the figures are recorded as, in figures.json. */
    record: { type: 'string' },
    /** Settings of the gateway's manifest, as JSON, that replace those of the bench. */
    manifest: { type: 'string', default: '{}' },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
/** Seconds of load before each scenario: on one CPU the optimising compiler needs that long to settle. */
const WARM_UP = 4

/**
 * The measured processes share one CPU, the load generator and the upstream another; measurements alternate. A store's thread may
 * be on the other CPU, as on a machine that has one more.
 */
const pinServer = ({ child }: BenchProcess): boolean =>
  values.threads === 'apart' ? pin(child.pid, 0) : pinAll(child.pid, 0)

async function usage({ child }: BenchProcess): Promise<Usage> {
  const answer = next<Usage>(child)
  child.send('usage')
  return await answer
}

const chat = (size: number, stream: boolean): string =>
  JSON.stringify({
    model: 'anthropic.bench-model',
    messages: [
      { role: 'system', content: 'Answer in one word.' },
      { role: 'user', content: 'word '.repeat(size / 5) },
    ],
    temperature: 0.5,
    ...(stream ? { stream: true } : {}),
  })

/** A scenario. `must` is the minimum ratio of requests per second to the baseline, `aim` the target ratio. */
interface Scenario {
  readonly name: string
  readonly config: string
  readonly body: string
  /** The upstream response that the bare proxy requests. */
  readonly bare: 'whole' | 'stream' | 'counted' | 'message' | 'anthropic' | 'bedrock' | 'google'
  /** With log, file, store, metrics and traces of 1 %, in a gateway of its own. */
  readonly telemetry?: true
  readonly must: number
  readonly aim: number
}

const SMALL = chat(900, false)
const LARGE = chat(100_000, false)
const STREAMED = chat(900, true)
const scenarios: readonly Scenario[] = [
  { name: '1 KB, single target', config: 'whole', body: SMALL, bare: 'whole', must: 0.63, aim: 0.8 },
  { name: '1 KB, model overridden', config: 'override', body: SMALL, bare: 'whole', must: 0.58, aim: 0.75 },
  { name: '1 KB, balance of two', config: 'balance', body: SMALL, bare: 'whole', must: 0.58, aim: 0.75 },
  { name: '1 KB, pool of three', config: 'pool', body: SMALL, bare: 'whole', must: 0.58, aim: 0.75 },
  // Two calls against one.
  {
    name: '1 KB, fallback of two calls',
    config: 'fallback',
    body: SMALL,
    bare: 'whole',
    must: 0.3,
    aim: 0.4,
  },
  { name: '1 KB, translated', config: 'message', body: SMALL, bare: 'message', must: 0.4, aim: 0.6 },
  {
    name: '1 KB, all telemetry',
    config: 'whole',
    body: SMALL,
    bare: 'whole',
    must: 0.63,
    aim: 0.75,
    telemetry: true,
  },
  {
    name: '1 KB, fallback over balance with retry',
    config: 'nested',
    body: SMALL,
    bare: 'whole',
    must: 0.6,
    aim: 0.75,
  },
  { name: '100 KB, single target', config: 'whole', body: LARGE, bare: 'whole', must: 0.7, aim: 0.9 },
  {
    name: '100 KB, model overridden',
    config: 'override',
    body: LARGE,
    bare: 'whole',
    must: 0.64,
    aim: 0.9,
  },
  {
    name: 'stream of 200 events, untouched',
    config: 'stream',
    body: STREAMED,
    bare: 'stream',
    must: 0.9,
    aim: 0.95,
  },
  // The client did not ask for usage, limits did: it is removed from each event.
  {
    name: 'stream of 200 events, usage removed',
    config: 'counted',
    body: STREAMED,
    bare: 'counted',
    must: 0.65,
    aim: 0.85,
  },
  {
    name: '1 KB, with a guard on each side',
    config: 'guards',
    body: SMALL,
    bare: 'whole',
    must: 0.38,
    aim: 0.55,
  },
  // The bare proxy does not translate: the ratio shows the cost of translation.
  {
    name: 'stream translated from anthropic',
    config: 'anthropic',
    body: STREAMED,
    bare: 'anthropic',
    must: 0.28,
    aim: 0.4,
  },
  {
    name: 'stream translated from bedrock',
    config: 'bedrock',
    body: STREAMED,
    bare: 'bedrock',
    must: 0.18,
    aim: 0.3,
  },
  {
    name: 'stream translated from google',
    config: 'google',
    body: STREAMED,
    bare: 'google',
    must: 0.13,
    aim: 0.25,
  },
  { name: '1 KB, with three limits', config: 'limits', body: SMALL, bare: 'whole', must: 0.61, aim: 0.78 },
  // The bare proxy has neither breaker nor cache.
  { name: '1 KB, with a breaker', config: 'breaker', body: SMALL, bare: 'whole', must: 0.5, aim: 0.75 },
  { name: '1 KB, with a cache that hits', config: 'cache', body: SMALL, bare: 'whole', must: 0.8, aim: 1.2 },
  {
    name: 'stream of 200 events, guarded after its end',
    config: 'guarded-stream',
    body: STREAMED,
    bare: 'stream',
    must: 0.05,
    aim: 0.2,
  },
]

/** Requests of which is counted what they execute. */
const paths: Readonly<Record<string, MeasuredPath>> = {
  plain: { config: 'whole', body: SMALL },
  tagged: { config: 'whole', body: SMALL, headers: ['x-gateway-metadata: {"_user":"ada","team":"legal"}'] },
  limited: { config: 'limits', body: SMALL, hasPolicies: true },
  'streamed fallback': { config: 'fallback-stream', body: STREAMED },
}

/** The median, minimum and maximum of the pairs. */
const spread = (numbers: readonly number[]): string =>
  `${median(numbers).toFixed(2)} (${Math.min(...numbers).toFixed(2)} to ${Math.max(...numbers).toFixed(2)})`
const at = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

interface Measured extends LoadResult {
  /** Microseconds of CPU for a request: of the process, and of the thread that serves requests. */
  readonly cpu: number
  readonly mainThread: number
}

async function measure(process: BenchProcess, request: Buffer): Promise<Measured> {
  const before = await usage(process)
  const result = await load(process.port, request, 64, seconds)
  const after = await usage(process)
  if (result.failures > 0) throw new Error(`${result.failures} benchmark requests failed.`)
  const { requests } = result
  const mainThread = (after.mainThread - before.mainThread) / requests
  return { ...result, cpu: (after.cpu - before.cpu) / requests, mainThread }
}

const upstream = await start('upstream.ts')
const arePinned = [pinAll(process.pid, 1), pinAll(upstream.child.pid, 1)]
const origin = `http://127.0.0.1:${upstream.port}`
if (values.path === true) {
  for (const [name, request] of Object.entries(paths)) {
    if (!name.includes(values.only ?? '')) continue
    const { files, functions, calls, promises, heap } = await measurePath(origin, request)
    if (name === 'plain' || values.only !== undefined) {
      for (const each of files) console.log(`${each.file}: ${each.functions} functions, ${each.heap} bytes`)
      console.log()
    }
    console.log(
      `One warm ${name} request: ${files.length} gateway files, ${functions} functions, ${calls} calls, ${promises} promises, ${(heap / 1024).toFixed(1)} KB of heap.`,
    )
  }
  upstream.child.kill()
  process.exit()
}
const bare = await start('bare.ts', origin)
const gateway = await start('gateway.ts', origin, values.manifest)
arePinned.push(pinServer(bare), pinServer(gateway))
const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-'))
/** The provider answers as a collector, too. */
const observed = {
  ...(JSON.parse(values.manifest) as object),
  store: `sqlite:${join(folder, 'store.db')}`,
  telemetry: {
    log: 'stdout',
    metrics: true,
    log_file: { path: join(folder, 'requests.jsonl') },
    log_store: {},
    otlp: { endpoint: origin, traces: 0.01 },
  },
}
let observedGateway: BenchProcess | undefined
const gatewayOf = async ({ telemetry }: Scenario): Promise<BenchProcess> => {
  if (telemetry === undefined) return gateway
  if (observedGateway === undefined) {
    observedGateway = await start('gateway.ts', origin, JSON.stringify(observed))
    arePinned.push(pin(observedGateway.child.pid, 0))
  }
  return observedGateway
}
const figures = readFigures()
const rows: string[][] = []
for (const scenario of scenarios.filter(
  each => values.only === undefined || each.name.includes(values.only),
)) {
  const plain = requestBytes('/v1/chat/completions', [`x-bench-stream: ${scenario.bare}`], scenario.body)
  const ours = requestBytes(
    '/v1/chat/completions',
    [`x-gateway-config: ${scenario.config}`, `x-gateway-api-key: ${API_KEY}`],
    scenario.body,
  )
  await load(bare.port, plain, 64, WARM_UP)
  const measured = await gatewayOf(scenario)
  await load(measured.port, ours, 64, WARM_UP)
  const pairs: { bare: Measured; gateway: Measured }[] = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ bare: await measure(bare, plain), gateway: await measure(measured, ours) })
  }
  const rate = ({ requests, seconds: time }: LoadResult): number => requests / time
  const rates = pairs.map(pair => rate(pair.gateway) / rate(pair.bare))
  const mainThreads = pairs.map(pair => pair.gateway.mainThread / pair.bare.mainThread)
  figures.now[scenario.name] = [median(rates), median(mainThreads)]
  rows.push([
    scenario.name,
    spread(rates),
    `${scenario.must.toFixed(2)} (${scenario.aim.toFixed(2)})`,
    spread(pairs.map(pair => pair.gateway.cpu / pair.bare.cpu)),
    spread(mainThreads),
    figures.released[scenario.name]?.map(figure => figure.toFixed(2)).join(', ') ?? '-',
    Math.round(median(pairs.map(pair => rate(pair.gateway)))).toString(),
    `${median(pairs.map(pair => at(pair.gateway.latencies, 0.5) - at(pair.bare.latencies, 0.5))).toFixed(2)} ms`,
    `${median(pairs.map(pair => at(pair.gateway.latencies, 0.99) - at(pair.bare.latencies, 0.99))).toFixed(2)} ms`,
  ])
}
const first: string[] = []
for (const config of ['paced', 'paced-end', 'paced-window', 'paced-hold'])
  first.push(`${config} ${(await firstEvent(gateway.port, config, chat(900, true))).toFixed(1)} ms`)
const memory = { bare: (await usage(bare)).memory, gateway: (await usage(gateway)).memory }
const header = [
  'scenario',
  'requests/s against bare',
  'must (aim)',
  'CPU per request against bare',
  'of the main thread',
  `${figures.release}: rate, main thread`,
  'requests/s',
  'p50 added',
  'p99 added',
]
const widths = header.map((title, column) =>
  Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0)),
)
const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
console.log([line(header), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n'))
console.log(
  `\nResident memory after the load: bare ${Math.round(memory.bare / 1e6)} MB, gateway ${Math.round(memory.gateway / 1e6)} MB.`,
)
console.log(`Median time to the first event of a stream of one second: ${first.join(', ')}.`)
const pinned = values.threads === 'apart' ? 'threads that serve requests pinned' : 'processes pinned'
const pinning = arePinned.every(Boolean) ? `, ${pinned}` : ''
console.log(
  `Node ${process.version}, ${rounds} pairs of ${seconds} s, 64 connections, medians (minimum to maximum)${pinning}.`,
)
for (const opened of [gateway, bare, upstream, observedGateway]) opened?.child.kill()
rmSync(folder, { recursive: true, force: true })
if (values.record !== undefined) writeFigures(values.record, figures.now)
