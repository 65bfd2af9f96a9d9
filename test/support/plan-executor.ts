// The execution model of schemas/plan.schema.json in its smallest form: a walk over the node table with abstract
// upstreams. A cache is always empty here: the equivalence test is about routing.
import type {
  Binding,
  CallNode,
  ConditionalNode,
  Edge,
  FallbackNode,
  GuardUse,
  LoadbalanceNode,
  Plan,
  PlanNode,
  Secret,
} from '../../schemas/generated/types.ts'
import { fieldValue, predicateHolds } from './plan-predicate.ts'
import type { CallTarget, RoutedRequest, RoutingEnvironment, RoutingResult } from './routing-environment.ts'

/** Runs a plan for one request. */
export function execute(plan: Plan, incoming: RoutedRequest, environment: RoutingEnvironment): RoutingResult {
  const nodeOf = (edge: Edge): PlanNode => {
    const node = plan.nodes[edge.node]
    if (node === undefined) throw new Error(`No node ${edge.node}.`)
    return node
  }
  const childOf = (node: PlanNode, index: number): Edge => {
    const edge = node.children[index]
    if (edge === undefined) throw new Error(`A node has no child ${index}.`)
    return edge
  }

  const isOpen = (edge: Edge, above: string): boolean => {
    const node = nodeOf(edge)
    const pointer = above + edge.path
    const open = (index: number): boolean => isOpen(childOf(node, index), pointer)
    switch (node.kind) {
      case 'call':
        return node.breaker !== undefined && environment.isOpen(pointer)
      case 'loadbalance':
        return weightedChildren(node).every(open)
      case 'fallback':
        return node.children.every((_child, index) => open(index))
      case 'conditional':
        return open(chosen(node, incoming))
      case 'cache':
      case 'guard':
        return open(0)
    }
  }

  const run = (edge: Edge, above: string, hand: DrawState, forced: boolean): RoutingResult => {
    const node = nodeOf(edge)
    const pointer = above + edge.path
    const chooses = node.kind === 'loadbalance' || node.kind === 'fallback'
    const flows = forced || (chooses && isOpen(edge, above))
    const skips = (index: number): boolean => !flows && isOpen(childOf(node, index), pointer)
    const child = (index: number, remainder: DrawState): RoutingResult =>
      run(childOf(node, index), pointer, remainder, flows)
    switch (node.kind) {
      case 'call':
        return node.breaker !== undefined && environment.isOpen(pointer) && !forced
          ? { status: 503, pointer }
          : call(node, pointer, environment, forced)
      case 'loadbalance': {
        const closed = weightedChildren(node).filter(index => !skips(index))
        const { index, remainder } = pick(node, closed, hand, environment)
        return child(index, remainder)
      }
      case 'fallback': {
        const triggers = (answer: RoutingResult): boolean => isListed(node, answer)
        let answer: RoutingResult | undefined
        for (let index = 0; index < node.children.length; index += 1) {
          if (answer !== undefined && !triggers(answer)) break
          if (!skips(index)) answer = child(index, undefined)
        }
        return answer ?? { status: 503, pointer }
      }
      case 'conditional':
        return child(chosen(node, incoming), hand)
      case 'cache':
        return child(0, hand)
      case 'guard': {
        const denied = (uses: readonly GuardUse[], side: 'request' | 'reply'): boolean =>
          uses.map(({ id }) => environment.denies(id, side)).includes(true)
        if (denied(node.before, 'request')) return { status: 446, pointer }
        const answer = child(0, hand)
        const good = answer.status >= 200 && answer.status < 300
        return good && denied(node.after, 'reply') ? { status: 446, pointer } : answer
      }
    }
  }
  return run(plan.root, '', undefined, false)
}

type DrawState = number | undefined

/** The children that have weight. */
const weightedChildren = ({ draw }: LoadbalanceNode): readonly number[] =>
  draw.weights.flatMap((weight, index) => (weight > 0 ? [index] : []))

/** Where one child is in question there is nothing to draw; where some are open their weights leave the draw. */
function pick(
  node: LoadbalanceNode,
  closed: readonly number[],
  hand: DrawState,
  environment: RoutingEnvironment,
): { index: number; remainder: DrawState } {
  if (closed.length === 1) return { index: closed[0] ?? 0, remainder: hand }
  const { draw } = node
  const number = hand ?? environment.draw()
  if (closed.length < weightedChildren(node).length) {
    const total = closed.reduce((sum, index) => sum + (draw.weights[index] ?? 0), 0)
    let low = 0
    for (const index of closed) {
      const high = low + (draw.weights[index] ?? 0) / total
      if (number < high || index === closed.at(-1)) return { index, remainder: (number - low) / (high - low) }
      low = high
    }
  }
  let index = draw.guide[Math.floor(number * draw.guide.length)] ?? Number.NaN
  while (number >= (draw.cumulative[index] ?? Number.NaN)) index += 1
  const low = draw.cumulative[index - 1] ?? 0
  const high = draw.cumulative[index] ?? Number.NaN
  return { index, remainder: Math.min((number - low) / (high - low), 1 - Number.EPSILON / 2) }
}

function chosen(node: ConditionalNode, incoming: RoutedRequest): number {
  for (const step of node.steps) {
    if ('when' in step) {
      if (predicateHolds(step.when, incoming)) return step.then
      continue
    }
    const value = fieldValue(step.field, incoming)
    const index =
      typeof value === 'string' && Object.hasOwn(step.table, value) ? step.table[value] : undefined
    if (index !== undefined) return index
  }
  return node.otherwise
}

function call(
  { binding, attempt, breaker, overrides, forward, strict }: CallNode,
  pointer: string,
  environment: RoutingEnvironment,
  forced: boolean,
): RoutingResult {
  const callProvider = {
    pointer,
    target: targetOf(binding),
    overrides,
    forward,
    timeout: attempt.timeout,
    strict,
  }
  let outcome = environment.call({ ...callProvider, retry: 0 })
  const repeats = (): boolean =>
    (outcome.network === true ||
      (isListed(attempt, outcome) && !(attempt.exceptTimeouts === true && outcome.timeout === true))) &&
    (forced || breaker === undefined || !environment.isOpen(pointer))
  for (let retry = 1; retry <= attempt.retries && repeats(); retry += 1)
    outcome = environment.call({ ...callProvider, retry })
  return { status: outcome.status, pointer, ...(outcome.error !== undefined && { error: outcome.error }) }
}

const isListed = (
  { onStatus, onErrors = [] }: Pick<FallbackNode, 'onStatus' | 'onErrors'>,
  { status, error }: Pick<RoutingResult, 'status' | 'error'>,
): boolean =>
  onStatus.some(([low, high]) => low <= status && status <= high) || onErrors.some(kind => kind === error)

const formatSecret = ({ source, name, origins }: Secret): string =>
  `${source}:${name} to ${origins.join(', ')}`

function targetOf(binding: Binding): CallTarget {
  if (binding.from === 'own') {
    const secrets = Object.entries(binding.credentials).map(
      ([name, secret]) => [name, formatSecret(secret)] as const,
    )
    const { provider: name, baseUrl: host, settings } = binding
    return { from: 'own', name, host, secrets: Object.fromEntries(secrets), settings }
  }
  const name = binding.from === 'slug' ? binding.slug : ''
  return {
    from: binding.from,
    name,
    host: binding.customHost ?? '',
    secrets: {},
    settings: binding.settings ?? {},
  }
}
