// Bytes → lines of text, for streams that hold one JSON text a line.
import type { EventParser, ServerSentEvent } from './server-sent-events.ts'

/** A line may be this long, in characters, before the stream counts as broken. */
const LONGEST = 32 * 1024 * 1024

/** A parser that tells each line which is not empty as an event without a name. */
export function parseLines(onEvent: (event: ServerSentEvent) => void): EventParser {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  const take = (text: string): void => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') onEvent({ data: line })
    if (rest.length > LONGEST) rest = ''
  }
  return {
    feed: bytes => take(decoder.decode(bytes, { stream: true })),
    end: () => {
      take(decoder.decode())
      if (rest.trim() !== '') onEvent({ data: rest })
      rest = ''
    },
  }
}
