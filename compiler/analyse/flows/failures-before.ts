// What has to fail before a target is called: a status of each fallback on the way that moves on to it.
import type { FallbackNode } from '../../../schemas/generated/types.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { hasStatus } from '../../plan/status-set.ts'
import type { PlanRoute } from '../routes.ts'

export interface FailureBefore {
  /** The target that is called before, the first of several. */
  readonly pointer: Pointer
  /** The fallback that moves on. */
  readonly fallback: Pointer
  /** Absent where the fallback has no status: its circuit must be open. */
  readonly status?: number
}

/** The first target of each fallback on the way that the target is not the first child of. */
export const failuresBefore = ({ steps }: PlanRoute): readonly FailureBefore[] =>
  steps.flatMap(({ node, pointer, child }) => {
    const [first] = node.children
    if (node.kind !== 'fallback' || child === 0 || first === undefined) return []
    const status = statusOf(node)
    return [{ pointer: pointer + first.path, fallback: pointer, ...(status === undefined ? {} : { status }) }]
  })

/** The usual ones first, and those of guards last. */
const statusOf = ({ onStatus }: FallbackNode): number | undefined =>
  [500, 503, 429, 502, 404, 400].find(status => hasStatus(onStatus, status)) ??
  onStatus.flat().toSorted((left, right) => right - left)[0]
