// Embeddings, including recorded ones.
import { describe, expect, test } from 'vitest'
import { embed } from '../../../../runtime/providers/cohere/embed.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject } from '../../../../schemas/values/json.ts'
import { recordedCalls } from '../recorded-calls.ts'
import { areRecorded } from '../recordings.ts'
import { context } from './context.ts'

const embeddingRequest = (more: JsonObject = {}): JsonObject => ({
  model: 'command-test',
  texts: ['a'],
  input_type: 'search_document',
  embedding_types: ['float'],
  ...more,
})

describe('requests', () => {
  const cases: readonly [given: JsonObject, body: JsonObject, dropped?: readonly string[]][] = [
    [{ input: 'a' }, embeddingRequest()],
    [{ input: ['a', 'b'] }, embeddingRequest({ texts: ['a', 'b'] })],
    [{ input: 'a', dimensions: 256 }, embeddingRequest({ output_dimension: 256 })],
    [
      { input: 'a', input_type: 'search_query', truncate: 'END' },
      embeddingRequest({ input_type: 'search_query', truncate: 'END' }),
    ],
    [{ input: 'a', encoding_format: 'base64', embedding_types: ['float'] }, embeddingRequest()],
    [{ input: 'a', user: 'u', embedding_types: ['int8'] }, embeddingRequest(), ['embedding_types', 'user']],
  ]
  test.each(cases)('%j', (given, body, dropped = []) => {
    expect(embed.request(given, context)).toEqual({ body, dropped })
  })

  test.each([
    [{}, 'input'],
    [{ input: [1, 2] }, 'input'],
    [{ input: 'a', dimensions: 0 }, 'dimensions'],
  ])('refused: %j', (given, param) => {
    expect(embed.request(given, context)).toMatchObject({ code: 'invalid_request', param })
  })
})

describe('replies', () => {
  const meta = { billed_units: { input_tokens: 7 } }
  const list = (embedding: unknown, tokens: number) => ({
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding }],
    model: 'command-test',
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  })
  test('by type, and as a list', () => {
    expect(embed.reply({ embeddings: { float: [[1]] }, meta }, context)).toEqual(list([1], 7))
    expect(embed.reply({ embeddings: [[1]] }, context)).toEqual(list([1], 0))
  })
  test('in base64 when requested', () => {
    const given = { ...context, base64Vectors: true }
    expect(embed.reply({ embeddings: { float: [[1]] }, meta }, given)).toEqual(list('AACAPw==', 7))
  })
  test.each([
    [{}, 'returned no vectors'],
    [{ embeddings: { int8: [[1]] } }, 'returned no vectors'],
    [{ id: 'e', message: 'Oh.' }, 'Oh.'],
  ])('not understood: %j', (body, message) => {
    expect(embed.reply(body, context)).toMatchObject({
      code: 'invalid_upstream_reply',
      message: expect.stringContaining(message),
    })
  })
})

describe.skipIf(!areRecorded)('recordings', () => {
  const recorded = recordedCalls('cohere/embeddings').map(each => [each.name, each] as const)
  test.runIf(areRecorded).each(recorded)('%s', (_, { request, body, model }) => {
    const { texts = [], output_dimension: dimensions = null, ...sent } = asObject(request)
    const given = { ...context, model: model ?? '' }
    expect(embed.request({ input: texts, dimensions }, given)).toEqual({
      body: { ...sent, texts, output_dimension: dimensions },
      dropped: [],
    })
    const { float } = asObject(asObject(body)['embeddings'])
    expect(embed.reply(body, given)).toMatchObject({
      model,
      data: asList(float).map(embedding => ({ embedding })),
      usage: { prompt_tokens: 7, total_tokens: 7 },
    })
  })
})
