// `portolan check`: every mistake of every config, and nothing else.
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { type Command, EXIT, misuse } from '../command.ts'
import { compileGroups } from '../compile-groups.ts'
import { type Format, report } from '../report.ts'

export const check: Command = {
  name: 'check',
  summary: 'report every mistake in configs, with its place',
  usage: '[PATH...] [--format pretty|json] [--deny-warnings]',
  help: `Checks projects and configs without writing anything. A PATH is a folder, a file or a glob; without one, this folder.
A folder with a gateway.yaml (or .yml, .json, .ts) is a project; a config alone is checked as far as that goes.

  --format json     print diagnostics for machines
  --deny-warnings   exit with 1 for warnings too`,
  options: { format: { type: 'string', default: 'pretty' }, 'deny-warnings': { type: 'boolean' } },
  run: async (positionals, values, terminal) => {
    const { format } = values
    if (format !== 'pretty' && format !== 'json')
      return misuse(terminal, '--format takes pretty or json.', 'check')
    const { diagnostics, unknown, configs, groups } = await compileGroups(positionals, terminal)
    if (unknown.length > 0)
      return misuse(terminal, `No config, folder or glob: ${unknown.join(', ')}.`, 'check')
    if (groups.length === 0) return misuse(terminal, 'There is no config and no project here.', 'check')
    report(diagnostics, configs, format satisfies Format, terminal)
    const denied =
      values['deny-warnings'] === true && diagnostics.some(diagnostic => diagnostic.severity === 'warning')
    return hasErrors(diagnostics) || denied ? EXIT.findings : EXIT.clean
  },
}
