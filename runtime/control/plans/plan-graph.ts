// The graph of a plan, for people: a node for each position, in the words of `portolan print`, without hosts and credentials.

import { poolOf } from '../../../compiler/facts/pool-members.ts'
import { formatField, formatList, formatPredicate } from '../../../compiler/plan/format-predicate.ts'
import { nodeAt } from '../../../compiler/plan/plan-builder.ts'
import { formatWeightShare, nodeLine } from '../../../compiler/plan/print-plan.ts'
import { formatTrigger } from '../../../compiler/plan/trigger.ts'
import type { PlanNodeView, PlanTarget, PlanWay } from '../../../schemas/generated/control-types.ts'
import type { CallNode, ConditionalNode, Gateway, Plan, PlanNode } from '../../../schemas/generated/types.ts'
import { formatPointer, type Pointer } from '../../../schemas/values/pointer.ts'

/** Positions of a graph: an equal part of a plan has a position wherever it is used, so a small plan may have very many. */
const MAX_POSITIONS = 400

/** The state of a target, which the plan does not know. */
type TargetState = Pick<PlanTarget, 'circuits' | 'outcomes'>

export interface PlanGraphOptions {
  readonly gateway: Pick<Gateway, 'pools'>
  readonly isPool: (slug: string) => boolean
  /** By the name of the target, such as `config.targets[1]`. */
  readonly stateOf: (target: string) => TargetState
}

interface Position {
  readonly pointer: Pointer
  readonly index: number
  /** Of all requests that meet the conditions on the way; null after a failure. */
  readonly share: number | null
}

/** Parents come before children, in the order of their distance from the root. */
export function drawPlanGraph(
  plan: Plan,
  options: PlanGraphOptions,
): { readonly nodes: readonly PlanNodeView[]; readonly cut: boolean } {
  const positions: Position[] = [{ pointer: plan.root.path, index: plan.root.node, share: 1 }]
  const nodes: PlanNodeView[] = []
  let cut = false
  for (let id = 0; id < positions.length; id += 1) {
    const { pointer, index, share } = positions[id] as Position
    const node = nodeAt(plan.nodes, index)
    const children = waysOf(node).flatMap(({ child, part, ...way }): readonly PlanWay[] => {
      const edge = node.children[child]
      if (edge === undefined) return []
      if (positions.length >= MAX_POSITIONS) {
        cut = true
        return []
      }
      const below = share === null || way.kind === 'failure' ? null : share * (part ?? 1)
      positions.push({ pointer: pointer + edge.path, index: edge.node, share: below })
      return [{ node: positions.length - 1, ...way, share: part ?? null }]
    })
    const at = targetName(pointer)
    nodes.push({
      id,
      kind: node.kind,
      at,
      path: pointer,
      label: nodeLine(withoutHost(node), pointer, options.gateway),
      children,
      target: node.kind === 'call' ? { ...targetOf(node, share, options), ...options.stateOf(at) } : null,
    })
  }
  return { nodes, cut }
}

/** As replies and logs name it. */
const targetName = (pointer: Pointer): string =>
  pointer === '' ? 'config' : `config.${formatPointer(pointer)}`

interface GraphWay extends Pick<PlanWay, 'kind' | 'label'> {
  readonly child: number
  /** Of the requests of the node, where a weight decides. */
  readonly part?: number
}

function waysOf(node: PlanNode): readonly GraphWay[] {
  switch (node.kind) {
    case 'call':
      return []
    case 'loadbalance': {
      const { weights } = node.draw
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      return weights.map((weight, child) => {
        const part = total === 0 ? 0 : weight / total
        return { child, kind: 'request', label: formatWeightShare(part), part }
      })
    }
    case 'fallback':
      return node.children.map((_, child) =>
        child === 0
          ? { child, kind: 'request', label: '' }
          : { child, kind: 'failure', label: `on ${formatTrigger(node)}` },
      )
    case 'conditional':
      return node.children.flatMap((_, child) => {
        const label = conditionOf(node, child)
        return label === '' ? [] : [{ child, kind: 'request' as const, label }]
      })
    case 'cache':
      return [{ child: 0, kind: 'request', label: 'not cached' }]
    case 'guard':
      return [
        {
          child: 0,
          kind: 'request',
          label: node.before.some(({ deny }) => deny !== 'never') ? 'not denied' : '',
        },
      ]
  }
}

function conditionOf({ steps, otherwise }: ConditionalNode, child: number): string {
  const conditions = steps.flatMap(step => {
    if ('when' in step) return step.then === child ? [formatPredicate(step.when)] : []
    const values = Object.keys(step.table).filter(value => step.table[value] === child)
    return values.length === 0 ? [] : [`${formatField(step.field)} is ${formatList(values.sort(), ' or ')}`]
  })
  return [...conditions, ...(otherwise === child ? ['otherwise'] : [])].join(', or ')
}

function targetOf(
  { binding, attempt, overrides, breaker }: CallNode,
  share: number | null,
  { gateway, isPool }: PlanGraphOptions,
): Omit<PlanTarget, keyof TargetState> {
  const slug = slugOfBinding(binding)
  const { model } = overrides
  return {
    provider: binding.from === 'own' ? binding.provider : null,
    slug,
    pool: slug !== null && (poolOf(slug, gateway) !== undefined || isPool(slug)),
    model: typeof model === 'string' ? model : null,
    retries: attempt.retries,
    timeout: attempt.timeout ?? null,
    threshold: breaker?.threshold ?? null,
    cooldown: breaker?.cooldown ?? null,
    share,
  }
}

function slugOfBinding(binding: CallNode['binding']): string | null {
  if (binding.from === 'slug') return binding.slug
  const slug = binding.from === 'own' ? binding.settings['slug'] : undefined
  return typeof slug === 'string' ? slug : null
}

/** The slugs that the calls of a plan name. */
export const slugsOfPlan = ({ nodes }: Plan): readonly string[] => [
  ...new Set(nodes.flatMap(node => (node.kind === 'call' ? (slugOfBinding(node.binding) ?? []) : []))),
]

/** Where a call goes is for those who manage the provider, as is what it is called with. */
function withoutHost(node: PlanNode): PlanNode {
  if (node.kind !== 'call') return node
  const { binding } = node
  if (binding.from === 'own')
    return { ...node, binding: { ...binding, custom: false, credentials: {}, settings: {} } }
  const { customHost: _, settings: __, ...named } = binding
  return { ...node, binding: named }
}
