// What runs beside git: objects that were saved by API, and releases under the label that are not of the commit.

import { formatPlans } from '../../../runtime/control/releases/format-release.ts'
import type { Label } from '../../../runtime/control/releases/label.ts'
import type { Release } from '../../../runtime/control/releases/release.ts'
import type { SavedObject } from '../../../runtime/control/releases/saved-objects.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { printable, withoutControlsDeep } from '../../diagnostics/mask.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'

export interface LiveState {
  /** The address of the store, where findings are. */
  readonly store: string
  readonly objects: readonly SavedObject[]
  readonly labelName: string
  /** Absent if nothing was ever promoted. */
  readonly label: Label | undefined
  /** Those that the label takes anything from. */
  readonly releases: readonly Release[]
}

export interface GitState {
  /** With a plus where files differ from it. */
  readonly commit: string
  /** Of the bundle that the commit compiles to. */
  readonly digest: string
  /** Slugs that the manifest expects in the store. */
  readonly external: readonly string[]
}

export function findDrift(
  { store, objects, labelName, label, releases }: LiveState,
  git: GitState,
): readonly Diagnostic[] {
  const at = { source: { name: store, text: '' }, span: { start: 0, end: 0 } }
  const external = new Set(git.external)
  return [
    ...objects
      .filter(({ name }) => !external.has(name))
      .map(({ what, name, changed }) =>
        createDiagnostic(
          'saved-beside-git',
          at,
          `The ${what} "${printable(name)}" was saved by API${changed === undefined ? '' : `, and last changed ${changed}`}.`,
        ),
      ),
    ...(label === undefined
      ? [
          createDiagnostic(
            'live-of-no-release',
            at,
            `The label "${labelName}" points nowhere: no release of this project was promoted.`,
          ),
        ]
      : []),
    ...(label === undefined ? [] : releases.flatMap(release => ofRelease(release, label, git, at))),
  ]
}

function ofRelease(
  foreign: Release,
  label: Label,
  git: GitState,
  at: Diagnostic['location'],
): readonly Diagnostic[] {
  const { number, digest, pushed } = withoutControlsDeep(foreign)
  const { commit } = pushed
  const isClean = !git.commit.endsWith('+')
  // A commit that changes no plan pushes no release, so the release of an earlier one is what git has.
  if (isClean && digest === git.digest) return []
  const which = `Release ${number} (${digest.slice(0, 12)}), by ${printable(pushed.by)}, `
  const notes = { notes: [{ message: `The label points at ${formatPlans(label.selection)}.` }] }
  if (commit === undefined)
    return [createDiagnostic('live-without-commit', at, `${which}was pushed from no commit.`, notes)]
  const short = commit.slice(0, 12)
  if (commit.endsWith('+'))
    return [
      createDiagnostic(
        'live-of-uncommitted-changes',
        at,
        `${which}was pushed from ${short} with changes that were not committed.`,
        notes,
      ),
    ]
  const wanted = git.commit.replace(/\+$/, '')
  return commit === wanted
    ? []
    : [
        createDiagnostic(
          'live-of-other-commit',
          at,
          `${which}is of the commit ${short}, and this is ${printable(wanted.slice(0, 12))}.`,
          notes,
        ),
      ]
}
