// Finds an error event in a stream that passes unchanged, so that nothing is sent after it (semantics, section 15).
// Blocks are searched for the word natively; only an event that may report an error is parsed.
import type { VendorError } from '../values/adapter.ts'
import { concatenate } from '../values/byte-stream.ts'
import type { ServerSentEvent } from '../values/server-sent-event.ts'
import { afterLineEnd, endsEvent, readEvents } from './server-sent-events.ts'

/** An error event, and the offset in the block of the first byte after it. */
export interface FoundError {
  readonly error: VendorError
  readonly end: number
}

/** Called with each block of whole lines, in order, until it finds an error event. */
export type ErrorEventSearch = (block: Uint8Array) => FoundError | undefined

/** Bytes of an unfinished event that are buffered: error events are shorter. */
const MAX_OPEN = 65_536
const NOTHING = new Uint8Array(0)
const WORD = new TextEncoder().encode('error')
const QUOTE = 0x22
const COLON = 0x3a
const SPACE = 0x20
const LF = 0x0a
const CR = 0x0d
const FIRST_OF_NULL = 0x6e

/** `errorOf` returns the error that an event reports, if any. */
export function createErrorEventSearch(
  errorOf: (event: ServerSentEvent) => VendorError | undefined,
): ErrorEventSearch {
  /** The event that previous blocks left unfinished, and whether it may report an error. */
  let open: Uint8Array = NOTHING
  let isSuspect = false
  const keepOpen = (bytes: Uint8Array): void => {
    open = endsEvent(bytes) ? NOTHING : bytes.subarray(lastEventEnd(bytes, bytes.length))
    if (open.length > MAX_OPEN) open = NOTHING
  }
  return block => {
    const first = isSuspect ? 0 : nextMention(block, 0)
    if (first < 0) {
      const end = endsEvent(block) ? block.length : lastEventEnd(block, block.length)
      // Without the end of an event in it, the block continues the event that is open.
      keepOpen(end === 0 && open.length > 0 ? concatenate([open, block]) : block)
      return undefined
    }
    const bytes = open.length === 0 ? block : concatenate([open, block])
    const before = bytes.length - block.length
    let at = isSuspect ? 0 : before + first
    isSuspect = false
    while (at >= 0) {
      const end = eventEnd(bytes, at)
      if (end === undefined) {
        isSuspect = true
        break
      }
      const error = errorIn(bytes.subarray(lastEventEnd(bytes, at), end), errorOf)
      if (error !== undefined) return { error, end: end - before }
      at = nextMention(bytes, end)
    }
    keepOpen(bytes)
    isSuspect &&= open.length > 0
    return undefined
  }
}

/** The offset of the next key `error` with a value, or of the word as a type or a name; -1 when there is none. */
function nextMention(bytes: Uint8Array, from: number): number {
  for (let at = find(bytes, from); at >= 0; at = find(bytes, at + WORD.length)) {
    const before = bytes[at - 1]
    const next = bytes[at + WORD.length]
    if (next === QUOTE ? before === QUOTE && !isNullKey(bytes, at + WORD.length + 1) : isName(before, next))
      return at
  }
  return -1
}

/** The native search stops at every first byte: JSON is full of `e`, so the word is found by what follows it. */
const TAIL = WORD.subarray(1)

function find(bytes: Uint8Array, from: number): number {
  for (let at = findTail(bytes, from + 1); at >= 0; at = findTail(bytes, at + 1))
    if (bytes[at - 1] === WORD[0]) return at - 1
  return -1
}

const findTail = (bytes: Uint8Array, from: number): number => Buffer.prototype.indexOf.call(bytes, TAIL, from)

const isName = (before: number | undefined, next: number | undefined): boolean =>
  (before === COLON || before === SPACE) && (next === LF || next === CR)

/** True for the rest of a key whose value is null, which some providers send in every chunk. */
function isNullKey(bytes: Uint8Array, from: number): boolean {
  let at = from
  while (bytes[at] === SPACE) at += 1
  if (bytes[at] !== COLON) return false
  at += 1
  while (bytes[at] === SPACE) at += 1
  return bytes[at] === FIRST_OF_NULL
}

function errorIn(
  bytes: Uint8Array,
  errorOf: (event: ServerSentEvent) => VendorError | undefined,
): VendorError | undefined {
  let error: VendorError | undefined
  for (const event of readEvents(bytes)) error ??= errorOf(event)
  return error
}

/** The offset after the empty line that ends the event around `at`; undefined while it has not arrived. */
function eventEnd(bytes: Uint8Array, at: number): number | undefined {
  for (let index = at; index < bytes.length; index += 1) {
    const next = afterLineEnd(bytes, index)
    if (next === index) continue
    const end = afterLineEnd(bytes, next)
    if (end !== next) return end
  }
  return undefined
}

/** The offset after the last event that ends before `limit`, 0 when none does. */
function lastEventEnd(bytes: Uint8Array, limit: number): number {
  for (let end = limit; end > 1; end -= 1)
    if ((bytes[end - 1] === LF || bytes[end - 1] === CR) && endsEvent(bytes.subarray(0, end))) return end
  return 0
}
