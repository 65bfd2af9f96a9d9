// What promote and rollback share: options, and the outcome of a move in words.

import type { ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import {
  formatPlans,
  formatProvenance,
  formatSelection,
} from '../../../runtime/control/releases/format-release.ts'
import { LIVE, type Selection } from '../../../runtime/control/releases/label.ts'
import { samePlans, withoutCanary } from '../../../runtime/control/releases/label-stack.ts'
import type { MoveInput, MoveResult } from '../../../runtime/control/releases/move-label.ts'
import { createSigner } from '../../../runtime/stores/signing-keys.ts'
import { EXIT, type OptionValues } from '../command.ts'
import { writeText } from '../layout/fit-text.ts'
import type { Terminal } from '../terminal.ts'
import { PROVENANCE_HELP, PROVENANCE_OPTIONS, provenance } from './provenance.ts'
import { readSigningKey, SIGNING_HELP, SIGNING_OPTIONS } from './signing.ts'
import { STORE_HELP, STORE_OPTIONS } from './store-options.ts'
import { useStore } from './use-store.ts'

export const MOVE_OPTIONS = {
  ...STORE_OPTIONS,
  ...PROVENANCE_OPTIONS,
  ...SIGNING_OPTIONS,
  label: { type: 'string', default: LIVE },
} as const

export const MOVE_HELP = `  --label NAME       the label to move; default ${LIVE}
${PROVENANCE_HELP}
${SIGNING_HELP}
${STORE_HELP}`

type Move = (store: ResourceStore, input: MoveInput) => Promise<MoveResult>

export const moveWith = (
  name: string,
  values: OptionValues,
  terminal: Terminal,
  move: Move,
): Promise<number> =>
  useStore({ name, values, terminal }, async (store, project, isJson) => {
    const label = String(values['label'])
    const signingKey = readSigningKey(values, terminal)
    const result = await move(store, {
      project,
      label,
      moved: provenance(values, false, terminal),
      ...(signingKey === undefined ? {} : { signer: createSigner(signingKey) }),
      isDry: values['dry-run'] === true,
    })
    const isDone = result.kind !== 'refused' && result.kind !== 'overtaken'
    if (isJson) terminal.writeStdout(JSON.stringify(result))
    else if (isDone) writeText(terminal, describe(result, label, name))
    else terminal.writeStderr(describe(result, label, name))
    return isDone ? EXIT.clean : EXIT.findings
  })

function describe(result: MoveResult, label: string, command: string): string {
  switch (result.kind) {
    case 'refused':
      return result.reason
    case 'unchanged':
      return `The label ${label} already points at ${formatSelection(result.to)}.`
    case 'overtaken':
      return `Nothing was moved: the label ${label} was moved meanwhile${result.by === undefined ? '' : ` to ${formatSelection(result.by.selection)}, ${formatProvenance(result.by.moved)}`}.`
    case 'planned':
    case 'moved': {
      const { kind, from, to } = result
      if (command !== 'rollback' || from === undefined)
        return `The label ${label} points at ${formatSelection(to)}${from === undefined ? '' : `; before: ${formatSelection(from)}`}.`
      return describeRollback(from, to, label, kind === 'planned')
    }
  }
}

/** From what to what; what has not happened yet is in the conditional. */
function describeRollback(from: Selection, to: Selection, label: string, isPlanned: boolean): string {
  const { canary } = from
  const ended =
    canary === undefined
      ? []
      : [
          `The canary of release ${canary.release} (${canary.percent} %) ${isPlanned ? 'would end' : 'has ended'}.`,
        ]
  const moved = samePlans(withoutCanary(from), to)
    ? [
        `The label ${label} ${isPlanned ? 'would stay' : 'stays'} at ${formatSelection(to)}; ${isPlanned ? 'the next roll-back reverts' : 'roll back again to revert'} that.`,
      ]
    : [
        `The label ${label} ${isPlanned ? 'would move' : 'moved'} from ${formatPlans(withoutCanary(from))} to ${formatSelection(to)}.`,
      ]
  return [...ended, ...moved, ...(isPlanned ? ['Nothing was moved.'] : [])].join(' ')
}
