// `portolan promote`: lets a label point at a release, or at a version of one config.
import { promoteRelease, promoteVersion } from '../../../runtime/control/releases/move-label.ts'
import { type Command, usageError } from '../command.ts'
import { MOVE_HELP, MOVE_OPTIONS, moveLabel } from '../store/move.ts'

export const promoteCommand: Command = {
  name: 'promote',
  summary: 'let a label point at a release, or at a version of one config',
  usage: '[NUMBER | CONFIG@VERSION] [--label NAME] [--store ADDRESS]',
  help: `Without an argument, the label points at the last release. With a number, at that one. With CONFIG@VERSION, one config is served as it
was in that version, and the others stay as they are. Runtimes that follow the label pick it up within two seconds.

${MOVE_HELP}`,
  options: MOVE_OPTIONS,
  run: async ([target, ...others], values, terminal) => {
    const single = /^([^@]+)@(\d+)$/.exec(target ?? '')
    const [, config = '', version] = single ?? []
    if (others.length > 0 || (target !== undefined && single === null && !/^\d+$/.test(target)))
      return usageError(
        terminal,
        'Name one release by its number, or one config as CONFIG@VERSION.',
        'promote',
      )
    return await moveLabel('promote', values, terminal, (store, input) =>
      version === undefined
        ? promoteRelease(store, input, target === undefined ? undefined : Number(target))
        : promoteVersion(store, input, config, Number(version)),
    )
  },
}
