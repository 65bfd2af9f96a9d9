// A body that arrives in pieces, as one.
import { describe, expect, it } from 'vitest'
import { readAll, streamFromBytes } from '../../../runtime/values/byte-stream.ts'

const BYTES = [new Uint8Array([1]), new Uint8Array([2]), new Uint8Array([3])]

describe('A collected body', () => {
  it.each<readonly [number, string]>([
    [3, '1,2,3'],
    [2, 'too-large'],
  ])('up to %i bytes: %s', (limit, expected) => {
    const results: string[] = []
    readAll(streamFromBytes(BYTES), limit, result => {
      results.push(result instanceof Uint8Array ? result.join() : (result.cause ?? ''))
    })
    expect(results).toEqual([expected])
  })
})
