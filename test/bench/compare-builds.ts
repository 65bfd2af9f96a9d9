// Compares builds of the gateway with the bare forwarder: the CPU time of the thread that serves a request, by turns of 250
// requests, in several rounds of new processes. Checkouts are named by their folders, the forwarder by `bare`; a manifest goes
// after an `@`: node test/bench/compare-builds.ts bare ../before . '.@{"telemetry":{"log":"none"}}'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { API_KEY } from './bench-bundle.ts'
import { type BenchProcess, mainThread, median, pin, start } from './bench-process.ts'
import { load, requestBytes } from './load.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '6' },
    turns: { type: 'string', default: '60' },
    /** A config of the bench, and the size of the request in bytes. */
    config: { type: 'string', default: 'whole' },
    size: { type: 'string', default: '900' },
  },
})
const builds = positionals.length === 0 ? ['bare', '.'] : positionals
const rounds = Number(values.rounds)
const turns = Number(values.turns)
const CONNECTIONS = 64
/** Requests of one turn. */
const TURN = 250
/** Seconds of load before the turns, and at most for one. */
const WARM_UP = 4
const LONGEST_TURN = 5

const body = JSON.stringify({
  model: 'anthropic.bench-model',
  messages: [{ role: 'user', content: 'word '.repeat(Number(values.size) / 5) }],
})
const request = requestBytes(
  '/v1/chat/completions',
  [`x-gateway-api-key: ${API_KEY}`, `x-gateway-config: ${values.config}`],
  body,
)

const upstream = await start('upstream.ts')
for (const { pid } of [process, upstream.child]) pin(pid, 1)
const origin = `http://127.0.0.1:${upstream.port}`

async function open(build: string): Promise<BenchProcess> {
  const [folder = '.', manifest = '{}'] = build.split(/@(.*)/s)
  const opened =
    folder === 'bare'
      ? await start('bare.ts', origin)
      : await start(pathToFileURL(resolve(folder, 'test/bench/gateway.ts')), origin, manifest)
  // Its main thread alone: a store has another thread.
  pin(opened.child.pid, 0)
  return opened
}

/** Microseconds of CPU of the main thread for each request of one turn. */
async function measure(opened: BenchProcess): Promise<number> {
  const before = await mainThread(opened)
  const { requests } = await load(opened.port, request, CONNECTIONS, LONGEST_TURN, TURN)
  return ((await mainThread(opened)) - before) / requests
}

/** The middle of the turns for each build, of new processes. */
async function measureRound(isTurned: boolean): Promise<readonly number[]> {
  const order = isTurned ? [...builds.keys()].reverse() : [...builds.keys()]
  const opened = new Map<number, BenchProcess>()
  for (const index of order) opened.set(index, await open(builds[index] ?? '.'))
  for (const each of opened.values()) await load(each.port, request, CONNECTIONS, WARM_UP)
  const times = builds.map((): number[] => [])
  for (let turn = 0; turn < turns; turn += 1)
    for (const [index, each] of opened) times[index]?.push(await measure(each))
  for (const { child } of opened.values()) child.kill()
  return times.map(median)
}

const measured: (readonly number[])[] = []
for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(round % 2 === 1))
console.log('| build | us of the main thread | against the first |\n|---|---|---|')
for (const [index, build] of builds.entries()) {
  const ratios = measured.map(times => (times[index] ?? 0) / (times[0] ?? 1))
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  const middle = median(measured.map(times => times[index] ?? 0)).toFixed(0)
  console.log(`| ${build} | ${middle} | ${median(ratios).toFixed(2)} (${range}) |`)
}
console.log(`\n${rounds} rounds of new processes, each ${turns} turns of ${TURN}.`)
upstream.child.kill()
