// The texts of messages are found wherever they are, and put back where they were.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partTexts, withPartTexts } from '../../../runtime/agents/exchange/part-texts.ts'
import { parseExactly } from '../../../runtime/mcp/messages/exact-json.ts'
import type { Json } from '../../../schemas/values/json.ts'

const value = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>
const part = fc.oneof(
  fc.record({ text: fc.string() }),
  fc.record({ data: value }),
  fc.record({ raw: fc.base64String() }),
  value,
)
const message = fc.record({ message: fc.record({ parts: fc.array(part), metadata: value }), other: value })

describe('texts', () => {
  it('that are put back unchanged leave the value as it was', () => {
    fc.assert(
      fc.property(message, each => {
        expect(withPartTexts(each, partTexts(each))).toEqual(each)
      }),
    )
  })

  it('that were replaced are found again, in the same order', () => {
    fc.assert(
      fc.property(message, each => {
        const replaced = partTexts(each).map((text, index) =>
          typeof text === 'string' ? `text ${index}` : text,
        )
        expect(partTexts(withPartTexts(each, replaced))).toEqual(replaced)
      }),
    )
  })

  it.each([
    [{ message: { parts: [{ text: 'a' }, { data: { deep: ['b', 1] } }] } }, ['a', { deep: ['b', 1] }]],
    [{ message: { content: [{ text: 'a' }] } }, ['a']],
    [
      {
        result: { task: { artifacts: [{ parts: [{ text: 'a' }] }], history: [{ parts: [{ text: 'b' }] }] } },
      },
      ['a', 'b'],
    ],
    [{ result: { statusUpdate: { status: { message: { parts: [{ kind: 'text', text: 'a' }] } } } } }, ['a']],
    [{ message: { messageId: 'x', role: 'ROLE_USER', metadata: { a: 'b' } } }, [{ a: 'b' }]],
    [{ artifact: { name: 'a', description: 'b', extensions: ['c'], parts: [] } }, ['a', 'b', 'c']],
  ])('of %j', (each, texts) => {
    expect(partTexts(each as Json)).toEqual(texts)
  })

  it('stay beside numbers with all their digits', () => {
    const parsed = parseExactly('{"parts":[{"data":{"n":12345678901234567890,"s":"a"}}]}') ?? null
    expect(JSON.stringify(withPartTexts(parsed, [{ n: 1, s: 'b' }]))).toBe(
      '{"parts":[{"data":{"n":12345678901234567890,"s":"b"}}]}',
    )
  })
})
