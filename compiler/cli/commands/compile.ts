// `portolan compile`: compiles a project to a bundle; writes nothing if there are errors.
import { join, relative, resolve } from 'node:path'
import type { Bundle } from '../../../schemas/generated/types.ts'
import { joinNames, pluralize } from '../../../schemas/values/format-names.ts'
import { emit } from '../../plan/emit.ts'
import { emitSourceMap, sourceMap } from '../../plan/source-map.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { compileOne } from '../compile-groups.ts'
import { readFileText } from '../files/read-file.ts'
import { isDevice, writeAtomic } from '../files/write-file.ts'
import { FINDING_FORMATS, FORMAT_OPTION, formatHelp, formatUsage, isFormat } from '../formats/formats.ts'
import { printDiagnostics } from '../print-diagnostics.ts'

export const compileCommand: Command = {
  usage: `[PROJECT] [-o FILE] ${FORMAT_OPTION} [--check]`,
  help: `Writes the plan and its source map. Nothing is written if there are errors.

  -o, --output FILE   the output file; default gateway.plan.json in the project; - for standard output
  --check             write nothing; exit with 1 if the file is not up to date
${formatHelp(20)}`,
  options: {
    output: { type: 'string', short: 'o' },
    format: { type: 'string', default: 'pretty' },
    check: { type: 'boolean' },
  },
  run: async (positionals, { output, format, check }, terminal) => {
    if (!isFormat(format)) return usageError(terminal, formatUsage(), 'compile')
    if (output === '-' && check === true)
      return usageError(terminal, '--check requires an output file, not standard output.', 'compile')
    const group = await compileOne(positionals, 'compile', terminal)
    if (typeof group === 'number') return group
    const { bundle, diagnostics, plans, parsed, configs, root } = group
    // If the plan goes to standard output, diagnostics go to standard error.
    const diagnosticsTerminal = output === '-' ? { ...terminal, writeStdout: terminal.writeStderr } : terminal
    if (diagnostics.length > 0 || !FINDING_FORMATS[format].isForPeople)
      printDiagnostics(diagnostics, configs, format, diagnosticsTerminal)
    if (bundle === undefined) return EXIT.findings
    const text = emit(bundle)
    if (output === '-') {
      terminal.writeStdout(text)
      return EXIT.clean
    }
    const path = resolve(
      terminal.folder,
      typeof output === 'string' ? output : join(root, 'gateway.plan.json'),
    )
    if (check === true) return compareWithFile(path, text, terminal.writeStderr)
    const map = emitSourceMap(sourceMap(bundle.digest, plans, parsed))
    const fault =
      writeAtomic(path, text) ??
      (isDevice(path) ? undefined : writeAtomic(path.replace(/(\.json)?$/, '.map.json'), map))
    const name = relative(terminal.folder, path)
    terminal.writeStderr(
      fault ?? `${name}: plan ${bundle.digest.slice(0, 12)} with ${pluralize(configs, 'config')}`,
    )
    if (fault === undefined) for (const line of describeModuleFiles(bundle)) terminal.writeStderr(line)
    return fault === undefined ? EXIT.clean : EXIT.findings
  },
}

/** A plan contains the digests of the files of custom checks, not the files. */
function describeModuleFiles({ gateway: { checks = {} } }: Bundle): readonly string[] {
  const files = Object.values(checks).flatMap(customCheck => Object.keys(customCheck.files))
  if (files.length === 0) return []
  const list = joinNames([...new Set(files)].sort(), 'and')
  return [`The plan needs ${list} next to it, or in the folder given to portolan-runtime --modules.`]
}

function compareWithFile(path: string, text: string, writeLine: (text: string) => void): number {
  const current = readFileText(path)
  if (current.text === text) return EXIT.clean
  const problem = current.text === undefined ? 'cannot be compared' : 'is not up to date'
  writeLine(
    `${path} ${problem}: run portolan compile.${current.fault === undefined ? '' : ` ${current.fault}`}`,
  )
  return EXIT.findings
}
