// `portolan check`: reports the diagnostics of all configs; with `--fix` it writes the fixes that they suggest.

import { resolve } from 'node:path'
import { joinNames, pluralize } from '../../../schemas/values/format-names.ts'
import { applyFixes, type FixChoice } from '../../diagnostics/apply-fixes.ts'
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import {
  type CompiledGroup,
  type CompileMemory,
  compileGroups,
  countConfigs,
  diagnosticsOf,
} from '../compile-groups.ts'
import { readTestFile } from '../config-tests/read-config-tests.ts'
import { runPromptTests } from '../config-tests/run-prompt-tests.ts'
import { findTestFiles } from '../files/find-test-files.ts'
import { formatPatch } from '../files/format-patch.ts'
import { keysInGit } from '../files/keys-in-git.ts'
import { readFileText } from '../files/read-file.ts'
import { readersFor } from '../files/readers.ts'
import { writeAtomic } from '../files/write-file.ts'
import {
  FINDING_FORMATS,
  FORMAT_OPTION,
  type Format,
  formatHelp,
  formatUsage,
  isFormat,
} from '../formats/formats.ts'
import { livesOn } from '../models/lives-on.ts'
import { printDiagnostics } from '../print-diagnostics.ts'
import { DAY_USAGE, readDay } from '../read-day.ts'
import { untilStopSignal } from '../stop-signal.ts'
import type { Terminal } from '../terminal.ts'
import { runLatest, watchFiles } from '../watch.ts'

export const checkCommand: Command = {
  usage: `[PATH...] ${FORMAT_OPTION} [--fix[=all] [--diff]] [--on DAY] [--deny-warnings] [--no-checks] [--watch]`,
  help: `Checks projects and configs, and writes nothing without --fix. A PATH is a folder, a file or a glob; the default is the current folder.
A folder with a gateway.yaml (or .yml, .json, .ts) is a project; a config without a manifest is checked as far as possible.
Test files of configs are read, and the tests in the prompts of a project are run. Keys of a gateway in small files that git
tracks, or would with "git add", are reported. So are models that their providers have ended, or end within 60 days.
Modules of custom checks are run to read what they declare, with the rights of this command.

  --fix             write the fixes that cannot be mistaken: other spellings of a name, missing quotes, numbers in quotes, commas
  --fix=all         write every suggested fix, also guesses such as the nearest name; look at the changes
  --diff            print what --fix would change, and write nothing
  --on DAY          the day on which models are to live: 2027-01-15, or +60d; today by default
  --deny-warnings   exit with 1 for warnings too
  --no-checks       run no modules under "checks" of the manifest, such as in folders of others: their parameters are not checked
  --watch           check again whenever a file changes, until interrupted; only what depends on the change is compiled
${formatHelp(18)}`,
  options: {
    format: { type: 'string', default: 'pretty' },
    fix: { type: 'string' },
    diff: { type: 'boolean' },
    on: { type: 'string' },
    'deny-warnings': { type: 'boolean' },
    'no-checks': { type: 'boolean' },
    watch: { type: 'boolean' },
  },
  bareValues: { fix: 'safe' },
  run: async (positionals, values, terminal) => {
    const { format } = values
    if (!isFormat(format)) return usageError(terminal, formatUsage(), 'check')
    const { fix } = values
    if (fix !== undefined && fix !== 'safe' && fix !== 'all')
      return usageError(terminal, '"--fix" takes no value but "all".', 'check')
    const showsFixes = values['diff'] === true
    if (showsFixes && fix === undefined)
      return usageError(terminal, '"--diff" shows what "--fix" or "--fix=all" would change.', 'check')
    const day = readDay(values['on'], terminal)
    if (day === undefined) return usageError(terminal, DAY_USAGE, 'check')
    const deniesWarnings = values['deny-warnings'] === true
    const runsChecks = values['no-checks'] !== true
    const check: CheckRun = {
      ...{ positionals, format, fix, showsFixes, day, deniesWarnings, runsChecks },
      memory: new Map(),
    }
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
  readonly fix: FixChoice | undefined
  /** Fixes are printed, and not written. */
  readonly showsFixes: boolean
  /** On which models are to live. */
  readonly day: string
  readonly deniesWarnings: boolean
  readonly runsChecks: boolean
  readonly memory: CompileMemory
}

async function runCheck(check: CheckRun, terminal: Terminal): Promise<number> {
  const { fix, showsFixes } = check
  const found =
    fix === undefined || showsFixes ? await findAll(check, terminal) : await fixAll(check, terminal)
  if (typeof found === 'number') return found
  const { diagnostics, configs } = found
  if (showsFixes && fix !== undefined) showFixes(diagnostics, fix, check.format, terminal)
  printDiagnostics(diagnostics, configs, check.format, terminal)
  const denied = check.deniesWarnings && diagnostics.some(diagnostic => diagnostic.severity === 'warning')
  return hasErrors(diagnostics) || denied ? EXIT.findings : EXIT.clean
}

interface Found {
  readonly diagnostics: readonly Diagnostic[]
  readonly configs: number
}

async function findAll(
  { positionals, memory, day, runsChecks }: CheckRun,
  terminal: Terminal,
): Promise<Found | number> {
  const groups = await compileGroups(positionals, 'check', terminal, memory, livesOn(day), { runsChecks })
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
  return { diagnostics, configs: countConfigs(groups) }
}

/** A fix may uncover what could not be read before, such as the whole file behind a missing comma. */
const MAX_ROUNDS = 20

/** Writes fixes until none is left, and returns what remains. */
async function fixAll(check: CheckRun, terminal: Terminal): Promise<Found | number> {
  const fixed = new Map<string, number>()
  const report = (rest: readonly Diagnostic[]): void => {
    if (fixed.size === 0) return terminal.writeStderr(nothingFixed(rest))
    const count = [...fixed.values()].reduce((sum, each) => sum + each, 0)
    const names = joinNames([...fixed.keys()], 'and')
    terminal.writeStderr(`Fixed ${count} ${count === 1 ? 'finding' : 'findings'} in ${names}.`)
  }
  for (let round = 1; ; round += 1) {
    const found = await findAll(check, terminal)
    if (typeof found === 'number') return found
    const { files, faults } = writeFixes(found.diagnostics, check.fix ?? 'safe', terminal.folder)
    for (const fault of faults) terminal.writeStderr(fault)
    for (const [name, count] of files) fixed.set(name, (fixed.get(name) ?? 0) + count)
    if (files.size > 0 && round < MAX_ROUNDS) continue
    report(found.diagnostics)
    return found
  }
}

/** Guesses are for people to take. */
function nothingFixed(rest: readonly Diagnostic[]): string {
  const guesses = rest.filter(({ fix }) => fix !== undefined && fix.isSafe !== true).length
  return guesses === 0
    ? 'Nothing was fixed.'
    : `Nothing was fixed. --fix=all writes ${pluralize(guesses, 'suggestion')}; look at the changes.`
}

/** Prints what the fixes of these findings would change; later rounds may find more. */
function showFixes(
  diagnostics: readonly Diagnostic[],
  choice: FixChoice,
  format: Format,
  terminal: Terminal,
): void {
  // In the formats for programs standard output is one document.
  const write = FINDING_FORMATS[format].isForPeople ? terminal.writeStdout : terminal.writeStderr
  const changed = applyFixes(diagnostics, choice).filter(({ source, text }) => text !== source.text)
  for (const { source, text } of changed)
    write(formatPatch(source.name, source.text, text, terminal.paint).join('\n'))
  if (changed.length === 0) terminal.writeStderr(nothingFixed(choice === 'safe' ? diagnostics : []))
}

/** The mistakes in the test files that the arguments name, of those projects of which all configs were compiled. */
async function checkTestFiles(
  patterns: readonly string[],
  compiled: readonly CompiledGroup[],
  memory: CompileMemory,
  terminal: Terminal,
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = []
  for (const { root, files } of findTestFiles(terminal.folder, patterns).groups) {
    const project = compiled.find(each =>
      root === '' ? each.parts.manifest === undefined : each.root === root,
    )
    if (project === undefined || !project.isWhole) continue
    const { ids, plans, gateway, catalog } = project
    const subjects = { plans: new Map(ids.map(id => [id, plans.get(id)])), gateway, catalog }
    const readerOf = await readersFor(files, project.root, terminal.folder, memory.get(project.root)?.files)
    for (const path of files)
      diagnostics.push(...readTestFile(path, readerOf(path), subjects, terminal.folder).diagnostics)
  }
  return diagnostics
}

interface WrittenFixes {
  /** Names of files, with the number of fixes in each. */
  readonly files: ReadonlyMap<string, number>
  /** A sentence for each file that could not be written. */
  readonly faults: readonly string[]
}

/** Leaves a file alone that has changed since it was read. `folder` is the one that names of sources are relative to. */
function writeFixes(diagnostics: readonly Diagnostic[], choice: FixChoice, folder: string): WrittenFixes {
  const files = new Map<string, number>()
  const faults: string[] = []
  for (const { source, text, count } of applyFixes(diagnostics, choice)) {
    const path = resolve(folder, source.name)
    if (count === 0 || text === source.text || readFileText(path).text !== source.text) continue
    // The file that a link leads to, not the link.
    const fault = writeAtomic(path, text)
    if (fault === undefined) files.set(source.name, count)
    else faults.push(fault)
  }
  return { files, faults }
}
