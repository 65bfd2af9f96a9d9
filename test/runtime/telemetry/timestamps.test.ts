// Times of records, as RFC 3339.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkTimestamps } from '../../../runtime/telemetry/request-record.ts'

describe('Times of records', () => {
  it('are those of Date.toISOString, in whatever order they come', () => {
    const timestamp = linkTimestamps()
    const time = fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: -1e12, max: 4e12 }))
    fc.assert(
      fc.property(fc.array(time), times => {
        for (const each of times) expect(timestamp(each)).toBe(new Date(each).toISOString())
      }),
    )
  })
})
