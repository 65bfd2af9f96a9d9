// Plan → route: closures for every node, made once. The table is exhaustive over the node kinds, so a new kind does
// not compile until it is linked here.
import { human, type Pointer } from '../../compiler/pointer.ts'
import type { Edge, Plan, PlanNode } from '../../schemas/generated/types.ts'
import type { Route } from '../call.ts'
import { linkBalance } from './balance.ts'
import { linkCache } from './cache.ts'
import { type LinkedCall, linkCall } from './call.ts'
import { linkChoose } from './choose.ts'
import { linkFallback } from './fallback.ts'
import type { Parts } from './parts.ts'

/** The kinds by name, with the node type of each. */
type NodeOf<K extends PlanNode['kind']> = Extract<PlanNode, { readonly kind: K }>
/** What a linker may ask of the nodes below its own. */
interface Below {
  readonly routes: () => readonly Route[]
  /** The only child of a cache node, which the schema says is a call. */
  readonly call: () => LinkedCall
}
type Linker<K extends PlanNode['kind']> = (node: NodeOf<K>, at: string, below: Below, parts: Parts) => Route

const linkers: { readonly [K in PlanNode['kind']]: Linker<K> } = {
  call: (node, at, _below, parts) => linkCall(node, at, parts).route,
  balance: (node, _at, below, parts) => linkBalance(node, below.routes(), parts.ports.chance),
  fallback: (node, _at, below) => linkFallback(node, below.routes()),
  choose: (node, _at, below) => linkChoose(node, below.routes()),
  cache: (node, at, below, parts) => linkCache(node, at, below.call(), parts),
  guard: () => {
    throw new Error('A guard node reached the linker: `requires` should have refused the plan.')
  },
}

/** How replies and logs name a node: `config.targets[1]`, or `config` for the root. */
const optionName = (at: Pointer): string => (at === '' ? 'config' : `config.${human(at)}`)

/** Links a plan whose `requires` are met (see requires.ts). */
export function link(plan: Plan, parts: Parts): Route {
  const nodeOf = (edge: Edge): PlanNode => {
    const node = plan.nodes[edge.node]
    if (node === undefined) throw new Error('A plan names a node that it does not have.')
    return node
  }
  const linkEdge = (edge: Edge, above: Pointer): Route => {
    const node = nodeOf(edge)
    const at = above + edge.at
    const below: Below = {
      routes: () => node.children.map(child => linkEdge(child, at)),
      call: () => {
        const [only] = node.children
        const child = only === undefined ? undefined : nodeOf(only)
        if (only === undefined || child?.kind !== 'call')
          throw new Error('The child of a cache node is not a call.')
        return linkCall(child, optionName(at + only.at), parts)
      },
    }
    const linker = linkers[node.kind] as Linker<PlanNode['kind']>
    return linker(node, optionName(at), below, parts)
  }
  return linkEdge(plan.root, '')
}
