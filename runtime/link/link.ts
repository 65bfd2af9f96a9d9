// Plan → route: closures for every node, made once. The table is exhaustive over the node kinds, so a new kind does
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

/** The kinds by name, with the node type of each. */
type NodeOf<K extends PlanNode['kind']> = Extract<PlanNode, { readonly kind: K }>
/** What a linker may ask of the nodes below its own. */
interface Below {
  readonly all: () => readonly Linked[]
  /** The only child of a cache node, which the schema says is a call. */
  readonly call: () => LinkedCall
  /** The only child of a guard node. */
  readonly guarded: () => Guarded
}
type Linker<K extends PlanNode['kind']> = (
  node: NodeOf<K>,
  at: string,
  below: Below,
  parts: Parts,
  /** The config, as circuits know it. */
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

/** What a node with one child tells of circuits is what its child tells. */
const withOpen = ({ isOpen }: Linked): Pick<Linked, 'isOpen'> => (isOpen === undefined ? {} : { isOpen })

/** How replies and logs name a node: `config.targets[1]`, or `config` for the root. */
const optionName = (at: Pointer): string => (at === '' ? 'config' : `config.${human(at)}`)

/** Links a plan whose `requires` are met (see requires.ts). `config` tells its circuits from those of other plans. */
export function link(plan: Plan, parts: Parts, config: string): Route {
  const nodeOf = (edge: Edge): PlanNode => {
    const node = plan.nodes[edge.node]
    if (node === undefined) throw new Error('A plan names a node that it does not have.')
    return node
  }
  const callBelow = (edge: Edge | undefined): CallNode | undefined => {
    const node = edge && nodeOf(edge)
    return node?.kind === 'cache' ? callBelow(node.children[0]) : node?.kind === 'call' ? node : undefined
  }
  /** `untried`: calls do not try again, since what stands above them does. */
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
