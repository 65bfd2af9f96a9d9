// A stream of bytes that are already in memory.
import type { ByteStream } from './byte-stream.ts'

export function streamFromBytes(pieces: readonly Uint8Array[]): ByteStream {
  let open = true
  return {
    start: sink => {
      for (const piece of pieces) if (open) sink.chunk(piece)
      if (open) sink.end()
    },
    pause: () => {},
    resume: () => {},
    cancel: () => {
      open = false
    },
  }
}
