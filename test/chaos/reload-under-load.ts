// Reloads under load: two releases replace each other, and every call has its reply.
import { expect } from 'vitest'
import { runGateway } from '../support/running-gateway.ts'
import { until } from '../support/until.ts'
import { mixedBody, startLoad } from './load.ts'

const manifest = (aliases: object) => ({ providers: { mock: { provider: 'mock' } }, aliases })

/** Each reload waits until some calls were served by the release before it. */
export async function reloadUnderLoad(reloads: number): Promise<void> {
  const other = await runGateway(manifest({ second: '@mock/echo' }))
  await other.stop()
  const { runtime, bundle, port, log, stop } = await runGateway(manifest({ first: '@mock/echo' }))
  const load = startLoad({ port: () => port, clients: 4, body: mixedBody })
  for (let done = 0; done < reloads; done += 1) {
    const before = load.served()
    expect(await runtime.reload(done % 2 === 0 ? other.bundle : bundle)).toEqual([])
    await until(() => load.served() > before + 2)
  }
  await load.stop()
  const lines = (await log()).filter(line => line['path'] === '/v1/chat/completions')
  await stop()
  expect(load.lost).toEqual([])
  expect(lines.length).toBe(load.served())
  expect(lines.filter(line => line['status'] !== 200 || line['left'] !== undefined)).toEqual([])
  expect(new Set(lines.map(line => line['plan'])).size).toBe(2)
}
