// `portolan print`: prints plans as trees.
import { printPlan } from '../../plan/print-plan.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { chooseFormat, chooseFormatUsage, FORMAT_OPTION, findingsHelp } from '../formats/formats.ts'
import { loadPlans, NO_CONFIGS } from '../load-plans.ts'
import { printFindings } from '../print-diagnostics.ts'

const FORMS = ['pretty']

export const printCommand: Command = {
  usage: `[PROJECT | CONFIG | PLAN.json] [--config ID] ${FORMAT_OPTION}`,
  help: `Shows the optimised plans of a project, of standalone configs, or of a compiled plan.

  --config ID   only this config
  --format F    pretty (default): the trees;
${findingsHelp(14, FORMS)}`,
  options: { config: { type: 'string' }, format: { type: 'string', default: 'pretty' } },
  run: async (positionals, { config, format: written }, terminal) => {
    const format = chooseFormat(written, FORMS)
    if (format === undefined) return usageError(terminal, chooseFormatUsage(FORMS), 'print')
    const loaded = await loadPlans({ paths: positionals, wanted: config, command: 'print', format }, terminal)
    if (typeof loaded === 'number') return loaded
    if (format.form === undefined) return printFindings(loaded, format.findings, terminal)
    const { plans } = loaded
    if (plans.length === 0) {
      terminal.writeStderr(NO_CONFIGS)
      return EXIT.clean
    }
    terminal.writeStdout(
      plans
        .map(({ id, plan, gateway }) => `${terminal.paint('place', id)}\n${printPlan(plan, gateway)}`)
        .join('\n\n'),
    )
    return EXIT.clean
  },
}
