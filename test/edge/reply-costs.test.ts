// Semantics, section 20: what a reply has cost, in a header, in a comment of a stream, and in its usage.
import { describe, expect, it, onTestFinished } from 'vitest'
import { runGateway, runProvider } from '../support/running-gateway.ts'

const REPLY = JSON.stringify({
  ...{ id: 'c', object: 'chat.completion' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Gladly.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
})

describe('The header of the cost', () => {
  it('says what a whole reply cost by the prices of the manifest, and nothing where that is not known', async () => {
    const provider = await runProvider((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(REPLY)
    })
    onTestFinished(provider.stop)
    const gateway = await runGateway(
      {
        providers: { up: { provider: 'openai', api_key: '${env:KEY}', custom_host: provider.origin } },
        trusted_hosts: ['127.0.0.1'],
        telemetry: { cost_header: true },
        prices: [
          { provider: 'openai', model: 'home-made', input: 0.15, output: 0.6, from: '2020-01-01' },
          { provider: 'openai', model: 'home-made', input: 99, output: 99, from: '2999-01-01' },
        ],
      },
      {},
      { KEY: 'sk-of-provider' },
    )
    const costOf = async (model: string, stream = false): Promise<string | null> => {
      const response = await fetch(`${gateway.url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'Hello' }] }),
      })
      await response.arrayBuffer()
      return response.headers.get('x-gateway-cost')
    }
    const usageOf = async (strict: string): Promise<unknown> => {
      const response = await fetch(`${gateway.url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-strict-vendor-compliance': strict },
        body: JSON.stringify({ model: '@up/home-made', messages: [{ role: 'user', content: 'Hello' }] }),
      })
      return ((await response.json()) as { usage?: unknown }).usage
    }
    // 3 tokens at 150 and 2 at 600 billionths of a dollar.
    expect(await costOf('@up/home-made')).toBe('0.00000165')
    expect(await costOf('@up/gpt-4o')).toBe('0.0000275')
    expect(await costOf('@up/nobody-knows')).toBeNull()
    // Nobody whose compliance is strict gets more than the header.
    expect(await usageOf('true')).not.toHaveProperty('cost')
    expect(await usageOf('false')).toHaveProperty('cost', 0.00000165)
    await gateway.stop()
  })
})

describe('The cost of a stream', () => {
  const event = (name: string, body: object): string =>
    `event: ${name}\ndata: ${JSON.stringify({ type: name, ...body })}\n\n`
  const chunk = (more: object): string =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], ...more })}\n\n`
  const text = chunk({ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] })
  const response = { id: 'r', object: 'response', status: 'completed', output: [], error: null }
  // 3 tokens at 150 and 2 at 600 billionths of a dollar.
  const COMMENT = ': cost 0.00000165\n\n'

  const STREAMS: { readonly [path: string]: readonly string[] } = {
    '/chat/completions': [
      text,
      chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      chunk({ usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } }),
      'data: [DONE]\n\n',
    ],
    '/responses': [
      event('response.created', { response: { ...response, status: 'in_progress', usage: null } }),
      event('response.output_text.delta', { delta: 'Hi' }),
      event('response.completed', {
        response: { ...response, usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 } },
      }),
    ],
    '/messages': [
      event('message_start', {
        message: { id: 'm', content: [], usage: { input_tokens: 3, output_tokens: 1 } },
      }),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
      event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }),
      event('message_stop', {}),
    ],
  }

  async function streamOf(
    path: string,
    strict: boolean | undefined,
    pieces = STREAMS[path] ?? [],
  ): Promise<string> {
    const provider = await runProvider((_request, reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const piece of pieces) reply.write(piece)
      reply.end()
    })
    onTestFinished(provider.stop)
    const name = path === '/messages' ? 'anthropic' : 'openai'
    const gateway = await runGateway(
      {
        providers: { up: { provider: name, api_key: '${env:KEY}', custom_host: provider.origin } },
        trusted_hosts: ['127.0.0.1'],
        telemetry: { cost_header: true },
        prices: [{ provider: name, model: 'home-made', input: 0.15, output: 0.6 }],
      },
      {},
      { KEY: 'sk-of-provider' },
    )
    const sent = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(strict !== undefined && { 'x-gateway-strict-vendor-compliance': String(strict) }),
      },
      body: JSON.stringify({
        model: '@up/home-made',
        stream: true,
        ...(path === '/responses'
          ? { input: 'Hello', store: false }
          : { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 9 }),
        ...(path === '/chat/completions' && { stream_options: { include_usage: true } }),
      }),
    })
    const received = await sent.text()
    await gateway.stop()
    return received
  }

  it.each(Object.keys(STREAMS))('of %s is a comment before its last event', async path => {
    const received = await streamOf(path, undefined)
    const last = STREAMS[path]?.at(-1) ?? ''
    expect(received.endsWith(`${COMMENT}${last}`)).toBe(true)
    expect(received.split(': cost ')).toHaveLength(2)
    expect(received).not.toContain('"cost"')
  })

  it.each(Object.keys(STREAMS))('of %s is in its usage too where strict compliance is off', async path => {
    const received = await streamOf(path, false)
    expect(received).toContain('"usage":{"cost":0.00000165,')
    expect(received).toContain(COMMENT)
    expect(await streamOf(path, true)).not.toContain('"cost"')
  })

  it('is not told of a stream without usage', async () => {
    expect(await streamOf('/chat/completions', false, [text, 'data: [DONE]\n\n'])).not.toContain('cost')
  })
})
