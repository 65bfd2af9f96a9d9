// Streams are passed on as they arrive, end with the client, and are given up where the agent falls silent; what is no reply of an agent is
// none of the gateway's either.
import type { IncomingHttpHeaders } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type AgentAnswer,
  answerJson,
  callRpc,
  messageOf,
  runAgentGateway,
  runScriptedAgent,
} from '../../support/agents/scripted-agent.ts'
import { closeAll } from '../../support/local-servers.ts'

afterEach(closeAll)

const event = (text: string): string =>
  `data: ${JSON.stringify({ jsonrpc: '2.0', id: 7, result: { artifactUpdate: { artifact: { parts: [{ text }] } } } })}\n\n`

const streamed =
  (then: (response: Parameters<AgentAnswer>[1]) => void): AgentAnswer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'a2a-extensions': 'https://x.example/v1' })
    response.write(event('first'))
    then(response)
  }

const open = (url: string, signal?: AbortSignal): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'a2a-version': '1.0',
      'a2a-extensions': 'https://x.example/v1',
      authorization: 'Bearer of-the-client',
      cookie: 'a=b',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'SendStreamingMessage', params: messageOf('hi') }),
    ...(signal && { signal }),
  })

describe('a stream', () => {
  it('arrives before it ends, and is cancelled when the client leaves', async () => {
    const closed = Promise.withResolvers<void>()
    const agent = await runScriptedAgent((request, response, body) => {
      response.on('close', closed.resolve)
      streamed(() => {})(request, response, body)
    })
    const gateway = await runAgentGateway({ agents: { echo: { card_url: agent.cardUrl } } })
    const leave = new AbortController()
    const reply = await open(gateway.agentUrl('echo'), leave.signal)
    expect(reply.headers.get('a2a-extensions')).toBe('https://x.example/v1')
    const first = await reply.body?.getReader().read()
    expect(new TextDecoder().decode(first?.value)).toContain('first')
    leave.abort()
    await closed.promise
    const { headers } = agent.seen.requests.at(-1) ?? { headers: {} as IncomingHttpHeaders }
    expect(headers).toMatchObject({ 'a2a-version': '1.0', 'a2a-extensions': 'https://x.example/v1' })
    expect([headers.authorization, headers.cookie]).toEqual([undefined, undefined])
  })

  it('that guardrails read is cancelled when the client leaves', async () => {
    const begun = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const agent = await runScriptedAgent((request, response, body) => {
      response.on('close', closed.resolve)
      streamed(() => begun.resolve())(request, response, body)
    })
    const gateway = await runAgentGateway({
      agents: { echo: { card_url: agent.cardUrl } },
      guardrails: {
        words: {
          deny: true,
          checks: [{ id: 'default.contains', parameters: { operator: 'none', words: ['y'] } }],
        },
      },
      output_guardrails: ['words'],
    })
    const leave = new AbortController()
    const reply = open(gateway.agentUrl('echo'), leave.signal)
    await begun.promise
    leave.abort()
    await expect(reply).rejects.toThrow()
    await closed.promise
  })

  it('is given up where the agent falls silent', async () => {
    const agent = await runScriptedAgent(streamed(() => {}))
    const gateway = await runAgentGateway({ agents: { echo: { card_url: agent.cardUrl, timeout: 200 } } })
    const reply = await open(gateway.agentUrl('echo'))
    const last = (await reply.text()).trimEnd().split('\n').at(-1) ?? ''
    expect(JSON.parse(last.replace(/^data: /, ''))).toMatchObject({
      jsonrpc: '2.0',
      error: { code: 408, data: { code: 'timeout' } },
    })
    expect((await gateway.log()).at(-1)).toMatchObject({ broken: expect.stringContaining('200 ms') })
  })

  it('beyond the limit of replies is refused where guardrails read it', async () => {
    const agent = await runScriptedAgent(
      streamed(response => {
        for (let index = 0; index < 40; index += 1) response.write(event('x'.repeat(10_000)))
        response.end()
      }),
    )
    const gateway = await runAgentGateway({
      limits: { reply_bytes: 100_000 },
      agents: { echo: { card_url: agent.cardUrl } },
      guardrails: {
        words: {
          deny: true,
          checks: [{ id: 'default.contains', parameters: { operator: 'none', words: ['y'] } }],
        },
      },
      output_guardrails: ['words'],
    })
    const reply = await open(gateway.agentUrl('echo'))
    expect([reply.status, await reply.text()]).toEqual([502, expect.stringContaining('larger than 100000')])
  })
})

describe('a reply that is none', () => {
  const plain =
    (status: number, headers: Record<string, string>, body = ''): AgentAnswer =>
    (_request, response) => {
      response.writeHead(status, headers)
      response.end(body)
    }
  it.each([
    [
      'refuses the credential',
      plain(401, { 'content-type': 'application/json' }, '{}'),
      502,
      /credential of the gateway/,
    ],
    ['redirects', plain(302, { location: 'http://169.254.169.254/' }), 502, /redirects/],
    ['is a page', plain(200, { 'content-type': 'text/html' }, '<p>'), 502, /no JSON/],
    ['is an error of the server', plain(500, { 'content-type': 'text/plain' }, 'stack'), 502, /no JSON/],
  ])('%s', async (_what, answer, status, message) => {
    const agent = await runScriptedAgent(answer)
    const gateway = await runAgentGateway({ agents: { echo: { card_url: agent.cardUrl } } })
    const reply = await callRpc(gateway.agentUrl('echo'), 'SendMessage', messageOf('hi'))
    expect([reply.status, reply.body.id]).toEqual([status, 7])
    expect(reply.body.error?.message).toMatch(message)
  })

  it('an agent that is silent is given up', async () => {
    const agent = await runScriptedAgent(() => {})
    const gateway = await runAgentGateway({ agents: { echo: { card_url: agent.cardUrl, timeout: 200 } } })
    const reply = await callRpc(gateway.agentUrl('echo'), 'SendMessage', messageOf('hi'))
    expect([reply.status, reply.body.error?.message]).toEqual([408, expect.stringContaining('200 ms')])
  })

  it('numbers keep their digits, and members that occur twice reach the agent once', async () => {
    const bodies: string[] = []
    const agent = await runScriptedAgent((request, response, body) => {
      bodies.push(body)
      answerJson({ jsonrpc: '2.0', id: 7, result: {} })(request, response, body)
    })
    const gateway = await runAgentGateway({ agents: { echo: { card_url: agent.cardUrl } } })
    await fetch(gateway.agentUrl('echo'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: '{"jsonrpc":"2.0","id":7,"method":"CreateTaskPushNotificationConfig","method":"GetTask","params":{"big":12345678901234567890}}',
    })
    expect(bodies).toEqual([
      '{"jsonrpc":"2.0","id":7,"method":"GetTask","params":{"big":12345678901234567890}}',
    ])
  })
})
