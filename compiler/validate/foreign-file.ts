// A file of another program that was given as a config or a manifest: one sentence on what it looks like, instead of its properties one
// by one, and where such settings live here.
import type { Json } from '../../schemas/values/json.ts'
import { isJsonArray, isJsonObject, ownProperty } from './values/json-values.ts'

interface ForeignFile {
  readonly looksLike: string
  readonly advice: string
  readonly matches: (value: Json) => boolean
}

const has = (value: Json, ...names: readonly string[]): boolean =>
  names.some(name => ownProperty(value, name) !== undefined)

const FILES: readonly ForeignFile[] = [
  {
    looksLike: 'a configuration of LiteLLM',
    advice:
      '"portolan import" writes a project from it: its models with their keys are "providers" of gateway.yaml here, the routing between them is a config with a strategy and targets, and its keys are "api_keys".',
    matches: value =>
      isJsonArray(ownProperty(value, 'model_list')) || has(value, 'litellm_settings', 'router_settings'),
  },
  {
    looksLike: 'a Compose file',
    advice:
      'It starts containers, of which the gateway may be one; the settings of the gateway are in gateway.yaml and the folder configs.',
    matches: value =>
      isJsonObject(ownProperty(value, 'services')) &&
      Object.values(ownProperty(value, 'services') ?? {}).some(each => has(each as Json, 'image', 'build')),
  },
  {
    looksLike: 'a manifest of Kubernetes',
    advice:
      'The settings of the gateway are in gateway.yaml and the folder configs, which a ConfigMap may hold.',
    matches: value => has(value, 'apiVersion') && has(value, 'kind'),
  },
]

/** The sentences; undefined for anything else. */
export function foreignFile(value: Json): string | undefined {
  const found = FILES.find(({ matches }) => isJsonObject(value) && matches(value))
  return found && `This looks like ${found.looksLike}. ${found.advice}`
}
