// Semantics, section 6, as a table: a query, a request, whether it matches. The query is compiled from a config.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

interface RequestFields {
  readonly metadata?: object
  readonly body?: object
  readonly path?: string
}

/** True when a config with this one condition sends the request to its target. */
async function holds(
  query: object,
  { metadata, body = {}, path = '/chat/completions' }: RequestFields,
): Promise<boolean> {
  const { call, upstream } = createHarness({
    configs: {
      c: {
        strategy: { mode: 'conditional', conditions: [{ query, then: 'yes' }], default: 'no' },
        targets: [
          { name: 'yes', provider: '@main', override_params: { user: 'yes' } },
          { name: 'no', provider: '@main', override_params: { user: 'no' } },
        ],
      },
    },
    script: [{ status: 200, body: completion('fine') }],
  })
  const headers = {
    'x-gateway-config': 'c',
    ...(metadata === undefined ? {} : { 'x-gateway-metadata': JSON.stringify(metadata) }),
  }
  const { status, outcome } = await call({ headers, path, body: { model: 'm', ...body } })
  expect(status).toBe(200)
  expect(upstream.sent).toHaveLength(1)
  return outcome?.reply.target === 'config.targets[0]'
}

const tier = (value: unknown): RequestFields => ({ metadata: { tier: value } })
const NOTHING: RequestFields = {}

const cases: readonly (readonly [query: object, fields: RequestFields, expected: boolean])[] = [
  // equality: implicit and $eq, no coercion
  [{ 'metadata.tier': 'gold' }, tier('gold'), true],
  [{ 'metadata.tier': 'gold' }, tier('Gold'), false],
  [{ 'metadata.tier': { $eq: 1 } }, tier(1), true],
  [{ 'metadata.tier': { $eq: 1 } }, tier('1'), false],
  [{ 'metadata.tier': { $eq: '1' } }, tier(1), false],
  [{ 'metadata.tier': true }, tier('true'), false],
  [{ 'metadata.tier': { $eq: null } }, tier(null), true],
  [{ 'metadata.tier': { $eq: null } }, NOTHING, false],
  [{ 'metadata.tier': 'gold' }, tier(['gold']), false],
  // $ne: false on a missing key
  [{ 'metadata.tier': { $ne: 'gold' } }, tier('silver'), true],
  [{ 'metadata.tier': { $ne: 'gold' } }, tier('gold'), false],
  [{ 'metadata.tier': { $ne: 'gold' } }, tier(null), true],
  [{ 'metadata.tier': { $ne: 'gold' } }, tier({}), true],
  [{ 'metadata.tier': { $ne: 'gold' } }, NOTHING, false],
  // ordering: numbers, numeric strings included
  [{ 'metadata.tier': { $gt: 3 } }, tier(4), true],
  [{ 'metadata.tier': { $gt: 3 } }, tier(3), false],
  [{ 'metadata.tier': { $gt: 3 } }, tier('4'), true],
  [{ 'metadata.tier': { $gt: 3 } }, tier('x'), false],
  [{ 'metadata.tier': { $gt: -1 } }, tier(''), false],
  [{ 'metadata.tier': { $gt: -1 } }, tier(' '), false],
  [{ 'metadata.tier': { $gt: -1 } }, tier(true), false],
  [{ 'metadata.tier': { $gt: -1 } }, tier(null), false],
  [{ 'metadata.tier': { $gt: -1 } }, tier([1]), false],
  [{ 'metadata.tier': { $gte: 3 } }, tier(3), true],
  [{ 'metadata.tier': { $gte: '3' } }, tier(3), true],
  [{ 'metadata.tier': { $gte: 3 } }, tier(2.9), false],
  [{ 'metadata.tier': { $lt: 3 } }, tier(2), true],
  [{ 'metadata.tier': { $lt: 3 } }, tier(3), false],
  [{ 'metadata.tier': { $lt: 3 } }, NOTHING, false],
  [{ 'metadata.tier': { $lte: 3 } }, tier('3'), true],
  [{ 'metadata.tier': { $lte: 3 } }, tier('3.1'), false],
  // lists
  [{ 'metadata.tier': { $in: ['a', 'b'] } }, tier('b'), true],
  [{ 'metadata.tier': { $in: ['a', 1] } }, tier('1'), false],
  [{ 'metadata.tier': { $in: ['a'] } }, NOTHING, false],
  [{ 'metadata.tier': { $nin: ['a', 'b'] } }, tier('c'), true],
  [{ 'metadata.tier': { $nin: ['a', 'b'] } }, tier('a'), false],
  [{ 'metadata.tier': { $nin: ['a'] } }, NOTHING, false],
  // regular expressions: unanchored, no flags, strings only
  [{ 'metadata.tier': { $regex: 'ol' } }, tier('gold'), true],
  [{ 'metadata.tier': { $regex: '^ol' } }, tier('gold'), false],
  [{ 'metadata.tier': { $regex: 'OL' } }, tier('gold'), false],
  [{ 'metadata.tier': { $regex: '1' } }, tier(1), false],
  [{ 'metadata.tier': { $regex: 'x' } }, NOTHING, false],
  [{ 'params.user': { $regex: 'z' } }, { body: { user: `${'a'.repeat(32_767)}z` } }, true],
  [{ 'params.user': { $regex: 'z' } }, { body: { user: `${'a'.repeat(32_768)}z` } }, false],
  // all keys and operators of one query must match
  [{ 'metadata.tier': { $gt: 1, $lt: 5 } }, tier(3), true],
  [{ 'metadata.tier': { $gt: 1, $lt: 5 } }, tier(5), false],
  [{ 'metadata.tier': 'a', 'metadata.team': 'b' }, { metadata: { tier: 'a', team: 'b' } }, true],
  [{ 'metadata.tier': 'a', 'metadata.team': 'b' }, { metadata: { tier: 'a' } }, false],
  [{ $or: [{ 'metadata.tier': 'a' }, { 'metadata.team': 'b' }] }, { metadata: { team: 'b' } }, true],
  [{ $or: [{ 'metadata.tier': 'a' }, { 'metadata.team': 'b' }] }, NOTHING, false],
  [
    { $and: [{ 'metadata.tier': 'a' }, { 'metadata.team': 'b' }] },
    { metadata: { tier: 'a', team: 'b' } },
    true,
  ],
  [
    { $or: [{ 'metadata.tier': 'a' }, { 'metadata.tier': 'b' }], 'metadata.team': 'x' },
    { metadata: { tier: 'b', team: 'x' } },
    true,
  ],
  [
    { $or: [{ 'metadata.tier': 'a' }, { 'metadata.tier': 'b' }], 'metadata.team': 'x' },
    { metadata: { tier: 'b', team: 'y' } },
    false,
  ],
  // params: paths in the body, before overrides
  [{ 'params.model': 'm' }, NOTHING, true],
  [{ 'params.user': 'yes' }, NOTHING, false],
  [{ 'params.user': 'yes' }, { body: { user: 'yes' } }, true],
  [
    { 'params.response_format.type': 'json_object' },
    { body: { response_format: { type: 'json_object' } } },
    true,
  ],
  [{ 'params.response_format.type': 'json_object' }, { body: { response_format: 'type' } }, false],
  [
    { 'params.messages[1].role': 'user' },
    { body: { messages: [{ role: 'system' }, { role: 'user' }] } },
    true,
  ],
  [
    { 'params.messages[2].role': 'user' },
    { body: { messages: [{ role: 'system' }, { role: 'user' }] } },
    false,
  ],
  [{ 'params.messages.length': { $gt: 0 } }, { body: { messages: [{}] } }, false],
  [{ 'params.metadata.constructor': { $ne: 'x' } }, { body: { metadata: {} } }, false],
  [{ 'params.stream': true }, { body: { stream: false } }, false],
  [{ 'params.max_tokens': { $lte: 100 } }, { body: { max_tokens: 100 } }, true],
  // metadata keys of the prototype are missing keys
  [{ 'metadata.toString': { $ne: 'x' } }, { metadata: {} }, false],
  // the path as the client wrote it, without its query
  [{ 'url.pathname': '/v1/chat/completions' }, NOTHING, true],
  [{ 'url.pathname': '/v1/chat/completions' }, { path: '/chat/completions?x=1' }, true],
  [{ 'url.pathname': { $regex: '^/v1/(chat/)?completions$' } }, NOTHING, true],
  [{ 'url.pathname': '/v1/embeddings' }, NOTHING, false],
]

describe('Conditions', () => {
  it.each(cases)('%j on %j: %s', async (query, fields, expected) => {
    expect(await holds(query, fields)).toBe(expected)
  })

  it('the first matching condition wins, else the default', async () => {
    const conditions = [
      { query: { 'metadata.a': { $gt: 0 } }, then: 'one' },
      { query: { 'metadata.a': { $gt: 5 } }, then: 'two' },
      { query: { 'metadata.b': 'x' }, then: 'three' },
      { query: { 'metadata.b': 'y' }, then: 'two' },
    ]
    const place = async (metadata: object) => {
      const { call } = createHarness({
        configs: {
          c: {
            strategy: { mode: 'conditional', conditions, default: 'four' },
            targets: ['one', 'two', 'three', 'four'].map(name => ({
              name,
              provider: '@main',
              override_params: { user: name },
            })),
          },
        },
        script: [{ status: 200, body: completion('fine') }],
      })
      const reply = await call({
        headers: { 'x-gateway-config': 'c', 'x-gateway-metadata': JSON.stringify(metadata) },
      })
      return reply.outcome?.reply.target
    }
    expect(await place({ a: 9 })).toBe('config.targets[0]')
    expect(await place({ b: 'x' })).toBe('config.targets[2]')
    expect(await place({ b: 'y' })).toBe('config.targets[1]')
    expect(await place({ b: 'constructor' })).toBe('config.targets[3]')
  })
})
