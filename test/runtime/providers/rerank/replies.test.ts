// Replies of all rerankers → one schema, sorted.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rerank as bedrockRerank } from '../../../../runtime/providers/bedrock/rerank.ts'
import { buildReply } from '../../../../runtime/providers/rerank/build-reply.ts'
import { compatibleRerank } from '../../../../runtime/providers/rerank/compatible-rerank.ts'
import type { AdapterContext } from '../../../../runtime/values/adapter.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import { usageForClient } from '../../../../runtime/wire/usage.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, isObject } from '../../../../schemas/values/json.ts'
import { recordedCalls } from '../recorded-calls.ts'
import { areRecorded } from '../recordings.ts'
import { context, replyContext } from './context.ts'

const result = (index: number, score: number, more: JsonObject = {}): JsonObject => ({
  index,
  relevance_score: score,
  ...more,
})
const reply = (results: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  object: 'list',
  results,
  model: 'rerank-test',
  provider: 'acme',
  ...more,
})
const best = [result(1, 0.9), result(0, 0.5), result(2, 0.1)]

describe('every shape is normalized', () => {
  const cases: readonly [title: string, body: unknown][] = [
    ['results', { results: best }],
    ['data', { object: 'list', data: best }],
    ['a bare list', best],
    ['in another order', { results: best.toReversed() }],
    ['short scores', { results: best.map(({ index, relevance_score: score }) => ({ index, score })) }],
    [
      'camel scores',
      { results: best.map(({ index, relevance_score: relevanceScore }) => ({ index, relevanceScore })) },
    ],
    [
      'with documents that were not requested',
      { results: best.map(each => ({ ...each, document: { text: 'x' } })) },
    ],
    [
      'with invalid entries',
      { results: [...best, null, 7, {}, { index: 1 }, result(0.5, 1), { index: '0', score: 1 }] },
    ],
    ['with invalid indexes', { results: [...best, result(3, 1), result(-1, 1)] }],
  ]
  test.each(cases)('%s', (_, body) => {
    expect(buildReply(body, replyContext())).toEqual(reply(best))
  })

  test('ties keep the provider’s order', () => {
    const tied = [result(2, 0.5), result(0, 0.5), result(1, 0.7)]
    expect(buildReply({ results: tied }, replyContext())).toEqual(
      reply([result(1, 0.7), result(2, 0.5), result(0, 0.5)]),
    )
  })

  test('at most top_n', () => {
    expect(buildReply({ results: best }, replyContext({ top_n: 2 }))).toEqual(reply(best.slice(0, 2)))
  })
})

describe('documents, when requested', () => {
  const whole = { return_documents: true }
  const cases: readonly [title: string, given: JsonObject, text: string][] = [
    ['as texts', { document: 'P' }, 'P'],
    ['as objects', { document: { text: 'P', page: 1 } }, 'P'],
    ['next to the score', { text: 'P' }, 'P'],
    ['as empty objects: from the request', { document: {} }, 'Paris'],
    ['not at all: from the request', {}, 'Paris'],
  ]
  test.each(cases)('%s', (_, given, text) => {
    expect(buildReply({ results: [result(1, 0.9, given)] }, replyContext(whole))).toEqual(
      reply([result(1, 0.9, { document: { text } })]),
    )
  })
})

/** A reply as the client gets it: without what is recorded for its price. */
function sent(built: unknown): JsonObject {
  const { usage, ...others } = asObject(built)
  const forClient = isObject(usage) ? usageForClient(usage) : undefined
  return forClient === undefined || Object.keys(forClient).length === 0
    ? others
    : { ...others, usage: forClient }
}

describe('other fields of a reply', () => {
  const cases: readonly [body: JsonObject, given: Partial<AdapterContext>, more: JsonObject][] = [
    [{ id: 'r-1', model: 'm-2' }, {}, { id: 'r-1', model: 'm-2' }],
    [{ id: 7, model: null }, {}, {}],
    [{ meta: { billed_units: { search_units: 2 } } }, {}, { usage: { search_units: 2 } }],
    [{ usage: { search_units: 2, total_tokens: 9 } }, {}, { usage: { search_units: 2 } }],
    [{ usage: { total_tokens: 9 } }, {}, {}],
    [
      { usage: { total_tokens: 9, cost: 1 } },
      { strict: false },
      { usage: { prompt_tokens: 9, total_tokens: 9 } },
    ],
    [
      { meta: { billed_units: { search_units: 1 }, tokens: { input_tokens: 8 } } },
      { strict: false },
      { usage: { search_units: 1, prompt_tokens: 8, total_tokens: 8 } },
    ],
  ]
  test.each(cases)('%j %j', (body, given, more) => {
    expect(sent(buildReply({ results: best, ...body }, replyContext({}, given)))).toEqual(reply(best, more))
  })

  test('AWS Bedrock counts tokens in a header', () => {
    const headers = ['X-Amzn-Bedrock-Input-Token-Count', '12']
    const loose = replyContext({}, { strict: false })
    expect(sent(bedrockRerank.reply({ results: best }, loose, headers))).toEqual(
      reply(best, { usage: { prompt_tokens: 12, total_tokens: 12 } }),
    )
    expect(bedrockRerank.reply({ results: best }, loose)).toEqual(reply(best))
  })
})

describe('invalid replies', () => {
  test.each([
    [undefined, 'returned no results'],
    ['x', 'returned no results'],
    [{}, 'returned no results'],
    [{ results: {} }, 'returned no results'],
    [{ results: [{ index: 9, score: 1 }] }, 'returned no results'],
    [{ message: 'Oh.' }, 'Oh.'],
    [{ error: { message: 'Oh.' } }, 'Oh.'],
    [{ detail: 'Oh.' }, 'Oh.'],
  ])('%j', (body, message) => {
    expect(buildReply(body, replyContext())).toMatchObject({
      code: 'invalid_upstream_reply',
      message: expect.stringContaining(message),
    })
  })
})

describe('any reply', () => {
  const any = fc.jsonValue()
  const score = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), any)
  const entry = fc.oneof(
    fc.record({
      index: fc.oneof(fc.integer({ min: -1, max: 4 }), any),
      relevance_score: score,
      document: any,
    }),
    any,
  )
  const body = fc.oneof(
    fc.record({ results: fc.array(entry), id: any, model: any, usage: any, meta: any }),
    any,
  )
  test('is a failure, or conforms to the specification', () => {
    fc.assert(
      fc.property(body, fc.boolean(), fc.integer({ min: 1, max: 4 }), (given, whole, most) => {
        const built = buildReply(given, replyContext({ return_documents: whole, top_n: most }))
        if (isFailure(built)) return
        const known = ['object', 'results', 'model', 'id', 'usage', 'provider']
        expect(Object.keys(built).filter(key => !known.includes(key))).toEqual([])
        const results = asList(built['results']).map(asObject)
        expect(results.length).toBeLessThanOrEqual(most)
        const scores = results.map(each => Number(each['relevance_score']))
        expect(scores).toEqual(scores.toSorted((one, other) => other - one))
        for (const each of results) {
          expect([0, 1, 2]).toContain(each['index'])
          expect(typeof asObject(each['document'])['text']).toBe(whole ? 'string' : 'undefined')
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('recordings', () => {
  const routes = ['cohere', 'voyage', 'together', 'openrouter', 'aws-bedrock']
  const recorded = routes.flatMap(each => recordedCalls(`${each}/rerank`))
  test('are present, or the suite reports it', ctx => {
    if (!areRecorded) ctx.skip('No recordings beside the repository.')
    expect(recorded.length).toBeGreaterThanOrEqual(5)
  })

  test.runIf(areRecorded).each(recorded.map(each => [each.name, each] as const))(
    '%s',
    (_, { name, request, body, observed }) => {
      const renames = name.startsWith('voyage') ? { top_n: 'top_k' } : {}
      const { top_k: most = null, ...rest } = asObject(request)
      const question: JsonObject = most === null ? rest : { ...rest, top_n: most }
      const given = { ...context, model: String(rest['model'] ?? 'm'), renames }
      if (request !== undefined)
        expect(compatibleRerank.request(question, given)).toEqual({ body: request, dropped: [] })
      const built = buildReply(body, {
        ...given,
        ...(request === undefined ? {} : { requestBody: question }),
      })
      const results = asList(observed['results'] as JsonObject[]).map(asObject)
      expect(built).toMatchObject({
        object: 'list',
        results: results.map(({ index = null, score = null }) => ({ index, relevance_score: score })),
      })
      const units = asObject(asObject(observed['usage'])['billed_units'])['search_units']
      expect(sent(built)['usage']).toEqual(units === undefined ? undefined : { search_units: units })
    },
  )
})
