// A gateway whose store, log store and log file are on one disk, before, during and after a fault of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLogStore } from '../../../runtime/stores/logs/open-log-store.ts'
import { later } from '../../support/local-servers.ts'
import { until } from '../../support/until.ts'
import type { Disk, DiskFault } from './disk-faults.ts'
import { LIMIT, RECOVERY, startProbe } from './probe.ts'
import { saveConfig } from './save-config.ts'
import { storedTraces } from './stored-traces.ts'

/** What contradicts the documents. */
export async function runDiskFault({ begin, refuses }: DiskFault, disk: Disk): Promise<readonly string[]> {
  const file = join(disk.folder, 'requests.jsonl')
  const address = `sqlite:${join(disk.folder, 'store.db')}`
  const probe = await startProbe({
    store: address,
    telemetry: { metrics: true, log_file: { path: file }, log_store: {} },
  })
  const wrong: string[] = []
  const expect = (what: string, was: unknown, must: unknown): void => {
    if (was !== must) wrong.push(`${what}: ${String(was)}, not ${String(must)}`)
  }
  const counts = { shared: 0, refusing: 0 }
  const ask = async (config: 'shared' | 'refusing'): Promise<void> => {
    if ((await probe.call(config)).status === 200) counts[config] += 1
  }
  expect('a write before', await saveConfig(probe.gateway, 'saved'), '200')
  expect('a saved config before', (await probe.call('saved')).status, 200)
  await ask('shared')

  const end = begin(disk)
  for (const config of ['saved', 'plain', 'cached'] as const)
    expect(`a call of ${config}`, (await probe.call(config)).status, 200)
  const write = await saveConfig(probe.gateway, 'second')
  if (refuses === true) expect('a write', write, '503 store_unavailable')
  else if (write !== '200' && write !== '503 store_unavailable') wrong.push(`a write: ${write}`)
  expect('a saved config', (await probe.call('saved')).status, 200)
  await ask('shared')
  await ask('refusing')

  await end()
  await until(
    async () => (await saveConfig(probe.gateway, `third-${probe.traces().length}`)) === '200',
    RECOVERY,
  )
  expect('a saved config afterwards', (await probe.call('saved')).status, 200)
  for (let at = 0; at < LIMIT; at += 1) {
    await ask('shared')
    await ask('refusing')
  }
  expect('admitted in all', counts.shared, LIMIT)
  expect('admitted in all, by a limit that refuses', counts.refusing, LIMIT)
  const traces = probe.traces()
  const logs = await openLogStore(address, { folder: '/' })
  later(logs.close)
  const inFile = (): readonly string[] =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map(line => String((JSON.parse(line) as { readonly trace: string }).trace))
  for (const [name, read] of [
    ['log store', () => storedTraces(logs)],
    ['log file', async () => inFile()],
  ] as const) {
    await until(async () => {
      const found = await read()
      return traces.every(trace => found.includes(trace))
    }, RECOVERY)
    const found = await read()
    for (const trace of traces) {
      const count = found.filter(each => each === trace).length
      if (count !== 1) wrong.push(`${trace} is ${count} times in the ${name}`)
    }
  }
  wrong.push(...(await probe.audit()))
  await probe.gateway.stop()
  return wrong
}
