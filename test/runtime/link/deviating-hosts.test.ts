// Hosts of the vendor's schema that deviate from it: the vendor's own client reads what the gateway repairs, of providers that are known or
// declared to deviate, and under strict compliance. Anybody else's bytes pass unread.
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const event = (chunk: object): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', ...chunk })}\n\n`
const delta = (fields: object, finish: string | null = ''): string =>
  event({ created: 1, model: 'm', choices: [{ index: 0, delta: fields, finish_reason: finish }] })
const call = (id: string | undefined, city: string, index?: number, isObject = false): object => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  type: 'function',
  function: { name: 'weather', arguments: isObject ? { city } : JSON.stringify({ city }) },
})

/** Streams that no client of the vendor reads right, each of a text or of two calls. */
const STREAMS: Readonly<Record<string, readonly string[]>> = {
  'no role': [delta({ content: 'Hel' }, null), delta({ content: 'lo' }, null), delta({}, 'stop')],
  'an empty finish reason in each chunk': [
    delta({ role: 'assistant', content: 'Hel' }),
    delta({ role: null, content: 'lo', tool_calls: null }),
    delta({ content: '' }, 'stop'),
  ],
  'no index of the choice': [
    event({ choices: [{ delta: { content: 'Hello' } }] }),
    event({ choices: [{ delta: {}, finish_reason: 'stop' }] }),
  ],
  'content as a list': [delta({ content: [{ type: 'text', text: 'Hello' }] }, null), delta({}, 'stop')],
  'calls without an index': [
    delta({ role: 'assistant', tool_calls: [call('a', 'Rome')] }),
    delta({ tool_calls: [call('b', 'Oslo')] }, 'tool_calls'),
  ],
  'calls that all have the index 0': [
    delta({ role: 'assistant', tool_calls: [call('a', 'Rome', 0), call('b', 'Oslo', 0)] }, null),
    delta({}, 'tool_calls'),
  ],
  'calls with arguments as an object': [
    delta({ tool_calls: [call('a', 'Rome', 0, true), call('b', 'Oslo', 1, true)] }, null),
    delta({}, 'stop'),
  ],
}
const DONE = 'data: [DONE]\n\n'

const REPAIRED = {
  'a provider that is known to': [{ provider: 'ollama' }, {}],
  'a provider that is declared to': [
    { provider: 'openai-compatible', custom_host: 'https://host.example/v1', deviating: true },
    {},
  ],
  'one by its slug, declared by the config': [{ provider: '@stored', deviating: true }, {}],
  'strict compliance of a config': [
    { provider: 'groq', api_key: '${env:KEY}', strict_vendor_compliance: true },
    {},
  ],
  'strict compliance of a config at a host of the schema': [
    { provider: 'fireworks', api_key: '${env:KEY}', strict_vendor_compliance: true },
    {},
  ],
  'strict compliance of a request': [
    { provider: 'fireworks', api_key: '${env:KEY}' },
    { 'x-gateway-strict-vendor-compliance': 'true' },
  ],
} as const satisfies Readonly<
  Record<string, readonly [config: object, headers: Readonly<Record<string, string>>]>
>
const AS_IT_IS = { provider: 'fireworks', api_key: '${env:KEY}' }

const answering = (config: object, step: Step) =>
  createHarness({
    manifest: {
      providers: { stored: { provider: 'openai-compatible', custom_host: 'https://host.example/v1' } },
    },
    configs: { c: config },
    environment: { KEY: 'k' },
    script: [step],
  })

/** The vendor's client, with the gateway in place of the network. */
function clientOf(config: object, headers: Readonly<Record<string, string>>, step: Step): OpenAI {
  const here = answering(config, step)
  return new OpenAI({
    apiKey: 'unused',
    maxRetries: 0,
    baseURL: 'http://gateway.example/v1',
    fetch: async (_url, init) => {
      const body = JSON.parse(String(init?.body)) as object
      const reply = await here.call({ headers: { 'x-gateway-config': 'c', ...headers }, body })
      return new Response(reply.text, { status: reply.status, headers: reply.headers })
    },
  })
}

const BODY = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] }

describe.each(Object.entries(REPAIRED))('%s', (_, [config, headers]) => {
  it.each(Object.entries(STREAMS))('repairs a stream with %s', async (title, events) => {
    const client = clientOf(config, headers, { events: [...events, DONE] })
    const { choices } = await client.chat.completions.stream(BODY).finalChatCompletion()
    const [{ message, finish_reason: finish } = { message: undefined, finish_reason: undefined }] = choices
    expect(message?.role).toBe('assistant')
    if (!title.startsWith('calls')) {
      expect([message?.content, finish]).toEqual(['Hello', 'stop'])
      return
    }
    expect(finish).toBe('tool_calls')
    const calls = (message?.tool_calls ?? []).flatMap(each => (each.type === 'function' ? [each] : []))
    expect(calls.map(({ id, function: { name, arguments: text } }) => [id, name, JSON.parse(text)])).toEqual([
      ['a', 'weather', { city: 'Rome' }],
      ['b', 'weather', { city: 'Oslo' }],
    ])
  })

  it('repairs a whole reply', async () => {
    const body = {
      choices: [{ message: { tool_calls: [call(undefined, 'Rome', undefined, true)] }, finish_reason: '' }],
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    }
    const reply = await clientOf(config, headers, { status: 200, body }).chat.completions.create(BODY)
    expect(reply).toMatchObject({
      id: expect.stringMatching(/./),
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', tool_calls: [{ id: expect.stringMatching(/./), type: 'function' }] },
          finish_reason: 'tool_calls',
        },
      ],
    })
  })

  it('reports usage in a stream that the client asked for it', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
    const events = [...(STREAMS['no role'] ?? []), event({ choices: [], usage }), DONE]
    const client = clientOf(config, headers, { events })
    const options = { ...BODY, stream: true as const, stream_options: { include_usage: true } }
    let counted: unknown
    for await (const chunk of await client.chat.completions.create(options)) counted = chunk.usage ?? counted
    expect(counted).toMatchObject(usage)
  })
})

it.each(Object.entries(STREAMS))('passes unread at any other host: %s', async (_, events) => {
  const here = answering(AS_IT_IS, { events: [...events, DONE] })
  const reply = await here.call({ headers: { 'x-gateway-config': 'c' }, body: { ...BODY, stream: true } })
  expect(reply.text).toBe([...events, DONE].join(''))
})

it('the request passes as it is', async () => {
  const here = answering({ provider: '@stored', deviating: true }, { status: 200, body: { choices: [] } })
  const body = { ...BODY, temperature: 1.0, unknown_parameter: { a: [1] } }
  await here.call({ headers: { 'x-gateway-config': 'c' }, body })
  expect(here.upstream.sent[0]?.text).toBe(JSON.stringify(body))
})
