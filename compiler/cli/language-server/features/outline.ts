// The outline of a file, and the ranges that a selection grows to.
import {
  type DocumentSymbol,
  type Position,
  type SelectionRange,
  SymbolKind,
} from 'vscode-languageserver/node'
import { asList, asObject } from '../../../../schemas/values/json.ts'
import { type OutlineEntry, outlineOf, selectionsAt } from '../../../language-server/outline.ts'
import { answer, type Feature } from '../host.ts'
import { isPosition } from '../protocol/expected-params.ts'
import { createRanges, type Ranges } from '../protocol-values.ts'

const KINDS: { readonly [value in OutlineEntry['value']]: SymbolKind } = {
  boolean: SymbolKind.Boolean,
  list: SymbolKind.Array,
  null: SymbolKind.Null,
  number: SymbolKind.Number,
  object: SymbolKind.Object,
  string: SymbolKind.String,
}

export const outline: Feature = {
  capabilities: { documentSymbolProvider: true, selectionRangeProvider: true },
  register: host => {
    host.connection.onDocumentSymbol((params, token) =>
      answer(host, { params, token }, ({ file }) => {
        const ranges = createRanges()
        return outlineOf(file).map(entry => toSymbol(entry, file.source.text, ranges))
      }),
    )
    host.connection.onSelectionRanges((params, token) =>
      answer(host, { params, token }, ({ file, document }) => {
        const ranges = createRanges()
        const positions = asList(asObject(params)['positions']).filter(isPosition)
        return positions.map(each => {
          const position = each as unknown as Position
          const spans = selectionsAt(file, document.offsetAt(position))
          return spans.reduceRight<SelectionRange | undefined>(
            (parent, span) => ({
              range: ranges.rangeOf(file.source.text, span),
              ...(parent && { parent }),
            }),
            undefined,
          ) as SelectionRange
        })
      }),
    )
  },
}

const toSymbol = (entry: OutlineEntry, text: string, ranges: Ranges): DocumentSymbol => ({
  // An empty name is refused by editors.
  name: entry.name === '' ? '""' : entry.name,
  kind: KINDS[entry.value],
  range: ranges.rangeOf(text, entry.span),
  selectionRange: ranges.rangeOf(text, entry.nameSpan),
  ...(entry.children.length > 0 && { children: entry.children.map(child => toSymbol(child, text, ranges)) }),
})
