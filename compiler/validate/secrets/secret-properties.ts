// Every property that holds a secret, in config nodes and in the parameters of checks; and what a manifest declares about its secret
// references before it is known to be valid.
import { configFacts } from '../../../schemas/generated/facts.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { SECRET_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { DEFAULT_OWNER_PREFIX } from '../../facts/create-catalog.ts'
import type { CompileEnvironment, SecretReferenceFacts } from '../../facts/environment.ts'
import { DEFAULT_WORKSPACE } from '../../lower/manifest.ts'
import { allowedOriginsOf } from '../../lower/secret-reference.ts'
import { type ConfigNode, stringProperty } from '../nodes/config-node.ts'
import type { RuleContext } from '../nodes/rule-context.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

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

export function secretsOfManifest(
  manifest: JsonObject,
): Pick<CompileEnvironment, 'secretReferences' | 'workspaces'> {
  const references = ownProperty(manifest, 'secret_references')
  const keys = ownProperty(manifest, 'api_keys')
  const workspaces = (isJsonArray(keys) ? keys : []).map(key => {
    const workspace = ownProperty(key, 'workspace')
    return typeof workspace === 'string' ? workspace : DEFAULT_WORKSPACE
  })
  return {
    ...(isJsonObject(references) && {
      secretReferences: Object.fromEntries(
        Object.entries(references).map(([slug, value]) => [slug, factsOf(value)] as const),
      ),
    }),
    ...(workspaces.length > 0 && { workspaces: [...new Set(workspaces)] }),
  }
}

function factsOf(value: JsonObject[string]): SecretReferenceFacts {
  const texts = (name: string): readonly string[] | undefined => {
    const list = ownProperty(value, name)
    return isJsonArray(list) ? list.filter(item => typeof item === 'string') : undefined
  }
  const [workspaces, hosts] = [texts('allowed_workspaces'), texts('allowed_hosts')]
  return {
    ...(workspaces === undefined ? {} : { workspaces }),
    ...(hosts === undefined ? {} : { allowedOrigins: allowedOriginsOf(hosts) }),
  }
}
