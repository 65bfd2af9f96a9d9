// Generators of queries and of the requests they look at. The pools are small on purpose: equal tests, repeated ones
// and contradictions must be frequent, since the passes live on them.
import fc from 'fast-check'
import type { RoutedRequest } from './routing-environment.ts'

type Scalar = string | number | boolean | null

const SCALARS: readonly Scalar[] = ['free', 'paid', '1', '2.5', 'free ', 1, 2, 2.5, true, null]
const KEYS = [
  'metadata.plan',
  'metadata.plan',
  'metadata.app_name',
  'params.model',
  'params.messages[0].role',
  'params.options.n',
  'url.pathname',
]

const object = (key: string, value: unknown): object => Object.fromEntries([[key, value]])

function testsOf(pool: readonly Scalar[]): fc.Arbitrary<unknown> {
  const scalars = fc.constantFrom(...pool)
  const operator = (names: readonly string[], operand: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
    fc.tuple(fc.constantFrom(...names), operand).map(([name, value]) => object(name, value))
  const equality = operator(['$eq', '$ne'], scalars)
  const listing = operator(['$in', '$nin'], fc.array(scalars, { maxLength: 3 }))
  const ordering = operator(['$gt', '$gte', '$lt', '$lte'], fc.constantFrom(1, 2, '2', 2.5, 'x'))
  return fc.oneof(
    { weight: 3, arbitrary: scalars },
    { weight: 3, arbitrary: equality },
    { weight: 3, arbitrary: listing },
    { weight: 2, arbitrary: ordering },
    { weight: 1, arbitrary: operator(['$regex'], fc.constantFrom('^fr', 'a', '[0-9]')) },
    { weight: 3, arbitrary: fc.tuple(equality, listing).map(([one, other]) => ({ ...one, ...other })) },
    {
      weight: 1,
      arbitrary: operator(['$or', '$and'], fc.array(fc.oneof(equality, scalars), { maxLength: 2 })),
    },
  )
}

/** Queries over these keys and values, joined up to `depth` levels. */
function queriesOver(keys: readonly string[], pool: readonly Scalar[], depth: number): fc.Arbitrary<object> {
  const leaf = fc.tuple(fc.constantFrom(...keys), testsOf(pool)).map(([key, test]) => object(key, test))
  if (depth === 0) return leaf
  const below = queriesOver(keys, pool, depth - 1)
  return fc.oneof(
    { weight: 6, arbitrary: leaf },
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.tuple(leaf, leaf).map(([one, other]) => ({ ...one, ...other })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('$and', '$or'), fc.array(below, { maxLength: 3 }))
        .map(([name, list]) => object(name, list)),
    },
  )
}

/** What people write most: one field, one string or a few. */
const plain = fc.constantFrom('free', 'paid', '1')
const plainQueries = fc.oneof(
  plain.map(plan => object('metadata.plan', plan)),
  fc.array(plain, { maxLength: 3 }).map(list => object('metadata.plan', { $in: list })),
)

/** Queries of every form. */
export const queries: fc.Arbitrary<object> = fc.oneof(queriesOver(KEYS, SCALARS, 2), plainQueries)

/** As long as what a pattern sees of a value, and longer. */
const LONG = ['a', 'ab', 'abc'].map(end => `fr${'x'.repeat(32_765)}${end}`)

/** Queries of patterns, and of values that are longer than what these see. */
export const longQueries: fc.Arbitrary<object> = fc.oneof(
  fc.constantFrom(...LONG).map(plan => object('metadata.plan', plan)),
  fc.subarray(LONG).map(list => object('metadata.plan', { $in: list })),
  fc.constantFrom('^fr', 'a$', 'ab$', 'b', 'c$').map(pattern => object('metadata.plan', { $regex: pattern })),
)

/** Requests with such values. */
export const longRequests: fc.Arbitrary<RoutedRequest> = fc.constantFrom(...LONG, 'free').map(plan => ({
  params: {},
  metadata: { plan },
  path: '/v1/chat/completions',
}))

/** Queries that mind two fields and three values only, so that they repeat and contradict each other. */
export const crowdedQueries: fc.Arbitrary<object> = fc.oneof(
  { weight: 2, arbitrary: queriesOver(['metadata.plan', 'params.model'], ['free', 'paid', 1], 2) },
  { weight: 1, arbitrary: plainQueries },
)

const some = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 3 })

const withoutAbsent = (value: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))

const values = fc.oneof(
  fc.constantFrom<unknown>(...SCALARS, 'freedom', ['free'], { plan: 'free' }),
  fc.constantFrom<unknown>('free', 'paid', 1),
)

/** Requests that conditions may fit; any field may be missing. */
export const requests: fc.Arbitrary<RoutedRequest> = fc.record({
  params: fc
    .record({
      model: some(values),
      messages: some(
        fc.constantFrom<unknown>([], [{ role: 'free' }], [{ role: 'paid' }, {}], 'free', {
          0: { role: 'free' },
        }),
      ),
      options: some(fc.constantFrom<unknown>({ n: 1 }, { n: '2' }, { n: 2.5 }, {}, null)),
    })
    .map(withoutAbsent),
  metadata: fc
    .record({
      plan: some(values),
      'app.name': some(values),
      app: some(fc.constant({ name: 'free' })),
    })
    .map(withoutAbsent),
  path: fc.constantFrom('/v1/chat/completions', '/v1/embeddings', 'free'),
})
