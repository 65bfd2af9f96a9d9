// Connections of clients beyond `limits.client_connections` are closed at once and counted.
import { expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { CLOSE } from './hostile-fixture.ts'
import { gatewayTo, watch } from './hostile-routes/harness.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

watch()

it('Connections beyond limits.client_connections are closed at once, and counted', async () => {
  const { port } = await gatewayTo(1, { limits: { client_connections: 3 }, telemetry: { metrics: true } })
  const get = (path: string): Promise<string> => exchangeRaw(port, rawRequest('GET', path, [CLOSE]))
  const open = []
  for (let index = 0; index < 3; index += 1) {
    const connection = await openRaw(port)
    connection.socket.write(rawRequest('GET', '/healthz'))
    await until(() => connection.text().includes('"status":"ok"'))
    open.push(connection)
  }
  expect([await get('/healthz'), await get('/healthz')]).toEqual(['', ''])
  open[0]?.socket.destroy()
  await until(async () => (await get('/healthz')).startsWith('HTTP/1.1 200 '))
  const dropped = Number(/^portolan_dropped_connections_total (\d+)$/m.exec(await get('/metrics'))?.[1])
  expect(dropped).toBeGreaterThanOrEqual(2)
})
