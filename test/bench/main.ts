// `npm run bench`: the gateway against a bare undici proxy, in pairs within one run, as ratios. Absolute figures
// depend on the machine; ratios hardly do. `--seconds N` and `--rounds N` choose length and number of the pairs.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { firstEvent } from './first-event.ts'
import { type LoadResult, load, requestBytes } from './load.ts'
import type { Usage } from './usage.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)

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

const scenarios = [
  { name: '1 KB, single target', config: 'whole', body: chat(900, false), stream: false, aim: 0.6 },
  {
    name: '1 KB, fallback over balance with retry',
    config: 'nested',
    body: chat(900, false),
    stream: false,
    aim: 0.6,
  },
  {
    name: '100 KB, model overridden',
    config: 'override',
    body: chat(100_000, false),
    stream: false,
    aim: 0.5,
  },
  {
    name: 'stream of 200 events, untouched',
    config: 'stream',
    body: chat(900, true),
    stream: true,
    aim: 0.5,
  },
  // The bare proxy knows no breaker, cache or guard: what a gateway with them does against it.
  ...['breaker', 'cache', 'guards'].map(config => ({
    name: `1 KB, with ${config === 'breaker' ? 'a breaker' : config === 'cache' ? 'a cache that hits' : 'a guard on each side'}`,
    config,
    body: chat(900, false),
    stream: false,
    aim: 0.25,
  })),
  {
    name: 'stream of 200 events, judged after its end',
    config: 'guarded-stream',
    body: chat(900, true),
    stream: true,
    aim: 0.05,
  },
  // Here the bare proxy does no translation: what the ratio shows is its price.
  ...['anthropic', 'bedrock', 'google'].map(config => ({
    name: `stream of 200 events, translated from ${config}`,
    config,
    body: chat(900, true),
    stream: true,
    aim: 0.05,
  })),
]

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const at = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

async function measure(process: Process, request: Buffer): Promise<LoadResult & { readonly cpu: number }> {
  const before = await usage(process)
  const result = await load(process.port, request, 64, seconds)
  const after = await usage(process)
  if (result.failures > 0) throw new Error(`${result.failures} requests of the bench failed.`)
  return { ...result, cpu: (after.cpu - before.cpu) / result.requests }
}

const upstream = await start('upstream.ts')
const origin = `http://127.0.0.1:${upstream.port}`
const bare = await start('bare.ts', origin)
const gateway = await start('gateway.ts', origin)
const rows: string[][] = []
for (const scenario of scenarios.filter(
  each => values.only === undefined || each.name.includes(values.only),
)) {
  const plain = requestBytes(
    '/v1/chat/completions',
    scenario.stream ? [`x-bench-stream: ${scenario.config}`] : [],
    scenario.body,
  )
  const ours = requestBytes('/v1/chat/completions', [`x-gateway-config: ${scenario.config}`], scenario.body)
  await load(bare.port, plain, 64, 1)
  await load(gateway.port, ours, 64, 1)
  const pairs: { bare: LoadResult & { cpu: number }; gateway: LoadResult & { cpu: number } }[] = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ bare: await measure(bare, plain), gateway: await measure(gateway, ours) })
  }
  const rate = ({ requests, seconds: time }: LoadResult): number => requests / time
  const ratio = median(pairs.map(pair => rate(pair.gateway) / rate(pair.bare)))
  rows.push([
    scenario.name,
    ratio.toFixed(2),
    scenario.aim.toFixed(2),
    median(pairs.map(pair => pair.gateway.cpu / pair.bare.cpu)).toFixed(2),
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
  'at least',
  'CPU a request against bare',
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
console.log(`Median time to the first event of a stream that takes a second: ${first.join(', ')}.`)
console.log(`Node ${process.version}, ${rounds} pairs of ${seconds} s, 64 connections, medians.`)
for (const { child } of [gateway, bare, upstream]) child.kill()
