// A thousand reloads, and a hundred rolling restarts: under load, no request is lost.
import { expect, it } from 'vitest'
import { type GatewayProcess, portOf, processFixture } from '../edge/gateway-process.ts'
import { until } from '../support/until.ts'
import { mixedBody, startLoad } from './load.ts'
import { reloadUnderLoad } from './reload-under-load.ts'

const { folder, start } = processFixture()
const RESTARTS = 100

it('1,000 reloads under load lose no request', async () => {
  await reloadUnderLoad(1000)
})

it(`${RESTARTS} rolling restarts under load lose no request: the replacement serves before the process that it replaces stops`, async () => {
  const plan = folder.write({
    manifest: { providers: { mock: { provider: 'mock' } }, limits: { drain_delay: 100 } },
  })
  let records = 0
  const serve = async (): Promise<{ readonly running: GatewayProcess; readonly port: number }> => {
    const running = start([plan])
    return { running, port: await portOf(running) }
  }
  let current = await serve()
  const load = startLoad({ port: () => current.port, clients: 2, body: mixedBody })
  const end = async ({ child, ended, stdout }: GatewayProcess): Promise<void> => {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    records += stdout().trim().split('\n').length
  }
  for (let done = 0; done < RESTARTS; done += 1) {
    const before = load.served()
    await until(() => load.served() > before + 2)
    const { running } = current
    current = await serve()
    await end(running)
  }
  await load.stop()
  await end(current.running)
  expect(load.lost).toEqual([])
  expect(records).toBe(load.served())
})
