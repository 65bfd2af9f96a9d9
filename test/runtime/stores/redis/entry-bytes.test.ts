// Values are entries, or nothing: whatever was written, cut or changed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeEntry, encodeEntry } from '../../../../runtime/stores/redis/entry-bytes.ts'
import { entry } from '../../state/cache-contract.ts'

const written = encodeEntry(entry('the body', { storedAt: 5 }))

describe('A value', () => {
  it('of any bytes is an entry or nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        expect(decodeEntry(bytes)).toBeUndefined()
      }),
    )
  })

  it('that was cut anywhere is nothing', () => {
    for (let length = 0; length < written.length; length += 1)
      expect(decodeEntry(written.subarray(0, length))).toBeUndefined()
  })

  it('with a byte changed throws nothing, and gives what can be sent', () => {
    fc.assert(
      fc.property(fc.nat(written.length - 1), fc.nat(255), (at, byte) => {
        const changed = Uint8Array.from(written)
        changed[at] = byte
        const found = decodeEntry(changed)
        if (found === undefined) return
        expect(found.status).toBeGreaterThanOrEqual(200)
        expect(found.status).toBeLessThan(300)
        expect(found.contentType).toMatch(/^[\x20-\x7e]+$/)
      }),
      { numRuns: 2000 },
    )
  })
})
