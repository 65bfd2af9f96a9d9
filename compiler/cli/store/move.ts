// What promote and rollback share: options, and the outcome of a move in words.
import { LIVE } from '../../../runtime/control/releases/label.ts'
import type { MoveInput, MoveResult } from '../../../runtime/control/releases/move-label.ts'
import type { ResourceStore } from '../../../runtime/control/resource-store.ts'
import { createSigner } from '../../../runtime/stores/signing-keys.ts'
import { EXIT, type OptionValues } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { formatProvenance, formatSelection } from './format-release.ts'
import { PROVENANCE_HELP, PROVENANCE_OPTIONS, provenance } from './provenance.ts'
import { readSigningKey, SIGNING_HELP, SIGNING_OPTIONS } from './signing.ts'
import { STORE_HELP, STORE_OPTIONS, useStore } from './use-store.ts'

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

export const moveLabel = (
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
    })
    const isDone = result.kind === 'moved' || result.kind === 'unchanged'
    if (isJson) terminal.writeStdout(JSON.stringify(result))
    else if (isDone) terminal.writeStdout(describe(result, label))
    else terminal.writeStderr(describe(result, label))
    return isDone ? EXIT.clean : EXIT.findings
  })

function describe(result: MoveResult, label: string): string {
  switch (result.kind) {
    case 'refused':
      return result.reason
    case 'unchanged':
      return `The label ${label} already points at ${formatSelection(result.to)}.`
    case 'overtaken':
      return `Nothing was moved: the label ${label} was moved meanwhile${result.by === undefined ? '' : ` to ${formatSelection(result.by.selection)}, ${formatProvenance(result.by.moved)}`}.`
    case 'moved':
      return `The label ${label} points at ${formatSelection(result.to)}${result.from === undefined ? '' : `; before: ${formatSelection(result.from)}`}.`
  }
}
