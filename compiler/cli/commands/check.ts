// `portolan check`: reports the diagnostics of all configs, and writes nothing.
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { type Command, EXIT, misuse } from '../command.ts'
import { compileGroups, configsOf, diagnosticsOf } from '../compile-groups.ts'
import { FORMAT_WORDS, isFormat, report } from '../report.ts'

export const check: Command = {
  name: 'check',
  summary: 'report every error in configs, with its location',
  usage: '[PATH...] [--format pretty|json] [--deny-warnings]',
  help: `Checks projects and configs without writing anything. A PATH is a folder, a file or a glob; the default is this folder.
A folder with a gateway.yaml (or .yml, .json, .ts) is a project; a config without a manifest is checked as far as possible.

  --format json     print diagnostics as JSON
  --deny-warnings   exit with 1 for warnings too`,
  options: { format: { type: 'string', default: 'pretty' }, 'deny-warnings': { type: 'boolean' } },
  run: async (positionals, values, terminal) => {
    const { format } = values
    if (!isFormat(format)) return misuse(terminal, FORMAT_WORDS, 'check')
    const groups = await compileGroups(positionals, 'check', terminal)
    if (typeof groups === 'number') return groups
    const diagnostics = diagnosticsOf(groups)
    report(diagnostics, configsOf(groups), format, terminal)
    const denied =
      values['deny-warnings'] === true && diagnostics.some(diagnostic => diagnostic.severity === 'warning')
    return hasErrors(diagnostics) || denied ? EXIT.findings : EXIT.clean
  },
}
