// Where in a document the cursor is, from the text before it alone: documents cannot be parsed while they are typed.

import { blockContext } from './block-context.ts'
import { flowContext } from './flow-context.ts'

/** The word at the cursor, and what it is. */
export interface CursorContext {
  /**
   * `key`: the name of a property of the object at the path; `value`: the value at the path; `item`: an item of a list, which
   * may be the first property of an object; `text`: inside of a block of text.
   */
  readonly part: 'key' | 'value' | 'item' | 'text'
  readonly path: readonly string[]
  /** The word before the cursor, without the quote that opens it. */
  readonly typed: string
  /** The offset of the word. */
  readonly start: number
  readonly quote: '"' | "'" | ''
  /** The names in the same object before the cursor. */
  readonly siblings: readonly string[]
}

/** Undefined where nothing is known, in a comment for example. */
export function cursorContext(
  text: string,
  offset: number,
  format: 'json' | 'yaml',
): CursorContext | undefined {
  if (format === 'yaml') return blockContext(text, offset)
  const start = text.search(/[[{]/)
  if (start < 0 || start >= offset) return undefined
  const found = flowContext(text, start, offset)
  return 'closed' in found ? undefined : found
}
