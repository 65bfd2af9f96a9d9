// Clients and agents of both versions of the official SDK, by both bindings, through the gateway.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  connectLegacyClient,
  connectModernClient,
  type TestAgentClient,
} from '../../support/agents/agent-clients.ts'
import { runLegacyAgent } from '../../support/agents/legacy-agent.ts'
import { runModernAgent } from '../../support/agents/modern-agent.ts'
import { type TestAgent, WAIT } from '../../support/agents/test-agent.ts'
import { closeAll, later } from '../../support/local-servers.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'
import { freePort } from '../../support/test-redis.ts'

let gateway: RunningGateway
const agents: { modern?: TestAgent; legacy?: TestAgent } = {}
beforeAll(async () => {
  agents.modern = await runModernAgent()
  agents.legacy = await runLegacyAgent()
  const port = await freePort()
  gateway = await runGateway(
    {
      listen: { port },
      public_url: `http://127.0.0.1:${port}`,
      trusted_hosts: ['127.0.0.1'],
      agents: {
        modern: { card_url: agents.modern.cardUrl, headers: { authorization: 'Bearer ${env:TOKEN}' } },
        legacy: { card_url: agents.legacy.cardUrl, headers: { authorization: 'Bearer ${env:TOKEN}' } },
      },
    },
    {},
    { TOKEN: 'of-the-gateway' },
  )
  later(gateway.stop)
})
afterAll(closeAll)

const CELLS = [
  ['1.0', 'JSONRPC', 'modern', connectModernClient],
  ['1.0', 'HTTP+JSON', 'modern', connectModernClient],
  ['0.3', 'JSONRPC', 'legacy', connectLegacyClient],
  ['0.3', 'HTTP+JSON', 'legacy', connectLegacyClient],
] as const

describe.each(CELLS)('version %s by %s', (version, binding, slug, connect) => {
  let client: TestAgentClient
  beforeAll(async () => {
    client = await connect(`http://127.0.0.1:${gateway.port}/agents/${slug}`, binding)
  })

  it('sends a message and gets the task', async () => {
    const sent = await client.send('hello')
    expect(sent).toMatchObject({ state: 'completed', text: 'echo: hello' })
    expect(await client.task(sent.id)).toMatchObject({ id: sent.id, state: 'completed' })
  })

  it('streams', async () => {
    expect(await client.stream('piece by piece')).toEqual(['echo: ', 'piece by piece'])
  })

  it('cancels a task', async () => {
    const running = await client.send(WAIT, { returnImmediately: true })
    expect(running.state).toBe('working')
    expect((await client.cancel(running.id)).state).toBe('canceled')
  })

  it("gets the agent's errors", async () => {
    await expect(client.task('no-such-task')).rejects.toThrow(/not found/i)
  })

  it('logs one record for each request', async () => {
    const lines = (await gateway.log()).map(({ agent }) => agent)
    for (const method of ['SendMessage', 'SendStreamingMessage', 'GetTask', 'CancelTask'])
      expect(lines).toContainEqual({ slug, method, version, binding })
  })

  it('the agent gets the credential of the gateway, and none of the client', () => {
    const { requests } = agents[slug]?.seen ?? { requests: [] }
    expect(new Set(requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer of-the-gateway']),
    )
  })
})
