// The Responses API over WebSocket, with the clients of the vendor and of Codex: each `response.create` is a call of the gateway. The
// words and codes are those of https://developers.openai.com/api/docs/guides/websocket-mode (read 2026-11-29).
import { createHash } from 'node:crypto'
import OpenAI from 'openai'
import { ResponsesWS } from 'openai/resources/responses/ws'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, gatewayTo } from '../../support/local-servers.ts'
import {
  type Answer,
  type Client,
  clientOf,
  message,
  messagesProvider,
  type ReceivedRequest,
  responseEvents,
  responsesProvider,
  type SocketEvent,
} from './responses-fixture.ts'

afterEach(closeAll)

const MAIN = { 'x-gateway-provider': '@main' }
const ENDS = ['response.completed', 'error'] as const
const user = (text: string): object => ({ type: 'message', role: 'user', content: text })
const create = (more: object): object => ({
  type: 'response.create',
  model: 'gpt-5.5',
  store: false,
  ...more,
})
/** Answers with the number of the request. */
const numbered: Answer = (_request, number) =>
  responseEvents(`resp_${number}`, [message(`answer ${number}`, `msg_${number}`)])

async function connected(
  answer: Answer = numbered,
  more: NonNullable<Parameters<typeof gatewayTo>[1]> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const provider = await responsesProvider(answer)
  const gateway = await gatewayTo(provider.port, more)
  const url = `ws://127.0.0.1:${gateway.port}/v1/responses`
  const client = await clientOf(url, { ...MAIN, ...headers })
  return { provider, gateway, client, url }
}

const lastOf = (events: readonly SocketEvent[]): SocketEvent => events.at(-1) ?? { type: 'none' }
const contents = ({ input }: ReceivedRequest): readonly unknown[] => input.map(({ content }) => content)
const lastError = async (client: Client): Promise<unknown> => (await client.until('error')).at(-1)

describe('Responses over WebSocket: one message, one call', () => {
  it('answers the client of the vendor with the events of the stream in order', async () => {
    const provider = await responsesProvider(numbered)
    const gateway = await gatewayTo(provider.port)
    const client = new OpenAI({ apiKey: 'k', baseURL: gateway.url, defaultHeaders: MAIN })
    const socket = new ResponsesWS(client, { headers: MAIN })
    const types: string[] = []
    socket.send({ type: 'response.create', model: 'gpt-5.5', input: 'Hello' })
    for await (const event of socket.stream()) {
      if (event.type === 'error') throw event.error
      if (event.type !== 'message') continue
      types.push(event.message.type)
      if (event.message.type === 'response.completed') break
    }
    socket.close()
    expect(types).toEqual(['response.created', 'response.output_item.done', 'response.completed'])
    expect(provider.requests).toEqual([{ model: 'gpt-5.5', input: 'Hello', stream: true }])
  })

  it('logs each message as a call with its usage, and the connection itself not at all', async () => {
    const { client, gateway } = await connected()
    for (const text of ['one', 'two']) {
      client.send(create({ input: text }))
      await client.until(...ENDS)
    }
    const lines = await gateway.log()
    expect(lines).toMatchObject([
      {
        method: 'POST',
        path: '/v1/responses',
        endpoint: 'responses',
        status: 200,
        stream: true,
        model: 'gpt-5.5',
      },
      { status: 200, tokens: { input: 10, output: 5 } },
    ])
    expect(lines[0]?.['id']).not.toBe(lines[1]?.['id'])
  })

  it('continues a conversation at a provider of another dialect', async () => {
    const provider = await messagesProvider('Bonjour')
    const gateway = await gatewayTo(provider.port, { spec: 'anthropic' })
    const client = await clientOf(`ws://127.0.0.1:${gateway.port}/v1/responses`, MAIN)
    client.send(create({ model: 'claude-sonnet-5', input: 'one' }))
    const { id, output } = lastOf(await client.until(...ENDS))['response'] as {
      readonly id: string
      readonly output: readonly object[]
    }
    expect(output).toMatchObject([{ content: [{ text: 'Bonjour' }] }])
    client.send(create({ model: 'claude-sonnet-5', input: 'two', previous_response_id: id }))
    await client.until(...ENDS)
    expect(JSON.parse(String(provider.received[1]?.body))).toMatchObject({
      messages: [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'Bonjour' },
        { role: 'user', content: 'two' },
      ],
    })
  })

  it('sends the error of a reply as an event with its status, and goes on', async () => {
    const { client } = await connected((_request, number) =>
      number === 1
        ? {
            status: 429,
            error: { message: 'Slow down.', type: 'rate_limit', code: 'rate_limit_exceeded', param: null },
          }
        : numbered(_request, number),
    )
    client.send(create({ input: 'one' }))
    expect(await lastError(client)).toMatchObject({
      type: 'error',
      status: 429,
      error: { code: 'rate_limit_exceeded', message: 'Slow down.' },
      headers: { 'x-gateway-provider': 'openai' },
    })
    client.send(create({ input: 'two' }))
    expect((await client.until(...ENDS)).at(-1)).toMatchObject({ type: 'response.completed' })
  })

  it('ends a stream that breaks with an error that has a status, after which Codex does not wait', async () => {
    const { client } = await connected(() => responseEvents('resp_1', [message('cut')]).slice(0, 2))
    client.send(create({ input: 'one' }))
    expect(await lastError(client)).toMatchObject({
      status: 502,
      error: { code: 'invalid_upstream_reply', message: expect.any(String) },
    })
  })

  it('denies a message by a guard of its config', async () => {
    const deny = { 'default.contains': { words: ['forbidden'], operator: 'none' }, deny: true }
    const { client, provider } = await connected(
      numbered,
      {
        configs: { guarded: { provider: '@main', input_guardrails: [deny] } },
      },
      { 'x-gateway-provider': '', 'x-gateway-config': 'guarded' },
    )
    client.send(create({ input: 'forbidden' }))
    expect(await lastError(client)).toMatchObject({ status: 446 })
    expect(provider.requests).toEqual([])
  })
})

describe('Responses over WebSocket: a conversation', () => {
  it('sends the whole conversation where the provider does not store responses', async () => {
    const { client, provider } = await connected()
    client.send(create({ input: 'one' }))
    await client.until(...ENDS)
    client.send(create({ input: [user('two')], previous_response_id: 'resp_1' }))
    await client.until(...ENDS)
    client.send(create({ input: [user('three')], previous_response_id: 'resp_2' }))
    await client.until(...ENDS)
    const answer = (number: number): object => [
      { type: 'output_text', text: `answer ${number}`, annotations: [] },
    ]
    expect(provider.requests.slice(1).map(contents)).toEqual([
      ['one', answer(1), 'two'],
      ['one', answer(1), 'two', answer(2), 'three'],
    ])
    // Identifiers of what is not stored would be looked up.
    expect(JSON.stringify(provider.requests)).not.toMatch(/previous_response_id|msg_1/)
  })

  it('returns reasoning by its encrypted content alone', async () => {
    const reasoning = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'sealed' }
    const unsealed = { id: 'rs_2', type: 'reasoning', summary: [] }
    const call = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'run', arguments: '{}' }
    const { client, provider } = await connected((_request, number) =>
      number === 1 ? responseEvents('resp_1', [reasoning, unsealed, call]) : numbered(_request, number),
    )
    client.send(create({ input: 'one' }))
    await client.until(...ENDS)
    const output = { type: 'function_call_output', call_id: 'call_1', output: 'done' }
    client.send(create({ input: [output], previous_response_id: 'resp_1' }))
    await client.until(...ENDS)
    expect(provider.requests[1]?.input.slice(1)).toEqual([
      { type: 'reasoning', summary: [], encrypted_content: 'sealed' },
      { type: 'function_call', call_id: 'call_1', name: 'run', arguments: '{}' },
      output,
    ])
  })

  it('names a response that the provider has stored', async () => {
    const { client, provider } = await connected((_request, number) =>
      responseEvents(`resp_${number}`, [message('stored')], { store: true }),
    )
    client.send(create({ input: 'one', store: true }))
    await client.until(...ENDS)
    client.send(create({ input: 'two', store: true, previous_response_id: 'resp_1' }))
    await client.until(...ENDS)
    expect(provider.requests[1]).toMatchObject({ input: 'two', previous_response_id: 'resp_1' })
  })

  it('sends the whole conversation where a provider has lost the response', async () => {
    const { client, provider } = await connected((request, number) =>
      request['previous_response_id'] === undefined
        ? responseEvents(`resp_${number}`, [message('stored')], { store: true })
        : {
            status: 400,
            error: {
              message: 'Not found.',
              param: 'previous_response_id',
              code: 'previous_response_not_found',
            },
          },
    )
    client.send(create({ input: 'one', store: true }))
    await client.until(...ENDS)
    client.send(create({ input: 'two', store: true, previous_response_id: 'resp_1' }))
    expect((await client.until(...ENDS)).at(-1)).toMatchObject({ type: 'response.completed' })
    expect(provider.requests.map(({ input }) => (typeof input === 'string' ? input : input.length))).toEqual([
      'one',
      'two',
      3,
    ])
  })

  it('refuses an unknown response in the vendor’s words, without a call where nothing is stored', async () => {
    const { client, provider } = await connected()
    client.send(create({ input: 'one', previous_response_id: 'resp_abc' }))
    expect(await lastError(client)).toEqual({
      type: 'error',
      status: 400,
      error: {
        type: 'invalid_request_error',
        code: 'previous_response_not_found',
        message: "Previous response with id 'resp_abc' not found.",
        param: 'previous_response_id',
      },
    })
    expect(provider.requests).toEqual([])
  })

  it('warms up without a call, and continues from there', async () => {
    const { client, provider, gateway } = await connected()
    client.send(create({ generate: false, instructions: 'Be brief.', input: [user('context')], tools: [] }))
    const events = await client.until(...ENDS)
    const { id } = lastOf(events)['response'] as { readonly id: string }
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.completed',
    ])
    expect(provider.requests).toEqual([])
    client.send(create({ input: [user('question')], previous_response_id: id }))
    await client.until(...ENDS)
    expect(provider.requests.map(contents)).toEqual([['context', 'question']])
    expect(await gateway.log()).toMatchObject([{ status: 200 }, { status: 200, provider: 'openai' }])
  })
})

describe('Responses over WebSocket: lanes', () => {
  it('marks the events of a named lane, and forks a conversation', async () => {
    const { client, provider } = await connected()
    client.send(create({ stream_id: 'main', input: 'one' }))
    const events = await client.until(...ENDS)
    expect(new Set(events.map(event => event['stream_id']))).toEqual(new Set(['main']))
    client.send(create({ stream_id: 'critic', input: 'fork', previous_response_id: 'resp_1' }))
    await client.until(...ENDS)
    client.send(create({ stream_id: 'main', input: 'on', previous_response_id: 'resp_1' }))
    await client.until(...ENDS)
    expect(provider.requests.map(({ input }) => (typeof input === 'string' ? 1 : input.length))).toEqual([
      1, 3, 3,
    ])
    expect(JSON.stringify(provider.requests)).not.toContain('stream_id')
  })

  it('serves a lane in order, and lanes at once', async () => {
    const provider = await responsesProvider(() => 'silence')
    const gateway = await gatewayTo(provider.port)
    const client = await clientOf(`ws://127.0.0.1:${gateway.port}/v1/responses`, MAIN)
    for (const lane of ['a', 'a', 'b']) client.send(create({ stream_id: lane, input: lane }))
    await client.until('response.output_text.delta')
    await client.until('response.output_text.delta')
    expect(provider.requests.map(({ input }) => input)).toEqual(['a', 'b'])
  })

  it.each([
    ['invalid_stream_id', { stream_id: '' }],
    ['invalid_stream_id', { stream_id: 'a b' }],
  ])('refuses the lane: %s', async (code, more) => {
    const { client } = await connected()
    client.send(create({ input: 'x', ...more }))
    expect(await lastError(client)).toMatchObject({ status: 400, error: { code, param: 'stream_id' } })
  })

  it('refuses a thirty-third lane', async () => {
    const { client } = await connected()
    for (let lane = 1; lane <= 33; lane += 1) client.send(create({ stream_id: `agent_${lane}`, input: 'x' }))
    expect(await lastError(client)).toMatchObject({
      stream_id: 'agent_33',
      error: { code: 'websocket_stream_limit_reached' },
    })
  })
})

describe('Responses over WebSocket: steering and cancelling', () => {
  it('returns what the client said of a response that it then cancels', async () => {
    const { client, provider } = await connected(() => 'silence')
    client.send(create({ input: 'one' }))
    await client.until('response.output_text.delta')
    client.send({ type: 'response.steer', previous_response_id: 'resp_open', input: 'Use TypeScript.' })
    expect((await client.until('response.steer.accepted')).at(-1)).toMatchObject({
      steer: { id: expect.stringMatching(/^steer_/), previous_response_id: 'resp_open' },
    })
    client.send({ type: 'response.cancel' })
    expect((await client.until('response.steer.failed')).at(-1)).toMatchObject({
      error: { code: 'response_not_active' },
      steer: { input: 'Use TypeScript.' },
    })
    await provider.left
  })

  it.each([
    ['response_not_found', 'resp_other', 'x'],
    ['invalid_input', 'resp_open', [{ role: 'system', content: 'x' }]],
  ])('refuses to steer: %s', async (code, previous, input) => {
    const { client } = await connected(() => 'silence')
    client.send(create({ input: 'one' }))
    await client.until('response.output_text.delta')
    client.send({ type: 'response.steer', previous_response_id: previous, input })
    expect((await client.until('response.steer.failed')).at(-1)).toMatchObject({
      error: { code },
      steer: { input },
    })
  })

  it('ends the response that the client cancels, and serves the next', async () => {
    const { client, provider, gateway } = await connected((request, number) =>
      number === 1 ? 'silence' : numbered(request, number),
    )
    client.send(create({ input: 'one' }))
    await client.until('response.output_text.delta')
    client.send({ type: 'response.cancel', response_id: 'resp_open' })
    expect((await client.until('response.incomplete')).at(-1)).toMatchObject({
      response: { id: 'resp_open', status: 'incomplete', incomplete_details: { reason: 'cancelled' } },
    })
    await provider.left
    client.send(create({ input: 'two' }))
    expect((await client.until(...ENDS)).at(-1)).toMatchObject({ type: 'response.completed' })
    expect(await gateway.log()).toMatchObject([{ left: true }, { status: 200 }])
  })

  it('ends the call of a client that disconnects', async () => {
    const { client, provider } = await connected(() => 'silence')
    client.send(create({ input: 'one' }))
    await client.until('response.output_text.delta')
    client.socket.terminate()
    await provider.left
    expect(provider.requests).toHaveLength(1)
  })
})

describe('Responses over WebSocket: what is refused', () => {
  const key = { id: 'a', hash: `sha256:${createHash('sha256').update('gateway-secret').digest('hex')}` }

  it('refuses a handshake without a key as an ordinary reply, and logs it', async () => {
    const provider = await responsesProvider(numbered)
    const gateway = await gatewayTo(provider.port, { api_keys: [key] })
    const { port } = gateway
    const client = new OpenAI({ apiKey: 'wrong', baseURL: gateway.url })
    const socket = new ResponsesWS(client)
    const reason = await new Promise<unknown>(resolve => socket.on('error', resolve))
    expect(String(reason)).toContain('401')
    expect(await gateway.log()).toMatchObject([{ status: 401, path: '/v1/responses' }])
    const accepted = await clientOf(`ws://127.0.0.1:${port}/v1/responses`, {
      ...MAIN,
      authorization: 'Bearer gateway-secret',
    })
    accepted.send(create({ input: 'one' }))
    expect((await accepted.until(...ENDS)).at(-1)).toMatchObject({ type: 'response.completed' })
  })

  it.each([
    ['text that is not JSON', '{', 'invalid_json', null],
    ['another type', '{"type":"session.update"}', 'invalid_request', 'type'],
    ['a background response', JSON.stringify(create({ background: true })), 'invalid_request', 'background'],
  ])('refuses %s, and stays open', async (_name, text, code, param) => {
    const { client } = await connected()
    client.send(text)
    expect(await lastError(client)).toMatchObject({ status: 400, error: { code, param } })
    client.send(create({ input: 'one' }))
    expect((await client.until(...ENDS)).at(-1)).toMatchObject({ type: 'response.completed' })
  })

  it('closes the connection for a binary message', async () => {
    const { client } = await connected()
    client.socket.send(Buffer.from('{}'))
    expect(await client.closed).toEqual([1003, 'Messages must be text.'])
  })

  it('closes the connection for a message that is larger than a body may be', async () => {
    const { client } = await connected(numbered, { limits: { body_bytes: 2000 } })
    client.send(create({ input: 'x'.repeat(3000) }))
    expect((await client.closed)[0]).toBe(1009)
  })

  it('closes the connection for messages that wait and take more memory than there is', async () => {
    const { client } = await connected(() => 'silence', {
      limits: { body_bytes: 500_000, buffered_bytes: 1_000_000 },
    })
    for (let number = 0; number < 4; number += 1) client.send(create({ input: 'x'.repeat(400_000) }))
    expect((await client.closed)[0]).toBe(1013)
  })

  it('refuses a conversation that has grown larger than a body may be', async () => {
    const { client } = await connected(numbered, { limits: { body_bytes: 2000 } })
    client.send(create({ input: 'x'.repeat(1500) }))
    await client.until(...ENDS)
    client.send(create({ input: 'y'.repeat(1500), previous_response_id: 'resp_1' }))
    expect(await lastError(client)).toMatchObject({ status: 413, error: { code: 'body_too_large' } })
  })

  it('refuses a POST of the same path as before', async () => {
    const { gateway } = await connected()
    expect((await fetch(`${gateway.url}/responses`)).status).toBe(405)
  })
})

describe('Responses over WebSocket: the gateway stops', () => {
  it('closes connections that wait at once', async () => {
    const { client, gateway } = await connected()
    client.send(create({ input: 'one' }))
    await client.until(...ENDS)
    await gateway.stop()
    expect(await client.closed).toEqual([1001, 'The gateway is stopping.'])
  })

  it('ends the responses that are left, and says why', async () => {
    const { client, gateway } = await connected(() => 'silence', { limits: { drain_timeout: 10 } })
    client.send(create({ input: 'one' }))
    await client.until('response.output_text.delta')
    await gateway.stop()
    expect(await lastError(client)).toMatchObject({ status: 503, error: { code: 'shutting_down' } })
    expect((await client.closed)[0]).toBe(1001)
  })
})
