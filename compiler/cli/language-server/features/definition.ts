// Definitions of names, and their uses.
import type { Location } from 'vscode-languageserver/node'
import { definitionsAt, type NamePlace, referencesAt } from '../../../language-server/definition.ts'
import { answer, type Feature, type OpenFile } from '../host.ts'
import { createRanges, uriOfName } from '../protocol-values.ts'

export const definition: Feature = {
  capabilities: { definitionProvider: true },
  register: host => {
    host.connection.onDefinition((params, token) =>
      answer(host, { params, needs: 'position', token }, open =>
        locationsOf(open, definitionsAt(open.project, open.file, open.document.offsetAt(params.position))),
      ),
    )
  },
}

export const references: Feature = {
  capabilities: { referencesProvider: true },
  register: host => {
    host.connection.onReferences((params, token) =>
      answer(host, { params, needs: 'position', token }, open => {
        const withDefinition = params.context?.includeDeclaration !== false
        const offset = open.document.offsetAt(params.position)
        return locationsOf(open, referencesAt(open.project, open.file, offset, withDefinition))
      }),
    )
  },
}

function locationsOf({ session }: OpenFile, places: readonly NamePlace[]): Location[] {
  const ranges = createRanges()
  return places.map(({ source, span }) => ({
    uri: uriOfName(session.root, source.name),
    range: ranges.rangeOf(source.text, span),
  }))
}
