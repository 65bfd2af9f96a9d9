// JSON Lines parser: emits each line as an unnamed event. Lines end with LF or CRLF, characters may be split between
// chunks, and the last line needs no line end.

import type { ServerSentEvent } from '../values/server-sent-event.ts'
import { type EventParser, type EventParserOptions, MAX_EVENT } from './server-sent-events.ts'

/** A parser that calls `onEvent` for each line that is not blank. An endless line must not fill memory. */
export function parseLines(
  onEvent: (event: ServerSentEvent) => void,
  { maxEvent = MAX_EVENT, onTooLong }: Pick<EventParserOptions, 'maxEvent' | 'onTooLong'>,
): EventParser {
  const decoder = new TextDecoder('utf-8')
  // Pieces of the incomplete line, joined once per line so that long lines take linear time.
  let pieces: string[] = []
  let buffered = 0
  let stopped = false

  const emitLine = (line: string): void => {
    const text = line.trim()
    if (text !== '') onEvent({ data: text })
  }
  const take = (text: string): void => {
    if (stopped || text === '') return
    const [first = '', ...remainder] = text.split('\n')
    pieces.push(first)
    buffered += first.length
    for (const next of remainder) {
      emitLine(pieces.join(''))
      pieces = [next]
      buffered = next.length
    }
    if (buffered <= maxEvent) return
    stopped = true
    pieces = []
    onTooLong()
  }
  return {
    feed: bytes => take(decoder.decode(bytes, { stream: true })),
    end: () => {
      take(decoder.decode())
      if (!stopped) emitLine(pieces.join(''))
      stopped = true
    },
  }
}
