// `portolan compile`: compiles a project to a bundle; writes nothing if there are errors.
import { join, relative, resolve } from 'node:path'
import type { Bundle } from '../../../schemas/generated/types.ts'
import { counted, listed } from '../../diagnostics/words.ts'
import { emit } from '../../plan/emit.ts'
import { emitSourceMap, sourceMap } from '../../plan/source-map.ts'
import { type Command, EXIT, misuse } from '../command.ts'
import { compileOne } from '../compile-groups.ts'
import { readText } from '../files/read-text.ts'
import { writeWhole } from '../files/write-whole.ts'
import { FORMAT_WORDS, isFormat, report } from '../report.ts'

export const compile: Command = {
  name: 'compile',
  summary: 'compile a project into a plan',
  usage: '[PROJECT] [-o FILE] [--format pretty|json] [--check]',
  help: `Writes the plan and its source map. Nothing is written if there are errors.

  -o, --output FILE   the output file; default gateway.plan.json in the project; - for standard output
  --check             write nothing; exit with 1 if the file is not up to date
  --format json       print diagnostics as JSON`,
  options: {
    output: { type: 'string', short: 'o' },
    format: { type: 'string', default: 'pretty' },
    check: { type: 'boolean' },
  },
  run: async (positionals, { output, format, check }, terminal) => {
    if (!isFormat(format)) return misuse(terminal, FORMAT_WORDS, 'compile')
    if (output === '-' && check === true)
      return misuse(terminal, '--check requires an output file, not standard output.', 'compile')
    const group = await compileOne(positionals, 'compile', terminal)
    if (typeof group === 'number') return group
    const { bundle, diagnostics, plans, parsed, configs, root } = group
    // If the plan goes to standard output, diagnostics go to standard error.
    const shown = output === '-' ? { ...terminal, out: terminal.tell } : terminal
    if (diagnostics.length > 0 || format === 'json') report(diagnostics, configs, format, shown)
    if (bundle === undefined) return EXIT.findings
    const text = emit(bundle)
    if (output === '-') {
      terminal.out(text)
      return EXIT.clean
    }
    const path = resolve(
      terminal.folder,
      typeof output === 'string' ? output : join(root, 'gateway.plan.json'),
    )
    if (check === true) return compare(path, text, terminal.tell)
    const map = emitSourceMap(sourceMap(bundle.digest, plans, parsed))
    const fault = writeWhole(path, text) ?? writeWhole(path.replace(/(\.json)?$/, '.map.json'), map)
    const name = relative(terminal.folder, path)
    terminal.tell(fault ?? `${name}: plan ${bundle.digest.slice(0, 12)} with ${counted(configs, 'config')}`)
    if (fault === undefined) for (const line of neededFiles(bundle)) terminal.tell(line)
    return fault === undefined ? EXIT.clean : EXIT.findings
  },
}

/** A plan contains the digests of the files of custom checks, not the files. */
function neededFiles({ gateway: { checks = {} } }: Bundle): readonly string[] {
  const files = Object.values(checks).flatMap(own => Object.keys(own.files))
  if (files.length === 0) return []
  const list = listed([...new Set(files)].sort(), 'and')
  return [`The plan needs ${list} next to it, or in the folder given to portolan-runtime --modules.`]
}

function compare(path: string, text: string, tell: (text: string) => void): number {
  const current = readText(path)
  if (current.text === text) return EXIT.clean
  const why = current.text === undefined ? 'cannot be compared' : 'is not up to date'
  tell(`${path} ${why}: run portolan compile.${current.fault === undefined ? '' : ` ${current.fault}`}`)
  return EXIT.findings
}
