// Passes bytes in whole lines: a partial line is buffered until its end arrives, so that an error event can be inserted
// into a truncated stream without ending up inside a line.
import { concatenate } from '../values/byte-stream.ts'
import { lineEnd } from './server-sent-events.ts'

export interface LineBuffer {
  readonly feed: (bytes: Uint8Array) => void
  /** Passes the buffered bytes. */
  readonly flush: () => void
  readonly buffered: () => Uint8Array
}

/** Longer partial lines are not buffered, in bytes. */
const MAX_BUFFERED = 65_536

export function createLineBuffer(pass: (bytes: Uint8Array) => void): LineBuffer {
  let part: Uint8Array[] = []
  let partial = 0
  const flush = (): void => {
    if (partial > 0) pass(concatenate(part))
    part = []
    partial = 0
  }
  const buffer = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return
    // A copy: a short line would retain the chunk of the connection that it began in.
    part.push(new Uint8Array(bytes))
    partial += bytes.length
    if (partial > MAX_BUFFERED) flush()
  }
  return {
    feed: bytes => {
      const end = lineEnd(bytes)
      if (end === bytes.length && partial === 0) return pass(bytes)
      buffer(bytes.subarray(0, end))
      if (end > 0) flush()
      buffer(bytes.subarray(end))
    },
    flush,
    buffered: () => concatenate(part),
  }
}
