// A bug in the reader of a reply belongs to its request: it never reaches the socket that received the bytes.
import { describe, expect, it } from 'vitest'
import type { ByteSink } from '../../../runtime/streams/byte-stream.ts'
import { collect } from '../../../runtime/streams/collect.ts'
import { guarded } from '../../../runtime/streams/guarded.ts'
import { streamOf } from '../../../runtime/streams/of-bytes.ts'

const BYTES = [new Uint8Array([1]), new Uint8Array([2]), new Uint8Array([3])]

describe('A body with contained errors', () => {
  it.each<readonly [string, keyof ByteSink, readonly string[]]>([
    ['a chunk', 'chunk', ['chunk', 'bug', 'fail']],
    ['the end', 'end', ['chunk', 'chunk', 'chunk', 'end', 'bug', 'fail']],
  ])(
    'a bug at %s is reported once, and the reader is notified of a truncated body',
    (_title, breaks, expected) => {
      const seen: string[] = []
      const at = (name: keyof ByteSink) => () => {
        seen.push(name)
        if (name === breaks) throw new Error('bug')
      }
      guarded(streamOf(BYTES), () => seen.push('bug')).start({
        chunk: at('chunk'),
        end: at('end'),
        fail: at('fail'),
      })
      expect(seen).toEqual(expected)
    },
  )
})

describe('A buffered body', () => {
  it.each<readonly [number, string]>([
    [3, '1,2,3'],
    [2, 'too-large'],
  ])('up to %i bytes: %s', (limit, expected) => {
    const results: string[] = []
    collect(streamOf(BYTES), limit, result => {
      results.push(result instanceof Uint8Array ? result.join() : (result.cause ?? ''))
    })
    expect(results).toEqual([expected])
  })
})
