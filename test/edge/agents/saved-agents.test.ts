// Agents that were saved by API: clients and agents of both versions of the official SDK, by both bindings, and what holds for agents of
// the manifest holds for them.
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  connectLegacyClient,
  connectModernClient,
  type TestAgentClient,
} from '../../support/agents/agent-clients.ts'
import { runLegacyAgent } from '../../support/agents/legacy-agent.ts'
import { runModernAgent } from '../../support/agents/modern-agent.ts'
import {
  newStore,
  runSavingGateway,
  type SavingGateway,
  saveAgent,
} from '../../support/agents/saved-agents.ts'
import { callRpc, messageOf, runScriptedAgent } from '../../support/agents/scripted-agent.ts'
import { type TestAgent, WAIT } from '../../support/agents/test-agent.ts'
import { closeAll } from '../../support/local-servers.ts'
import { until } from '../../support/until.ts'

const AUTHORIZATION = { headers: { Authorization: 'Bearer of-the-gateway-0123' } }
const CARD = '/.well-known/agent-card.json'
const hello = messageOf('hello')

describe('clients of the SDK', () => {
  let gateway: SavingGateway
  const agents: { modern?: TestAgent; legacy?: TestAgent } = {}
  beforeAll(async () => {
    agents.modern = await runModernAgent()
    agents.legacy = await runLegacyAgent()
    gateway = await runSavingGateway(newStore())
    for (const name of ['modern', 'legacy'] as const) {
      const saved = await saveAgent(gateway, name, agents[name]?.cardUrl ?? '', AUTHORIZATION)
      expect(saved.map(({ status }) => status)).toEqual([200, 200])
      expect(JSON.stringify(saved)).not.toContain('of-the-gateway')
    }
  })
  afterAll(closeAll)

  const CELLS = [
    ['1.0', 'JSONRPC', 'modern', connectModernClient],
    ['1.0', 'HTTP+JSON', 'modern', connectModernClient],
    ['0.3', 'JSONRPC', 'legacy', connectLegacyClient],
    ['0.3', 'HTTP+JSON', 'legacy', connectLegacyClient],
  ] as const

  describe.each(CELLS)('of version %s by %s', (version, binding, slug, connect) => {
    let client: TestAgentClient
    beforeAll(async () => {
      client = await connect(gateway.agentUrl(slug), binding)
    })

    it('send, stream, read and cancel', async () => {
      const sent = await client.send('hello')
      expect(sent).toMatchObject({ state: 'completed', text: 'echo: hello' })
      expect(await client.task(sent.id)).toMatchObject({ id: sent.id, state: 'completed' })
      expect(await client.stream('piece by piece')).toEqual(['echo: ', 'piece by piece'])
      const running = await client.send(WAIT, { returnImmediately: true })
      expect((await client.cancel(running.id)).state).toBe('canceled')
    })

    it('have a record of each request', async () => {
      const lines = (await gateway.log()).map(({ agent }) => agent)
      for (const method of ['SendMessage', 'SendStreamingMessage', 'GetTask', 'CancelTask'])
        expect(lines).toContainEqual({ slug, method, version, binding })
    })

    it('leave the credential to the gateway', () => {
      const { requests } = agents[slug]?.seen ?? { requests: [] }
      expect(new Set(requests.map(({ headers }) => headers.authorization))).toEqual(
        new Set(['Bearer of-the-gateway-0123']),
      )
    })
  })
})

describe('an agent of the store', () => {
  afterEach(closeAll)
  const hash = (id: string) => `sha256:${createHash('sha256').update(id).digest('hex')}`

  it('is called under the guardrails and limits of the gateway', async () => {
    const agent = await runScriptedAgent()
    const gateway = await runSavingGateway(newStore(), {
      guardrails: {
        words: {
          deny: true,
          checks: [{ id: 'default.contains', parameters: { operator: 'none', words: ['forbidden'] } }],
        },
      },
      input_guardrails: ['words'],
      policies: {
        rate_limits: [
          {
            name: 'few',
            type: 'requests',
            unit: 'rpm',
            value: 2,
            conditions: [{ key: 'agent', value: 'echo' }],
          },
        ],
      },
    })
    await saveAgent(gateway, 'Echo', agent.cardUrl)
    const url = gateway.agentUrl('echo')
    const say = async (text: string) => (await callRpc(url, 'SendMessage', messageOf(text))).status
    expect([await say('hello'), await say('forbidden'), await say('hello')]).toEqual([200, 446, 429])
  })

  it('is for its workspace alone, for keys that are not kept to agents of the manifest, and behind the manifest', async () => {
    const [ofStore, ofManifest] = [await runScriptedAgent(), await runModernAgent()]
    const scopes = [
      'agents.invoke',
      ...['create', 'list'].flatMap(verb => [
        `workspace_agent_integrations.${verb}`,
        `agent_servers.${verb}`,
      ]),
    ]
    const key = (id: string, workspace: string, more: object = {}) => ({
      id,
      workspace,
      scopes,
      hash: hash(id),
      ...more,
    })
    const store = newStore()
    const manifest = {
      trusted_hosts: ['127.0.0.1'],
      api_keys: [key('a', 'lab'), key('b', 'shop'), key('narrow', 'lab', { agents: ['fixed'] })],
      agents: { fixed: { card_url: ofManifest.cardUrl } },
    }
    const gateway = await runSavingGateway(store, manifest)
    const body = { name: 'Echo', card_url: ofStore.cardUrl }
    expect((await gateway.send('POST', '/agent-integrations', body, 'a')).status).toBe(200)
    const server = { name: 'Echo', agent_integration_id: 'echo' }
    expect((await gateway.send('POST', '/agent-servers', server, 'b')).status).toBe(404)
    expect((await gateway.send('POST', '/agent-servers', server, 'a')).status).toBe(200)
    const taken = await gateway.send('POST', '/agent-servers', { ...server, slug: 'fixed' }, 'a')
    expect([taken.status, taken.body.error.message]).toEqual([
      409,
      'The agent server "fixed" exists already.',
    ])
    expect((await gateway.send('GET', '/agent-servers', undefined, 'a')).body.data).toMatchObject([
      { slug: 'fixed', owner: 'git' },
      { slug: 'echo', owner: 'api', url: gateway.agentUrl('echo') },
    ])
    expect((await gateway.send('GET', '/agent-servers', undefined, 'b')).body.total).toBe(1)
    const call = async (id: string, from = gateway) =>
      (
        await callRpc(from.agentUrl('echo'), 'SendMessage', hello, {
          'a2a-version': '1.0',
          'x-gateway-api-key': id,
        })
      ).status
    expect([await call('a'), await call('b'), await call('narrow')]).toEqual([200, 404, 404])
    // A release that defines the name later.
    const later = await runSavingGateway(store, {
      ...manifest,
      agents: { ...manifest.agents, echo: { card_url: ofManifest.cardUrl } },
    })
    const before = ofStore.seen.requests.length
    expect(await call('b', later)).toBe(200)
    expect([ofManifest.seen.texts.at(-1), ofStore.seen.requests.length]).toEqual(['hello', before])
  })

  it('is found and lost within two seconds by every runtime of the store', async () => {
    const agent = await runModernAgent()
    const store = newStore()
    const [first, second] = [await runSavingGateway(store), await runSavingGateway(store)]
    const status = async (gateway: SavingGateway) =>
      (await callRpc(gateway.agentUrl('echo'), 'SendMessage', hello)).status
    const becomes = (wanted: number): Promise<void> =>
      until(async () => (await status(second)) === wanted, 2_000)
    expect(await status(second)).toBe(404)
    await saveAgent(first, 'Echo', agent.cardUrl)
    expect(await status(first)).toBe(200)
    await becomes(200)
    const off = { workspaces: [{ id: 'default', enabled: false }] }
    expect((await first.send('PUT', '/agent-integrations/echo/workspaces', off)).status).toBe(200)
    expect(await status(first)).toBe(404)
    await becomes(404)
    off.workspaces = [{ id: 'default', enabled: true }]
    await first.send('PUT', '/agent-integrations/echo/workspaces', off)
    await becomes(200)
    expect((await first.send('DELETE', '/agent-servers/echo')).status).toBe(200)
    expect(await status(first)).toBe(404)
    await becomes(404)
  })

  it('has its card fetched once, and again when its integration has changed', async () => {
    const agent = await runScriptedAgent()
    const gateway = await runSavingGateway(newStore())
    await saveAgent(gateway, 'Echo', agent.cardUrl)
    const cards = () => agent.seen.requests.filter(({ path }) => path.startsWith('/.well-known/')).length
    const read = async () => await (await fetch(`${gateway.agentUrl('echo')}${CARD}?A2A-Version=1.0`)).json()
    expect(await read()).toMatchObject({ supportedInterfaces: [{ url: gateway.agentUrl('echo') }, {}] })
    await read()
    await callRpc(gateway.agentUrl('echo'), 'SendMessage', hello)
    expect(cards()).toBe(1)
    // Another one leaves it as it is.
    await saveAgent(gateway, 'Other', agent.cardUrl)
    await read()
    expect(cards()).toBe(1)
    await gateway.send('PUT', '/agent-integrations/echo', { versions: ['0.3'] })
    expect(await read()).toMatchObject({ error: { message: expect.stringMatching(/names no interface/) } })
    expect(cards()).toBe(2)
  })
})

describe('hosts', () => {
  afterEach(closeAll)

  it('are those of callers: private ones are refused unless the manifest opens them, also when they are connected to', async () => {
    const agent = await runScriptedAgent()
    const store = newStore()
    const open = await runSavingGateway(store)
    await saveAgent(open, 'Echo', agent.cardUrl)
    expect((await callRpc(open.agentUrl('echo'), 'SendMessage', hello)).status).toBe(200)
    const closed = await runSavingGateway(store, { caller_hosts: [], trusted_hosts: ['127.0.0.1'] })
    const refused = await closed.send('POST', '/agent-integrations', {
      workspace_id: 'default',
      name: 'Two',
      card_url: agent.cardUrl,
    })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'blocked_host'])
    const before = agent.seen.requests.length
    const called = await callRpc(closed.agentUrl('echo'), 'SendMessage', hello)
    expect([called.status, called.body.error?.message]).toEqual([
      400,
      expect.stringMatching(/private or reserved.*caller_hosts/),
    ])
    const report = await closed.send('POST', '/agent-integrations/echo/fetch-agent-card')
    expect([report.status, report.body.success, report.body.error]).toEqual([
      200,
      false,
      expect.stringMatching(/private or reserved/),
    ])
    expect(agent.seen.requests.length).toBe(before)
  })
})
