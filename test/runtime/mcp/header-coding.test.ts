// Values of MCP requests that are repeated in headers: what is encoded is decoded to the same text, as a header can carry it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeHeaderValue, encodeHeaderValue } from '../../../runtime/mcp/messages/mirrored-headers.ts'

it('Every text survives', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }).map(each => each.toWellFormed()),
    fc.constantFrom('', ' ', '\ufeffname', 'a\tb', '=?base64?YQ==?=', 'naïve', '\u0000'),
  )
  fc.assert(
    fc.property(text, value => {
      const encoded = encodeHeaderValue(value)
      expect(encoded).toMatch(/^[\x21-\x7e]*(?:[ \t][\x20-\x7e\t]*[\x21-\x7e])?$/)
      expect(decodeHeaderValue(encoded)).toBe(value)
    }),
    { numRuns: 2000 },
  )
})
