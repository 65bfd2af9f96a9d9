// One request → the schema of each reranker.
import { describe, expect, test } from 'vitest'
import { azureRerank } from '../../../../runtime/providers/azure/azure.ts'
import { rerank as bedrockRerank } from '../../../../runtime/providers/bedrock/rerank.ts'
import { cohereRerank } from '../../../../runtime/providers/rerank/cohere-rerank.ts'
import { compatibleRerank } from '../../../../runtime/providers/rerank/compatible-rerank.ts'
import type { AdapterContext, EndpointAdapter } from '../../../../runtime/values/adapter.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { context, DOCUMENTS, rerankRequest } from './context.ts'

const texts = ['Berlin', 'Paris', 'Rome']
const plain: JsonObject = { model: 'rerank-test', query: 'Which?', documents: texts }
const every: JsonObject = {
  top_n: 2,
  return_documents: true,
  max_tokens_per_doc: 9,
  max_chunks_per_doc: 3,
  priority: 1,
  truncation: false,
}

describe('compatible providers', () => {
  type Spec = Pick<AdapterContext, 'renames' | 'omits'>
  const cases: readonly [
    title: string,
    given: JsonObject,
    spec: Spec,
    body: JsonObject,
    dropped?: string[],
  ][] = [
    ['texts only', {}, {}, plain],
    ['null is ignored', { top_n: null, parameters: null }, {}, plain],
    ['every parameter of the specification', every, {}, { ...plain, ...every }],
    ['another name', { top_n: 2 }, { renames: { top_n: 'top_k' } }, { ...plain, top_k: 2 }],
    [
      'other names for the documents',
      {},
      { renames: { documents: 'texts' } },
      { model: 'rerank-test', query: 'Which?', texts },
    ],
    [
      'parameters that the provider omits',
      every,
      { omits: ['max_chunks_per_doc', 'priority', 'return_documents', 'seed'] },
      { ...plain, top_n: 2, max_tokens_per_doc: 9, truncation: false },
      ['max_chunks_per_doc', 'priority'],
    ],
    ['unknown parameters', { hologram: 1, alpha: 2 }, {}, plain, ['alpha', 'hologram']],
    [
      'provider-specific parameters',
      { parameters: { late_chunking: true } },
      {},
      { ...plain, late_chunking: true },
    ],
    [
      'provider-specific parameters do not override standard ones',
      { top_n: 2, parameters: { top_n: 9, model: 'y', query: 'z' } },
      {},
      {
        ...plain,
        top_n: 2,
      },
    ],
    [
      'whole documents, for a provider with rank_fields',
      { rank_fields: ['text', 'page'] },
      {},
      { ...plain, documents: DOCUMENTS, rank_fields: ['text', 'page'] },
    ],
    [
      'fields that the provider cannot rank by',
      { rank_fields: ['page'] },
      { omits: ['rank_fields'] },
      plain,
      ['rank_fields'],
    ],
  ]
  test.each(cases)('%s', (_, given, spec, body, dropped = []) => {
    expect(compatibleRerank.request(rerankRequest(given), { ...context, ...spec })).toEqual({ body, dropped })
  })
})

describe('Cohere', () => {
  test('supported parameters, and extras', () => {
    expect(cohereRerank.request(rerankRequest({ ...every, parameters: { x: 1 } }), context)).toEqual({
      body: { ...plain, top_n: 2, max_tokens_per_doc: 9, priority: 1, x: 1 },
      dropped: ['max_chunks_per_doc', 'truncation'],
    })
  })

  test.each([
    ['cohere.rerank-v3.5', 'rerank-v3.5'],
    ['Cohere.rerank-v4.0-pro', 'rerank-v4.0-pro'],
    ['Cohere-rerank-v4.0-pro', 'Cohere-rerank-v4.0-pro'],
    ['rerank-v3.5', 'rerank-v3.5'],
  ])('on the second cloud %s is called %s', (model, called) => {
    expect(azureRerank.request(rerankRequest(), { ...context, model })).toEqual({
      body: { ...plain, model: called },
      dropped: [],
    })
  })
})

describe('AWS Bedrock', () => {
  const { model: _, ...body } = plain
  const arn = 'arn:aws:bedrock:us-east-1::foundation-model/cohere.rerank-v3-5:0'
  const all = { ...every, parameters: { x: 1 } }
  const cases: readonly [model: string, given: JsonObject, body: JsonObject, dropped?: readonly string[]][] =
    [
      ['cohere.rerank-v3-5:0', {}, { ...body, api_version: 2 }],
      [arn, { top_n: 1 }, { ...body, api_version: 2, top_n: 1 }],
      [
        'us.cohere.rerank-v3-5:0',
        all,
        { ...body, api_version: 2, top_n: 2, max_tokens_per_doc: 9, x: 1 },
        ['max_chunks_per_doc', 'priority', 'truncation'],
      ],
      [
        'amazon.rerank-v1:0',
        all,
        { ...body, top_n: 2, x: 1 },
        ['max_chunks_per_doc', 'max_tokens_per_doc', 'priority', 'truncation'],
      ],
    ]
  test.each(cases)('%s: %j', (model, given, expected, dropped = []) => {
    expect(bedrockRerank.request(rerankRequest(given), { ...context, model })).toEqual({
      body: expected,
      dropped,
      path: `/model/${encodeURIComponent(model)}/invoke`,
    })
  })

  test.each([
    'cohere.command-r-v1:0',
    'arn:aws:bedrock:us-east-1:1:application-inference-profile/a',
    'rerank',
  ])('refused: %s', model => {
    expect(bedrockRerank.request(rerankRequest(), { ...context, model })).toMatchObject({
      code: 'invalid_request',
      param: 'model',
    })
  })
})

describe('invalid input is rejected with its path', () => {
  const adapters: readonly (readonly [string, EndpointAdapter, string])[] = [
    ['compatible', compatibleRerank, 'm'],
    ['cohere', cohereRerank, 'm'],
    ['foundry', azureRerank, 'm'],
    ['bedrock', bedrockRerank, 'amazon.rerank-v1:0'],
  ]
  const cases: readonly [title: string, given: JsonObject, param: string][] = [
    ['no query', { query: null }, 'query'],
    ['an empty query', { query: ' ' }, 'query'],
    ['a query that is not a string', { query: 7 }, 'query'],
    ['no documents', { documents: null }, 'documents'],
    ['an empty list of documents', { documents: [] }, 'documents'],
    ['documents that are one text', { documents: 'x' }, 'documents'],
    ['a document that is a number', { documents: ['x', 7] }, 'documents[1]'],
    ['a document without a text', { documents: [{ title: 'x' }] }, 'documents[0]'],
    ['none of the best', { top_n: 0 }, 'top_n'],
    ['half of the best', { top_n: 1.5 }, 'top_n'],
    ['return_documents as a string', { return_documents: 'yes' }, 'return_documents'],
    ['documents of no tokens', { max_tokens_per_doc: 0 }, 'max_tokens_per_doc'],
    ['documents of no chunks', { max_chunks_per_doc: -1 }, 'max_chunks_per_doc'],
    ['a priority as a string', { priority: 'high' }, 'priority'],
    ['one field', { rank_fields: 'text' }, 'rank_fields'],
    ['a rank field that is not a string', { rank_fields: [1] }, 'rank_fields'],
    ['a truncation as a string', { truncation: 'end' }, 'truncation'],
    ['extras that are a list', { parameters: [] }, 'parameters'],
  ]
  test.each(cases)('%s', (_, given, param) => {
    for (const [name, adapter, model] of adapters)
      expect(adapter.request(rerankRequest(given), { ...context, model }), name).toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining(param),
        param,
      })
  })

  test('all errors at once, and the request is never mutated', () => {
    const given = rerankRequest({ query: '', documents: [{}], top_n: 0, parameters: 1 })
    const before = structuredClone(given)
    expect(compatibleRerank.request(given, { ...context, model: '' })).toMatchObject({
      message: expect.stringMatching(/model.*query.*top_n.*parameters.*documents\[0\]/),
      param: 'model',
    })
    expect(given).toEqual(before)
  })
})
