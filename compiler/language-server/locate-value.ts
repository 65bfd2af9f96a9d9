// The value of a file at an offset: the innermost one whose text has it.
import { type Pointer, pointerTokens } from '../../schemas/values/pointer.ts'
import type { ParsedSource, SourceSpan } from '../source.ts'

export interface LocatedValue {
  readonly pointer: Pointer
  readonly path: readonly string[]
  readonly part: 'key' | 'value'
  /** The text of the key or value. */
  readonly span: SourceSpan
}

/** Undefined outside of every value. `name`: the file of the offset, which a TypeScript config may have imported. */
export function locateValue(parsed: ParsedSource, name: string, offset: number): LocatedValue | undefined {
  let found: LocatedValue | undefined
  const consider = (pointer: Pointer, part: 'key' | 'value', span: SourceSpan | undefined): void => {
    if (span === undefined || (span.source ?? parsed.source).name !== name) return
    if (offset < span.start || offset > span.end) return
    const isSmaller = found === undefined || span.end - span.start <= found.span.end - found.span.start
    if (isSmaller) found = { pointer, path: [], part, span }
  }
  for (const [pointer, { key, value }] of parsed.origins) {
    consider(pointer, 'value', value)
    consider(pointer, 'key', key)
  }
  return found && { ...found, path: [...pointerTokens(found.pointer)] }
}
