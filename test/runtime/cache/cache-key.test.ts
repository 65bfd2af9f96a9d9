// Two requests have the same key exactly when they differ in nothing that distinguishes entries: tested with pairs from
// small domains, in which equal and nearly equal requests are frequent.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { cacheKey } from '../../../runtime/cache/cache-key.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { runs } from '../../support/property-seed.ts'
import { callOf, OPTIONS } from '../link/call-of.ts'

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
const few = fc.constantFrom('a', 'b', '')
/** Small, so that pairs meet; numbers that are imprecise have tests of their own. */
const value = fc.oneof(
  few,
  fc.integer({ min: -2, max: 2 }),
  fc.boolean(),
  fc.constant(null),
  fc.array(few, { maxLength: 2 }),
  fc.dictionary(few, fc.nat(2), { maxKeys: 2, noNullPrototype: true }),
)
const body = fc.dictionary(
  fc.constantFrom('model', 'messages', 'a', '["b"]', '__proto__', 'constructor'),
  value,
  { maxKeys: 2, noNullPrototype: true },
)

const request = fc.record({
  workspace: few,
  provider: few,
  bindingId: few,
  endpoint: fc.constantFrom('chat/completions' as const, 'completions' as const, 'messages' as const),
  query: fc.constantFrom('', '?a', '?b'),
  strict: fc.boolean(),
  forwarded: fc.array(few, { maxLength: 2 }),
  metadata: body,
  namespace: fc.option(few, { nil: undefined }),
  body,
  overrides: fc.dictionary(fc.constantFrom('model', 'a'), value, { maxKeys: 1 }),
})
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never

/** How a client wrote its body, and whether it streams. */
interface Writing {
  readonly text?: string
  readonly stream?: boolean
}

const keyOf = (
  { workspace, endpoint, query, metadata, namespace, body: sent, overrides, ...rest }: Request,
  { text = JSON.stringify(sent), stream = false }: Writing = {},
): string | undefined =>
  cacheKey(
    callOf(text, {
      workspace,
      endpoint,
      path: `/${endpoint}${query}`,
      stream,
      metadata: metadata as JsonObject,
      options: { ...OPTIONS, cacheNamespace: namespace },
    }),
    { ...rest, overrides: overrides as JsonObject },
    sha256,
  )

/** JSON with sorted keys, written as simply as can be. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, inner]) => [name, sorted(inner)])
          .concat([['{}', null]])
      : Object.is(value, -0)
        ? 0
        : value

/** What a key must distinguish. A namespace replaces the metadata and the forwarded headers. */
const meaning = ({ namespace, metadata, forwarded, body: sent, overrides, ...rest }: Request): string =>
  JSON.stringify(
    sorted({
      ...rest,
      body: { ...sent, ...overrides },
      partition: namespace === undefined ? { metadata, forwarded } : { namespace },
    }),
  )

const fields = Object.keys({
  workspace: 0,
  provider: 0,
  bindingId: 0,
  endpoint: 0,
  query: 0,
  strict: 0,
  forwarded: 0,
  metadata: 0,
  namespace: 0,
  body: 0,
  overrides: 0,
} satisfies Record<keyof Request, 0>) as (keyof Request)[]

describe('The key of a request', () => {
  it('is the same for the same meaning and for nothing else', () => {
    const pair = fc.oneof(
      fc.tuple(request, request),
      fc
        .tuple(request, request, fc.constantFrom(...fields))
        .map(([left, other, field]): [Request, Request] => [left, { ...left, [field]: other[field] }]),
    )
    fc.assert(
      fc.property(pair, ([left, right]) => {
        expect(keyOf(left) === keyOf(right)).toBe(meaning(left) === meaning(right))
      }),
      { numRuns: runs(400) },
    )
  })

  it('does not depend on the order of keys, on white space, or on what says how the reply is told', () => {
    fc.assert(
      fc.property(request, fc.boolean(), fc.boolean(), (each, stream, usage) => {
        const entries = Object.entries(each.body).reverse()
        const reported = [
          ['stream', stream],
          ['stream_options', { include_usage: usage }],
        ]
        const members = [...entries, ...reported].map(
          ([name, value]) => ` ${JSON.stringify(name)}\n:\t${JSON.stringify(value, null, 3)} `,
        )
        expect(keyOf({ ...each, strict: true }, { text: `{${members.join(',')}}`, stream })).toBe(
          keyOf({ ...each, strict: true }),
        )
      }),
    )
  })

  it('is another one for chats beyond the schema that are streamed, since these spell it differently', () => {
    fc.assert(
      fc.property(request, each => {
        const same = each.strict || each.endpoint === 'messages'
        expect(keyOf(each, { stream: true }) === keyOf(each)).toBe(same)
      }),
    )
  })
})

const sample: Request = {
  workspace: 'a',
  provider: 'a',
  bindingId: 'a',
  endpoint: 'chat/completions',
  query: '',
  strict: true,
  forwarded: [],
  metadata: {},
  namespace: undefined,
  body: {},
  overrides: {},
}
const keyOfText = (text: string) => keyOf(sample, { text })

describe('What only looks the same', () => {
  it.each([
    ['numbers of more digits than are read', '{"seed":9007199254740993}', '{"seed":9007199254740992}'],
    ['numbers that are too large to be read', '{"a":1e400}', '{"a":1e401}'],
    ['a number that is too large, and null', '{"a":1e400}', '{"a":null}'],
    ['numbers that are too small to be read', '{"a":1e-400}', '{"a":1e-401}'],
    ['long fractions', '{"a":0.12345678901234567}', '{"a":0.12345678901234568}'],
    ['a list and an object', '{"a":["b"]}', '{"a":{"0":"b"}}'],
    ['a text and a number', '{"a":"1"}', '{"a":1}'],
    ['a key of the prototype and none', '{"__proto__":{"a":1}}', '{}'],
    ['nested keys of the prototype', '{"a":{"__proto__":1}}', '{"a":{}}'],
    ['a text with the marks of JSON', '{"a":"\\",\\"b\\":1"}', '{"a":"","b":1}'],
  ])('%s', (_title, one, other) => {
    expect(keyOfText(one)).toBeDefined()
    expect(keyOfText(one)).not.toBe(keyOfText(other))
  })

  it.each([
    ['escapes', '{"a":"\\u0041\\/"}', '{"a":"A/"}'],
    ['spellings of a number', '{"a":1.50}', '{"a":15e-1}'],
    ['colons and quotes within texts', '{"a":"\\\\\\":\\"{:"}', '{ "a" : "\\\\\\":\\"{:" }'],
  ])('%s are the same', (_title, one, other) => {
    expect(keyOfText(one)).toBeDefined()
    expect(keyOfText(one)).toBe(keyOfText(other))
  })

  it.each(['{"a":{"b":1,"b":2}}', '{"a":[{"b":1,"b":1}]}', '{"a":1,"a":2}'])(
    'an object with a key twice has no key: %s',
    text => {
      expect(keyOfText(text)).toBeUndefined()
    },
  )

  it('a deeply nested body has a key, and another one for another depth; beyond a limit it has none', () => {
    const deep = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(keyOfText(deep(4_000))).toMatch(/^[0-9a-f]{64}$/)
    expect(keyOfText(deep(4_000))).not.toBe(keyOfText(deep(4_001)))
    expect(keyOfText(deep(200_000))).toBeUndefined()
  })
})

describe('The key of a body above 256 KiB', () => {
  const long = 'a long text '.repeat(25_000)
  const padded = (each: Request, prompt = long): string =>
    JSON.stringify({ ...each.body, prompt }).replaceAll('/', '\\/')

  it('is the same for the same fields as they are spelled, and for nothing else', () => {
    const same = (left: Request, right: Request): boolean =>
      JSON.stringify(Object.entries({ ...left.body, ...left.overrides }).sort()) ===
      JSON.stringify(Object.entries({ ...right.body, ...right.overrides }).sort())
    const overridden = fc.record({ body, overrides: request.map(({ overrides }) => overrides) })
    fc.assert(
      fc.property(overridden, overridden, (one, two) => {
        const [left, right] = [one, two].map(each => ({ ...sample, ...each })) as [Request, Request]
        const [leftKey, rightKey] = [left, right].map(each => keyOf(each, { text: padded(each) }))
        expect(leftKey).toMatch(/^[0-9a-f]{64}$/)
        // An override and the same value of the client may differ: that only costs a hit.
        if (leftKey === rightKey) expect(meaning(left)).toBe(meaning(right))
        else if (Object.keys({ ...left.overrides, ...right.overrides }).length === 0)
          expect(same(left, right)).toBe(false)
        expect(keyOf(left, { text: padded(left, `${long}.`) })).not.toBe(leftKey)
      }),
      { numRuns: runs(40) },
    )
  })

  it('does not depend on the order of fields, on white space between them, or on streaming', () => {
    const strings = [`"prompt":"${long}"`, '"model":"m"', '"a":[1]']
    const key = keyOfText(`{${strings.join(',')}}`)
    expect(keyOfText(`{ ${strings.toReversed().join(' ,\n')},"stream":true}`)).toBe(key)
    expect(keyOfText(`{"prompt":"${long}","model":"m","a":[ 1]}`)).not.toBe(key)
  })

  it('does not take the hash of a field for a value', () => {
    const hash = `#${sha256(`"${long}"`)}`
    expect(keyOfText(`{"a":${JSON.stringify(hash)}}`)).not.toBe(keyOfText(`{"a":"${long}"}`))
  })

  it('needs no parsing of the body', () => {
    const call = callOf(`{"prompt":"${long}","model":"m"}`)
    const parse = vi.spyOn(JSON, 'parse')
    expect(cacheKey(call, sample, sha256)).toBeDefined()
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
  })
})
