// Every property that holds a secret: in config nodes and in the parameters of checks.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { Json } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { SECRET_PROPERTIES } from '../diagnostics/secret-names.ts'
import { DEFAULT_OWNER_PREFIX } from '../facts/create-catalog.ts'
import { type ConfigNode, stringProperty } from './config-node.ts'
import { ownProperty } from './json-values.ts'
import type { RuleContext } from './rule-context.ts'

export interface SecretProperty {
  readonly name: string
  readonly pointer: Pointer
  readonly value: Json
  /** Whether the value may be an object, in which only some strings are secrets. */
  readonly mayBeObject: boolean
  /** Prefix of the suggested environment variable; empty where the property name is enough. */
  readonly owner: string
}

/** The secrets of a config node. */
export function* secretsOfNode(
  node: ConfigNode,
  { catalog }: Pick<RuleContext, 'catalog'>,
): Generator<SecretProperty> {
  for (const name of SECRET_PROPERTIES) {
    const value = ownProperty(node.value, name)
    if (value === undefined) continue
    const provider =
      name === 'api_key' ? catalog.provider(stringProperty(node, 'provider') ?? '')?.id : undefined
    const mayBeObject = configFacts[name]?.type.includes('object') === true
    yield { name, pointer: childPointer(node.pointer, name), value, mayBeObject, owner: provider ?? '' }
  }
}

/** The secrets of checks. */
export function* secretsOfChecks({ guards }: Pick<RuleContext, 'guards'>): Generator<SecretProperty> {
  for (const { checks } of guards.definitions)
    for (const { id, facts, parameters, pointer } of checks)
      for (const name of facts?.secrets ?? []) {
        const value = ownProperty(parameters, name)
        const owner = id.startsWith(DEFAULT_OWNER_PREFIX) ? '' : id.slice(0, id.indexOf('.'))
        if (value !== undefined)
          yield { name, pointer: childPointer(pointer, name), value, mayBeObject: true, owner }
      }
}
