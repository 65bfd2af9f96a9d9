// What a manifest says about its secret references, before it is known to be valid: enough for rules about their use.
import type { JsonObject } from '../../schemas/values/json.ts'
import type { CompileEnvironment, SecretReferenceFacts } from '../facts/environment.ts'
import { DEFAULT_WORKSPACE } from '../lower/manifest.ts'
import { allowedOriginsOf } from '../lower/secret-reference.ts'
import { isJsonArray, isJsonObject, ownProperty } from './json-values.ts'

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
