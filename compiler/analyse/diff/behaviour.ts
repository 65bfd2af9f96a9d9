// Plans of two projects as trees in one table: equal behaviour has one number, whatever the positions in the config and wherever a
// setting is written. A stored provider is replaced by its settings in the manifest.
import type {
  Binding,
  CallNode,
  Gateway,
  Plan,
  PlanNode,
  PlanPool,
  Predicate,
} from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { Catalog } from '../../facts/catalog.ts'
import { membersWith, poolOf } from '../../facts/pool-members.ts'
import { nodeAt } from '../../plan/plan-builder.ts'

export type Tree =
  | {
      readonly id: number
      readonly kind: 'call'
      readonly node: CallNode
      readonly children: readonly Tree[]
    }
  | {
      readonly id: number
      /** One case of a conditional; the next one, or the default, is what follows otherwise. */
      readonly kind: 'choice'
      readonly predicate: Predicate
      /** The number of the predicate. */
      readonly key: number
      readonly then: Tree
      readonly otherwise: Tree
      readonly children: readonly [then: Tree, otherwise: Tree]
    }
  /** A fallback, a load balancer, a cache or a guard. */
  | {
      readonly id: number
      readonly kind: 'node'
      readonly node: Exclude<PlanNode, CallNode>
      readonly children: readonly Tree[]
    }

export type ChoiceTree = Extract<Tree, { readonly kind: 'choice' }>

/** The pool of a call of a tree; undefined for any other call. */
export const poolOfTree = ({ binding }: Pick<CallNode, 'binding'>): BoundPool | undefined =>
  binding.from === 'slug' ? (binding.settings?.['pool'] as BoundPool | undefined) : undefined

/** What a call of a tree has in place of the slug of a pool. */
export type BoundPool = Omit<PlanPool, 'members'> & {
  readonly members: readonly (Omit<PlanPool['members'][number], 'slug'> & { readonly provider: Binding })[]
}

export interface TreeTable {
  /** The tree of a plan. */
  readonly add: (plan: Plan, gateway: Gateway) => Tree
  /** The node with other children. */
  readonly withChildren: (tree: Extract<Tree, { kind: 'node' }>, children: readonly Tree[]) => Tree
}

export function createTreeTable({ provider, baseUrl }: Pick<Catalog, 'provider' | 'baseUrl'>): TreeTable {
  const numbers = new Map<string, number>()
  const numberOf = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size
    numbers.set(text, known)
    return known
  }
  /** Settings without children, by node. */
  const texts = new WeakMap<PlanNode, string>()
  const textOf = (node: PlanNode): string => {
    const known = texts.get(node) ?? canonicalJson({ ...node, children: [] })
    texts.set(node, known)
    return known
  }
  const withChildren: TreeTable['withChildren'] = ({ node }, children) => ({
    id: numberOf(`${textOf(node)} ${children.map(({ id }) => id).join()}`),
    kind: 'node',
    node,
    children,
  })
  const choice = (predicate: Predicate, then: Tree, otherwise: Tree): Tree => {
    if (then.id === otherwise.id) return otherwise
    const key = numberOf(canonicalJson(predicate))
    return {
      id: numberOf(`choice ${key} ${then.id} ${otherwise.id}`),
      kind: 'choice',
      predicate,
      key,
      then,
      otherwise,
      children: [then, otherwise],
    }
  }
  const bound = (binding: Binding, gateway: Gateway, model: unknown): Binding => {
    if (binding.from !== 'slug') return binding
    const pool = poolOf(binding.slug, gateway)
    if (pool !== undefined) return boundPool(binding, pool, gateway, model)
    const stored = Object.hasOwn(gateway.providers, binding.slug)
      ? gateway.providers[binding.slug]
      : undefined
    if (stored === undefined) return binding
    const settings = { ...stored.settings, ...binding.settings }
    const spec = binding.settings === undefined || stored.custom ? undefined : provider(stored.provider)
    const address = spec === undefined ? stored.baseUrl : (baseUrl(spec, settings) ?? '')
    return {
      ...stored,
      settings: { ...settings, slug: binding.slug },
      baseUrl: binding.customHost ?? address,
      custom: stored.custom || binding.customHost !== undefined,
    }
  }
  /** A pool with its members as they are bound, and the names of the models that the call may have. */
  const boundPool = (
    binding: Extract<Binding, { from: 'slug' }>,
    { models = {}, ...pool }: PlanPool,
    gateway: Gateway,
    model: unknown,
  ): Binding => ({
    ...binding,
    settings: {
      ...binding.settings,
      pool: {
        ...pool,
        models: typeof model === 'string' ? { [model]: models[model] ?? null } : models,
        members: membersWith({ models, ...pool }, typeof model === 'string' ? model : undefined).map(
          ({ slug, ...member }) => ({ ...member, provider: bound({ ...binding, slug }, gateway, undefined) }),
        ),
      },
    },
  })
  const add: TreeTable['add'] = (plan, gateway) => {
    const trees: Tree[] = []
    const treeAt = (index: number): Tree => {
      const tree = trees[index]
      if (tree === undefined) throw new Error('A plan has a child after its parent.')
      return tree
    }
    for (const node of plan.nodes) {
      const children = node.children.map(edge => treeAt(edge.node))
      if (node.kind === 'call') {
        const call: CallNode = { ...node, binding: bound(node.binding, gateway, node.overrides['model']) }
        trees.push({ id: numberOf(canonicalJson(call)), kind: 'call', node: call, children })
      } else if (node.kind === 'conditional') {
        const cases = node.steps.flatMap((step): readonly (readonly [Predicate, number])[] =>
          'when' in step
            ? [[step.when, step.then]]
            : Object.entries(step.table).map(([value, child]) => [
                { test: 'equal', field: step.field, value },
                child,
              ]),
        )
        const childAt = (index: number): Tree =>
          treeAt(nodeAt(plan.nodes, trees.length).children[index]?.node ?? 0)
        trees.push(
          cases.reduceRight(
            (otherwise, [predicate, child]) => choice(predicate, childAt(child), otherwise),
            childAt(node.otherwise),
          ),
        )
      } else trees.push(withChildren({ id: 0, kind: 'node', node, children }, children))
    }
    return treeAt(plan.root.node)
  }
  return { add, withChildren }
}

/** Some trees and all that is in them, each once. */
export function treesIn(roots: readonly Tree[]): readonly Tree[] {
  const known = new Set<number>()
  const found: Tree[] = []
  const open = [...roots]
  for (let tree = open.pop(); tree !== undefined; tree = open.pop()) {
    if (known.has(tree.id)) continue
    known.add(tree.id)
    found.push(tree)
    open.push(...tree.children)
  }
  return found
}
