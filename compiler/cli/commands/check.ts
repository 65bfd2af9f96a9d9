// `portolan check`: reports the diagnostics of all configs, and writes nothing.
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { type CompileMemory, compileGroups, countConfigs, diagnosticsOf } from '../compile-groups.ts'
import { checkTestFiles } from '../config-tests/check-test-files.ts'
import { keysInGit } from '../files/keys-in-git.ts'
import { FORMAT_OPTION, type Format, formatHelp, formatUsage, isFormat } from '../formats/formats.ts'
import { printDiagnostics } from '../print-diagnostics.ts'
import { runLatest } from '../run-latest.ts'
import { runPromptTests } from '../run-prompt-tests.ts'
import { untilStopSignal } from '../stop-signal.ts'
import type { Terminal } from '../terminal.ts'
import { watchFiles } from '../watch.ts'

export const checkCommand: Command = {
  usage: `[PATH...] ${FORMAT_OPTION} [--deny-warnings] [--watch]`,
  help: `Checks projects and configs without writing anything. A PATH is a folder, a file or a glob; the default is the current folder.
A folder with a gateway.yaml (or .yml, .json, .ts) is a project; a config without a manifest is checked as far as possible.
Test files of configs are read, and the tests in the prompts of a project are run. Keys of a gateway in small files that git
tracks, or would with "git add", are reported.

  --deny-warnings   exit with 1 for warnings too
  --watch           check again whenever a file changes, until interrupted; only what depends on the change is compiled
${formatHelp(18)}`,
  options: {
    format: { type: 'string', default: 'pretty' },
    'deny-warnings': { type: 'boolean' },
    watch: { type: 'boolean' },
  },
  run: async (positionals, values, terminal) => {
    const { format } = values
    if (!isFormat(format)) return usageError(terminal, formatUsage(), 'check')
    const deniesWarnings = values['deny-warnings'] === true
    const check: CheckRun = { positionals, format, deniesWarnings, memory: new Map() }
    const code = await runCheck(check, terminal)
    if (values['watch'] !== true || code === EXIT.usage) return code
    const again = runLatest(async () => void (await runCheck(check, terminal)))
    const unwatch = watchFiles(terminal.folder, again)
    terminal.writeStderr('waiting for changes')
    await untilStopSignal()
    unwatch()
    return EXIT.clean
  },
}

interface CheckRun {
  readonly positionals: readonly string[]
  readonly format: Format
  readonly deniesWarnings: boolean
  readonly memory: CompileMemory
}

async function runCheck(
  { positionals, format, deniesWarnings, memory }: CheckRun,
  terminal: Terminal,
): Promise<number> {
  const groups = await compileGroups(positionals, 'check', terminal, memory)
  if (typeof groups === 'number') return groups
  const diagnostics = [
    ...diagnosticsOf(groups),
    ...(await checkTestFiles(positionals, groups, memory, terminal)),
    ...groups.flatMap(runPromptTests),
    ...keysInGit(
      groups.filter(({ isWhole, parts }) => isWhole && parts.manifest !== undefined).map(({ root }) => root),
      terminal.folder,
    ),
  ]
  printDiagnostics(diagnostics, countConfigs(groups), format, terminal)
  const denied = deniesWarnings && diagnostics.some(diagnostic => diagnostic.severity === 'warning')
  return hasErrors(diagnostics) || denied ? EXIT.findings : EXIT.clean
}
