// The edges of plans that requests can take, and which of them the requests of simulations took.

import { formatPredicate } from '../../compiler/plan/format-predicate.ts'
import { walkPlan } from '../../compiler/plan/walk-plan.ts'
import type { ConditionalNode, GuardNode, Plan, PlanNode } from '../../schemas/generated/types.ts'
import { formatPointer, type Pointer } from '../../schemas/values/pointer.ts'
import type { NodeObserver, ObserveNode } from '../link/link-context.ts'
import { linkField } from '../link/nodes/field.ts'
import { linkPredicate } from '../link/nodes/predicate.ts'
import type { Call, Reply } from '../values/call.ts'

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

export interface PlanEdge {
  /** Unique in its plan. */
  readonly id: string
  /** The value of the config that it is about. */
  readonly pointer: Pointer
  /** What a request does on it, such as `falls over to config.targets[1]`. */
  readonly label: string
}

const nameOf = (pointer: Pointer): string => (pointer === '' ? 'config' : `config.${formatPointer(pointer)}`)

const edgeIds = {
  called: (name: string) => `called ${name}`,
  retried: (name: string) => `retried ${name}`,
  open: (name: string) => `open ${name}`,
  cache: (name: string, isHit: boolean) => `${isHit ? 'hit' : 'miss'} ${name}`,
  verdict: (name: string, verdict: string) => `${verdict} ${name}`,
  step: (name: string, index: number, value?: string) =>
    `step ${index} ${name}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`,
  otherwise: (name: string) => `otherwise ${name}`,
} as const

/**
 * The edges in the order of the config: branches of conditions, targets with traffic, fallbacks, retries,
 * open circuits, cache hits, verdicts of guards. Tests should cover them all.
 */
export function planEdges(plan: Plan): readonly PlanEdge[] {
  const below = walkPlan(plan).flatMap(({ node, pointer }) => edgesOf(node, pointer))
  const [root] = walkPlan(plan)
  if (root?.node.kind !== 'call') return below
  const name = nameOf(root.pointer)
  return [{ id: edgeIds.called(name), pointer: root.pointer, label: `calls ${name}` }, ...below]
}

function edgesOf(node: PlanNode, pointer: Pointer): readonly PlanEdge[] {
  const name = nameOf(pointer)
  const edge = (id: string, label: string): PlanEdge => ({ id, pointer, label })
  switch (node.kind) {
    case 'conditional':
      return conditionalEdges(node, pointer, name)
    case 'loadbalance':
      return node.children.flatMap(({ path }, index) => {
        const child = nameOf(pointer + path)
        if ((node.draw.weights[index] ?? 0) === 0) return []
        return [{ id: edgeIds.called(child), pointer: pointer + path, label: `draws ${child}` }]
      })
    case 'fallback':
      return node.children.map(({ path }, index) => {
        const child = nameOf(pointer + path)
        const label = index === 0 ? `calls ${child} first` : `falls over to ${child}`
        return { id: edgeIds.called(child), pointer: pointer + path, label }
      })
    case 'cache':
      return [
        edge(edgeIds.cache(name, true), `replies from the cache of ${name}`),
        edge(edgeIds.cache(name, false), `misses the cache of ${name}`),
      ]
    case 'guard':
      return guardVerdicts(node).map(verdict =>
        edge(edgeIds.verdict(name, verdict), `${verdict} by the guards of ${name}`),
      )
    default:
      return [
        ...(node.attempt.retries > 0 ? [edge(edgeIds.retried(name), `retries ${name}`)] : []),
        ...(node.breaker === undefined
          ? []
          : [edge(edgeIds.open(name), `skips ${name}, whose circuit is open`)]),
      ]
  }
}

function conditionalEdges(
  { steps, otherwise, children }: ConditionalNode,
  pointer: Pointer,
  name: string,
): readonly PlanEdge[] {
  const to = (index: number): readonly [Pointer, string] => {
    const at = pointer + (children[index]?.path ?? '')
    return [at, nameOf(at)]
  }
  const branch = (id: string, when: string, index: number): PlanEdge => {
    const [at, target] = to(index)
    return { id, pointer: at, label: `${when}: ${target}` }
  }
  const cases = steps.flatMap((step, index) =>
    'table' in step
      ? Object.entries(step.table).map(([value, child]) => {
          const when = formatPredicate({ test: 'equal', field: step.field, value })
          return branch(edgeIds.step(name, index, value), `where ${when}`, child)
        })
      : [branch(edgeIds.step(name, index), `where ${formatPredicate(step.when)}`, step.then)],
  )
  return [...cases, branch(edgeIds.otherwise(name), 'where no condition matches', otherwise)]
}

/** Guards that run beside or after the reply do not change it. */
function guardVerdicts({ before, after }: GuardNode): readonly ('passed' | 'failed' | 'denied')[] {
  const guards = [...before, ...after].filter(({ async }) => !async)
  if (guards.length === 0) return []
  const denies = guards.some(({ deny }) => deny !== 'never')
  const fails = guards.some(({ deny }) => deny === 'never')
  return ['passed', ...(fails ? (['failed'] as const) : []), ...(denies ? (['denied'] as const) : [])]
}
