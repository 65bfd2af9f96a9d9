// The execution model of schemas/plan.schema.json in its smallest form: a walk over the node table with abstract
// upstreams. A cache never holds anything here, and guards pass: the law of the optimiser is about routing.
import type {
  BalanceNode,
  Binding,
  CallNode,
  ChooseNode,
  Edge,
  Plan,
  Secret,
} from '../../schemas/generated/types.ts'
import type { Answer, Incoming, Whom, World } from './abstract-world.ts'
import { fieldValue, predicateHolds } from './plan-predicate.ts'

/** Runs a plan for one request. */
export function execute(plan: Plan, incoming: Incoming, world: World): Answer {
  const run = (edge: Edge, above: string, hand: number | undefined): Answer => {
    const node = plan.nodes[edge.node]
    const pointer = above + edge.at
    const child = (index: number, rest: number | undefined): Answer => {
      const next = node?.children[index]
      if (next === undefined) throw new Error(`No child ${index} at "${pointer}".`)
      return run(next, pointer, rest)
    }
    switch (node?.kind) {
      case 'call':
        return call(node, pointer, world)
      case 'balance': {
        const { index, rest } = pick(node, hand, world)
        return child(index, rest)
      }
      case 'fallback': {
        let answer = child(0, undefined)
        const triggers = (): boolean =>
          node.on.some(([low, high]) => low <= answer.status && answer.status <= high)
        for (let index = 1; index < node.children.length && triggers(); index += 1)
          answer = child(index, undefined)
        return answer
      }
      case 'choose':
        return child(chosen(node, incoming), hand)
      case 'cache':
      case 'guard':
        return child(0, hand)
      case undefined:
        throw new Error(`No node ${edge.node}.`)
    }
  }
  return run(plan.root, '', undefined)
}

/** Where only one child has weight there is nothing to draw. */
function pick(
  { draw }: BalanceNode,
  hand: number | undefined,
  world: World,
): { index: number; rest: number | undefined } {
  const open = draw.weights.flatMap((weight, index) => (weight > 0 ? [index] : []))
  if (open.length === 1) return { index: open[0] ?? 0, rest: hand }
  const number = hand ?? world.draw()
  let index = draw.guide[Math.floor(number * draw.guide.length)] ?? Number.NaN
  while (number >= (draw.cumulative[index] ?? Number.NaN)) index += 1
  const low = draw.cumulative[index - 1] ?? 0
  const high = draw.cumulative[index] ?? Number.NaN
  return { index, rest: Math.min((number - low) / (high - low), 1 - Number.EPSILON / 2) }
}

function chosen(node: ChooseNode, incoming: Incoming): number {
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
  { binding, attempt, overrides, forward, strict }: CallNode,
  pointer: string,
  world: World,
): Answer {
  const ask = { pointer, whom: whomOf(binding), overrides, forward, timeout: attempt.timeout, strict }
  let outcome = world.ask({ ...ask, retry: 0 })
  const repeats = (): boolean =>
    outcome.network === true ||
    attempt.on.some(([low, high]) => low <= outcome.status && outcome.status <= high)
  for (let retry = 1; retry <= attempt.tries && repeats(); retry += 1) outcome = world.ask({ ...ask, retry })
  return { status: outcome.status, pointer }
}

const secretWords = ({ source, name, origins }: Secret): string =>
  `${source}:${name} to ${origins.join(', ')}`

function whomOf(binding: Binding): Whom {
  if (binding.from === 'own') {
    const secrets = Object.entries(binding.credentials).map(
      ([name, secret]) => [name, secretWords(secret)] as const,
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
