// Lowers a valid config to an equivalent plan: settings inherited, defaults applied, names resolved to indexes.
// Total on valid configs; optimising is left to the optimiser.
import { configDefaults, configFacts } from '../../schemas/generated/facts.ts'
import type {
  CacheNode,
  Config,
  Edge,
  LoadbalanceNode,
  Plan,
  PlanNode,
  Strategy,
} from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { Json } from '../../schemas/values/json.ts'
import { childPointer } from '../../schemas/values/pointer.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { CompileEnvironment } from '../facts/environment.ts'
import { createPlanBuilder } from '../plan/plan-builder.ts'
import { NOT_SUCCESS } from '../plan/status-set.ts'
import { caseStep } from '../plan/step.ts'
import { buildWeightTable } from '../plan/weight-table.ts'
import { lowerCall } from './call.ts'
import { lowerGuards } from './guard.ts'
import { type ConfigParts, partitionConfig } from './partition-config.ts'
import { fieldOf, lowerQuery } from './predicate.ts'
import { lowerTrigger } from './trigger.ts'

const TARGETS = childPointer('', 'targets')

/** The plan of a validated config, in the environment in which it was validated. */
export function lowerConfig(config: Config, catalog: Catalog, environment: CompileEnvironment): Plan {
  const { add, finish } = createPlanBuilder()

  const toEdge = (result: PlanNode | Edge): Edge =>
    'kind' in result ? { path: '', node: add(result) } : result

  const edgeTo = (effective: Config): Edge => {
    const parts = partitionConfig(effective)
    const children = (parts.choice.targets ?? []).map((target, index) => {
      const { path, node } = edgeTo(inherit(effective, target))
      return { path: childPointer(TARGETS, index) + path, node }
    })
    const [first] = children
    return first === undefined ? leafEdge(parts) : toEdge(lowerStrategy(parts.choice, children, first))
  }

  const leafEdge = (parts: ConfigParts): Edge => {
    const call = toEdge(lowerCall(parts, catalog, environment))
    const inner = parts.cache === undefined ? call : toEdge(lowerCache(parts.cache, call.node))
    const guard = lowerGuards(parts.guards, inner.node, catalog, environment)
    return guard === undefined ? inner : toEdge(guard)
  }

  return finish(edgeTo(config))
}

/**
 * A cache is directly above each call that has or inherits one, so that its key includes the body and the credential as
 * sent, and failed attempts never fill it.
 */
function lowerCache(cache: NonNullable<Config['cache']>, call: number): CacheNode {
  return {
    kind: 'cache',
    children: [{ path: '', node: call }],
    mode: cache.mode,
    maxAge: cache.max_age ?? configDefaults.cache.max_age,
  }
}

// Lowers the four strategy modes. Targets are already lowered and become the children of one node, or, when there
// is nothing to choose, the first replaces its parent.

/** The node of a config with targets, or the edge to its only target. `first` is the first of `children`. */
function lowerStrategy(
  { strategy, targets = [], on_status_codes }: ConfigParts['choice'],
  children: readonly Edge[],
  first: Edge,
): PlanNode | Edge {
  switch (strategy?.mode) {
    case 'loadbalance':
      return {
        kind: 'loadbalance',
        children,
        draw: buildWeightTable(targets.map(weightOf)),
        ...stickyFields(strategy.sticky_session),
      }
    case 'fallback': {
      const lists = {
        on_errors: strategy.on_errors,
        on_status_codes: strategy.on_status_codes ?? on_status_codes,
      }
      return { kind: 'fallback', children, ...lowerTrigger(lists, NOT_SUCCESS) }
    }
    case 'conditional':
      return lowerConditional(strategy, targets, children)
    case 'single':
    case undefined:
      return first
  }
}

/** Names of no field of a request, which validation reports, are of no session. */
function stickyFields(session: Strategy['sticky_session']): Pick<LoadbalanceNode, 'sticky'> {
  const fields = session?.hash_fields.flatMap(name => fieldOf(name) ?? []) ?? []
  const ttl = session?.ttl
  return fields.length === 0 ? {} : { sticky: { fields, ...(ttl !== undefined && { ttl: ttl * 1000 }) } }
}

const weightOf = (target: Config): number => target.weight ?? configDefaults.weight

/** Resolves names to indexes. Validation ensures that every name is that of a target. */
function lowerConditional(
  strategy: Strategy,
  targets: readonly Config[],
  children: readonly Edge[],
): PlanNode {
  const indexes = new Map(targets.map(({ name }, index) => [name, index] as const).reverse())
  const indexOf = (name: string | undefined): number => indexes.get(name) ?? 0
  return {
    kind: 'conditional',
    children,
    steps: (strategy.conditions ?? []).map(({ query, then }) => caseStep(lowerQuery(query), indexOf(then))),
    otherwise: indexOf(strategy.default),
  }
}

/** What a target inherits. `x-inherit` in the schema is the only list: a property without it, such as a credential, is never inherited. */
const RULES = Object.entries(configFacts).flatMap(([property, { inherit }]) =>
  inherit === undefined ? [] : [{ property, inherit }],
)

const membersOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The parent's items, then those of the target that are not among them: a target adds guardrails and drops none. */
function joined(parent: unknown, target: unknown): readonly unknown[] {
  const inherited = new Set(itemsOf(parent).map(item => canonicalJson(item as Json)))
  return [...itemsOf(parent), ...itemsOf(target).filter(item => !inherited.has(canonicalJson(item as Json)))]
}

/** How the values of a parent and of its target become one. */
const COMBINE = {
  join: joined,
  merge: (parent: unknown, target: unknown): unknown => ({ ...membersOf(parent), ...membersOf(target) }),
  replace: (_parent: unknown, target: unknown): unknown => target,
} as const

/**
 * The target with the settings of its parent: its own value wins; `merge` merges the keys of both objects, without
 * merging the values of a key; `join` appends the target's items to the parent's.
 */
export function inherit(parent: Config, target: Config): Config {
  const parentProperties: ReadonlyMap<string, unknown> = new Map(Object.entries(parent))
  const targetProperties: ReadonlyMap<string, unknown> = new Map(Object.entries(target))
  const inherited = RULES.flatMap(({ property, inherit }) => {
    if (!parentProperties.has(property)) return []
    const value = parentProperties.get(property)
    if (!targetProperties.has(property)) return [[property, value] as const]
    return [[property, COMBINE[inherit](value, targetProperties.get(property))] as const]
  })
  return { ...target, ...Object.fromEntries(inherited) }
}
