// Server-sent events parser for any chunking (comments, CR, LF, CRLF, byte order mark, several data lines, characters
// split between chunks), on the eventsource-parser package.
import { createParser } from 'eventsource-parser'
import type { ServerSentEvent } from '../values/server-sent-event.ts'

export interface EventParser {
  readonly feed: (bytes: Uint8Array) => void
  /** Ends the body; a last event without an empty line after it is emitted too. */
  readonly end: () => void
}

/** A parser that takes text too, for what has decoded the bytes already. */
export interface TextEventParser extends EventParser {
  readonly feedText: (text: string) => void
}

/**
 * Maximum characters of one event before the parser stops: an endless line must not fill memory. To the consumer such a
 * stream looks truncated.
 */
const MAX_EVENT = 32 * 1024 * 1024

/** A parser that calls `onEvent` for each complete event, and `onComment` for comment lines. */
export function parseEvents(
  onEvent: (event: ServerSentEvent) => void,
  onComment?: (text: string) => void,
  maxEvent = MAX_EVENT,
): TextEventParser {
  let stopped = false
  const decoder = new TextDecoder('utf-8')
  const parser = createParser({
    onEvent,
    onComment,
    onError: error => {
      stopped ||= error.type === 'max-buffer-size-exceeded'
    },
    maxBufferSize: maxEvent,
  })
  const feed = (text: string): void => {
    if (!stopped) parser.feed(text)
  }
  return {
    feed: bytes => feed(decoder.decode(bytes, { stream: true })),
    feedText: feed,
    end: () => {
      feed(decoder.decode())
      feed('\n\n')
    },
  }
}

const encoder = new TextEncoder()

/** One event with a JSON value, as the vendor writes it. */
export const formatEvent = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

/** The same as bytes. */
export const encodeEvent = (value: unknown): Uint8Array => encoder.encode(formatEvent(value))

/** An event with a JSON value, named after the value's type, as newer dialects write it. */
export const encodeTyped = (value: { readonly type: string }): Uint8Array =>
  encoder.encode(`event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`)

/** A line that says nothing but that the stream is alive. */
export const formatComment = (text: string): string => `: ${text}\n\n`

/** The message that ends every stream that ended well. */
export const DONE_EVENT = 'data: [DONE]\n\n'

/** The same as bytes. */
export const encodeDone = (): Uint8Array => encoder.encode(DONE_EVENT)

const LF = 0x0a
const CR = 0x0d

/** True when the bytes end with the empty line that ends an event. */
export function endsEvent(bytes: Uint8Array): boolean {
  const last = bytes[bytes.length - 1]
  const before = bytes[bytes.length - 2]
  if (last === CR) return before === CR
  return last === LF && (before === LF || (before === CR && bytes[bytes.length - 3] === LF))
}

/** The offset after the last complete line, 0 when there is none. */
export function lineEnd(bytes: Uint8Array): number {
  const last = bytes[bytes.length - 1]
  if (last === LF || last === CR) return bytes.length
  return Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1
}
