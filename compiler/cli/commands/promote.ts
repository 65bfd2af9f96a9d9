// `portolan promote`: moves a label to a release, or to a version of one config.

import { readLabel } from '../../../runtime/control/releases/label.ts'
import {
  promoteCanary,
  promoteRelease,
  promoteVersion,
} from '../../../runtime/control/releases/move-label.ts'
import { type Command, EXIT, type OptionValues, usageError } from '../command.ts'
import { MOVE_HELP, MOVE_OPTIONS, moveWith } from '../store/move.ts'
import { plannedRelease, readPromotionPlan } from '../store/promotion-plan.ts'
import type { Terminal } from '../terminal.ts'

export const promoteCommand: Command = {
  usage: `[NUMBER | CONFIG@VERSION] [--plan FILE]
                        [--percent NUMBER [--sticky KEY]]
                        [--label NAME] [--store ADDRESS]`,
  help: `Moves the label to a release; without an argument, to the last one. With
CONFIG@VERSION, one config is served as in that version, and the others stay.
Runtimes that follow the label load it within two seconds.

  --plan FILE        promote what was reviewed, as "portolan diff --live --plan
                     FILE" wrote it: refused unless a release has exactly that
                     digest, and the label still serves what it served then.
                     The project and the label are those of the plan
  --percent NUMBER   serve a part of the traffic from the release, 0 to 99: a
                     canary. With 0, its decisions are only compared with those
                     in use, in the log and in portolan_canary_decisions_total.
                     Promoting it without the option ends the canary, and so
                     does "portolan rollback"
  --sticky KEY       send calls with the same value of this metadata key to the
                     same side; other calls are sampled
${MOVE_HELP}`,
  options: {
    ...MOVE_OPTIONS,
    percent: { type: 'string' },
    sticky: { type: 'string' },
    plan: { type: 'string' },
  },
  run: async ([target, ...others], values, terminal) => {
    const single = /^([^@]+)@(\d+)$/.exec(target ?? '')
    const [, config = '', version] = single ?? []
    if (others.length > 0 || (target !== undefined && single === null && !/^\d+$/.test(target)))
      return usageError(
        terminal,
        'Name one release by its number, or one config as CONFIG@VERSION.',
        'promote',
      )
    if (values['plan'] !== undefined) {
      if (version !== undefined || values['percent'] !== undefined || values['sticky'] !== undefined)
        return usageError(terminal, '--plan promotes a whole release, to all of the traffic.', 'promote')
      return await promotePlan(
        String(values['plan']),
        target === undefined ? undefined : Number(target),
        values,
        terminal,
      )
    }
    const percent = values['percent'] === undefined ? undefined : Number(values['percent'])
    const sticky = values['sticky'] === undefined ? undefined : String(values['sticky'])
    if (percent !== undefined && !(Number.isInteger(percent) && percent >= 0 && percent <= 99))
      return usageError(terminal, '--percent must be an integer from 0 to 99.', 'promote')
    if (percent === undefined ? sticky !== undefined : target === undefined || version !== undefined)
      return usageError(
        terminal,
        'A part of the traffic needs the number of a release and --percent.',
        'promote',
      )
    if (percent !== undefined)
      return await moveWith('promote', values, terminal, (store, input) =>
        promoteCanary(store, input, {
          release: Number(target),
          percent,
          ...(sticky === undefined ? {} : { sticky }),
        }),
      )
    return await moveWith('promote', values, terminal, (store, input) =>
      version === undefined
        ? promoteRelease(store, input, target === undefined ? undefined : Number(target))
        : promoteVersion(store, input, config, Number(version)),
    )
  },
}

/** Moves nothing unless all is as it was in review; a move that comes in between is a conflict of the write. */
async function promotePlan(
  path: string,
  number: number | undefined,
  values: OptionValues,
  terminal: Terminal,
): Promise<number> {
  const plan = readPromotionPlan(path, terminal)
  if (typeof plan === 'string') {
    terminal.writeStderr(plan)
    return EXIT.findings
  }
  const { project, label: name } = plan
  return await moveWith('promote', { ...values, project, label: name }, terminal, async (store, input) => {
    const label = await readLabel(store, project, name)
    const release = await plannedRelease(store, plan, label, number)
    if (typeof release === 'string') return { kind: 'refused', reason: release }
    return await promoteRelease(
      store,
      { ...input, ...(label === undefined ? {} : { replaces: label.revision }) },
      release.number,
    )
  })
}
