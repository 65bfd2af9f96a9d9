// `--workers 2`: threads that serve one port count, cache and break together, are replaced when one of them ends, and obey signals as
// one process does.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portolan } from '../support/command.ts'
import { makeFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { type GatewayProcess, portOf, startProcess } from './gateway-process.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

/** Says which thread evaluates it, or ends that thread by an exception that nothing catches. */
const CHECK = `import { threadId } from 'node:worker_threads'
import { defineCheck } from 'portolan'
export default defineCheck({
  schema: { title: 'Thread', description: 'Names the thread.', properties: {} },
  link: () => ({ texts }) => {
    if (texts.join('').includes('end')) setTimeout(() => process.exit(3), 0)
    if (texts.join('').includes('throw')) setTimeout(() => { throw new TypeError('secret words') }, 0)
    return { passed: false, reason: 'thread ' + threadId }
  },
})
`
const FILES = {
  'gateway.yaml': `providers:
  mock: { provider: mock }
checks:
  acme.thread: ./checks/thread.ts
telemetry: { metrics: true }
policies:
  rate_limits:
    - { name: ten, type: requests, unit: rph, value: 10, conditions: [{ key: config, value: limited }] }
`,
  'checks/thread.ts': CHECK,
  'configs/thread.yaml':
    'provider: "@mock"\ninput_guardrails: [{ id: thread, deny: true, acme.thread: {} }]\n',
  'configs/limited.yaml': 'provider: "@mock"\n',
  'configs/cached.yaml': 'provider: "@mock"\ncache: { mode: simple }\n',
  'configs/breaking.yaml':
    'strategy: { mode: single }\ntargets:\n  - provider: "@mock"\n    cb_config: { failure_threshold: 2, cooldown_interval: 60000, failure_status_codes: [503] }\n',
}

const ask = (
  config: string,
  model: string,
  content: string,
  more: object = {},
  head: readonly string[] = [],
) =>
  rawRequest(
    'POST',
    '/v1/chat/completions',
    ['content-type: application/json', `x-gateway-config: ${config}`, ...head],
    JSON.stringify({ model, messages: [{ role: 'user', content }], ...more }),
  )
const CLOSE = ['connection: close']
const LOST_CALL = {
  status: 500,
  error: 'internal',
  message: 'The worker that answered the call has ended (exit code 3).',
  path: '/v1/chat/completions',
  endpoint: 'chat/completions',
  id: expect.stringMatching(/^[0-9a-f]{32}$/),
}
const get = (path: string): string => rawRequest('GET', path, CLOSE)
const statusOf = (reply: string): string => reply.slice(9, 12)
const times = <T>(count: number, action: (index: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => action(index)))
const threadOf = (reply: string): string | undefined => /thread (\d+)/.exec(reply)?.[1]

describe('two workers', { timeout: 120_000 }, () => {
  let folder: string
  let running: GatewayProcess
  let port: number
  beforeAll(async () => {
    folder = makeFolder(FILES)
    const { code, out, complaints } = await portolan(['compile'], folder)
    if (code !== 0) throw new Error(out + complaints)
    running = startProcess([join(folder, 'gateway.plan.json'), '--port', '0', '--workers', '2'])
    port = await portOf(running)
  }, 120_000)
  afterAll(() => {
    running?.child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const metric = async (name: string): Promise<number> => {
    const text = await exchangeRaw(port, get('/metrics'))
    const lines = text.split('\n').filter(line => line.startsWith(name))
    return lines.reduce((sum, line) => sum + Number(line.trim().split(' ').at(-1)), 0)
  }
  /** The threads that serve, seen from many connections. */
  const threads = async (): Promise<ReadonlySet<string | undefined>> =>
    new Set(
      await times(40, async () => threadOf(await exchangeRaw(port, ask('thread', 'echo', 'who', {}, CLOSE)))),
    )
  /** An open connection to another thread than the one that is named. */
  const connectionTo = async (isWanted: (thread: string) => boolean) => {
    for (;;) {
      const connection = await openRaw(port)
      connection.socket.write(ask('thread', 'echo', 'who'))
      await until(() => threadOf(connection.text()) !== undefined)
      const thread = threadOf(connection.text()) ?? ''
      if (isWanted(thread)) return { ...connection, thread }
      connection.socket.destroy()
    }
  }

  it('serve the connections of one port', async () => {
    expect((await threads()).size).toBe(2)
  })

  it('admit no more than a limit together', async () => {
    const replies = await times(40, () => exchangeRaw(port, ask('limited', 'echo', 'Hello', {}, CLOSE)))
    const statuses = replies.map(statusOf)
    expect([
      statuses.filter(each => each === '200').length,
      statuses.filter(each => each === '429').length,
    ]).toEqual([10, 30])
  })

  it('add their metrics up', async () => {
    expect(await metric('portolan_requests_total{config="limited",status="200"}')).toBe(10)
    expect(await metric('portolan_request_seconds_count{config="limited"}')).toBe(40)
    expect(await metric('portolan_limit_refusals_total{limit="ten"}')).toBe(30)
    const idle = await times(20, () => openRaw(port))
    // With the connection of the scrape itself.
    await until(async () => (await metric('portolan_worker_connections{')) === 21)
    for (const { socket } of idle) socket.destroy()
  })

  it('break a circuit together', async () => {
    for (let failures = 0; failures < 2; failures += 1)
      expect(statusOf(await exchangeRaw(port, ask('breaking', 'status-503', 'Hello', {}, CLOSE)))).toBe('503')
    const replies = await times(20, () => exchangeRaw(port, ask('breaking', 'echo', 'Hello', {}, CLOSE)))
    expect(replies.filter(reply => reply.includes('circuit_open'))).toHaveLength(20)
    expect(await metric('portolan_circuit_open{')).toBe(1)
    expect(await metric('portolan_circuit_changes_total{')).toBe(1)
  })

  it('share the cache, and the call that fills it', async () => {
    const before = await metric('portolan_attempts_total{provider="mock",status="200"}')
    const replies = await times(20, () => exchangeRaw(port, ask('cached', 'delay-500', 'Once', {}, CLOSE)))
    expect(new Set(replies.map(statusOf))).toEqual(new Set(['200']))
    expect((await metric('portolan_attempts_total{provider="mock",status="200"}')) - before).toBe(1)
    const later = await times(20, () => exchangeRaw(port, ask('cached', 'delay-500', 'Once', {}, CLOSE)))
    expect(later.filter(reply => /x-gateway-cache-status: HIT/i.test(reply))).toHaveLength(20)
  })

  it('log and count a bug that no request waits for, and none ends', async () => {
    const before = await threads()
    expect(statusOf(await exchangeRaw(port, ask('thread', 'echo', 'throw', {}, CLOSE)))).toBe('446')
    await until(async () => (await metric('portolan_bugs_total')) === 1)
    await until(() => running.stdout().includes('TypeError'))
    expect(running.stderr() + running.stdout()).not.toContain('secret words')
    expect(await threads()).toEqual(before)
    expect(await metric('portolan_worker_replacements_total')).toBe(0)
  })

  it('replace one that ends, and the others serve on', async () => {
    const lost = await connectionTo(() => true)
    const safe = await connectionTo(thread => thread !== lost.thread)
    const ending = await connectionTo(thread => thread === lost.thread)
    for (const { socket, thread } of [lost, safe]) {
      const head = [`x-gateway-trace-id: call-${thread}`]
      socket.write(ask('cached', 'slow-200', `one two ${thread}`, { stream: true }, head))
    }
    await until(() => lost.text().includes('"one') && safe.text().includes('"one'))
    ending.socket.write(ask('thread', 'echo', 'end'))
    await until(() => lost.socket.closed)
    await until(() => safe.text().includes('data: [DONE]'))
    await until(() => running.stdout().includes('is serving again'), 60_000)
    expect(running.stderr()).toMatch(/Worker \d has ended \(exit code 3\) and is being replaced\./)
    const now = await threads()
    expect([now.size, now.has(lost.thread), now.has(safe.thread)]).toEqual([2, false, true])
    expect(await metric('portolan_worker_replacements_total')).toBe(1)
    // What was counted goes on, and nothing that the worker had counted is lost with it.
    expect(statusOf(await exchangeRaw(port, ask('limited', 'echo', 'Hello', {}, CLOSE)))).toBe('429')
    expect(await metric('portolan_request_seconds_count{config="limited"}')).toBe(41)
    // The calls that it was answering have records; it takes those of its last milliseconds with it.
    const left = running
      .stdout()
      .split('\n')
      .filter(line => line.includes(`"trace":"call-${lost.thread}"`))
    expect(left.map(line => JSON.parse(line))).toEqual([expect.objectContaining(LOST_CALL)])
    await until(() => running.stdout().split('"config":"limited"').length === 42)
  })

  it('make the call that fills the cache where the worker that made it ends', async () => {
    const leading = await connectionTo(() => true)
    const ending = await connectionTo(thread => thread === leading.thread)
    const waiting = await connectionTo(thread => thread !== leading.thread)
    const inFlight = (): Promise<number> => metric('portolan_requests_in_flight')
    leading.socket.write(ask('cached', 'delay-2000', 'Taken over'))
    await until(async () => (await inFlight()) === 1)
    waiting.socket.write(ask('cached', 'delay-2000', 'Taken over'))
    await until(async () => (await inFlight()) === 2)
    ending.socket.write(ask('thread', 'echo', 'end'))
    await until(() => leading.socket.closed)
    expect(leading.text()).not.toContain('HTTP/1.1 200')
    await until(() => waiting.text().includes('HTTP/1.1 200'))
    await until(async () => (await metric('portolan_worker_replacements_total')) === 2, 60_000)
    const later = await exchangeRaw(port, ask('cached', 'delay-2000', 'Taken over', {}, CLOSE))
    expect(later).toMatch(/x-gateway-cache-status: HIT/i)
  })

  it('reload a plan together, and keep it where the next one is rejected', async () => {
    const path = join(folder, 'gateway.plan.json')
    const before = readFileSync(path, 'utf8')
    writeFileSync(join(folder, 'configs/cached.yaml'), 'provider: "@mock"\n')
    expect((await portolan(['compile'], folder)).code).toBe(0)
    const { digest } = JSON.parse(readFileSync(path, 'utf8')) as { digest: string }
    running.child.kill('SIGHUP')
    await until(() => running.stderr().includes(`Plan ${digest.slice(0, 12)} is now in use.`), 60_000)
    const plans = async (): Promise<ReadonlySet<string | undefined>> =>
      new Set(
        await times(40, async () => {
          const reply = await exchangeRaw(port, get('/readyz'))
          return /"plan":"(\w+)"/.exec(reply)?.[1]
        }),
      )
    expect([...(await plans())]).toEqual([digest.slice(0, 12)])
    writeFileSync(path, before.slice(1))
    running.child.kill('SIGHUP')
    await until(() => running.stderr().includes('The running plan stays in use.'))
    expect([...(await plans())]).toEqual([digest.slice(0, 12)])
  })

  it('complete requests in flight at SIGTERM, with one line of the log for each request', async () => {
    const first = await connectionTo(() => true)
    const second = await connectionTo(thread => thread !== first.thread)
    for (const { socket } of [first, second])
      socket.write(ask('cached', 'slow-200', 'four five six', { stream: true }))
    await until(() => first.text().includes('"four') && second.text().includes('"four'))
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    for (const { text } of [first, second]) expect(text()).toMatch(/six.*data: \[DONE\]/s)
    const lines = running
      .stdout()
      .trim()
      .split('\n')
      .map(
        line => JSON.parse(line) as { config?: string; status?: number; worker?: number; message?: string },
      )
    expect(lines.filter(line => line.config === 'limited')).toHaveLength(41)
    expect(lines.filter(line => line.worker !== undefined)).toHaveLength(4)
    expect(lines.filter(line => line.message?.startsWith('Circuit opened') === true)).toHaveLength(1)
  })
})
