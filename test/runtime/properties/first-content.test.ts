// Before the first content, a provider whose stream fails is replaced by the next one, whatever it has begun: blocks, items and deltas
// without any text are not content.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHarness, type Harness } from '../../support/harness.ts'
import { runs } from '../../support/property-seed.ts'
import { type Step, steppedUpstream } from '../../support/scripted-upstream.ts'
import { eventFrame, exceptionFrame } from '../streams/aws-event-bytes.ts'
import { type Dialect, dialects } from './dialects.ts'
import { sentBy } from './sent-streams.ts'

const encoder = new TextEncoder()
const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`
const named = (type: string, more: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`

interface Opening {
  /** Events that begin a stream of the dialect, any of them any number of times, and have no content. */
  readonly empty: readonly (string | Uint8Array)[]
  readonly error: string | Uint8Array
  readonly content: string | Uint8Array
}

const delta = (fields: object): string =>
  data({ choices: [{ index: 0, delta: fields, finish_reason: null }] })
const CHUNKS: Opening = {
  empty: [
    delta({ role: 'assistant', content: '' }),
    delta({ content: null, refusal: null }),
    delta({ reasoning_content: '' }),
    delta({ tool_calls: [] }),
    delta({ reasoning_details: [{ type: 'reasoning.text', index: 0, format: 'x', text: '' }] }),
    data({ choices: [{ index: 0, delta: {}, finish_reason: '' }] }),
    data({ choices: [] }),
    ': keep-alive\n\n',
  ],
  error: data({ error: { message: 'Busy.', code: 503 } }),
  content: delta({ content: 'Hi' }),
}

const start = (block: object): string => named('content_block_start', { index: 0, content_block: block })
const piece = (fields: object): string => named('content_block_delta', { index: 0, delta: fields })
const MESSAGES: Opening = {
  empty: [
    start({ type: 'text', text: '' }),
    start({ type: 'text', text: '', citations: null }),
    start({ type: 'thinking', thinking: '', signature: '' }),
    piece({ type: 'text_delta', text: '' }),
    piece({ type: 'thinking_delta', thinking: '' }),
    piece({ type: 'input_json_delta', partial_json: '' }),
    named('content_block_stop', { index: 0 }),
    named('ping', {}),
  ],
  error: named('error', { error: { type: 'overloaded_error', message: 'Busy.' } }),
  content: piece({ type: 'text_delta', text: 'Hi' }),
}

const RESPONSES: Opening = {
  empty: [
    named('response.in_progress', { response: { status: 'in_progress' } }),
    named('response.output_item.added', {
      output_index: 0,
      item: { id: 'm', type: 'message', status: 'in_progress', role: 'assistant', content: [] },
    }),
    named('response.output_item.added', {
      output_index: 0,
      item: { id: 'r', type: 'reasoning', summary: [], encrypted_content: 'gAAA' },
    }),
    named('response.content_part.added', {
      item_id: 'm',
      part: { type: 'output_text', text: '', annotations: [], logprobs: [] },
    }),
    named('response.reasoning_summary_part.added', { part: { type: 'summary_text', text: '' } }),
    named('response.output_text.delta', { item_id: 'm', delta: '', logprobs: [], obfuscation: 'xyz' }),
  ],
  error: named('error', { code: 'server_error', message: 'Busy.', param: null }),
  content: named('response.output_text.delta', { item_id: 'm', delta: 'Hi' }),
}

const part = (parts: readonly object[]): string =>
  data({ candidates: [{ content: { role: 'model', parts } }] })
const GEMINI: Opening = {
  empty: [part([]), part([{ text: '' }]), part([{ text: '', thought: true }]), data({ candidates: [] })],
  error: data({ error: { code: 503, message: 'Busy.', status: 'UNAVAILABLE' } }),
  content: part([{ text: 'Hi' }]),
}

const CONVERSE: Opening = {
  empty: [
    eventFrame('messageStart', { role: 'assistant' }),
    eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: '' } }),
    eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text: '' } } }),
    eventFrame('contentBlockStart', { contentBlockIndex: 0, start: {} }),
    eventFrame('contentBlockStop', { contentBlockIndex: 0 }),
  ],
  error: exceptionFrame('serviceUnavailableException', { message: 'Busy.' }),
  content: eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Hi' } }),
}

const COHERE: Opening = {
  empty: [
    named('message-start', {
      id: 'c',
      delta: { message: { role: 'assistant', content: [], tool_plan: '' } },
    }),
    named('content-start', { index: 0, delta: { message: { content: { type: 'text', text: '' } } } }),
    named('content-start', { index: 0, delta: { message: { content: { type: 'thinking', thinking: '' } } } }),
    named('content-delta', { index: 0, delta: { message: { content: { text: '' } } } }),
    named('content-delta', { index: 0, delta: { message: { content: { thinking: '' } } } }),
    named('tool-plan-delta', { delta: { message: { tool_plan: '' } } }),
    named('content-end', { index: 0 }),
  ],
  error: named('message-end', { delta: { finish_reason: 'ERROR', error: 'Busy.' } }),
  content: named('content-delta', { index: 0, delta: { message: { content: { text: 'Hi' } } } }),
}

const line = (value: object): string => `${JSON.stringify(value)}\n`
const LINES: Opening = {
  empty: [
    line({ model: 'm', message: { role: 'assistant', content: '' }, done: false }),
    line({ model: 'm', message: { role: 'assistant', content: '', thinking: '' }, done: false }),
    line({ model: 'm', message: { role: 'assistant', tool_calls: [] }, done: false }),
  ],
  error: line({ error: 'Busy.' }),
  content: line({ model: 'm', message: { role: 'assistant', content: 'Hi' }, done: false }),
}

const OPENINGS: Readonly<Record<string, Opening>> = {
  anthropic: MESSAGES,
  google: GEMINI,
  vertex: GEMINI,
  bedrock: CONVERSE,
  cohere: COHERE,
  'ollama-native': LINES,
}
const APIS = {
  'chat/completions': { messages: [{ role: 'user', content: 'Hi' }] },
  messages: { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 100 },
  responses: { input: 'Hi', store: false },
} as const
type Api = keyof typeof APIS

const openingOf = ({ name }: Dialect, api: Api): Opening =>
  api === 'responses' && (name === 'openai' || name === 'azure') ? RESPONSES : (OPENINGS[name] ?? CHUNKS)

interface Ready {
  readonly here: Harness
  api: Api
  step: Step
}
const harnesses = new Map<string, Ready>()
const SECOND_HOST = 'https://second.example'

/** The first target gets the step; the second one answers. */
function harnessOf(dialect: Dialect): Ready {
  const known = harnesses.get(dialect.name)
  if (known !== undefined) return known
  const two = { provider: 'openai', api_key: '${env:KEY}', custom_host: `${SECOND_HOST}/v1` }
  const ready: Ready = {
    here: createHarness({
      manifest: { providers: { one: dialect.stored, two } },
      configs: {
        c: { strategy: { mode: 'fallback' }, targets: [{ provider: '@one' }, { provider: '@two' }] },
      },
      environment: { KEY: 'k' },
      upstream: steppedUpstream(({ origin }) => (origin === SECOND_HOST ? second(ready) : ready.step)),
    }),
    api: 'messages',
    step: 'silence',
  }
  harnesses.set(dialect.name, ready)
  return ready
}

const second = ({ api }: Ready): Step => ({
  events:
    api === 'responses'
      ? [
          named('response.output_text.delta', { item_id: 'm', delta: 'Second' }),
          named('response.completed', { response: {} }),
        ]
      : [
          delta({ content: 'Second' }),
          data({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
          'data: [DONE]\n\n',
        ],
})

async function send(
  dialect: Dialect,
  api: Api,
  events: readonly (string | Uint8Array)[],
  end: 'well' | 'cut',
) {
  const ready = harnessOf(dialect)
  const { headers } = sentBy(dialect.stream)
  const bytes = events.map(each => (typeof each === 'string' ? encoder.encode(each) : each))
  ready.api = api
  ready.step = { events: bytes, end, headers }
  return await ready.here.call({
    path: `/${api}`,
    headers: { 'x-gateway-config': 'c' },
    body: { model: dialect.model, stream: true, ...APIS[api] },
  })
}

describe.each(dialects.map(dialect => [dialect.name, dialect] as const))('A stream of %s', (_, dialect) => {
  it.each(Object.keys(APIS) as Api[])(
    'that fails before its first content is replaced, for %s',
    async api => {
      const { empty, error, content } = openingOf(dialect, api)
      const begun = fc.array(fc.constantFrom(...empty), { maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(begun, fc.constantFrom('error', 'end', 'cut'), async (events, how) => {
          const sent = how === 'error' ? [...events, error] : events
          const reply = await send(dialect, api, sent, how === 'cut' ? 'cut' : 'well')
          expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('Second')])
          expect(reply.text).not.toMatch(/Busy|"error":\{/)
        }),
        { numRuns: runs(40) },
      )
      const started = await send(dialect, api, [...empty, content, error], 'well')
      expect(started.text).toContain('Hi')
      expect(started.text).not.toContain('Second')
    },
  )
})
