// However the network cuts a stream, the client gets the same bytes: whole, in the chunks that were recorded (or event
// by event), one byte at a time, at seeded random places, inside every character and line end.
import { expect } from 'vitest'
import { type Cutting, cuttings as cuts } from '../../runtime/providers/cuttings.ts'
import type { Recording } from '../recording.ts'
import { type Check, isStream } from './check.ts'

export const cuttings: Check = {
  name: 'cuttings',
  fits: play => isStream(play) && play.way !== 'face',
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
