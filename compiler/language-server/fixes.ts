// The fixes of diagnostics as edits of files.
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import { mask, printable } from '../diagnostics/mask.ts'
import type { FileSpan } from './project-view.ts'

/** Replaces the text at a place. */
export interface FileEdit extends FileSpan {
  readonly text: string
}

export interface FixAction {
  readonly title: string
  readonly diagnostic: Diagnostic
  readonly edit: FileEdit
  readonly isSafe: boolean
}

const MAX_SHOWN = 60

const editOf = ({ location: { source, span }, text }: Fix): FileEdit => ({
  file: source.name,
  span: { start: span.start, end: span.end },
  text,
})

function titleOf({ location: { source, span }, text }: Fix): string {
  const shown = printable(text).trim().replaceAll(/\s+/g, ' ')
  const short = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown
  const replaced = source.text.slice(span.start, span.end)
  if (text.trim() === '') return replaced.trim() === '' ? 'Remove the white space' : 'Remove it'
  return replaced === '' ? `Insert ${short}` : `Write ${short}`
}

/** The fixes of those diagnostics whose text is touched by the span; a fix that would write masked text is none. */
export function fixesAt(
  diagnostics: readonly Diagnostic[],
  file: string,
  { start, end }: { readonly start: number; readonly end: number },
): readonly FixAction[] {
  return diagnostics.flatMap(diagnostic => {
    const { location, fix } = diagnostic
    if (fix === undefined || !isWritable(fix) || location.source.name !== file) return []
    if (location.span.start > end || Math.max(location.span.start, location.span.end) < start) return []
    return [{ title: titleOf(fix), diagnostic, edit: editOf(fix), isSafe: fix.isSafe === true }]
  })
}

/** All safe fixes of a file as edits that do not touch each other. */
export function safeEdits(diagnostics: readonly Diagnostic[], file: string): readonly FileEdit[] {
  const edits = diagnostics
    .flatMap(({ fix }) => (fix?.isSafe === true && isWritable(fix) ? [editOf(fix)] : []))
    .filter(edit => edit.file === file)
    .sort((one, other) => one.span.start - other.span.start || one.span.end - other.span.end)
  return edits.filter((edit, index) => index === 0 || (edits[index - 1]?.span.end ?? 0) < edit.span.start)
}

/** A masked text is not the user's. */
const isWritable = ({ text }: Fix): boolean => !text.includes('***') && mask(text) === text
