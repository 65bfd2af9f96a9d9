// Edits sources by the fixes of their diagnostics.
import type { Source } from '../source.ts'
import type { Diagnostic, Fix } from './diagnostic.ts'

/** Those that cannot be mistaken, or all. */
export type FixChoice = 'safe' | 'all'

export interface FixedSource {
  readonly source: Source
  readonly text: string
  /** The number of edits. */
  readonly count: number
}

/** The sources with their fixes. Of fixes that overlap the first is applied: the next compilation reports what is left. */
export function applyFixes(
  diagnostics: readonly Pick<Diagnostic, 'fix'>[],
  choice: FixChoice,
): readonly FixedSource[] {
  const bySource = new Map<string, { readonly source: Source; readonly fixes: Fix[] }>()
  for (const { fix } of diagnostics) {
    if (fix === undefined || (choice === 'safe' && fix.isSafe !== true)) continue
    const { source } = fix.location
    const entry = bySource.get(source.name) ?? { source, fixes: [] }
    // A name belongs to one text; if two were read, the offsets of the second are of another file.
    if (entry.source.text === source.text) entry.fixes.push(fix)
    bySource.set(source.name, entry)
  }
  return Array.from(bySource.values(), ({ source, fixes }) => ({ source, ...edit(source.text, fixes) }))
}

function edit(text: string, fixes: readonly Fix[]): Pick<FixedSource, 'text' | 'count'> {
  const ordered = fixes.toSorted(
    (left, right) =>
      left.location.span.start - right.location.span.start ||
      left.location.span.end - right.location.span.end,
  )
  let edited = ''
  let at = 0
  let count = 0
  let last = -1
  for (const { location, text: replacement } of ordered) {
    const { start, end } = location.span
    if (start < at || start === last) continue
    edited += text.slice(at, start) + replacement
    at = end
    last = start
    count += 1
  }
  return { text: edited + text.slice(at), count }
}
