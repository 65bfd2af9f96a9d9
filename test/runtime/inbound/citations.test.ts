// Citations of documents in messages: asked for and returned by Claude at Bedrock, and dropped elsewhere.
import { describe, expect, test } from 'vitest'
import { messagesApi } from '../../../runtime/inbound/messages/messages.ts'
import { mapStream } from '../../../runtime/providers/bedrock/map-stream.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { createHarness } from '../../support/harness.ts'
import { context as adapterContext } from '../providers/bedrock/context.ts'
import { context as inboundContext } from './context.ts'

const manifest = {
  providers: {
    aws: { provider: 'bedrock', api_key: '${env:KEY}', cloud1_region: 'us-east-1' },
    google: { provider: 'google', api_key: '${env:KEY}' },
  },
}
const cited = { citations: { enabled: true } }
const PDF = { type: 'base64', media_type: 'application/pdf', data: 'QUJD' }
const document = (source: JsonObject, more: JsonObject = cited): JsonObject => ({
  type: 'document',
  title: 'Colors',
  source,
  ...more,
})
const turn = (...content: readonly Json[]): JsonObject => ({
  max_tokens: 9,
  messages: [{ role: 'user', content: [...content, { type: 'text', text: 'Which color?' }] }],
})

const citation = (location: JsonObject): JsonObject => ({
  title: 'Colors',
  sourceContent: [{ text: 'The sky ' }, { text: 'is blue.' }],
  location,
})
const CHAR = citation({ documentChar: { documentIndex: 0, start: 3, end: 19 } })
const PAGE = citation({ documentPage: { documentIndex: 1, start: 2, end: 3 } })
const CHUNK = citation({ documentChunk: { documentIndex: 0, start: 0, end: 1 } })
const NOWHERE = citation({ web: {} })
const common = { cited_text: 'The sky is blue.', document_title: 'Colors', file_id: null }
const AT_CHAR = {
  type: 'char_location',
  ...common,
  document_index: 0,
  start_char_index: 3,
  end_char_index: 19,
}
const AT_PAGE = {
  type: 'page_location',
  ...common,
  document_index: 1,
  start_page_number: 2,
  end_page_number: 3,
}
const AT_BLOCK = {
  type: 'content_block_location',
  ...common,
  document_index: 0,
  start_block_index: 0,
  end_block_index: 1,
}

const REPLY = {
  output: {
    message: {
      role: 'assistant',
      content: [
        { text: 'It is ' },
        { citationsContent: { content: [{ text: 'blue' }], citations: [CHAR, PAGE, CHUNK, NOWHERE] } },
        { text: '.' },
      ],
    },
  },
  stopReason: 'end_turn',
  usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
}

async function ask(model: string, request: JsonObject, answer: object = REPLY) {
  const here = createHarness({ manifest, environment: { KEY: 'k' }, script: [{ status: 200, body: answer }] })
  const reply = await here.call({ path: '/messages', body: { model, ...request } })
  return { reply, sent: here.upstream.sent[0]?.json as JsonObject, dropped: reply.outcome?.reply.dropped }
}
const CLAUDE = '@aws/anthropic.claude-sonnet-4-5'

describe('a request', () => {
  test.each<readonly [title: string, source: JsonObject, format: string, bytes: string]>([
    ['a PDF', PDF, 'pdf', 'QUJD'],
    ['a plain text', { type: 'text', media_type: 'text/plain', data: 'é' }, 'txt', 'w6k='],
  ])('%s is a document with citations', async (_title, source, format, bytes) => {
    const { sent, dropped } = await ask(CLAUDE, turn(document(source)))
    expect(sent['messages']).toMatchObject([
      { content: [{ document: { format, name: 'Colors', source: { bytes }, ...cited } }, {}] },
    ])
    expect(dropped).toBeUndefined()
  })

  test('documents without the setting are sent without it', async () => {
    const { sent } = await ask(CLAUDE, turn(document(PDF, { citations: { enabled: false } })))
    expect(JSON.stringify(sent)).not.toContain('citations')
  })

  test.each<readonly [title: string, model: string, source: JsonObject]>([
    ['a document of blocks', CLAUDE, { type: 'content', content: [{ type: 'text', text: 'a' }] }],
    ['another model', '@aws/us.amazon.nova-2-lite-v1:0', PDF],
    ['another provider', '@google/gemini-3.8-flash', PDF],
  ])('%s: the setting is dropped and named', async (_title, model, source) => {
    const { sent, dropped } = await ask(model, turn(document(source)))
    expect(JSON.stringify(sent)).not.toContain('citations')
    expect(dropped).toEqual(['citations'])
  })
})

describe('a whole reply', () => {
  test('has a block for each cited text', async () => {
    const { reply } = await ask(CLAUDE, turn(document(PDF)))
    expect(reply.json).toMatchObject({
      content: [
        { type: 'text', text: 'It is ' },
        { type: 'text', text: 'blue', citations: [AT_CHAR, AT_PAGE, AT_BLOCK] },
        { type: 'text', text: '.' },
      ],
    })
  })

  test('has one block of text if the request asks for no citations', async () => {
    const { reply } = await ask(CLAUDE, turn(document(PDF, {})))
    expect((reply.json as JsonObject)['content']).toEqual([{ type: 'text', text: 'It is blue.' }])
  })
})

test('a stream has the citations of each block after its text', () => {
  const mapper = mapStream({ ...adapterContext, stream: true, strict: false })
  const delta = (contentBlockIndex: number, more: JsonObject): readonly [string, JsonObject] => [
    'contentBlockDelta',
    { contentBlockIndex, delta: more },
  ]
  const events: readonly (readonly [string, JsonObject])[] = [
    ['messageStart', { role: 'assistant' }],
    delta(0, { text: 'It is ' }),
    delta(1, { text: 'bl' }),
    delta(1, { text: 'ue' }),
    delta(1, { citation: CHAR }),
    delta(1, { citation: NOWHERE }),
    delta(2, { text: '.' }),
    ['messageStop', { stopReason: 'end_turn' }],
    ['metadata', { usage: REPLY.usage }],
  ]
  const stream = messagesApi.stream({ ...inboundContext, request: turn(document(PDF)) })
  const steps = events.flatMap(([event, body]) => mapper.event({ event, data: JSON.stringify(body) }))
  const chunks = steps.flatMap(step => {
    if (typeof step !== 'object') return []
    return 'chunk' in step ? [step.chunk] : 'json' in step ? [JSON.parse(step.json) as JsonObject] : []
  })
  const sent = [...chunks.flatMap(stream.chunk), ...stream.end()].map(
    ({ data }) => JSON.parse(data) as JsonObject,
  )
  const deltas = sent.filter(({ type }) => type === 'content_block_delta')
  expect(deltas.map(({ index, delta: more }) => [index, more])).toEqual([
    [0, { type: 'text_delta', text: 'It is ' }],
    [1, { type: 'text_delta', text: 'bl' }],
    [1, { type: 'text_delta', text: 'ue' }],
    [1, { type: 'citations_delta', citation: AT_CHAR }],
    [2, { type: 'text_delta', text: '.' }],
  ])
  expect(sent.filter(({ type }) => type === 'content_block_stop')).toHaveLength(3)
})
