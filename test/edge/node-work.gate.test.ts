// What a plain call makes Node and the kernel do, beside the bare forwarder of the bench: most of a call's time is there, and counts do
// not depend on the machine.
import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { API_KEY } from '../bench/bench-bundle.ts'
import { load, requestBytes } from '../bench/load.ts'
import { listening } from '../support/local-servers.ts'
import { completion } from '../support/sample-bodies.ts'

const bench = (file: string): string => fileURLToPath(new URL(`../bench/${file}`, import.meta.url))
const WARM = 300
const CALLS = 500
const ROUNDS = 3

const children: ChildProcess[] = []
const upstream = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const body = JSON.stringify(completion('Hi'))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
})
afterAll(() => {
  for (const child of children) child.kill()
  upstream.close()
})
const origin = `http://127.0.0.1:${await listening(upstream)}`

type Work = Readonly<Record<string, number>>

/** The first message that has a property. */
const messageWith = <T extends object>(child: ChildProcess, property: keyof T): Promise<T> =>
  new Promise((resolve, reject) => {
    const onMessage = (message: object): void => {
      if (!(property in message)) return
      child.off('message', onMessage)
      resolve(message as T)
    }
    child.on('message', onMessage)
    child.once('exit', () => reject(new Error('The process ended before it answered.')))
  })

const request = requestBytes(
  '/v1/chat/completions',
  ['x-gateway-config: whole', `x-gateway-api-key: ${API_KEY}`],
  '{"model":"gpt-4o","messages":[{"role":"user","content":"Hello"}]}',
)

/** A process of the bench with a preloaded module that reports what it counts. */
async function startCounted(file: string, preload: string, flags: readonly string[] = []) {
  const child = fork(bench(file), [origin], {
    execArgv: [...flags, '--import', new URL(`../bench/${preload}`, import.meta.url).href],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const { port } = await messageWith<{ readonly port: number }>(child, 'port')
  return { child, port }
}

/** The work of one call on a connection that is kept: the average of the round with the least, since other threads may be at work. */
async function workOf(file: string): Promise<Work> {
  const { child, port } = await startCounted(file, 'count-node-work.ts')
  const counted = (): Promise<Work> => {
    const work = messageWith<Work>(child, 'writes')
    child.send('work')
    return work
  }
  await load(port, request, 1, 60, WARM)
  const least: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await counted()
    const { requests, failures } = await load(port, request, 1, 60, CALLS)
    expect(failures).toBe(0)
    for (const [name, count] of Object.entries(await counted())) {
      const each = (count - (before[name] ?? 0)) / requests
      least[name] = Math.min(least[name] ?? each, each)
    }
  }
  return least
}

const bare = await workOf('bare.ts')
const gateway = await workOf('gateway.ts')

// What a background task of either process adds is shared among all calls.
const SLACK = 0.2

test.each([
  // The timer after which the records of calls are written together; six headers say what served the call.
  ['ticks', 'TickObject', 0],
  ['timers', 'Timeout', 1],
  ['immediates', 'Immediate', 0],
  ['header values', 'headers', 6],
  ['writes to the kernel', 'writes', 0],
])('a plain call adds to those of the bare forwarder: %s', (_title, name, most) => {
  const added = Number(((gateway[name] ?? 0) - (bare[name] ?? 0)).toFixed(3))
  expect(added).toBeLessThanOrEqual(most + SLACK)
})

test('both are counted', () => {
  for (const work of [bare, gateway])
    for (const name of ['TickObject', 'Timeout', 'headers', 'writes'])
      expect(work[name], name).toBeGreaterThanOrEqual(1)
})

// A `Set` or `Map` of what is in flight keeps all of it until the next full collection: 6 KB of each call.
test('calls that overlap leave nothing to the old space of the heap', async () => {
  const { child, port } = await startCounted('gateway.ts', 'report-old-space.ts', [
    '--max-semi-space-size=2',
    '--initial-old-space-size=512',
  ])
  const oldSpace = async (): Promise<number> => {
    const reported = messageWith<{ readonly old: number }>(child, 'old')
    child.send('old')
    return (await reported).old
  }
  const grown: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await oldSpace()
    const { requests } = await load(port, request, 16, 60, 1000)
    grown.push(((await oldSpace()) - before) / requests)
  }
  expect(grown.sort((left, right) => left - right)[1]).toBeLessThan(3000)
})
