// What has to fail before a target is called: a status of each fallback on the way that moves on to it.
import type { ErrorKind, FallbackNode } from '../../../schemas/generated/types.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { hasStatus } from '../../plan/status-set.ts'
import type { PlanRoute } from '../routes.ts'

export interface FailureBefore {
  /** The target that is called before, the first of several. */
  readonly pointer: Pointer
  /** The fallback that moves on. */
  readonly fallback: Pointer
  /** Absent where no reply triggers the fallback: its circuit must be open. */
  readonly status?: number
  /** The kind of the error, where the status alone does not trigger the fallback. */
  readonly error?: ErrorKind
}

/** The first target of each fallback on the way that the target is not the first child of. */
export const failuresBefore = ({ steps }: PlanRoute): readonly FailureBefore[] =>
  steps.flatMap(({ node, pointer, child }) => {
    const [first] = node.children
    if (node.kind !== 'fallback' || child === 0 || first === undefined) return []
    return [{ pointer: pointer + first.path, fallback: pointer, ...triggerOf(node) }]
  })

/** The usual ones first, and those of guards last. */
function triggerOf({ onStatus, onErrors }: FallbackNode): Pick<FailureBefore, 'status' | 'error'> {
  const status =
    [500, 503, 429, 502, 404, 400].find(each => hasStatus(onStatus, each)) ??
    onStatus.flat().toSorted((left, right) => right - left)[0]
  if (status !== undefined) return { status }
  const [error] = onErrors ?? []
  return error === undefined ? {} : { status: error === 'connection' ? 502 : 400, error }
}
