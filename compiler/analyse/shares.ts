// The expected shares of the targets while all of them are healthy and nothing is cached: the weights, on the conditions that
// a request meets.
import type { Pointer } from '../../schemas/values/pointer.ts'
import type { PlanRoute } from './routes.ts'

/** A choice by conditions on the way to a target. */
export interface ChosenBy {
  /** The position of the choice. */
  readonly pointer: Pointer
  /** The index of the child that leads to the target. */
  readonly child: number
  /** The indexes of the steps that lead on, in order: a request matches the first that holds. */
  readonly steps: readonly number[]
  /** Whether requests that match no step take this way. */
  readonly isDefault: boolean
}

export interface TargetShare {
  readonly pointer: Pointer
  /** Of the requests that meet the conditions; 0 for a target that is called only after failures. */
  readonly share: number
  readonly when: readonly ChosenBy[]
}

export const sharesOf = (routes: readonly PlanRoute[]): readonly TargetShare[] => routes.map(shareOf)

function shareOf({ pointer, steps }: PlanRoute): TargetShare {
  let share = 1
  const when: ChosenBy[] = []
  for (const { node, pointer: at, child } of steps) {
    if (node.kind === 'fallback' && child > 0) share = 0
    if (node.kind === 'loadbalance') share *= weightShare(node.draw.weights, child)
    if (node.kind === 'conditional')
      when.push({
        pointer: at,
        child,
        steps: node.steps.flatMap((step, index) => (leadsTo(step, child) ? [index] : [])),
        isDefault: node.otherwise === child,
      })
  }
  return { pointer, share, when }
}

const leadsTo = (
  step: { readonly then: number } | { readonly table: Readonly<Record<string, number>> },
  child: number,
): boolean => ('then' in step ? step.then === child : Object.values(step.table).includes(child))

function weightShare(weights: readonly number[], child: number): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return (weights[child] ?? 0) / total
}
