// Bytes → server-sent events, for any chunking (comments, CR, LF, CRLF, byte order mark, several data lines,
// characters cut between chunks), on the eventsource-parser package.
import { createParser } from 'eventsource-parser'

export interface ServerSentEvent {
  /** The `event:` field, undefined for unnamed events. */
  readonly event?: string | undefined
  readonly data: string
}

export interface EventParser {
  readonly feed: (bytes: Uint8Array) => void
  /** Tells the parser that the body ended; a last event without an empty line after it is given out too. */
  readonly end: () => void
}

/** A parser that calls `onEvent` for each whole event, and `onComment` for lines that begin with a colon. */
export function parseEvents(
  onEvent: (event: ServerSentEvent) => void,
  onComment: (text: string) => void = () => {},
): EventParser {
  const decoder = new TextDecoder('utf-8')
  const parser = createParser({ onEvent, onComment })
  return {
    feed: bytes => parser.feed(decoder.decode(bytes, { stream: true })),
    end: () => {
      parser.feed(decoder.decode())
      parser.feed('\n\n')
    },
  }
}

const encoder = new TextEncoder()

/** One event with a JSON value, as the vendor writes it. */
export const encodeEvent = (value: unknown): Uint8Array =>
  encoder.encode(`data: ${JSON.stringify(value)}\n\n`)

/** The message that ends every stream that ended well. */
export const encodeDone = (): Uint8Array => encoder.encode('data: [DONE]\n\n')
