// What a target inherits from its parent. `x-inherit` in the schema is the only list: a property without it, such
// as a credential, is never inherited.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { Config } from '../../schemas/generated/types.ts'

const RULES = Object.entries(configFacts).flatMap(([property, { inherit }]) =>
  inherit === undefined ? [] : [{ property, inherit }],
)

const membersOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

/**
 * The target with the settings of its parent: its own value wins; `merge` merges the keys of both objects, without
 * merging the values of a key.
 */
export function inherit(parent: Config, target: Config): Config {
  const parentProperties: ReadonlyMap<string, unknown> = new Map(Object.entries(parent))
  const targetProperties: ReadonlyMap<string, unknown> = new Map(Object.entries(target))
  const inherited = RULES.flatMap(({ property, inherit }) => {
    if (!parentProperties.has(property)) return []
    if (!targetProperties.has(property)) return [[property, parentProperties.get(property)] as const]
    if (inherit === 'replace') return []
    return [
      [
        property,
        { ...membersOf(parentProperties.get(property)), ...membersOf(targetProperties.get(property)) },
      ] as const,
    ]
  })
  return { ...target, ...Object.fromEntries(inherited) }
}
