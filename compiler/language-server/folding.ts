// What can be folded: objects, lists and long strings, each below the line of its name.
import { lineStarts, positionAt } from '../diagnostics/position.ts'
import type { ProjectFile } from './project-view.ts'

/** Lines, counted from 0; both are part of it. */
export interface FoldedLines {
  readonly first: number
  readonly last: number
}

export function foldingOf(file: ProjectFile): readonly FoldedLines[] {
  const parsed = file.parsed()
  if (parsed === undefined) return []
  const { text, name } = file.source
  const starts = lineStarts(text)
  const lineAt = (offset: number): number => positionAt(starts, offset).line - 1
  const found = new Map<number, FoldedLines>()
  for (const [pointer, { key, value }] of parsed.origins) {
    if (pointer === '' || (value.source ?? file.source).name !== name) continue
    // Values in blocks end before the next one: white space in between is not theirs.
    const end = value.start + text.slice(value.start, value.end).trimEnd().length
    const first = lineAt((key ?? value).start)
    const last = lineAt(Math.max(value.start, end - 1))
    if (last > first && (found.get(first)?.last ?? -1) < last) found.set(first, { first, last })
  }
  return [...found.values()].sort((one, other) => one.first - other.first)
}
