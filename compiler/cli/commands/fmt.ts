// `portolan fmt`: writes manifests, configs, prompts and tests in their canonical form.
import { resolve } from 'node:path'
import { collectDiagnostics } from '../../diagnostics/diagnostic.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { findFiles } from '../files/find-files.ts'
import { formatFiles } from '../files/format-files.ts'
import { formatPatch } from '../files/format-patch.ts'
import { writeAtomic } from '../files/write-file.ts'
import { FINDING_FORMATS, FORMAT_OPTION, formatHelp, formatUsage, isFormat } from '../formats/formats.ts'
import { printDiagnostics } from '../print-diagnostics.ts'

export const fmtCommand: Command = {
  usage: `[PATH...] [--check | --diff] ${FORMAT_OPTION}`,
  help: `Writes the files of projects in their canonical form: properties in the order of the reference, two spaces, lines of at most 100
columns. Comments move with their property. Names of your own, such as those of providers, stay in their order, and so do targets,
conditions and all other lists. In TypeScript only the properties of object literals are ordered. A PATH is a folder, a file or a glob; the
default is the current folder.

  --check           write nothing; list the files that would change, and exit with 1 if there are any
  --diff            the same, with what would change
${formatHelp(18)}`,
  options: {
    check: { type: 'boolean' },
    diff: { type: 'boolean' },
    format: { type: 'string', default: 'pretty' },
  },
  run: async (positionals, { check, diff, format }, terminal) => {
    if (!isFormat(format)) return usageError(terminal, formatUsage(), 'fmt')
    const { folder, paint } = terminal
    const writesNothing = check === true || diff === true
    const { groups, unknown } = findFiles(folder, positionals)
    const [missing] = unknown
    if (missing !== undefined)
      return usageError(terminal, `No config, folder or glob matches ${JSON.stringify(missing)}.`, 'fmt')
    const { report, diagnostics } = collectDiagnostics()
    const files = await formatFiles(groups, positionals, folder, report)
    if (files.length === 0 && diagnostics.length === 0)
      return usageError(terminal, 'No config or project found.', 'fmt')
    const changed = files.filter(({ source, text }) => text !== undefined && text !== source.text)
    const faults: string[] = []
    if (!writesNothing)
      for (const { source, text = '' } of changed) {
        const fault = writeAtomic(resolve(folder, source.name), text)
        if (fault !== undefined) faults.push(fault)
      }
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    if (errors.length > 0 || !FINDING_FORMATS[format].isForPeople)
      printDiagnostics(errors, files.length, format, terminal)
    for (const fault of faults) terminal.writeStderr(fault)
    // In the formats for programs standard output is one document.
    const list = FINDING_FORMATS[format].isForPeople ? terminal.writeStdout : terminal.writeStderr
    const shown = changed.flatMap(({ source, text = '' }) =>
      diff === true ? formatPatch(source.name, source.text, text, paint) : [source.name],
    )
    if (shown.length > 0) list(shown.join('\n'))
    const count = `${changed.length} of ${files.length} ${files.length === 1 ? 'file' : 'files'}`
    terminal.writeStderr(writesNothing ? `${count} would change.` : `Formatted ${count}.`)
    const isClean = errors.length === 0 && faults.length === 0 && (!writesNothing || changed.length === 0)
    return isClean ? EXIT.clean : EXIT.findings
  },
}
