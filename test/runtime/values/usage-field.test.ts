// The usage of a whole JSON object is its own, not what its metadata or the arguments of a tool call are named.
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { usageText } from '../../../runtime/values/body/reply-fields.ts'

const encoder = new TextEncoder()
const read = (text: string): unknown => {
  const found = usageText(encoder.encode(text))
  return found === undefined ? undefined : JSON.parse(found)
}
const FALSE = { input_tokens: 1 }

it.each<readonly [string, object]>([
  ['at the end', { content: [{ input: { usage: FALSE } }], usage: { input_tokens: 9 } }],
  ['at the beginning', { usage: { input_tokens: 9 }, content: [{ input: { usage: FALSE } }] }],
  ['before metadata of the same name', { usage: { input_tokens: 9 }, metadata: { usage: 'mine' } }],
  ['before long metadata', { usage: { input_tokens: 9 }, metadata: { long: 'x'.repeat(9000) } }],
  ['before a list', { usage: { input_tokens: 9 }, tools: [{ usage: FALSE }] }],
  ['before a key that ends like it', { usage: { input_tokens: 9 }, metadata: { 'my"usage': FALSE } }],
])('is found %s', (_title, body) => {
  expect(read(JSON.stringify(body))).toEqual({ input_tokens: 9 })
  expect(read(JSON.stringify(body, null, 2))).toEqual({ input_tokens: 9 })
})

test('is found exactly where parsing finds it', () => {
  const value = fc.letrec(tie => ({
    leaf: fc.oneof(fc.constantFrom('"usage":{', '\\', null, 1), fc.string()),
    object: fc.dictionary(fc.constantFrom('usage', 'a', 'b"usage', 'c\\'), tie('any'), { maxKeys: 4 }),
    any: fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('object'), fc.array(tie('any'), { maxLength: 3 })),
  }))
  fc.assert(
    fc.property(value.object, body => {
      const { usage } = body as { readonly usage?: unknown }
      const isObject = typeof usage === 'object' && usage !== null && !Array.isArray(usage)
      expect(read(JSON.stringify(body))).toEqual(isObject ? usage : undefined)
    }),
    { numRuns: 2000 },
  )
})
