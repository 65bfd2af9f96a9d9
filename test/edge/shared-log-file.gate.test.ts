// Four processes of one plan write one log file, under load, while each is replaced and another program rotates the file: it has one
// record of each request.
import { readdirSync, renameSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findLines } from '../support/numbered-lines.ts'
import { until } from '../support/until.ts'
import { type GatewayProcess, portOf, processFixture } from './gateway-process.ts'

const PROCESSES = 4
const { folder, start } = processFixture()

/** One request; resolves with its status, or 0 where the connection failed. */
function call(port: number, id: string, agent: Agent): Promise<number> {
  const body = JSON.stringify({ model: '@mock/echo', messages: [{ role: 'user', content: id }] })
  const headers = { 'content-type': 'application/json', 'x-gateway-trace-id': id }
  return new Promise(resolve => {
    const sent = request(
      { port, host: '127.0.0.1', method: 'POST', path: '/v1/chat/completions', headers, agent },
      response => response.resume().once('end', () => resolve(response.statusCode ?? 0)),
    )
    sent.once('error', () => resolve(0))
    sent.end(body)
  })
}

interface Load {
  /** Trace identifiers of requests with a reply. */
  readonly served: string[]
  readonly stop: () => Promise<void>
}

/** Calls one process without a break. */
function load(name: string, port: number): Load {
  const agent = new Agent({ keepAlive: true })
  const served: string[] = []
  let isStopped = false
  const loop = async (client: number): Promise<void> => {
    for (let count = 0; !isStopped; count += 1) {
      const id = `${name}-${client}-${count}`
      if ((await call(port, id, agent)) === 200) served.push(id)
    }
  }
  const loops = Promise.all([1, 2].map(loop))
  return {
    served,
    stop: async () => {
      isStopped = true
      await loops
      agent.destroy()
    },
  }
}

it('has one whole record of each request of four processes, of which each is replaced under load', async () => {
  const plan = folder.write({
    manifest: {
      providers: { mock: { provider: 'mock' } },
      telemetry: { log: 'none', log_file: { path: 'logs/requests.jsonl', max_bytes: 65_536, keep: 1000 } },
    },
  })
  const loads: Load[] = []
  const serve = async (name: string): Promise<{ process: GatewayProcess; load: Load }> => {
    const process = start([plan])
    const started = load(name, await portOf(process))
    loads.push(started)
    return { process, load: started }
  }
  const enough = (load: Load): Promise<void> => until(() => load.served.length > 40, 60_000)
  const running = await Promise.all(Array.from({ length: PROCESSES }, (_, index) => serve(`first${index}`)))
  await Promise.all(running.map(({ load }) => enough(load)))
  // A rolling restart: the replacement serves before the first one stops.
  const replaced: typeof running = []
  for (const [index, { process, load: old }] of running.entries()) {
    const next = await serve(`second${index}`)
    replaced.push(next)
    await old.stop()
    process.child.kill('SIGTERM')
    await enough(next.load)
    expect(await process.ended).toBe(0)
  }
  // As logrotate does it: moved, then SIGHUP.
  const logs = folder.path('logs')
  const moved = join(logs, 'moved.jsonl')
  renameSync(join(logs, 'requests.jsonl'), moved)
  for (const { process } of replaced) process.child.kill('SIGHUP')
  const counts = replaced.map(({ load }) => load.served.length)
  await until(
    () => replaced.every(({ load }, index) => load.served.length > (counts[index] ?? 0) + 20),
    60_000,
  )
  for (const { process, load } of replaced) {
    await load.stop()
    process.child.kill('SIGTERM')
    expect(await process.ended).toBe(0)
  }
  const { ids, broken } = findLines(logs, '.jsonl', 'trace')
  expect(broken).toEqual([])
  expect([...ids].filter(([, times]) => times !== 1)).toEqual([])
  const served = loads.flatMap(load => load.served)
  expect(served.filter(id => !ids.has(id))).toEqual([])
  expect(ids.size).toBe(served.length)
  expect(readdirSync(logs).filter(name => name.endsWith('.jsonl')).length).toBeGreaterThan(3)
})
