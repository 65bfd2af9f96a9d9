// Lenient server-sent events parser that accepts bare JSON between events: some providers write an error as in a whole
// reply, over several lines and without a field. Each such JSON text is emitted as an unnamed event.
import { type EventParser, parseEvents, type ServerSentEvent } from './server-sent-events.ts'

/** Maximum characters of one line or bare JSON text before the parser stops. */
const LONGEST = 32 * 1024 * 1024

/** The start of a line of an event. */
const FIELD = /^(?:data|event|id|retry|):/

/** A parser that calls `onEvent` for each event and for each bare JSON text, the same however the bytes are cut. */
export function parseMixedEvents(onEvent: (event: ServerSentEvent) => void, longest = LONGEST): EventParser {
  const decoder = new TextDecoder('utf-8')
  const events = parseEvents(onEvent, undefined, longest)
  // The incomplete line, and the lines of an incomplete bare JSON text.
  let line = ''
  let bare: string[] = []
  let held = 0
  let depth = 0
  let afterReturn = false
  let deaf = false
  /** Lines of events, handed on together. */
  let lines = ''

  const feedLines = (): void => {
    if (lines === '') return
    const text = lines
    lines = ''
    events.feedText(text)
  }
  const tellBare = (): void => {
    const text = bare.join('\n')
    bare = []
    held = 0
    depth = 0
    if (text !== '') onEvent({ data: text })
  }
  const takeLine = (text: string): void => {
    // No line of a JSON text starts like a field, so one that does ends an unclosed text.
    if (FIELD.test(text)) tellBare()
    if (bare.length === 0 && !/^\s*[[{]/.test(text)) {
      lines += `${text}\n`
      return
    }
    feedLines()
    bare.push(text)
    held += text.length
    depth += opened(text)
    if (depth <= 0) tellBare()
  }
  const take = (text: string): void => {
    if (deaf || text === '') return
    const [first = '', ...others] = (afterReturn ? text.replace(/^\n/, '') : text).split(/\r\n|\n|\r/)
    afterReturn = text.endsWith('\r')
    line += first
    for (const next of others) {
      takeLine(line)
      line = next
    }
    feedLines()
    deaf = line.length + held > longest
    if (deaf) bare = []
  }
  return {
    feed: bytes => take(decoder.decode(bytes, { stream: true })),
    end: () => {
      take(decoder.decode())
      if (!deaf && line !== '') takeLine(line)
      feedLines()
      tellBare()
      events.end()
      deaf = true
    },
  }
}

/** Opening minus closing brackets of a line; JSON strings do not span lines. */
function opened(line: string): number {
  const brackets = line.replace(/"(?:[^"\\]|\\.?)*(?:"|$)/g, '').replace(/[^[\]{}]/g, '')
  const closing = brackets.replace(/[[{]/g, '').length
  return brackets.length - 2 * closing
}
