// `portolan promote`: lets a label point at a release, or at a version of one config.
import {
  promoteCanary,
  promoteRelease,
  promoteVersion,
} from '../../../runtime/control/releases/move-label.ts'
import { type Command, usageError } from '../command.ts'
import { MOVE_HELP, MOVE_OPTIONS, moveLabel } from '../store/move.ts'

export const promoteCommand: Command = {
  name: 'promote',
  summary: 'let a label point at a release, or at a version of one config',
  usage: '[NUMBER | CONFIG@VERSION] [--percent NUMBER [--sticky KEY]] [--label NAME] [--store ADDRESS]',
  help: `Without an argument, the label points at the last release. With a number, at that one. With CONFIG@VERSION, one config is served as it
was in that version, and the others stay as they are. Runtimes that follow the label pick it up within two seconds.

  --percent NUMBER   let the release serve this part of the traffic, 1 to 99; promoting it without the option ends the split, and so
                     does "portolan rollback"
  --sticky KEY       calls with the same value of this metadata key stay on one side; others are drawn
${MOVE_HELP}`,
  options: { ...MOVE_OPTIONS, percent: { type: 'string' }, sticky: { type: 'string' } },
  run: async ([target, ...others], values, terminal) => {
    const single = /^([^@]+)@(\d+)$/.exec(target ?? '')
    const [, config = '', version] = single ?? []
    if (others.length > 0 || (target !== undefined && single === null && !/^\d+$/.test(target)))
      return usageError(
        terminal,
        'Name one release by its number, or one config as CONFIG@VERSION.',
        'promote',
      )
    const percent = values['percent'] === undefined ? undefined : Number(values['percent'])
    const sticky = values['sticky'] === undefined ? undefined : String(values['sticky'])
    if (percent !== undefined && !(Number.isInteger(percent) && percent >= 1 && percent <= 99))
      return usageError(terminal, '--percent must be an integer from 1 to 99.', 'promote')
    if (percent === undefined ? sticky !== undefined : target === undefined || version !== undefined)
      return usageError(
        terminal,
        'A part of the traffic needs the number of a release and --percent.',
        'promote',
      )
    if (percent !== undefined)
      return await moveLabel('promote', values, terminal, (store, input) =>
        promoteCanary(store, input, {
          release: Number(target),
          percent,
          ...(sticky === undefined ? {} : { sticky }),
        }),
      )
    return await moveLabel('promote', values, terminal, (store, input) =>
      version === undefined
        ? promoteRelease(store, input, target === undefined ? undefined : Number(target))
        : promoteVersion(store, input, config, Number(version)),
    )
  },
}
