// Compares gateways that differ in one setting: the CPU time of the thread that serves requests, for one request at one rate. Both
// of a pair are started anew and warmed up alike, and measured by turns.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Agent } from 'undici'
import { API_KEY } from './bench-bundle.ts'
import type { Usage } from './usage.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '1500' },
    seconds: { type: 'string', default: '1' },
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

/** Changes of the manifest by what they are called. */
export type GatewayVariants = readonly (readonly [name: string, changes: object])[]

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

/** Prints a table: each variant beside the same gateway without its changes. `plain` gives the manifest of the latter anew. */
export async function compareGateways(plain: () => object, variants: GatewayVariants): Promise<void> {
  const upstream = await start('upstream.ts')
  const origin = `http://127.0.0.1:${upstream.port}`
  const open = async (manifest: object): Promise<Process> =>
    await start('gateway.ts', origin, JSON.stringify(manifest))
  console.log(
    '| changed | without against with, CPU of the main thread | us without | us with |\n|---|---|---|---|',
  )
  for (const [name, changes] of variants.filter(([each]) => each.includes(values.only))) {
    const base = plain()
    const pair = [await open(base), await open({ ...plain(), ...changes })] as const
    for (const { port } of [...pair, ...pair]) await send(port, WARM_UP)
    const pairs: (readonly [number, number])[] = []
    for (let round = 0; round < rounds; round += 1) {
      const isTurned = round % 2 === 1
      const first = await measure(pair[isTurned ? 1 : 0])
      const second = await measure(pair[isTurned ? 0 : 1])
      pairs.push(isTurned ? [second, first] : [first, second])
    }
    const ratios = pairs.map(([without, with_]) => without / with_)
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
    const [without, with_] = [0, 1].map(at => median(pairs.map(each => each[at] ?? 0)).toFixed(0))
    console.log(`| ${name} | ${median(ratios).toFixed(2)} (${range}) | ${without} | ${with_} |`)
    for (const { child } of pair) child.kill()
  }
  console.log(`\n${rate} requests/s, ${rounds} pairs of ${seconds} s.`)
  upstream.child.kill()
}
