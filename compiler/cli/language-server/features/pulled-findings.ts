// Findings of a document on request, for clients that take none that are published: with both, editors show each twice.
import {
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  ResponseError,
} from 'vscode-languageserver/node'
import { answer, type Feature } from '../host.ts'
import { createRanges, toProtocolDiagnostic } from '../protocol-values.ts'

export const pulledFindings: Feature = {
  capabilities: ({ onlyPulls }) =>
    onlyPulls ? { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false } } : {},
  register: host => {
    host.connection.languages.diagnostics.on(
      async (params, token): Promise<DocumentDiagnosticReport | ResponseError<never>> => {
        const found = await answer(host, { params, token }, ({ session, file }) => {
          const ranges = createRanges()
          return session
            .diagnostics()
            .filter(({ location }) => location.source.name === file.source.name)
            .map(each => toProtocolDiagnostic(each, session.root, ranges))
        })
        if (found instanceof ResponseError) return found as ResponseError<never>
        return { kind: DocumentDiagnosticReportKind.Full, items: found ?? [] }
      },
    )
  },
}
