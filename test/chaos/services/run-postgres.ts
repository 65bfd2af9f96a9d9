// A gateway that has its saved configs, its limits and its log in a PostgreSQL, before, during and after a fault of it.
import { openLogStore } from '../../../runtime/stores/logs/open-log-store.ts'
import { later } from '../../support/local-servers.ts'
import type { PostgresSchemas } from '../../support/postgres-schemas.ts'
import { until } from '../../support/until.ts'
import type { PostgresService } from './postgres-faults.ts'
import { LIMIT, RECOVERY, startProbe } from './probe.ts'
import { saveConfig } from './save-config.ts'
import type { ServiceFault } from './service-fault.ts'
import { openWay } from './service-way.ts'
import { storedTraces } from './stored-traces.ts'

/** What contradicts the documents. */
export async function runPostgresFault(
  { begin, end, effect }: ServiceFault<PostgresService>,
  schemas: PostgresSchemas,
): Promise<readonly string[]> {
  const direct = schemas.create()
  const way = await openWay({ host: direct.hostname, port: Number(direct.port || 5432) })
  later(way.stop)
  const near = new URL(direct)
  near.hostname = '127.0.0.1'
  near.port = String(way.port)
  const service = { schema: direct.searchParams.get('search_path') ?? '', run: schemas.run }
  const probe = await startProbe({
    store: near.href,
    telemetry: { metrics: true, log_store: {} },
  })
  const wrong: string[] = []
  const expect = (what: string, was: unknown, must: unknown): void => {
    if (was !== must) wrong.push(`${what}: ${String(was)}, not ${String(must)}`)
  }
  const counts = { shared: 0, refusing: 0 }
  const ask = async (config: 'shared' | 'refusing'): Promise<number> => {
    const { status } = await probe.call(config)
    if (status === 200) counts[config] += 1
    return status
  }
  expect('a write before', await saveConfig(probe.gateway, 'saved'), '200')
  expect('a saved config before', (await probe.call('saved')).status, 200)
  await until(async () => (await ask('refusing')) === 200, RECOVERY)
  for (let at = 0; at < 2; at += 1) expect('a limit before', await ask('shared'), 200)

  await begin(service, way)
  if (effect !== 'brief' && effect !== 'empty') {
    await until(async () => (await ask('refusing')) === 503, RECOVERY)
    const refused = await probe.call('refusing')
    expect('a limit that refuses', `${refused.status} ${refused.code}`, '503 limits_unavailable')
    expect('its retry-after', refused.retryAfter !== undefined, true)
    expect(
      'a write',
      await saveConfig(probe.gateway, 'second'),
      effect === 'slow' ? '200' : '503 store_unavailable',
    )
  }
  expect('a saved config', (await probe.call('saved')).status, 200)
  expect('a plain call', (await probe.call('plain')).status, 200)
  for (let at = 0; at < 2; at += 1) expect('a limit', await ask('shared'), 200)

  await end(service, way)
  await until(
    async () => (await saveConfig(probe.gateway, `third-${probe.traces().length}`)) === '200',
    RECOVERY,
  )
  await until(async () => (await probe.call('saved')).status === 200, RECOVERY)
  await until(async () => (await ask('refusing')) !== 503, RECOVERY)
  for (let at = 0; at < LIMIT; at += 1) {
    await ask('shared')
    await ask('refusing')
  }
  expect('admitted in all', counts.shared, LIMIT)
  expect('admitted in all, by a limit that refuses', counts.refusing, LIMIT)
  const traces = probe.traces()
  const logs = await openLogStore(direct.href, { folder: '/' })
  later(logs.close)
  const isStored = async (): Promise<boolean> => {
    const stored = await storedTraces(logs)
    return traces.every(trace => stored.includes(trace))
  }
  await until(isStored, RECOVERY)
  const stored = await storedTraces(logs)
  for (const trace of traces) {
    const rows = stored.filter(each => each === trace).length
    if (rows !== 1) wrong.push(`${trace} has ${rows} rows`)
  }
  wrong.push(...(await probe.audit()))
  await probe.gateway.stop()
  await until(() => way.open() === 0)
  return wrong
}
