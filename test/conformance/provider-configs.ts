// The catalogue provider of a recording, and the config for its URL.

import { allAdapters } from '../../runtime/providers/all-adapters.ts'
import { resourceAdaptersOf } from '../../runtime/providers/resource-adapters.ts'
import { vendorSchemaAdapter } from '../../runtime/providers/vendor-schema.ts'
import { matchResource } from '../../runtime/resources/match-resource.ts'
import type { Endpoint, EndpointAdapter } from '../../runtime/values/adapter.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { type AzureConfig, azureConfigOf } from '../runtime/providers/azure/recorded-address.ts'
import type { Recording } from './recording.ts'

export interface ReplayConfig {
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
const OTHER_HOSTS: readonly (readonly [id: RegExp, provider: string, host: string])[] = [
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

export function configFor({ id, provider, dialect, url, requestHeaders }: Recording): ReplayConfig {
  const key = { api_key: '${env:KEY}' }
  if (provider.startsWith('azure-')) return { ...azureConfig(url), ...key }
  const [, spec, host] = OTHER_HOSTS.find(([fits]) => fits.test(id)) ?? []
  const isKeyless = spec?.startsWith('ollama') === true && requestHeaders['authorization'] === undefined
  if (spec !== undefined) return { provider: spec, custom_host: host, ...(isKeyless ? {} : key) }
  if (provider === 'ollama') return { provider: dialect.startsWith('openai') ? 'ollama' : 'ollama-native' }
  const name = NAMES[provider] ?? provider
  if (name === 'vertex')
    return { provider: name, cloud3_region: regionOf(url), cloud3_project_id: 'PROJECT', ...key }
  const isSigned = name === 'bedrock' && requestHeaders['authorization']?.startsWith('AWS4')
  return { provider: name, ...SETTINGS[name], ...(isSigned ? SIGNING : key) }
}

const azureConfig = (url: URL | undefined): AzureConfig =>
  azureConfigOf(url ?? new URL('https://resource.openai.azure.com/openai/v1/chat/completions'))

const regionOf = (url: URL | undefined): string =>
  /locations\/([^/]+)\//.exec(url?.pathname ?? '')?.[1] ?? 'us-central1'

export function specOf({ provider }: ReplayConfig): ProviderSpec {
  const spec = catalogue.find(({ id, aliases }) => id === provider || aliases?.includes(provider))
  if (spec === undefined) throw new Error(`The catalogue has no provider "${provider}".`)
  return spec
}

/** The endpoint adapter for a provider; undefined where bytes pass both ways. */
export function adapterOf(config: ReplayConfig, endpoint: Endpoint): EndpointAdapter | undefined {
  const spec = specOf(config)
  const adapter =
    allAdapters.ofProvider(spec)?.endpoints[endpoint] ??
    (allAdapters.ofDialect(spec) ?? vendorSchemaAdapter).endpoints[endpoint]
  return adapter?.requestOnly === true ? undefined : adapter
}

/**
 * The provider for replays through another inbound API: a provider that supports the API natively is replaced by a
 * similar one with chats only, unless it supports it only for some of its models.
 */
export function inboundConfig(config: ReplayConfig, api: 'responses' | 'messages'): ReplayConfig {
  const spec = specOf(config)
  const { routes, dialect } = spec
  const endpointAdapter = (allAdapters.ofDialect(spec) ?? vendorSchemaAdapter).endpoints[api]
  if (routes[api] === undefined || endpointAdapter?.supportsModel !== undefined) return config
  return { provider: dialect === 'compatible' ? 'together' : 'crusoe', api_key: '${env:KEY}' }
}

/** True where the provider supports the endpoint natively for this model. */
export function isNativeFor(config: ReplayConfig, endpoint: Endpoint, model = ''): boolean {
  const spec = specOf(config)
  const { routes } = spec
  const endpointAdapter = allAdapters.ofDialect(spec)?.endpoints[endpoint]
  return (
    routes[endpoint] !== undefined &&
    endpointAdapter?.requestOnly === true &&
    endpointAdapter.supportsModel?.(model) !== false
  )
}

export const hasResource = (config: ReplayConfig, method: string, path: string): boolean => {
  const resource = matchResource(method, path)
  const spec = specOf(config)
  return (
    resource !== undefined &&
    resourceAdaptersOf(spec, allAdapters.ofDialect(spec), allAdapters.ofProvider(spec))?.[resource.route]?.[
      resource.operation
    ] !== undefined
  )
}
