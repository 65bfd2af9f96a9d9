// The Responses API over WebSocket to a provider that has it: what a client sends only in part arrives only in part, and everything else is
// as over HTTP.
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, gatewayTo } from '../../support/local-servers.ts'
import {
  clientOf,
  message,
  type ReceivedRequest,
  responseEvents,
  responsesProvider,
  type SocketAnswer,
  type SocketEvent,
  socketProvider,
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
const numbered = (_request: ReceivedRequest, number: number): readonly SocketEvent[] =>
  responseEvents(`resp_${number}`, [message(`answer ${number}`, `msg_${number}`)])
const LIMITED = {
  status: 429,
  error: { code: 'rate_limit_exceeded', message: 'Slow down.', type: 'requests', param: null },
}
const texts = ({ input }: ReceivedRequest): readonly unknown[] =>
  typeof input === 'string'
    ? [input]
    : input.map(({ content }) =>
        typeof content === 'string' ? content : (content as readonly { readonly text: string }[])[0]?.text,
      )

async function connected(
  answer: SocketAnswer = numbered,
  more: NonNullable<Parameters<typeof gatewayTo>[1]> = {},
  headers: Readonly<Record<string, string>> = MAIN,
) {
  const provider = await socketProvider(answer)
  const gateway = await gatewayTo(provider.port, more)
  const client = await clientOf(`ws://127.0.0.1:${gateway.port}/v1/responses`, headers)
  const ask = async (more: object): Promise<SocketEvent> => {
    client.send(create(more))
    return (await client.until(...ENDS)).at(-1) ?? { type: 'none' }
  }
  return { provider, gateway, client, ask }
}

describe('Responses over WebSocket to the provider', () => {
  it('sends what is new of a conversation that is not stored, on one connection with the credential', async () => {
    const { provider, ask } = await connected(numbered, {}, { ...MAIN, cookie: 'private' })
    await ask({ input: 'one' })
    await ask({ input: [user('two')], previous_response_id: 'resp_1', instructions: 'Be brief.' })
    expect(await ask({ input: 'three', previous_response_id: 'resp_2' })).toMatchObject({
      type: 'response.completed',
      response: { id: 'resp_3' },
    })
    expect(provider.messages).toEqual([
      { type: 'response.create', model: 'gpt-5.5', store: false, input: 'one' },
      {
        type: 'response.create',
        model: 'gpt-5.5',
        store: false,
        input: [user('two')],
        previous_response_id: 'resp_1',
        instructions: 'Be brief.',
      },
      {
        type: 'response.create',
        model: 'gpt-5.5',
        store: false,
        input: [user('three')],
        previous_response_id: 'resp_2',
      },
    ])
    expect(
      provider.handshakes.map(({ headers: { authorization, cookie } }) => [authorization, cookie]),
    ).toEqual([['Bearer stored-key', undefined]])
    expect([provider.faults, provider.posts]).toEqual([[], []])
  })

  it('sends the events as they are, and records the usage and the cost as over HTTP', async () => {
    const { client, gateway } = await connected()
    client.send(create({ input: 'one' }))
    expect(await client.until(...ENDS)).toEqual(responseEvents('resp_1', [message('answer 1', 'msg_1')]))
    const answer = await fetch(`${gateway.url}/responses`, {
      method: 'POST',
      headers: { ...MAIN, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-5.5', stream: true, input: 'one' }),
    })
    await answer.text()
    const [socket, http] = (await gateway.log()).map(
      ({ provider, model, tokens, cost, status, stream, attempts }) => ({
        ...{ provider, model, tokens, cost, status, stream },
        attempts: (attempts as readonly object[] | undefined)?.length,
      }),
    )
    expect(socket).toMatchObject({ status: 200, tokens: { input: 10, output: 5 } })
    expect(socket).toEqual(http)
  })

  it.each([
    ['azure', '/openai', '/openai/v1/responses', 'api-key'],
    ['xai', '/v1', '/v1/responses', 'authorization'],
  ])('does so at %s', async (spec, base, path, credential) => {
    const provider = await socketProvider(numbered)
    const gateway = await gatewayTo(provider.port, {
      providers: {
        main: {
          provider: spec,
          api_key: '${env:KEY}',
          custom_host: `http://127.0.0.1:${provider.port}${base}`,
          ...(spec === 'azure' && { api_version: 'v1' }),
        },
      },
    })
    const client = await clientOf(`ws://127.0.0.1:${gateway.port}/v1/responses`, MAIN)
    for (const [input, previous, generate] of [
      ['one', undefined, true],
      ['two', 'resp_1', true],
      ['warm-up', undefined, false],
    ]) {
      client.send(create({ input, previous_response_id: previous, generate }))
      expect((await client.until(...ENDS)).at(-1)).toMatchObject({ type: 'response.completed' })
    }
    // Azure does not document warm-ups.
    expect(provider.messages.map(texts)).toEqual([['one'], ['two'], ...(spec === 'xai' ? [['warm-up']] : [])])
    expect(provider.posts).toEqual([])
    expect(provider.handshakes.map(({ url, headers }) => [url, headers[credential]])).toEqual([
      [path, expect.stringContaining('stored-key')],
    ])
  })

  it('warms up at the provider, and continues from there', async () => {
    const { provider, ask } = await connected()
    expect(await ask({ generate: false, input: [user('context')] })).toMatchObject({
      response: { id: 'resp_1' },
    })
    await ask({ input: [user('question')], previous_response_id: 'resp_1' })
    expect(provider.messages).toMatchObject([
      { generate: false, input: [user('context')] },
      { input: [user('question')], previous_response_id: 'resp_1' },
    ])
    expect(provider.messages[1]).not.toHaveProperty('generate')
  })

  it('answers a warm-up itself that the provider refuses', async () => {
    const { provider, ask } = await connected((request, number) =>
      request['generate'] === false
        ? { status: 400, error: { code: 'unknown_parameter', message: 'Unknown.', param: 'generate' } }
        : numbered(request, number),
    )
    const { response } = (await ask({ generate: false, input: 'context' })) as SocketEvent & {
      readonly response: { readonly id: string }
    }
    await ask({ input: 'question', previous_response_id: response.id })
    expect(provider.messages.map(texts)).toEqual([['context'], ['context', 'question']])
  })

  it('names a response that the provider has stored, as the client does', async () => {
    const { provider, ask } = await connected((_request, number) =>
      responseEvents(`stored_${number}`, [message('stored')], { store: true }),
    )
    await ask({ input: 'one', store: true })
    await ask({ input: 'two', store: true, previous_response_id: 'stored_1' })
    expect(provider.messages[1]).toMatchObject({ input: 'two', previous_response_id: 'stored_1' })
  })

  it('repeats the whole conversation on the connection if the provider has forgotten it', async () => {
    let forgets = false
    const { provider, ask, gateway } = await connected((request, number) => {
      if (forgets && request['previous_response_id'] !== undefined)
        return { status: 400, error: { code: 'previous_response_not_found', message: 'Not found.' } }
      return numbered(request, number)
    })
    await ask({ input: 'one' })
    forgets = true
    expect(await ask({ input: 'two', previous_response_id: 'resp_1' })).toMatchObject({
      type: 'response.completed',
    })
    expect(provider.messages.map(texts)).toEqual([['one'], ['two'], ['one', 'answer 1', 'two']])
    expect(await gateway.log()).toMatchObject([{ status: 200 }, { status: 200 }])
  })

  it('opens a connection for each lane, and sends a fork its whole conversation', async () => {
    const { provider, ask } = await connected()
    await ask({ stream_id: 'main', input: 'one' })
    await ask({ stream_id: 'critic', input: 'fork', previous_response_id: 'resp_1' })
    await ask({ stream_id: 'main', input: 'on', previous_response_id: 'resp_1' })
    expect(provider.messages.map(texts)).toEqual([['one'], ['one', 'answer 1', 'fork'], ['on']])
    expect(provider.handshakes).toHaveLength(2)
    expect(provider.faults).toEqual([])
  })

  it('sends another provider the whole conversation, and the first one what it missed', async () => {
    const other = await socketProvider(numbered)
    const provider = await socketProvider((_request, number) =>
      responseEvents(`first_${number}`, [message('first')]),
    )
    const at = (port: number): object => ({
      provider: 'openai',
      api_key: '${env:KEY}',
      custom_host: `http://127.0.0.1:${port}/v1`,
    })
    const gateway = await gatewayTo(provider.port, {
      providers: { main: at(provider.port), other: at(other.port) },
    })
    const client = await clientOf(`ws://127.0.0.1:${gateway.port}/v1/responses`)
    for (const [model, input, previous] of [
      ['@main/gpt-5.5', 'one', undefined],
      ['@other/gpt-5.5', 'two', 'first_1'],
      ['@main/gpt-5.5', 'three', 'resp_1'],
      ['@main/gpt-5.5', 'four', 'first_2'],
    ]) {
      client.send(create({ model, input, previous_response_id: previous }))
      await client.until(...ENDS)
    }
    expect(other.messages.map(texts)).toEqual([['one', 'first', 'two']])
    expect(provider.messages.map(texts)).toEqual([
      ['one'],
      ['one', 'first', 'two', 'answer 1', 'three'],
      ['four'],
    ])
  })
})

describe('Responses over WebSocket to the provider: what the route does', () => {
  // As long as what it replaces, so that only the digest tells them apart.
  const replacing = (stage: 'input_guardrails' | 'output_guardrails', rule: string) => ({
    configs: {
      guarded: {
        provider: '@main',
        [stage]: [{ 'default.regexReplace': { rule, redactText: 'HIDDEN' }, deny: false }],
      },
    },
  })
  const GUARDED = { 'x-gateway-config': 'guarded' }

  it('sends the input that a guard has changed, and then what is new of it', async () => {
    const { provider, ask } = await connected(numbered, replacing('input_guardrails', 'secret'), GUARDED)
    await ask({ input: 'one secret' })
    await ask({ input: [user('two secret')], previous_response_id: 'resp_1' })
    expect(provider.messages.map(texts)).toEqual([['one HIDDEN'], ['two HIDDEN']])
  })

  it('sends the whole conversation where a guard has changed what the provider remembers', async () => {
    const { provider, ask } = await connected(numbered, replacing('input_guardrails', 'answer'), GUARDED)
    await ask({ input: 'one' })
    await ask({ input: 'two', previous_response_id: 'resp_1' })
    expect(provider.messages.map(texts)).toEqual([['one'], ['one', 'HIDDEN 1', 'two']])
    expect(provider.messages[1]).not.toHaveProperty('previous_response_id')
  })

  it('sends the whole conversation where a guard has changed the output', async () => {
    const { provider, ask } = await connected(numbered, replacing('output_guardrails', 'answer'), GUARDED)
    expect(await ask({ input: 'one' })).toMatchObject({
      response: { output: [{ content: [{ text: 'HIDDEN 1' }] }] },
    })
    await ask({ input: 'two', previous_response_id: 'resp_1' })
    expect(provider.messages.map(texts)).toEqual([['one'], ['one', 'HIDDEN 1', 'two']])
  })

  it('answers from a cache without the provider, which gets the whole conversation afterwards', async () => {
    const { provider, ask } = await connected(
      numbered,
      { configs: { cached: { provider: '@main', cache: { mode: 'simple' } } } },
      { 'x-gateway-config': 'cached' },
    )
    await ask({ input: 'one' })
    await ask({ input: 'other' })
    expect(await ask({ input: 'one' })).toMatchObject({ response: { id: 'resp_1' } })
    await ask({ input: 'two', previous_response_id: 'resp_1' })
    expect(provider.messages.map(texts)).toEqual([['one'], ['other'], ['one', 'answer 1', 'two']])
  })

  it('does not answer a request by the warm-up of it that is cached', async () => {
    const { provider, ask } = await connected(
      numbered,
      { configs: { cached: { provider: '@main', cache: { mode: 'simple' } } } },
      { 'x-gateway-config': 'cached' },
    )
    await ask({ input: 'one', generate: false })
    expect(await ask({ input: 'one' })).toMatchObject({ response: { id: 'resp_2' } })
    expect(provider.messages).toHaveLength(2)
  })

  it('falls back to another target after an error with a status', async () => {
    const other = await socketProvider(numbered)
    const { provider, ask } = await connected(
      () => ({ status: 503, error: { code: 'server_is_overloaded', message: 'Later.' } }),
      {
        configs: {
          two: {
            strategy: { mode: 'fallback' },
            targets: [
              { provider: '@main' },
              { provider: 'openai', api_key: '${env:KEY}', custom_host: `http://127.0.0.1:${other.port}/v1` },
            ],
          },
        },
      },
      { 'x-gateway-config': 'two' },
    )
    expect(await ask({ input: 'one' })).toMatchObject({ response: { id: 'resp_1' } })
    expect([provider.messages.length, other.messages.length, other.posts.length]).toEqual([1, 1, 0])
  })
})

describe('Responses over WebSocket to the provider: what fails', () => {
  it('uses HTTP where the handshake is refused, and does not try again', async () => {
    const provider = await responsesProvider((_request, number) =>
      responseEvents(`resp_${number}`, [message(`answer ${number}`)]),
    )
    const gateway = await gatewayTo(provider.port)
    const client = await clientOf(`ws://127.0.0.1:${gateway.port}/v1/responses`, MAIN)
    for (const previous of [undefined, 'resp_1', 'resp_2']) {
      client.send(create({ input: 'on', previous_response_id: previous }))
      expect((await client.until(...ENDS)).at(-1)).toMatchObject({ type: 'response.completed' })
    }
    expect(provider.received.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'POST'])
    expect(provider.requests.map(texts).at(-1)).toEqual(['on', 'answer 1', 'on', 'answer 2', 'on'])
  })

  it('uses HTTP for a call whose connection breaks before its first event', async () => {
    const { provider, ask } = await connected((_request, _number, connection) => {
      connection.terminate()
      return undefined
    })
    expect(await ask({ input: 'one' })).toMatchObject({ response: { id: 'http_1' } })
    await ask({ input: 'two', previous_response_id: 'http_1' })
    expect(provider.posts.map(texts)).toEqual([['one'], ['one', 'posted 1', 'two']])
    expect(provider.handshakes).toHaveLength(1)
  })

  it('sends nothing twice that the provider may have stored', async () => {
    const { provider, ask } = await connected((_request, _number, connection) => {
      connection.terminate()
      return undefined
    })
    expect(await ask({ input: 'one', store: true })).toMatchObject({
      type: 'error',
      status: 502,
      error: { code: 'upstream_unreachable' },
    })
    expect(provider.posts).toEqual([])
  })

  it('ends a response whose connection breaks after that with an error, and continues on another', async () => {
    const { provider, ask } = await connected((request, number, connection) => {
      if (number !== 2) return numbered(request, number)
      const delta = { type: 'response.output_text.delta', sequence_number: 1, delta: 'Once' }
      connection.send(JSON.stringify(responseEvents('resp_2', [])[0]))
      connection.send(JSON.stringify(delta), () => connection.terminate())
      return undefined
    })
    await ask({ input: 'one' })
    expect(await ask({ input: 'two', previous_response_id: 'resp_1' })).toMatchObject({
      type: 'error',
      status: 502,
      error: { code: 'invalid_upstream_reply' },
    })
    await ask({ input: 'two', previous_response_id: 'resp_1' })
    expect(provider.messages.map(texts)).toEqual([['one'], ['two'], ['one', 'answer 1', 'two']])
    expect([provider.handshakes.length, provider.posts]).toEqual([2, []])
  })

  it('retries an error with a status on the same connection, with the whole conversation', async () => {
    const { provider, ask, gateway } = await connected(
      (request, number) =>
        number === 2 ? { ...LIMITED, headers: { 'retry-after-ms': '1' } } : numbered(request, number),
      { configs: { retrying: { provider: '@main', retry: { attempts: 1, on_status_codes: [429] } } } },
      { 'x-gateway-config': 'retrying' },
    )
    await ask({ input: 'one' })
    expect(await ask({ input: 'two', previous_response_id: 'resp_1' })).toMatchObject({
      response: { id: 'resp_3' },
    })
    expect(provider.messages.map(texts)).toEqual([['one'], ['two'], ['one', 'answer 1', 'two']])
    expect(provider.handshakes).toHaveLength(1)
    expect((await gateway.log())[1]).toMatchObject({ attempts: [{ status: 429 }, { status: 200 }] })
  })

  it('returns an error with its status, code and headers', async () => {
    const { ask } = await connected(() => ({ ...LIMITED, headers: { 'retry-after': '7' } }))
    expect(await ask({ input: 'one' })).toMatchObject({
      status: 429,
      error: { code: 'rate_limit_exceeded', message: 'Slow down.' },
      headers: { 'retry-after': '7', 'x-gateway-provider': 'openai' },
    })
  })

  it('uses HTTP when the connection has reached its age, and opens another one next', async () => {
    const { provider, ask } = await connected((request, number) =>
      number === 2
        ? { status: 400, error: { code: 'websocket_connection_limit_reached', message: '60 minutes.' } }
        : numbered(request, number),
    )
    await ask({ input: 'one' })
    expect(await ask({ input: 'two', previous_response_id: 'resp_1' })).toMatchObject({
      response: { id: 'http_1' },
    })
    await ask({ input: 'three', previous_response_id: 'http_1' })
    expect(provider.posts.map(texts)).toEqual([['one', 'answer 1', 'two']])
    expect(provider.messages.at(-1)).toMatchObject({ input: { length: 5 } })
    expect(provider.handshakes).toHaveLength(2)
  })

  it('passes an error within a response on, records it, and continues on another connection', async () => {
    const { provider, ask, gateway } = await connected((request, number) =>
      number === 2
        ? [
            ...responseEvents('resp_2', [message('part')]).slice(0, 2),
            { type: 'response.output_text.delta', sequence_number: 2, delta: 'x' },
            { type: 'error', sequence_number: 3, code: 'server_error', message: 'Broken.', param: null },
          ]
        : numbered(request, number),
    )
    await ask({ input: 'one' })
    expect(await ask({ input: 'two', previous_response_id: 'resp_1' })).toMatchObject({
      type: 'error',
      error: { message: 'Broken.' },
    })
    await ask({ input: 'two', previous_response_id: 'resp_1' })
    expect(provider.messages.map(texts)).toEqual([['one'], ['two'], ['one', 'answer 1', 'two']])
    expect(provider.handshakes).toHaveLength(2)
    expect((await gateway.log())[1]).toMatchObject({ status: 200, brokenBy: 'provider' })
  })
})

describe('Responses over WebSocket to the provider: the client', () => {
  const silent: SocketAnswer = (request, number, connection) => {
    if (number !== 1) return numbered(request, number)
    connection.send(JSON.stringify(responseEvents('resp_1', [])[0]))
    connection.send(JSON.stringify({ type: 'response.output_text.delta', sequence_number: 1, delta: 'Once' }))
    return undefined
  }

  it('closes the connection of a response that the client cancels, and opens another', async () => {
    const { provider, client, ask } = await connected(silent)
    client.send(create({ input: 'one' }))
    await client.until('response.output_text.delta')
    const closed = provider.nextClosed()
    client.send({ type: 'response.cancel' })
    await closed
    await client.until('response.incomplete')
    expect(await ask({ input: 'two' })).toMatchObject({ response: { id: 'resp_2' } })
    expect(provider.handshakes).toHaveLength(2)
  })

  it('closes its connections when the client disconnects, while one is used or none', async () => {
    const { provider, client, ask } = await connected()
    await ask({ input: 'one' })
    await ask({ input: 'two', stream_id: 'other' })
    expect(provider.closed).toEqual([])
    client.socket.close()
    while (provider.closed.length < 2) await provider.nextClosed()
    expect(provider.closed).toEqual([1000, 1000])
  })

  it('reads messages in several frames, with others between them', async () => {
    const { ask } = await connected((request, number, connection) => {
      const [first, ...others] = numbered(request, number)
      const text = JSON.stringify(first)
      connection.send(text.slice(0, 10), { fin: false })
      connection.ping('between')
      connection.send(text.slice(10), { fin: true })
      for (const event of others) connection.send(JSON.stringify(event, null, 2))
      return undefined
    })
    expect(await ask({ input: 'one' })).toMatchObject({ response: { id: 'resp_1' } })
  })

  it.each([
    ['text that is not JSON', 'not JSON'],
    ['binary messages', Buffer.from([0, 1, 2])],
  ])('ends the response of a provider that sends %s, and its connection', async (_name, sent) => {
    const { provider, ask } = await connected((request, number, connection) => {
      if (number > 1) return numbered(request, number)
      connection.send(sent)
      return undefined
    })
    const closed = provider.nextClosed()
    expect(await ask({ input: 'one' })).toMatchObject({
      status: 502,
      error: { code: 'invalid_upstream_reply' },
    })
    await closed
    expect(await ask({ input: 'two' })).toMatchObject({ response: { id: 'resp_2' } })
    expect(provider.handshakes).toHaveLength(2)
  })

  it('answers the provider that it is there', async () => {
    const pongs: string[] = []
    const { ask } = await connected((request, number, connection) => {
      connection.on('pong', data => {
        pongs.push(data.toString())
        for (const event of numbered(request, number)) connection.send(JSON.stringify(event))
      })
      connection.ping('there?')
      return undefined
    })
    await ask({ input: 'one' })
    expect(pongs).toEqual(['there?'])
  })
})
