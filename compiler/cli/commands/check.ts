// `portolan check`: reports the diagnostics of all configs, and writes nothing.
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { compileGroups, countConfigs, diagnosticsOf } from '../compile-groups.ts'
import { FORMAT_OPTION, formatHelp, formatUsage, isFormat } from '../formats/formats.ts'
import { printDiagnostics } from '../print-diagnostics.ts'
import { runPromptTests } from '../run-prompt-tests.ts'

export const checkCommand: Command = {
  name: 'check',
  summary: 'report every error in configs, with its location',
  usage: `[PATH...] ${FORMAT_OPTION} [--deny-warnings]`,
  help: `Checks projects and configs without writing anything. A PATH is a folder, a file or a glob; the default is this folder.
A folder with a gateway.yaml (or .yml, .json, .ts) is a project; a config without a manifest is checked as far as possible.
The tests in the prompts of a project are run.

  --deny-warnings   exit with 1 for warnings too
${formatHelp(18)}`,
  options: { format: { type: 'string', default: 'pretty' }, 'deny-warnings': { type: 'boolean' } },
  run: async (positionals, values, terminal) => {
    const { format } = values
    if (!isFormat(format)) return usageError(terminal, formatUsage(), 'check')
    const groups = await compileGroups(positionals, 'check', terminal)
    if (typeof groups === 'number') return groups
    const diagnostics = [...diagnosticsOf(groups), ...groups.flatMap(runPromptTests)]
    printDiagnostics(diagnostics, countConfigs(groups), format, terminal)
    const denied =
      values['deny-warnings'] === true && diagnostics.some(diagnostic => diagnostic.severity === 'warning')
    return hasErrors(diagnostics) || denied ? EXIT.findings : EXIT.clean
  },
}
