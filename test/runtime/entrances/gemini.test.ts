// Gemini's generateContent as a message: parts, tools and generation, by the shapes of its reference.
// https://ai.google.dev/api/generate-content
import { describe, expect, it } from 'vitest'
import type { EntranceSettings } from '../../../runtime/entrances/entrance.ts'
import { geminiEntrance } from '../../../runtime/entrances/gemini.ts'
import { convertContent } from '../../../runtime/entrances/gemini-request.ts'
import { isStream, plainReply } from '../../../runtime/values/call.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject } from '../../../schemas/values/json.ts'

function converted(body: JsonObject) {
  const result = convertContent({ contents: [], ...body }, 'm', false)
  if (isFailure(result)) throw new Error(result.message)
  return result
}

const blocks = (...parts: readonly JsonObject[]) =>
  asList(asObject(asList(converted({ contents: [{ parts }] }).message['messages'])[0])['content'])

describe('a history', () => {
  it('of calls without identifiers pairs each result with its call by name, in order', () => {
    const call = (name: string) => ({ functionCall: { name, args: { a: 1 } } })
    const result = (name: string, response: JsonObject) => ({ functionResponse: { name, response } })
    const { message } = converted({
      contents: [
        { role: 'model', parts: [call('f'), call('g'), call('f')] },
        {
          role: 'user',
          parts: [result('f', { output: 'one' }), result('f', { error: 'no' }), result('g', { a: 1, b: 2 })],
        },
      ],
    })
    const [calls, results] = asList(message['messages']).map(turn => asList(asObject(turn)['content']))
    expect(calls?.map(block => asObject(block)['id'])).toEqual(['call_1', 'call_2', 'call_3'])
    expect(results).toEqual([
      { type: 'tool_result', tool_use_id: 'call_1', content: 'one' },
      { type: 'tool_result', tool_use_id: 'call_3', content: 'no', is_error: true },
      { type: 'tool_result', tool_use_id: 'call_2', content: '{"a":1,"b":2}' },
    ])
  })

  it.each<readonly [string, JsonObject, JsonObject]>([
    [
      'an image',
      { inline_data: { mime_type: 'image/png', data: 'AA==' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
    ],
    [
      'a document',
      { inlineData: { mimeType: 'application/pdf', data: 'AA==' } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AA==' } },
    ],
    [
      'a text file',
      { inlineData: { mimeType: 'text/csv', data: Buffer.from('a,b').toString('base64') } },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a,b' } },
    ],
    [
      'an image of the web',
      { fileData: { mimeType: 'image/png', fileUri: 'https://example.com/a.png' } },
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
    ],
    [
      'a text with a signature of Google',
      { text: 'a', thoughtSignature: 'AAAA' },
      { type: 'text', text: 'a' },
    ],
  ])('has %s', (_kind, part, expected) => {
    expect(blocks(part)).toEqual([expected])
  })

  it.each([
    ['sound', { inlineData: { mimeType: 'audio/wav', data: '' } }],
    ['code', { executableCode: { code: '' } }],
  ])('with %s is refused', (_kind, part) => {
    expect(isFailure(convertContent({ contents: [{ parts: [part] }] }, 'm', false))).toBe(true)
  })
})

it('a schema in capitals becomes one of JSON Schema', () => {
  const parameters = {
    type: 'OBJECT',
    properties: {
      type: { type: 'STRING', enum: ['A'] },
      list: { type: 'ARRAY', items: { type: 'INTEGER' } },
    },
  }
  const { message } = converted({
    tools: [{ functionDeclarations: [{ name: 'f', parameters }, { name: 'g' }] }],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['g'] } },
  })
  expect(message).toMatchObject({
    tools: [
      {
        name: 'f',
        input_schema: {
          type: 'object',
          properties: {
            type: { type: 'string', enum: ['A'] },
            list: { type: 'array', items: { type: 'integer' } },
          },
        },
      },
      { name: 'g', input_schema: { type: 'object', properties: {} } },
    ],
    tool_choice: { type: 'tool', name: 'g' },
  })
})

it.each<readonly [string, JsonObject, JsonObject]>([
  [
    'sampling',
    { maxOutputTokens: 5, topP: 0.5, topK: 3, stopSequences: ['x'] },
    { max_tokens: 5, top_p: 0.5, top_k: 3, stop_sequences: ['x'] },
  ],
  [
    'a budget of thinking',
    { thinkingConfig: { thinkingBudget: 100 } },
    { max_tokens: 4196, thinking: { type: 'enabled', budget_tokens: 1024 } },
  ],
  ['no thinking', { thinkingConfig: { thinkingBudget: 0 } }, { thinking: { type: 'disabled' } }],
  ['thinking as needed', { thinkingConfig: { thinkingBudget: -1 } }, { thinking: { type: 'adaptive' } }],
  ['an effort', { thinkingConfig: { thinkingLevel: 'LOW' } }, { output_config: { effort: 'low' } }],
  [
    'a schema',
    { responseMimeType: 'application/json', responseSchema: { type: 'OBJECT' } },
    { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
  ],
])('a generation with %s', (_title, generationConfig, expected) => {
  expect(converted({ generationConfig }).message).toMatchObject(expected)
})

it('a schema that is nested without end is sent as it is', () => {
  let responseSchema: JsonObject = { type: 'OBJECT' }
  for (let level = 0; level < 200_000; level += 1) responseSchema = { items: responseSchema }
  expect(converted({ generationConfig: { responseSchema } }).message).toHaveProperty(
    'output_config.format.schema.items',
  )
})

describe('an error within a stream', () => {
  /** What the client gets of a stream of Messages. */
  const streamed = (event: string): string => {
    const path = '/v1beta/models/@claude/m:streamGenerateContent'
    const settings = { providers: { claude: { provider: 'anthropic' } } } as unknown as EntranceSettings
    const messages = {
      start: (sink: { chunk: (bytes: Uint8Array) => void; end: () => void }) => {
        sink.chunk(new TextEncoder().encode(event))
        sink.end()
      },
      pause: () => {},
      resume: () => {},
      cancel: () => {},
    }
    const reply = plainReply(200, messages, ['content-type', 'text/event-stream'])
    const { body } =
      geminiEntrance(`${path}?alt=sse`, path, settings)?.form.reply(reply, {
        trace: 't',
        elapsed: () => 0,
      }) ?? reply
    let text = ''
    if (isStream(body))
      body.start({
        chunk: bytes => {
          text += new TextDecoder().decode(bytes)
        },
        end: () => {},
        fail: () => {},
      })
    return text
  }

  it.each([
    ['overloaded_error', 503, 'UNAVAILABLE', 'The model is overloaded: Busy'],
    ['rate_limit_error', 429, 'RESOURCE_EXHAUSTED', 'Busy'],
    ['api_error', 502, 'UNAVAILABLE', 'Busy'],
  ])('%s has the code and the status of its kind', (type, code, status, message) => {
    const text = streamed(
      `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type, message: 'Busy' } })}\n\n`,
    )
    expect(JSON.parse(text.replace(/^data: /, ''))).toMatchObject({ error: { code, status, message } })
  })
})
