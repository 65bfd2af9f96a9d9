// Calls that arrive after a gap of the clock wait until the store has been read; nothing else does, and who leaves holds nothing open.
import { afterAll, expect, it } from 'vitest'
import { startRuntime } from '../../runtime/process/start-runtime.ts'
import { runGateway } from '../support/running-gateway.ts'
import { until } from '../support/until.ts'
import { openRaw, rawRequest } from './raw-client.ts'

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

const CALL = rawRequest(
  'POST',
  '/v1/chat/completions',
  ['content-type: application/json'],
  '{"model":"@mock/echo","messages":[{"role":"user","content":"Hi"}]}',
)
const UPGRADE = rawRequest('GET', '/v1/realtime?model=@mock/echo', [
  ...['connection: Upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'],
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
])

/** A gateway that reads its store until it is told that it has. */
async function behindGateway() {
  const { bundle, stop } = await runGateway({
    providers: { mock: { provider: 'mock' } },
    store: 'sqlite::memory:',
    telemetry: { metrics: true },
  })
  await stop()
  let reading: PromiseWithResolvers<void> | undefined
  const runtime = await startRuntime(bundle, { environment: {}, behind: () => reading?.promise })
  if (!('stop' in runtime)) throw new Error(runtime.join('\n'))
  closing.push(runtime.stop)
  const { port } = runtime
  const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return {
    port,
    fallBehind: () => {
      reading = Promise.withResolvers()
    },
    catchUp: () => {
      reading?.resolve()
      reading = undefined
    },
    inFlight: async () => Number(/^portolan_requests_in_flight (\d+)/m.exec(await metrics())?.[1]),
  }
}

it('a call waits until the store has been read, and health checks do not', async () => {
  const { port, fallBehind, catchUp, inFlight } = await behindGateway()
  fallBehind()
  const client = await openRaw(port)
  client.socket.write(CALL)
  await until(async () => (await inFlight()) === 1)
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  expect(client.text()).not.toContain('200 OK')
  catchUp()
  await until(() => client.text().includes('chat.completion'))
  await until(async () => (await inFlight()) === 0)
  client.socket.destroy()
})

it.each([
  ['a call', CALL],
  ['an upgrade', UPGRADE],
])('%s whose client leaves meanwhile is not served, and ends', async (_name, request) => {
  const { port, fallBehind, catchUp, inFlight } = await behindGateway()
  fallBehind()
  const client = await openRaw(port)
  client.socket.write(request)
  await until(async () => (await inFlight()) === 1)
  client.socket.resetAndDestroy()
  // Noticed by the gateway before it goes on: another call has arrived after that.
  const other = await openRaw(port)
  other.socket.write(CALL)
  await until(async () => (await inFlight()) === 2)
  catchUp()
  await until(() => other.text().includes('chat.completion'))
  await until(async () => (await inFlight()) === 0)
  other.socket.destroy()
})
