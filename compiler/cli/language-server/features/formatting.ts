// Formatting, as `portolan fmt` does it.
import type { TextEdit } from 'vscode-languageserver/node'
import { formatSource } from '../../../format/format-source.ts'
import { ORDERED_SCHEMAS } from '../../../format/text-format.ts'
import { formatOf, type ProjectFile } from '../../../language-server/project-view.ts'
import { readJson } from '../../../read/json.ts'
import type { SourceReader } from '../../../read/reader.ts'
import { readYaml } from '../../../read/yaml.ts'
import { sourceFormatOf } from '../../files/format-files.ts'
import { answer, type Feature } from '../host.ts'

export const formatting: Feature = {
  capabilities: { documentFormattingProvider: true },
  register: host => {
    host.connection.onDocumentFormatting((params, token) =>
      answer(host, { params, token }, ({ file, document }): TextEdit[] => {
        const text = formatted(file)
        if (text === undefined || text === file.source.text) return []
        const end = document.positionAt(file.source.text.length)
        return [{ range: { start: { line: 0, character: 0 }, end }, newText: text }]
      }),
    )
  },
}

/** Undefined for a file that cannot be read, or has no format. */
function formatted(file: ProjectFile): string | undefined {
  const kind = ORDERED_SCHEMAS[file.kind]
  const read = kind === undefined ? undefined : readerOf(file)
  const format =
    kind === undefined || read === undefined ? undefined : sourceFormatOf(file.source.name, kind, read)
  return format && formatSource(file.source, format, () => {})
}

/** A reader of any text: that of a manifest in TypeScript gives the value that it has read before. */
function readerOf(file: ProjectFile): SourceReader | undefined {
  const format = formatOf(file)
  if (format === 'yaml') return readYaml
  if (format === 'json') return readJson
  return format === 'typescript' && file.kind !== 'manifest' ? file.read : undefined
}
