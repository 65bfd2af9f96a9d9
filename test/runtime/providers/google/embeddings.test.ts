// Embeddings of Gemini and of Vertex AI, recorded ones too.
import { describe, expect, test } from 'vitest'
import { google } from '../../../../runtime/providers/google/google.ts'
import { vertex } from '../../../../runtime/providers/google/vertex/vertex.ts'
import type { AdapterContext } from '../../../../runtime/values/adapter.ts'
import { packVector } from '../../../../runtime/wire/embeddings.ts'
import { modelFacts } from '../../../../runtime/wire/model-family.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject } from '../../../../schemas/values/json.ts'
import { recordedCalls } from '../recorded-calls.ts'
import { areRecorded } from '../recordings.ts'
import { context } from './context.ts'

interface SeenVectors {
  readonly vectors?: number
  readonly dimensions?: number
  readonly errorMessage?: string
  readonly errorType?: string
  readonly errorCode?: number
}

const model = 'gemini-embedding-001'
const given: AdapterContext = { ...context, model }
const convert = (body: JsonObject, adapter = google, more: Partial<AdapterContext> = {}) =>
  adapter.endpoints.embeddings?.request({ model, ...body }, { ...given, ...more })
const read = (body: unknown, adapter = google, more: Partial<AdapterContext> = {}) =>
  adapter.endpoints.embeddings?.reply(body, { ...given, ...more })

describe('requests to Gemini', () => {
  const one = (text: string, more: JsonObject = {}) => ({
    model: `models/${model}`,
    content: { parts: [{ text }] },
    ...more,
  })
  const cases: readonly [title: string, given: JsonObject, requests: readonly JsonObject[]][] = [
    ['one text', { input: 'a' }, [one('a')]],
    ['several texts', { input: ['a', 'b'] }, [one('a'), one('b')]],
    ['dimensions', { input: 'a', dimensions: 256 }, [one('a', { outputDimensionality: 256 })]],
    [
      'native parameters',
      { input: 'a', task_type: 'retrieval_document', title: 'T', auto_truncate: false },
      [one('a', { taskType: 'RETRIEVAL_DOCUMENT', title: 'T', autoTruncate: false })],
    ],
    ['base64 is packed by the gateway', { input: 'a', encoding_format: 'base64' }, [one('a')]],
  ]
  test.each(cases)('%s', (_, body, requests) => {
    expect(convert(body)).toEqual({
      body: { requests },
      dropped: [],
      path: `/models/${model}:batchEmbedContents`,
    })
  })

  test('what is unknown is dropped and named', () => {
    expect(convert({ input: 'a', user: 'u', hologram: 1, dimensions: null })).toMatchObject({
      dropped: ['hologram', 'user'],
    })
  })
})

describe('requests to Vertex AI', () => {
  const base = '/projects/project/locations/us-central1/publishers/google/models'
  const all = { task_type: 'clustering', title: 'T', dimensions: 5, auto_truncate: true }
  const cases: readonly [model: string, given: JsonObject, verb: string, body: JsonObject][] = [
    [model, { input: 'a' }, 'predict', { instances: [{ content: 'a' }] }],
    [
      'text-embedding-005',
      { input: ['a', 'b'], ...all },
      'predict',
      {
        instances: ['a', 'b'].map(content => ({ content, task_type: 'CLUSTERING', title: 'T' })),
        parameters: { outputDimensionality: 5, autoTruncate: true },
      },
    ],
    [
      'gemini-embedding-2',
      { input: 'a', ...all },
      'embedContent',
      {
        content: { parts: [{ text: 'a' }] },
        taskType: 'CLUSTERING',
        title: 'T',
        outputDimensionality: 5,
        autoTruncate: true,
      },
    ],
  ]
  test.each(cases)('%s', (name, body, verb, expected) => {
    expect(convert(body, vertex, { model: name })).toEqual({
      body: expected,
      dropped: [],
      path: `${base}/${name}:${verb}`,
    })
  })
})

describe('rejected requests', () => {
  const cases: readonly [given: JsonObject, param: string, model?: string][] = [
    [{}, 'input'],
    [{ input: [] }, 'input'],
    [{ input: [1, 2] }, 'input'],
    [{ input: [[1], [2]] }, 'input'],
    [{ input: 'a', dimensions: 0 }, 'dimensions'],
    [{ input: 'a', dimensions: '5' }, 'dimensions'],
  ]
  test.each(cases)('%j', (body, param) => {
    for (const adapter of [google, vertex])
      expect(convert(body, adapter)).toMatchObject({ code: 'invalid_request', param })
  })

  test('several texts of a model that takes one', () => {
    expect(convert({ input: ['a', 'b'] }, vertex, { model: 'gemini-embedding-2' })).toMatchObject({
      code: 'invalid_request',
      param: 'input',
    })
  })
})

describe('replies', () => {
  const list = (vectors: readonly unknown[], tokens: number) => ({
    object: 'list',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  })
  const two = [{ values: [0.5, -1] }, { values: [1, 2] }]
  const predicted = two.map(({ values }, index) => ({
    embeddings: { values, statistics: { token_count: index + 3, truncated: false } },
  }))

  test('of Gemini, which counts nothing', () => {
    expect(read({ embeddings: two })).toEqual(
      list(
        [
          [0.5, -1],
          [1, 2],
        ],
        0,
      ),
    )
    expect(read({ embeddings: two, usageMetadata: { promptTokenCount: 4 } })).toMatchObject({
      usage: { prompt_tokens: 4 },
    })
  })

  test('of Vertex AI, which counts each text', () => {
    expect(read({ predictions: predicted }, vertex)).toEqual(
      list(
        [
          [0.5, -1],
          [1, 2],
        ],
        7,
      ),
    )
    const one = { embedding: two[0], usageMetadata: { promptTokenCount: 4 } }
    expect(read(one, vertex)).toEqual(list([[0.5, -1]], 4))
  })

  test('in base64 when requested', () => {
    const packed = two.map(({ values }) => packVector(values))
    expect(packed[0]).toBe(Buffer.from(new Float32Array([0.5, -1]).buffer).toString('base64'))
    const base64 = { base64Vectors: true }
    expect(read({ embeddings: two }, google, base64)).toEqual(list(packed, 0))
    expect(read({ predictions: predicted }, vertex, base64)).toEqual(list(packed, 7))
  })

  const bad: readonly [body: unknown, message: string][] = [
    [{}, 'The provider returned no embeddings.'],
    ['hello', 'The provider returned no embeddings.'],
    [{ embeddings: [{ values: ['x'] }] }, 'The provider returned no embeddings.'],
    [{ error: { code: 500, message: 'Oh.' } }, 'Oh.'],
  ]
  test.each(bad)('%j', (body, message) => {
    for (const adapter of [google, vertex])
      expect(read(body, adapter)).toMatchObject({ code: 'invalid_upstream_reply', message })
  })
})

describe.runIf(areRecorded)('recordings', () => {
  const cases = [
    ...recordedCalls<SeenVectors>('google-gemini/batch-embed-contents'),
    ...recordedCalls<SeenVectors>('google-gemini/embed-content'),
  ].map(each => [each.name, each] as const)

  test.runIf(areRecorded).each(cases)(
    '%s',
    (_, { name, status, request, body, observed, model: recorded, url }) => {
      if (status !== 200) {
        expect(google.error(body, status)).toMatchObject({
          message: observed.errorMessage,
          type: observed.errorType,
          code: observed.errorCode,
        })
        const requests = asList(asObject(request)['requests'])
        const input = requests.map(
          each => asObject(asList(asObject(asObject(each)['content'])['parts'])[0])['text'] ?? '',
        )
        const written = convert({ input }, google, { model: recorded ?? '' })
        expect(written).toMatchObject({ body: { requests } })
        expect(url).toContain(written !== undefined && 'path' in written ? written.path : 'a path')
        return
      }
      const { vectors, dimensions } = observed
      const reply = read(body, name.includes('batch') ? google : vertex)
      expect(reply).toHaveProperty('data.length', vectors)
      expect(reply).toHaveProperty('data.0.embedding.length', dimensions)
    },
  )
})

describe('pictures at Vertex AI', () => {
  const more = {
    model: 'multimodalembedding@001',
    settings: { cloud3_project_id: 'p', cloud3_region: 'us-central1' },
  }
  const image = { bytesBase64Encoded: 'aW1n', mimeType: 'image/jpeg' }
  test.each<readonly [title: string, given: JsonObject, body: JsonObject]>([
    ['a text', { input: 'a' }, { instances: [{ text: 'a' }] }],
    ['a data URL', { input: ['data:image/jpeg;base64,aW1n'] }, { instances: [{ image }] }],
    [
      'an object, with dimensions',
      { input: [{ image: { url: 'data:image/jpeg;base64,aW1n' } }], dimensions: 512 },
      { instances: [{ image }], parameters: { dimension: 512 } },
    ],
  ])('%s', (_title, body, expected) => {
    expect(convert(body, vertex, more)).toEqual({
      body: expected,
      dropped: [],
      path: '/projects/p/locations/us-central1/publishers/google/models/multimodalembedding@001:predict',
    })
  })

  test.each<readonly [title: string, input: Json]>([
    ['a link', [{ image: { url: 'https://example.com/a.png' } }]],
    ['a text and a picture, which have two vectors', [{ text: 'a', image: { base64: 'aW1n' } }]],
    ['token ids', [1, 2]],
    ['nothing', []],
    ['an object outside of a list', { text: 'a' }],
  ])('%s is refused', (_title, input) => {
    expect(convert({ input }, vertex, more)).toMatchObject({ code: 'invalid_request', param: 'input' })
  })

  test('the vector is that of the input, and one is sent at a time', () => {
    for (const field of ['textEmbedding', 'imageEmbedding'])
      expect(read({ predictions: [{ [field]: [0.5, 1] }] }, vertex, more)).toMatchObject({
        data: [{ index: 0, embedding: [0.5, 1] }],
        usage: { prompt_tokens: 0, total_tokens: 0 },
      })
    expect(read({ predictions: [{}] }, vertex, more)).toMatchObject({ code: 'invalid_upstream_reply' })
    const facts = modelFacts('multimodalembedding@001', 'vertex')
    const known = { ...given, ...more, ...(facts === undefined ? {} : { facts }) }
    expect(vertex.endpoints.embeddings?.maxInputs?.(known)).toBe(1)
  })
})
