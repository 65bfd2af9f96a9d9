// Chunks of a text delta as JSON text. Nearly all of a stream is text, and its chunks differ in nothing else, so
// everything around the text is serialised once per stream.
import { type ChatHead, chatChunk } from './chat.ts'

/**
 * The chunk with this text as JSON text. `content` is the text as JSON, with its quotes; it is not checked.
 */
export type WriteTextChunk = (head: ChatHead, content: string) => string

/** The content of the template; as it contains quotes, no string value can contain it. */
const EMPTY = '{"content":""}'

/** `index` is that of the choice. */
export function createTextChunkWriter(index = 0): WriteTextChunk {
  let written: ChatHead | undefined
  let before = ''
  let after = ''
  return (head, content) => {
    if (head !== written) {
      const template = JSON.stringify(chatChunk(head, { content: '' }, null, index))
      const at = template.indexOf(EMPTY) + EMPTY.indexOf('""')
      before = template.slice(0, at)
      after = template.slice(at + 2)
      written = head
    }
    return before + content + after
  }
}

/** Longer events are parsed: the pattern may store a backtracking position for each escape sequence. */
const MAX_MATCHED = 4096

/** A JSON string in a pattern for `matchText`, captured with its quotes; at least one character long. */
export const JSON_TEXT = String.raw`("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))+")`

/** The text of an event, as JSON with its quotes; undefined if the event has to be parsed. */
export const matchText = (pattern: RegExp, event: string): string | undefined =>
  event.length > MAX_MATCHED ? undefined : pattern.exec(event)?.[1]
