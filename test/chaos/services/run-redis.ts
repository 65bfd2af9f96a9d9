// A gateway that has its cache, its limits, its circuit breakers and the sessions of its MCP clients in a Redis, before, during and after a fault of it.
import { later } from '../../support/local-servers.ts'
import { runLegacyUpstream } from '../../support/mcp/legacy-upstream.ts'
import { freePort, startRedis, testClient } from '../../support/test-redis.ts'
import { until } from '../../support/until.ts'
import { createMcpClient } from './mcp-client.ts'
import { LIMIT, type Probe, RECOVERY, startProbe } from './probe.ts'
import type { RedisService } from './redis-faults.ts'
import type { ServiceFault } from './service-fault.ts'
import { openWay } from './service-way.ts'

async function openRedis(port: number): Promise<RedisService & { readonly stop: () => Promise<void> }> {
  let process = await startRedis(port)
  const client = await testClient(`redis://127.0.0.1:${port}`)
  client.on('error', () => {})
  return {
    get process() {
      return process
    },
    client,
    kill: () => process.kill(),
    start: async () => {
      process = await startRedis(port)
    },
    stop: async () => {
      client.disconnect()
      await process.kill()
    },
  }
}

const SERVICES = ['cache', 'state', 'limits'] as const

/** How many of so many calls are admitted. */
async function admitted(probe: Probe, config: 'shared' | 'refusing', count: number): Promise<number> {
  let sum = 0
  for (let at = 0; at < count; at += 1) {
    let { status } = await probe.call(config)
    // On a busy machine a reply of the server may be late at any time.
    while (status === 503) ({ status } = await probe.call(config))
    sum += status === 200 ? 1 : 0
  }
  return sum
}

/** What contradicts the documents. */
export async function runRedisFault({
  begin,
  end,
  effect,
  forgets = false,
}: ServiceFault<RedisService>): Promise<readonly string[]> {
  const port = await freePort()
  const redis = await openRedis(port)
  later(redis.stop)
  const way = await openWay({ host: '127.0.0.1', port })
  later(way.stop)
  const tools = await runLegacyUpstream()
  later(tools.stop)
  const probe = await startProbe({
    state: `redis://127.0.0.1:${way.port}/0`,
    trusted_hosts: ['127.0.0.1'],
    mcp: { servers: { tools: { url: tools.url } } },
  })
  const mcp = createMcpClient(probe.gateway.port)
  const wrong: string[] = []
  const expect = (what: string, was: unknown, ...must: readonly unknown[]): void => {
    if (!must.includes(was)) wrong.push(`${what}: ${String(was)}, not ${must.join(' or ')}`)
  }
  const isAvailable = async (): Promise<boolean> =>
    (
      await Promise.all(SERVICES.map(name => probe.metric(`portolan_service_available{service="${name}"}`)))
    ).every(value => value !== 0)
  await until(async () => (await probe.call('cached')).cache === 'HIT', RECOVERY)
  let shared = 0
  let refusing = 0
  await until(async () => {
    const { status } = await probe.call('refusing')
    if (status === 200) refusing += 1
    return status === 200
  }, RECOVERY)
  shared += await admitted(probe, 'shared', 2)
  expect('admitted before', shared, 2)
  const before = await mcp.begin()
  expect('a session', await mcp.list(before), 200)

  await begin(redis, way)
  if (effect === 'away') {
    // A call notices it: those after it do not wait.
    await until(async () => {
      await probe.call('cached')
      return !(await isAvailable())
    }, RECOVERY)
    await until(async () => (await probe.call('cached')).cache === 'DISABLED', RECOVERY)
    await until(async () => (await probe.call('refusing')).code === 'limits_unavailable', RECOVERY)
    const refused = await probe.call('refusing')
    expect('a limit that refuses', `${refused.status} ${refused.code}`, '503 limits_unavailable')
    expect('its retry-after', refused.retryAfter !== undefined, true)
  }
  if (effect === 'unwritable')
    await until(async () => (await probe.call('refusing')).code === 'limits_unavailable', RECOVERY)
  const { status, cache } = await probe.call('cached')
  expect('a cached call', status, 200)
  if (effect === 'away') expect('its cache', cache, 'DISABLED')
  if (effect === 'unwritable') expect('its cache', cache, 'HIT')
  if (effect === 'empty') expect('its cache', cache, 'MISS')
  expect('a plain call', (await probe.call('plain')).status, 200)
  const meanwhile = await admitted(probe, 'shared', 2)
  shared += meanwhile
  expect('admitted meanwhile', meanwhile, 2)
  for (let failures = 0; failures < 2; failures += 1)
    expect('a failure', (await probe.call('breaking', 'status-503')).code === 'circuit_open', false)
  await until(async () => (await probe.call('breaking')).code === 'circuit_open', RECOVERY)

  // Where the session of before is lost for a time, its client begins another.
  expect('a session of before', await mcp.list(before), 200, ...(effect === 'unwritable' ? [] : [404]))
  const begun = await mcp.begin()
  expect('a session begun meanwhile', await mcp.list(begun), 200)

  await end(redis, way)
  await until(async () => {
    // Each service is asked by the calls that need it.
    for (const name of ['cached', 'breaking', 'shared'] as const) {
      const { status: found } = await probe.call(name)
      if (name === 'shared' && found === 200) shared += 1
    }
    return await isAvailable()
  }, RECOVERY)
  await until(async () => (await probe.call('cached')).cache === 'HIT', RECOVERY)
  await until(async () => {
    const { status: found } = await probe.call('refusing')
    if (found === 200) refusing += 1
    return found !== 503
  }, RECOVERY)
  shared += await admitted(probe, 'shared', LIMIT)
  refusing += await admitted(probe, 'refusing', LIMIT)
  expect('admitted in all', shared, LIMIT)
  expect('admitted in all, by a limit that refuses', refusing, LIMIT)
  expect('a circuit', (await probe.call('breaking')).code, 'circuit_open')

  await until(async () => {
    await probe.call('cached')
    return await isAvailable()
  }, RECOVERY)
  expect('a session of before, afterwards', await mcp.list(before), forgets ? 404 : 200)
  expect('a session begun meanwhile, afterwards', await mcp.list(begun), 200)
  wrong.push(...(await probe.audit()))
  const notices = (await probe.gateway.log()).filter(line => line['service'] !== undefined)
  for (const name of SERVICES) {
    const levels = notices.filter(line => line['service'] === name).map(line => line['level'])
    const isInTurns = levels.every((level, at) => level === (at % 2 === 0 ? 'warning' : 'notice'))
    if (!isInTurns || levels.length % 2 !== 0)
      wrong.push(`lines of the log about ${name}: ${levels.join(' ')}`)
  }
  await probe.gateway.stop()
  await until(() => way.open() === 0)
  return wrong
}
