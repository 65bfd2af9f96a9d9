// What a target inherits from its parent. `x-inherit` in the schema is the only list: a property without it, such
// as a credential, is never inherited.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { Config } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { Json } from '../../schemas/values/json.ts'

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
