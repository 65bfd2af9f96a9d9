// Parser of AWS event streams (application/vnd.amazon.eventstream): binary frames with two checksums, headers and a
// payload. Emits them as server-sent events, so that mappers do not depend on the framing.
import { concatenate } from '../values/byte-stream.ts'
import type { ServerSentEvent } from '../values/server-sent-event.ts'
import { readAwsEventHeaders } from './aws-event-headers.ts'
import { crc32 } from './crc32.ts'
import type { EventParser } from './server-sent-events.ts'

/** Two lengths and their checksum, at the start of a frame. */
const PRELUDE = 12
/** The checksum of the whole frame, at its end. */
const TRAILER = 4
/** Maximum length of a frame in bytes. */
const MAX_FRAME = 32 * 1024 * 1024

const decoder = new TextDecoder('utf-8')

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
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = 0
    for (;;) {
      needed = PRELUDE
      if (stopped || bytes.length - at < PRELUDE) return at
      const length = view.getUint32(at)
      const headers = view.getUint32(at + 4)
      if (crc32(bytes.subarray(at, at + 8)) !== view.getUint32(at + 8))
        fault('The lengths of a frame do not match their checksum.')
      else if (length > MAX_FRAME || headers > length - PRELUDE - TRAILER)
        fault('A frame has invalid lengths.')
      else if (bytes.length - at < length) {
        needed = length
        return at
      } else {
        takeFrame(bytes.subarray(at, at + length), headers, view.getUint32(at + length - TRAILER))
        at += length
      }
    }
  }

  // Consecutive frames of a text stream have the same headers, so the parsed ones are cached.
  let lastBlock = new Uint8Array(0)
  let lastHeaders: ReadonlyMap<string, string> | undefined
  const headersOf = (block: Uint8Array): ReadonlyMap<string, string> | undefined => {
    if (lastHeaders !== undefined && Buffer.prototype.equals.call(block, lastBlock)) return lastHeaders
    lastBlock = block.slice()
    lastHeaders = readAwsEventHeaders(block)
    return lastHeaders
  }

  const takeFrame = (frame: Uint8Array, headersLength: number, sum: number): void => {
    const end = frame.length - TRAILER
    if (crc32(frame.subarray(0, end)) !== sum) return fault('A frame does not match its checksum.')
    const headers = headersOf(frame.subarray(PRELUDE, PRELUDE + headersLength))
    if (headers === undefined) return fault('The headers of a frame cannot be read.')
    onEvent(eventOf(headers, decoder.decode(frame.subarray(PRELUDE + headersLength, end))))
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

function eventOf(headers: ReadonlyMap<string, string>, payload: string): ServerSentEvent {
  const kind = headers.get(':message-type')
  if (kind === 'exception') return { event: headers.get(':exception-type') ?? 'error', data: payload }
  if (kind !== 'error') return { event: headers.get(':event-type'), data: payload }
  const type = { code: headers.get(':error-code'), message: headers.get(':error-message') }
  return { event: 'error', data: JSON.stringify(type) }
}
