// Converse as a message and back: each kind of block and each parameter, by the shapes of Bedrock's API reference.
// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
import { describe, expect, it } from 'vitest'
import { converseReply } from '../../../runtime/entrances/converse-reply.ts'
import { convertConverse } from '../../../runtime/entrances/converse-request.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject } from '../../../schemas/values/json.ts'

function converted(body: JsonObject) {
  const result = convertConverse({ messages: [], ...body }, 'm', false)
  if (isFailure(result)) throw new Error(result.message)
  return result
}

const blocks = (...content: readonly JsonObject[]) =>
  asList(
    asObject(asList(converted({ messages: [{ role: 'user', content }] }).message['messages'])[0])['content'],
  )

const encoded = (text: string): string => Buffer.from(text).toString('base64')
const document = (fields: JsonObject) => ({ document: { name: 'a', ...fields } })

describe('a block', () => {
  it.each<readonly [string, JsonObject, JsonObject]>([
    [
      'image',
      { image: { format: 'png', source: { bytes: 'AA==' } } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
    ],
    [
      'document as a file',
      document({ format: 'pdf', source: { bytes: 'AA==' }, citations: { enabled: true } }),
      {
        ...{ type: 'document', title: 'a', citations: { enabled: true } },
        source: { type: 'base64', media_type: 'application/pdf', data: 'AA==' },
      },
    ],
    [
      'document with text in bytes',
      document({ format: 'md', source: { bytes: encoded('# Grüezi') }, context: 'c' }),
      {
        ...{ type: 'document', title: 'a', context: 'c' },
        source: { type: 'text', media_type: 'text/plain', data: '# Grüezi' },
      },
    ],
    [
      'document in blocks',
      document({ source: { content: [{ text: 'one' }] } }),
      { type: 'document', title: 'a', source: { type: 'content', content: [{ type: 'text', text: 'one' }] } },
    ],
    [
      'result',
      { toolResult: { toolUseId: 't', status: 'error', content: [{ json: { a: 1 } }, { text: 'b' }] } },
      {
        ...{ type: 'tool_result', tool_use_id: 't', is_error: true },
        content: [
          { type: 'text', text: '{"a":1}' },
          { type: 'text', text: 'b' },
        ],
      },
    ],
    [
      'reasoning',
      { reasoningContent: { reasoningText: { text: 'hm', signature: 's' } } },
      { type: 'thinking', thinking: 'hm', signature: 's' },
    ],
    ['guarded content', { guardContent: { text: { text: 'g' } } }, { type: 'text', text: 'g' }],
  ])('%s', (_kind, block, expected) => {
    expect(blocks(block)).toEqual([expected])
  })

  it('before a cache point has its marker, with its lifetime', () => {
    expect(blocks({ text: 'a' }, { cachePoint: { type: 'default', ttl: '1h' } }, { text: 'b' })).toEqual([
      { type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } },
      { type: 'text', text: 'b' },
    ])
    expect(converted({ system: [{ cachePoint: { type: 'default' } }] }).dropped).toEqual(['cachePoint'])
  })

  it.each(['portolan1.eyJhIjoxfQ', 'EroBCkYIAxgC'])('of redacted reasoning comes back: %s', data => {
    const reply = converseReply(
      { content: [{ type: 'redacted_thinking', data }] },
      { trace: '', elapsed: () => 0 },
    )
    const [block = {}] = asList(asObject(asObject(reply['output'])['message'])['content']).map(asObject)
    const { redactedContent } = asObject(block['reasoningContent'])
    // SDKs decode it, and encode it again.
    expect(Buffer.from(String(redactedContent), 'base64').toString('base64')).toBe(redactedContent)
    expect(blocks(block)).toEqual([{ type: 'redacted_thinking', data }])
  })
})

describe('a parameter', () => {
  it.each<readonly [string, JsonObject, JsonObject]>([
    [
      'of a limit',
      { inferenceConfig: { maxTokens: 5, topP: 0.5, stopSequences: ['x'] } },
      { max_tokens: 5, top_p: 0.5, stop_sequences: ['x'] },
    ],
    [
      'of thinking raises the limit',
      { additionalModelRequestFields: { reasoning_config: { type: 'enabled', budget_tokens: 2000 } } },
      { max_tokens: 6096, thinking: { type: 'enabled', budget_tokens: 2000 } },
    ],
    [
      'of the effort of Nova',
      { additionalModelRequestFields: { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } } },
      { output_config: { effort: 'low' } },
    ],
    [
      'of a schema',
      { outputConfig: { textFormat: { structure: { jsonSchema: { schema: '{"type":"object"}' } } } } },
      { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
    ],
    [
      'of tools',
      {
        toolConfig: {
          tools: [
            { toolSpec: { name: 'f', description: 'd', inputSchema: { json: { type: 'object' } } } },
            { cachePoint: { type: 'default' } },
          ],
          toolChoice: { tool: { name: 'f' } },
        },
      },
      {
        tools: [
          {
            name: 'f',
            description: 'd',
            input_schema: { type: 'object' },
            cache_control: { type: 'ephemeral' },
          },
        ],
        tool_choice: { type: 'tool', name: 'f' },
      },
    ],
  ])('%s', (_title, body, expected) => {
    expect(converted(body).message).toMatchObject(expected)
  })

  it('of beta features is the header of a message', () => {
    expect(converted({ additionalModelRequestFields: { anthropic_beta: ['b'] } }).betas).toEqual(['b'])
  })
})
