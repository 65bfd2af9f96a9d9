// Findings as a code quality report of GitLab, which merge requests show.

import { toJsonDiagnostics } from '../../diagnostics/json.ts'
import type { Severity } from '../../diagnostics/messages/message-entry.ts'
import { type FindingFormat, fingerprintsOf, fixSentence, rulePage } from './format.ts'

const SEVERITIES: { readonly [severity in Severity]: string } = {
  error: 'major',
  warning: 'minor',
  note: 'info',
}

export const gitlabFormat: FindingFormat = {
  summary: 'a code quality report of GitLab',
  isForPeople: false,
  render: ({ diagnostics }) => {
    const findings = toJsonDiagnostics(diagnostics)
    const fingerprints = fingerprintsOf(findings)
    const report = findings.map(({ code, severity, message, notes, fix, file, ...at }, index) => ({
      type: 'issue',
      check_name: code,
      description: [message, ...notes.map(note => note.message), ...fixSentence(fix)].join(' '),
      content: { body: rulePage(code)?.explanation ?? '' },
      categories: ['Bug Risk'],
      severity: SEVERITIES[severity],
      fingerprint: fingerprints[index],
      location: {
        path: file,
        lines: { begin: at.line, end: at.endLine },
        positions: {
          begin: { line: at.line, column: at.column },
          end: { line: at.endLine, column: at.endColumn },
        },
      },
    }))
    return JSON.stringify(report, null, 2)
  },
}
