// Pools that were saved by API, on real sockets: each workspace has its own, also where the slugs are the same, and members may vanish.
import { afterEach, expect, it } from 'vitest'
import { closeAll, later } from '../support/local-servers.ts'
import { type RunningGateway, runProvider } from '../support/running-gateway.ts'
import { completion } from '../support/sample-bodies.ts'
import { gatewaysOnOneStore, send } from '../support/saved-resources.ts'

afterEach(closeAll)

async function accepted(
  gateway: RunningGateway,
  method: string,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const { status, text } = await send(gateway, method, path, body)
  if (status !== 200) throw new Error(text)
  return JSON.parse(text) as Readonly<Record<string, unknown>>
}

/** A pool `both` of the integrations `a1` and `b1`, or `a2` and `b2`, and what asks it. */
async function savedPool(gateway: RunningGateway, workspace: string, number: number) {
  const spent = new Set<string>()
  const calls: string[] = []
  for (const name of ['a', 'b']) {
    const server = await runProvider((_request, response) => {
      calls.push(name)
      const [status, more, body] = spent.has(name)
        ? [429, { 'retry-after': '60' }, { error: { message: 'later' } }]
        : [200, {}, completion('Hi')]
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body))
    })
    later(server.stop)
    await accepted(gateway, 'POST', '/integrations', {
      workspace_id: workspace,
      name: `${name}${number}`,
      slug: `${name}${number}`,
      ai_provider_id: 'openai',
      key: `sk-${name}${number}-0123456789`,
      configurations: { custom_host: `${server.origin}/v1` },
    })
  }
  const members = { a: { provider: `@a${number}` }, b: { provider: `@b${number}`, tier: 2 } }
  const pool = { sticky: false, failover: { members: 0 }, members }
  await accepted(gateway, 'POST', '/providers', { workspace_id: workspace, name: 'Both', slug: 'both', pool })
  const { key } = await accepted(gateway, 'POST', '/api-keys/workspace/service', {
    name: 'app',
    workspace_id: workspace,
    scopes: ['inference'],
  })
  const ask = async (): Promise<string> => {
    const reply = await fetch(`${gateway.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${String(key)}` },
      body: JSON.stringify({ model: '@both/m', messages: [{ role: 'user', content: 'Hello' }] }),
    })
    await reply.text()
    return `${reply.status} ${reply.headers.get('x-gateway-member')}`
  }
  return { ask, calls, spent }
}

async function start(): Promise<RunningGateway> {
  const [gateway] = await gatewaysOnOneStore(1)
  if (gateway === undefined) throw new Error('There is one.')
  return gateway
}

it('two workspaces with pools of the same slug share no member and no rest', async () => {
  const gateway = await start()
  await accepted(gateway, 'POST', '/admin/workspaces', { name: 'Second', slug: 'second' })
  const one = await savedPool(gateway, 'default', 1)
  const two = await savedPool(gateway, 'second', 2)
  one.spent.add('a')
  expect([await one.ask(), await one.ask(), await two.ask()]).toEqual(['429 a', '200 b', '200 a'])
  expect([one.calls, two.calls]).toEqual([['a', 'b'], ['a']])
})

it('a member whose integration is gone, or has the model switched off, is passed over', async () => {
  const gateway = await start()
  const pool = await savedPool(gateway, 'default', 1)
  expect(await pool.ask()).toBe('200 a')
  await accepted(gateway, 'PUT', '/integrations/a1/models', { allow_all_models: false, models: [] })
  expect(await pool.ask()).toBe('200 b')
  await accepted(gateway, 'PUT', '/integrations/a1/models', { allow_all_models: true, models: [] })
  expect(await pool.ask()).toBe('200 a')
  await accepted(gateway, 'DELETE', '/integrations/a1')
  expect(await pool.ask()).toBe('200 b')
  await accepted(gateway, 'DELETE', '/integrations/b1')
  expect(await pool.ask()).toBe('400 null')
})
