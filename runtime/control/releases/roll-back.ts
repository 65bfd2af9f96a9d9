// Moves of a label that pop what was promoted: all of it, or one config. An open canary ends first.
import type { ResourceStore } from '../core/resource-store.ts'
import { type LabelStack, readLabel } from './label.ts'
import {
  popSelection,
  popToRelease,
  popVersion,
  readStack,
  versionBefore,
  withoutCanary,
} from './label-stack.ts'
import { type MoveInput, type MoveResult, moveLabel } from './move-label.ts'
import { readHead, readRelease } from './release.ts'
import { readVersionsOfConfig, selectVersion, versionIn } from './select-version.ts'

const refused = (reason: string): MoveResult => ({ kind: 'refused', reason })

/** The selection that was live before, or a release. While a canary is open, it ends, and nothing else changes. */
export async function rollBack(
  store: ResourceStore,
  input: MoveInput,
  release: number | undefined,
): Promise<MoveResult> {
  const { project, label: name } = input
  const label = await readLabel(store, project, name)
  if (label === undefined)
    return refused(`The label "${name}" points to no release: there is nothing to revert to.`)
  if (release !== undefined && (await readRelease(store, project, release)) === undefined) {
    const { latest } = await readHead(store, project)
    return refused(`There is no release ${release} of "${project}"; the last is ${latest}.`)
  }
  const stack = await readStack(store, project, label)
  const to =
    release !== undefined
      ? popToRelease(stack, release)
      : stack.live.canary !== undefined
        ? endCanary(stack)
        : popSelection(stack)
  if (to !== undefined) return await moveLabel(store, input, label, to)
  const { release: live } = stack.live
  const first = label.history.at(-1)?.selection.release ?? live
  return refused(
    first === live
      ? `Nothing was live under the label "${name}" before release ${live}: there is nothing to revert to.`
      : `There is nothing to revert to: releases that were live under the label "${name}" before release ${live} were rolled back.`,
  )
}

const endCanary = ({ live, below }: LabelStack): LabelStack => ({ live: withoutCanary(live), below })

/** The version of one config that was live before. A canary with another version of it ends, and nothing else changes. */
export async function rollBackConfig(
  store: ResourceStore,
  input: MoveInput,
  config: string,
): Promise<MoveResult> {
  const { project, label: name } = input
  const label = await readLabel(store, project, name)
  const lacking = refused(`The label "${name}" has no config "${config}".`)
  if (label === undefined) return lacking
  const stack = await readStack(store, project, label)
  const { live, below } = stack
  const known = await readVersionsOfConfig(store, project, config, [
    ...(live.canary === undefined ? [] : [live.canary]),
    live,
    ...below,
  ])
  const version = versionIn(live, config, known)
  if (version === undefined) return lacking
  const ended = endCanary(stack)
  if ((known.get(live.canary?.release ?? 0) ?? version) !== version)
    return await moveLabel(store, input, label, ended)
  const before = versionBefore(ended, config, known)
  const selected = before === undefined ? undefined : await selectVersion(store, project, config, before)
  return selected === undefined
    ? refused(
        `No other version of the config "${config}" was live under the label "${name}" before ${config}@${version}: there is nothing to revert to.`,
      )
    : await moveLabel(store, input, label, popVersion(ended, config, selected, known))
}
