// `portolan rollback`: lets a label point at what it pointed at before.
import { rollBack, rollBackConfig } from '../../../runtime/control/releases/move-label.ts'
import { type Command, usageError } from '../command.ts'
import { MOVE_HELP, MOVE_OPTIONS, moveLabel } from '../store/move.ts'

export const rollbackCommand: Command = {
  name: 'rollback',
  summary: 'go back to the release before, or to the version of one config before',
  usage: '[CONFIG] [--to NUMBER] [--label NAME] [--store ADDRESS]',
  help: `Moves configs and guardrails back; keys never: one that has been removed since stays removed. A second roll-back goes further back.

  --to NUMBER        go back to this release
${MOVE_HELP}`,
  options: { ...MOVE_OPTIONS, to: { type: 'string' } },
  run: async ([config, ...others], values, terminal) => {
    const to = values['to'] === undefined ? undefined : Number(values['to'])
    if (others.length > 0 || (config !== undefined && to !== undefined))
      return usageError(terminal, 'Name one config, or a release with --to, or neither.', 'rollback')
    if (to !== undefined && !(Number.isInteger(to) && to > 0))
      return usageError(terminal, '--to must be the number of a release.', 'rollback')
    return await moveLabel('rollback', values, terminal, (store, input) =>
      config === undefined ? rollBack(store, input, to) : rollBackConfig(store, input, config),
    )
  },
}
