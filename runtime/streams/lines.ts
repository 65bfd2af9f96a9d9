// JSON Lines parser: emits each line as an unnamed event. Lines end with LF or CRLF, characters may be split between
// chunks, and the last line needs no line end.
import type { EventParser, ServerSentEvent } from './server-sent-events.ts'

/** Maximum characters of a line before the parser stops: an endless line must not fill memory. */
const LONGEST_LINE = 32 * 1024 * 1024

/** A parser that calls `onEvent` for each line that is not blank. */
export function parseLines(
  onEvent: (event: ServerSentEvent) => void,
  longestLine = LONGEST_LINE,
): EventParser {
  const decoder = new TextDecoder('utf-8')
  // Pieces of the incomplete line: joining them once per line keeps long lines linear.
  let pieces: string[] = []
  let held = 0
  let deaf = false

  const tell = (line: string): void => {
    const text = line.trim()
    if (text !== '') onEvent({ data: text })
  }
  const take = (text: string): void => {
    if (deaf || text === '') return
    const [first = '', ...others] = text.split('\n')
    pieces.push(first)
    held += first.length
    for (const next of others) {
      tell(pieces.join(''))
      pieces = [next]
      held = next.length
    }
    if (held <= longestLine) return
    deaf = true
    pieces = []
  }
  return {
    feed: bytes => take(decoder.decode(bytes, { stream: true })),
    end: () => {
      take(decoder.decode())
      if (!deaf) tell(pieces.join(''))
      deaf = true
    },
  }
}
