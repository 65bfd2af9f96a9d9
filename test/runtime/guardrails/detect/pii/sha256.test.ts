// SHA-256 against that of Node.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { digestBytes } from '../../../../../runtime/guardrails/detect/pii/sha256.ts'

it('hashes as Node does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
      expect(Buffer.from(digestBytes([...bytes])).toString('hex')).toBe(
        createHash('sha256').update(bytes).digest('hex'),
      )
    }),
    { numRuns: 200 },
  )
})
