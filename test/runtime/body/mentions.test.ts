// Whether a body contains a key is determined without parsing it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linkMentions } from '../../../runtime/body/mentions.ts'

const words = ['content_blocks', 'extra_content']
const mentions = linkMentions(words)
const encoder = new TextEncoder()

it('keys are found wherever a text contains them, and nowhere else', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(...words, '_', 'content_', '_blocks', 'extra', 'content'),
  )
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const text = pieces.join('')
      expect(mentions(encoder.encode(text))).toBe(words.some(word => text.includes(word)))
    }),
  )
})
