// Findings for people: message, code frame, notes and fix of each.
import { createLineIndex } from '../../diagnostics/line-index.ts'
import { pretty } from '../../diagnostics/pretty.ts'
import type { FindingFormat } from './format.ts'

export const prettyFormat: FindingFormat = {
  summary: 'for people, with the lines of the source (default)',
  isForPeople: true,
  render: ({ diagnostics }, paint) => {
    const lineIndex = createLineIndex()
    return diagnostics.map(diagnostic => `${pretty(diagnostic, paint, lineIndex)}\n\n`).join('')
  },
}
