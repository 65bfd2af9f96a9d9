// A provider of Bifrost: the names of models that its keys serve, and the target of each.
import { asList, asObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { placeholderName, readSetting } from '../foreign-references.ts'
import { type ImportContext, numberIn } from '../import-context.ts'
import { sharedTarget, type WeightedCall } from '../model-router.ts'
import { addPool, type ImportedMember } from '../pool-target.ts'
import type { ProjectDraft } from '../project-draft.ts'
import type { ProviderSlots } from '../provider-slots.ts'
import { keyBinding } from './key-binding.ts'

/** Known models that a key for all models is written out to. */
const MOST_MODELS = 100

export interface ProviderPool {
  readonly name: string
  /** Names of models, without the provider's. */
  readonly models: readonly string[]
  /** Of the catalog. */
  readonly provider: string
  /** Undefined if no key serves the model. `keys`: the only keys that may, by name or identifier. */
  readonly targetOf: (model: string, keys?: readonly string[]) => JsonObject | undefined
}

interface ProviderKey {
  readonly labels: readonly string[]
  readonly slug: string
  readonly weight: number
  readonly serves: (model: string) => boolean
  readonly listed: readonly string[]
  readonly isForAll: boolean
  readonly deployments: JsonObject
}

export function createProviderPool(
  context: ImportContext,
  name: string,
  provider: JsonObject,
  slots: ProviderSlots,
  draft: ProjectDraft,
): ProviderPool {
  const at = `/providers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const keys = asList(provider['keys']).flatMap((value, index): readonly ProviderKey[] => {
    const key = asObject(value)
    const keyAt = childPointer(`${at}/keys`, index)
    if (key['enabled'] === false) return []
    const binding = keyBinding(context, { name, provider, key, at, keyAt })
    return binding === undefined ? [] : [readKey(context, key, keyAt, slots.slugOf(binding, name))]
  })
  const catalogName = String(asObject(asObject(draft.manifest['providers'])[keys[0]?.slug ?? ''])['provider'])
  const listed = keys.flatMap(key => [...key.listed, ...Object.keys(key.deployments)])
  const isForAll = keys.some(key => key.isForAll)
  const known = isForAll ? context.modelsOf(catalogName).slice(0, MOST_MODELS) : []
  if (isForAll)
    context.report(
      'import-approximated',
      at,
      `A config cannot take the model out of "${name}/model", so ${known.length === 0 ? 'only the listed models have a route' : `the ${known.length} known models of the provider are written out`}. For others clients write @${keys[0]?.slug}/model.`,
      'key',
    )
  const { retries, settings } = callSettings(
    context,
    asObject(provider['network_config']),
    `${at}/network_config`,
  )
  const models = [...new Set([...listed, ...known])]
  let pool: string | undefined
  // Sessions remain at their key: https://docs.getbifrost.ai/providers/session-affinity
  const poolOfKeys = (): string => {
    pool ??= addPool(draft, `${name}-keys`, membersOf(keys, models), {})
    return pool
  }
  const targetOf = (model: string, only?: readonly string[]): JsonObject | undefined => {
    const serving = keys.filter(
      ({ serves, labels }) =>
        serves(model) && (only === undefined || labels.some(label => only.includes(label))),
    )
    if (
      only === undefined &&
      serving.length > 1 &&
      (serving.length === keys.length || models.includes(model))
    )
      return {
        provider: `@${poolOfKeys()}`,
        override_params: { model },
        ...settings,
        ...(retries > 0 && { retry: { attempts: retries } }),
      }
    return keyPoolTarget(
      serving.map(({ slug, weight, deployments }) => ({
        weight,
        target: {
          provider: `@${slug}`,
          override_params: { model: deployments[model] ?? model },
          ...settings,
        },
      })),
      retries,
    )
  }
  return { name, provider: catalogName, models, targetOf }
}

/** Keys as members of a pool; names of models are listed where some key lacks one of them, or sends another name. */
function membersOf(keys: readonly ProviderKey[], models: readonly string[]): readonly ImportedMember[] {
  const isMapped = models.some(model =>
    keys.some(key => !key.serves(model) || (key.deployments[model] ?? model) !== model),
  )
  return keys.map(({ slug, weight, serves, deployments }) => ({
    slug,
    weight,
    tier: 1,
    ...(isMapped && {
      models: Object.fromEntries(
        models.filter(serves).map(model => [model, String(deployments[model] ?? model)]),
      ),
    }),
  }))
}

const textsOf = (value: Json | undefined): readonly string[] =>
  asList(value).filter(each => typeof each === 'string')

function readKey(context: ImportContext, key: JsonObject, at: string, slug: string): ProviderKey {
  const models = textsOf(key['models'])
  const denied = textsOf(key['blacklisted_models'])
  const deployments: JsonObject = {
    ...sentModels(
      context,
      asObject(key['azure_key_config'])['deployments'],
      `${at}/azure_key_config/deployments`,
    ),
    ...sentModels(
      context,
      asObject(key['bedrock_key_config'])['deployments'],
      `${at}/bedrock_key_config/deployments`,
    ),
    ...sentModels(
      context,
      asObject(key['vertex_key_config'])['deployments'],
      `${at}/vertex_key_config/deployments`,
    ),
    ...sentModels(context, key['aliases'], `${at}/aliases`),
  }
  const isForAll = models.length === 0 || models.includes('*')
  if (models.length === 0 && Array.isArray(key['models']))
    context.report(
      'import-approximated',
      `${at}/models`,
      'An empty list is every model until version 1.5 and none from then on. Every model was taken.',
    )
  return {
    labels: textsOf([key['name'] ?? null, key['id'] ?? null]),
    slug,
    weight: numberIn(key['weight']) ?? 1,
    isForAll,
    deployments,
    listed: models.filter(model => model !== '*'),
    serves: model =>
      !denied.includes(model) && (isForAll || models.includes(model) || Object.hasOwn(deployments, model)),
  }
}

/** The models that are sent in place of the names that requests write. */
const sentModels = (context: ImportContext, value: Json | undefined, at: string): JsonObject =>
  Object.fromEntries(
    Object.entries(asObject(value)).flatMap(([name, model]) => {
      const sent = readSetting(context, model, childPointer(at, name), placeholderName)
      return sent === undefined ? [] : [[name, sent] as const]
    }),
  )

/** Retries and the timeout of calls. */
function callSettings(
  context: ImportContext,
  network: JsonObject,
  at: string,
): { readonly retries: number; readonly settings: JsonObject } {
  const retries = numberIn(network['max_retries']) ?? 0
  const seconds = numberIn(network['default_request_timeout_in_seconds'])
  if (retries > 5)
    context.report(
      'import-approximated',
      `${at}/max_retries`,
      `A target is called at most 5 times again here, not ${retries} times.`,
    )
  for (const name of ['extra_headers', 'insecure_skip_verify', 'ca_cert_pem'])
    if (network[name] !== undefined && network[name] !== null && network[name] !== false)
      context.report(
        'import-not-expressible',
        `${at}/${name}`,
        `"${name}" was left out. outbound.ca of a provider trusts further authorities; forward_headers forwards headers of clients.`,
        'key',
      )
  return {
    retries: Math.min(5, retries),
    settings:
      seconds !== undefined && seconds > 0 ? { request_timeout: Math.min(3_600_000, seconds * 1000) } : {},
  }
}

// Keys of one provider that share its requests. A retry follows the documentation: after a failure of the server with the same key, after
// one of the key with the next.

/** Failures of a key, of which only the last heals while the request runs. */
const OF_KEYS = [401, 402, 403, 429]
const RATE_LIMIT = [429]
const OF_SERVERS = [500, 502, 503, 504]

/** `retries`: of one request, whichever keys they use. */
function keyPoolTarget(keys: readonly WeightedCall[], retries: number): JsonObject | undefined {
  if (retries === 0) return sharedTarget(keys)
  const [first] = keys
  if (keys.length === 1 && first !== undefined) return { ...first.target, retry: { attempts: retries } }
  const used = keys.some(({ weight }) => weight > 0) ? keys.filter(({ weight }) => weight > 0) : keys
  return sharedTarget(
    keys.map(key => {
      const start = used.indexOf(key)
      const order = start < 0 ? [key, ...used] : [...used.slice(start), ...used.slice(0, start)]
      return { weight: key.weight, target: rotation(order, retries) }
    }),
  )
}

/** Rounds through the keys: the first call is that of the first key, and each call takes one of the retries. */
function rotation(keys: readonly WeightedCall[], retries: number): JsonObject {
  const calls = Array.from({ length: retries + 1 }, (_, index): JsonObject => {
    const { target } = keys[index % keys.length] as WeightedCall
    const left = retries - index
    return left === 0 ? target : { ...target, retry: { attempts: left, on_status_codes: OF_SERVERS } }
  })
  const rounds: JsonObject[] = []
  for (let start = 0; start < calls.length; start += keys.length)
    rounds.push(fallback(OF_KEYS, calls.slice(start, start + keys.length)))
  return fallback(RATE_LIMIT, rounds)
}

const fallback = (codes: readonly number[], targets: readonly Json[]): JsonObject =>
  targets.length === 1
    ? (targets[0] as JsonObject)
    : { strategy: { mode: 'fallback', on_status_codes: codes }, targets }
