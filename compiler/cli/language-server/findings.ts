// Publishes the findings of projects: for each file those that it has, and an empty list for one that has none anymore.
import type { Diagnostic as ProtocolDiagnostic } from 'vscode-languageserver/node'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { createRanges, toProtocolDiagnostic, uriOfName } from './protocol-values.ts'

/** An open document of a project. */
export interface OpenVersion {
  readonly uri: string
  readonly version: number
}

export type PublishFindings = (
  root: string,
  diagnostics: readonly Diagnostic[],
  open: readonly OpenVersion[],
) => void

/** `send` gets the findings of files that changed, and those of every open document with its version. */
export function createPublisher(
  send: (uri: string, version: number | undefined, found: ProtocolDiagnostic[]) => void,
): PublishFindings {
  /** What was published, as JSON, by the root of the project and the file. */
  const published = new Map<string, ReadonlyMap<string, string>>()
  return (root, diagnostics, open) => {
    const ranges = createRanges()
    const versions = new Map(open.map(({ uri, version }) => [uri, version]))
    const before = published.get(root) ?? new Map<string, string>()
    const now = new Map<string, string>()
    for (const [name, found] of Map.groupBy(diagnostics, ({ location }) => location.source.name)) {
      const uri = uriOfName(root, name)
      const values = found.map(each => toProtocolDiagnostic(each, root, ranges))
      const text = JSON.stringify(values)
      now.set(uri, text)
      if (before.get(uri) !== text || versions.has(uri)) send(uri, versions.get(uri), values)
    }
    for (const uri of new Set([...before.keys(), ...versions.keys()]))
      if (!now.has(uri)) send(uri, versions.get(uri), [])
    published.set(root, now)
  }
}
