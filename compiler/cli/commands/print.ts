// `portolan print`: prints plans as trees.
import { join, relative, resolve } from 'node:path'
import type { Plan } from '../../../schemas/generated/types.ts'
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { quoted } from '../../diagnostics/words.ts'
import { decode } from '../../plan/decode.ts'
import { print as printPlan } from '../../plan/print.ts'
import { type Command, EXIT, misuse } from '../command.ts'
import { compileGroups, configsOf, diagnosticsOf, sha256 } from '../compile-groups.ts'
import { readText } from '../files/read-text.ts'
import { report } from '../report.ts'
import type { Terminal } from '../terminal.ts'

export const print: Command = {
  name: 'print',
  summary: 'show plans as trees',
  usage: '[PROJECT | CONFIG | PLAN.json] [--config ID]',
  help: `Shows the optimised plans of a project, of standalone configs, or of a compiled plan.

  --config ID   only this config`,
  options: { config: { type: 'string' } },
  run: async (positionals, { config }, terminal) => {
    const plans = positionals.some(path => path.endsWith('.plan.json'))
      ? ofBundle(positionals, terminal)
      : await ofSources(positionals, terminal)
    if (typeof plans === 'number') return plans
    const wanted = typeof config === 'string' ? config : undefined
    if (wanted !== undefined && !plans.has(wanted)) {
      const near = didYouMean(suggest(wanted, plans.keys()))
      return misuse(terminal, `Unknown config ${quoted(wanted)}.${near}`, 'print')
    }
    const shown = [...plans].filter(([id]) => wanted === undefined || id === wanted)
    terminal.out(shown.map(([id, plan]) => `${terminal.paint('place', id)}\n${printPlan(plan)}`).join('\n\n'))
    return EXIT.clean
  },
}

/** Plans by config identifier, prefixed with the project's folder if there are several projects. */
async function ofSources(
  patterns: readonly string[],
  terminal: Terminal,
): Promise<ReadonlyMap<string, Plan> | number> {
  const groups = await compileGroups(patterns, 'print', terminal)
  if (typeof groups === 'number') return groups
  const errors = diagnosticsOf(groups).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) {
    report(errors, configsOf(groups), 'pretty', terminal)
    return EXIT.findings
  }
  const nameOf = (root: string, id: string): string =>
    groups.length === 1 ? id : join(relative(terminal.folder, root), id)
  return new Map(
    groups.flatMap(({ root, plans }) => [...plans].map(([id, plan]) => [nameOf(root, id), plan] as const)),
  )
}

function ofBundle(paths: readonly string[], terminal: Terminal): ReadonlyMap<string, Plan> | number {
  const [path = '', ...others] = paths
  if (others.length > 0) return misuse(terminal, 'Name only one compiled plan.', 'print')
  const { text, fault } = readText(resolve(terminal.folder, path))
  const { bundle, faults } =
    text === undefined ? { faults: [fault], bundle: undefined } : decode(text, sha256)
  if (bundle !== undefined) return new Map(Object.entries(bundle.plans))
  for (const each of faults) terminal.tell(`${path}: ${each}`)
  return EXIT.findings
}
