// Lenient server-sent events parser that accepts bare JSON between events: some providers write an error as in a whole
// reply, over several lines and without a field. Each such JSON text is emitted as an unnamed event.

import type { ServerSentEvent } from '../values/server-sent-event.ts'
import { type EventParser, type EventParserOptions, MAX_EVENT, parseEvents } from './server-sent-events.ts'

/** The start of a line of an event. */
const FIELD = /^(?:data|event|id|retry|):/

/** A parser that calls `onEvent` for each event and for each bare JSON text, for any chunking. */
export function parseLenientEvents(
  onEvent: (event: ServerSentEvent) => void,
  { maxEvent = MAX_EVENT, onTooLong }: Pick<EventParserOptions, 'maxEvent' | 'onTooLong'>,
): EventParser {
  const decoder = new TextDecoder('utf-8')
  const stop = (): void => {
    if (!stopped) onTooLong()
    stopped = true
    bareJson = []
  }
  const events = parseEvents(onEvent, { maxEvent, onTooLong: stop })
  // The incomplete line, and the lines of an incomplete bare JSON text.
  let line = ''
  let bareJson: string[] = []
  let buffered = 0
  let depth = 0
  let afterReturn = false
  let stopped = false
  /** Lines of events, fed to the parser together. */
  let lines = ''

  const feedLines = (): void => {
    if (lines === '') return
    const text = lines
    lines = ''
    events.feedText(text)
  }
  const emitBareJson = (): void => {
    const text = bareJson.join('\n')
    bareJson = []
    buffered = 0
    depth = 0
    if (text !== '') onEvent({ data: text })
  }
  const takeLine = (text: string): void => {
    // No line of a JSON text starts like a field, so one that does ends an unclosed text.
    if (FIELD.test(text)) emitBareJson()
    if (bareJson.length === 0 && !/^\s*[[{]/.test(text)) {
      lines += `${text}\n`
      return
    }
    feedLines()
    bareJson.push(text)
    buffered += text.length
    depth += opened(text)
    if (depth <= 0) emitBareJson()
  }
  const take = (text: string): void => {
    if (stopped || text === '') return
    const [first = '', ...remainder] = (afterReturn ? text.replace(/^\n/, '') : text).split(/\r\n|\n|\r/)
    afterReturn = text.endsWith('\r')
    line += first
    for (const next of remainder) {
      takeLine(line)
      line = next
    }
    feedLines()
    if (line.length + buffered > maxEvent) stop()
  }
  return {
    feed: bytes => take(decoder.decode(bytes, { stream: true })),
    end: () => {
      take(decoder.decode())
      if (!stopped && line !== '') takeLine(line)
      feedLines()
      emitBareJson()
      events.end()
      stopped = true
    },
  }
}

/** Opening minus closing brackets of a line; JSON strings do not span lines. */
function opened(line: string): number {
  const brackets = line.replace(/"(?:[^"\\]|\\.?)*(?:"|$)/g, '').replace(/[^[\]{}]/g, '')
  const closing = brackets.replace(/[[{]/g, '').length
  return brackets.length - 2 * closing
}
