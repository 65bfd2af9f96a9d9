// `portolan print`: plans as people read them.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plan } from '../../../schemas/generated/types.ts'
import { suggest } from '../../diagnostics/suggest.ts'
import { decode } from '../../plan/decode.ts'
import { print as printPlan } from '../../plan/print.ts'
import { type Command, EXIT, misuse } from '../command.ts'
import { compileGroups, sha256 } from '../compile-groups.ts'
import { report } from '../report.ts'
import type { Terminal } from '../terminal.ts'

export const print: Command = {
  name: 'print',
  summary: 'show plans as trees',
  usage: '[PROJECT | CONFIG | PLAN.json] [--config ID]',
  help: `Shows what the optimiser made of the configs of a project, of lone configs, or of a compiled plan.

  --config ID   only this config`,
  options: { config: { type: 'string' } },
  run: async (positionals, { config }, terminal) => {
    const [path] = positionals
    const plans = path?.endsWith('.plan.json')
      ? ofBundle(path, terminal)
      : await ofSources(positionals, terminal)
    if (typeof plans === 'number') return plans
    const wanted = typeof config === 'string' ? config : undefined
    if (wanted !== undefined && !plans.has(wanted)) {
      const near = suggest(wanted, plans.keys())[0]
      return misuse(
        terminal,
        `There is no config "${wanted}".${near ? ` Did you mean "${near}"?` : ''}`,
        'print',
      )
    }
    const shown = [...plans].filter(([id]) => wanted === undefined || id === wanted)
    terminal.out(shown.map(([id, plan]) => `${terminal.paint('place', id)}\n${printPlan(plan)}`).join('\n'))
    return EXIT.clean
  },
}

async function ofSources(
  patterns: readonly string[],
  terminal: Terminal,
): Promise<ReadonlyMap<string, Plan> | number> {
  const { groups, diagnostics, unknown, configs } = await compileGroups(patterns, terminal)
  if (unknown.length > 0)
    return misuse(terminal, `No config, folder or glob: ${unknown.join(', ')}.`, 'print')
  const errors = diagnostics.filter(diagnostic => diagnostic.severity === 'error')
  if (errors.length > 0) {
    report(errors, configs, 'pretty', terminal)
    return EXIT.findings
  }
  return new Map(groups.flatMap(group => [...group.plans]))
}

function ofBundle(path: string, terminal: Terminal): ReadonlyMap<string, Plan> | number {
  let text: string
  try {
    text = readFileSync(resolve(terminal.folder, path), 'utf8')
  } catch {
    return misuse(terminal, `The plan ${path} cannot be read.`, 'print')
  }
  const { bundle, faults } = decode(text, sha256)
  if (bundle !== undefined) return new Map(Object.entries(bundle.plans))
  for (const fault of faults) terminal.tell(`${path}: ${fault}`)
  return EXIT.findings
}
