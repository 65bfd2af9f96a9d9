// The edit that fixes a finding as a sentence, for formats that cannot hold an edit.
import type { JsonDiagnostic } from '../../diagnostics/json.ts'

/** One sentence, or none. */
export function fixSentence(fix: JsonDiagnostic['fix']): readonly string[] {
  if (fix === undefined) return []
  const place = `line ${fix.line}, column ${fix.column}`
  return [fix.text === '' ? `Fix: remove this at ${place}.` : `Fix: write ${fix.text} at ${place}.`]
}
