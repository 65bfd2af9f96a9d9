// `portolan import`: writes a project from the configuration of another gateway. Existing files are never changed.
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { models } from '../../../schemas/generated/models.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { formatSource } from '../../format/format-source.ts'
import { IMPORT_FORMATS } from '../../import/import-formats.ts'
import { importProject } from '../../import/import-project.ts'
import { readYamlComments } from '../../read/yaml/read-comments.ts'
import { readYaml } from '../../read/yaml.ts'
import type { Source } from '../../source.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { sourceFormatOf } from '../files/format-files.ts'
import { readFileText } from '../files/read-file.ts'
import { writeNewFiles } from '../files/write-file.ts'
import { FORMAT_OPTION, formatHelp, formatUsage, isFormat } from '../formats/formats.ts'
import { printDiagnostics } from '../print-diagnostics.ts'
import { quoteWord } from '../quote-word.ts'
import type { Terminal } from '../terminal.ts'

const formatList = (): string =>
  IMPORT_FORMATS.map(({ name, title, describes }) => `    ${name.padEnd(13)}${title}: ${describes}`).join(
    '\n',
  )

export const importCommand: Command = {
  usage: `FILE... [--from FORMAT] [--to FOLDER] [--dry-run] ${FORMAT_OPTION}`,
  help: `Writes a project from the configuration of another gateway: gateway.yaml, configs, and tests of what the source does as documented. Several FILEs are parts of one configuration. Comments are copied, keys never: they become references to variables of the environment. Findings are the places of the source that cannot be expressed, with what was done instead. Variables that hold addresses, regions and models are read from the environment. Existing files are never changed.

  --from FORMAT   the format, if it is not recognized:
${formatList()}
  --to FOLDER     the folder of the project; the default is imported
  --dry-run       print the files instead of writing them
${formatHelp(16)}`,
  words: () => ({ from: IMPORT_FORMATS.map(({ name }) => name) }),
  options: {
    from: { type: 'string' },
    to: { type: 'string', default: 'imported' },
    'dry-run': { type: 'boolean' },
    format: { type: 'string', default: 'pretty' },
  },
  run: async (positionals, { from, to, format, 'dry-run': isDry }, terminal) => {
    if (!isFormat(format)) return usageError(terminal, formatUsage(), 'import')
    if (positionals.length === 0) return usageError(terminal, 'Name the files to import.', 'import')
    if (from !== undefined && !IMPORT_FORMATS.some(({ name }) => name === from))
      return usageError(
        terminal,
        `--from must be one of ${IMPORT_FORMATS.map(({ name }) => name).join(', ')}.`,
        'import',
      )
    const sources = readSources(positionals, terminal)
    if (sources === undefined) return EXIT.findings
    const catalog = cliCatalog()
    const { files: written, diagnostics } = importProject(
      sources,
      typeof from === 'string' ? from : undefined,
      {
        environment: terminal.environment,
        provider: catalog.provider,
        modelsOf: name => (models[name] ?? []).map(({ id }) => id),
        check: catalog.check,
        hash: text => createHash('sha256').update(text).digest('hex'),
        readComments: readYamlComments,
      },
    )
    const files = formatted(written)
    const folder = typeof to === 'string' ? to : 'imported'
    const code =
      hasErrors(diagnostics) || files.size === 0
        ? EXIT.findings
        : isDry === true
          ? printFiles(files, terminal)
          : writeFiles(files, folder, terminal)
    const configs = [...files.keys()].filter(name => /^configs\/[^.]+\.yaml$/.test(name)).length
    printDiagnostics(diagnostics, configs, format, terminal)
    if (code === EXIT.clean && isDry !== true)
      terminal.writeStderr(
        `\nNow run: portolan check ${quoteWord(folder)}${[...files.keys()].some(name => name.includes('.test.')) ? ` && portolan test ${quoteWord(folder)}` : ''}`,
      )
    return code
  },
}

/** The files as `portolan fmt` would write them. */
const formatted = (files: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map(
    [...files].map(([name, text]) => {
      const kind = name === 'gateway.yaml' ? 'Manifest' : name.includes('.test.') ? 'ConfigTests' : 'Config'
      const format = sourceFormatOf(name, kind, readYaml)
      return [name, (format && formatSource({ name, text }, format, () => {})) ?? text]
    }),
  )

function readSources(paths: readonly string[], terminal: Terminal): readonly Source[] | undefined {
  const sources: Source[] = []
  for (const path of paths) {
    const { text, fault } = readFileText(resolve(terminal.folder, path))
    if (text === undefined) {
      terminal.writeStderr(`${path} cannot be read. ${fault}`)
      return undefined
    }
    sources.push({ name: path, text })
  }
  return sources
}

function printFiles(files: ReadonlyMap<string, string>, terminal: Terminal): number {
  for (const [name, text] of files) terminal.writeStdout(`--- ${name}\n${text}`)
  return EXIT.clean
}

function writeFiles(files: ReadonlyMap<string, string>, folder: string, terminal: Terminal): number {
  const root = resolve(terminal.folder, folder)
  const fault = writeNewFiles(files, root)
  if (fault !== undefined) {
    terminal.writeStderr(fault)
    return EXIT.findings
  }
  terminal.writeStderr(`wrote ${pluralize(files.size, 'file')} to ${folder}: ${[...files.keys()].join(', ')}`)
  return EXIT.clean
}
