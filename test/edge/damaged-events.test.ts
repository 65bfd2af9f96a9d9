// A stream with an event that cannot be read, or without a reason at its end, ends with an error event of its dialect: it has no regular
// end, is not cached, and its record says that it broke (semantics, section 15). An event of an unknown type is passed over.
import { afterEach, describe, expect, it } from 'vitest'
import { arrivedText } from '../support/arrived-text.ts'
import { closeAll, later } from '../support/local-servers.ts'
import { runGateway, runProvider } from '../support/running-gateway.ts'

afterEach(closeAll)

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const typed = (type: string, fields: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const gemini = (text: string, finish?: string): string =>
  `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, finishReason: finish }] })}\n\n`

interface Sent {
  readonly type: string
  readonly before: string
  /** Of a type that the dialect does not have. */
  readonly unknown: string
  readonly after: string
  /** An end that does not say why, after which nothing is known to be whole. */
  readonly unfinished: readonly string[]
}

const CHUNKS: Sent = {
  type: 'text/event-stream',
  before: chunk({ role: 'assistant', content: 'The sum is 1' }),
  unknown: 'event: weather\ndata: {"object":"weather"}\n\n',
  after: `${chunk({ content: '00' }) + chunk({}, 'stop')}data: [DONE]\n\n`,
  unfinished: [
    'data: [DONE]\n\n',
    'data: {"choices":[]}\n\ndata: [DONE]\n\n',
    'data: {"choices":null}\n\ndata: [DONE]\n\n',
    '',
  ],
}
const PROVIDERS: Readonly<Record<string, Sent>> = {
  openai: CHUNKS,
  groq: CHUNKS,
  mistral: CHUNKS,
  anthropic: {
    type: 'text/event-stream',
    before:
      typed('message_start', {
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          model: 'c',
          content: [],
          usage: { input_tokens: 1 },
        },
      }) +
      typed('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
      typed('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'The sum is 1' } }),
    unknown: typed('weather', { index: 0 }),
    after:
      typed('content_block_delta', { index: 0, delta: { type: 'text_delta', text: '00' } }) +
      typed('content_block_stop', { index: 0 }) +
      typed('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }) +
      typed('message_stop', {}),
    unfinished: [
      typed('content_block_stop', { index: 0 }) + typed('message_stop', {}),
      typed('message_delta', { delta: { stop_reason: null } }) + typed('message_stop', {}),
      '',
    ],
  },
  google: {
    type: 'text/event-stream',
    before: gemini('The sum is 1'),
    unknown: 'data: {"weather":"fine"}\n\n',
    after: gemini('00', 'STOP'),
    unfinished: [gemini('00'), 'data: {"candidates":[]}\n\n', ''],
  },
  cohere: {
    type: 'text/event-stream',
    before:
      typed('message-start', { id: 'a' }) +
      typed('content-delta', { index: 0, delta: { message: { content: { text: 'The sum is 1' } } } }),
    unknown: typed('weather', { index: 0 }),
    after:
      typed('content-delta', { index: 0, delta: { message: { content: { text: '00' } } } }) +
      typed('message-end', { delta: { finish_reason: 'COMPLETE' } }),
    unfinished: [typed('message-end', { delta: {} }), ''],
  },
  'ollama-native': {
    type: 'application/x-ndjson',
    before: '{"model":"m","message":{"role":"assistant","content":"The sum is 1"},"done":false}\n',
    unknown: '{"weather":"fine"}\n',
    after:
      '{"model":"m","message":{"content":"00"},"done":false}\n{"model":"m","message":{"content":""},"done":true,"done_reason":"stop"}\n',
    unfinished: ['{"model":"m","message":{"content":"00"},"done":false}\n', ''],
  },
}

/** What a proxy or a fault of the network makes of an event. */
const DAMAGES: readonly (readonly [name: string, data: string])[] = [
  ['half an event', '{"choices":[{"index":0,"delta":{"content":"0'],
  ['the text of a proxy', 'upstream connect error or disconnect/reset before headers'],
  ['NaN', '{"choices":[],"logprob":NaN}'],
  ['a control character', '{"choices":[{"index":0,"delta":{"content":"\u0001"}}]}'],
  ['a list', '[1]'],
]

const APIS = {
  'chat/completions': { messages: [{ role: 'user', content: 'Add.' }] },
  messages: { max_tokens: 100, messages: [{ role: 'user', content: 'Add.' }] },
  responses: { input: 'Add.' },
} as const
type Api = keyof typeof APIS
const APIS_OF = Object.keys(APIS) as readonly Api[]

/** Where the bytes pass as they come, clients see the damage themselves. */
const PASSES: Readonly<Record<string, readonly Api[]>> = {
  openai: ['chat/completions', 'responses'],
  anthropic: ['messages'],
  groq: ['responses'],
}
const ENDS = /\[DONE\]|message_stop|response\.completed/

const ROUTES = Object.keys(PROVIDERS).flatMap(provider => APIS_OF.map(api => [api, provider] as const))

/** A provider that sends what the test says, and a gateway before it that caches. */
async function openRoute(api: Api, provider: string) {
  const sent = PROVIDERS[provider] ?? CHUNKS
  let text = ''
  const upstream = await runProvider((_request, response) => {
    response.writeHead(200, { 'content-type': sent.type })
    response.end(text)
  })
  later(upstream.stop)
  const gateway = await runGateway(
    {
      providers: { main: { provider, api_key: '${env:KEY}', custom_host: upstream.origin } },
      trusted_hosts: ['127.0.0.1'],
    },
    // The test names models as it needs to.
    { c: { provider: '@main', cache: { mode: 'simple' }, reply_model: 'served' } },
    { KEY: 'k' },
  )
  later(gateway.stop)
  const call = async (model: string, answer: string) => {
    text = answer
    const reply = await fetch(`${gateway.url}/${api}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-config': 'c' },
      body: JSON.stringify({ ...APIS[api], model, stream: true }),
    })
    const { status, headers } = reply
    return { status, cache: headers.get('x-gateway-cache-status'), ...(await arrivedText(reply)) }
  }
  return { sent, call, log: gateway.log }
}

const TRANSLATED = ROUTES.filter(([api, provider]) => PASSES[provider]?.includes(api) !== true)

describe('A stream with a damaged event', () => {
  it.each(TRANSLATED)('%s at %s', async (api, provider) => {
    const { sent, call, log } = await openRoute(api, provider)
    for (const [name, data] of DAMAGES) {
      const damaged = sent.type.includes('ndjson') ? `${data}\n` : `data: ${data}\n\n`
      const answer = sent.before + damaged + sent.after
      const first = await call(name, answer)
      expect(first, first.text).toMatchObject({ status: 200 })
      expect(first.text, name).toContain('The sum is 1')
      expect(first.text, name).toMatch(/error/)
      expect(first.text, name).not.toMatch(ENDS)
      expect((await call(name, answer)).cache, name).toBe('MISS')
    }
    const records = await log()
    expect(records).toHaveLength(2 * DAMAGES.length)
    for (const record of records) expect(record['broken']).toMatch(/not a JSON object/)
    const sound = sent.before + sent.unknown + sent.after
    expect((await call('sound', sound)).text).toMatch(ENDS)
    expect((await call('sound', sound)).cache).toBe('HIT')
  })
})

describe('A stream that does not say why it has ended', () => {
  it.each(TRANSLATED)('gets no reason: %s at %s', async (api, provider) => {
    const { sent, call, log } = await openRoute(api, provider)
    for (const unfinished of sent.unfinished) {
      const answer = sent.before + unfinished
      const first = await call(unfinished, answer)
      expect(first, first.text).toMatchObject({ status: 200 })
      expect(first.text, unfinished).toMatch(/truncated/)
      expect(first.text, unfinished).not.toMatch(ENDS)
      expect((await call(unfinished, answer)).cache, unfinished).toBe('MISS')
    }
    for (const record of await log()) expect(record['broken']).toMatch(/truncated/)
  })

  it.each([
    ['chat/completions', 'openai'],
    ['messages', 'anthropic'],
  ] as const)('is not cached where its bytes pass: %s at %s', async (api, provider) => {
    const { sent, call } = await openRoute(api, provider)
    for (const unfinished of sent.unfinished) {
      await call(unfinished, sent.before + unfinished)
      expect((await call(unfinished, sent.before + unfinished)).cache, unfinished).toBe('MISS')
    }
    const sound = sent.before + sent.after
    expect((await call('sound', sound)).text).toBe(sound)
    expect((await call('sound', sound)).cache).toBe('HIT')
  })

  it.each(['[]', 'null', '[{"index":0,"delta":{"role":"assistant"}}]'])(
    'is 502 where it has nothing: %s at openai',
    async choices => {
      const { call } = await openRoute('chat/completions', 'openai')
      const reply = await call('m', `data: {"id":"a","choices":${choices}}\n\ndata: [DONE]\n\n`)
      expect(reply).toMatchObject({ status: 502, text: expect.stringContaining('truncated') })
    },
  )
})
