// Findings as JSON. Property names are stable: CI reads them.
import { toJsonDiagnostics } from '../../diagnostics/json.ts'
import type { FindingFormat } from './format.ts'

export const jsonFormat: FindingFormat = {
  summary: 'all findings as JSON',
  isForPeople: false,
  render: ({ diagnostics, configs }) =>
    JSON.stringify({ diagnostics: toJsonDiagnostics(diagnostics), configs }, null, 2),
}
