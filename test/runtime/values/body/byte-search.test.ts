// Whether a body contains a key is determined without parsing it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linkContainsAny } from '../../../../runtime/values/body/scan-json-fields.ts'

const keys = ['content_blocks', 'extra_content']
const mentions = linkContainsAny(keys)
const encoder = new TextEncoder()

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
