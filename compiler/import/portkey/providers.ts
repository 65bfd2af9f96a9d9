// Providers of a Portkey config: slugs and virtual keys, whose vendors only its vault knows, and keys in the config.

import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import { hostAddress, readSecret, variableName, variableOf } from '../foreign-references.ts'
import type { ImportContext } from '../import-context.ts'
import { asIdentifier, type Draft, type ProjectDraft, uniqueName } from '../project-draft.ts'
import { createProviderSlots, type ProviderSlots } from '../provider-slots.ts'

/** Settings of a target that belong to its stored provider. */
const OF_PROVIDERS =
  /^(?:api_key|custom_host|resource_name|deployment_id|api_version|deployments|(?:aws|azure|vertex|openai|cloud[123])_\w+)$/
/** Settings that are secret. */
export const SECRETS =
  /^(?:api_key|aws_(?:access_key_id|secret_access_key|session_token)|azure_entra_client_secret|cloud1_(?:access_key_id|secret_access_key|session_token))$/

/** Words in slugs and models by which a vendor is recognized. */
const VENDORS: readonly (readonly [word: RegExp, provider: string])[] = [
  [/anthropic|claude/i, 'anthropic'],
  [/azure/i, 'azure'],
  [/bedrock|aws/i, 'bedrock'],
  [/vertex/i, 'vertex'],
  [/gemini|google|palm/i, 'google'],
  [/groq/i, 'groq'],
  [/mistral|mixtral/i, 'mistral'],
  [/together/i, 'together'],
  [/anyscale|fireworks/i, 'fireworks'],
  [/perplexity|sonar/i, 'perplexity'],
  [/deepseek/i, 'deepseek'],
  [/openrouter/i, 'openrouter'],
  [/cohere|command/i, 'cohere'],
  [/x-?ai|grok/i, 'xai'],
  [/openai|open-ai|gpt|dall|whisper|oai/i, 'openai'],
]

/** Names of vendors that are others here. */
const NAMES: Readonly<Record<string, string>> = byForeignName({
  workersai: 'cloudflare',
  aws: 'bedrock',
  'aws-bedrock': 'bedrock',
  gemini: 'google',
  'google-ai': 'google',
  grok: 'xai',
})

/** Required settings of providers that a key does not tell. */
const PLACES: Readonly<Record<string, JsonObject>> = byForeignName({
  azure: { resource_name: 'resource-name', api_version: '2024-10-21' },
  cloudflare: { resource_name: 'account-id' },
  bedrock: { aws_region: 'us-east-1' },
  vertex: {
    vertex_project_id: 'project-id',
    vertex_region: 'us-central1',
    cloud3_attached_account: 'default',
  },
})

export interface PeerProviders {
  /** The target with a stored provider, and without its settings; undefined after a report. */
  readonly bind: (context: ImportContext, target: JsonObject, at: Pointer) => JsonObject | undefined
}

export function createPeerProviders(draft: ProjectDraft): PeerProviders {
  const slots = createProviderSlots(draft)
  const providers = draft.manifest['providers'] as Draft
  /** Identifiers of stored providers by the slugs of the source, which may be spelled alike here. */
  const slugs = new Map<string, string>()
  const bindSlug = (context: ImportContext, slug: string, hint: string, at: Pointer): string => {
    const known = slugs.get(slug)
    if (known !== undefined) return known
    const id = uniqueName(asIdentifier(slug), taken => Object.hasOwn(providers, taken))
    slugs.set(slug, id)
    const guess =
      VENDORS.find(([word]) => word.test(slug))?.[1] ?? VENDORS.find(([word]) => word.test(hint))?.[1]
    const named = context.provider(hint)?.id ?? guess ?? 'openai'
    providers[id] = { provider: named, ...PLACES[named], ...credentialOf(named, id) }
    context.report(
      'import-needs-value',
      at,
      `The vendor and the key of "${slug}" are not in the config. "${named}" was written: see that it is right, and set its key.`,
    )
    return id
  }
  return { bind: (context, target, at) => bindTarget({ context, slots, bindSlug }, target, at) }
}

const credentialOf = (provider: string, id: string): JsonObject => {
  if (provider === 'bedrock')
    return {
      aws_access_key_id: '${env:AWS_ACCESS_KEY_ID}',
      aws_secret_access_key: '${env:AWS_SECRET_ACCESS_KEY}',
    }
  return provider === 'vertex' ? {} : { api_key: `\${env:${variableName(id, 'API_KEY')}}` }
}

interface Binding {
  readonly context: ImportContext
  readonly slots: ProviderSlots
  readonly bindSlug: (context: ImportContext, slug: string, hint: string, at: Pointer) => string
}

function bindTarget(
  { context, slots, bindSlug }: Binding,
  target: JsonObject,
  at: Pointer,
): JsonObject | undefined {
  const { virtual_key: virtual, provider, ...others } = target
  const model = (others['override_params'] as JsonObject | undefined)?.['model']
  const hint =
    typeof provider === 'string' && !provider.startsWith('@')
      ? provider
      : typeof model === 'string'
        ? model
        : ''
  const slug =
    typeof virtual === 'string'
      ? virtual
      : typeof provider === 'string' && provider.startsWith('@')
        ? provider.slice(1)
        : undefined
  if (slug !== undefined) {
    const place = childPointer(at, typeof virtual === 'string' ? 'virtual_key' : 'provider')
    return {
      provider: `@${bindSlug(context, variableOf(slug) ?? slug, hint, place)}`,
      ...withoutSettings(others),
    }
  }
  const named = /^@([^/]+)\/(.+)$/s.exec(typeof model === 'string' ? model : '')
  if (provider === undefined && named !== null) {
    const id = bindSlug(context, named[1] ?? '', named[2] ?? '', childPointer(at, 'override_params'))
    return {
      provider: `@${id}`,
      ...others,
      override_params: { ...(others['override_params'] as JsonObject), model: named[2] ?? '' },
    }
  }
  if (typeof provider !== 'string') return target
  const spec = context.provider(provider) ?? context.provider(NAMES[provider] ?? '')
  if (spec === undefined || !spec.served) {
    context.report(
      'import-not-expressible',
      childPointer(at, 'provider'),
      `There is no provider "${provider}" here. The target was left out.`,
    )
    return undefined
  }
  const settings: Record<string, Json> = { provider: spec.id, ...PLACES[spec.id] }
  for (const [name, value] of Object.entries(others)) {
    if (!OF_PROVIDERS.test(name)) continue
    const fallback = variableName(spec.id, name)
    settings[name] = SECRETS.test(name)
      ? (readSecret(context, value, childPointer(at, name), fallback) ?? `\${env:${fallback}}`)
      : typeof value === 'string'
        ? hostAddress(context, value, childPointer(at, name))
        : value
  }
  if (settings['api_key'] === undefined && settings['custom_host'] === undefined)
    Object.assign(settings, credentialOf(spec.id, spec.id))
  return { provider: `@${slots.slugOf(settings, spec.id)}`, ...withoutSettings(others) }
}

const withoutSettings = (target: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(target).filter(([name]) => !OF_PROVIDERS.test(name)))
