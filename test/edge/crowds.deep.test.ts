// Crowds of clients that take and send little, in a container: idle connections, handshakes and headers without an end, sessions of HTTP/2,
// readers that stop reading. None of them ends the process, and health checks and another key are served beside each. The kernel enforces
// the size where it lets this test make a group; elsewhere it is compared. Bodies and configs are in memory-limits.gate.test.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { request as requestPlainly } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { closeAll, later } from '../support/local-servers.ts'
import { createMemoryGroup } from '../support/memory-group.ts'
import { selfSigned } from '../support/self-signed.ts'
import { until } from '../support/until.ts'
import { type GatewayProcess, planFolder, startProcess } from './gateway-process.ts'

const MIB = 1024 * 1024
const CROWD = fileURLToPath(new URL('./crowd-process.ts', import.meta.url))
/** Milliseconds that an orchestrator waits for a health check, by default. */
const HEALTH = 1000
/** While thousands of streams begin at once, which the processor limits. */
const HEALTH_OF_STREAMS = 5000
const OPENING = 240_000

const plans = planFolder()
afterAll(plans.remove)
afterEach(closeAll)

const { certificate, key } = selfSigned('crowd')
writeFileSync(plans.path('crowd.crt'), certificate)
writeFileSync(plans.path('crowd.key'), key)

/** A line of what a process writes on standard output. */
const lineOf = (child: ChildProcess): Promise<string> =>
  new Promise(resolve => child.stdout?.once('data', bytes => resolve(String(bytes).trim())))

function startCrowd(...parameters: string[]): ChildProcess {
  const child = spawn(process.execPath, [CROWD, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] })
  later(() => void child.kill('SIGKILL'))
  return child
}

/** Memory that a container counts: without files, which processes share. Undefined where the system does not report it. */
function anonymousBytes({ child }: GatewayProcess): number | undefined {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
  } catch {
    return undefined
  }
}

async function startGateway(isSecure: boolean, workers: number) {
  // As operation.md asks for.
  const megabytes = 512 + 64 * (workers - 1)
  const provider = await lineOf(startCrowd('provider'))
  const manifest = {
    listen: { port: 0, ...(isSecure && { tls: { certificate: 'crowd.crt', key: 'crowd.key' } }) },
    providers: {
      mock: { provider: 'mock' },
      main: { provider: 'openai', api_key: '${env:KEY}', custom_host: `http://127.0.0.1:${provider}/v1` },
    },
    api_keys: ['crowd', 'other'].map(id => ({ id, hash: `sha256:${hash('sha256', `${id}-key`)}` })),
    trusted_hosts: ['127.0.0.1'],
    telemetry: { log: 'none' },
  }
  const group = createMemoryGroup(megabytes * MIB)
  const running = startProcess([plans.write({ manifest }), '--workers', String(workers)], {
    environment: { KEY: 'k', MALLOC_ARENA_MAX: '1' },
    ...(group && { within: group.command }),
  })
  later(async () => {
    running.child.kill('SIGKILL')
    await running.ended
    group?.remove()
  })
  const said = (): string | undefined => /https?:\/\/\S+:(\d+)\/v1/.exec(running.stderr())?.[1]
  await until(() => said() !== undefined, 60_000)
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, anonymousBytes(running) ?? 0)
  }, 20)
  later(() => clearInterval(timer))
  return { running, port: Number(said()), limit: megabytes * MIB, peak: () => peak }
}

interface Answer {
  readonly status: number | string
  readonly milliseconds: number
}

/** On a connection of its own, as health checks are. */
const ask = (isSecure: boolean, port: number, path: string, body?: string): Promise<Answer> =>
  new Promise(resolve => {
    const began = performance.now()
    const end = (status: number | string): void =>
      resolve({ status, milliseconds: Math.round(performance.now() - began) })
    const options = {
      ...{ host: '127.0.0.1', port, path, agent: false, rejectUnauthorized: false },
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer other-key' },
    }
    const sent = (isSecure ? requestSecurely : requestPlainly)(options, response => {
      response.resume()
      response.once('end', () => end(response.statusCode ?? 0))
      response.once('error', () => end('broken'))
    })
    sent.once('error', error => end('code' in error ? String(error.code) : error.name))
    sent.end(body)
  })

const CROWDS: readonly (readonly [title: string, kind: string, count: number, isSecure: boolean])[] = [
  ['idle connections', 'idle', 16_000, false],
  ['halves of handshakes', 'handshakes', 9_500, true],
  ['idle connections with TLS', 'tls', 8_500, true],
  ['headers without an end', 'headers', 16_200, false],
  ['idle sessions of HTTP/2', 'http2', 5_000, true],
  ['readers of streams that stop reading', 'stalled', 2_000, false],
  ['readers that stop reading behind a guard of windows', 'guarded', 2_000, false],
]
const CASES = [1, 2, 4].flatMap(workers =>
  CROWDS.map(([title, kind, count, isSecure]) => ({ workers, title, kind, count, isSecure })),
)
const CALL = '{"model":"@mock/echo","messages":[{"role":"user","content":"Hello"}]}'

describe('In 512 MB, and 64 MB for each further worker', () => {
  it.each(CASES)(
    '$count $title end none of $workers worker(s): health checks and another key are served throughout',
    { timeout: OPENING + 60_000 },
    async ({ kind, count, isSecure, workers }) => {
      const { running, port, limit, peak } = await startGateway(isSecure, workers)
      expect((await ask(isSecure, port, '/v1/chat/completions', CALL)).status).toBe(200)
      const crowd = startCrowd(kind, String(port), String(count))
      let isComplete = false
      const complete = lineOf(crowd).then(() => {
        isComplete = true
      })
      const health: Answer[] = []
      const calls: Answer[] = []
      const probe = async (): Promise<void> => {
        health.push(await ask(isSecure, port, '/healthz'))
        calls.push(await ask(isSecure, port, '/v1/chat/completions', CALL))
      }
      while (!isComplete && running.child.exitCode === null && running.child.signalCode === null) {
        await probe()
        await new Promise(resolve => setTimeout(resolve, 50))
      }
      for (let after = 0; after < 10; after += 1) await probe()
      await complete
      const slowest = Math.max(...health.map(({ milliseconds }) => milliseconds))
      const refused = (answers: readonly Answer[]) =>
        answers.flatMap(({ status }) => (status === 200 ? [] : [status]))
      if (process.env['CROWD_FIGURES'] !== undefined)
        process.stderr.write(
          `${kind} ${workers}: peak ${Math.round(peak() / MIB)} MB, ${health.length} checks, slowest ${slowest} ms, slowest call ${Math.max(...calls.map(each => each.milliseconds))} ms, refused ${refused(health).length} ${refused(calls).length} ${[...new Set([...refused(health), ...refused(calls)])]}\n`,
        )
      expect([running.child.exitCode, running.child.signalCode]).toEqual([null, null])
      expect(peak()).toBeLessThan(limit)
      expect([refused(health), refused(calls)]).toEqual([[], []])
      expect(slowest).toBeLessThan(['stalled', 'guarded'].includes(kind) ? HEALTH_OF_STREAMS : HEALTH)
    },
  )
})
