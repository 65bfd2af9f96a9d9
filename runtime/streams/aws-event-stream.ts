// Parser of AWS event streams (application/vnd.amazon.eventstream): binary frames with two checksums, headers and a
// payload. Emits them as server-sent events, so that mappers do not depend on the framing.
import { concatenate } from '../values/byte-stream.ts'
import type { ServerSentEvent } from '../values/server-sent-event.ts'
import { crc32 } from './crc32.ts'
import type { EventParser } from './server-sent-events.ts'

/** Two lengths and their checksum, at the start of a frame. */
const PRELUDE = 12
/** The checksum of the whole frame, at its end. */
const TRAILER = 4
/** Maximum length of a frame in bytes. */
const MAX_FRAME = 32 * 1024 * 1024

const UNREADABLE_LENGTHS = 'The lengths of a frame do not match their checksum.'

/**
 * A parser that calls `onEvent` for each complete frame. An exception becomes an event named by its type; an unmodeled
 * error becomes one named `error`, with code and message as JSON. `onFault` is called once, with a sentence, for bytes
 * that are not a frame; further input is ignored. A frame truncated by the end of the body is not a fault: the consumer
 * of the events notices the missing end.
 */
export function parseAwsEvents(
  onEvent: (event: ServerSentEvent) => void,
  onFault: (sentence: string) => void,
): EventParser {
  let pieces: Uint8Array[] = []
  let buffered = 0
  let needed = PRELUDE
  let stopped = false

  const fault = (sentence: string): void => {
    stopped = true
    pieces = []
    onFault(sentence)
  }

  /** Consumes complete frames from the start; returns the number of bytes consumed. */
  const take = (bytes: Uint8Array): number => {
    const frames = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    let at = 0
    for (;;) {
      needed = PRELUDE
      if (stopped || frames.length - at < PRELUDE) return at
      const length = frames.readUInt32BE(at)
      const headersEnd = at + PRELUDE + frames.readUInt32BE(at + 4)
      const end = at + length - TRAILER
      const valid = length <= MAX_FRAME && headersEnd <= end
      if (valid && end + TRAILER <= frames.length) {
        takeFrame(frames, at, headersEnd, end)
        at += length
        continue
      }
      // The checksum of the whole frame covers its lengths; their own checksum is needed only while the frame is
      // incomplete.
      if (!hasValidLengths(frames, at)) fault(UNREADABLE_LENGTHS)
      else if (!valid) fault('A frame has invalid lengths.')
      else {
        needed = length
        return at
      }
    }
  }

  // Consecutive frames of a stream have the same headers, so the last ones are cached.
  let lastBlock = new Uint8Array(0)
  let lastKind: FrameKind | undefined
  const kindOf = (frames: Buffer, start: number, end: number): FrameKind | undefined => {
    const length = end - start
    if (
      lastKind !== undefined &&
      lastBlock.length === length &&
      frames.compare(lastBlock, 0, length, start, end) === 0
    )
      return lastKind
    lastBlock = frames.subarray(start, end).slice()
    const headers = readAwsEventHeaders(lastBlock)
    lastKind = headers && frameKind(headers)
    return lastKind
  }

  const takeFrame = (frames: Buffer, start: number, headersEnd: number, end: number): void => {
    if (crc32(frames.subarray(start, end)) !== frames.readUInt32BE(end))
      return fault(
        hasValidLengths(frames, start) ? 'A frame does not match its checksum.' : UNREADABLE_LENGTHS,
      )
    const kind = kindOf(frames, start + PRELUDE, headersEnd)
    if (kind === undefined) return fault('The headers of a frame cannot be read.')
    onEvent({ event: kind.event, data: kind.error ?? frames.toString('utf8', headersEnd, end) })
  }

  return {
    feed: bytes => {
      if (stopped || bytes.length === 0) return
      pieces.push(bytes)
      buffered += bytes.length
      if (buffered < needed) return
      const payload = concatenate(pieces)
      const remainder = payload.subarray(take(payload))
      pieces = remainder.length === 0 || stopped ? [] : [remainder]
      buffered = remainder.length
    },
    end: () => {
      stopped = true
      pieces = []
    },
  }
}

const hasValidLengths = (frames: Buffer, start: number): boolean =>
  crc32(frames.subarray(start, start + 8)) === frames.readUInt32BE(start + 8)

/** The meaning of the headers of a frame; `error` is the data of an unmodeled error, which has no payload. */
interface FrameKind {
  readonly event: string | undefined
  readonly error: string | undefined
}

function frameKind(headers: ReadonlyMap<string, string>): FrameKind {
  const type = headers.get(':message-type')
  if (type === 'exception') return { event: headers.get(':exception-type') ?? 'error', error: undefined }
  if (type !== 'error') return { event: headers.get(':event-type'), error: undefined }
  const error = { code: headers.get(':error-code'), message: headers.get(':error-message') }
  return { event: 'error', error: JSON.stringify(error) }
}

// The headers of an AWS event stream frame: name, type and value in sequence. Only strings are used; values of other
// types are skipped.

const STRING_TYPE = 7

/** Sizes of fixed-length values in bytes, by type: true, false, byte, short, integer, long, timestamp, UUID. */
const sizes: ReadonlyMap<number, number> = new Map([
  [0, 0],
  [1, 0],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 8],
  [8, 8],
  [9, 16],
])
/** Types with a two-byte length before the value: bytes and string. */
const lengthSize: ReadonlySet<number> = new Set([6, STRING_TYPE])

const decoder = new TextDecoder('utf-8')

/** The string headers by name; undefined when the bytes are not valid headers. */
export function readAwsEventHeaders(bytes: Uint8Array): ReadonlyMap<string, string> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const texts = new Map<string, string>()
  let at = 0
  while (at < bytes.length) {
    const nameEnd = at + 1 + view.getUint8(at)
    if (nameEnd === at + 1 || nameEnd >= bytes.length) return undefined
    const type = view.getUint8(nameEnd)
    let start = nameEnd + 1
    let size = sizes.get(type)
    if (lengthSize.has(type)) {
      if (start + 2 > bytes.length) return undefined
      size = view.getUint16(start)
      start += 2
    }
    if (size === undefined || start + size > bytes.length) return undefined
    if (type === STRING_TYPE)
      texts.set(
        decoder.decode(bytes.subarray(at + 1, nameEnd)),
        decoder.decode(bytes.subarray(start, start + size)),
      )
    at = start + size
  }
  return texts
}
