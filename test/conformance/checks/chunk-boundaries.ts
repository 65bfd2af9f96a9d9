// A client gets the same bytes for any chunk boundaries of a stream: whole, in the recorded chunks (or event by
// event), byte by byte, at seeded random positions, inside every character and line end.
import { expect } from 'vitest'
import { type Chunking, chunkings } from '../../runtime/providers/chunk-boundaries.ts'
import type { Recording } from '../recording.ts'
import { type ConformanceCheck, isStream } from './check.ts'

export const chunkBoundaries: ConformanceCheck = {
  name: 'chunking',
  applies: play => isStream(play) && play.mode !== 'inbound',
  run: async ({ replay: { recording }, send }) => {
    const { reply: whole } = await send({ chunking: bytes => [bytes] })
    for (const [name, cut] of Object.entries({ ...chunkings, ...recordedChunking(recording) })) {
      const { reply } = await send({ chunking: cut })
      expect([reply.status, reply.text], name).toEqual([whole.status, whole.text])
    }
  },
}

function recordedChunking({ chunkSizes }: Recording): Readonly<Record<string, Chunking>> {
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
