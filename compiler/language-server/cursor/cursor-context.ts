// Where in a document the cursor is.

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
