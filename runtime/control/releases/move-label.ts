// Moves of a label: to a release (promote), to a version of one config, and back.
import { asCount, asText } from '../../../schemas/values/json.ts'
import type { ResourceStore } from '../resource-store.ts'
import {
  type CanarySelection,
  type Label,
  labelId,
  labelValue,
  readLabel,
  type SelectedVersion,
  type Selection,
} from './label.ts'
import { readVersions } from './push-release.ts'
import { type Provenance, readHead, readRelease, versionId } from './release.ts'
import { labelStatement, type StatementSigner } from './statement.ts'

export interface MoveInput {
  readonly project: string
  readonly label: string
  readonly moved: Provenance
  readonly signer?: StatementSigner
}

export type MoveResult =
  | { readonly kind: 'moved'; readonly from: Selection | undefined; readonly to: Selection }
  | { readonly kind: 'unchanged'; readonly to: Selection }
  /** A sentence says what does not exist. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Somebody else has moved the label meanwhile. */
  | { readonly kind: 'overtaken'; readonly by: Label | undefined }

/** All configs as they are in a release; the last one where none is named. */
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
  return await move(store, input, label, {
    release: target,
    keys: Math.max(target, label?.selection.keys ?? 0),
  })
}

/** A part of the traffic of all configs that differ in a release; the rest stays where the label points. */
export async function promoteCanary(
  store: ResourceStore,
  input: MoveInput,
  canary: CanarySelection,
): Promise<MoveResult> {
  const { project } = input
  const label = await readLabel(store, project, input.label)
  if (label === undefined)
    return { kind: 'refused', reason: `The label "${input.label}" points nowhere: promote a release first.` }
  if ((await readRelease(store, project, canary.release)) === undefined)
    return { kind: 'refused', reason: `There is no release ${canary.release} of "${project}".` }
  return await move(store, input, label, { ...label.selection, canary })
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
  if (label === undefined)
    return { kind: 'refused', reason: `The label "${input.label}" points nowhere: promote a release first.` }
  const selected = await selectVersion(store, project, config, version)
  if (selected === undefined)
    return { kind: 'refused', reason: `There is no version ${version} of the config "${config}".` }
  const { selection } = label
  return await move(store, input, label, {
    ...selection,
    configs: { ...selection.configs, [config]: selected },
  })
}

export async function selectVersion(
  store: ResourceStore,
  project: string,
  config: string,
  version: number,
): Promise<SelectedVersion | undefined> {
  const found = await store.read('release-config', versionId(project, config, version))
  const release = asCount(found?.value['release'])
  const digest = asText(found?.value['digest'])
  return release === undefined || digest === undefined ? undefined : { version, release, digest }
}

/** Back to where the label pointed before the last move, or to a release. Keys stay those of the newest. */
export async function rollBack(
  store: ResourceStore,
  input: MoveInput,
  number: number | undefined,
): Promise<MoveResult> {
  if (number !== undefined) return await promoteRelease(store, input, number)
  const label = await readLabel(store, input.project, input.label)
  const before = label && beforeRollBacks(label)
  if (label === undefined || before === undefined)
    return {
      kind: 'refused',
      reason: `The label "${input.label}" has not been moved: there is nothing to go back to.`,
    }
  return await move(store, input, label, { ...before, keys: label.selection.keys })
}

/** The last selection that differs from today's and was in use before it, so that a second roll-back goes further back. */
function beforeRollBacks({ selection, history }: Label): Selection | undefined {
  const isCurrent = (other: Selection): boolean => samePlans(other, selection)
  const first = history.findLastIndex(move => isCurrent(move.selection))
  return history.slice(first + 1).find(move => !isCurrent(move.selection))?.selection
}

const samePlans = (one: Selection, other: Selection): boolean =>
  one.release === other.release &&
  JSON.stringify(Object.entries(one.configs ?? {}).sort()) ===
    JSON.stringify(Object.entries(other.configs ?? {}).sort()) &&
  JSON.stringify(Object.entries(one.canary ?? {}).sort()) ===
    JSON.stringify(Object.entries(other.canary ?? {}).sort())

/** The version of one config before the one in use. */
export async function rollBackConfig(
  store: ResourceStore,
  input: MoveInput,
  config: string,
): Promise<MoveResult> {
  const label = await readLabel(store, input.project, input.label)
  const current = label && (await versionInUse(store, input.project, label.selection, config))
  if (current === undefined)
    return { kind: 'refused', reason: `The label "${input.label}" has no config "${config}".` }
  if (current.version === 1)
    return {
      kind: 'refused',
      reason: `Version 1 of the config "${config}" is the first: there is nothing to go back to.`,
    }
  return await promoteVersion(store, input, config, current.version - 1)
}

/** The version of a config under a selection. */
export async function versionInUse(
  store: ResourceStore,
  project: string,
  { release, configs = {} }: Selection,
  config: string,
): Promise<SelectedVersion | undefined> {
  if (Object.hasOwn(configs, config)) return configs[config] ?? undefined
  const found = await readRelease(store, project, release)
  const versions = found && (await readVersions(store, found))
  const known = versions && Object.hasOwn(versions, config) ? versions[config] : undefined
  return known === undefined || known.removed === true
    ? undefined
    : await selectVersion(store, project, config, known.version)
}

async function move(
  store: ResourceStore,
  { project, label: name, moved, signer }: MoveInput,
  label: Label | undefined,
  to: Selection,
): Promise<MoveResult> {
  const from = label?.selection
  const signature = signer?.sign(labelStatement(project, name, to))
  // Signatures of Ed25519 do not vary: another one is of another key, or of something else.
  const isSigned = signature === undefined || label?.signature?.value === signature.value
  if (from !== undefined && samePlans(from, to) && from.keys === to.keys && isSigned)
    return { kind: 'unchanged', to }
  const { conflict } = await store.commit({
    writes: [
      {
        kind: 'label',
        id: labelId(project, name),
        value: labelValue(to, moved, label, signature),
        expects: label?.revision ?? 'absent',
      },
    ],
  })
  return conflict === undefined
    ? { kind: 'moved', from, to }
    : { kind: 'overtaken', by: await readLabel(store, project, name) }
}
