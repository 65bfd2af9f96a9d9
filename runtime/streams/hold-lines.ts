// Bytes pass in whole lines: the beginning of a line is held back until its end comes. When a stream breaks off, the
// event that says so must not fall into the middle of one.
import { concatenate } from '../body/concatenate.ts'
import { lineEnd } from './server-sent-events.ts'

export interface LineHolder {
  readonly feed: (bytes: Uint8Array) => void
  /** Passes what is held. */
  readonly flush: () => void
  readonly held: () => Uint8Array
}

/** Longer beginnings of a line are not held back. */
const LONGEST_PART = 65_536

export function holdLines(pass: (bytes: Uint8Array) => void): LineHolder {
  let part: Uint8Array[] = []
  let partial = 0
  const flush = (): void => {
    if (partial > 0) pass(concatenate(part))
    part = []
    partial = 0
  }
  const hold = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return
    part.push(bytes)
    partial += bytes.length
    if (partial > LONGEST_PART) flush()
  }
  return {
    feed: bytes => {
      const end = lineEnd(bytes)
      if (end === bytes.length && partial === 0) return pass(bytes)
      hold(bytes.subarray(0, end))
      if (end > 0) flush()
      hold(bytes.subarray(end))
    },
    flush,
    held: () => concatenate(part),
  }
}
