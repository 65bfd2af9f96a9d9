// Plan to route: closures for every node, made once. The table is exhaustive over the node kinds, so a new kind does
// not compile until it is linked here.
import { human, type Pointer } from '../../compiler/pointer.ts'
import type { CallNode, Edge, Plan, PlanNode } from '../../schemas/generated/types.ts'
import type { Route } from '../call.ts'
import { linkBalance } from './balance.ts'
import { linkCache } from './cache.ts'
import { type LinkedCall, linkCall } from './call.ts'
import { linkChoose } from './choose.ts'
import { linkFallback } from './fallback.ts'
import { linkGuards } from './guard.ts'
import type { Guarded } from './guard-answer.ts'
import type { Linked } from './linked.ts'
import type { Parts } from './parts.ts'

/** The node type of a kind. */
type NodeOf<K extends PlanNode['kind']> = Extract<PlanNode, { readonly kind: K }>
/** Access to the nodes below a linker's own. */
interface Below {
  readonly all: () => readonly Linked[]
  /** The only child of a cache node, which per schema is a call. */
  readonly call: () => LinkedCall
  /** The only child of a guard node. */
  readonly guarded: () => Guarded
}
type Linker<K extends PlanNode['kind']> = (
  node: NodeOf<K>,
  at: string,
  below: Below,
  parts: Parts,
  /** The config, as circuits identify it. */
  config: string,
) => Linked

const linkers: { readonly [K in PlanNode['kind']]: Linker<K> } = {
  call: (node, at, _below, parts, config) => linkCall(node, at, parts, config),
  balance: (node, _at, below, parts) => linkBalance(node, below.all(), parts.ports.chance),
  fallback: (node, _at, below) => linkFallback(node, below.all()),
  choose: (node, _at, below) => linkChoose(node, below.all()),
  cache: (node, at, below, parts) => {
    const call = below.call()
    return { ...withOpen(call), route: linkCache(node, at, call, parts) }
  },
  guard: (node, at, below, parts) => linkGuards(node, at, below.guarded(), parts),
}

/** A node with one child is open when its child is. */
const withOpen = ({ isOpen }: Linked): Pick<Linked, 'isOpen'> => (isOpen === undefined ? {} : { isOpen })

/** The name of a node in replies and logs: `config.targets[1]`, or `config` for the root. */
const optionName = (at: Pointer): string => (at === '' ? 'config' : `config.${human(at)}`)

/** Links a plan whose `requires` are met (see requires.ts). `config` keeps its circuits apart from other plans. */
export function link(plan: Plan, parts: Parts, config: string): Route {
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
  const linkEdge = (edge: Edge, above: Pointer, untried = false): Linked => {
    const nodeAt = (place: Edge): PlanNode => (untried ? withoutTries(nodeOf(place)) : nodeOf(place))
    const node = nodeAt(edge)
    const at = above + edge.at
    const [only] = node.children
    const below: Below = {
      all: () => node.children.map(child => linkEdge(child, at, untried)),
      call: () => {
        const child = only === undefined ? undefined : nodeAt(only)
        if (only === undefined || child?.kind !== 'call')
          throw new Error('The child of a cache node is not a call.')
        return linkCall(child, optionName(at + only.at), parts, config)
      },
      guarded: () => {
        if (only === undefined) throw new Error('A guard node has no child.')
        return { target: callBelow(only), link: lifted => linkEdge(only, at, untried || lifted) }
      },
    }
    const linker = linkers[node.kind] as Linker<PlanNode['kind']>
    const name = optionName(at)
    return { ...linker(node, name, below, parts, config), at: name }
  }
  return linkEdge(plan.root, '').route
}

const withoutTries = (node: PlanNode): PlanNode =>
  node.kind === 'call' ? { ...node, attempt: { ...node.attempt, tries: 0 } } : node
