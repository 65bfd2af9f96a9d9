// Messages under guardrails and limits, in both directions and by streams too; and which keys call which agents.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectModernClient, type TestAgentClient } from '../../support/agents/agent-clients.ts'
import { runModernAgent } from '../../support/agents/modern-agent.ts'
import {
  type AgentGateway,
  callRpc,
  messageOf,
  runAgentGateway,
} from '../../support/agents/scripted-agent.ts'
import type { TestAgent } from '../../support/agents/test-agent.ts'
import { closeAll } from '../../support/local-servers.ts'

const denies = (words: readonly string[]) => ({
  deny: true,
  checks: [{ id: 'default.contains', parameters: { operator: 'none', words } }],
})
const key = (id: string, more: object = {}) => ({
  id,
  hash: `sha256:${createHash('sha256').update(id).digest('hex')}`,
  scopes: ['agents.invoke'],
  ...more,
})

let agent: TestAgent
let gateway: AgentGateway
beforeAll(async () => {
  agent = await runModernAgent()
  gateway = await runAgentGateway({
    agents: {
      echo: { card_url: agent.cardUrl },
      other: { card_url: agent.cardUrl, workspaces: ['lab'] },
      counted: { card_url: agent.cardUrl },
    },
    api_keys: [
      key('desk'),
      key('strict', { output_guardrails: ['replies'] }),
      key('narrow', { agents: ['counted'] }),
      key('lab', { workspace: 'lab' }),
      key('chats', { scopes: ['inference'] }),
    ],
    guardrails: {
      messages: denies(['forbidden-message']),
      replies: denies(['forbidden-reply']),
      // What has no words is denied; tasks are read without any.
      words: {
        deny: true,
        checks: [{ id: 'default.wordCount', parameters: { minWords: 1, maxWords: 100 } }],
      },
      redact: {
        checks: [{ id: 'default.regexReplace', parameters: { rule: 'card-[0-9]+', redactText: 'card-x' } }],
      },
    },
    input_guardrails: ['messages', 'redact', 'words'],
    policies: {
      rate_limits: [
        {
          name: 'few',
          type: 'requests',
          unit: 'rpm',
          value: 2,
          conditions: [{ key: 'agent', value: 'counted' }],
        },
      ],
    },
  })
})
afterAll(closeAll)

const connect = (id: string, binding: 'JSONRPC' | 'HTTP+JSON' = 'JSONRPC'): Promise<TestAgentClient> =>
  connectModernClient(gateway.agentUrl('echo'), binding, id)

describe.each(['JSONRPC', 'HTTP+JSON'] as const)('guardrails by %s', binding => {
  it('see messages', async () => {
    const client = await connect('desk', binding)
    const before = agent.seen.texts.length
    await expect(client.send('a forbidden-message')).rejects.toThrow(/denied/)
    await expect(client.stream('a forbidden-message')).rejects.toThrow(/denied/)
    expect(agent.seen.texts.length).toBe(before)
  })

  it('do not see requests without a message', async () => {
    const client = await connect('desk', binding)
    await expect(client.send('')).rejects.toThrow(/denied/)
    const { id } = await client.send('words')
    expect((await client.task(id)).state).toBe('completed')
  })

  it('rewrite messages', async () => {
    const client = await connect('desk', binding)
    expect((await client.send('card-1234')).text).toBe('echo: card-x')
    expect(await client.stream('card-1234')).toEqual(['echo: ', 'card-x'])
  })

  it('see replies, of streams and of tasks that are read later', async () => {
    const strict = await connect('strict', binding)
    await expect(strict.send('a forbidden-reply')).rejects.toThrow(/denied/)
    await expect(strict.stream('a forbidden-reply')).rejects.toThrow(/denied/)
    const { id } = await (await connect('desk', binding)).send('a forbidden-reply')
    await expect(strict.task(id)).rejects.toThrow(/denied/)
    expect((await strict.send('fine')).text).toBe('echo: fine')
    expect(await strict.stream('fine')).toEqual(['echo: ', 'fine'])
  })
})

it.each([
  ['a word that is split over two parts', { parts: [{ text: 'a forbidden-' }, { text: 'message' }] }],
  ['metadata', { parts: [{ text: 'a' }], metadata: { note: 'a forbidden-message' } }],
  ['the name of a file', { parts: [{ url: 'https://example.com/a', filename: 'forbidden-message' }] }],
  ['a file of text', { parts: [{ raw: btoa('a forbidden-message'), mediaType: 'text/plain' }] }],
  ['a name in data', { parts: [{ data: { 'a forbidden-message': 1 } }] }],
])('guardrails see %s', async (_title, parts) => {
  const message = { messageId: 'm', role: 'ROLE_USER', ...parts }
  const headers = { 'a2a-version': '1.0', authorization: 'Bearer desk' }
  const { body } = await callRpc(gateway.agentUrl('echo'), 'SendMessage', { message }, headers)
  expect(JSON.stringify(body.error)).toMatch(/denied/)
})

it('limits with the condition agent count messages to it, and nothing else', async () => {
  const url = gateway.agentUrl('counted')
  const call = (method: string, params: object) =>
    callRpc(url, method, params, { 'a2a-version': '1.0', authorization: 'Bearer desk' })
  const statuses = []
  for (const text of ['1', '2', '3']) statuses.push((await call('SendMessage', messageOf(text))).status)
  expect(statuses).toEqual([200, 200, 429])
  const refused = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0', authorization: 'Bearer desk' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: messageOf('4') }),
  })
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]/)
  expect(refused.headers.get('content-type')).toBe('application/json')
  expect((await call('ListTasks', {})).status).toBe(200)
  expect(await (await connect('desk')).send('other agents')).toMatchObject({ state: 'completed' })
  expect((await gateway.log()).some(({ limit }) => limit === 'few')).toBe(true)
})

describe('keys', () => {
  const statusOf = async (slug: string, id?: string): Promise<number> => {
    const headers = { 'a2a-version': '1.0', ...(id !== undefined && { authorization: `Bearer ${id}` }) }
    const { status, body } = await callRpc(gateway.agentUrl(slug), 'ListTasks', {}, headers)
    if (status !== 200) expect(body.error?.code).toBe(status)
    return status
  }
  it.each([
    ['without a key', 'echo', undefined, 401],
    ['with an unknown key', 'echo', 'nobody', 401],
    ['without the scope', 'echo', 'chats', 403],
    ['with a key for another agent', 'echo', 'narrow', 404],
    ['with a key for the agent', 'counted', 'narrow', 200],
    ['from another workspace', 'other', 'desk', 404],
    ['from its workspace', 'other', 'lab', 200],
    ['of an agent that does not exist', 'nothing', 'desk', 404],
  ])('%s', async (_what, slug, id, status) => {
    expect(await statusOf(slug, id)).toBe(status)
  })

  it('are wanted for cards too, and refusals below the URL are those of HTTP+JSON', async () => {
    const reply = await fetch(`${gateway.agentUrl('echo')}/.well-known/agent-card.json`)
    expect(reply.status).toBe(401)
    expect(await reply.json()).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } })
  })
})
