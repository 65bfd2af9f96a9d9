// Findings for people: message, code frame, notes and fix of each.
import { createLineIndex } from '../../diagnostics/position.ts'
import { pretty } from '../../diagnostics/pretty.ts'
import { fitText } from '../layout/fit-text.ts'
import type { FindingFormat } from './format.ts'

export const prettyFormat: FindingFormat = {
  summary: 'for people, with the lines of the source (default)',
  isForPeople: true,
  render: ({ diagnostics }, { paint, width }) => {
    const lineIndex = createLineIndex()
    return fitText(
      diagnostics.map(diagnostic => `${pretty(diagnostic, paint, lineIndex, width)}\n\n`).join(''),
      width,
    )
  },
}
