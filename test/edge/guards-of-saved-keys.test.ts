// Guardrails that a key of the store names run on every call of it: of models, of MCP tools, and to agents.
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectModernClient } from '../support/agents/agent-clients.ts'
import { runModernAgent } from '../support/agents/modern-agent.ts'
import { runAgentGateway } from '../support/agents/scripted-agent.ts'
import { closeAll, later } from '../support/local-servers.ts'
import { runLegacyUpstream } from '../support/mcp/legacy-upstream.ts'
import { connectLegacy, connectModern } from '../support/mcp/test-client.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

afterEach(closeAll)

const denies = (word: string) => ({
  deny: true,
  checks: [{ id: 'default.contains', parameters: { operator: 'none', words: [word] } }],
})
const GUARDRAILS = { asked: denies('forbidden-request'), replied: denies('forbidden-reply') }
const DEFAULTS = { input_guardrails: ['asked'], output_guardrails: ['replied'] }

async function start(folder: string, guardrails: object) {
  const [agent, upstream] = [await runModernAgent(), await runLegacyUpstream()]
  later(upstream.stop)
  const gateway = await runAgentGateway({
    store: `sqlite:${join(folder, 'store.db')}`,
    providers: { mock: { provider: 'mock' } },
    mcp: { servers: { tools: { url: upstream.url } } },
    agents: { echo: { card_url: agent.cardUrl } },
    guardrails,
  })
  const send = async (method: string, path: string, body?: object, key?: string) => {
    const reply = await fetch(`${gateway.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: (await reply.json()) as { readonly [name: string]: never } }
  }
  const chat = async (key: string, content: string) =>
    await send(
      'POST',
      '/chat/completions',
      { model: '@mock/echo', messages: [{ role: 'user', content }] },
      key,
    )
  const connect = async (connectEra: typeof connectModern, key: string) => {
    const client = await connectEra(`http://127.0.0.1:${gateway.port}/mcp/tools`, {
      authorization: `Bearer ${key}`,
    })
    later(client.close)
    return client
  }
  const create = async (defaults?: object) =>
    await send('POST', '/api-keys/workspace/service', {
      name: 'app',
      workspace_id: 'default',
      scopes: ['inference', 'mcp.invoke', 'agents.invoke'],
      ...(defaults && { defaults }),
    })
  return { gateway, send, chat, connect, create }
}

it('models, tools and agents are guarded for a key with guardrails, and for no other', async () => {
  const { gateway, chat, connect, create } = await start(temporaryFolder({}), GUARDRAILS)
  const [strict, twin, free] = [await create(DEFAULTS), await create(DEFAULTS), await create()].map(
    ({ body }) => String(body['key']),
  )
  for (const key of [strict, twin] as readonly string[]) {
    for (const text of ['a forbidden-request', 'a forbidden-reply'])
      expect((await chat(key, text)).status).toBe(446)
    expect((await chat(key, 'fine')).status).toBe(200)
    for (const connectEra of [connectModern, connectLegacy]) {
      const client = await connect(connectEra, key)
      for (const text of ['a forbidden-request', 'a forbidden-reply'])
        await expect(client.call('echo', { text })).rejects.toThrow(/denied/)
      expect(await client.call('echo', { text: 'fine' })).toContain('fine')
    }
    const client = await connectModernClient(gateway.agentUrl('echo'), 'JSONRPC', key)
    for (const text of ['a forbidden-request', 'a forbidden-reply'])
      await expect(client.send(text)).rejects.toThrow(/denied/)
    expect((await client.send('fine')).text).toBe('echo: fine')
  }
  expect((await chat(free ?? '', 'a forbidden-request')).status).toBe(200)
  const client = await connect(connectModern, free ?? '')
  expect(await client.call('echo', { text: 'a forbidden-request' })).toContain('forbidden-request')
})

it('a name that is no guardrail of the manifest is refused', async () => {
  const { create } = await start(temporaryFolder({}), GUARDRAILS)
  expect(await create({ output_guardrails: ['replied', 'nothing'] })).toMatchObject({
    status: 400,
    body: {
      error: {
        param: 'defaults.output_guardrails',
        message:
          'defaults.output_guardrails names "nothing", which is not a guardrail of the manifest. Guardrails: asked, replied.',
      },
    },
  })
})

it('a key whose guardrail has left the manifest calls nothing until it names others', async () => {
  const folder = temporaryFolder({})
  const before = await start(folder, GUARDRAILS)
  const { id, key } = (await before.create(DEFAULTS)).body as { readonly [name: string]: string }
  await before.gateway.stop()
  const { send, chat, connect } = await start(folder, { replied: GUARDRAILS.replied })
  expect(await chat(key ?? '', 'fine')).toMatchObject({
    status: 403,
    body: { error: { message: expect.stringContaining('the guardrail "asked"') } },
  })
  await expect(connect(connectModern, key ?? '')).rejects.toThrow(/403|guardrail/)
  expect((await send('PUT', `/api-keys/${id}`, { name: 'renamed' })).status).toBe(200)
  expect((await send('PUT', `/api-keys/${id}`, { defaults: { input_guardrails: ['replied'] } })).status).toBe(
    200,
  )
  expect((await chat(key ?? '', 'fine')).status).toBe(200)
})
