// Removes the lines `event:`, `id:` and `retry:` from a stream of the vendor's chunks, which consists of data-only
// events. Blocks without such lines pass unchanged; for most, two native searches show that. An event named `error` is
// held back until its end: without its name, its data may not show that it is an error.
import { concatenate } from '../values/byte-stream.ts'
import { lineEndFrom } from './server-sent-events.ts'

const LF = 0x0a
const CR = 0x0d
/** The first letters of the fields. */
const LETTERS: ReadonlySet<number | undefined> = new Set([0x65, 0x69, 0x72])
const FIELD = /^(?:event|id|retry)(?:[:\r\n]|$)/
const ERROR_NAME = /^event: ?error[\r\n]*$/
/** Characters that show the name of a field and what follows it. */
const NAME = 6
/** Characters of a line that names an error. */
const ERROR_LINE = 15
/** An event that is held back is released when it is longer, in bytes. */
const MAX_HELD = 65_536
const NOTHING = new Uint8Array(0)
const decoder = new TextDecoder('latin1')

export interface UnnamedEventsFilter {
  /** The block without the lines; `dropsError`: without the event that is held back, too. */
  readonly pass: (block: Uint8Array, dropsError?: boolean) => Uint8Array
  /** Whether an event named `error` has not ended yet. */
  readonly isHolding: () => boolean
}

/**
 * A filter for the blocks of one stream, in order. A block may begin or end within a line, but not within a field's
 * name.
 */
export function createUnnamedEventsFilter(): UnnamedEventsFilter {
  let isLineStart = true
  /** The line that the last block ended with is being removed. */
  let isRemoving = false
  let wasRemoved = false
  /** The last block ended with CR: an LF that follows belongs to it. */
  let endedWithCr = false
  let held: Uint8Array[] | undefined
  let heldBytes = 0

  const remove = (block: Uint8Array, dropsError: boolean): Uint8Array => {
    const kept: Uint8Array[] = []
    const release = (): void => {
      if (held !== undefined && !dropsError) kept.push(...held)
      held = undefined
    }
    const keep = (line: Uint8Array, isEmpty: boolean): void => {
      if (held === undefined) return void kept.push(line)
      held.push(line)
      heldBytes += line.length
      if (isEmpty || heldBytes > MAX_HELD) release()
    }
    let at = 0
    if (endedWithCr && block[0] === LF) {
      if (!wasRemoved) keep(block.subarray(0, 1), false)
      at = 1
    }
    while (at < block.length) {
      const end = lineEndFrom(block, at)
      if (isLineStart) isRemoving = isField(block, at)
      if (!isRemoving) keep(block.subarray(at, end), isLineStart && isEnd(block[at]))
      else if (isLineStart && held === undefined && isErrorName(block, at, end)) {
        held = []
        heldBytes = 0
      }
      isLineStart = isEnd(block[end - 1])
      wasRemoved = isRemoving
      at = end
    }
    if (isLineStart) isRemoving = false
    endedWithCr = block[block.length - 1] === CR
    return kept.length === 1 ? (kept[0] ?? NOTHING) : concatenate(kept)
  }
  return {
    pass: (block, dropsError = false) => {
      if (block.length === 0) return block
      const isAfterRemoved = wasRemoved && endedWithCr
      if (isRemoving || isAfterRemoved || held !== undefined || hasField(block, isLineStart))
        return remove(block, dropsError)
      const last = block[block.length - 1]
      isLineStart = isEnd(last)
      endedWithCr = last === CR
      wasRemoved = false
      return block
    },
    isHolding: () => held !== undefined,
  }
}

const isEnd = (byte: number | undefined): boolean => byte === LF || byte === CR

const isField = (block: Uint8Array, at: number): boolean =>
  LETTERS.has(block[at]) && FIELD.test(decoder.decode(block.subarray(at, at + NAME)))

const isErrorName = (block: Uint8Array, at: number, end: number): boolean =>
  end - at <= ERROR_LINE && ERROR_NAME.test(decoder.decode(block.subarray(at, end)))

const hasField = (block: Uint8Array, isLineStart: boolean): boolean =>
  (isLineStart && isField(block, 0)) || hasFieldAfter(block, LF) || hasFieldAfter(block, CR)

/**
 * Whether a line after the given line end is such a field. Most events end with two line ends, which are passed at
 * once.
 */
function hasFieldAfter(block: Uint8Array, lineEnd: number): boolean {
  let at = block.indexOf(lineEnd)
  while (at >= 0 && at + 1 < block.length) {
    if (block[at + 1] === lineEnd) at += 1
    if (isField(block, at + 1)) return true
    at = block.indexOf(lineEnd, at + 1)
  }
  return false
}
