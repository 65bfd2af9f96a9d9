// What Converse refuses beside its schema: cache points where a family has none (docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html),
// documents without a text block, and turns of white space only.
import { describe, expect, test } from 'vitest'
import { messagesApi } from '../../../../runtime/inbound/messages/messages.ts'
import { convertRequest } from '../../../../runtime/providers/bedrock/convert-request.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { context } from './context.ts'

const CLAUDE = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const mark = { cache_control: { type: 'ephemeral', ttl: '1h' } }
const marked = {
  messages: [
    { role: 'system', content: [{ type: 'text', text: 'Be brief', ...mark }] },
    { role: 'user', content: [{ type: 'text', text: 'Hello', ...mark }] },
  ],
  tools: [{ type: 'function', function: { name: 'f' }, ...mark }],
}
const converted = (model: string, chat: JsonObject): JsonObject => {
  const result = convertRequest(chat, { ...context, model, provider: 'bedrock' })
  return 'body' in result ? { ...result.body, dropped: result.dropped } : { failure: result.message }
}

describe('cache points', () => {
  const point = { cachePoint: { type: 'default', ttl: '1h' } }
  const plain = { cachePoint: { type: 'default' } }
  test.each<readonly [string, string, JsonObject, number]>([
    ['Claude takes them everywhere', CLAUDE, { system: [{ text: 'Be brief' }, point], dropped: [] }, 3],
    [
      'an ARN may be Claude',
      'arn:aws:bedrock:us-east-1:1:application-inference-profile/x',
      { dropped: [] },
      3,
    ],
    [
      'Nova takes them in instructions and messages, without a lifetime',
      'us.amazon.nova-pro-v1:0',
      {
        system: [{ text: 'Be brief' }, plain],
        messages: [{ role: 'user', content: [{ text: 'Hello' }, plain] }],
        toolConfig: { tools: [{ toolSpec: { name: 'f' } }] },
        dropped: ['cache_control', 'cache_control.ttl'],
      },
      2,
    ],
    ['Llama takes none', 'us.meta.llama4-scout-17b-instruct-v1:0', { dropped: ['cache_control'] }, 0],
    ['Mistral takes none', 'mistral.mistral-large-2407-v1:0', { dropped: ['cache_control'] }, 0],
  ])('%s', (_, model, expected, points) => {
    const body = converted(model, marked)
    expect(body).toMatchObject(expected)
    expect(JSON.stringify(body).match(/cachePoint/g) ?? []).toHaveLength(points)
  })

  test('of a call of a client of Messages follow the call', () => {
    const request = messagesApi.request(
      {
        model: 'm',
        max_tokens: 9,
        messages: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'f', input: {}, ...mark }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'x' }] },
        ],
      },
      true,
    )
    const chat = 'body' in request ? request.body : {}
    expect(converted(CLAUDE, chat)['messages']).toMatchObject([
      {},
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'c1' } }, point] },
      {},
    ])
  })
})

describe('content', () => {
  const file = { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' } }
  test('a document has a text beside it', () => {
    expect(converted(CLAUDE, { messages: [{ role: 'user', content: [file] }] })['messages']).toMatchObject([
      { content: [{ document: { format: 'pdf' } }, { text: '(no text)' }] },
    ])
    const both = [{ type: 'text', text: 'Read' }, file]
    expect(converted(CLAUDE, { messages: [{ role: 'user', content: both }] })['messages']).toMatchObject([
      { content: [{ text: 'Read' }, { document: {} }] },
    ])
  })

  test('of white space only is refused', () =>
    expect(converted(CLAUDE, { messages: [{ role: 'user', content: ' \n' }] })).toEqual({
      failure: expect.stringContaining('messages must have content other than white space'),
    }))
})
