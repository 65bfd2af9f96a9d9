// Finds out where in a document the cursor is, from the text before it alone: documents cannot be parsed while they are typed.
import { blockContext } from './block-context.ts'
import type { CursorContext } from './cursor-context.ts'
import { flowContext } from './flow-context.ts'

/** Undefined where nothing is known, in a comment for example. */
export function findCursor(text: string, offset: number, format: 'json' | 'yaml'): CursorContext | undefined {
  if (format === 'yaml') return blockContext(text, offset)
  const start = text.search(/[[{]/)
  if (start < 0 || start >= offset) return undefined
  const found = flowContext(text, start, offset)
  return 'closed' in found ? undefined : found
}

// The cursor in the tag of a partial: `{{>` and what follows.

const OPEN = /\{\{>\s*([\w-]*)$/

/** The offset of the name; undefined outside of such a tag. */
export function tagContext(text: string, offset: number): { readonly start: number } | undefined {
  const found = OPEN.exec(text.slice(Math.max(0, offset - MAX_TAG), offset))
  return found === null ? undefined : { start: offset - (found[1]?.length ?? 0) }
}

/** The longest tag that is completed, in UTF-16 code units. */
const MAX_TAG = 300
