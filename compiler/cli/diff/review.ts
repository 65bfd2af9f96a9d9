// What a comparison with the live side leaves behind for the next step: a plan of its promotion, and flat JSON for Terraform.
import { resolve } from 'node:path'
import type { ProjectDiff } from '../../analyse/diff/project-diff.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { canaryOf, formatPromotionPlan } from '../store/promotion-plan.ts'
import type { Terminal } from '../terminal.ts'
import type { LiveSide } from './live-side.ts'
import type { LoadedSide } from './load-side.ts'
import { formatTests } from './side-tests.ts'

/** A sentence where the plan cannot be written. */
export function writePlan(
  path: string,
  { project, label, digest, selection }: LiveSide,
  after: LoadedSide,
  { folder }: Pick<Terminal, 'folder'>,
): string | undefined {
  if (after.digest === undefined)
    return 'A plan is of one whole project: name its folder, or a plan that was compiled of it.'
  const plan = { project, label, reviewed: after.digest, live: digest, canary: canaryOf(selection) }
  return writeAtomic(resolve(folder, path), formatPromotionPlan(plan))
}

/** The data source `external` of Terraform takes one object whose values are all texts. */
export const flatDiff = (
  { level, configs }: ProjectDiff,
  live: LiveSide,
  after: LoadedSide,
): Readonly<Record<string, string>> => ({
  differs: String(level !== undefined),
  level: level ?? '',
  configs: configs
    .filter(each => each.kind !== 'compared' || each.diff.level !== undefined)
    .map(({ id }) => id)
    .join(','),
  live_release: String(live.selection.release),
  live_digest: live.digest,
  digest: after.digest ?? '',
  ...(after.tests && { failing_tests: String(after.tests.failed), tests: formatTests(after.tests) }),
})
