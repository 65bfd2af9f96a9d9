// `portolan print`: prints plans as trees.
import { printPlan } from '../../plan/print-plan.ts'
import { type Command, EXIT } from '../command.ts'
import { loadPlans } from '../load-plans.ts'

export const printCommand: Command = {
  name: 'print',
  summary: 'show plans as trees',
  usage: '[PROJECT | CONFIG | PLAN.json] [--config ID]',
  help: `Shows the optimised plans of a project, of standalone configs, or of a compiled plan.

  --config ID   only this config`,
  options: { config: { type: 'string' } },
  run: async (positionals, { config }, terminal) => {
    const plans = await loadPlans(positionals, config, 'print', terminal)
    if (typeof plans === 'number') return plans
    terminal.writeStdout(
      plans.map(({ id, plan }) => `${terminal.paint('place', id)}\n${printPlan(plan)}`).join('\n\n'),
    )
    return EXIT.clean
  },
}
