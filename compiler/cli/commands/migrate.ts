// `portolan migrate`: rewrites configs, manifests and compiled plans of earlier versions for this one.
import { statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Bundle } from '../../../schemas/generated/types.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import { isObject, type Json } from '../../../schemas/values/json.ts'
import { collectDiagnostics, type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts'
import { lineStarts, positionAt } from '../../diagnostics/position.ts'
import type { Migration, MigrationStep } from '../../migrate/step.ts'
import { applyMigrations, findMigrations, MIGRATED_FROM, MIGRATION_STEPS } from '../../migrate/steps.ts'
import { decodeBundle } from '../../plan/decode.ts'
import { emit, type Hash, seal } from '../../plan/emit.ts'
import { FORMAT } from '../../plan/upgrade-bundle.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { sha256 } from '../compile-groups.ts'
import { findFiles } from '../files/find-files.ts'
import { loadProject } from '../files/load-project.ts'
import { readFileText } from '../files/read-file.ts'
import { writeAtomic } from '../files/write-file.ts'
import { fitText, writeText } from '../layout/fit-text.ts'
import { printDiagnostics } from '../print-diagnostics.ts'
import type { Terminal } from '../terminal.ts'

export const migrateCommand: Command = {
  usage: '[PATH...] [--from VERSION] [--check]',
  help: `Rewrites the manifests, configs and compiled plans of earlier versions for this one, and prints each change with its reason. A PATH is
a folder, a file or a glob; the default is the current folder. Comments and layout stay. What must be changed by hand is listed.

Without --from, only changes that mean the same in both versions are made: aliases are replaced by their names, and
compiled plans get the format of this version. Stores need no migration: this version opens those of earlier ones, serves
what was saved there, and reads releases of the two formats before its own; "portolan push --recompile NUMBER --promote"
rewrites one.

  --from VERSION    the version that the files were written for, such as 0.1: settings whose default changed since then are
                    written out, so that the gateway behaves as before
  --check           write nothing; exit with 1 if anything would change`,
  options: { from: { type: 'string' }, check: { type: 'boolean' } },
  run: async (positionals, { from, check }, terminal) => {
    const line = typeof from === 'string' ? /^(\d+\.\d+)(\.\d+)?$/.exec(from)?.[1] : undefined
    if (from !== undefined && !MIGRATED_FROM.includes(line ?? ''))
      return usageError(terminal, `--from must be ${joinNames(MIGRATED_FROM, 'or')}.`, 'migrate')
    const plans = positionals.flatMap(path => planAt(path, terminal.folder))
    const planPaths = new Set(plans.map(({ path }) => path))
    const paths = positionals.filter(path => !planPaths.has(path))
    const steps = MIGRATION_STEPS.filter(({ isNeutral }) => isNeutral || from !== undefined)
    const sources = await findSources(
      plans.length > 0 && paths.length === 0 ? undefined : paths,
      steps,
      terminal,
    )
    if (typeof sources === 'number') return sources
    const edited: Edited[] = [...sources.edited, ...plans.map(plan => migratedPlan(plan, terminal))]
    return finish(edited, sources.errors, check === true, terminal)
  },
}

/** A file before and after; if there is nothing after, it cannot be migrated. */
interface Edited {
  readonly name: string
  readonly before: string
  readonly after: string | undefined
}

interface PlanFile {
  readonly path: string
  readonly text: string
  readonly format: number
}

function planAt(path: string, folder: string): readonly PlanFile[] {
  const file = resolve(folder, path)
  if (!path.endsWith('.json') || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return []
  const { text } = readFileText(file)
  const format = text === undefined ? undefined : formatOfBundle(text)
  return text === undefined || format === undefined ? [] : [{ path, text, format }]
}

function migratedPlan({ path, text, format }: PlanFile, { writeStdout }: Terminal): Edited {
  const { text: after, errors, bundle } = { bundle: undefined, ...migrateBundle(text, format, sha256) }
  for (const error of errors ?? []) writeStdout(`${path}: ${error}`)
  if (after !== undefined && after !== text && bundle !== undefined)
    writeStdout(
      `${path}: Plans have format ${FORMAT} instead of ${format}. The digest is ${bundle.digest.slice(0, 12)} now.`,
    )
  return { name: path, before: text, after }
}

async function findSources(
  paths: readonly string[] | undefined,
  steps: readonly MigrationStep[],
  terminal: Terminal,
): Promise<{ readonly edited: readonly Edited[]; readonly errors: readonly Diagnostic[] } | number> {
  if (paths === undefined) return { edited: [], errors: [] }
  const { groups, unknown } = findFiles(terminal.folder, paths)
  const [missing] = unknown
  if (missing !== undefined)
    return usageError(terminal, `No config, folder or glob matches ${JSON.stringify(missing)}.`, 'migrate')
  if (groups.length === 0) return usageError(terminal, 'No config or project found.', 'migrate')
  const { report, diagnostics } = collectDiagnostics()
  const found: Migration[] = []
  const catalog = cliCatalog()
  const files = new Map<string, string>()
  for (const group of groups) {
    const { input, diagnostics: faults } = await loadProject(group, terminal.folder)
    for (const fault of faults) if (fault.code === 'unreadable-file') report(fault)
    // Single configs are named, and their project is not.
    const read = [
      ...(input.manifest === undefined || group.configs !== undefined
        ? []
        : [[input.manifest, 'manifest'] as const]),
      ...Array.from(input.configs.values(), config => [config, 'config'] as const),
    ]
    for (const [{ source, read: reader }, kind] of read) {
      files.set(source.name, source.text)
      const parsed = reader(source, report)
      if (parsed !== undefined) found.push(...findMigrations(parsed, kind, steps, catalog))
    }
  }
  const reasons = new Set(found.map(describe))
  if (reasons.size > 0) writeText(terminal, [...reasons].join('\n'))
  const changed = new Map(applyMigrations(found).map(each => [each.source.name, each]))
  for (const { source } of changed.values()) files.set(source.name, source.text)
  return {
    edited: Array.from(files, ([name, before]) => ({
      name,
      before,
      after: changed.get(name)?.text ?? before,
    })),
    errors: diagnostics.filter(({ severity }) => severity === 'error'),
  }
}

function describe({ location: { source, span }, reason, fixes }: Migration): string {
  const { line, column } = positionAt(lineStarts(source.text), span.start)
  return `${source.name}:${line}:${column}: ${fixes.length === 0 ? 'By hand: ' : ''}${reason}`
}

function finish(
  edited: readonly Edited[],
  errors: readonly Diagnostic[],
  isCheck: boolean,
  terminal: Terminal,
): number {
  if (errors.length > 0) printDiagnostics(errors, edited.length, 'pretty', terminal)
  const changed = edited.flatMap(({ name, before, after }) =>
    after === undefined || after === before ? [] : [{ name, before, after }],
  )
  const faults: string[] = []
  if (!isCheck)
    for (const { name, before, after } of changed) {
      const path = resolve(terminal.folder, name)
      // A file that changed since it was read stays as it is.
      const isSame = readFileText(path).text === before
      const fault = isSame ? writeAtomic(path, after) : `${relative(terminal.folder, path)} has changed.`
      if (fault !== undefined) faults.push(fault)
    }
  for (const fault of faults) terminal.writeStderr(fitText(fault, terminal.width))
  const count = `${changed.length} of ${edited.length} ${edited.length === 1 ? 'file' : 'files'}`
  terminal.writeStderr(isCheck ? `${count} would change.` : `Migrated ${count}.`)
  const isWhole =
    faults.length === 0 && !hasErrors(errors) && edited.every(({ after }) => after !== undefined)
  return isWhole && !(isCheck && changed.length > 0) ? EXIT.clean : EXIT.findings
}

/** The format of a compiled plan; undefined for everything else. */
function formatOfBundle(text: string): number | undefined {
  if (!/"plans"/.test(text)) return undefined
  try {
    const value: Json = JSON.parse(text)
    if (!isObject(value) || !isObject(value['plans']) || typeof value['digest'] !== 'string') return undefined
    return typeof value['format'] === 'number' ? value['format'] : undefined
  } catch {
    return undefined
  }
}

type MigratedBundle =
  | { readonly text: string; readonly bundle: Bundle; readonly errors?: never }
  | { readonly text?: never; readonly errors: readonly string[] }

/** The text of the plan in the present format, which is the same text if it has that format. */
function migrateBundle(text: string, format: number, hash: Hash): MigratedBundle {
  const decoded = decodeBundle(text, hash)
  if (decoded.bundle === undefined) return { errors: decoded.errors }
  const bundle = format === FORMAT ? decoded.bundle : seal(decoded.bundle, hash)
  return { bundle, text: format === FORMAT ? text : emit(bundle) }
}
