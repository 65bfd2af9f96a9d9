// `portolan print`: prints plans as trees.
import { join, relative, resolve } from 'node:path'
import type { Plan } from '../../../schemas/generated/types.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { decodeBundle } from '../../plan/decode.ts'
import { printPlan } from '../../plan/print-plan.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { compileGroups, countConfigs, diagnosticsOf, sha256 } from '../compile-groups.ts'
import { readFileText } from '../files/read-file-text.ts'
import { printDiagnostics } from '../print-diagnostics.ts'
import type { Terminal } from '../terminal.ts'

export const printCommand: Command = {
  name: 'print',
  summary: 'show plans as trees',
  usage: '[PROJECT | CONFIG | PLAN.json] [--config ID]',
  help: `Shows the optimised plans of a project, of standalone configs, or of a compiled plan.

  --config ID   only this config`,
  options: { config: { type: 'string' } },
  run: async (positionals, { config }, terminal) => {
    const plans = positionals.some(path => path.endsWith('.plan.json'))
      ? plansFromBundle(positionals, terminal)
      : await plansFromSources(positionals, terminal)
    if (typeof plans === 'number') return plans
    const wanted = typeof config === 'string' ? config : undefined
    if (wanted !== undefined && !plans.has(wanted)) {
      const near = didYouMean(suggest(wanted, plans.keys()))
      return usageError(terminal, `Unknown config ${quoteName(wanted)}.${near}`, 'print')
    }
    const shown = [...plans].filter(([id]) => wanted === undefined || id === wanted)
    terminal.writeStdout(
      shown.map(([id, plan]) => `${terminal.paint('place', id)}\n${printPlan(plan)}`).join('\n\n'),
    )
    return EXIT.clean
  },
}

/** Plans by config identifier, prefixed with the project's folder if there are several projects. */
async function plansFromSources(
  patterns: readonly string[],
  terminal: Terminal,
): Promise<ReadonlyMap<string, Plan> | number> {
  const groups = await compileGroups(patterns, 'print', terminal)
  if (typeof groups === 'number') return groups
  const errors = diagnosticsOf(groups).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) {
    printDiagnostics(errors, countConfigs(groups), 'pretty', terminal)
    return EXIT.findings
  }
  const displayName = (root: string, id: string): string =>
    groups.length === 1 ? id : join(relative(terminal.folder, root), id)
  return new Map(
    groups.flatMap(({ root, plans }) =>
      [...plans].map(([id, plan]) => [displayName(root, id), plan] as const),
    ),
  )
}

function plansFromBundle(paths: readonly string[], terminal: Terminal): ReadonlyMap<string, Plan> | number {
  const [path = '', ...others] = paths
  if (others.length > 0) return usageError(terminal, 'Name only one compiled plan.', 'print')
  const { text, fault } = readFileText(resolve(terminal.folder, path))
  const { bundle, errors } =
    text === undefined ? { errors: [fault], bundle: undefined } : decodeBundle(text, sha256)
  if (bundle !== undefined) return new Map(Object.entries(bundle.plans))
  for (const each of errors) terminal.writeStderr(`${path}: ${each}`)
  return EXIT.findings
}
