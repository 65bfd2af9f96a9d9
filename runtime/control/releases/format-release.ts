// Releases, labels and moves as people read them.

import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Label, Selection } from './label.ts'
import type { Provenance, Release } from './release.ts'

const MAX_NAMED = 8

/** `chat@7, fast@2 and 3 more`. */
function formatNames(names: readonly string[], total = names.length): string {
  const shown = names.slice(0, MAX_NAMED)
  const more = total - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** `changed chat@7; removed old`. */
export function formatChanges({ changed, removed }: Pick<Release, 'changed' | 'removed'>): string {
  const parts = [
    ...(changed.length === 0 ? [] : [`changed ${formatNames(changed)}`]),
    ...(removed.length === 0 ? [] : [`removed ${formatNames(removed)}`]),
  ]
  return parts.length === 0 ? 'no config changed' : parts.join('; ')
}

/** `2026-01-31 12:00 by ann, commit 0123456789ab: why`. */
export function formatProvenance({ by, at, commit, message }: Provenance): string {
  const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  const of = commit === undefined ? '' : `, commit ${commit.slice(0, 12)}${commit.endsWith('+') ? '+' : ''}`
  return `${when} UTC by ${by}${of}${message === undefined ? '' : `: ${message}`}`
}

/** `release 12`, `release 12 with chat@6`, `release 12, release 13 for 10 %`. */
export function formatPlans({ release, configs = {}, canary }: Selection): string {
  const single = Object.entries(configs).map(([id, selected]) =>
    selected === null ? `without ${id}` : `${id}@${selected.version}`,
  )
  return [
    `release ${release}${single.length === 0 ? '' : ` with ${formatNames(single)}`}`,
    ...(canary === undefined
      ? []
      : [
          canary.percent === 0
            ? `compared with release ${canary.release}`
            : `release ${canary.release} for ${canary.percent} %${canary.sticky === undefined ? '' : ` by metadata.${canary.sticky}`}`,
        ]),
  ].join(', ')
}

/** `release 12, with the keys of release 13`. */
export const formatSelection = (selection: Selection): string =>
  `${formatPlans(selection)}${selection.keys === selection.release ? '' : `, with the keys of release ${selection.keys}`}`

/** One line of the history. */
export const formatRelease = (release: Release, labels: readonly string[]): string =>
  [
    `${String(release.number).padStart(4)}  ${release.digest.slice(0, 12)}  ${formatProvenance(release.pushed)}`,
    `      ${pluralize(release.configs, 'config')}, ${formatChanges(release)}${labels.length === 0 ? '' : `  (${labels.join(', ')})`}`,
  ].join('\n')

export const formatLabel = (name: string, { selection, moved }: Label): string =>
  `${name}: ${formatSelection(selection)}, since ${formatProvenance(moved)}`
