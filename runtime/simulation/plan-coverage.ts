// Which edges of the plans were taken by the requests of simulations.
import type { ConditionalNode, PlanNode } from '../../schemas/generated/types.ts'
import type { NodeObserver, ObserveNode } from '../link/link-context.ts'
import { linkField } from '../link/nodes/field.ts'
import { linkPredicate } from '../link/nodes/predicate.ts'
import type { Call, Reply } from '../values/call.ts'
import { edgeIds } from './plan-edges.ts'

export interface PlanCoverage {
  /** For the simulations that are to be counted. */
  readonly observe: ObserveNode
  /** The identifiers of the edges of a config that were taken. */
  readonly taken: (config: string) => ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

export function createPlanCoverage(): PlanCoverage {
  const byConfig = new Map<string, Set<string>>()
  const observe: ObserveNode = (node, name, config) => {
    const edges = byConfig.get(config) ?? new Set()
    byConfig.set(config, edges)
    const take = (id: string): void => void edges.add(id)
    const branchOf = node.kind === 'conditional' ? linkBranches(node, name) : undefined
    return {
      enter: call => {
        take(edgeIds.called(name))
        if (branchOf !== undefined) take(branchOf(call))
      },
      leave: leaveOf(node, name, take),
    }
  }
  return { observe, taken: config => byConfig.get(config) ?? NONE }
}

function leaveOf(node: PlanNode, name: string, take: (id: string) => void): NodeObserver['leave'] {
  return (call, reply) => {
    if (reply.retries !== 0 && reply.target !== undefined) take(edgeIds.retried(reply.target))
    for (const target of call.record.skippedTargets ?? []) take(edgeIds.open(target))
    if (node.kind === 'cache') takeCache(name, reply, take)
    if (node.kind === 'guard') take(edgeIds.verdict(name, reply.hooks?.verdict ?? 'passed'))
  }
}

function takeCache(name: string, { cache }: Reply, take: (id: string) => void): void {
  if (cache === 'HIT' || cache === 'SEMANTIC HIT') take(edgeIds.cache(name, true))
  if (cache === 'MISS' || cache === 'SEMANTIC MISS' || cache === 'REFRESH') take(edgeIds.cache(name, false))
}

/** The branch that a conditional node takes, by its condition and not only by its child. */
function linkBranches({ steps }: ConditionalNode, name: string): (call: Call) => string {
  const branches = steps.map((step, index) => {
    if ('when' in step) {
      const matches = linkPredicate(step.when)
      return (call: Call) => (matches(call) ? edgeIds.step(name, index) : undefined)
    }
    const read = linkField(step.field)
    return (call: Call) => {
      const value = read(call)
      return typeof value === 'string' && Object.hasOwn(step.table, value)
        ? edgeIds.step(name, index, value)
        : undefined
    }
  })
  return call => {
    for (const branch of branches) {
      const id = branch(call)
      if (id !== undefined) return id
    }
    return edgeIds.otherwise(name)
  }
}
