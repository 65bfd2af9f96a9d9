// Names of the whole workspace, the uses of a name in its file, and names as links to their definitions.
import { DocumentHighlightKind, SymbolKind, type WorkspaceSymbol } from 'vscode-languageserver/node'
import { asObject } from '../../../../schemas/values/json.ts'
import { definitionsAt, referencesAt } from '../../../language-server/definition.ts'
import type { NamedKind } from '../../../language-server/names.ts'
import { linksIn, symbolsOf } from '../../../language-server/symbols.ts'
import { answer, type Feature } from '../host.ts'
import { createRanges, uriOfName } from '../protocol-values.ts'

const KINDS: { readonly [kind in NamedKind]: SymbolKind } = {
  caller: SymbolKind.Key,
  check: SymbolKind.Function,
  config: SymbolKind.Module,
  guardrail: SymbolKind.Interface,
  partial: SymbolKind.String,
  prompt: SymbolKind.String,
  provider: SymbolKind.Class,
  target: SymbolKind.Field,
}

export const symbols: Feature = {
  capabilities: {
    workspaceSymbolProvider: true,
    documentHighlightProvider: true,
    documentLinkProvider: { resolveProvider: false },
  },
  register: host => {
    host.connection.onWorkspaceSymbol(async (params): Promise<WorkspaceSymbol[]> => {
      const { query } = asObject(params)
      const ranges = createRanges()
      const found: WorkspaceSymbol[] = []
      for (const session of host.sessions.all()) {
        await host.sessions.settled(session)
        const project = session.view()
        if (project === undefined) continue
        for (const { name, kind, source, span } of symbolsOf(project, typeof query === 'string' ? query : ''))
          found.push({
            name,
            kind: KINDS[kind],
            location: { uri: uriOfName(session.root, source.name), range: ranges.rangeOf(source.text, span) },
          })
      }
      return found
    })
    host.connection.onDocumentHighlight((params, token) =>
      answer(host, { params, needs: 'position', token }, ({ project, file, document }) => {
        const offset = document.offsetAt(params.position)
        const ranges = createRanges()
        // Anywhere else all uses of the file are references, and none is highlighted.
        const defined = definitionsAt(project, file, offset)
        if (defined.length === 0) return []
        return referencesAt(project, file, offset, true)
          .filter(({ source, span }) => source.name === file.source.name && span.end > span.start)
          .map(place => ({
            range: ranges.rangeOf(place.source.text, place.span),
            kind: defined.some(({ span }) => span.start === place.span.start)
              ? DocumentHighlightKind.Write
              : DocumentHighlightKind.Read,
          }))
      }),
    )
    host.connection.onDocumentLinks((params, token) =>
      answer(host, { params, token }, ({ project, file, session }) => {
        const ranges = createRanges()
        return linksIn(project, file).map(({ span, target: { source, span: to } }) => {
          const { line } = ranges.rangeOf(source.text, to).start
          return {
            range: ranges.rangeOf(file.source.text, span),
            target: `${uriOfName(session.root, source.name)}#L${line + 1}`,
          }
        })
      }),
    )
  },
}
