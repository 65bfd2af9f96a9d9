// Moves of a label that push what was promoted: a release, a version of one config, or a part of the traffic.
import type { ResourceStore, ResourceWrite } from '../core/resource-store.ts'
import type { StatementSigner } from '../core/signature.ts'
import {
  type CanarySelection,
  type Label,
  type LabelStack,
  labelId,
  labelValue,
  nextMove,
  readLabel,
  type Selection,
} from './label.ts'
import { pushSelection, readStack, samePlans } from './label-stack.ts'
import { type Provenance, readHead, readRelease } from './release.ts'
import { RELEASE_LABEL } from './release-kinds.ts'
import { readVersionsOfConfig, selectVersion, withVersion } from './select-version.ts'
import { labelStatement } from './statement.ts'

export interface MoveInput {
  readonly project: string
  readonly label: string
  readonly moved: Provenance
  readonly signer?: StatementSigner
  /** Nothing is written; the result is `planned` in place of `moved`. */
  readonly isDry?: boolean
  /** The revision of the label that the move was decided on; absent: whatever it is. */
  readonly replaces?: number
}

export type MoveResult =
  | {
      readonly kind: 'moved' | 'planned'
      readonly from: Selection | undefined
      readonly to: Selection
    }
  | { readonly kind: 'unchanged'; readonly to: Selection }
  /** A sentence names what does not exist. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The label has been moved meanwhile. */
  | { readonly kind: 'overtaken'; readonly by: Label | undefined }

/** All configs as they are in a release; the last one if none is named. */
export async function promoteRelease(
  store: ResourceStore,
  input: MoveInput,
  number: number | undefined,
): Promise<MoveResult> {
  const { project } = input
  const { latest } = await readHead(store, project)
  if (latest === 0) return { kind: 'refused', reason: `The store has no release of "${project}".` }
  const target = number ?? latest
  if ((await readRelease(store, project, target)) === undefined)
    return {
      kind: 'refused',
      reason: `There is no release ${target} of "${project}"; the last is ${latest}.`,
    }
  const label = await readLabel(store, project, input.label)
  return await promote(store, input, label, selectionOf(target, label))
}

/** A release as it was pushed, with the newest keys. */
export const selectionOf = (release: number, label: Label | undefined): Selection => ({
  release,
  keys: Math.max(release, label?.selection.keys ?? 0),
})

/** A part of the traffic of all configs that differ in a release; the rest stays where the label points. */
export async function promoteCanary(
  store: ResourceStore,
  input: MoveInput,
  canary: CanarySelection,
): Promise<MoveResult> {
  const { project } = input
  const label = await readLabel(store, project, input.label)
  if (label === undefined) return pointsNowhere(input)
  if ((await readRelease(store, project, canary.release)) === undefined)
    return { kind: 'refused', reason: `There is no release ${canary.release} of "${project}".` }
  return await promote(store, input, label, { ...label.selection, canary })
}

/** One config as it is in one of its versions; the others stay. */
export async function promoteVersion(
  store: ResourceStore,
  input: MoveInput,
  config: string,
  version: number,
): Promise<MoveResult> {
  const { project } = input
  const label = await readLabel(store, project, input.label)
  if (label === undefined) return pointsNowhere(input)
  const selected = await selectVersion(store, project, config, version)
  if (selected === undefined)
    return { kind: 'refused', reason: `Config "${config}" has no version ${version}.` }
  const { selection } = label
  const known = await readVersionsOfConfig(store, project, config, [selection])
  return await promote(store, input, label, withVersion(selection, config, selected, known))
}

const pointsNowhere = ({ label }: MoveInput): MoveResult => ({
  kind: 'refused',
  reason: `The label "${label}" points nowhere: promote a release first.`,
})

async function promote(
  store: ResourceStore,
  input: MoveInput,
  label: Label | undefined,
  to: Selection,
): Promise<MoveResult> {
  const stack = label && (await readStack(store, input.project, label))
  return await moveLabel(store, input, label, pushSelection(stack, to))
}

/** Writes the stack, unless another move came first. */
export async function moveLabel(
  store: ResourceStore,
  input: MoveInput,
  label: Label | undefined,
  to: LabelStack,
): Promise<MoveResult> {
  const { project, label: name, signer } = input
  if (input.replaces !== undefined && label?.revision !== input.replaces)
    return { kind: 'overtaken', by: label }
  const from = label?.selection
  const signature = signer?.sign(labelStatement(project, name, { ...label, selection: to.live }))
  // Signatures of Ed25519 do not vary: another one is of another key, or of something else.
  const isSigned = signature === undefined || label?.signature?.value === signature.value
  if (from !== undefined && samePlans(from, to.live) && from.keys === to.live.keys && isSigned)
    return { kind: 'unchanged', to: to.live }
  if (input.isDry === true) return { kind: 'planned', from, to: to.live }
  const { conflict } = await store.commit({ writes: [labelWrite(input, label, to)] })
  return conflict === undefined
    ? { kind: 'moved', from, to: to.live }
    : { kind: 'overtaken', by: await readLabel(store, project, name) }
}

export const labelWrite = (
  { project, label: name, moved, signer }: MoveInput,
  label: Label | undefined,
  to: LabelStack,
): ResourceWrite => ({
  kind: RELEASE_LABEL,
  id: labelId(project, name),
  value: labelValue(
    to,
    moved,
    label,
    signer?.sign(labelStatement(project, name, { selection: to.live, move: nextMove(label) })),
  ),
  expects: label?.revision ?? 'absent',
})
