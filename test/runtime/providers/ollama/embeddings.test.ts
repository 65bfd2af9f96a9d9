// Embeddings.
import { describe, expect, test } from 'vitest'
import { embed } from '../../../../runtime/providers/ollama/embed.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { context } from './context.ts'

describe('requests', () => {
  const model = 'qwen-test'
  const cases: readonly [given: JsonObject, body: JsonObject, dropped?: readonly string[]][] = [
    [{ input: 'a' }, { model, input: ['a'] }],
    [
      { input: ['a', 'b'], dimensions: 256 },
      { model, input: ['a', 'b'], dimensions: 256 },
    ],
    [
      { input: 'a', truncate: false, keep_alive: 0, options: { num_ctx: 9 }, encoding_format: 'base64' },
      { model, input: ['a'], truncate: false, keep_alive: 0, options: { num_ctx: 9 } },
    ],
    [{ input: 'a', user: 'u' }, { model, input: ['a'] }, ['user']],
  ]
  test.each(cases)('%j', (given, body, dropped = []) => {
    expect(embed.request(given, context)).toEqual({ body, dropped })
  })

  test.each([
    [{}, 'input'],
    [{ input: [[1]] }, 'input'],
    [{ input: 'a', dimensions: '5' }, 'dimensions'],
  ])('refused: %j', (given, param) => {
    expect(embed.request(given, context)).toMatchObject({ code: 'invalid_request', param })
  })
})

describe('replies', () => {
  const list = (model: string, embedding: unknown, tokens: number) => ({
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding }],
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  })
  test('with and without a count', () => {
    const body = { model: 'minilm', embeddings: [[1]], prompt_eval_count: 4 }
    expect(embed.reply(body, context)).toEqual(list('minilm', [1], 4))
    expect(embed.reply({ embeddings: [[1]] }, context)).toEqual(list('qwen-test', [1], 0))
    expect(embed.reply(body, { ...context, base64Vectors: true })).toEqual(list('minilm', 'AACAPw==', 4))
  })
  test.each([
    [{}, 'returned no vectors'],
    [{ embeddings: [] }, 'returned no vectors'],
    [{ error: 'Oh.' }, 'Oh.'],
  ])('not understood: %j', (body, message) => {
    expect(embed.reply(body, context)).toMatchObject({
      code: 'invalid_upstream_reply',
      message: expect.stringContaining(message),
    })
  })
})
