// A client gets the same bytes for any chunk boundaries of a stream: whole, in the recorded chunks (or event by
// event), byte by byte, at seeded random positions, inside every character and line end.
import { expect } from 'vitest'
import { type Cutting, cuttings as cuts } from '../../runtime/providers/cuttings.ts'
import type { Recording } from '../recording.ts'
import { type Check, isStream } from './check.ts'

export const cuttings: Check = {
  name: 'chunking',
  fits: play => isStream(play) && play.way !== 'inbound',
  judge: async ({ play: { recording }, ask }) => {
    const { reply: whole } = await ask({ cut: bytes => [bytes] })
    for (const [name, cut] of Object.entries({ ...cuts, ...asRecorded(recording) })) {
      const { reply } = await ask({ cut })
      expect([reply.status, reply.text], name).toEqual([whole.status, whole.text])
    }
  },
}

function asRecorded({ chunkSizes }: Recording): Readonly<Record<string, Cutting>> {
  if (chunkSizes === undefined) return {}
  let end = 0
  const edges = chunkSizes.map(size => {
    end += size
    return end
  })
  return {
    'event by event': bytes =>
      [0, ...edges].map((edge, index) => bytes.subarray(edge, edges[index] ?? bytes.length)),
  }
}
