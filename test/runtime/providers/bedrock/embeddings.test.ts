// Embeddings, by model maker.
import { describe, expect, test } from 'vitest'
import {
  convertEmbeddingReply,
  convertEmbeddingRequest,
} from '../../../../runtime/providers/bedrock/embed.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { context } from './context.ts'

const TITAN1 = 'amazon.titan-embed-text-v1'
const TITAN2 = 'amazon.titan-embed-text-v2:0'
const TITAN_IMAGE = 'amazon.titan-embed-image-v1'
const NOVA = 'amazon.nova-2-multimodal-embeddings-v1:0'
const COHERE3 = 'cohere.embed-multilingual-v3'
const COHERE4 = 'us.cohere.embed-v4:0'

const novaBody = (more: JsonObject, value = 'a'): JsonObject => ({
  taskType: 'SINGLE_EMBEDDING',
  singleEmbeddingParams: {
    embeddingPurpose: 'GENERIC_INDEX',
    text: { truncationMode: 'NONE', value },
    ...more,
  },
})

describe('requests, by model maker', () => {
  const cases: readonly [model: string, given: JsonObject, body: JsonObject, dropped?: readonly string[]][] =
    [
      [TITAN1, { input: 'a' }, { inputText: 'a' }],
      ['amazon.titan-embed-g1-text-02', { input: ['a'], user: 'u' }, { inputText: 'a' }, ['user']],
      [
        TITAN2,
        { input: 'a', dimensions: 256, normalize: false },
        { inputText: 'a', dimensions: 256, normalize: false },
      ],
      [TITAN2, { input: 'a', encoding_format: 'base64', model: 'x' }, { inputText: 'a' }],
      [COHERE3, { input: ['a', 'b'] }, { texts: ['a', 'b'], input_type: 'search_document' }],
      [
        COHERE3,
        { input: 'a', input_type: 'search_query', truncate: 'END', user: 'u' },
        { texts: ['a'], input_type: 'search_query', truncate: 'END' },
        ['user'],
      ],
      [
        COHERE4,
        { input: 'a', dimensions: 512 },
        { texts: ['a'], input_type: 'search_document', output_dimension: 512 },
      ],
      [TITAN_IMAGE, { input: 'a' }, { inputText: 'a' }],
      [TITAN_IMAGE, { input: ['data:image/png;base64,aW1n'] }, { inputImage: 'aW1n' }],
      [
        TITAN_IMAGE,
        { input: [{ text: 'a', image: { base64: 'aW1n' } }], dimensions: 384, user: 'u' },
        { inputText: 'a', inputImage: 'aW1n', embeddingConfig: { outputEmbeddingLength: 384 } },
        ['user'],
      ],
      [NOVA, { input: 'a' }, novaBody({})],
      [
        NOVA,
        { input: 'b', dimensions: 1024, embedding_purpose: 'CLUSTERING' },
        novaBody({ embeddingDimension: 1024, embeddingPurpose: 'CLUSTERING' }, 'b'),
      ],
    ]
  test.each(cases)('%s: %j', (model, given, body, dropped = []) => {
    expect(convertEmbeddingRequest(given, { ...context, model })).toEqual({
      body,
      dropped,
      path: `/model/${encodeURIComponent(model)}/invoke`,
    })
  })

  const many = Array.from({ length: 97 }, () => 'a')
  const refused: readonly [title: string, model: string, given: JsonObject, param: string, says: RegExp][] = [
    [
      'several texts for a model that takes one',
      TITAN2,
      { input: ['a', 'b'] },
      'input',
      /at most 1 text .*not 2/,
    ],
    ['several texts for a model that takes one', NOVA, { input: ['a', 'b'] }, 'input', /at most 1 text/],
    ['too many texts', COHERE3, { input: many }, 'input', /at most 96 texts.*not 97/],
    ['token ids', TITAN2, { input: [1, 2] }, 'input', /must be a string/],
    ['no input', TITAN2, {}, 'input', /must be a string/],
    ['dimensions that are fixed', TITAN1, { input: 'a', dimensions: 256 }, 'dimensions', /not supported/],
    ['dimensions that are fixed', COHERE3, { input: 'a', dimensions: 256 }, 'dimensions', /not supported/],
    ['a chat model', 'anthropic.claude-x', { input: 'a' }, 'model', /model/],
    ['a chat model of the same maker', 'cohere.command-r-v1:0', { input: 'a' }, 'model', /model/],
    [
      'an opaque ARN',
      'arn:aws:bedrock:us-east-1:1:application-inference-profile/a',
      { input: 'a' },
      'model',
      /model/,
    ],
  ]
  test.each(refused)('refused: %s, %s', (_, model, given, param, says) => {
    expect(convertEmbeddingRequest(given, { ...context, model })).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(says),
      param,
    })
  })

  test('all errors are reported at once', () => {
    expect(convertEmbeddingRequest({ input: 7 }, { ...context, model: 'x' })).toMatchObject({
      message: expect.stringMatching(/model.*input/),
    })
  })
})

describe('replies, by their shape', () => {
  const cases: readonly [
    title: string,
    body: object,
    vectors: readonly (readonly number[])[],
    tokens: number,
  ][] = [
    ['one vector', { embedding: [1, 0.5], inputTextTokenCount: 3 }, [[1, 0.5]], 3],
    [
      'one vector, by type too',
      { embedding: [1], embeddingsByType: { float: [1] }, inputTextTokenCount: 1 },
      [[1]],
      1,
    ],
    ['objects that contain one', { embeddings: [{ embeddingType: 'TEXT', embedding: [1] }] }, [[1]], 0],
    [
      'a list of vectors',
      { id: 'x', embeddings: [[1], [2]], response_type: 'embeddings_floats' },
      [[1], [2]],
      0,
    ],
    ['by type', { embeddings: { float: [[1], [2]] }, response_type: 'embeddings_by_type' }, [[1], [2]], 0],
  ]
  test.each(cases)('%s', (_, body, vectors, tokens) => {
    expect(convertEmbeddingReply(body, { ...context, model: 'm' })).toEqual({
      object: 'list',
      data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
      model: 'm',
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    })
  })

  test.each([
    ['by a header', ['X-Amzn-Bedrock-Input-Token-Count', '5'], {}, 5],
    [
      'in the body, regardless of the header',
      ['x-amzn-bedrock-input-token-count', '5'],
      { inputTextTokenCount: 3 },
      3,
    ],
    ['by a header that is not a number', ['x-amzn-bedrock-input-token-count', 'x'], {}, 0],
  ])('token count %s', (_, headers, more, tokens) => {
    expect(convertEmbeddingReply({ embedding: [1], ...more }, context, headers)).toMatchObject({
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    })
  })

  test('in base64 when requested', () => {
    expect(convertEmbeddingReply({ embedding: [1] }, { ...context, base64Vectors: true })).toMatchObject({
      data: [{ embedding: 'AACAPw==' }],
    })
  })

  test.each([
    [undefined],
    ['x'],
    [{}],
    [{ embedding: ['a'] }],
    [{ embeddings: [] }],
    [{ embeddings: { int8: [[1]] } }],
  ])('not understood: %j', body => {
    expect(convertEmbeddingReply(body, context)).toMatchObject({ code: 'invalid_upstream_reply' })
  })
})
