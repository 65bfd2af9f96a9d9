// Two requests have one key exactly when nothing that tells them apart differs: tried with pairs from small worlds, in
// which equal and nearly equal ones are frequent.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../compiler/source.ts'
import { cacheKey, canonical } from '../../../runtime/cache/key.ts'
import { callOf, OPTIONS } from '../link/call-of.ts'

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
const few = fc.constantFrom('a', 'b', '')
const body = fc.dictionary(
  fc.constantFrom('model', 'messages', 'a', '["b"]'),
  fc.jsonValue({ maxDepth: 1 }),
  { maxKeys: 2 },
)

const request = fc.record({
  workspace: few,
  identity: few,
  endpoint: fc.constantFrom('chat/completions' as const, 'completions' as const),
  strict: fc.boolean(),
  forwarded: fc.array(few, { maxLength: 2 }),
  metadata: body,
  namespace: fc.option(few, { nil: undefined }),
  body,
})
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never

const keyOf = ({ workspace, endpoint, metadata, namespace, ...rest }: Request, stream = false): string =>
  cacheKey(
    callOf(
      {},
      {
        workspace,
        endpoint,
        stream,
        metadata: metadata as JsonObject,
        options: { ...OPTIONS, cacheNamespace: namespace },
      },
    ),
    {
      provider: 'p',
      identity: rest.identity,
      strict: rest.strict,
      forwarded: rest.forwarded,
      body: rest.body as JsonObject,
    },
    sha256,
  )

/** What must be told apart. A namespace stands for metadata and forwarded headers. */
const meaning = ({ namespace, metadata, forwarded, ...rest }: Request): string =>
  canonical({
    ...rest,
    partition: namespace === undefined ? { metadata, forwarded } : namespace,
  } as unknown as JsonObject)

describe('The key of a request', () => {
  it('is the same for the same meaning and for nothing else', () => {
    const pair = fc.oneof(
      fc.tuple(request, request),
      fc
        .tuple(
          request,
          request,
          fc.constantFrom(
            'workspace',
            'identity',
            'endpoint',
            'strict',
            'forwarded',
            'metadata',
            'namespace',
            'body' as const,
          ),
        )
        .map(
          ([left, other, field]) =>
            [left, { ...left, [field]: other[field as keyof Request] }] as [Request, Request],
        ),
    )
    fc.assert(
      fc.property(pair, ([left, right]) => {
        expect(keyOf(left) === keyOf(right)).toBe(meaning(left) === meaning(right))
      }),
      { numRuns: 1000 },
    )
  })

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(request, each => {
        const turned = { ...each, body: Object.fromEntries(Object.entries(each.body).reverse()) }
        expect(keyOf(turned)).toBe(keyOf(each))
      }),
    )
  })

  it('is the same for streams and whole replies that hold the schema alone, and only then', () => {
    fc.assert(
      fc.property(request, each => {
        expect(keyOf(each, true) === keyOf(each)).toBe(each.strict)
      }),
    )
  })
})
