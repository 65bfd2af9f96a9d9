// A store that is away: operators see it in the metrics and in the log, also that it is back.
import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { StoreError } from '../../runtime/control/core/store-error.ts'
import { serveStore } from '../../runtime/process/follow-store.ts'
import { nodePorts } from '../../runtime/process/node-ports.ts'
import { openAccess } from '../../runtime/process/open-access.ts'
import { openResourceStore } from '../../runtime/stores/resources/open-resource-store.ts'
import { createMetrics } from '../../runtime/telemetry/metrics.ts'
import { BUCKET, KEYS, REGION, type StorageFault, startObjectStorage } from '../support/object-storage.ts'
import { until } from '../support/until.ts'
import { virtualClock } from '../support/virtual-clock.ts'
import { bundleWith, newStore, push } from './control/releases/release-harness.ts'

const AWAY = 'portolan_service_available{service="store"} 0'
const BACK = 'portolan_service_available{service="store"} 1'

it('saved resources: the metrics say that the store is away, and that it is back', async () => {
  const metrics = createMetrics()
  const clock = virtualClock()
  const own = await newStore()
  let away = false
  const store = {
    ...own,
    revision: () => (away ? Promise.reject(new StoreError('unavailable', 'It is away.')) : own.revision()),
  }
  const opened = await openAccess(bundleWith({}).gateway, {
    folder: '.',
    environment: {},
    ports: { ...nodePorts(), clock },
    store,
    onEvent: metrics.notice,
    writeLog: () => {},
  })
  if (!('stop' in opened)) throw new Error(opened.join('\n'))
  onTestFinished(opened.stop)
  away = true
  await clock.advance(1_000)
  expect(metrics.text()).toContain(AWAY)
  away = false
  await opened.replica?.look()
  expect(metrics.text()).toContain(BACK)
})

it('releases alone: a runtime that follows a label says so too', async () => {
  const storage = await startObjectStorage()
  onTestFinished(storage.stop)
  const address = `s3:${BUCKET}/${randomUUID()}?region=${REGION}&endpoint=${storage.endpoint}`
  const place = { folder: '.', environment: KEYS, clock: nodePorts().clock }
  const store = await openResourceStore(address, place)
  await push(store, bundleWith({ chat: 'echo' }, [], { telemetry: { metrics: true }, listen: { port: 0 } }))
  await store.close()
  const lines: string[] = []
  const runtime = await serveStore({
    ...place,
    store: address,
    project: 'main',
    label: 'live',
    trusted: [],
    writeLog: () => {},
    logTo: { write: text => void lines.push(text.toString()) === undefined, once: () => process.stdout },
  })
  if (!('stop' in runtime)) throw new Error(runtime.join('\n'))
  onTestFinished(runtime.stop)
  const counts = async (): Promise<string> =>
    await (await fetch(`http://127.0.0.1:${runtime.port}/metrics`)).text()
  // Ten: others read it too, and each tries five times.
  storage.fail(/^GET .*head/, ...Array<StorageFault>(10).fill('slow-down'))
  await until(async () => (await counts()).includes(AWAY))
  await until(async () => (await counts()).includes(BACK))
  await until(() => lines.join('').includes('is available again.","service":"store"'))
})
