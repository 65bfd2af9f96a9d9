// What is refused before an agent is called, in the words of each binding and version.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AgentGateway,
  answerJson,
  callRpc,
  messageOf,
  runAgentGateway,
  runScriptedAgent,
} from '../../support/agents/scripted-agent.ts'
import type { TestAgent } from '../../support/agents/test-agent.ts'
import { closeAll } from '../../support/local-servers.ts'

let agent: TestAgent
let gateway: AgentGateway
let url: string
beforeAll(async () => {
  agent = await runScriptedAgent(answerJson({ jsonrpc: '2.0', id: 7, result: { fine: true } }))
  gateway = await runAgentGateway({
    limits: { body_bytes: 100_000 },
    agents: {
      echo: { card_url: agent.cardUrl },
      hooked: { card_url: agent.cardUrl, webhook_hosts: ['hooks.example.com', '*.example.org'] },
      rest: {
        card_url: agent.cardUrl,
        interfaces: [{ url: `${agent.origin}/base/`, binding: 'HTTP+JSON' }],
      },
    },
  })
  url = gateway.agentUrl('echo')
})
afterAll(closeAll)

const callsOf = (): number =>
  agent.seen.requests.filter(({ path }) => !path.startsWith('/.well-known/')).length

const post = async (body: string, headers: Readonly<Record<string, string>> = {}) => {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
    body,
  })
  return { status: reply.status, body: (await reply.json()) as { id: unknown; error: { code: number } } }
}

describe('JSON-RPC', () => {
  it.each([
    ['malformed JSON', '{"jsonrpc":', {}, 400, -32700, null],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"SendMessage"}]', {}, 400, -32600, null],
    ['another version of JSON-RPC', '{"id":1,"method":"SendMessage"}', {}, 400, -32600, null],
    ['an unknown method', '{"jsonrpc":"2.0","id":"a","method":"Dance"}', {}, 200, -32601, 'a'],
    ['a method of 0.3 in 1.0', '{"jsonrpc":"2.0","id":1,"method":"message/send"}', {}, 200, -32601, 1],
    [
      'a method of 1.0 without a version',
      '{"jsonrpc":"2.0","id":1,"method":"SendMessage"}',
      { 'a2a-version': '' },
      200,
      -32601,
      1,
    ],
    [
      'an unknown version',
      '{"jsonrpc":"2.0","id":1,"method":"SendMessage"}',
      { 'a2a-version': '0.5' },
      200,
      -32009,
      1,
    ],
    [
      'a version that the agent has not',
      '{"jsonrpc":"2.0","id":1,"method":"tasks/get"}',
      { 'a2a-version': '0.3' },
      200,
      -32009,
      1,
    ],
    ['another content type', '{}', { 'content-type': 'text/plain' }, 415, -32005, null],
  ])('%s', async (_what, body, headers, status, code, id) => {
    const before = callsOf()
    const refused = await post(body, headers as Record<string, string>)
    expect([refused.status, refused.body.error.code, refused.body.id]).toEqual([status, code, id])
    expect(callsOf()).toBe(before)
  })

  it('a binding that the agent has not', async () => {
    const { body } = await callRpc(gateway.agentUrl('rest'), 'SendMessage', messageOf('hi'))
    expect(body.error).toMatchObject({ code: -32004, message: expect.stringContaining('HTTP+JSON 1.0') })
  })

  it('a version of the binding that the agent has not', async () => {
    const { body } = await callRpc(gateway.agentUrl('rest'), 'message/send', messageOf('hi'), {})
    expect(body.error?.code).toBe(-32004)
  })

  it('another method of HTTP', async () => {
    const reply = await fetch(url)
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
    const card = await fetch(`${url}/.well-known/agent-card.json`, { method: 'POST' })
    expect([card.status, card.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('nothing of a card whose ETag the client has: 304', async () => {
    const read = (etag = '') =>
      fetch(`${url}/.well-known/agent-card.json`, {
        headers: { 'a2a-version': '1.0', 'if-none-match': etag },
      })
    const first = await read()
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{32}"$/)])
    const second = await read(`"other", W/${etag}`)
    expect([second.status, second.headers.get('etag'), await second.text()]).toEqual([304, etag, ''])
    expect((await read('"other"')).status).toBe(200)
  })

  it('a body above the limit', async () => {
    const { status, body } = await callRpc(url, 'SendMessage', messageOf('x'.repeat(200_000)))
    expect([status, body.error?.code]).toEqual([413, 413])
  })
})

describe('HTTP+JSON', () => {
  const send = async (method: string, path: string, body?: string, version = '1.0') => {
    const reply = await fetch(gateway.agentUrl('rest') + path, {
      method,
      headers: {
        'a2a-version': version,
        ...(body !== undefined && { 'content-type': 'application/a2a+json' }),
      },
      ...(body !== undefined && { body }),
    })
    return { status: reply.status, body: (await reply.json()) as { error?: object; code?: number } }
  }

  it.each([
    ['malformed JSON', 'POST', '/message:send', '{', 400, 'INVALID_PARAMS'],
    ['an unknown operation', 'POST', '/message:dance', '{}', 404, 'METHOD_NOT_FOUND'],
    ['another method', 'DELETE', '/tasks/1', undefined, 404, 'METHOD_NOT_FOUND'],
    ['a dot segment', 'GET', '/tasks/..%2Fx', undefined, 404, 'METHOD_NOT_FOUND'],
    [
      'push notifications',
      'GET',
      '/tasks/1/pushNotificationConfigs',
      undefined,
      400,
      'PUSH_NOTIFICATION_NOT_SUPPORTED',
    ],
  ])('%s', async (_what, method, path, body, status, reason) => {
    const before = callsOf()
    const refused = await send(method, path, body)
    expect(refused).toMatchObject({
      status,
      body: { error: { code: status, status: expect.any(String), details: [{ reason }] } },
    })
    expect(callsOf()).toBe(before)
  })

  it('in the form of 0.3', async () => {
    const refused = await send('POST', '/v1/message:send', '{', '0.3')
    expect(refused).toMatchObject({ status: 400, body: { code: -32700 } })
  })

  it.each([
    ['/message:send', '/base/message:send'],
    ['/tenant-1/message:send', '/base/tenant-1/message:send'],
    ['/tasks/a%2Fb:cancel?x=1', '/base/tasks/a%2Fb:cancel?x=1'],
  ])('%s goes to %s', async (path, expected) => {
    expect((await send('POST', path, '{}')).status).toBe(200)
    expect(agent.seen.requests.at(-1)?.path).toBe(expected)
  })
})

describe('push notifications', () => {
  const configured = (hook: string) => ({
    ...messageOf('hi'),
    configuration: { taskPushNotificationConfig: { url: hook, token: 't' } },
  })
  it.each([
    ['echo', 'https://hooks.example.com/a', -32003],
    ['hooked', 'https://hooks.example.com/a', undefined],
    ['hooked', 'https://eu.example.org/a', undefined],
    ['hooked', 'https://example.org/a', -32003],
    ['hooked', 'https://hooks.example.com:8443/a', -32003],
    ['hooked', 'http://hooks.example.com/a', -32003],
    ['hooked', 'https://user@hooks.example.com/a', -32003],
    ['hooked', 'https://169.254.169.254/latest', -32003],
  ])('of the agent %s to %s', async (slug, hook, code) => {
    const target = gateway.agentUrl(slug)
    const sent = await callRpc(target, 'SendMessage', configured(hook))
    expect(sent.body.error?.code).toBe(code)
    const created = await callRpc(target, 'CreateTaskPushNotificationConfig', { taskId: '1', url: hook })
    expect(created.body.error?.code).toBe(code)
  })
})
