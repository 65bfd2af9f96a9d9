// The ways that requests can take through a plan: branches of conditions, targets with traffic, fallbacks, retries, open
// circuits, cache hits, verdicts of guards. Tests should take them all.
import { formatPredicate } from '../../compiler/plan/format-predicate.ts'
import { walkPlan } from '../../compiler/plan/walk-plan.ts'
import type { ConditionalNode, GuardNode, Plan, PlanNode } from '../../schemas/generated/types.ts'
import { formatPointer, type Pointer } from '../../schemas/values/pointer.ts'

export interface PlanEdge {
  /** Unique in its plan. */
  readonly id: string
  /** The value of the config that it is about. */
  readonly pointer: Pointer
  /** What a request does on it, such as `falls over to config.targets[1]`. */
  readonly label: string
}

const nameOf = (pointer: Pointer): string => (pointer === '' ? 'config' : `config.${formatPointer(pointer)}`)

export const edgeIds = {
  called: (name: string) => `called ${name}`,
  retried: (name: string) => `retried ${name}`,
  open: (name: string) => `open ${name}`,
  cache: (name: string, isHit: boolean) => `${isHit ? 'hit' : 'miss'} ${name}`,
  verdict: (name: string, verdict: string) => `${verdict} ${name}`,
  step: (name: string, index: number, value?: string) =>
    `step ${index} ${name}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`,
  otherwise: (name: string) => `otherwise ${name}`,
} as const

/** The edges in the order of the config. */
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
