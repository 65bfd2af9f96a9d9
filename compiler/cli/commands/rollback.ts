// `portolan rollback`: pops what was promoted under a label, or one config of it.
import { rollBack, rollBackConfig } from '../../../runtime/control/releases/roll-back.ts'
import { type Command, usageError } from '../command.ts'
import { MOVE_HELP, MOVE_OPTIONS, moveWith } from '../store/move.ts'

export const rollbackCommand: Command = {
  usage: `[CONFIG | --to NUMBER] [--dry-run] [--label NAME]
                         [--store ADDRESS]`,
  help: `Reverts what was promoted last. Repeated roll-backs go further back, and none
returns to what was rolled back before; "portolan promote" does. With CONFIG,
only this config reverts, to its version that was live before. While a canary
is open, a roll-back ends it and changes nothing else; to revert a config that
the canary does not change, it ends the canary as well.
Configs, prompts and guardrails revert; keys and policies do not.

  --to NUMBER        revert to this release, which ends an open canary, too
  --dry-run          print what would change, and change nothing
${MOVE_HELP}`,
  options: { ...MOVE_OPTIONS, to: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  run: async ([config, ...others], values, terminal) => {
    const to = values['to'] === undefined ? undefined : Number(values['to'])
    if (others.length > 0 || (config !== undefined && to !== undefined))
      return usageError(terminal, 'Name one config, or a release with --to, or neither.', 'rollback')
    if (to !== undefined && !(Number.isInteger(to) && to > 0))
      return usageError(terminal, '--to must be the number of a release.', 'rollback')
    return await moveWith('rollback', values, terminal, (store, input) =>
      config === undefined ? rollBack(store, input, to) : rollBackConfig(store, input, config),
    )
  },
}
