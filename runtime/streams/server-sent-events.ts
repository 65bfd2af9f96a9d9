// Server-sent events parser for any chunking (comments, CR, LF, CRLF, byte order mark, several data lines, characters
// split between chunks), on the eventsource-parser package.
import { createParser } from 'eventsource-parser'
import type { ServerSentEvent } from '../values/server-sent-event.ts'

export interface EventParser {
  readonly feed: (bytes: Uint8Array) => void
  /** Ends the body; a last event without an empty line after it is emitted too. */
  readonly end: () => void
}

/** A parser that also accepts decoded text. */
export interface TextEventParser extends EventParser {
  readonly feedText: (text: string) => void
}

/** Maximum characters of one event, a limit that protects memory. */
export const MAX_EVENT = 32 * 1024 * 1024

export interface EventParserOptions {
  readonly maxEvent?: number
  /** Called once, when an event exceeds `maxEvent`: the parser ignores all further input. */
  readonly onTooLong: () => void
  /** Receives comment lines. */
  readonly onComment?: (text: string) => void
  /** Receives the reconnection delay in milliseconds that the sender requests. */
  readonly onRetry?: (milliseconds: number) => void
}

/** A parser that calls `onEvent` for each complete event. */
export function parseEvents(
  onEvent: (event: ServerSentEvent) => void,
  { maxEvent = MAX_EVENT, onTooLong, onComment, onRetry }: EventParserOptions,
): TextEventParser {
  let stopped = false
  const decoder = new TextDecoder('utf-8')
  const parser = createParser({
    onEvent,
    onComment,
    onRetry,
    onError: error => {
      if (stopped || error.type !== 'max-buffer-size-exceeded') return
      stopped = true
      onTooLong()
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

/** The events of a body that is completely in memory, so the length of one needs no limit. */
export function readEvents(bytes: Uint8Array): readonly ServerSentEvent[] {
  const events: ServerSentEvent[] = []
  const parser = parseEvents(event => events.push(event), {
    maxEvent: Number.POSITIVE_INFINITY,
    onTooLong: () => {},
  })
  parser.feed(bytes)
  parser.end()
  return events
}

const encoder = new TextEncoder()

/** One unnamed event with a JSON value. */
export const formatEvent = (value: unknown): string => formatJsonEvent(JSON.stringify(value))

/** One unnamed event with JSON text. */
export const formatJsonEvent = (json: string): string => `data: ${json}\n\n`

/** The same as bytes. */
export const encodeEvent = (value: unknown): Uint8Array => encoder.encode(formatEvent(value))

/** An event with a JSON value, named after its `type`, as newer dialects require. */
export const encodeTyped = (value: { readonly type: string }): Uint8Array =>
  encoder.encode(`event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`)

/** An event as it was read, with its name and all lines of its data. */
export const formatServerSentEvent = ({ event, data }: ServerSentEvent): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${data.replaceAll('\n', '\ndata: ')}\n\n`

/** The same as bytes. */
export const encodeServerSentEvent = (event: ServerSentEvent): Uint8Array =>
  encoder.encode(formatServerSentEvent(event))

/** A comment, used as a keep-alive. */
export const formatComment = (text: string): string => `: ${text}\n\n`

/** The event that ends every successful stream. */
export const DONE_EVENT = 'data: [DONE]\n\n'

/** The same as bytes. */
export const encodeDone = (): Uint8Array => encoder.encode(DONE_EVENT)

const LF = 0x0a
const CR = 0x0d
const COLON = 0x3a

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

/** The offset of the first byte of the line at `at`. */
export function lineStart(bytes: Uint8Array, at: number): number {
  let start = at
  while (start > 0 && bytes[start - 1] !== LF && bytes[start - 1] !== CR) start -= 1
  return start
}

/** The offset after the line at `at`, with its line end. */
export function lineEndFrom(bytes: Uint8Array, at: number): number {
  let end = at
  while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end += 1
  return afterLineEnd(bytes, end)
}

/** The offset after a line end at `at`; the same offset if there is none. */
export function afterLineEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] === LF) return at + 1
  if (bytes[at] !== CR) return at
  return bytes[at + 1] === LF ? at + 2 : at + 1
}

/**
 * True when the bytes, which begin with a line, hold only comments and empty lines, sent as keep-alives. Most are
 * decided by one byte.
 */
export function isOnlyComments(bytes: Uint8Array): boolean {
  let isLineStart = true
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    const isEnd = byte === LF || byte === CR
    if (isLineStart && !isEnd && byte !== COLON) return false
    isLineStart = isEnd
  }
  return true
}
