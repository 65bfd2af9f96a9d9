// `portolan compile`: a project becomes a bundle, or nothing is written.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { emit } from '../../plan/emit.ts'
import { emitSourceMap, sourceMap } from '../../plan/source-map.ts'
import { type Command, EXIT, misuse } from '../command.ts'
import { compileGroups, outputPath } from '../compile-groups.ts'
import { writeWhole } from '../files/write-whole.ts'
import { report } from '../report.ts'

export const compile: Command = {
  name: 'compile',
  summary: 'compile a project into a plan',
  usage: '[PROJECT] [-o FILE] [--format pretty|json] [--check]',
  help: `Writes the plan and beside it the map that leads back to the files. Nothing is written when there is an error.

  -o, --output FILE   where to write; default gateway.plan.json in the project; - for standard output
  --check             write nothing; exit with 1 when the file is not what would be written
  --format json       print diagnostics for machines`,
  options: {
    output: { type: 'string', short: 'o' },
    format: { type: 'string', default: 'pretty' },
    check: { type: 'boolean' },
  },
  run: async (positionals, { output, format, check }, terminal) => {
    if (format !== 'pretty' && format !== 'json')
      return misuse(terminal, '--format takes pretty or json.', 'compile')
    const { groups, diagnostics, unknown, configs } = await compileGroups(positionals, terminal)
    if (unknown.length > 0)
      return misuse(terminal, `No config, folder or glob: ${unknown.join(', ')}.`, 'compile')
    const [group, ...others] = groups
    if (group === undefined || others.length > 0)
      return misuse(terminal, 'One project is compiled at a time: name its folder.', 'compile')
    const { bundle, loaded, plans, parsed } = group
    if (diagnostics.length > 0 || format === 'json') report(diagnostics, configs, format, terminal)
    if (bundle === undefined) return EXIT.findings
    const text = emit(bundle)
    const path = typeof output === 'string' ? output : join(loaded.root, 'gateway.plan.json')
    if (path === '-') {
      terminal.out(text)
      return EXIT.clean
    }
    const target = outputPath(terminal, path)
    if (check === true) return compare(target, text, terminal.tell)
    const map = emitSourceMap(sourceMap(bundle.digest, plans, parsed))
    const faults = [
      writeWhole(target, text),
      writeWhole(target.replace(/(\.json)?$/, '.map.json'), map),
    ].filter(fault => fault !== undefined)
    for (const fault of faults) terminal.tell(fault)
    if (faults.length > 0) return EXIT.findings
    terminal.tell(
      `${path}: plan ${bundle.digest.slice(0, 12)} with ${configs} config${configs === 1 ? '' : 's'}`,
    )
    return EXIT.clean
  },
}

function compare(path: string, text: string, tell: (text: string) => void): number {
  let current: string | undefined
  try {
    current = readFileSync(path, 'utf8')
  } catch {
    current = undefined
  }
  if (current === text) return EXIT.clean
  tell(
    `${path} ${current === undefined ? 'does not exist' : 'is not what the configs say'}: run portolan compile.`,
  )
  return EXIT.findings
}
