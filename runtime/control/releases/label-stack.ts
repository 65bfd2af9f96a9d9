// What was promoted under a label, as a stack: a promotion pushes, a roll-back pops, and what was popped is in no lower place.
import type { ResourceStore } from '../core/resource-store.ts'
import type { Label, LabelStack, SelectedVersion, Selection } from './label.ts'
import { readVersionsOfConfig, type VersionsOfConfig, versionIn, withVersion } from './select-version.ts'

/** Selections that are stored below the live one. */
const MAX_BELOW = 50

export const withoutCanary = ({ canary: _, ...selection }: Selection): Selection => selection

const isSame = (one: object | undefined, other: object | undefined): boolean =>
  JSON.stringify(Object.entries(one ?? {}).sort()) === JSON.stringify(Object.entries(other ?? {}).sort())

const sameConfigs = (one: Selection, other: Selection): boolean =>
  one.release === other.release && isSame(one.configs, other.configs)

export const samePlans = (one: Selection, other: Selection): boolean =>
  sameConfigs(one, other) && isSame(one.canary, other.canary)

/** A canary that starts, changes or ends pushes nothing. */
export function pushSelection(stack: LabelStack | undefined, live: Selection): LabelStack {
  if (stack === undefined) return { live, below: [] }
  const below = sameConfigs(stack.live, live) ? stack.below : [withoutCanary(stack.live), ...stack.below]
  return { live, below: below.slice(0, MAX_BELOW) }
}

/** Undefined where nothing is left. Keys stay those of the newest release. */
export function popSelection({ live, below }: LabelStack): LabelStack | undefined {
  const at = below.findIndex(each => !sameConfigs(each, live))
  const next = below[at]
  if (next === undefined) return undefined
  // A roll-back from a release leaves it for good; one that stays on the release leaves its choice of versions.
  const isPopped = (each: Selection): boolean =>
    next.release === live.release ? sameConfigs(each, live) : each.release === live.release
  return {
    live: { ...next, keys: live.keys },
    below: below.slice(at + 1).filter(each => !isPopped(each)),
  }
}

/** Pops until a release is live. One that is not below takes the place of the live one. */
export function popToRelease({ live, below }: LabelStack, release: number): LabelStack {
  if (live.release === release) return { live: withoutCanary(live), below }
  const at = below.findIndex(each => each.release === release)
  const popped = new Set([live, ...below.slice(0, Math.max(at, 0))].map(each => each.release))
  return {
    live: { ...(below[at] ?? { release }), keys: Math.max(live.keys, release) },
    below: below.slice(at + 1).filter(each => !popped.has(each.release)),
  }
}

/** The version of a config that was live before the one in use. */
export function versionBefore(
  { live, below }: LabelStack,
  config: string,
  known: VersionsOfConfig,
): number | undefined {
  const current = versionIn(live, config, known)
  return below
    .map(each => versionIn(each, config, known))
    .find(version => version !== undefined && version !== current)
}

/** Replaces the version in use of a config, also in every lower place, so that no other roll-back brings it back. */
export function popVersion(
  { live, below }: LabelStack,
  config: string,
  selected: SelectedVersion,
  known: VersionsOfConfig,
): LabelStack {
  const popped = versionIn(live, config, known)
  const replace = (each: Selection): Selection =>
    versionIn(each, config, known) === popped ? withVersion(each, config, selected, known) : each
  return { live: replace(live), below: below.map(replace) }
}

/** The stack of a label; that of a label which an earlier version has moved last is computed from its history. */
export async function readStack(
  store: ResourceStore,
  project: string,
  { selection, below, history }: Label,
): Promise<LabelStack> {
  if (below !== undefined) return { live: selection, below }
  const [first = selection, ...moves] = [selection, ...history.map(move => move.selection)]
    .reverse()
    .map(withoutCanary)
  let stack: LabelStack = { live: first, below: [] }
  for (const next of moves) {
    const states = [stack.live, ...stack.below]
    const at = states.findIndex(each => sameConfigs(each, next))
    const changed = changedVersion(stack.live, next)
    if (at >= 0) stack = { live: next, below: states.slice(at + 1) }
    else if (changed === undefined) stack = pushSelection(stack, next)
    else {
      const known = await readVersionsOfConfig(store, project, changed.config, states)
      const isLower = (versionIn(stack.live, changed.config, known) ?? 0) > changed.selected.version
      stack = isLower
        ? popVersion(stack, changed.config, changed.selected, known)
        : pushSelection(stack, next)
    }
  }
  return { live: selection, below: stack.below }
}

/** The config that another selection of the same release takes from another version, if that is all the difference. */
function changedVersion(
  { release, configs = {} }: Selection,
  next: Selection,
): { readonly config: string; readonly selected: SelectedVersion } | undefined {
  const { configs: others = {} } = next
  const names = [...new Set([...Object.keys(configs), ...Object.keys(others)])]
  const [config, ...more] = names.filter(name => configs[name]?.version !== others[name]?.version)
  const selected = config === undefined ? undefined : others[config]
  return config === undefined || !selected || more.length > 0 || next.release !== release
    ? undefined
    : { config, selected }
}
