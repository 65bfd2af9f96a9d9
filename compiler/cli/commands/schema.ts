// `portolan schema`: the JSON Schemas of manifests, configs and other files, for editors.
import { join, resolve } from 'node:path'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { SCHEMA_FOLDER, schemaFile, schemaKinds, schemaText } from '../files/editor-schemas.ts'
import { writeNewFile } from '../files/write-file.ts'

export const schemaCommand: Command = {
  usage: '[KIND] [--out FOLDER]',
  help: `Prints the JSON Schema of a kind of file, complete in one document, or lists the kinds.

  --out FOLDER   write the schemas of all kinds, or of KIND, to this folder

A first line such as
  # yaml-language-server: $schema=${SCHEMA_FOLDER}/manifest.schema.json
gives editors with a YAML language server completion, descriptions and errors. After an upgrade, "portolan schema --out ${SCHEMA_FOLDER}" writes the schemas of "portolan init" again.`,
  words: () => ({ '': schemaKinds() }),
  options: { out: { type: 'string' } },
  run: async ([kind, ...others], { out }, terminal) => {
    if (others.length > 0) return usageError(terminal, 'Name only one kind of file.', 'schema')
    const kinds = schemaKinds()
    if (kind !== undefined && !kinds.includes(kind))
      return usageError(
        terminal,
        `Unknown kind of file ${quoteName(kind)}.${didYouMean(suggest(kind, kinds))}`,
        'schema',
      )
    if (typeof out !== 'string') {
      terminal.writeStdout(kind === undefined ? kinds.join('\n') : schemaText(kind).trimEnd())
      return EXIT.clean
    }
    for (const each of kind === undefined ? kinds : [kind]) {
      const path = join(out, schemaFile(each))
      const fault = writeNewFile(resolve(terminal.folder, path), schemaText(each))
      if (fault !== undefined) {
        terminal.writeStderr(fault)
        return EXIT.findings
      }
      terminal.writeStdout(`wrote ${path}`)
    }
    return EXIT.clean
  },
}
