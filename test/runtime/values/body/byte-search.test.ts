// Whether a body contains a key, and a longer id than a target takes, is determined without parsing it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LONG_CALL_IDS, NESTED_FIELDS, searchMessages } from '../../../../runtime/link/call/request-body.ts'
import { linkKeysAt, nextUnderscore } from '../../../../runtime/values/body/scan-json-fields.ts'

const keys = ['content_blocks', 'extra_content']
const isKey = linkKeysAt(keys)
const encoder = new TextEncoder()

const mentions = (bytes: Uint8Array): boolean => {
  for (let at = nextUnderscore(bytes, 0); at >= 0; at = nextUnderscore(bytes, at + 1))
    if (isKey(bytes, at)) return true
  return false
}

it('keys are found wherever a text contains them, and nowhere else', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(...keys, '_', 'content_', '_blocks', 'extra', 'content'),
  )
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const text = pieces.join('')
      expect(mentions(encoder.encode(text))).toBe(keys.some(word => text.includes(word)))
    }),
  )
})

it('ids of calls are too long where one of them has more characters, beside extension fields or alone', () => {
  const id = fc.string({ unit: fc.constantFrom('a', '_', '9'), maxLength: 14 })
  const message = fc.oneof(
    id.map(each => ({ role: 'tool', tool_call_id: each, content: 'x_y' })),
    id.map(each => ({ type: 'function_call_output', call_id: each, output: '"call_id"' })),
    fc.constant({ role: 'user', content: 'call id', cache_control: { type: 'ephemeral' } }),
    fc.constant({ role: 'assistant', content: '{"tool_call_id":"0123456789abcdef"}' }),
  )
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), fc.integer({ min: 1, max: 14 }), (messages, max) => {
      const found = searchMessages(encoder.encode(JSON.stringify({ messages, tools: [] })), max)
      const ids = messages.flatMap(each =>
        'tool_call_id' in each ? [each.tool_call_id] : 'call_id' in each ? [each.call_id] : [],
      )
      expect((found & LONG_CALL_IDS) !== 0).toBe(ids.some(each => each.length > max))
      expect((found & NESTED_FIELDS) !== 0).toBe(messages.some(each => 'cache_control' in each))
    }),
  )
})
