// The catalogue provider of a recording, and the config for its URL.

import { resourceAt } from '../../runtime/collections/resource-at.ts'
import type { Endpoint, EndpointAdapter } from '../../runtime/providers/adapter.ts'
import { collectionsOf } from '../../runtime/providers/collections-of.ts'
import { adapters, compatible } from '../../runtime/providers/registry.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { type AzureConfig, azureConfigOf } from '../runtime/providers/azure/recorded-address.ts'
import type { Recording } from './recording.ts'

export interface PlayedConfig {
  readonly provider: string
  readonly [setting: string]: unknown
}

/** Provider names of the recordings that differ from the catalogue. */
const NAMES: Readonly<Record<string, string>> = {
  alibaba: 'dashscope',
  'aws-bedrock': 'bedrock',
  'aws-bedrock-mantle': 'bedrock-mantle',
  'google-gemini': 'google',
  'google-vertex': 'vertex',
  'huggingface-router': 'huggingface',
  'snowflake-cortex': 'snowflake',
}

/** Hosts that differ from the provider spec: another region or product, or a local server. */
const ELSEWHERE: readonly (readonly [id: RegExp, provider: string, host: string])[] = [
  [/^google-gemini\/chat/, 'openai-compatible', 'https://generativelanguage.googleapis.com/v1beta/openai'],
  [/^gpustack/, 'gpustack', 'https://blackened.example/v1'],
  [/^llamacpp/, 'llamacpp', 'http://localhost:8080/v1'],
  [/^lmstudio/, 'lmstudio', 'http://localhost:1234/v1'],
  [/^ollama\/chat-completions/, 'ollama', 'https://ollama.com/v1'],
  [/^ollama\/chat\/llmrb/, 'ollama-native', 'http://localhost:11434'],
  [/^ollama\/(chat|generate)\//, 'ollama-native', 'http://127.0.0.1:11434'],
  [/^together\/.*openinference/, 'together', 'https://api.together.ai/v1'],
  [/^vllm/, 'vllm', 'http://localhost:8000/v1'],
  [/^watsonx/, 'watsonx', 'https://us-south.ml.cloud.ibm.com/ml/v1-beta'],
  [/^zai\/.*fantasy/, 'zai', 'https://api.z.ai/api/coding/paas/v4'],
]

/** Local servers, which a gateway calls only if its manifest allows it. */
export const TRUSTED = ['localhost', '127.0.0.1']

const SETTINGS: Readonly<Record<string, object>> = {
  bedrock: { cloud1_region: 'us-east-1' },
  'bedrock-mantle': { cloud1_region: 'us-east-1' },
  snowflake: { resource_name: 'myorg-myaccount' },
}

const SIGNING = { cloud1_access_key_id: '${env:KEY}', cloud1_secret_access_key: '${env:KEY}' }

export function configFor({ id, provider, dialect, url, requestHeaders }: Recording): PlayedConfig {
  const key = { api_key: '${env:KEY}' }
  if (provider.startsWith('azure-')) return { ...azureConfig(url), ...key }
  const [, row, host] = ELSEWHERE.find(([fits]) => fits.test(id)) ?? []
  const keyless = row?.startsWith('ollama') === true && requestHeaders['authorization'] === undefined
  if (row !== undefined) return { provider: row, custom_host: host, ...(keyless ? {} : key) }
  if (provider === 'ollama') return { provider: dialect.startsWith('openai') ? 'ollama' : 'ollama-native' }
  const name = NAMES[provider] ?? provider
  if (name === 'vertex')
    return { provider: name, cloud3_region: regionOf(url), cloud3_project_id: 'PROJECT', ...key }
  const signs = name === 'bedrock' && requestHeaders['authorization']?.startsWith('AWS4')
  return { provider: name, ...SETTINGS[name], ...(signs ? SIGNING : key) }
}

const azureConfig = (url: URL | undefined): AzureConfig =>
  azureConfigOf(url ?? new URL('https://resource.openai.azure.com/openai/v1/chat/completions'))

const regionOf = (url: URL | undefined): string =>
  /locations\/([^/]+)\//.exec(url?.pathname ?? '')?.[1] ?? 'us-central1'

export function rowOf({ provider }: PlayedConfig): ProviderSpec {
  const row = catalogue.find(({ id, aliases }) => id === provider || aliases?.includes(provider))
  if (row === undefined) throw new Error(`The catalogue has no provider "${provider}".`)
  return row
}

/** The endpoint adapter for a provider; undefined where bytes pass both ways. */
export function adapterOf(config: PlayedConfig, endpoint: Endpoint): EndpointAdapter | undefined {
  const adapter = (adapters[rowOf(config).dialect] ?? compatible).endpoints[endpoint]
  return adapter?.passes === true ? undefined : adapter
}

/**
 * The provider for replays through another inbound API: a provider that supports the API natively is replaced by a
 * similar one with chats only, unless it supports it only for some of its models.
 */
export function behindFace(config: PlayedConfig, face: 'responses' | 'messages'): PlayedConfig {
  const { routes, dialect } = rowOf(config)
  const own = (adapters[dialect] ?? compatible).endpoints[face]
  if (routes[face] === undefined || own?.serves !== undefined) return config
  return { provider: dialect === 'compatible' ? 'together' : 'crusoe', api_key: '${env:KEY}' }
}

/** True where the provider supports the endpoint natively for this model. */
export function passesFor(config: PlayedConfig, endpoint: Endpoint, model = ''): boolean {
  const { routes, dialect } = rowOf(config)
  const own = adapters[dialect]?.endpoints[endpoint]
  return routes[endpoint] !== undefined && own?.passes === true && own.serves?.(model) !== false
}

export const collects = (config: PlayedConfig, method: string, path: string): boolean => {
  const resource = resourceAt(method, path)
  const row = rowOf(config)
  return (
    resource !== undefined &&
    collectionsOf(row, adapters[row.dialect])?.[resource.collection]?.[resource.operation] !== undefined
  )
}
