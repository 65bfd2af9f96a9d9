// Plan to route: closures for every node, made once. The table is exhaustive over the node kinds, so a new kind does
// not compile until it is linked here.

import type { Attempt, Breaker, CallNode, Edge, Plan, PlanNode } from '../../schemas/generated/types.ts'
import { formatPointer, type Pointer } from '../../schemas/values/pointer.ts'
import type { Route } from '../values/call.ts'
import type { LinkContext, LinkGuards, NodeObserver } from './link-context.ts'
import type { linkBreaker } from './nodes/breaker.ts'
import { linkCache } from './nodes/cache.ts'
import { linkCall } from './nodes/call.ts'
import { linkConditional } from './nodes/conditional.ts'
import { linkFallback } from './nodes/fallback.ts'
import type { GuardedChild, LinkedCall, LinkedNode } from './nodes/linked-node.ts'
import { linkLoadbalance } from './nodes/loadbalance.ts'
import type { linkRetry } from './nodes/retry.ts'

/** The node type of a kind. */
type NodeOf<K extends PlanNode['kind']> = Extract<PlanNode, { readonly kind: K }>
/** Access to the nodes below a linker's own. */
interface ChildLinks {
  readonly all: () => readonly LinkedNode[]
  /** The only child of a cache node, which per schema is a call. */
  readonly call: () => LinkedCall
  /** The only child of a guard node. */
  readonly guarded: () => GuardedChild
}
type Linker<K extends PlanNode['kind']> = (
  node: NodeOf<K>,
  at: string,
  children: ChildLinks,
  parts: LinkContext,
  /** The config, as circuits identify it. */
  config: string,
) => LinkedNode

const linkers: { readonly [K in PlanNode['kind']]: Linker<K> } = {
  call: (node, at, _below, parts, config) => linkCall(node, at, parts, config),
  loadbalance: (node, at, children, parts) => linkLoadbalance(node, children.all(), parts.ports, at),
  fallback: (node, at, children, parts) => linkFallback(node, children.all(), at, parts),
  conditional: (node, at, children) => linkConditional(node, children.all(), at),
  cache: (node, at, children, parts) => {
    const call = children.call()
    return { ...withOpen(call), route: linkCache(node, at, call, parts) }
  },
  guard: (node, at, children, parts) => parts.checks.linkGuards(node, at, children.guarded(), parts),
}

/** The fields of each node that its linker is given, besides its kind and its children, which are read here. */
interface ReadFields {
  readonly call: keyof Parameters<typeof linkCall>[0]
  readonly loadbalance: keyof Parameters<typeof linkLoadbalance>[0]
  readonly fallback: keyof Parameters<typeof linkFallback>[0]
  readonly conditional: keyof Parameters<typeof linkConditional>[0]
  readonly cache: keyof Parameters<typeof linkCache>[0]
  readonly guard: keyof Parameters<LinkGuards>[0]
}

/** The twin of the compiler's partition: a field that the schema gains does not compile until a linker reads it, and the error names it. */
type Never<Unread extends never> = Unread
export type UnreadFields = Never<
  | {
      [K in PlanNode['kind']]: Exclude<keyof NodeOf<K>, 'kind' | 'children' | ReadFields[K]>
    }[PlanNode['kind']]
  // The timeout is that of the provider's call; the circuit has the rest of a breaker.
  | Exclude<keyof Attempt, 'timeout' | keyof Parameters<typeof linkRetry>[0]>
  | Exclude<keyof Breaker, 'threshold' | 'cooldown' | keyof Parameters<typeof linkBreaker>[0]>
>

/** A node with one child is open when its child is. */
const withOpen = ({ isOpen }: LinkedNode): Pick<LinkedNode, 'isOpen'> =>
  isOpen === undefined ? {} : { isOpen }

/** The name of a node in replies and logs: `config.targets[1]`, or `config` for the root. */
const optionName = (at: Pointer): string => (at === '' ? 'config' : `config.${formatPointer(at)}`)

/** Links a plan whose `requires` are met (see requires.ts). `config` separates its circuits from those of other plans. */
export function link(plan: Plan, parts: LinkContext, config: string): Route {
  const nodeOf = (edge: Edge): PlanNode => {
    const node = plan.nodes[edge.node]
    if (node === undefined) throw new Error('A plan references a node that it does not have.')
    return node
  }
  const callBelow = (edge: Edge | undefined): CallNode | undefined => {
    const node = edge && nodeOf(edge)
    return node?.kind === 'cache' ? callBelow(node.children[0]) : node?.kind === 'call' ? node : undefined
  }
  /** `retriesLifted`: calls do not retry, since a node above them does. */
  const linkEdge = (edge: Edge, above: Pointer, retriesLifted = false): LinkedNode => {
    const nodeAt = (edgeAt: Edge): PlanNode =>
      retriesLifted ? withoutRetries(nodeOf(edgeAt)) : nodeOf(edgeAt)
    const node = nodeAt(edge)
    const at = above + edge.path
    const [only] = node.children
    const children: ChildLinks = {
      all: () => node.children.map(child => linkEdge(child, at, retriesLifted)),
      call: () => {
        const child = only === undefined ? undefined : nodeAt(only)
        if (only === undefined || child?.kind !== 'call')
          throw new Error('The child of a cache node is not a call.')
        const childName = optionName(at + only.path)
        return observed(child, childName, linkCall(child, childName, parts, config))
      },
      guarded: () => {
        if (only === undefined) throw new Error('A guard node has no child.')
        return { target: callBelow(only), link: lifted => linkEdge(only, at, retriesLifted || lifted) }
      },
    }
    const linker = linkers[node.kind] as Linker<PlanNode['kind']>
    const name = optionName(at)
    return observed(node, name, { ...linker(node, name, children, parts, config), name: name })
  }
  const observed = <Linked extends LinkedNode>(node: PlanNode, name: string, linked: Linked): Linked =>
    withObserver(linked, parts.observe?.(node, name, config))
  return linkEdge(plan.root, '').route
}

function withObserver<Linked extends LinkedNode>(linked: Linked, observer: NodeObserver | undefined): Linked {
  if (observer === undefined) return linked
  const route: Route = async (call, draw) => {
    observer.enter(call)
    const reply = await linked.route(call, draw)
    observer.leave(call, reply)
    return reply
  }
  return { ...linked, route }
}

const withoutRetries = (node: PlanNode): PlanNode =>
  node.kind === 'call' ? { ...node, attempt: { ...node.attempt, retries: 0 } } : node
