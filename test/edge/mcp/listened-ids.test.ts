// Notifications of changes carry the id of the client's own request: a client drops those of another. That of the gateway's request stays
// with its server.
import { afterEach, expect, it } from 'vitest'
import { closeAll, later } from '../../support/local-servers.ts'
import { runLegacyUpstream } from '../../support/mcp/legacy-upstream.ts'
import { runModernUpstream } from '../../support/mcp/modern-upstream.ts'
import { runGateway } from '../../support/running-gateway.ts'
import { until } from '../../support/until.ts'

afterEach(closeAll)

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'
const REVISION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
}
const ACCEPT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

interface Notification {
  readonly method: string
  readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> }
}

async function startServer(run: typeof runModernUpstream) {
  const upstream = await run()
  later(upstream.stop)
  const gateway = await runGateway({
    mcp: { servers: { tools: { url: upstream.url } } },
    trusted_hosts: ['127.0.0.1'],
  })
  later(gateway.stop)
  return { upstream, url: `http://127.0.0.1:${gateway.port}/mcp/tools` }
}

/** The notifications of a stream until one has the method. */
async function readTo(method: string, { body }: Response, change: () => Promise<void>) {
  const read: Notification[] = []
  const decoder = new TextDecoder()
  let text = ''
  const reader = body?.getReader()
  later(() => reader?.cancel())
  const reading = (async () => {
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
      text += decoder.decode(piece.value, { stream: true })
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: {')) read.push(JSON.parse(line.slice(6)))
      if (read.some(each => each.method === method)) return
    }
  })()
  await until(async () => {
    await change()
    return read.some(each => each.method === method)
  })
  await reading
  return read
}

it.each([
  ['modern', runModernUpstream],
  ['legacy', runLegacyUpstream],
] as const)('a modern client gets its own id from a %s server', async (_era, run) => {
  const { upstream, url } = await startServer(run)
  const reply = await fetch(url, {
    method: 'POST',
    headers: { ...ACCEPT, 'mcp-protocol-version': REVISION, 'mcp-method': 'subscriptions/listen' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 'mine-7', method: 'subscriptions/listen' },
      params: { _meta: META, notifications: { toolsListChanged: true } },
    }),
  })
  const read = await readTo('notifications/tools/list_changed', reply, async () => upstream.toolsChanged())
  expect(read.length).toBeGreaterThan(1)
  expect(read.map(({ params }) => params?._meta?.[SUBSCRIPTION])).toEqual(read.map(() => 'mine-7'))
})

it('a legacy client gets no id from a modern server', async () => {
  const { upstream, url } = await startServer(runModernUpstream)
  const post = (message: object, headers = {}) =>
    fetch(url, { method: 'POST', headers: { ...ACCEPT, ...headers }, body: JSON.stringify(message) })
  const opened = await post({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  })
  await opened.text()
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' }
  await (await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session)).text()
  const reply = await fetch(url, { headers: { ...session, accept: 'text/event-stream' } })
  const read = await readTo('notifications/tools/list_changed', reply, async () => upstream.toolsChanged())
  expect(read.filter(({ params }) => params?._meta?.[SUBSCRIPTION] !== undefined)).toEqual([])
})
