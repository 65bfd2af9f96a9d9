// Where a plan would send a call, without calling anyone: the linked conditions and weights, with the first choice of each fallback,
// above targets that only say their name.
import type { CallNode, Edge, Plan } from '../../schemas/generated/types.ts'
import type { Call, Reply } from '../values/call.ts'
import { linkConditional } from './nodes/conditional.ts'
import type { LinkedNode } from './nodes/linked-node.ts'
import { linkLoadbalance } from './nodes/loadbalance.ts'

/** The target of a call under a random number: `@openai gpt-6-sol`. Rejects only on a bug. */
export type Decide = (call: Call, draw: number) => Promise<string>

export function linkDecision(plan: Plan): Decide {
  const linkEdge = (edge: Edge): LinkedNode => {
    const node = plan.nodes[edge.node]
    if (node === undefined) throw new Error('A plan references a node that it does not have.')
    if (node.kind === 'call') return linkName(node)
    if (node.kind === 'conditional') return linkConditional(node, node.children.map(linkEdge))
    // The draw is given, so none is made.
    if (node.kind === 'loadbalance') return linkLoadbalance(node, node.children.map(linkEdge), UNDRAWN)
    const [first] = node.children
    if (first === undefined) throw new Error('A node has no child.')
    return linkEdge(first)
  }
  const { route } = linkEdge(plan.root)
  return async (call, draw) => (await route(call, draw)).target ?? 'a refusal'
}

/** Of a day that is the same for both plans. */
const UNDRAWN = { random: () => 0, clock: { now: () => 0 } }

function linkName(node: CallNode): LinkedNode {
  const { model: forced } = node.overrides
  return {
    route: async call => {
      const model = typeof forced === 'string' ? forced : call.model
      return {
        ...NO_REPLY,
        target: model === undefined ? providerOf(node, call) : `${providerOf(node, call)} ${model}`,
      }
    },
  }
}

function providerOf({ binding }: CallNode, { options, slug }: Call): string {
  if (binding.from === 'slug') return `@${binding.slug}`
  if (binding.from === 'own') return binding.provider
  return (
    options.provider ??
    options.virtualKey ??
    (slug === undefined ? 'the provider of the request' : `@${slug}`)
  )
}

const NO_REPLY: Reply = {
  status: 200,
  headers: [],
  body: new Uint8Array(0),
  target: undefined,
  provider: undefined,
  retries: 0,
  cache: undefined,
}
