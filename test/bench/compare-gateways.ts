// Compares gateways that differ in one setting: the CPU time of the thread that serves requests, for one request at one rate. The
// two of a pair are measured by turns, each for a twentieth of a second, as a machine is faster at one moment than at another. Two
// processes of the very same gateway differ by some percent for as long as they live, so there are several pairs, each of new
// processes, and the one with the setting is started first in every second pair. The figures are the middle of the pairs.
import { parseArgs } from 'node:util'
import { Agent } from 'undici'
import { API_KEY } from './bench-bundle.ts'
import { type BenchProcess, mainThread, median, pin, start } from './bench-process.ts'

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '5' },
    turns: { type: 'string', default: '100' },
    rate: { type: 'string', default: '5000' },
    only: { type: 'string', default: '' },
  },
})
const pairs = Number(values.pairs)
const turns = Number(values.turns)
const rate = Number(values.rate)
/** Requests of one turn. */
const TURN = rate / 20
const WARM_UP = 10_000
const CONNECTIONS = 32
/** Milliseconds between two bursts. */
const TICK = 2

/** Changes of the manifest by what they are called. */
export type GatewayVariants = readonly (readonly [name: string, changes: object])[]

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

/** Sends `count` requests at `rate` a second, whether or not the ones before have been answered. */
async function send(port: number, count: number): Promise<void> {
  const begun = performance.now()
  const calls: Promise<void>[] = []
  while (calls.length < count) {
    const due = Math.min(count, Math.ceil(((performance.now() - begun) / 1000) * rate) + 1)
    while (calls.length < due) calls.push(call(port))
    await new Promise(resolve => setTimeout(resolve, TICK))
  }
  await Promise.all(calls)
}

/** Microseconds of CPU of the main thread for the requests of one turn. */
async function measure(process: BenchProcess): Promise<number> {
  const before = await mainThread(process)
  await send(process.port, TURN)
  return (await mainThread(process)) - before
}

type Figures = readonly [without: number, with_: number]

/** The means of one pair of new processes: whatever a process does now and then, such as collecting garbage, counts. */
async function measurePair(
  open: (manifest: object) => Promise<BenchProcess>,
  [without, with_]: readonly [object, object],
  isTurned: boolean,
): Promise<Figures> {
  const first = await open(isTurned ? with_ : without)
  const second = await open(isTurned ? without : with_)
  for (const { child } of [first, second]) pin(child.pid, 0)
  await Promise.all([first, second].map(({ port }) => send(port, WARM_UP)))
  const sums: [number, number] = [0, 0]
  for (let turn = 0; turn < turns; turn += 1)
    for (const which of turn % 2 === 1 ? ([1, 0] as const) : ([0, 1] as const))
      sums[which] += await measure(which === 0 ? first : second)
  for (const { child } of [first, second]) child.kill()
  const [one, other] = sums.map(sum => sum / (TURN * turns)) as [number, number]
  return isTurned ? [other, one] : [one, other]
}

/** Prints a table: each variant beside the same gateway without its changes. `plain` gives the manifest of the latter anew. */
export async function compareGateways(plain: () => object, variants: GatewayVariants): Promise<void> {
  const upstream = await start('upstream.ts')
  for (const { pid } of [process, upstream.child]) pin(pid, 1)
  const origin = `http://127.0.0.1:${upstream.port}`
  const open = async (manifest: object): Promise<BenchProcess> =>
    await start('gateway.ts', origin, JSON.stringify(manifest))
  console.log(
    '| changed | without against with, CPU of the main thread | us without | us with |\n|---|---|---|---|',
  )
  for (const [name, changes] of variants.filter(([each]) => each.includes(values.only))) {
    const figures: Figures[] = []
    for (let pair = 0; pair < pairs; pair += 1)
      figures.push(await measurePair(open, [plain(), { ...plain(), ...changes }], pair % 2 === 1))
    const ratios = figures.map(([without, with_]) => without / with_)
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
    const [without, with_] = [0, 1].map(at => median(figures.map(each => each[at] ?? 0)).toFixed(0))
    console.log(`| ${name} | ${median(ratios).toFixed(2)} (${range}) | ${without} | ${with_} |`)
  }
  console.log(`\n${rate} requests/s, ${pairs} pairs, each ${turns} turns of ${TURN}.`)
  upstream.child.kill()
}
